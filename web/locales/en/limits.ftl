nav-limits = Limits
limits-lead = A limit goes up only after the stops that would go were looked at, because a higher limit also raises the worst case.
limits-nothing = Nothing is loaded. Drop recorded runs, and reviews if you have them: each run is judged again under every value of one limit.
limits-no-runs = The loaded files hold no run that could be judged again. Add event journals or message lists.
limits-reading = Reading the runs…
limits-choices = What is swept
limits-tool = Tool
limits-from = From
limits-to = To
limits-by = In steps of
limits-setting-warn = warn_threshold – equal call sets that warn
limits-setting-hard = hard_limit – equal call sets that stop
limits-setting-window = window_size – call sets that are remembered
limits-setting-freq-warn = tool_freq_warn – calls of a tool that warn
limits-setting-freq-hard = tool_freq_hard_limit – calls of a tool that stop
limits-setting-tool-warn = tool_freq_overrides.warn – of one tool
limits-setting-tool-hard = tool_freq_overrides.hard_limit – of one tool
limits-basis =
    { $attempts ->
        [one] { $attempts } attempt
       *[other] { $attempts } attempts
    } with { $runs ->
        [one] { $runs } run
       *[other] { $runs } runs
    } of { $responses ->
        [one] { $responses } model response
       *[other] { $responses } model responses
    } together.
limits-rules =
    { $setting } is { $value } in { $runs ->
        [one] { $runs } run
       *[other] { $runs } runs
    } ({ $source }, detector of { $revision }).
limits-source-given = limits from the address
limits-source-config = from the loaded config.yaml
limits-source-record = from the attempt records
limits-source-defaults = constructor defaults
limits-several-rules = The runs follow { $n } different sets of rules; in each, only this setting is changed. Choose a variant to look at one of them, which a proposal needs.
limits-without-run =
    { $n ->
        [one] { $n } attempt has no run that could be judged again, and is not in any figure here.
       *[other] { $n } attempts have no run that could be judged again, and are not in any figure here.
    }
limits-covered =
    { $n ->
        [one] { $n } run is left out, because another copy of it counts.
       *[other] { $n } runs are left out, because other copies of them count.
    }
limits-inexact =
    { $n ->
        [one] { $n } run cannot be replayed exactly: its file has lost responses or the calls of a stopped one.
       *[other] { $n } runs cannot be replayed exactly: their files have lost responses or the calls of stopped ones.
    }
limits-no-tool = The runs call no tool, so that there is none to set a limit for.
limits-progress = Judging every run again: { $percent } %
limits-cancelled = Cancelled at { $percent } %.
limits-resume = Go on
limits-sweep-title = Under each value
limits-sweep-text = Up to the first response at which the detector would have decided otherwise, the record shows what happened; what follows is what if, and behind a recorded stop nothing is known.
limits-chart = Attempts by { $setting }
limits-slider = Value of { $setting }
limits-value-none = no value chosen
limits-value-invalid = { $value }: breaks a rule of the configuration
limits-value = { $value }: { $stopped } attempts stopped, { $whatif } of them what if; { $warned } warned; { $wrong } false positives would go, { $right } right stops would be lost
limits-legend-stopped = stopped attempts
limits-legend-warned = warned attempts
limits-legend-what-if = of these, what if
limits-legend-false = judged false positives that would go
limits-legend-right = stops judged right that would be lost
limits-legend-invalid = breaks a rule
limits-in-force = in force
limits-table = The figures for each value of { $setting }
limits-column-stopped = Attempts stopped
limits-column-first = First at response
limits-column-warned = Attempts warned
limits-column-false = False positives that go
limits-column-right = Right stops lost
limits-column-looked = Looked at, of those that go
limits-column-calls = Calls recorded after the stop
limits-column-tokens = Tokens recorded after the stop
limits-column-cost = Model cost recorded after the stop
limits-of = { $k } of { $n }
limits-what-if = { $n } what if
limits-what-if-runs =
    what if in { $n ->
        [one] { $n } run
       *[other] { $n } runs
    }
limits-invalid = DeerFlow refuses this value.
limits-choose = Choose a value, in the chart or in the table, to see what it does to which attempt.
limits-not-in-range = The range does not hold { $value }.
limits-chosen = { $setting } = { $value }
limits-gate-current = This is the value in force.
limits-gate-tightens = It takes no recorded warning and no recorded stop away.
limits-gate-no-reason = Nothing that was recorded would go: these runs give no reason for it, and it raises the worst case.
limits-gate-unlooked = Not a recommendation: of the { $n } warnings and stops that would go, { $looked } were looked at.
limits-gate-inspected =
    { $n ->
        [one] The one warning or stop that would go was looked at; a proposal of it may be called a recommendation.
       *[other] All { $n } warnings and stops that would go were looked at; a proposal of it may be called a recommendation.
    }
limits-to-review = Look at the others
limits-in-question = In question: { $stops } stops and { $warnings } warnings. Judged: { $wrong } false positives, { $right } right and then lost, { $unsure } unsure; { $open } not looked at.
limits-untold =
    { $n ->
        [one] Of { $n } recorded stop the calls are lost, so that nobody can tell whether it would go; it counts as one that would.
       *[other] Of { $n } recorded stops the calls are lost, so that nobody can tell whether they would go; they count as ones that would.
    }
limits-unmatched =
    { $n ->
        [one] { $n } judgement meets no warning or stop of these runs.
       *[other] { $n } judgements meet no warning or stop of these runs.
    }
limits-export = Export the proposal
limits-export-text = A file with these counts in it, and the digests of the files that it rests on.
limits-export-several = A proposal changes one set of rules; choose a variant first.
limits-worst-title = The worst case
limits-worst-text = The most calls that can run in one run before the detector must stop, whatever its agent does. A subagent has a detector of its own, and so a worst case of its own.
limits-cost-per-call = A call of a tool cost { $cost } on average.
limits-cost-per-call-null = What a call of a tool costs is
limits-cost-label = Cost of a call
limits-worst-what = What runs
limits-worst-now = Now, { $value }
limits-worst-then = Then, { $value }
limits-worst-same = One and the same call, again and again
limits-worst-one-tool = One tool without an override, and no other
limits-worst-this-tool = { $tool }, and no other tool
limits-worst-all =
    All { $n ->
        [one] { $n } tool
       *[other] { $n } tools
    } of these runs together
limits-worst-calls =
    { $n ->
        [one] { $n } call
       *[other] { $n } calls
    }
limits-unbounded-off = no stop is certain, because the detector is off
limits-unbounded-turns = no stop is certain: tools that take turns can each stay below their limit
limits-unbounded-warning = no stop is certain: a warning ends the counting of its response
limits-unbounded-underived = none is derived from such settings
limits-rows-title = Attempts that it does something to
limits-rows-none = No attempt is warned or stopped, and no recorded stop would go.
limits-rows-shown = The first { $n } of { $of }.
limits-goes-on =
    { $n ->
        [one] { $n } run would go on beyond its recorded stop; what it would do there was not recorded: null.
       *[other] { $n } runs would go on beyond their recorded stop; what they would do there was not recorded: null.
    }
limits-row-warned = First warned
limits-row-stopped = Stopped
limits-row-goes = Stop that goes
limits-row-response = response { $n }
limits-row-what-if = what if
limits-row-subagent = subagent
limits-row-inexact = not exact
limits-verdict-right = judged right
limits-verdict-false = judged a false positive
limits-verdict-unsure = unsure
limits-verdict-none = not looked at
limits-proposals = Loaded proposals
limits-proposal = { $setting } from { $from } to { $to }
limits-proposal-looked = Of { $n } warnings and stops in question, { $looked } were looked at: { $wrong } false positives, { $right } right.
limits-proposal-inspected = Inspected.
limits-proposal-open = Not inspected, and so no recommendation.
error-sweep-tool = This limit belongs to a single tool, or to none; choose again.
error-sweep-range = There is no value in this range: the last one must not be below the first, and the step at least 1.
error-sweep-values = A range holds at most 1,000 values.
error-sweep-runs = No run is loaded that could be judged again under these choices.
error-sweep-rules = The runs follow different rules, and a proposal changes one set of them. Choose a variant.
error-sweep-unchanged = This value is in force already.
format-proposal = Loopledger proposal
