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
theme-system = System theme
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
error-replay = This run cannot be replayed so.
error-cancelled = The load was cancelled.
error-other = Something went wrong.

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
null-name = { $label }, null, { $reason }
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
reason-parse-error-text = Something stands there that is no such value.
reason-ambiguous-text = The sources disagree, or what they say can be read in two ways.
reason-not-run-text = Nothing was run, so nothing was measured.
reason-nothing-accepted-text = No artifact was accepted, so there is nothing to divide by.
reason-no-samples-text = No attempt has this measurement, so there is no percentile.
reason-part-unknown-text = At least one part of this sum is unknown, so the sum is too. What is known is a lower bound.
reason-other-text = The reason is one that this version has no words for.

origin-reported-text = Reported: the file says so.
origin-derived-text = Derived: added up or counted from values that the files report.
origin-priced-text = Priced: reported tokens times the prices of a table that you loaded.
origin-mixed-text = Mixed: some parts are reported and others are priced.
origin-priced-short = priced

unit-seconds = s
unit-no-currency = of a currency that is not stated

## Where a number comes from

panel-no-place = This number is computed from several places; the numbers that it is made of lead to theirs.
panel-not-loaded = The file is not loaded, or has no text here.
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
format-price-table = Price table

severity-error = error
severity-warning = warning
severity-info = note

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
