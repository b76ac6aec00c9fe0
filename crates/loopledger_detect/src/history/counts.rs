//! How often each call set stands in the history window.

use rustc_hash::FxHashMap;

use crate::call_set::CallSetDigest;

/// A hash table whose entries are single words, so that a window of a million call sets is looked
/// up with one visit to memory: 48 bits of digest, one that says whether it was warned about, and
/// 15 bits of count.
///
/// Digests are spread evenly by themselves, so their low bits are the place; what is taken moves
/// one place up.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Words, 0 for a free place; a power of two of them, at most two thirds taken.
    slots: Vec<u64>,
    taken: usize,
    /// The counts that 15 bits do not hold.
    many: FxHashMap<CallSetDigest, u32>,
}

const COUNT: u64 = 0x7FFF;
const WARNED: u64 = 0x8000;
const DIGEST_SHIFT: u32 = 16;

fn word_of(digest: CallSetDigest) -> u64 {
    digest
        .0
        .iter()
        .fold(0, |word, &byte| (word << 8) | u64::from(byte))
        << DIGEST_SHIFT
}

fn digest_of(word: u64) -> CallSetDigest {
    let [bytes @ .., _, _] = word.to_be_bytes();
    CallSetDigest(bytes)
}

fn count_in(word: u64) -> u32 {
    // Masked to 15 bits.
    u32::try_from(word & COUNT).unwrap_or_default()
}

impl Counts {
    /// Counts a call set once more and returns how often it is there now.
    pub(super) fn add(&mut self, digest: CallSetDigest) -> u32 {
        if (self.taken + 1) * 3 > self.slots.len() * 2 {
            self.grow();
        }
        let place = self.place(digest);
        let Some(word) = self.slots.get_mut(place) else {
            return 0;
        };
        if *word == 0 {
            *word = word_of(digest) | 1;
            self.taken += 1;
            return 1;
        }
        if *word & COUNT == COUNT {
            let count = self.many.entry(digest).or_default();
            *count += 1;
            return *count;
        }
        *word += 1;
        let count = count_in(*word);
        if *word & COUNT == COUNT {
            self.many.insert(digest, count);
        }
        count
    }

    /// Counts a call set once less; the last time forgets it, and that it was warned about.
    pub(super) fn remove(&mut self, digest: CallSetDigest) {
        let place = self.place(digest);
        let Some(word) = self.slots.get_mut(place) else {
            return;
        };
        match *word & COUNT {
            0 => {}
            1 => self.free(place),
            COUNT => {
                if let Some(count) = self.many.get_mut(&digest) {
                    *count -= 1;
                    if u64::from(*count) < COUNT {
                        self.many.remove(&digest);
                        *word -= 1;
                    }
                }
            }
            _ => *word -= 1,
        }
    }

    pub(super) fn count(&self, digest: CallSetDigest) -> u32 {
        let word = self.word(digest);
        if word & COUNT == COUNT {
            return self.many.get(&digest).copied().unwrap_or_default();
        }
        count_in(word)
    }

    pub(super) fn is_warned(&self, digest: CallSetDigest) -> bool {
        self.word(digest) & WARNED != 0
    }

    /// Marks a call set, if it is there.
    pub(super) fn mark_warned(&mut self, digest: CallSetDigest) {
        let place = self.place(digest);
        if let Some(word) = self.slots.get_mut(place).filter(|word| **word != 0) {
            *word |= WARNED;
        }
    }

    /// The marked call sets, in no order.
    pub(super) fn warned(&self) -> impl Iterator<Item = CallSetDigest> {
        self.slots
            .iter()
            .filter(|&&word| word & WARNED != 0)
            .map(|&word| digest_of(word))
    }

    pub(super) fn capacity_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
            + self.many.capacity() * (size_of::<(CallSetDigest, u32)>() + 1)
    }

    fn word(&self, digest: CallSetDigest) -> u64 {
        self.slots
            .get(self.place(digest))
            .copied()
            .unwrap_or_default()
    }

    /// The place of a call set, or the free one where it would go.
    fn place(&self, digest: CallSetDigest) -> usize {
        let wanted = word_of(digest) >> DIGEST_SHIFT;
        let mut place = self.home(word_of(digest));
        while let Some(&word) = self.slots.get(place) {
            if word == 0 || word >> DIGEST_SHIFT == wanted {
                break;
            }
            place = (place + 1) & self.mask();
        }
        place
    }

    /// Where a word belongs if nothing stands in its way.
    fn home(&self, word: u64) -> usize {
        // Only low bits are wanted, so that a shorter `usize` loses nothing.
        let [.., a, b, c, d] = (word >> DIGEST_SHIFT).to_be_bytes();
        usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or_default() & self.mask()
    }

    fn mask(&self) -> usize {
        self.slots.len().wrapping_sub(1)
    }

    /// Frees a place and moves up what had to make way for it.
    fn free(&mut self, freed: usize) {
        self.taken -= 1;
        let mut hole = freed;
        let mut place = freed;
        loop {
            place = (place + 1) & self.mask();
            let Some(&word) = self.slots.get(place).filter(|&&word| word != 0) else {
                break;
            };
            // A word may move to the hole unless its home lies behind the hole.
            let way_back = place.wrapping_sub(self.home(word)) & self.mask();
            let reach = place.wrapping_sub(hole) & self.mask();
            if way_back >= reach {
                if let Some(slot) = self.slots.get_mut(hole) {
                    *slot = word;
                }
                hole = place;
            }
        }
        if let Some(slot) = self.slots.get_mut(hole) {
            *slot = 0;
        }
    }

    fn grow(&mut self) {
        let length = (self.slots.len() * 2).max(8);
        let words = std::mem::replace(&mut self.slots, vec![0; length]);
        for word in words.into_iter().filter(|&word| word != 0) {
            let place = self.place(digest_of(word));
            if let Some(slot) = self.slots.get_mut(place) {
                *slot = word;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone, Copy)]
    enum Step {
        Add(u8),
        Remove(u8),
        Warn(u8),
    }

    /// Digests that share their low bits, so that they get in each other's way.
    fn digest(number: u8) -> CallSetDigest {
        CallSetDigest([number, 0, 0, 0, 0, number % 3])
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = (0..3_u8, 0..24_u8).prop_map(|(kind, number)| match kind {
            0 => Step::Add(number),
            1 => Step::Remove(number),
            _ => Step::Warn(number),
        });
        prop::collection::vec(step, 0..300)
    }

    proptest! {
        #[test]
        fn counts_as_a_map_does(steps in steps()) {
            let mut counts = Counts::default();
            let mut model: BTreeMap<u8, (u32, bool)> = BTreeMap::new();
            for step in steps {
                match step {
                    Step::Add(number) => {
                        let entry = model.entry(number).or_default();
                        entry.0 += 1;
                        prop_assert_eq!(counts.add(digest(number)), entry.0);
                    }
                    Step::Remove(number) => {
                        counts.remove(digest(number));
                        if let Some(entry) = model.get_mut(&number) {
                            entry.0 -= 1;
                        }
                        model.retain(|_, entry| entry.0 > 0);
                    }
                    Step::Warn(number) => {
                        counts.mark_warned(digest(number));
                        if let Some(entry) = model.get_mut(&number) {
                            entry.1 = true;
                        }
                    }
                }
                for number in 0..24 {
                    let (count, is_warned) = model.get(&number).copied().unwrap_or_default();
                    prop_assert_eq!(counts.count(digest(number)), count);
                    prop_assert_eq!(counts.is_warned(digest(number)), is_warned);
                }
            }
        }
    }

    #[test]
    fn counts_beyond_fifteen_bits() {
        let mut counts = Counts::default();
        for expected in 1..=40_000 {
            assert_eq!(counts.add(digest(1)), expected);
        }
        counts.mark_warned(digest(1));
        for left in (0..40_000).rev() {
            counts.remove(digest(1));
            assert_eq!(counts.count(digest(1)), left);
            assert_eq!(counts.is_warned(digest(1)), left > 0);
        }
        assert!(counts.many.is_empty());
    }
}
