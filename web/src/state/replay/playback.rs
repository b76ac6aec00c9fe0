//! Where in a run the reader stands, and how it plays.

use std::rc::Rc;
use yew::Reducible;

/// Responses a second that one can play at.
pub const SPEEDS: [u16; 7] = [1, 2, 5, 10, 20, 100, 400];
const USUAL_SPEED: usize = 1;
/// Pictures come no faster than this; above, a tick passes over several responses.
const SHORTEST_TICK_MILLIS: u32 = 50;

/// The reader's place in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playback {
    steps: usize,
    step: usize,
    is_playing: bool,
    speed: usize,
    decisions: Rc<[usize]>,
}

/// What can happen to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaybackAction {
    /// A run was replayed: its length and the responses with a decision, in order. The place is
    /// kept, as far as the run is long enough.
    Load {
        /// How many responses there are.
        steps: usize,
        /// Responses with a decision, recorded or replayed, in ascending order.
        decisions: Rc<[usize]>,
    },
    /// To a response; beyond the end, the last one. Stops playing.
    Go(usize),
    /// To the first response.
    First,
    /// To the last response.
    Last,
    /// One response back.
    Back,
    /// One response forward.
    Forward,
    /// A tenth of the run back.
    LeapBack,
    /// A tenth of the run forward.
    LeapForward,
    /// To the nearest decision before this response.
    PreviousDecision,
    /// To the nearest decision after this response.
    NextDecision,
    /// Plays or pauses; at the end, plays from the start.
    Toggle,
    /// Pauses.
    Pause,
    /// Time has passed while playing.
    Tick,
    /// The next higher speed.
    Faster,
    /// The next lower speed.
    Slower,
    /// A speed, in responses a second; others than [`SPEEDS`] are ignored.
    Speed(u16),
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            steps: 0,
            step: 0,
            is_playing: false,
            speed: USUAL_SPEED,
            decisions: Rc::default(),
        }
    }
}

impl Playback {
    /// A reader who comes with a place in mind, before the run is there.
    pub fn at(step: usize) -> Self {
        Self {
            step,
            ..Self::default()
        }
    }

    /// How many responses there are.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The response that is shown, counted from 0.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Whether it plays.
    pub fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Responses a second.
    pub fn speed(&self) -> u16 {
        SPEEDS.get(self.speed).copied().unwrap_or(1)
    }

    /// Milliseconds between two ticks.
    pub fn tick_millis(&self) -> u32 {
        (1000 / u32::from(self.speed()).max(1)).max(SHORTEST_TICK_MILLIS)
    }

    /// Responses with a decision, in order.
    pub fn decisions(&self) -> &[usize] {
        &self.decisions
    }

    /// Whether this is the first response.
    pub fn is_first(&self) -> bool {
        self.step == 0
    }

    /// Whether this is the last response.
    pub fn is_last(&self) -> bool {
        self.step + 1 >= self.steps
    }

    /// The nearest decision before this response.
    pub fn previous_decision(&self) -> Option<usize> {
        let before = self.decisions.partition_point(|&at| at < self.step);
        self.decisions.get(before.checked_sub(1)?).copied()
    }

    /// The nearest decision after this response.
    pub fn next_decision(&self) -> Option<usize> {
        let after = self.decisions.partition_point(|&at| at <= self.step);
        self.decisions.get(after).copied()
    }

    fn last(&self) -> usize {
        self.steps.saturating_sub(1)
    }

    /// Responses that one tick passes over.
    fn stride(&self) -> usize {
        let responses = u32::from(self.speed()) * self.tick_millis() / 1000;
        usize::try_from(responses).unwrap_or(1).max(1)
    }

    fn applied(&self, action: PlaybackAction) -> Self {
        let mut next = self.clone();
        match action {
            PlaybackAction::Load { steps, decisions } => {
                next.steps = steps;
                next.decisions = decisions;
                next.step = next.step.min(next.last());
                next.is_playing &= !next.is_last();
            }
            PlaybackAction::Go(step) => next.pause_at(step),
            PlaybackAction::First => next.pause_at(0),
            PlaybackAction::Last => next.pause_at(usize::MAX),
            PlaybackAction::Back => next.pause_at(self.step.saturating_sub(1)),
            PlaybackAction::Forward => next.pause_at(self.step.saturating_add(1)),
            PlaybackAction::LeapBack => next.pause_at(self.step.saturating_sub(self.leap())),
            PlaybackAction::LeapForward => next.pause_at(self.step.saturating_add(self.leap())),
            PlaybackAction::PreviousDecision => {
                next.pause_at(self.previous_decision().unwrap_or(self.step));
            }
            PlaybackAction::NextDecision => {
                next.pause_at(self.next_decision().unwrap_or(self.step));
            }
            PlaybackAction::Toggle if self.is_playing => next.is_playing = false,
            PlaybackAction::Toggle => {
                if self.is_last() {
                    next.step = 0;
                }
                next.is_playing = self.steps > 1;
            }
            PlaybackAction::Pause => next.is_playing = false,
            PlaybackAction::Tick if self.is_playing => {
                let stride = self.step.saturating_add(self.stride());
                // However fast it plays, a decision is a picture.
                next.step = self
                    .next_decision()
                    .map_or(stride, |decision| decision.min(stride))
                    .min(self.last());
                next.is_playing = !next.is_last();
            }
            PlaybackAction::Tick => {}
            PlaybackAction::Faster => next.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            PlaybackAction::Slower => next.speed = self.speed.saturating_sub(1),
            PlaybackAction::Speed(speed) => {
                if let Some(index) = SPEEDS.iter().position(|&known| known == speed) {
                    next.speed = index;
                }
            }
        }
        next
    }

    fn pause_at(&mut self, step: usize) {
        self.is_playing = false;
        // Before the run is there, the place that was asked for is kept as it is.
        if self.steps > 0 {
            self.step = step.min(self.last());
        }
    }

    fn leap(&self) -> usize {
        (self.steps / 10).max(1)
    }
}

impl Reducible for Playback {
    type Action = PlaybackAction;

    fn reduce(self: Rc<Self>, action: Self::Action) -> Rc<Self> {
        let next = self.applied(action);
        if next == *self { self } else { Rc::new(next) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Playback, PlaybackAction, SPEEDS};
    use std::rc::Rc;
    use yew::Reducible as _;

    fn after(steps: usize, decisions: &[usize], actions: &[PlaybackAction]) -> Rc<Playback> {
        let load = PlaybackAction::Load {
            steps,
            decisions: decisions.into(),
        };
        std::iter::once(load)
            .chain(actions.iter().cloned())
            .fold(Rc::new(Playback::default()), Playback::reduce)
    }

    fn check(actions: &[PlaybackAction], step: usize) {
        let playback = after(10, &[2, 4, 9], actions);
        assert_eq!(playback.step(), step, "{actions:?}");
    }

    #[test]
    fn steps_stay_inside_the_run() {
        use PlaybackAction::{Back, First, Forward, Go, Last};
        check(&[Back], 0);
        check(&[Forward], 1);
        check(&[Last], 9);
        check(&[Last, Forward], 9);
        check(&[Last, Back], 8);
        check(&[Go(700), First], 0);
        check(&[Go(700)], 9);
    }

    #[test]
    fn decisions_are_found_both_ways() {
        use PlaybackAction::{Go, NextDecision, PreviousDecision};
        check(&[NextDecision], 2);
        check(&[NextDecision, NextDecision], 4);
        check(&[NextDecision, NextDecision, NextDecision, NextDecision], 9);
        check(&[Go(3), PreviousDecision], 2);
        check(&[Go(2), PreviousDecision], 2);
        check(&[Go(9), PreviousDecision], 4);
    }

    #[test]
    fn playing_ends_at_the_end_and_starts_again() {
        let toggle = PlaybackAction::Toggle;
        let mut actions = vec![toggle.clone()];
        actions.extend(vec![PlaybackAction::Tick; 20]);
        let ended = after(10, &[], &actions);
        assert_eq!(ended.step(), 9);
        assert!(!ended.is_playing());
        let again = ended.reduce(toggle);
        assert_eq!(again.step(), 0);
        assert!(again.is_playing());
    }

    #[test]
    fn a_tick_does_nothing_while_paused() {
        check(&[PlaybackAction::Tick], 0);
    }

    #[test]
    fn stepping_by_hand_pauses() {
        let playback = after(10, &[], &[PlaybackAction::Toggle, PlaybackAction::Forward]);
        assert!(!playback.is_playing());
    }

    #[test]
    fn no_decision_is_played_over_at_high_speed() {
        let mut playback = after(
            1000,
            &[3, 17, 18, 500],
            &[PlaybackAction::Speed(400), PlaybackAction::Toggle],
        );
        let mut seen = Vec::new();
        while playback.is_playing() {
            playback = playback.reduce(PlaybackAction::Tick);
            seen.push(playback.step());
        }
        for decision in [3, 17, 18, 500, 999] {
            assert!(seen.contains(&decision), "{decision}");
        }
        assert!(seen.len() < 100, "{}", seen.len());
    }

    #[test]
    fn every_speed_keeps_its_word() {
        for speed in SPEEDS {
            let playback = after(10, &[], &[PlaybackAction::Speed(speed)]);
            let a_second = 1000 / playback.tick_millis();
            let responses = usize::try_from(a_second).unwrap() * playback.stride();
            assert_eq!(responses, usize::from(speed));
        }
    }

    #[test]
    fn speed_stays_between_its_ends() {
        use PlaybackAction::{Faster, Slower};
        assert_eq!(after(9, &[], &[Slower, Slower, Slower]).speed(), 1);
        assert_eq!(after(9, &[], &vec![Faster; 20]).speed(), 400);
    }

    #[test]
    fn the_place_of_an_address_waits_for_its_run() {
        let load = PlaybackAction::Load {
            steps: 10,
            decisions: Rc::default(),
        };
        assert_eq!(Rc::new(Playback::at(7)).reduce(load.clone()).step(), 7);
        assert_eq!(Rc::new(Playback::at(70)).reduce(load).step(), 9);
    }

    #[test]
    fn nothing_new_is_the_same_picture() {
        let playback = after(10, &[], &[]);
        assert!(Rc::ptr_eq(
            &playback.clone().reduce(PlaybackAction::Back),
            &playback
        ));
    }
}
