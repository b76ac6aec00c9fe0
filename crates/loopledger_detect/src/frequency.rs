//! The frequency window: the tool names of the last calls.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::config::{Config, FreqLimits};
use crate::decision::{HookError, ToolName};

/// A tool name that has been seen, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct NameId(u32);

/// Every tool name that has been counted, with the thresholds that hold for it.
#[derive(Debug, Default)]
pub(crate) struct Names {
    ids: FxHashMap<ToolName, NameId>,
    known: Vec<(ToolName, FreqLimits)>,
}

/// The last calls' tool names, with their counts.
#[derive(Debug, Default)]
pub(crate) struct Frequency {
    ring: VecDeque<NameId>,
    /// Mirrors `ring`; besides, names that are marked as warned stay.
    counts: FxHashMap<NameId, Use>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Use {
    count: u32,
    is_warned: bool,
}

impl Names {
    /// The number of a name, given on its first use.
    pub(crate) fn intern(&mut self, name: &[u8], config: &Config) -> NameId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        // Four billion different names would not fit the memory that they stand in.
        let id = NameId(u32::try_from(self.known.len()).unwrap_or(u32::MAX));
        let limits = std::str::from_utf8(name)
            .ok()
            .and_then(|name| config.tool_freq_overrides.get(name))
            .copied()
            .unwrap_or_else(|| config.tool_freq_limits());
        let name = ToolName::new(name);
        self.ids.insert(name.clone(), id);
        self.known.push((name, limits));
        id
    }

    pub(crate) fn name(&self, id: NameId) -> Option<&ToolName> {
        self.known.get(id.0 as usize).map(|(name, _)| name)
    }

    /// The thresholds of a name; every [`NameId`] comes from [`intern`](Self::intern), so the
    /// fallback is never used.
    pub(crate) fn limits(&self, id: NameId) -> FreqLimits {
        self.known
            .get(id.0 as usize)
            .map(|&(_, limits)| limits)
            .unwrap_or_default()
    }

    pub(crate) fn clear(&mut self) {
        self.ids.clear();
        self.known.clear();
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        self.ids.capacity() * (size_of::<(ToolName, NameId)>() + 1)
            + self.known.capacity() * size_of::<(ToolName, FreqLimits)>()
            + self
                .known
                .iter()
                // Both copies share one text, which stands behind two counters.
                .map(|(name, _)| name.as_wtf8().len() + 2 * size_of::<usize>())
                .sum::<usize>()
    }
}

impl Frequency {
    /// Appends a name, drops what no longer fits, and says how often the window holds the name.
    ///
    /// With `rearms`, a dropped name whose count is now below its own warning threshold may warn
    /// again.
    pub(crate) fn push(
        &mut self,
        name: NameId,
        window: i64,
        names: &Names,
        rearms: bool,
    ) -> Result<u32, HookError> {
        self.ring.push_back(name);
        let entry = self.counts.entry(name).or_default();
        entry.count += 1;
        let mut count = entry.count;
        while i64::try_from(self.ring.len()).is_ok_and(|length| length > window) {
            let Some(old) = self.ring.pop_front() else {
                return Err(HookError::NegativeFrequencyWindow);
            };
            let Some(entry) = self.counts.get_mut(&old) else {
                continue;
            };
            entry.count -= 1;
            if old == name {
                count = entry.count;
            }
            if rearms && i64::from(entry.count) < names.limits(old).warn {
                entry.is_warned = false;
            }
            if entry.count == 0 && !entry.is_warned {
                self.counts.remove(&old);
            }
        }
        Ok(count)
    }

    pub(crate) fn count(&self, name: NameId) -> u32 {
        self.counts.get(&name).map_or(0, |entry| entry.count)
    }

    pub(crate) fn is_warned(&self, name: NameId) -> bool {
        self.counts.get(&name).is_some_and(|entry| entry.is_warned)
    }

    pub(crate) fn mark_warned(&mut self, name: NameId) {
        self.counts.entry(name).or_default().is_warned = true;
    }

    /// Lets a name warn again.
    pub(crate) fn rearm(&mut self, name: NameId) {
        if let Some(entry) = self.counts.get_mut(&name) {
            entry.is_warned = false;
            if entry.count == 0 {
                self.counts.remove(&name);
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ring.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = NameId> {
        self.ring.iter().copied()
    }

    /// Every name with its count and whether it is marked as warned, in no order.
    pub(crate) fn uses(&self) -> impl Iterator<Item = (NameId, u32, bool)> {
        self.counts
            .iter()
            .map(|(&name, entry)| (name, entry.count, entry.is_warned))
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        self.ring.capacity() * size_of::<NameId>()
            + self.counts.capacity() * (size_of::<(NameId, Use)>() + 1)
    }
}
