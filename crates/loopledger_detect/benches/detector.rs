//! How fast calls are keyed and counted, and whether the windows' sizes matter.
//!
//! `cargo bench -p loopledger_detect`; the figures and what they mean are in `BENCHMARKS.md`.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use loopledger_detect::{Call, Config, Detector, Revision, RunId, ThreadId};

/// Calls in one measured iteration.
const CALLS: u32 = 10_000;

/// Eight tools with about 200 bytes of arguments each; `@@@@@@@@@@` is a number that makes a call a
/// new one.
const TEMPLATES: [(&str, &str); 8] = [
    (
        "bash",
        r#"{"command": "python run_@@@@@@@@@@.py alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho", "description": "sigma tau upsilon phi chi psi omega alpha beta gamma"}"#,
    ),
    (
        "read_file",
        r#"{"path": "/mnt/user-data/workspace/src/module_@@@@@@@@@@/file_3.py", "start_line": 401, "end_line": 550, "description": "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi"}"#,
    ),
    (
        "write_file",
        r#"{"path": "/mnt/user-data/outputs/out_@@@@@@@@@@.md", "content": "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau", "description": "write"}"#,
    ),
    (
        "str_replace",
        r#"{"path": "/mnt/user-data/workspace/f@@@@@@@@@@.py", "old_str": "alpha beta gamma delta epsilon zeta eta theta iota", "new_str": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "description": "edit"}"#,
    ),
    (
        "web_search",
        r#"{"query": "query number @@@@@@@@@@ about alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi", "max_results": 5, "description": "sigma tau upsilon phi chi psi omega alpha beta"}"#,
    ),
    (
        "web_fetch",
        r#"{"url": "https://example.org/@@@@@@@@@@/page?x=7", "prompt": "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega"}"#,
    ),
    (
        "grep",
        r#"{"pattern": "def fn_@@@@@@@@@@", "path": "/mnt/user-data/workspace", "glob": "**/*.py", "description": "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho"}"#,
    ),
    (
        "task",
        r#"{"description": "alpha beta gamma delta", "prompt": "@@@@@@@@@@ epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega", "subagent_type": "general-purpose"}"#,
    ),
];

/// Makes calls that differ in a number.
struct Source {
    templates: Vec<(&'static str, Vec<u8>, usize)>,
    next: u32,
    /// After how many calls the numbers start over.
    period: u32,
}

impl Source {
    fn new(period: u32) -> Self {
        let templates = TEMPLATES
            .iter()
            .map(|(name, args)| {
                let slot = args.find("@@@@@@@@@@").unwrap_or_default();
                (*name, args.as_bytes().to_vec(), slot)
            })
            .collect();
        Self {
            templates,
            next: 0,
            period,
        }
    }

    fn observe_next(&mut self, detector: &mut Detector, thread: &ThreadId, run: &RunId) -> bool {
        let number = self.next % self.period;
        self.next = self.next.wrapping_add(1);
        let tools = u32::try_from(self.templates.len()).unwrap_or(1);
        let at = usize::try_from(number % tools).unwrap_or_default();
        let Some((name, args, slot)) = self.templates.get_mut(at) else {
            return false;
        };
        let mut rest = number;
        for digit in args.iter_mut().skip(*slot).take(10).rev() {
            *digit = b'0' + u8::try_from(rest % 10).unwrap_or_default();
            rest /= 10;
        }
        let args = std::str::from_utf8(args).unwrap_or_default();
        let calls = [Call::new(name, args)];
        detector.observe(thread, run, &calls).decision().is_some()
    }
}

/// A detector whose windows have this size, are full, and decide nothing.
fn full_detector(window: i64, source: &mut Source) -> Detector {
    let config = Config {
        window_size: window,
        warn_threshold: i64::MAX,
        hard_limit: i64::MAX,
        tool_freq_warn: window,
        tool_freq_hard_limit: window,
        ..Config::default()
    };
    let mut detector = Detector::new(Revision::default(), config);
    let (thread, run) = (ThreadId::new("thread"), RunId::named("run"));
    for _ in 0..window {
        source.observe_next(&mut detector, &thread, &run);
    }
    detector
}

fn keying_and_counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("calls of 200 bytes");
    group.throughput(Throughput::Elements(CALLS.into()));
    for (keys, period) in [("seen keys", 40), ("fresh keys", u32::MAX)] {
        for window in [20, 1_000_000] {
            let mut source = Source::new(period);
            let mut detector = full_detector(window, &mut source);
            let (thread, run) = (ThreadId::new("thread"), RunId::named("run"));
            group.bench_function(format!("{keys}, window {window}"), |bencher| {
                bencher.iter(|| {
                    (0..CALLS)
                        .filter(|_| source.observe_next(&mut detector, &thread, &run))
                        .count()
                });
            });
        }
    }
    group.finish();
}

/// Responses of 1 to 4 calls, as a DeerFlow journal has them.
fn batches(criterion: &mut Criterion) {
    let texts: Vec<_> = (0..1000_u32)
        .map(|number| {
            let at = usize::try_from(number).unwrap_or_default() % TEMPLATES.len();
            let (name, args) = TEMPLATES.get(at).copied().unwrap_or_default();
            (name, args.replace("@@@@@@@@@@", &format!("{number:010}")))
        })
        .collect();
    let calls: Vec<_> = texts
        .iter()
        .map(|(name, args)| Call::new(name, args))
        .collect();
    let mut group = criterion.benchmark_group("responses of 1 to 4 calls");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("default configuration", |bencher| {
        let (thread, run) = (ThreadId::new("thread"), RunId::named("run"));
        bencher.iter_batched_ref(
            || Detector::new(Revision::default(), Config::default()),
            |detector| {
                let mut rest = calls.as_slice();
                let mut size = 1;
                while !rest.is_empty() {
                    let (response, after) = rest.split_at(size.min(rest.len()));
                    detector.observe(&thread, &run, response);
                    rest = after;
                    size = size % 4 + 1;
                }
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group!(benches, keying_and_counting, batches);
criterion_main!(benches);
