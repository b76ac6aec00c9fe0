//! A map that knows in which order its keys were last touched.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Python's `OrderedDict` with `move_to_end`, in constant amortised time.
///
/// Each touch appends to `order`; entries of it that a later touch or a removal has made stale are
/// skipped, and swept out once they outnumber the others.
#[derive(Debug)]
pub(crate) struct Lru<K, V> {
    entries: FxHashMap<K, (u64, V)>,
    order: VecDeque<(u64, K)>,
    clock: u64,
    /// The key that was touched last, while it is in the map: to touch it again changes nothing.
    newest: Option<K>,
}

impl<K: Clone + Eq + Hash, V> Lru<K, V> {
    pub(crate) fn new() -> Self {
        Self {
            entries: FxHashMap::default(),
            order: VecDeque::new(),
            clock: 0,
            newest: None,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// A value, without touching its key.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.entries.get(key).map(|(_, value)| value)
    }

    /// A value, without touching its key.
    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.entries.get_mut(key).map(|(_, value)| value)
    }

    /// Makes a key the newest one; `false` where it is not in the map.
    pub(crate) fn touch(&mut self, key: &K) -> bool {
        if self.newest.as_ref() == Some(key) {
            return true;
        }
        let Some((stamp, _)) = self.entries.get_mut(key) else {
            return false;
        };
        if *stamp != self.clock {
            self.clock += 1;
            *stamp = self.clock;
            self.order.push_back((self.clock, key.clone()));
            self.sweep();
        }
        self.newest = Some(key.clone());
        true
    }

    /// Sets a value and makes its key the newest one.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.clock += 1;
        self.order.push_back((self.clock, key.clone()));
        self.newest = Some(key.clone());
        self.entries.insert(key, (self.clock, value));
        self.sweep();
    }

    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        if self.newest.as_ref() == Some(key) {
            self.newest = None;
        }
        self.entries.remove(key).map(|(_, value)| value)
    }

    /// Removes the key that was touched longest ago.
    pub(crate) fn pop_oldest(&mut self) -> Option<(K, V)> {
        loop {
            let (stamp, key) = self.order.pop_front()?;
            if self.is_current(stamp, &key) {
                let value = self.remove(&key)?;
                return Some((key, value));
            }
        }
    }

    /// Removes what a predicate on the key refuses.
    pub(crate) fn retain(&mut self, keep: impl Fn(&K, &V) -> bool) {
        self.newest = None;
        self.entries.retain(|key, (_, value)| keep(key, value));
    }

    pub(crate) fn clear(&mut self) {
        self.newest = None;
        self.entries.clear();
        self.order.clear();
    }

    /// Keys and values, the one touched longest ago first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.order.iter().filter_map(|(stamp, key)| {
            let (current, value) = self.entries.get(key)?;
            (current == stamp).then_some((key, value))
        })
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        // The hash table keeps one control byte for each place.
        self.entries.capacity() * (size_of::<(K, (u64, V))>() + 1)
            + self.order.capacity() * size_of::<(u64, K)>()
    }

    fn is_current(&self, stamp: u64, key: &K) -> bool {
        self.entries
            .get(key)
            .is_some_and(|(current, _)| *current == stamp)
    }

    fn sweep(&mut self) {
        if self.order.len() <= 2 * self.entries.len() + 16 {
            return;
        }
        let Self { entries, order, .. } = self;
        order.retain(|(stamp, key)| {
            entries
                .get(key)
                .is_some_and(|(current, _)| current == stamp)
        });
    }
}
