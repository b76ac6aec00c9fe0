# Second opinions, at the end of the Replay page.
opinions-title = Second opinions
opinions-reading = Asking the other detectors…
opinions-finding = Of { $judged } detectors that can be judged here, DeerFlow’s among them, { $stops ->
    [0] none steps in,
    [one] one steps in,
   *[other] { $stops } step in,
} { $warns ->
    [0] none only warns
    [one] one only warns
   *[other] { $warns } only warn
} and { $silent ->
    [0] none is silent.
    [one] one is silent.
   *[other] { $silent } are silent.
}
opinions-finding-undecided = { $count ->
    [one] One cannot be judged, because the file leaves open what decides.
   *[other] { $count } cannot be judged, because the file leaves open what decides.
}
opinions-finding-accepted = { $count ->
    [one] The attempt was accepted: the stop is a candidate for a false positive, look at it.
   *[other] The attempt was accepted: these { $count } stops are candidates for false positives, look at them.
}
opinions-finding-what-if = After response { $response }, where the recorded run intervened, everything is what if.
opinions-lane-no-thought = OpenHands, no words
opinions-lane-message = opencode, a message
opinions-lane-session = opencode, all of it
opinions-lane-tool-calls = LangChain, tool calls
opinions-lane-model-calls = LangChain, model
opinions-lane-iterations = crewAI, iterations
opinions-off = off
opinions-none = none
opinions-warning = warning
opinions-stop = stop
opinions-mark = { $detector }, responses { $response } to { $last }, warnings { $warns }, stops { $stops }
opinions-column-detector = Detector
opinions-column-warning = First warning at response
opinions-column-stop = First stop at response
opinions-column-effect = What a stop does
opinions-column-look = Look at it
opinions-column-after = Recorded after the first stop
opinions-column-responses = Responses
opinions-column-calls = Tool calls
opinions-column-input = Uncached input tokens
opinions-column-cache = Cache read tokens
opinions-column-output = Output tokens
opinions-column-cost = Model cost
opinions-column-kind = What
opinions-column-rule = Rule
opinions-column-source = Read in
opinions-column-limits = Limits
opinions-column-blind = Cannot see here
opinions-look = stops an accepted attempt
opinions-marks = Every mark as a table ({ $count })
opinions-more = Show more ({ $hidden } left)
opinions-sources = Where the rules come from, and what they cannot see
opinions-unplayed = Not replayed
opinions-limits = Limits of your own
opinions-limits-text = Some limits are off until somebody sets one. Empty is the project’s default.
opinions-limits-of-replay = those of the replay above
opinions-limit-problem = A limit is a whole number from 1 on, or empty.
opinions-effect-ends-run = ends the run
opinions-effect-skips-call = the call does not run
opinions-effect-asks-user = asks the user
opinions-seen-read = read at this commit
opinions-seen-partly = read at this commit, the rest from a description of August 2026
opinions-seen-described = from a description of August 2026, its source was not read
opinions-rule-call-set = same call set { $count } times
opinions-rule-frequency = one tool { $count } times
opinions-rule-pair = { $count } equal pairs of call and result
opinions-rule-error = same call fails { $count } times
opinions-rule-monologue = { $count } messages without a call
opinions-rule-alternation = two pairs alternate over { $count } calls
opinions-rule-cycle = { $count ->
    [one] same call five times
   *[other] cycle of { $count } calls five times
}
opinions-rule-call = same call { $count } times in a row
opinions-rule-absolute = same call { $count } times in all
opinions-rule-reminder = reminder, same call { $count } times in a row
opinions-rule-tool-calls = tool call { $count }
opinions-rule-model-calls = after model call { $count }
opinions-unseen-redacted-arguments = arguments were taken out
opinions-unseen-cut-arguments = arguments were cut
opinions-unseen-results = results are not in the file
opinions-unseen-words = words are not in the file
opinions-unseen-user-messages = messages of the user are not told apart
opinions-blind-none = nothing that we know of
opinions-blind-error-kinds = Which errors the framework raised and which a tool reported; each failed result counts as an error of the framework.
opinions-blind-streamed-text = Its rule about texts that repeat while they are streamed.
opinions-blind-model-check = Its rule that asks a model.
opinions-blind-error-text = Its rule about the first hundred characters of an error.
opinions-blind-progress-text = Percentages in results, which lift its upper limit.
opinions-blind-parallel-calls = How many equal calls are under way at the same time.
opinions-blind-condensation = Condensations of the context.
opinions-blind-other-runs = Earlier runs of the same thread, which it may count together.
opinions-blind-never-advances = At this commit its count never advances where calls are inspected, so that it does not fire at home.
opinions-blind-message-bounds = Where its messages end; here one response is one message.
opinions-blind-exempt-tools = Scrolling in a browser, which it does not count.
opinions-blind-last-answer = A last answer that is asked for after the limit.
opinions-blind-page-fingerprints = Fingerprints of the pages that a browser showed.

# Worked examples of second opinions, on the Start page.
start-opinions-title = Where detectors disagree
start-opinions-text = Four runs that some detectors stop and others do not. The second opinions stand at the end of the replay.
start-example-paging-title = A file, page by page
start-example-paging-text = Five pages of one file have the same key up to revision 2026-09-10, and DeerFlow stops the reading; no other detector sees a repetition. Of the second run, under 2026-09-16, each page has its own key: choose revision 2026-09-08 for it and look at what changes.
start-example-numbered-search-title = Pages of search results
start-example-numbered-search-text = The page number is no part of DeerFlow’s key. It stops at the fifth page a run whose artifact was accepted; the others compare all arguments and are silent.
start-example-alternation-title = Search and fetch in turns
start-example-alternation-text = No call follows itself, so that whoever counts the same call in a row is silent. OpenHands sees the alternation first, then Gemini CLI, then DeerFlow, whose window counts each of the two calls.
start-example-polling-title = Waiting for a deployment
start-example-polling-text = The same call with another answer each time. Four detectors step in although the attempt was accepted; OpenHands and Cline look at the answers and do not. DeerFlow is silent under the raised limits: set the defaults and look again.
