//! What is swept: the setting, its tool, the attempts and the range, all in the address.

use crate::hooks::AddressHandle;
use crate::i18n::I18n;
use crate::t;
use crate::visible_text;
use loopledger::view::ReplaySettings;
use loopledger::view::limits::{LimitSetting, SweepBasis, SweepRequest};
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{AttrValue, Callback, Html, TargetCast as _, html};

/// What a reader chose, completed by what follows from the files.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Choice {
    pub(super) settings: ReplaySettings,
    pub(super) basis: Rc<SweepBasis>,
    pub(super) variant: Option<String>,
    pub(super) setting: LimitSetting,
    pub(super) tool: Option<String>,
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) step: u64,
    /// The value whose attempts are shown.
    pub(super) value: Option<i64>,
}

impl Choice {
    pub(super) fn from_address(
        address: &AddressHandle,
        settings: ReplaySettings,
        basis: &Rc<SweepBasis>,
    ) -> Self {
        let setting = address
            .get("setting")
            .and_then(LimitSetting::from_name)
            .unwrap_or(LimitSetting::HardLimit);
        let tool = setting
            .is_of_tool()
            .then(|| {
                let wanted = address.get("tool").map(str::to_owned);
                wanted.or_else(|| basis.tools.first().cloned())
            })
            .flatten();
        let current = || {
            basis
                .rules
                .iter()
                .map(|rules| setting.value_in(&rules.configuration, tool.as_deref()))
        };
        let (low, high) = (current().min().unwrap_or(1), current().max().unwrap_or(1));
        // Small limits are looked at one by one, large ones in steps of 5.
        let (below, above, step) = if high < 20 { (3, 7, 1) } else { (20, 50, 5) };
        let number = |key: &str| address.get(key).and_then(|text| text.parse::<i64>().ok());
        Self {
            settings,
            basis: Rc::clone(basis),
            variant: address.get("variant").map(str::to_owned),
            setting,
            tool,
            from: number("from").unwrap_or_else(|| low.saturating_sub(below).max(1)),
            to: number("to").unwrap_or_else(|| high.saturating_add(above)),
            step: number("by")
                .and_then(|step| u64::try_from(step).ok())
                .unwrap_or(step),
            value: number("value"),
        }
    }

    /// What the worker is asked; `None` where a tool is missing.
    pub(super) fn request(&self) -> Option<SweepRequest> {
        if self.setting.is_of_tool() && self.tool.is_none() {
            return None;
        }
        Some(SweepRequest {
            settings: self.settings.clone(),
            variant: self.variant.clone(),
            setting: self.setting,
            tool: self.tool.clone(),
            from: self.from,
            to: self.to,
            step: self.step,
        })
    }
}

/// A setting's name: upstream's, which is the same in every language.
pub(super) fn setting_name(setting: LimitSetting, tool: Option<&str>) -> AttrValue {
    match (setting, tool) {
        (LimitSetting::OverrideWarn, Some(tool)) => {
            visible_text(&format!("tool_freq_overrides.{tool}.warn"))
        }
        (LimitSetting::OverrideHardLimit, Some(tool)) => {
            visible_text(&format!("tool_freq_overrides.{tool}.hard_limit"))
        }
        _ => AttrValue::Static(setting.as_str()),
    }
}

/// What another setting has otherwise.
const RANGE: &[&str] = &["tool", "from", "to", "by", "value"];

pub(super) fn form(i18n: &I18n, address: &AddressHandle, choice: &Choice) -> Html {
    let on_select = |key: &'static str, forgotten: &'static [&'static str]| {
        let address = address.clone();
        Callback::from(move |event: yew::Event| {
            let value = event.target_unchecked_into::<HtmlSelectElement>().value();
            for key in forgotten {
                address.set(key, None);
            }
            address.set(key, Some(value.as_str()).filter(|value| !value.is_empty()));
        })
    };
    let on_number = |key: &'static str| {
        let address = address.clone();
        Callback::from(move |event: yew::Event| {
            let value = event.target_unchecked_into::<HtmlInputElement>().value();
            let number = value.trim().parse::<i64>().ok();
            address.set(key, number.map(|number| number.to_string()).as_deref());
        })
    };
    let number = |key: &'static str, label: AttrValue, value: String| {
        html! {
            <label>
                <span>{ label }</span>
                <input
                    id={format!("limits-{key}")}
                    class="num"
                    type="number"
                    min="1"
                    step="1"
                    {value}
                    onchange={on_number(key)}
                />
            </label>
        }
    };
    html! {
        <form
            class="filters no-print"
            aria-label={t!(i18n, "limits-choices")}
            onsubmit={|event: yew::SubmitEvent| event.prevent_default()}
        >
            <label>
                <span>{ t!(i18n, "column-setting") }</span>
                <select id="limits-setting" onchange={on_select("setting", RANGE)}>
                    { for LimitSetting::ALL.into_iter().map(|setting| {
                        let name = setting.as_str();
                        html! {
                            <option value={name} selected={setting == choice.setting}>
                                { setting_label(i18n, setting) }
                            </option>
                        }
                    }) }
                </select>
            </label>
            if choice.setting.is_of_tool() {
                <label>
                    <span>{ t!(i18n, "limits-tool") }</span>
                    <select id="limits-tool" onchange={on_select("tool", &["from", "to", "value"])}>
                        { for choice.basis.tools.iter().map(|tool| html! {
                            <option
                                value={tool.clone()}
                                selected={choice.tool.as_ref() == Some(tool)}
                            >
                                { visible_text(tool) }
                            </option>
                        }) }
                    </select>
                </label>
            }
            if choice.basis.variants.len() > 1 {
                <label>
                    <span>{ t!(i18n, "column-variant") }</span>
                    <select id="limits-variant" onchange={on_select("variant", &["from", "to", "value"])}>
                        <option value="" selected={choice.variant.is_none()}>
                            { t!(i18n, "attempts-any") }
                        </option>
                        { for choice.basis.variants.iter().map(|variant| html! {
                            <option
                                value={variant.clone()}
                                selected={choice.variant.as_ref() == Some(variant)}
                            >
                                { visible_text(variant) }
                            </option>
                        }) }
                    </select>
                </label>
            }
            { number("from", t!(i18n, "limits-from"), choice.from.to_string()) }
            { number("to", t!(i18n, "limits-to"), choice.to.to_string()) }
            { number("by", t!(i18n, "limits-by"), choice.step.to_string()) }
        </form>
    }
}

/// What a setting is, with its name.
fn setting_label(i18n: &I18n, setting: LimitSetting) -> AttrValue {
    match setting {
        LimitSetting::WarnThreshold => t!(i18n, "limits-setting-warn"),
        LimitSetting::HardLimit => t!(i18n, "limits-setting-hard"),
        LimitSetting::WindowSize => t!(i18n, "limits-setting-window"),
        LimitSetting::ToolFreqWarn => t!(i18n, "limits-setting-freq-warn"),
        LimitSetting::ToolFreqHardLimit => t!(i18n, "limits-setting-freq-hard"),
        LimitSetting::OverrideWarn => t!(i18n, "limits-setting-tool-warn"),
        LimitSetting::OverrideHardLimit => t!(i18n, "limits-setting-tool-hard"),
    }
}

/// Over what is swept, and what is left out.
pub(super) fn basis(i18n: &I18n, choice: &Choice) -> Html {
    let basis = &choice.basis;
    let several = u64::try_from(basis.rules.len()).unwrap_or(u64::MAX);
    let inexact = u64::try_from(basis.inexact_runs.len()).unwrap_or(u64::MAX);
    html! {
        <div class="limits-basis">
            <p>
                { t!(
                    i18n,
                    "limits-basis",
                    attempts = basis.attempts,
                    runs = basis.runs,
                    responses = basis.responses,
                ) }
                { " " }
                { for basis.rules.iter().map(|rules| {
                    let value = choice
                        .setting
                        .value_in(&rules.configuration, choice.tool.as_deref());
                    html! {
                        <>
                            { t!(
                                i18n,
                                "limits-rules",
                                setting = setting_name(choice.setting, choice.tool.as_deref()),
                                value = value.to_string(),
                                runs = rules.runs,
                                revision = rules.revision.clone(),
                                source = source(i18n, &rules.configuration_source),
                            ) }
                            { " " }
                        </>
                    }
                }) }
            </p>
            if several > 1 {
                <p>{ t!(i18n, "limits-several-rules", n = several) }</p>
            }
            if basis.attempts_without_run > 0 {
                <p>{ t!(i18n, "limits-without-run", n = basis.attempts_without_run) }</p>
            }
            if basis.covered_runs > 0 {
                <p>{ t!(i18n, "limits-covered", n = basis.covered_runs) }</p>
            }
            if inexact > 0 {
                <p>{ t!(i18n, "limits-inexact", n = inexact) }</p>
            }
            if choice.setting.is_of_tool() && choice.tool.is_none() {
                <p>{ t!(i18n, "limits-no-tool") }</p>
            }
        </div>
    }
}

fn source(i18n: &I18n, code: &str) -> AttrValue {
    match code {
        "given" => t!(i18n, "limits-source-given"),
        "config_file" => t!(i18n, "limits-source-config"),
        "attempt_record" => t!(i18n, "limits-source-record"),
        _ => t!(i18n, "limits-source-defaults"),
    }
}
