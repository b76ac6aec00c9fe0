nav-experiment = Experiment
experiment-lead = An experiment is fixed before anything runs: its tasks with their acceptance criteria, the source tree, the model, the limits and what each variant changes. Freezing gives it a digest (SHA-256). Attempts carry that digest, so that a task which was changed afterwards, or an attempt which was made under something else, is noticed and not compared.
experiment-make-another = Make a manifest here
experiment-form-title = Make a manifest
experiment-form-text = Nothing that is typed here leaves this page until you download it. A downloaded draft or manifest can be loaded again.
experiment-prefill = Fill in what the loaded attempts know: { $tasks ->
    [one] { $tasks } task
   *[other] { $tasks } tasks
  }, { $variants ->
    [one] { $variants } variant
   *[other] { $variants } variants
  }
experiment-id = Id of the experiment
experiment-revision = Source revision
experiment-model = Model and its settings
experiment-concurrency = Attempts at the same time
experiment-tasks = Tasks
experiment-tasks-n = { $n ->
    [one] { $n } task and its acceptance criteria
   *[other] { $n } tasks and their acceptance criteria
  }
experiment-task-n = Task { $n }
experiment-task-id = Id of the task
experiment-task-title = What is asked for
experiment-criteria = Acceptance criteria, one a line
experiment-add-task = Add a task
experiment-remove = Remove
experiment-remove-task = Remove task { $n }
experiment-paste = Paste tasks as text
experiment-paste-label = A task a line, as id=title; below it its criteria, one a line, each after “- ”
experiment-paste-add = Add these tasks
experiment-rubric = Rubric
experiment-rubric-id = Id of the rubric
experiment-rubric-criteria = Criteria of the rubric, one a line
experiment-rubric-name = Rubric { $name }
experiment-rubric-version = Rubric { $name }, version { $version }
experiment-version = Version, if it has one
experiment-baseline = Baseline
experiment-variant-id = Id in attempt records
experiment-true = true
experiment-false = false
experiment-tool = Tool
experiment-override-n = Per-tool override { $n }
experiment-add-override = Add a per-tool override
experiment-remove-override = Remove the override of { $tool }
experiment-variants = Variants
experiment-variants-text = Each variant is the baseline with one setting changed. The override of one tool is one setting; both its thresholds empty means none.
experiment-variants-caption = The baseline is { $baseline }. Each variant changes one setting of it.
experiment-variant-n = Variant { $n }
experiment-add-variant = Add a variant
experiment-remove-variant = Remove variant { $n }
experiment-choose = Choose a setting…
experiment-one-tool = Override of one tool
experiment-column-before = Baseline
experiment-column-after = Variant
experiment-column-field = Required field
experiment-column-traces = With a trace
experiment-freeze = Freeze and download
experiment-draft = Download as a draft
experiment-reset = Empty the form
experiment-copy = Copy it into the form
experiment-load = Load the frozen manifest here
experiment-ready = Nothing keeps it from being frozen. Its digest is { $digest }.
experiment-done = Frozen and downloaded as experiment.json. Its digest is { $digest }.
experiment-refused = It was not frozen.
experiment-faults = { $n ->
    [one] { $n } fault keeps it from being frozen.
   *[other] { $n } faults keep it from being frozen.
  }
experiment-fault-at = { $place }: { $text }
experiment-fault-no-id = An id is missing.
experiment-fault-no-tasks = There is no task.
experiment-fault-duplicate = Something else has this id already.
experiment-fault-no-criteria = There is no criterion, so that nobody could say what is accepted.
experiment-fault-empty-criterion = A criterion is empty.
experiment-fault-no-revision = The revision of the source tree is missing.
experiment-fault-no-model = The model is missing.
experiment-fault-below-one = A whole number of at least 1 is needed.
experiment-fault-too-large = The number is too large to be kept exactly; the largest is 9007199254740991.
experiment-fault-no-rubric = There is no rubric.
experiment-fault-no-variants = There is no variant to compare with the baseline.
experiment-fault-unknown-setting = There is no such setting.
experiment-fault-two-settings = More than one setting is changed, so that nobody could say which made the difference.
experiment-fault-same = This is what the baseline has; a variant must differ.
experiment-fault-not-a-bool = true or false is needed.
experiment-fault-not-whole = A whole number is needed.
experiment-fault-not-an-override = Whole numbers are needed for warn and hard_limit, or neither.
experiment-fault-below-warn = The hard limit is below its warning.
experiment-fault-not-read = This is not read, and freezing would lose it: a field that a manifest does not have, that stands twice or is missing, or that holds something else.
experiment-fault-other = Expected: { $expected }
experiment-digest = Digest: { $digest }
experiment-not-frozen = Not frozen. What it says can still change, so that nothing is compared by it.
experiment-frozen = Frozen, and unchanged since.
experiment-frozen-at = Frozen at { $at }, and unchanged since.
experiment-frozen-redacted = Frozen. Its texts were left out of this file, so that a change of them could not be found.
experiment-changed = Changed after it was frozen. Attempts under it are not compared.
experiment-part-task = Task { $id }
experiment-part-rubric = Rubric { $id }
experiment-part-baseline = Baseline { $id }
experiment-part-variant = Variant { $id }
experiment-part-manifest = The manifest
experiment-change-changed = { $part }: { $field } was changed.
experiment-change-added = { $part } was added.
experiment-change-removed = { $part } was removed.
experiment-change-moved = { $part } stands in another place.
experiment-change-other-form = { $field } stands in the file in another form than the published one.
experiment-change-block = { $part }: its digest in the frozen block was changed.
experiment-missing = missing
experiment-records = What was recorded
experiment-records-caption = { $n ->
    [one] { $n } attempt. Retries and cancelled attempts are attempts.
   *[other] { $n } attempts. Retries and cancelled attempts are attempts.
  }
experiment-no-attempts = No attempt of this experiment is loaded. Drop attempt records, run rows or journals beside the manifest.
experiment-of = { $n } of { $of }
experiment-cell-none = no attempt
experiment-cell-lacking = { $n ->
    [one] { $n } lacks fields
   *[other] { $n } lack fields
  }
experiment-no-attempt-of = { $n ->
    [one] { $n } task has no attempt
   *[other] { $n } tasks have no attempt
  }
experiment-no-trace-of = { $n ->
    [one] { $n } task has attempts and no trace
   *[other] { $n } tasks have attempts and no trace
  }
experiment-other-digest = { $n ->
    [one] { $n } attempt carries another digest and is not compared
   *[other] { $n } attempts carry another digest and are not compared
  }
experiment-no-digest = { $n ->
    [one] { $n } attempt carries no digest
   *[other] { $n } attempts carry no digest
  }
experiment-no-such-task = { $n ->
    [one] { $n } attempt is of no task of the manifest
   *[other] { $n } attempts are of no task of the manifest
  }
experiment-no-such-variant = { $n ->
    [one] { $n } attempt is of no variant of the manifest
   *[other] { $n } attempts are of no variant of the manifest
  }
experiment-lacking = Required fields that attempts lack
experiment-lacking-none = No attempt lacks a required field.
