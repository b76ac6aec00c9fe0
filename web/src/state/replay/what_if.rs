//! The form of other limits: what is typed, what is in force, what was recorded.

use super::limits::{LimitField, LimitsDraft, OverrideDraft};
use loopledger::model::EffectiveConfiguration;
use loopledger::view::ReplayView;
use std::rc::Rc;
use yew::Reducible;

/// The form of other limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhatIf {
    /// What is typed.
    pub draft: LimitsDraft,
    /// What the replay on the page follows, as the form would show it.
    pub applied: LimitsDraft,
}

/// What can happen to it.
#[derive(Debug, Clone, PartialEq)]
pub enum WhatIfAction {
    /// A replay arrived; what is typed gives way to what is in force.
    Load(Rc<ReplayView>),
    /// A field was changed.
    Edit(LimitField, String),
    /// A row for one more override.
    AddOverride,
    /// A row away.
    RemoveOverride(usize),
    /// Upstream's defaults into the form.
    Defaults,
    /// What is in force into the form.
    Discard,
}

impl Default for WhatIf {
    fn default() -> Self {
        let draft = LimitsDraft::new(&EffectiveConfiguration::default());
        Self {
            applied: draft.clone(),
            draft,
        }
    }
}

impl WhatIf {
    /// Whether something is typed that is not in force.
    pub fn is_changed(&self) -> bool {
        self.draft != self.applied
    }
}

impl Reducible for WhatIf {
    type Action = WhatIfAction;

    fn reduce(self: Rc<Self>, action: Self::Action) -> Rc<Self> {
        let mut next = (*self).clone();
        match action {
            WhatIfAction::Load(view) => {
                next.applied = LimitsDraft::new(&view.configuration);
                next.draft = next.applied.clone();
            }
            WhatIfAction::Edit(field, text) => next.draft.edit(field, text),
            WhatIfAction::AddOverride => next.draft.overrides.push(OverrideDraft {
                tool: String::new(),
                warn: next.draft.tool_freq_warn.clone(),
                hard_limit: next.draft.tool_freq_hard_limit.clone(),
            }),
            WhatIfAction::RemoveOverride(index) => {
                if index < next.draft.overrides.len() {
                    next.draft.overrides.remove(index);
                }
            }
            WhatIfAction::Defaults => {
                next.draft = LimitsDraft::new(&EffectiveConfiguration::default());
            }
            WhatIfAction::Discard => next.draft = next.applied.clone(),
        }
        if next == *self { self } else { Rc::new(next) }
    }
}

#[cfg(test)]
mod tests {
    use super::{WhatIf, WhatIfAction};
    use crate::chart::replay::test_view;
    use crate::state::replay::limits::LimitField;
    use std::rc::Rc;
    use yew::Reducible as _;

    fn after(actions: Vec<WhatIfAction>) -> Rc<WhatIf> {
        actions
            .into_iter()
            .fold(Rc::new(WhatIf::default()), WhatIf::reduce)
    }

    fn edit(text: &str) -> WhatIfAction {
        WhatIfAction::Edit(LimitField::WindowSize, text.to_owned())
    }

    #[test]
    fn typing_changes_the_draft_only() {
        let form = after(vec![edit("7")]);
        assert!(form.is_changed());
        assert_eq!(form.draft.window_size, "7");
        assert_eq!(form.applied.window_size, "20");
        assert!(!after(vec![edit("7"), edit("20")]).is_changed());
        assert!(!after(vec![edit("7"), WhatIfAction::Discard]).is_changed());
    }

    #[test]
    fn a_replay_fills_the_form() {
        let mut view = test_view::run(&[1], &[]);
        view.configuration.window_size = 9;
        let form = after(vec![edit("7"), WhatIfAction::Load(Rc::new(view))]);
        assert!(!form.is_changed());
        assert_eq!(form.draft.window_size, "9");
    }

    #[test]
    fn overrides_come_and_go() {
        let form = after(vec![WhatIfAction::AddOverride]);
        assert_eq!(form.draft.overrides[0].hard_limit, "50");
        let form = form.reduce(WhatIfAction::RemoveOverride(4));
        assert_eq!(form.draft.overrides.len(), 1);
        let form = form.reduce(WhatIfAction::RemoveOverride(0));
        assert!(form.draft.overrides.is_empty());
    }

    #[test]
    fn defaults_are_typed_and_not_applied() {
        let form = after(vec![edit("7"), WhatIfAction::Defaults]);
        assert!(!form.is_changed());
        assert_eq!(form.draft.window_size, "20");
    }
}
