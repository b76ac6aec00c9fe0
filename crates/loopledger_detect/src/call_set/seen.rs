//! The digests of calls that were repeated, by their source text.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

use super::CallSetDigest;

/// How many calls are remembered at most.
const SLOTS: usize = 256;

/// Longer calls are not remembered, so that the memory is bounded.
const MAX_TEXT: usize = 4096;

/// Remembers call sets of one call: each in the one slot that its text's hash names.
///
/// A loop repeats its calls to the byte, and comparing bytes is several times cheaper than keying.
/// The text is kept when a call comes for the second time, so that a call that never comes back
/// costs its hash only.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    slots: Vec<Slot>,
}

#[derive(Debug, Clone)]
struct Slot {
    hash: u64,
    /// What is remembered; `None` where the hash has been seen once.
    call: Option<CallSetDigest>,
    /// The name, then the arguments' source text.
    text: Vec<u8>,
    name_length: usize,
}

/// The hash of a call that is short enough to be remembered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallHash(u64);

impl CallHash {
    pub(crate) fn new(name: &[u8], args: &[u8]) -> Option<Self> {
        if name.len() + args.len() > MAX_TEXT {
            return None;
        }
        let mut hasher = FxHasher::default();
        hasher.write(args);
        hasher.write(name);
        Some(Self(hasher.finish()))
    }

    fn slot(self) -> usize {
        let [low, ..] = self.0.to_le_bytes();
        usize::from(low) % SLOTS
    }
}

impl Seen {
    /// The digest of a call that was remembered.
    pub(crate) fn get(&self, hash: CallHash, name: &[u8], args: &[u8]) -> Option<CallSetDigest> {
        let slot = self.slots.get(hash.slot())?;
        let (slot_name, slot_args) = slot.text.split_at_checked(slot.name_length)?;
        slot.call
            .filter(|_| slot.hash == hash.0 && slot_args == args && slot_name == name)
    }

    /// Takes note of a call that was not remembered, and remembers it the second time.
    pub(crate) fn note(&mut self, hash: CallHash, name: &[u8], args: &[u8], digest: CallSetDigest) {
        if self.slots.is_empty() {
            let empty = Slot {
                hash: 0,
                call: None,
                text: Vec::new(),
                name_length: 0,
            };
            self.slots.resize(SLOTS, empty);
        }
        let Some(slot) = self.slots.get_mut(hash.slot()) else {
            return;
        };
        if slot.hash == hash.0 {
            slot.call = Some(digest);
            slot.text.clear();
            slot.text.extend_from_slice(name);
            slot.text.extend_from_slice(args);
            slot.name_length = name.len();
        } else {
            slot.hash = hash.0;
            slot.call = None;
        }
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        let texts = self.slots.iter().map(|slot| slot.text.capacity());
        self.slots.capacity() * size_of::<Slot>() + texts.sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGEST: CallSetDigest = CallSetDigest([1; 6]);

    #[test]
    fn call_is_remembered_the_second_time() {
        let mut seen = Seen::default();
        let hash = CallHash::new(b"a", b"b").unwrap();
        for expected in [None, None, Some(DIGEST)] {
            assert_eq!(seen.get(hash, b"a", b"b"), expected);
            seen.note(hash, b"a", b"b", DIGEST);
        }
    }

    #[test]
    fn calls_of_one_hash_are_told_apart() {
        let mut seen = Seen::default();
        let hash = CallHash(7);
        seen.note(hash, b"ab", b"c", DIGEST);
        seen.note(hash, b"ab", b"c", DIGEST);
        for (name, args) in [("ab", "d"), ("xb", "c"), ("a", "bc"), ("abc", "")] {
            assert_eq!(
                seen.get(hash, name.as_bytes(), args.as_bytes()),
                None,
                "{name} {args}"
            );
        }
        assert_eq!(seen.get(hash, b"ab", b"c"), Some(DIGEST));
        assert_eq!(seen.get(CallHash(7 + 256), b"ab", b"c"), None);
    }

    #[test]
    fn long_calls_are_not_remembered() {
        assert!(CallHash::new(b"a", &[b'x'; MAX_TEXT]).is_none());
    }
}
