//! What the comparison found, in sentences, and how.

use super::Names;
use super::words::{metric_name, signed, why_null};
use crate::i18n::{I18n, number};
use crate::t;
use crate::visible_text;
use loopledger::view::compare::{ComparisonAnswer, ComparisonView, MetricView, ReservationView};
use yew::{AttrValue, Html, html};

pub(super) fn finding(
    i18n: &I18n,
    answer: &ComparisonAnswer,
    view: &ComparisonView,
    names: &Names,
) -> Html {
    let metric = |code: &str| view.metrics.iter().find(|metric| metric.code == code);
    let main = ["costPerAcceptedArtifact", "acceptanceRate"];
    let change = answer
        .choices
        .iter()
        .find(|choice| Some(&choice.variant_id) == answer.variant.as_ref());
    html! {
        <section class="finding" aria-labelledby="compare-finding">
            <h2 id="compare-finding" class="visually-hidden">{ t!(i18n, "compare-finding") }</h2>
            { for main.into_iter().filter_map(metric).enumerate().map(|(index, metric)| html! {
                <p key={metric.code.clone()} class={(index == 0).then_some("lead")}>
                    { sentence(i18n, view, metric, names) }
                </p>
            }) }
            <p>{ tally(i18n, view) }</p>
            if let Some(change) = change {
                <p>
                    { t!(
                        i18n,
                        "compare-change",
                        baseline = names.baseline.clone(),
                        variant = names.variant.clone(),
                        setting = visible_text(&change.setting),
                        value = visible_text(&change.value)
                    ) }
                </p>
            }
            if !view.reservations.is_empty() {
                <ul class="compare-reservations">
                    { for view.reservations.iter().map(|it| reservation(i18n, it)) }
                </ul>
            }
        </section>
    }
}

/// What a metric's interval says, with the number of tasks.
fn sentence(i18n: &I18n, view: &ComparisonView, metric: &MetricView, names: &Names) -> AttrValue {
    let name = metric_name(i18n, metric);
    let (baseline, variant) = (names.baseline.clone(), names.variant.clone());
    let Some(difference) = &metric.difference else {
        let reason = metric.difference_reason.as_deref().unwrap_or_default();
        return t!(
            i18n,
            "compare-finding-null",
            metric = name,
            baseline = baseline,
            variant = variant,
            reason = why_null(i18n, reason)
        );
    };
    let difference = signed(i18n, metric, difference);
    let (Some(low), Some(high)) = (&metric.low, &metric.high) else {
        let reason = metric.interval_reason.as_deref().unwrap_or_default();
        return t!(
            i18n,
            "compare-finding-no-interval",
            metric = name,
            baseline = baseline,
            variant = variant,
            difference = difference,
            reason = why_null(i18n, reason)
        );
    };
    let (low, high) = (signed(i18n, metric, low), signed(i18n, metric, high));
    if metric.verdict == "undecided" {
        return t!(
            i18n,
            "compare-finding-undecided",
            metric = name,
            baseline = baseline,
            variant = variant,
            difference = difference,
            low = low,
            high = high,
            n = view.tasks
        );
    }
    t!(
        i18n,
        "compare-finding-apart",
        direction = metric.verdict.clone(),
        metric = name,
        baseline = baseline,
        variant = variant,
        difference = difference,
        low = low,
        high = high,
        n = view.tasks
    )
}

/// How many metrics are told apart.
fn tally(i18n: &I18n, view: &ComparisonView) -> AttrValue {
    let count = |is_it: &dyn Fn(&str) -> bool| {
        let metrics = view.metrics.iter();
        metrics.filter(|metric| is_it(&metric.verdict)).count() as u64
    };
    t!(
        i18n,
        "compare-tally",
        of = view.metrics.len() as u64,
        apart = count(&|verdict| matches!(verdict, "higher" | "lower")),
        undecided = count(&|verdict| verdict == "undecided"),
        unknown = count(&|verdict| verdict == "unknown")
    )
}

fn reservation(i18n: &I18n, reservation: &ReservationView) -> Html {
    let text = i18n.text(match reservation.code.as_str() {
        "not_reviewed" => "compare-reservation-not-reviewed",
        "uneven_attempts" => "compare-reservation-uneven",
        "settings_not_recorded" => "compare-reservation-settings",
        "model_not_recorded" => "compare-reservation-model",
        "source_revision_not_recorded" => "compare-reservation-source",
        _ => "compare-reservation-concurrency",
    });
    html! {
        <li key={reservation.code.clone()}>
            { t!(
                i18n,
                "compare-reservation",
                text = text,
                baseline = reservation.baseline,
                variant = reservation.variant
            ) }
        </li>
    }
}

/// How the intervals were found, so that anybody can find them again.
pub(super) fn method(i18n: &I18n, answer: &ComparisonAnswer, view: &ComparisonView) -> Html {
    let method = &view.method;
    let lang = i18n.lang();
    html! {
        <section aria-labelledby="compare-method">
            <h2 id="compare-method">{ t!(i18n, "compare-method") }</h2>
            <p>
                { t!(
                    i18n,
                    "compare-method-text",
                    resamples = number::integer(lang, method.resamples),
                    generator = method.generator.clone(),
                    seed = method.seed.to_string(),
                    min = method.min_tasks
                ) }
            </p>
            <p>
                { t!(
                    i18n,
                    "compare-attempts",
                    n = view.tasks,
                    baseline = view.baseline_attempts,
                    variant = view.variant_attempts,
                    others = view.other_attempts
                ) }
            </p>
            if let Some(digest) = &answer.manifest_digest {
                <p>{ t!(i18n, "compare-digest") }{ " " }<code class="compare-digest">{ digest.clone() }</code></p>
            }
        </section>
    }
}
