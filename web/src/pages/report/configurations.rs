//! The limits under which the numbers came about.

use super::groups::table_class;
use crate::components::NullBadge;
use crate::i18n::I18n;
use crate::t;
use crate::visible_text;
use indexmap::IndexMap;
use loopledger::model::{EffectiveConfiguration, UnknownReason};
use loopledger::view::AttemptView;
use std::rc::Rc;
use yew::{Html, classes, html};

/// A variant, or the attempts without one.
type Variant<'a> = Option<&'a str>;
/// The distinct configurations of a variant; `None` for attempts that record none.
type Recorded<'a> = Vec<Option<&'a EffectiveConfiguration>>;

/// A row for each setting, a column for each variant.
pub(super) fn configurations(i18n: &I18n, attempts: &[Rc<AttemptView>]) -> Html {
    let by_variant = by_variant(attempts);
    if by_variant.is_empty() {
        return Html::default();
    }
    html! {
        <section aria-labelledby="report-limits">
            <h2 id="report-limits">{ t!(i18n, "report-limits-title") }</h2>
            <p>{ t!(i18n, "report-limits-text") }</p>
            <div class="scroll" tabindex="0" role="group" aria-label={t!(i18n, "report-limits-title")}>
                { table(i18n, &by_variant) }
            </div>
        </section>
    }
}

/// The distinct configurations of each variant, in order of appearance.
fn by_variant(attempts: &[Rc<AttemptView>]) -> IndexMap<Variant<'_>, Recorded<'_>> {
    let mut found: IndexMap<Variant<'_>, Recorded<'_>> = IndexMap::new();
    for attempt in attempts {
        let recorded = found.entry(attempt.variant_id.as_deref()).or_default();
        let configuration = attempt.effective_configuration.as_ref();
        if !recorded.contains(&configuration) {
            recorded.push(configuration);
        }
    }
    found
}

/// What stands in a cell: the values of the setting in a variant's configurations.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Cell {
    /// One value, or several in order of appearance; a dash where there is no such override.
    Values(Vec<String>),
    /// No attempt of the variant records its limits.
    NotRecorded,
}

fn cell(recorded: &Recorded<'_>, setting: &str) -> Cell {
    let mut values = Vec::new();
    for configuration in recorded.iter().flatten() {
        let value = configuration
            .settings()
            .swap_remove(setting)
            .unwrap_or_else(|| "–".to_owned());
        if !values.contains(&value) {
            values.push(value);
        }
    }
    if values.is_empty() {
        Cell::NotRecorded
    } else {
        Cell::Values(values)
    }
}

fn table(i18n: &I18n, by_variant: &IndexMap<Variant<'_>, Recorded<'_>>) -> Html {
    let mut names: Vec<String> = Vec::new();
    for configuration in by_variant.values().flatten().flatten() {
        for name in configuration.settings().into_keys() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let head = |variant: Variant<'_>| match variant {
        Some(variant) => visible_text(variant),
        None => t!(i18n, "report-without-variant"),
    };
    let key = |variant: Variant<'_>| variant.map_or_else(String::new, |name| format!("={name}"));
    html! {
        <table class={table_class(by_variant.len())}>
            <thead>
                <tr>
                    <th scope="col">{ t!(i18n, "column-setting") }</th>
                    { for by_variant.keys().map(|variant| html! {
                        <th scope="col" key={key(*variant)}>{ head(*variant) }</th>
                    }) }
                </tr>
            </thead>
            <tbody>
                { for names.iter().map(|name| {
                    let cells: Vec<Cell> =
                        by_variant.values().map(|recorded| cell(recorded, name)).collect();
                    let differs = cells.windows(2).any(|pair| matches!(pair, [a, b] if a != b));
                    html! {
                        <tr key={name.clone()} class={classes!(differs.then_some("differs"))}>
                            <th scope="row"><code>{ visible_text(name) }</code></th>
                            { for by_variant.keys().zip(cells).map(|(variant, cell)| html! {
                                <td key={key(*variant)} class="num">
                                    { cell_text(name, cell) }
                                </td>
                            }) }
                        </tr>
                    }
                }) }
                if names.is_empty() {
                    <tr>
                        <th scope="row">{ t!(i18n, "report-limits-title") }</th>
                        { for by_variant.keys().map(|variant| html! {
                            <td key={key(*variant)}>
                                { cell_text("effectiveConfiguration", Cell::NotRecorded) }
                            </td>
                        }) }
                    </tr>
                }
            </tbody>
        </table>
    }
}

fn cell_text(setting: &str, cell: Cell) -> Html {
    match cell {
        Cell::Values(values) => html! { { visible_text(&values.join(", ")) } },
        Cell::NotRecorded => html! {
            <NullBadge label={setting.to_owned()} reason={UnknownReason::AbsentField} />
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loopledger::model::ToolFreqOverride;

    fn configuration(hard_limit: i64) -> EffectiveConfiguration {
        EffectiveConfiguration {
            hard_limit,
            ..EffectiveConfiguration::default()
        }
    }

    fn values(cell: Cell) -> Vec<String> {
        match cell {
            Cell::Values(values) => values,
            Cell::NotRecorded => Vec::new(),
        }
    }

    #[test]
    fn every_value_of_a_variant_is_shown_once() {
        let (five, eight) = (configuration(5), configuration(8));
        let recorded = vec![Some(&five), Some(&eight), None];
        assert_eq!(values(cell(&recorded, "hard_limit")), ["5", "8"]);
        assert_eq!(values(cell(&recorded, "warn_threshold")), ["3"]);
    }

    #[test]
    fn a_variant_without_limits_is_not_recorded() {
        assert_eq!(cell(&vec![None], "hard_limit"), Cell::NotRecorded);
    }

    #[test]
    fn an_override_is_a_setting_of_its_own() {
        let mut limits = configuration(5);
        limits.tool_freq_overrides.insert(
            "bash".to_owned(),
            ToolFreqOverride {
                warn: 60,
                hard_limit: 90,
            },
        );
        let plain = configuration(5);
        let recorded = vec![Some(&limits), Some(&plain)];
        let found = values(cell(&recorded, "tool_freq_overrides.bash"));
        assert_eq!(found, ["60 / 90", "–"]);
    }
}
