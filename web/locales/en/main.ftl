# What the viewer says in English. Ids begin with the page or the part that they belong to.

## Everywhere

product-name = Loopledger
page-title = { $page } – Loopledger
skip-to-content = Skip to the content
close = Close
cancel = Cancel
undo = Undo
dismiss = Dismiss
reading = Reading…
footer-privacy = Your files stay in this tab: there is no server, no account and no upload.

nav-label = Pages
nav-start = Start
nav-files = Files
nav-report = Report
nav-attempts = Attempts
nav-replay = Replay
nav-unknown = Unknown address

lang-label = Language
theme-label = Theme
theme-system = Auto
theme-light = Light
theme-dark = Dark

loaded-files = { $n ->
    [one] { $n } file
   *[other] { $n } files
 }
loaded-attempts = { $n ->
    [one] { $n } attempt
   *[other] { $n } attempts
 }
loaded-runs = { $n ->
    [one] { $n } run to replay
   *[other] { $n } runs to replay
 }
loaded-rejected = { $n ->
    [one] { $n } record rejected
   *[other] { $n } records rejected
 }
loaded-refused = { $n ->
    [one] { $n } file refused
   *[other] { $n } files refused
 }

unknown-title = There is no such page
unknown-text = This address was made by another version, or it is incomplete.
nothing-go-to-start = Load files or open a worked example

## Loading

drop-here = Drop files or folders to add them
load-file = File { $file } of { $files }, { $name }
load-bytes = { $done } of { $total }
load-progress-label = Read so far
notice-loaded = { $n ->
    [one] Loaded { $n } file.
   *[other] Loaded { $n } files.
 }
notice-added = { $n ->
    [one] Added { $n } file
   *[other] Added { $n } files
 } to the { $before } already loaded.
notice-refused = { $n ->
    [one] { $n } file was refused
   *[other] { $n } files were refused
 }
notice-replace = Keep only the new ones
notice-cancelled = Cancelled. What was loaded before is unchanged.
notice-removed = { $n ->
    [one] Removed { $n } file.
   *[other] Removed { $n } files.
 }
notice-nothing-found = No file was found there.

error-gone = The reader stopped. Load the files again.
error-unreadable = A file could not be read. Nothing was added.
error-too-large = A file is larger than the memory that the browser gives. Nothing was added.
error-unknown-run = This run is not among the loaded ones. Load the file that holds it.
error-unknown-step = The run has no such step.
error-replay = The run cannot be replayed under these rules.
error-cancelled = The load was cancelled.
error-other = Something went wrong.
error-address-invalid = This is not an address that a browser understands. Nothing was added.
error-address-scheme = Data is opened from this site itself, or by https from another one; no other kind of address is opened. To load a file of your own, drop it here. Nothing was added.
error-address-credentials = An address that holds a user name or a password is not opened. Take them out of the address. Nothing was added.
error-declined = You chose not to open this. Nothing was added; to be asked again, load the page again.
error-no-answer = The server did not answer. Check the connection, then load the page again. Nothing was added.
error-not-shared = The other server did not answer, or it does not allow this page to read its data. Nothing was added.
error-not-shared-remedy = If it is reachable, whoever runs it must let it send this header with the file: { $line }
error-policy = The content security policy of this viewer forbids requests to that server. Nothing was added.
error-policy-remedy = Whoever publishes this viewer must write this into its policy: { $line }
error-http-status = The server has no such file, or does not give it out. Check the address. Nothing was added.
error-redirected = The server sends on to another server, which was not asked. Use the address where the file is. Nothing was added.
error-web-page = The server answered with a web page in place of the file, as many do where there is no such file. Check the address. Nothing was added.
error-broken-off = The answer broke off. Load the page again. Nothing was added.
error-size-mismatch = The file is not as large as the listing says: the copy on the server is not the one that was published. Nothing was added.
error-digest-mismatch = The file’s SHA-256 is not the one of the listing: its content was changed after it was published. Nothing was added.
error-listing = The listing of this report’s files cannot be used. Nothing was added.

ask-fetch-title = Open data from another server?
ask-fetch-text = The address of this page asks for { $n ->
    [one] a file that lies
   *[other] { $n } files that lie
 } elsewhere. If you agree, your browser asks that server. It learns your network address, your browser’s name and that this viewer asks; no cookie and nothing of your own files is sent. What it answers is opened here, in this tab.
ask-fetch-allow = Ask this server
ask-host-title = Open data from the page around this viewer?
ask-host-text = That page, which belongs to somebody else, hands over { $n ->
    [one] a file
   *[other] { $n } files
 }. What you allow is opened here, in this tab. The page learns how tall this view is, how much was loaded and which step is shown; nothing is sent to anybody.
ask-host-allow = Open it
ask-decline = Do not open
ask-more = and { $n } more
fetch-file = Asking for file { $file } of { $files }, { $name }
fetch-waiting = Asking for the list of files
fetch-label = Received so far
fetch-bytes = { $done } received

## Inside of another page

embed-waiting = Waiting for the page around this view to hand over data.
embed-open-full = Open in the full viewer
embed-handed-over = The data comes from the page around this view, and stays in this tab.

## Start

start-title = Useful work, told from repeated tool traffic
start-lead = Loopledger replays recorded runs of LLM agents through DeerFlow’s loop detector, and accounts for everything that an experiment spent, so that what an accepted artifact cost includes the attempts that failed or were cut short.
start-drop-title = Drop files or folders anywhere on this page
start-drop-text = Several at once, and again later: what you add joins what is loaded. You can also paste with Ctrl+V or ⌘V.
pick-files = Choose files…
pick-folder = Choose a folder…
pick-paste = Paste text…
pick-paste-label = JSON, JSON Lines or YAML
pick-paste-read = Read this text

start-examples-title = Worked examples
start-examples-text = Three recorded situations, each of which shows one thing.
start-example-open = Open this example
start-example-two-windows-title = Two windows measure different things
start-example-two-windows-text = The history window counts identical call sets, one for each model response; the frequency window counts tool names, one for each call. The same run meets them at different moments.
start-example-warning-then-stop-title = A warning and a stop have different effects
start-example-warning-then-stop-text = A warning reaches the model with its next request and costs nothing; a stop suppresses the proposed calls and is recorded as the reason why the run ended.
start-example-cost-with-failures-title = Cost per accepted artifact includes failures
start-example-cost-with-failures-text = A baseline against one changed limit. The failed and the capped attempts are in the total, and one attempt has no known cost.

start-formats-title = What is read
start-formats-text = Each file is recognised by its content, never by its name alone.
start-format-event-journal = JSON Lines or a REST array; replay is exact, because stopped calls are kept
start-format-run-rows = one row for each run: status, stop reason, tokens
start-format-thread-state = messages as they ended; stopped calls are gone, so replay is partial
start-format-message-dump = three encodings of the same messages
start-format-config-yaml = the loop_detection section gives the limits
start-format-attempt-records = JSON Lines, one attempt a line
start-format-result-record = eight keys that sum up a benchmark
start-format-experiment-manifest = the frozen tasks, the baseline and its variants
start-format-review = one reviewer’s verdicts on attempts, warnings and stops
start-format-proposal = one changed limit, with what was looked at
start-format-trajectories = Trajectories (mini-SWE-agent, SWE-agent)
start-format-trajectories-text = one attempt at a task, with its cost
start-format-swe-bench = which tasks were resolved; joined to trajectories by task
start-format-price-table = LiteLLM’s shape; off until you load one

start-privacy-title = What leaves this tab
start-privacy-text = Nothing. Files are read by this page in your browser, and closing the tab forgets them. There is no server, no account and no upload. Nothing is stored, but for a review that you ask to keep in this browser.
start-privacy-proof = The page’s content security policy forbids requests to any other address, so you need not take our word for it.
start-null-title = What was not measured
start-null-text = An unknown is shown as null with its reason. Nothing is estimated, borrowed or filled in, and null is never counted as 0.

## Files

files-nothing = No file is loaded.
files-lead = { $n ->
    [one] { $n } file
   *[other] { $n } files
 }, { $size } together. Each was recognised by its content.
files-clear = Remove all files
files-remove = Remove
files-remove-name = Remove { $name }
files-refused = Refused
files-why = Recognised because
files-sha256 = SHA-256
files-records = { $n ->
    [one] { $n } record read
   *[other] { $n } records read
 }
files-runs = { $n ->
    [one] { $n } run
   *[other] { $n } runs
 }
files-attempts = { $n ->
    [one] { $n } attempt
   *[other] { $n } attempts
 }
files-run-rows = { $n ->
    [one] { $n } run row
   *[other] { $n } run rows
 }
files-results = { $n ->
    [one] { $n } result record
   *[other] { $n } result records
 }
files-prices = { $n ->
    [one] { $n } priced model
   *[other] { $n } priced models
 }
files-rejected = { $n ->
    [one] { $n } rejected
   *[other] { $n } rejected
 }
files-tried = What it was tried as, and why it is none of these
files-tried-format = Format
files-tried-why-not = Why not

diagnostics-title = What was wrong, and where
diagnostics-line = Line
diagnostics-byte = Byte
diagnostics-what = What
diagnostics-pointer = JSON pointer
diagnostics-expected = Expected
diagnostics-found = Found
diagnostics-whole-file = whole file
diagnostics-more = { $n ->
    [one] Show { $n } more
   *[other] Show { $n } more
 }

## Report

cost-per-accepted = Cost per accepted artifact
report-nothing = No attempts are loaded, so there is nothing to report. Load attempt records, run rows or a result record.
report-no-attempts = None of the loaded files holds an attempt or a result record.
report-no-variant = No loaded attempt belongs to the variant “{ $variant }”. Load the attempt records of that variant.
report-choice = Attempts of
report-all = All attempts
report-without-variant = Without a variant
report-finding = Finding
report-digests = The attempts come from { $n } different frozen experiments, so they must not be compared.

finding-known = An accepted artifact cost { $cost }, over { $attempts ->
    [one] { $attempts } attempt
   *[other] { $attempts } attempts
 } of which { $accepted ->
    [one] { $accepted } was accepted
   *[other] { $accepted } were accepted
 }.
finding-nothing-accepted = What an accepted artifact cost is { $null } because { $attempts ->
    [one] the only attempt was not accepted
   *[other] none of { $attempts } attempts was accepted
 }.
finding-unknown = What an accepted artifact cost is { $null } over { $attempts ->
    [one] { $attempts } attempt
   *[other] { $attempts } attempts
 }, of which { $accepted }.
finding-accepted = { $n ->
    [one] { $n } was accepted
   *[other] { $n } were accepted
 }
finding-not-reviewed = none has been reviewed
finding-variant = Only attempts of the variant { $variant } are counted.
finding-total = { $attempts ->
    [one] The attempt
   *[other] All { $attempts } attempts
 } together cost { $total }, whatever became of them.
finding-lower-bound = At least { $total } was spent: the model cost of { $measured } of { $of } attempts is known.
finding-nothing-known = { $of ->
    [one] The model cost of the one attempt is not known.
   *[other] The model cost of none of { $of } attempts is known.
}
finding-ratio-bound = So an accepted artifact cost at least { $cost }.
finding-reason = { $n ->
    [one] { $n } attempt:
   *[other] { $n } attempts:
 }
finding-unreadable = { $n ->
    [one] { $n } record that may be an attempt could not be read; it counts among the unknown ones, and as one more artifact that may have been accepted.
   *[other] { $n } records that may be attempts could not be read; they count among the unknown ones, and as more artifacts that may have been accepted.
 }
finding-currencies = Amounts of different currencies are not added. Known so far:

report-variants-text = Total model cost of all attempts, failed and capped ones included, divided by accepted artifacts.
report-variants-chart = Cost per accepted artifact, by variant
report-no-common-currency = There is no chart, because no cost is known or the costs are in several currencies.
report-money-title = Where the money went
report-money-text = Every attempt has exactly one outcome. Attempts whose cost is unknown stand in a band of their own and have no length.
report-money-chart = Known model cost by outcome
report-money-attempts = { $n ->
    [one] { $n } attempt
   *[other] { $n } attempts
 }
report-cost-title = Cost
report-tokens-title = Tokens by category
report-tokens-text = Five categories that do not overlap. Where a source does not separate one, its tokens are in the wider category and the narrower one is null.
report-calls-title = Tool calls
report-calls-text = A call is proposed by a model response; it is executed, or a guard suppresses it.
report-time-title = Time
report-p95 = Latency, 95th percentile
report-p95-maximum = with fewer than 20 samples this is the maximum
report-stops-title = Stop reasons
report-stops-text = How many attempts each guard ended. A capped run may still have ended as a success.
report-not-stopped = Not stopped by a guard
report-stop-unknown = Not known whether a guard stopped it
report-limits-title = Limits in force
report-limits-text = The detector’s limits that the attempts record; a setting in which the variants differ is in bold.
report-unknowns-title = What is unknown, and why
report-unknowns-none = Nothing: every measurement of every attempt is known.
report-unknowns-unreadable = a record that could not be read
report-unknowns-text = Each of these keeps a total from being known.
report-records-title = Recorded results
report-records-text = Result records as they were loaded. They are not added to the attempts above.
report-records-no-stops = none
report-records-executed = true: the benchmark was executed
report-records-not-executed = false: nothing was run, so every metric is null
report-prices-title = Price tables
report-prices-none = No price table is loaded, so no cost is derived: only costs that the files report are counted.
report-prices-text = Costs derived from these tables are marked as priced.
report-prices-no-date = no date
report-disagreements-title = Sources that disagree
report-disagreements-text = Two sources of one attempt say different things. Both are shown, and one was kept.
report-exports-title = Take it along
report-exports-text = Exports keep every null; the CSV file has a column with the reasons.
report-export-result = Result record, JSON
report-export-jsonl = Attempts, JSON Lines
report-export-csv = Attempts, CSV

chart-unknown = null
chart-unknown-cost = cost unknown
chart-null-at-least = null, ≥ { $value }
chart-null-attempts = { $n ->
    [one] null: { $n } attempt
   *[other] null: { $n } attempts
 }

column-variant = Variant
column-attempts = Attempts
column-attempt = Attempt
column-accepted = Accepted artifacts
column-reviewed = Reviewed attempts
column-total-cost = Total model cost
column-outcome = Outcome
column-task = Task
column-measure = Measurement
column-setting = Setting
column-value = Value
column-origin = Origin
column-why = Why
column-place = Place
column-file = File
column-date = Date
column-models = Models
column-kept = Kept
column-other = Other

## Attempts

attempts-nothing = No attempts are loaded. Load attempt records, run rows or event journals.
attempts-none-read = None of the loaded files holds an attempt.
attempts-filter = Search
attempts-any = Any
attempts-lacks = { $field } is null
attempts-clear = Show all attempts
attempts-shown = { $n } of { $of ->
    [one] { $of } attempt
   *[other] { $of } attempts
 }
attempts-no-match = No attempt matches.
attempts-pages = Pages of the table
attempts-previous = Previous rows
attempts-next = Next rows
attempts-rows = Rows { $from } to { $until }
attempts-not-loaded = The attempt “{ $attempt }” is not among the loaded ones. Load the file that has its record.
attempts-choose = Choose an attempt to see where each of its numbers comes from.
attempts-not-stopped = not stopped

details-title = Attempt { $attempt }
details-replay = Replay its run
details-no-run = No trace of its run is loaded
details-record = Attempt record
details-model = Model
details-status = Status of the run
details-retry-of = Retry of
details-reviewer = Reviewer
details-reason = Reason of the decision
details-measurements = Measurements
details-limits = Limits in force
details-override = warns at { $warn }, stops at { $limit }
details-json = The record as JSON

## Keys

help-open = Keys
help-key = ?
help-title = Keys
help-key-help = This list
help-key-digits = Pages in their order
help-key-rows = Next and previous row or step
help-key-next = Next and previous attempt or decision
help-key-search = Search
help-key-escape = Close what is open
help-while-typing = Keys are off while you type.

## Unknowns

null-word = null
label-of = { $label },
at-least = ≥ { $value }
samples = { $measured } of { $of } measured

reason-absent-field = no such field
reason-null-field = null in the file
reason-sentinel-zero = 0 means not measured
reason-no-price-for-model = no price for the model
reason-stream-partial = stream ended early
reason-truncated-file = file ends early
reason-parse-error = unreadable value
reason-ambiguous = sources disagree
reason-not-run = not run
reason-nothing-accepted = nothing accepted
reason-no-samples = no samples
reason-part-unknown = a part is unknown
reason-other = unknown

reason-absent-field-text = The source has no such field.
reason-null-field-text = The source has the field, and its value is null.
reason-sentinel-zero-text = This format writes 0 where it did not measure, so the 0 that stands here is not taken as a measurement.
reason-no-price-for-model-text = No price table that you loaded has a price for this model. A model matches a price only exactly or by an alias that you wrote.
reason-stream-partial-text = The stream ended before the value was final.
reason-truncated-file-text = The file ends before the value.
reason-parse-error-text = What stands there cannot be read as such a value.
reason-ambiguous-text = The sources disagree, or what they say can be read in two ways.
reason-not-run-text = Nothing was run, so nothing was measured.
reason-nothing-accepted-text = No artifact was accepted, so there is nothing to divide by.
reason-no-samples-text = No attempt has this measurement, so there is no percentile.
reason-part-unknown-text = At least one part of this sum is unknown, so the sum is too. What is known is a lower bound.
reason-other-text = The reason is one that this version has no words for.

origin-reported = reported
origin-derived = derived
origin-priced = priced
origin-mixed = mixed

origin-reported-text = Reported: the file says so.
origin-derived-text = Derived: added up or counted from values that the files report.
origin-priced-text = Priced: reported tokens times the prices of a table that you loaded.
origin-mixed-text = Mixed: some parts are reported and others are priced.
origin-priced-short = priced

unit-seconds = s
unit-utc = UTC
unit-calls = calls
unit-tokens = tokens
unit-no-currency = of a currency that is not stated

## Where a number comes from

panel-no-place = This number is computed from several places; the numbers that it is made of lead to theirs.
panel-not-loaded = The file is not loaded, or has no text here.
panel-sum = A sum of { $of } parts, of which { $measured } are measured.
panel-sum-parts = See each of them
panel-sum-first = The first part stands here.
panel-sum-first-unknown = The first part that is unknown should stand here.
panel-excerpt = Text of the file
place-line = line { $line }
place-byte = byte { $byte }

## Words of records

outcome-accepted = Accepted
outcome-rejected = Rejected
outcome-failed = Failed
outcome-capped = Capped
outcome-unknown = Unknown

format-event-journal = Event journal (DeerFlow)
format-run-rows = Run rows (DeerFlow)
format-thread-state = Thread state (DeerFlow)
format-message-dump = Message dump (LangChain)
format-config-yaml = Configuration (config.yaml)
format-attempt-records = Attempt records
format-result-record = Result record
format-experiment-manifest = Experiment manifest
format-attempt-list = List of attempts, written by hand
format-mini-swe-agent = Trajectory (mini-SWE-agent)
format-swe-agent = Trajectory (SWE-agent)
format-swe-bench = Evaluation report (SWE-bench)
format-terminal-bench = Results (Terminal-Bench)
format-redacted-trace = Redacted trace (Loopledger)
format-price-table = Price table

severity-error = error
severity-warning = warning
severity-info = note

field-record = Record of an attempt
field-model-cost = Model cost
field-tool-cost = Tool cost
field-sandbox-seconds = Sandbox seconds
field-latency = Latency
field-stop-reason = Stop reason
field-started-at = Start
field-ended-at = End
field-tokens-input-uncached = Input, uncached
field-tokens-cache-read = Cache read
field-tokens-cache-write = Cache write
field-tokens-output = Output
field-tokens-reasoning = Reasoning
field-tool-calls-proposed = Calls proposed
field-tool-calls-executed = Calls executed
field-tool-calls-suppressed = Calls suppressed

stop-loop-capped = loop detector
stop-token-capped = token budget
stop-safety-capped = safety filter
stop-subagent-limit-capped = subagent limit
stop-model-length-capped = answer length
stop-turn-capped = turn limit
stop-orphan-recovered = found without its worker
stop-scheduled-task-orphan-recovered = scheduled task found without its worker

## Charts

chart-table = The same numbers as a table

## Replay

replay-nothing = There is no run to replay. Load an event journal, a thread state or a message dump.

# Replay

replay-reading = Replaying…
replay-no-responses = This run has no model responses to replay.
replay-run = Run
replay-run-missing = The run { $run } is not among the loaded files; another one is shown.
replay-run-no-id = without id
replay-run-name =
    { $responses ->
        [one] Thread { $thread } · run { $run } · one response
       *[other] Thread { $thread } · run { $run } · { $responses } responses
    }
replay-run-subagent =
    { $responses ->
        [one] Thread { $thread } · run { $run } · subagent { $name }, task { $task } · one response
       *[other] Thread { $thread } · run { $run } · subagent { $name }, task { $task } · { $responses } responses
    }

replay-finding-off = The detector is off under these limits, so that nothing is counted.
replay-finding-stop =
    { $warns ->
        [0] The detector stops this run at response { $response } of { $responses }, without a warning before. { $why }
        [one] The detector warns once and stops this run at response { $response } of { $responses }. { $why }
       *[other] The detector warns { $warns } times and stops this run at response { $response } of { $responses }. { $why }
    }
replay-finding-calm =
    { $warns ->
        [0] The detector neither warns nor stops in { $responses } responses.
        [one] The detector warns once in { $responses } responses and never stops.
       *[other] The detector warns { $warns } times in { $responses } responses and never stops.
    }
replay-source-journal = An event journal keeps every proposed call, also those of a stopped response.
replay-source-state = A thread state does not keep the calls of a stopped response.
replay-source-trajectory = A trajectory keeps every proposed call, so the replay is exact.
replay-source-dump = A message dump keeps the calls that its messages still carry.
replay-exact-whole = Neither the recorded run nor this replay intervenes, so that the replay is exact.
replay-exact-as-recorded = This replay decides as the recorded run did, so that it is exact throughout.
replay-exact-to-end = The first intervention is the last response, so that the replay is exact to its end.
replay-exact-until = The replay is exact up to response { $response }, the first intervention; after it the run would have gone differently, and everything is what if.
replay-exact-until-difference = The replay is exact up to response { $response }, where it first decides otherwise than the recorded run did; after it the run would have gone differently, and everything is what if.
replay-exact-no = Where the run was stopped, the replay lacks what was proposed there.
replay-exact-damaged = Records of the run are missing or unreadable, so that the replay is not exact.

replay-rules = Rules of the replay
replay-revision = DeerFlow as of
replay-revision-2026-08-22 = A warning ends the batch at once: the rest of its calls is neither counted nor checked. Windows belong to the thread.
replay-revision-2026-09-08 = A warning is a candidate until the whole batch is counted, and a later hard stop supersedes it. Windows belong to the thread. The default here.
replay-revision-2026-09-10 = As 2026-09-08, but every run of a thread has windows of its own.
replay-revision-2026-09-16 = As 2026-09-10, but read_file is keyed by the exact lines it reads, not by pages of 200 lines. Known from its public description.
replay-effective-history = History: warn at { $warn }, stop at { $limit } identical call sets among the last { $window }.
replay-effective-frequency = Frequency: warn at { $warn }, stop at { $limit } calls of one tool among the last { $window } tool names.
replay-effective-overrides = Per-tool overrides: { $overrides }.
replay-effective-override = { $tool } { $warn } and { $limit }
replay-origin-given = These limits were set here.
replay-origin-config = They were read from a configuration file.
replay-origin-record = They were read from the attempt record.
replay-origin-defaults = They are DeerFlow's defaults, because no file names others.
replay-origin-place = See { $place }.
replay-lints = What is odd about these limits
replay-lint-hard-limit-unreachable = The hard limit of { $limit } cannot be reached: the history window holds { $window } call sets.
replay-lint-warn-threshold-unreachable = The warning threshold of { $limit } cannot be reached: the history window holds { $window } call sets.
replay-lint-warn-threshold-never = No call set is ever warned about: the warning threshold is { $warn } and the hard limit { $limit }, so that the stop comes first.
replay-lint-tool-freq-warn-never = { $setting } never warns: it is not below its hard limit, so that the stop comes first.
replay-lint-override-enlarges = { $setting } enlarges the frequency window to { $window } for every tool, so that all calls count for longer.

replay-limits-title = What if the limits were different…
replay-limit-warn = Warn at
replay-limit-stop = Stop at
replay-limit-window = Window, in responses
replay-limit-freq-warn = Warn at
replay-limit-freq-stop = Stop at
replay-overrides-title = Per-tool overrides
replay-overrides-note = An override above every other limit enlarges the frequency window for all tools.
replay-override = override
replay-override-add = Add override
replay-override-tool = Tool
replay-override-warn = Warn at
replay-override-stop = Stop at
replay-override-remove = Remove
replay-override-remove-name = Remove the override of { $tool }
replay-apply = Apply
replay-defaults = Fill in defaults
replay-reset = Reset to recorded
replay-not-applied = Not applied yet.
replay-problems =
    { $count ->
        [one] One field cannot be applied; it says why.
       *[other] { $count } fields cannot be applied; each says why.
    }
replay-problem-not-whole = Must be a whole number.
replay-problem-below-one = Must be 1 or more.
replay-problem-below-warn = Must not be below its warning threshold.
replay-problem-no-tool = Must name a tool; without a name it applies to no call.
replay-problem-same-tool = Another row names this tool already.

replay-controls = Playing
replay-first = First response
replay-last = Last response
replay-back = One response back
replay-forward = One response forward
replay-previous-decision = Previous decision
replay-next-decision = Next decision
replay-play = Play
replay-pause = Pause
replay-step-field = Response
replay-step-of = of { $responses }
replay-speed = Speed
replay-speed-choice =
    { $speed ->
        [one] one a second
       *[other] { $speed } a second
    }
replay-keys = Single-letter keys
replay-now = Response { $response }: { $summary }
replay-now-decision = Response { $response }: { $decision }

replay-decision-warn-set = Warning: call set { $set } ({ $tools }) stands { $count } times among the last { $window }; it warns from { $limit }.
replay-decision-stop-set = Hard stop: call set { $set } ({ $tools }) stands { $count } times among the last { $window }; it stops from { $limit }.
replay-decision-warn-tool = Warning: { $tools } was called { $count } times among the last { $window } calls; it warns from { $limit }.
replay-decision-stop-tool = Hard stop: { $tools } was called { $count } times among the last { $window } calls; it stops from { $limit }.
replay-recorded-warn-set = Warning: call set { $set } ({ $tools }) stood { $count } times in the window; it warned from { $limit }.
replay-recorded-stop-set = Hard stop: call set { $set } ({ $tools }) stood { $count } times in the window; it stopped from { $limit }.
replay-recorded-warn-tool = Warning: { $tools } was called { $count } times in the window; it warned from { $limit }.
replay-recorded-stop-tool = Hard stop: { $tools } was called { $count } times in the window; it stopped from { $limit }.
replay-decision-warn-unknown = Warning, of which the record does not say the window.
replay-decision-stop-unknown = Hard stop, of which the record does not say the window.
replay-short-warn-set = warns at { $count }
replay-short-stop-set = stops at { $count }
replay-short-warn-tool = warns at { $count } { $tools }
replay-short-stop-tool = stops at { $count } { $tools }
replay-short-warn-unknown = warns
replay-short-stop-unknown = stops

replay-history-title = History window
replay-history-lead = A cell for each response with calls, oldest first; the same call set is the same sign.
replay-history-fill = { $filled } of { $capacity } call sets
replay-history-empty = Empty; there is room for { $capacity } call sets.
replay-history-description = { $filled } of { $capacity } call sets, the newest ones from old to new { $sets }
replay-history-cut =
    { $hidden ->
        [one] One more place is not drawn; these are the newest.
       *[other] { $hidden } more places are not drawn; these are the newest.
    }
replay-history-left = { $set } left the window.
replay-meter =
    { $count ->
        [one] { $set } stands once in the window; it warns at { $warn } and stops at { $limit }.
       *[other] { $set } stands { $count } times in the window; it warns at { $warn } and stops at { $limit }.
    }
replay-set-none = This response proposes no call, so that it enters neither window.
replay-set-unknown = The arguments are cut in the record, so that the call set cannot be known.
replay-set-other-guard = Another guard had taken the calls out before the detector saw them, so that they are not counted.
replay-set-off = The detector is off under these limits, so that nothing is counted.
replay-set-raised = DeerFlow itself raises an exception on this response, so that it is not counted.

replay-frequency-title = Frequency window
replay-frequency-lead = One name for each tool call; every bar ends at its tool's own hard limit.
replay-frequency-fill = { $filled } of { $capacity } tool names
replay-frequency-tool = Tool
replay-frequency-calls = Calls
replay-frequency-marks = warn { $warn } · stop { $limit }
replay-frequency-bar = Against its own marks
replay-frequency-strip = Last { $places } names, oldest left
replay-frequency-hidden =
    { $hidden ->
        [one] One more tool has fewer calls in the window.
       *[other] { $hidden } more tools have fewer calls in the window.
    }
replay-frequency-cut = The window is longer than what is drawn; these are its newest { $shown } names.
replay-frequency-left =
    { $count ->
        [one] { $tools } left the window.
       *[other] { $count } names left the window: { $tools }.
    }

replay-timeline-title = Timeline
replay-timeline-label = Place in the run
replay-position = Response { $response } of { $responses }
replay-position-decision = Response { $response } of { $responses }, { $decision }
replay-what-if = what if
replay-lane-recorded = recorded
replay-lane-replayed = this replay
replay-lane-changed = differences
replay-lane-repetition = same call set
replay-lane-frequency = busiest tool
replay-lane-axis = response
replay-mark-one = Response { $response }. { $decision }
replay-mark-many = Responses { $response } to { $last }: warnings { $warns }, hard stops { $stops }
replay-mark-changes = Responses { $response } to { $last }: added { $added }, removed { $removed }, changed { $changed }

replay-steps-label = Responses
replay-line = line { $line }
replay-step-silent = answers without a call
replay-step-failed =
    { $count ->
        [one] one failed
       *[other] { $count } failed
    }
replay-step-suppressed =
    { $count ->
        [one] one suppressed
       *[other] { $count } suppressed
    }
replay-step-failed-suppressed = { $failed } failed, { $suppressed } suppressed

replay-detail-title = Response { $response }
replay-detail-set = Call set { $set }, digest { $digest }
replay-consequence-stop = None of the proposed calls runs, and the run ends with the stop reason loop_capped.
replay-consequence-warn = The warning waits and reaches the model with its next request; these calls still run.
replay-superseded = A warning was a candidate in this response until the hard stop superseded it; it never reaches the model. { $warning }
replay-pending =
    { $count ->
        [one] One warning waits for the next model request.
       *[other] { $count } warnings wait for the next model request.
    }
replay-calls-hidden =
    { $hidden ->
        [one] One more call of this response is not shown.
       *[other] { $hidden } more calls of this response are not shown.
    }
replay-fact-source = Source
replay-fact-time = Recorded
replay-fact-model = Model
replay-fact-finish = Finish reason
replay-fact-input = Uncached input tokens
replay-fact-cache-read = Cache read tokens
replay-fact-cache-write = Cache write tokens
replay-fact-output = Output tokens
replay-fact-reasoning = Reasoning tokens
replay-fact-latency = Latency of the model call
replay-args = Arguments
replay-args-none = The record holds no arguments.
replay-args-redacted = The arguments were taken out of the file.
replay-args-raw = As recorded
replay-args-shortened = The arguments are longer; their first 20,000 characters are shown.
replay-key = Key
replay-result = Result of the call
replay-outcome-executed = executed
replay-outcome-failed = failed
replay-outcome-suppressed = suppressed
replay-outcome-unknown = outcome unknown
replay-rule-read-file-bucket = The path and the pages of 200 lines went into the key, so that nearby lines of one file are the same call.
replay-rule-read-file-lines = The path and the exact lines went into the key.
replay-rule-salient = Only { $fields } went into the key; whatever else changes, it stays the same call.
replay-rule-no-salient = None of the fields that DeerFlow picks is there, so that all arguments went into the key.
replay-rule-all-arguments = For this tool all arguments go into the key, so that any change makes another call.
replay-rule-raw-text = The arguments are no JSON; their text is the key.
replay-rule-other-value = The arguments are JSON, but no object; their value is the key.
replay-rule-unknown = The arguments are cut in the record, so that the key cannot be known.
replay-rule-redacted = The arguments were taken out of the file; their key is known only by its digest.

replay-decisions-title = Decisions
replay-changes-no-record = This record does not say what the detector decided, so that there is nothing to compare with.
replay-changes-none =
    { $count ->
        [0] Neither the recorded run nor this replay decides anything.
        [one] This replay decides as the recorded run did, once.
       *[other] This replay decides as the recorded run did, { $count } times.
    }
replay-changes = Against the recorded run: added { $added }, removed { $removed }, changed { $changed }.
replay-only-changes = Only differences
replay-more-decisions = Show more, { $hidden } are left
replay-go-to = Go to response { $response }
replay-column-response = Response
replay-column-line = Line
replay-column-recorded = Recorded
replay-column-replayed = This replay
replay-column-change = Difference
replay-change-added = added
replay-change-removed = removed
replay-change-changed = changed
replay-change-same = none
