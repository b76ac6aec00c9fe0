//! Whose rules they are, where they were read, and what they can and cannot see.

use crate::sequence::{Sequence, Settled, Unseen};
use crate::{consecutive, cycle, limit, openhands};

/// One project's rule.
#[derive(Debug, Clone, Copy)]
pub struct Detector {
    /// Stable id.
    pub id: &'static str,
    /// What the project calls it.
    pub name: &'static str,
    /// The project.
    pub project: &'static str,
    /// Where the rule was read.
    pub source: Source,
    /// Its limits.
    pub parameters: &'static [Parameter],
    /// What a stop of its does.
    pub effect: StopEffect,
    /// What of upstream's rule, or of what it looks at, is missing here.
    pub blind: &'static [Blind],
    /// The limit without which it is off.
    switch: Option<Switch>,
    rule: fn(&Settled, &Settings) -> Vec<Mark>,
}

/// Where a rule was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The repository.
    pub repository: &'static str,
    /// The file in it.
    pub file: &'static str,
    /// The commit that was read; `None` where only a description of the rule was.
    pub commit: Option<&'static str>,
    /// How it was read.
    pub seen: Seen,
}

/// How well a rule is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Its source was read at the named commit.
    Read,
    /// The commit that was read says less; the rest is from a description of a later state.
    Partly,
    /// It is known from a description of its state of August 2026 alone.
    Described,
}

/// A limit of a detector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Stable name.
    pub name: &'static str,
    /// Upstream's default; `None` where upstream has none and the detector is off.
    pub default: Option<u64>,
    switch: Option<Switch>,
}

/// A limit that the reader gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Switch {
    GooseMaxRepetitions,
    ToolCallLimit,
    ModelCallLimit,
    SmolagentsMaxSteps,
    CrewaiMaxIter,
}

/// What a stop does where the detector is at home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopEffect {
    /// The run ends.
    EndsRun,
    /// The call does not run, and the model is told so.
    SkipsCall,
    /// The user is asked whether it shall run.
    AsksUser,
}

/// What a replay of a detector cannot see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blind {
    /// Upstream tells errors of the framework from errors that a tool reports; a trace does not.
    ErrorKinds,
    /// Its rule about texts as they are streamed.
    StreamedText,
    /// Its rule that asks a model.
    ModelCheck,
    /// Its rule about the first hundred characters of an error.
    ErrorText,
    /// Percentages in results, by which it recognises progress.
    ProgressText,
    /// How many calls run at the same time.
    ParallelCalls,
    /// Condensations of the context.
    Condensation,
    /// Other agents' runs of the same thread, which it counts together.
    OtherRuns,
    /// At the revision that was read its count never advances, so that it never fires there.
    NeverAdvances,
    /// What is its message: it may span several responses there.
    MessageBounds,
    /// Calls that it does not count at home.
    ExemptTools,
    /// The model is asked for a last answer there, of which nobody knows what it would cost.
    LastAnswer,
    /// Fingerprints of the pages that a browser showed.
    PageFingerprints,
}

/// What a reader sets; `None` is upstream's default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// goose: how often a call may be repeated.
    pub goose_max_repetitions: Option<u64>,
    /// LangChain: how many tool calls a run may make.
    pub tool_call_limit: Option<u64>,
    /// LangChain: how many model calls a run may make.
    pub model_call_limit: Option<u64>,
    /// smolagents: how many steps a run may make.
    pub smolagents_max_steps: Option<u64>,
    /// crewAI: how many iterations a run may make.
    pub crewai_max_iter: Option<u64>,
}

/// What a detector does somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Ordinal of the response.
    pub step: usize,
    /// How many of its calls run before the detector speaks.
    pub ran: usize,
    /// What it does.
    pub kind: Kind,
    /// Stable code of the rule.
    pub rule: &'static str,
    /// What the rule counted.
    pub count: u64,
}

/// What a detector does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It tells the model.
    Warn,
    /// It steps in, with its [`StopEffect`].
    Stop,
}

/// What a detector says about a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// All that it does, in order; where a stop ends the run, nothing after the first one.
    Judged(Vec<Mark>),
    /// Nobody can tell, because of these.
    Undecided(Vec<Unseen>),
    /// It is off unless somebody sets its limit.
    Off,
}

/// A detector that cannot be replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unplayed {
    /// Stable id.
    pub id: &'static str,
    /// The project.
    pub project: &'static str,
    /// What the rule needs that no trace has.
    pub needs: Blind,
    /// Where it is described.
    pub source: Source,
}

impl Detector {
    /// What the detector says about a run.
    pub fn judge(&self, sequence: &Sequence, settings: &Settings) -> Verdict {
        if self
            .switch
            .is_some_and(|switch| self.value_of(switch, settings).is_none())
        {
            return Verdict::Off;
        }
        let marks = |alike: &dyn Fn(Unseen) -> bool| {
            let mut marks = (self.rule)(&sequence.settled(alike), settings);
            if self.effect == StopEffect::EndsRun
                && let Some(first) = marks.iter().position(|mark| mark.kind == Kind::Stop)
            {
                marks.truncate(first + 1);
            }
            marks
        };
        let apart = marks(&|_| false);
        let unseen = sequence.unseen();
        if unseen.is_empty() || marks(&|_| true) == apart {
            return Verdict::Judged(apart);
        }
        let alone = |one: &Unseen| marks(&|unseen| unseen == *one) != apart;
        let decisive: Vec<_> = unseen.iter().copied().filter(alone).collect();
        Verdict::Undecided(if decisive.is_empty() {
            unseen
        } else {
            decisive
        })
    }

    /// Its limits with their values; `None` where it has none and none was given.
    pub fn values(&self, settings: &Settings) -> Vec<(&'static Parameter, Option<u64>)> {
        self.parameters
            .iter()
            .map(|parameter| {
                let given = parameter.switch.and_then(|it| given(it, settings));
                (parameter, given.or(parameter.default))
            })
            .collect()
    }

    fn value_of(&self, switch: Switch, settings: &Settings) -> Option<u64> {
        self.values(settings)
            .into_iter()
            .find(|(parameter, _)| parameter.switch == Some(switch))
            .and_then(|(_, value)| value)
    }
}

fn given(switch: Switch, settings: &Settings) -> Option<u64> {
    match switch {
        Switch::GooseMaxRepetitions => settings.goose_max_repetitions,
        Switch::ToolCallLimit => settings.tool_call_limit,
        Switch::ModelCallLimit => settings.model_call_limit,
        Switch::SmolagentsMaxSteps => settings.smolagents_max_steps,
        Switch::CrewaiMaxIter => settings.crewai_max_iter,
    }
}

impl Mark {
    pub(crate) fn warn(step: usize, ran: usize, rule: &'static str, count: u64) -> Self {
        Self {
            step,
            ran,
            kind: Kind::Warn,
            rule,
            count,
        }
    }

    pub(crate) fn stop(step: usize, ran: usize, rule: &'static str, count: u64) -> Self {
        Self {
            kind: Kind::Stop,
            ..Self::warn(step, ran, rule, count)
        }
    }
}

impl Kind {
    /// Stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Warn => "warn",
            Self::Stop => "stop",
        }
    }
}

impl Seen {
    /// Stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Partly => "partly",
            Self::Described => "described",
        }
    }
}

impl StopEffect {
    /// Stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::EndsRun => "ends_run",
            Self::SkipsCall => "skips_call",
            Self::AsksUser => "asks_user",
        }
    }
}

impl Blind {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::ErrorKinds,
        Self::StreamedText,
        Self::ModelCheck,
        Self::ErrorText,
        Self::ProgressText,
        Self::ParallelCalls,
        Self::Condensation,
        Self::OtherRuns,
        Self::NeverAdvances,
        Self::MessageBounds,
        Self::ExemptTools,
        Self::LastAnswer,
        Self::PageFingerprints,
    ];

    /// Stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::ErrorKinds => "error_kinds",
            Self::StreamedText => "streamed_text",
            Self::ModelCheck => "model_check",
            Self::ErrorText => "error_text",
            Self::ProgressText => "progress_text",
            Self::ParallelCalls => "parallel_calls",
            Self::Condensation => "condensation",
            Self::OtherRuns => "other_runs",
            Self::NeverAdvances => "never_advances",
            Self::MessageBounds => "message_bounds",
            Self::ExemptTools => "exempt_tools",
            Self::LastAnswer => "last_answer",
            Self::PageFingerprints => "page_fingerprints",
        }
    }
}

const fn fixed(name: &'static str, value: u64) -> Parameter {
    Parameter {
        name,
        default: Some(value),
        switch: None,
    }
}

const fn read(repository: &'static str, file: &'static str, commit: &'static str) -> Source {
    Source {
        repository,
        file,
        commit: Some(commit),
        seen: Seen::Read,
    }
}

const fn described(repository: &'static str, file: &'static str) -> Source {
    Source {
        repository,
        file,
        commit: None,
        seen: Seen::Described,
    }
}

const OPENHANDS: Source = read(
    "OpenHands/software-agent-sdk",
    "openhands-sdk/openhands/sdk/conversation/stuck_detector.py",
    "a229db5724ae8697d2ebcce7964f0c81b408cf55",
);
const OPENHANDS_PARAMETERS: &[Parameter] = &[
    fixed("action_observation", openhands::ACTION_OBSERVATION as u64),
    fixed("action_error", openhands::ACTION_ERROR as u64),
    fixed("monologue", openhands::MONOLOGUE as u64),
    fixed("alternating_pattern", openhands::ALTERNATING_PATTERN as u64),
    fixed("events", openhands::EVENTS as u64),
];
const OPENCODE: Source = read(
    "sst/opencode",
    "packages/opencode/src/session/processor.ts",
    "9c094ad5581ded82524853d0b1f0881ab8964a21",
);

/// Every detector that can be replayed, in the order in which they are shown.
pub const DETECTORS: &[Detector] = &[
    Detector {
        id: "openhands",
        name: "StuckDetector",
        project: "OpenHands SDK",
        source: OPENHANDS,
        parameters: OPENHANDS_PARAMETERS,
        effect: StopEffect::EndsRun,
        blind: &[Blind::ErrorKinds, Blind::Condensation],
        switch: None,
        rule: |run, _| openhands::judge(run, openhands::Thought::Compared),
    },
    Detector {
        id: "openhands-no-thought",
        name: "StuckDetector",
        project: "OpenHands SDK",
        source: OPENHANDS,
        parameters: OPENHANDS_PARAMETERS,
        effect: StopEffect::EndsRun,
        blind: &[Blind::ErrorKinds, Blind::Condensation],
        switch: None,
        rule: |run, _| openhands::judge(run, openhands::Thought::Ignored),
    },
    Detector {
        id: "gemini-cli",
        name: "LoopDetectionService",
        project: "Gemini CLI",
        source: Source {
            repository: "google-gemini/gemini-cli",
            file: "packages/core/src/services/loopDetectionService.ts",
            commit: Some("022f913dc748df9dbc4d88c6555fe475606cb379"),
            seen: Seen::Partly,
        },
        parameters: &[
            fixed("repetitions", cycle::REPETITIONS as u64),
            fixed("longest_period", cycle::LONGEST_PERIOD as u64),
            fixed("history", cycle::HISTORY as u64),
        ],
        effect: StopEffect::EndsRun,
        blind: &[Blind::StreamedText, Blind::ModelCheck],
        switch: None,
        rule: |run, _| cycle::judge(run),
    },
    Detector {
        id: "cline",
        name: "LoopDetectionTracker",
        project: "Cline SDK",
        source: read(
            "cline/cline",
            "sdk/packages/core/src/runtime/safety/loop-detection.ts",
            "0377e94a8ff73d8a62e134d2071a73292de37fc3",
        ),
        parameters: &[
            fixed("soft_threshold", consecutive::CLINE_SOFT),
            fixed("hard_threshold", consecutive::CLINE_HARD),
            fixed("absolute_limit", consecutive::CLINE_CEILING),
        ],
        effect: StopEffect::EndsRun,
        blind: &[Blind::ProgressText, Blind::ParallelCalls],
        switch: None,
        rule: |run, _| consecutive::cline(run),
    },
    Detector {
        id: "roo-code",
        name: "ToolRepetitionDetector",
        project: "Roo Code",
        source: read(
            "RooCodeInc/Roo-Code",
            "src/core/tools/ToolRepetitionDetector.ts",
            "37479466bc615057ee1865c395d00a3b5e0569a2",
        ),
        parameters: &[fixed("limit", consecutive::ROO_LIMIT)],
        effect: StopEffect::AsksUser,
        blind: &[Blind::ExemptTools],
        switch: None,
        rule: |run, _| consecutive::roo(run),
    },
    Detector {
        id: "opencode",
        name: "doom_loop",
        project: "opencode",
        source: OPENCODE,
        parameters: &[fixed("threshold", consecutive::OPENCODE_THRESHOLD)],
        effect: StopEffect::AsksUser,
        blind: &[Blind::MessageBounds],
        switch: None,
        rule: |run, _| consecutive::opencode(run, consecutive::Span::Message),
    },
    Detector {
        id: "opencode-session",
        name: "doom_loop",
        project: "opencode",
        source: OPENCODE,
        parameters: &[fixed("threshold", consecutive::OPENCODE_THRESHOLD)],
        effect: StopEffect::AsksUser,
        blind: &[],
        switch: None,
        rule: |run, _| consecutive::opencode(run, consecutive::Span::Session),
    },
    Detector {
        id: "goose",
        name: "RepetitionInspector",
        project: "goose",
        source: read(
            "aaif-goose/goose",
            "crates/goose/src/tool_monitor.rs",
            "37c043b9544f48db0f91e981303b935981b908e6",
        ),
        parameters: &[Parameter {
            name: "max_repetitions",
            default: None,
            switch: Some(Switch::GooseMaxRepetitions),
        }],
        effect: StopEffect::SkipsCall,
        blind: &[Blind::NeverAdvances, Blind::ErrorText],
        switch: Some(Switch::GooseMaxRepetitions),
        rule: |run, settings| {
            consecutive::goose(run, settings.goose_max_repetitions.unwrap_or(u64::MAX))
        },
    },
    Detector {
        id: "kimi-code",
        name: "ToolCallDeduplicator",
        project: "kimi-code",
        source: read(
            "MoonshotAI/kimi-code",
            "packages/agent-core/src/agent/turn/tool-dedup.ts",
            "261a1e17eb75afc8cf277e53f0e2274eef6e3808",
        ),
        parameters: &[
            fixed("reminder_1", consecutive::KIMI_REMINDERS[0]),
            fixed("reminder_2", consecutive::KIMI_REMINDERS[1]),
            fixed("reminder_3", consecutive::KIMI_REMINDERS[2]),
            fixed("force_stop", consecutive::KIMI_STOP),
        ],
        effect: StopEffect::EndsRun,
        blind: &[],
        switch: None,
        rule: |run, _| consecutive::kimi(run),
    },
    Detector {
        id: "crewai",
        name: "task_repeated_usage",
        project: "crewAI",
        source: read(
            "crewAIInc/crewAI",
            "lib/crewai/src/crewai/tools/tool_usage.py",
            "020cf9b584dad901ccade975dc42a29846b2ea9a",
        ),
        parameters: &[fixed("repetition", consecutive::CREWAI_REPETITION)],
        effect: StopEffect::SkipsCall,
        blind: &[],
        switch: None,
        rule: |run, _| consecutive::crewai(run),
    },
    Detector {
        id: "langchain-tool-calls",
        name: "ToolCallLimitMiddleware",
        project: "LangChain",
        source: Source {
            repository: "langchain-ai/langchain",
            file: "libs/langchain_v1/langchain/agents/middleware/tool_call_limit.py",
            commit: Some("05f28d3b09df8778b60db3c947cc1853b67939e0"),
            seen: Seen::Partly,
        },
        parameters: &[Parameter {
            name: "run_limit",
            default: None,
            switch: Some(Switch::ToolCallLimit),
        }],
        effect: StopEffect::SkipsCall,
        blind: &[Blind::OtherRuns],
        switch: Some(Switch::ToolCallLimit),
        rule: |run, settings| limit::tool_calls(run, settings.tool_call_limit.unwrap_or(u64::MAX)),
    },
    Detector {
        id: "langchain-model-calls",
        name: "ModelCallLimitMiddleware",
        project: "LangChain",
        source: read(
            "langchain-ai/langchain",
            "libs/langchain_v1/langchain/agents/middleware/model_call_limit.py",
            "03c5d67757ce2f8db74a7bde9e3ba153b2172f1d",
        ),
        parameters: &[Parameter {
            name: "run_limit",
            default: None,
            switch: Some(Switch::ModelCallLimit),
        }],
        effect: StopEffect::EndsRun,
        blind: &[Blind::OtherRuns],
        switch: Some(Switch::ModelCallLimit),
        rule: |run, settings| {
            limit::model_calls(
                run,
                settings.model_call_limit.unwrap_or(u64::MAX),
                "model_calls",
            )
        },
    },
    Detector {
        id: "smolagents",
        name: "max_steps",
        project: "smolagents",
        source: described("huggingface/smolagents", "src/smolagents/agents.py"),
        parameters: &[Parameter {
            name: "max_steps",
            default: Some(limit::SMOLAGENTS),
            switch: Some(Switch::SmolagentsMaxSteps),
        }],
        effect: StopEffect::EndsRun,
        blind: &[Blind::LastAnswer],
        switch: None,
        rule: |run, settings| {
            limit::model_calls(
                run,
                settings.smolagents_max_steps.unwrap_or(limit::SMOLAGENTS),
                "max_steps",
            )
        },
    },
    Detector {
        id: "crewai-max-iter",
        name: "max_iter",
        project: "crewAI",
        source: described("crewAIInc/crewAI", "lib/crewai/src/crewai/agent/core.py"),
        parameters: &[Parameter {
            name: "max_iter",
            default: Some(limit::CREWAI),
            switch: Some(Switch::CrewaiMaxIter),
        }],
        effect: StopEffect::EndsRun,
        blind: &[Blind::LastAnswer],
        switch: None,
        rule: |run, settings| {
            limit::model_calls(
                run,
                settings.crewai_max_iter.unwrap_or(limit::CREWAI),
                "max_steps",
            )
        },
    },
];

/// Detectors that cannot be replayed, and why.
pub const UNPLAYED: &[Unplayed] = &[
    Unplayed {
        id: "gemini-cli-model",
        project: "Gemini CLI",
        needs: Blind::ModelCheck,
        source: read(
            "google-gemini/gemini-cli",
            "packages/core/src/services/loopDetectionService.ts",
            "022f913dc748df9dbc4d88c6555fe475606cb379",
        ),
    },
    Unplayed {
        id: "gemini-cli-content",
        project: "Gemini CLI",
        needs: Blind::StreamedText,
        source: read(
            "google-gemini/gemini-cli",
            "packages/core/src/services/loopDetectionService.ts",
            "022f913dc748df9dbc4d88c6555fe475606cb379",
        ),
    },
    Unplayed {
        id: "magentic-one-ledger",
        project: "AutoGen MagenticOne",
        needs: Blind::ModelCheck,
        source: described(
            "microsoft/autogen",
            "autogen_agentchat/teams/_group_chat/_magentic_one/_magentic_one_group_chat.py",
        ),
    },
    Unplayed {
        id: "browser-use-fingerprints",
        project: "browser-use",
        needs: Blind::PageFingerprints,
        source: described("browser-use/browser-use", "browser_use/agent/views.py"),
    },
    Unplayed {
        id: "goose-repeated-error",
        project: "goose",
        needs: Blind::ErrorText,
        source: read(
            "aaif-goose/goose",
            "crates/goose/src/tool_monitor.rs",
            "37c043b9544f48db0f91e981303b935981b908e6",
        ),
    },
];
