//! `config.yaml` and price tables.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use loopledger_model::{PriceTable, Rates};
use loopledger_read::{ConfigValue, ConfigValueKind, FileMeta, FileRead, Format, read};
use support::{codes, read_text, try_read};

fn section(text: &str) -> ConfigValue {
    let file = read_text(text);
    assert_eq!(file.format, Format::Config);
    file.detector_config.unwrap().value
}

/// A value of the section, as text: its kind and what it holds.
fn value(yaml: &str) -> String {
    let section = section(&format!("loop_detection:\n  x: {yaml}\n"));
    show(section.get("x").unwrap())
}

fn show(value: &ConfigValue) -> String {
    match &value.kind {
        ConfigValueKind::Null => "null".into(),
        ConfigValueKind::Bool(value) => value.to_string(),
        ConfigValueKind::Int(text) => format!("int {text}"),
        ConfigValueKind::Float(text) => format!("float {text}"),
        ConfigValueKind::Str(text) => format!("str {text}"),
        ConfigValueKind::List(items) => {
            format!(
                "[{}]",
                items.iter().map(show).collect::<Vec<_>>().join(", ")
            )
        }
        ConfigValueKind::Map(entries) => {
            let entries: Vec<_> = entries
                .iter()
                .map(|entry| format!("{}: {}", entry.key, show(&entry.value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

#[test]
fn the_section_of_the_detector() {
    let text = "log_level: info\n\n# limits\nloop_detection:\n  enabled: yes\n  warn_threshold: 3\n  tool_freq_overrides:\n    bash: {warn: 150, hard_limit: 300}\nmodels: []\n";
    let file = read_text(text);
    assert_eq!(file.format, Format::Config);
    assert_eq!(file.diagnostics, []);
    let section = file.detector_config.unwrap();
    assert_eq!(section.line, 4);
    assert_eq!(section.value.entry("warn_threshold").unwrap().line, 6);
    assert_eq!(
        show(&section.value),
        "{enabled: true, warn_threshold: int 3, tool_freq_overrides: {bash: {warn: int 150, hard_limit: int 300}}}"
    );
    assert_eq!(file.config_prices, None);
}

/// What `yaml.safe_load` of PyYAML 6 answers.
#[test]
fn scalars_as_pyyaml_reads_them() {
    for (yaml, expected) in [
        ("yes", "true"),
        ("On", "true"),
        ("OFF", "false"),
        ("No", "false"),
        ("y", "str y"),
        ("n", "str n"),
        ("'yes'", "str yes"),
        ("~", "null"),
        ("", "null"),
        ("Null", "null"),
        ("nULL", "str nULL"),
        ("017", "int 15"),
        ("0o17", "str 0o17"),
        ("08", "str 08"),
        ("0x1F", "int 31"),
        ("0b101", "int 5"),
        ("1_000", "int 1000"),
        ("-5", "int -5"),
        ("+5", "int 5"),
        ("-0", "int 0"),
        ("1:30", "int 90"),
        ("1:60", "str 1:60"),
        (
            "123456789012345678901234567890",
            "int 123456789012345678901234567890",
        ),
        ("1.5", "float 1.5"),
        ("1.", "float 1."),
        (".5", "float .5"),
        ("-.5", "str -.5"),
        ("1e3", "str 1e3"),
        ("1.0e3", "str 1.0e3"),
        ("1.0e+3", "float 1.0e+3"),
        (".inf", "float inf"),
        ("-.INF", "float -inf"),
        (".nan", "float nan"),
        ("2026-09-08", "str 2026-09-08"),
        ("!!str 5", "str 5"),
        ("!!int '5'", "int 5"),
        ("[1, two]", "[int 1, str two]"),
        ("$LIMIT", "str $LIMIT"),
    ] {
        assert_eq!(value(yaml), expected, "{yaml}");
    }
}

#[test]
fn anchors_merges_and_repeated_keys() {
    let text = "base: &base {warn: 1, hard_limit: 2}\nloop_detection:\n  tool_freq_overrides:\n    bash:\n      <<: *base\n      warn: 9\n    ls: *base\n  warn_threshold: 3\n  warn_threshold: 4\n";
    assert_eq!(
        show(&section(text)),
        "{tool_freq_overrides: {bash: {warn: int 9, hard_limit: int 2}, ls: {warn: int 1, hard_limit: int 2}}, warn_threshold: int 4}"
    );
    assert_eq!(codes(&read_text(text)), [("duplicate_key", Some(9))]);
}

#[test]
fn a_section_alone_and_a_configuration_without_one() {
    assert_eq!(
        show(&section("warn_threshold: 4\nhard_limit: 6\n")),
        "{warn_threshold: int 4, hard_limit: int 6}"
    );
    let file = read_text("config_version: 3\nmodels:\n- name: m\n");
    assert_eq!((file.format, file.detector_config), (Format::Config, None));
    // A configuration in JSON is YAML too.
    assert_eq!(
        show(&section(r#"{"loop_detection": {"hard_limit": 6}}"#)),
        "{hard_limit: int 6}"
    );
    for text in ["loop_detection:\n", "loop_detection: 5\n"] {
        assert!(read_text(text).detector_config.is_some());
    }
}

#[test]
fn broken_yaml_is_refused_with_its_place() {
    let check = |text: &str, line: u64, what: &str| {
        let error = try_read("config.yaml", text).unwrap_err();
        let loopledger_read::ReadError::NotRecognised { diagnostics, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!(diagnostics[0].code, "yaml_syntax");
        assert_eq!(diagnostics[0].place.line, Some(line), "{text}");
        assert!(error.to_string().contains(what), "{error}");
    };
    check("loop_detection:\n  a: [1, 2\n", 3, "broken");
    check("loop_detection:\n  a: 1\n---\nb: 2\n", 3, "second document");
    check("loop_detection:\n  a: *nothing\n", 2, "");
    let deep = format!("loop_detection: {}1{}\n", "[".repeat(80), "]".repeat(80));
    check(&deep, 1, "levels of nesting");
    // Nine levels of nine aliases each would be 387 million values.
    let mut laughs = vec!["loop_detection: 1\na0: &a0 [1,1,1,1,1,1,1,1,1]".to_owned()];
    for level in 1..9 {
        let before = level - 1;
        let aliases = vec![format!("*a{before}"); 9].join(",");
        laughs.push(format!("a{level}: &a{level} [{aliases}]"));
    }
    let error = try_read("config.yaml", laughs.join("\n")).unwrap_err();
    assert!(error.to_string().contains("aliases included"), "{error}");
}

#[test]
fn pricing_of_configured_models() {
    let text = "models:\n- name: Fast\n  model: vendor/fast-1\n  pricing: {currency: cny, input_per_million: 8, output_per_million: 32, input_cache_hit_per_million: 0.8}\n- name: free\n  pricing:\n    input_per_million: 0\n    output_per_million: 0\n- name: half\n  pricing: {input_per_million: 1}\n- name: none\nloop_detection: {enabled: true}\n";
    let file = read_text(text);
    let prices = file.config_prices.unwrap();
    assert_eq!(
        prices.models.keys().collect::<Vec<_>>(),
        ["Fast", "vendor/fast-1", "free", "fast"]
    );
    let fast = &prices.models["Fast"];
    assert_eq!(fast.currency.code(), "CNY");
    assert_eq!(fast.place.line, Some(4));
    let rate = |rate: Option<rust_decimal::Decimal>| rate.unwrap().to_string();
    assert_eq!(rate(fast.base.input), "0.000008");
    assert_eq!(rate(fast.base.cache_read), "0.0000008");
    assert_eq!(rate(fast.base.output), "0.000032");
    assert_eq!(prices.models["free"].currency.code(), "USD");
    assert_eq!(rate(prices.models["free"].base.input), "0");
    assert_eq!(
        file.diagnostics
            .iter()
            .map(|diagnostic| diagnostic.code.as_ref())
            .collect::<Vec<_>>(),
        ["incomplete_pricing", "mixed_currencies"]
    );
    assert_eq!(prices.sha256.len(), 64);
}

fn table(text: &str) -> (PriceTable, FileRead) {
    let file = read(
        FileMeta {
            name: "prices.json".into(),
            modified: Some("2026-09-08T00:00:00Z".into()),
        },
        text.into(),
    )
    .unwrap();
    assert_eq!(file.format, Format::PriceTable);
    (file.prices.clone().unwrap(), file)
}

/// Rates in the order input, output, cache read, cache write, for an hour, reasoning.
fn rates(rates: &Rates) -> [String; 6] {
    let Rates {
        input,
        output,
        cache_read,
        cache_write,
        cache_write_1h,
        reasoning,
    } = rates;
    [
        input,
        output,
        cache_read,
        cache_write,
        cache_write_1h,
        reasoning,
    ]
    .map(|rate| rate.map_or("-".to_owned(), |rate| rate.to_string()))
}

#[test]
fn a_price_table_in_litellms_shape() {
    let text = r#"{
 "sample_spec": {"input_cost_per_token": 0.0, "litellm_provider": "one of the list"},
 "m": {"input_cost_per_token": 1.25e-06, "output_cost_per_token": 1e-05, "cache_read_input_token_cost": 1.25E-7, "cache_creation_input_token_cost": 3.75e-06, "cache_creation_input_token_cost_above_1hr": 6e-06, "output_cost_per_reasoning_token": 2e-05, "input_cost_per_token_batches": 6e-07, "input_cost_per_token_above_200k_tokens": 2.5e-06, "output_cost_per_token_above_200k_tokens": 1.5e-05, "input_cost_per_token_above_1000k_tokens": 4e-06, "cache_creation_input_token_cost_above_1hr_above_200k_tokens": 1.2e-05, "input_cost_per_token_above_200k_tokens_priority": 9, "litellm_provider": "x"},
 "ranges": {"litellm_provider": "x", "tiered_pricing": [{"range": [0, 32000.0], "input_cost_per_token": 4.0000000000000003e-07}, {"range": [32000.0, 128000], "input_cost_per_token": 1.2e-06}]},
 "text": {"input_cost_per_token": "1e-6", "output_cost_per_token": null, "cache_read_input_token_cost": 0, "litellm_provider": "x"},
 "picture": {"output_cost_per_image": 0.04, "litellm_provider": "x"},
 "older": {"input_cost_per_token": 2, "input_cost_per_token_cache_hit": 1e-8},
 "loopledger_aliases": {"my-name": "m"}
}"#;
    let (table, file) = table(text);
    assert_eq!(
        table.models.keys().collect::<Vec<_>>(),
        ["m", "ranges", "text", "older"]
    );
    let m = &table.models["m"];
    assert_eq!(
        rates(&m.base),
        [
            "0.00000125",
            "0.00001",
            "0.000000125",
            "0.00000375",
            "0.000006",
            "0.00002"
        ]
    );
    let tiers: Vec<_> = m
        .tiers
        .iter()
        .map(|tier| (tier.above_input_tokens, rates(&tier.rates)))
        .collect();
    let tier = |input: &str, output: &str, hour: &str| {
        [input, output, "-", "-", hour, "-"].map(str::to_owned)
    };
    assert_eq!(
        tiers,
        [
            (200_000, tier("0.0000025", "0.000015", "0.000012")),
            (1_000_000, tier("0.000004", "-", "-"))
        ]
    );
    assert_eq!(m.currency.code(), "USD");
    assert_eq!(
        (m.place.line, m.place.pointer.as_deref()),
        (Some(3), Some("/m"))
    );
    let ranges = &table.models["ranges"];
    assert_eq!(rates(&ranges.base)[0], "0.00000040000000000000003");
    assert_eq!(ranges.tiers[0].above_input_tokens, 32_000);
    assert_eq!(
        rates(&table.models["text"].base),
        ["-", "-", "0", "-", "-", "-"]
    );
    assert_eq!(rates(&table.models["older"].base)[2], "0.00000001");
    assert_eq!(table.aliases["my-name"], "m");
    assert_eq!(codes(&file), [("not_a_rate", Some(5))]);
    assert_eq!(table.date.as_deref(), Some("2026-09-08T00:00:00Z"));
}

#[test]
fn the_digest_of_a_table_is_that_of_its_file() {
    let text = r#"{"m":{"input_cost_per_token":1}}"#;
    let (table, _) = table(text);
    // `printf '{"m":{"input_cost_per_token":1}}' | sha256sum`
    assert_eq!(
        table.sha256,
        "52c0a0188a9e7e76e79a64a1b9fb3d2917707c64a90f971f2c993a6f73ef6ceb"
    );
}
