//! The history window: the call sets of the last responses.

mod counts;

use std::collections::VecDeque;

use crate::call_set::CallSetDigest;
use counts::Counts;

/// The last `window_size` call sets, with their counts.
#[derive(Debug, Default)]
pub(crate) struct History {
    ring: VecDeque<CallSetDigest>,
    /// Mirrors `ring`: exactly the call sets that it holds.
    counts: Counts,
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
        let count = self.counts.add(digest);
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
        self.counts.remove(oldest);
        Some(oldest)
    }

    pub(crate) fn is_warned(&self, digest: CallSetDigest) -> bool {
        self.counts.is_warned(digest)
    }

    /// Marks a call set, if the window holds it.
    pub(crate) fn mark_warned(&mut self, digest: CallSetDigest) {
        self.counts.mark_warned(digest);
    }

    pub(crate) fn len(&self) -> usize {
        self.ring.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = CallSetDigest> {
        self.ring.iter().copied()
    }

    pub(crate) fn count(&self, digest: CallSetDigest) -> u32 {
        self.counts.count(digest)
    }

    /// The call sets that were warned about, sorted.
    pub(crate) fn warned(&self) -> Vec<CallSetDigest> {
        let mut warned: Vec<_> = self.counts.warned().collect();
        warned.sort_unstable();
        warned
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        self.ring.capacity() * size_of::<CallSetDigest>() + self.counts.capacity_bytes()
    }
}
