//! The groups of attempts that the report shows side by side.

use crate::hooks::AddressHandle;
use crate::i18n::I18n;
use crate::route::{Address, Page};
use crate::t;
use crate::visible_text;
use loopledger::view::{GroupView, ReportView};
use std::rc::Rc;
use yew::{AttrValue, Classes, classes};

/// The groups, each of them a column of every table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Groups {
    /// What the finding is about: all attempts, or the chosen variant.
    pub(super) first: GroupView,
    /// The variants beside it; empty where there is nothing to compare.
    pub(super) others: Vec<GroupView>,
}

impl Groups {
    /// All attempts with the variants beside them, or one variant alone.
    pub(super) fn choose(report: &ReportView, variant: Option<&str>) -> Option<Rc<Self>> {
        let groups = match variant {
            None => Self {
                first: report.total.clone()?,
                others: if report.variants.len() > 1 {
                    report.variants.clone()
                } else {
                    Vec::new()
                },
            },
            Some(_) => Self {
                first: report
                    .variants
                    .iter()
                    .find(|group| group.variant.as_deref() == variant)?
                    .clone(),
                others: Vec::new(),
            },
        };
        Some(Rc::new(groups))
    }

    /// All of them, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = &GroupView> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Those that are compared: the variants, or the only group.
    pub(super) fn compared(&self) -> impl Iterator<Item = &GroupView> {
        let only = self.others.is_empty().then_some(&self.first);
        only.into_iter().chain(&self.others)
    }

    /// The currency that all of them share; `None` where no cost is known, or there are several.
    pub(super) fn currency(&self) -> Option<&str> {
        let mut currencies = self.all().filter_map(|group| {
            let cost = &group.model_cost;
            let money = cost.value.as_ref().or(cost.lower_bound.as_ref())?;
            Some(money.currency.as_str())
        });
        let first = currencies.next()?;
        currencies
            .all(|currency| currency == first)
            .then_some(first)
    }

    /// Classes of a table with a column for each group: few columns are of equal width.
    pub(super) fn table_class(&self) -> Classes {
        table_class(1 + self.others.len())
    }

    /// A key for lists: unique, whatever the variants are called. Variants under different manifests
    /// may share a name, so that their order tells them apart.
    pub(super) fn key(&self, group: &GroupView) -> usize {
        let mut all = self.all();
        all.position(|other| std::ptr::eq(group, other))
            .unwrap_or_default()
    }

    /// Where the attempts of a group are shown.
    pub(super) fn attempts(address: &AddressHandle, group: &GroupView) -> Address {
        address
            .link(Page::Attempts)
            .with("variant", group.variant.as_deref())
    }

    /// The name of a group.
    pub(super) fn name(&self, i18n: &I18n, group: &GroupView) -> AttrValue {
        match &group.variant {
            Some(variant) => visible_text(variant),
            None if std::ptr::eq(group, &raw const self.first) => t!(i18n, "report-all"),
            None => t!(i18n, "report-without-variant"),
        }
    }
}

/// Classes of a table with that many columns beside its first.
pub(super) fn table_class(columns: usize) -> Classes {
    const FEW: usize = 3;
    classes!("ledger", "measures", (columns <= FEW).then_some("few"))
}
