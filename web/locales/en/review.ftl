nav-review = Review

review-nothing = No files are loaded, so there is nothing to review. Load an experiment, its attempts and their runs.
review-yours = Your review
review-lead = Decide every attempt by the same criteria, and say of each warning and stop whether it met a loop or useful work. What you decide counts at once on the other pages; the file below carries it to others.
review-name = Your name
review-blind = Hide the variant
review-keep = Keep my review in this browser
review-kept = Every decision is kept in this browser until you forget it here. Anybody who uses this browser can read it.
review-not-kept = Nothing is kept: what is not downloaded is lost when this page is closed, and the browser asks before that.
review-keep-refused = The browser does not let this page keep anything, or has no room. Download the review before you leave.
review-restored = Your review from an earlier visit was kept in this browser and is here again.
review-progress-label = Attempts that you have decided
review-progress = { $decided } of { $attempts } attempts decided, { $judged } of { $interventions } warnings and stops judged
review-nameless = Write your name: a review without one counts for nobody and cannot be saved.
review-about-other = What you decided is about another experiment, manifest or rubric than what is loaded now, so it does not count here. Download it and forget it before you go on.
review-download = Download the review
review-forget = Forget this review
review-unsaved = There are decisions that no file holds yet.

review-other-attempts = { $n ->
    [one] One loaded attempt belongs to another experiment or manifest and is no part of this review.
   *[other] { $n } loaded attempts belong to another experiment or manifest and are no part of this review.
  }
review-no-attempts = No attempts are loaded. Reviews can be compared all the same.
review-previous = Previous attempt
review-next = Next attempt
review-attempt-of = Attempt { $n } of { $of }
review-attempt-number = Attempt { $n }
review-some-attempt = An attempt
review-attempt = Attempt
review-task = Task
review-acceptance = Acceptance criteria
review-no-criteria = No loaded manifest says what an artifact of this task must do.
review-rubric = Rubric
review-no-rubric = No loaded manifest has a rubric with criteria.
review-artifacts = Artifacts
review-no-artifacts = No record names a file that was delivered.
review-no-digest = no digest
review-status = How the run ended
review-outcome = Outcome
review-messages = Last messages
review-no-trace = No trace of this attempt is loaded.
review-response = Response { $n }
review-result-of = Result of { $tool }, asked for by response { $n }
review-cut = Shortened; the place leads to the rest.
review-no-text = The file keeps no text here.
review-accept = Accept
review-reject = Reject
review-reason = Reason (needed for a rejection)
review-reason-needed = A rejection needs a reason. Nothing was decided.
review-you-accepted = You accepted this attempt.
review-you-rejected = You rejected this attempt.
review-you-open = You have not decided this attempt.
review-undo = Take it back
review-others = What others decided
review-accepted = accepted
review-rejected = rejected
review-in-record = in the attempt’s own record
review-unnamed = Somebody without a name

review-stops-title = Warnings and stops
review-stops-text = Every warning and stop of each run’s replay under its own limits, and those that only the record has. Stops on accepted attempts come first, then stops although the results of identical calls kept changing.
review-no-stops = The loaded runs have no warning and no stop.
review-without-layer = { $n ->
    [one] One recorded warning or stop cannot be judged, because its record does not say which layer it is of.
   *[other] { $n } recorded warnings or stops cannot be judged, because their records do not say which layer they are of.
  }
review-stops-shown = { $from } to { $until } of { $of }
review-warning = Warning
review-stop = Stop
review-at-response = at response { $n }
review-layer-identical = identical call sets
review-layer-frequency = calls of one tool
review-count = { $count } with a threshold of { $threshold }
review-why-accepted = On an accepted attempt.
review-why-changing = The results kept changing.
review-results = { $results } results of the identical calls are kept, { $distinct ->
    [one] all the same.
   *[other] { $distinct } of them different.
  }
review-results-unknown = The file keeps too few results of the identical calls to tell whether they changed.
review-recorded = Recorded, and the replay comes to the same.
review-only-recorded = Recorded, but the replay does not come to it.
review-only-replayed = Not recorded; the replay comes to it.
review-what-if = What if: it lies after the point from where the run would have gone differently.
review-no-attempt = no attempt
review-to-replay = Replay, response { $n }
review-replay-hidden = The replay would show the variant.
review-verdict-on = Verdict on number { $n }
review-right = Right
review-false-positive = False positive
review-unsure = Unsure
review-note = Note

review-reviewers-title = Reviewers
review-reviewers-text = Drop another reviewer’s file on this page to merge it with yours.
review-reviewer = Reviewer
review-decisions = Decisions
review-judgements = Judgements
review-blind-column = Variant hidden
review-file = File
review-do = Go on
review-yes = yes
review-no = no
review-draft = this page
review-take-over = Go on with the review of { $reviewer }
review-agreement-title = Agreement
review-agreement-text = Cohen’s kappa over the attempts that both decided: 1 is full agreement, 0 what chance alone would give.
review-pair = Reviewers
review-pair-of = { $first } and { $second }
review-n = Attempts both decided (n)
review-kappa = Cohen’s kappa
review-share = Agreement
review-percent = { $share } %
review-both-accept = Both accept
review-only-first = Only the first accepts
review-only-second = Only the second accepts
review-both-reject = Both reject
review-kappa-no-cases = no attempt that both decided
review-kappa-one = chance explains everything
review-differences-title = Where they differ
review-differences-text = These stay undecided until the reviewers agree.
review-no-differences = The reviewers agree wherever both decided.
review-why-open = Why it is open
review-who = Who decided what
review-who-judged = Who judged how
review-what = Warning or stop
review-disagreement = The reviewers disagree.
review-conflict = A reviewer contradicts an earlier decision.
review-several-rubrics = Decided by different versions of the rubric.
review-contradicts = Both are from { $names }.
review-not-applied-title = Decisions that do not count
review-decision = Decision
review-why-not = Why not
review-not-manifest = Made under another frozen manifest.
review-not-experiment = Made for another experiment.
review-not-rubric = Made by another rubric, or another version.
review-not-task = About another task.
review-not-artifact = About another version of the artifact.
review-not-attempt = No such attempt is loaded.
review-in-place-of = in place of

format-review = Loopledger review
help-key-review-attempts = Review: accept, reject
help-key-review-verdicts = Review: right, false positive, unsure
