//! The history window: the call sets of the last responses.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::call_set::CallSetDigest;

/// The last `window_size` call sets, with their counts.
#[derive(Debug, Default)]
pub(crate) struct History {
    ring: VecDeque<CallSetDigest>,
    /// Mirrors `ring`: exactly the call sets that it holds.
    counts: FxHashMap<CallSetDigest, Repetition>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Repetition {
    count: u32,
    is_warned: bool,
}

impl History {
    /// Appends a call set, drops what no longer fits, and says how often the window holds the set.
    ///
    /// Sizes below 1, which only an unchecked configuration has, do what Python's slice
    /// `history[-window_size:]` does: 0 keeps everything, a negative size nothing.
    pub(crate) fn push(&mut self, digest: CallSetDigest, window_size: i64) -> u32 {
        if window_size < 0 {
            return 0;
        }
        self.ring.push_back(digest);
        let entry = self.counts.entry(digest).or_default();
        entry.count += 1;
        let count = entry.count;
        let is_full = usize::try_from(window_size).is_ok_and(|size| self.ring.len() > size);
        if is_full && window_size > 0 {
            let dropped = self.drop_oldest();
            return count - u32::from(dropped == Some(digest));
        }
        count
    }

    /// A call set that has left the window entirely may warn again.
    fn drop_oldest(&mut self) -> Option<CallSetDigest> {
        let oldest = self.ring.pop_front()?;
        let entry = self.counts.get_mut(&oldest)?;
        entry.count -= 1;
        if entry.count == 0 {
            self.counts.remove(&oldest);
        }
        Some(oldest)
    }

    pub(crate) fn is_warned(&self, digest: CallSetDigest) -> bool {
        self.counts
            .get(&digest)
            .is_some_and(|entry| entry.is_warned)
    }

    pub(crate) fn mark_warned(&mut self, digest: CallSetDigest) {
        if let Some(entry) = self.counts.get_mut(&digest) {
            entry.is_warned = true;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ring.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = CallSetDigest> {
        self.ring.iter().copied()
    }

    pub(crate) fn count(&self, digest: CallSetDigest) -> u32 {
        self.counts.get(&digest).map_or(0, |entry| entry.count)
    }

    pub(crate) fn warned(&self) -> Vec<CallSetDigest> {
        let mut warned: Vec<_> = self
            .counts
            .iter()
            .filter(|(_, entry)| entry.is_warned)
            .map(|(&digest, _)| digest)
            .collect();
        warned.sort_unstable();
        warned
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        self.ring.capacity() * size_of::<CallSetDigest>()
            + self.counts.capacity() * (size_of::<(CallSetDigest, Repetition)>() + 1)
    }
}
