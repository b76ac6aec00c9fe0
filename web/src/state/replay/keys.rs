//! What a key does on the replay page.

use super::playback::PlaybackAction;

/// Where the focus is, as far as keys care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// Nothing that has keys of its own.
    Page,
    /// A button, a link or another control that the space bar presses.
    Control,
    /// Something that uses arrow keys, Home and End itself, such as a choice or a scrolled region.
    Arrows,
}

/// What a key does; `None` leaves it to the browser.
pub fn action(key: &str, focus: Focus) -> Option<PlaybackAction> {
    Some(match (key, focus) {
        ("j", _) | ("ArrowRight", Focus::Page | Focus::Control) => PlaybackAction::Forward,
        ("k", _) | ("ArrowLeft", Focus::Page | Focus::Control) => PlaybackAction::Back,
        ("n", _) => PlaybackAction::NextDecision,
        ("p", _) => PlaybackAction::PreviousDecision,
        ("]", _) => PlaybackAction::Faster,
        ("[", _) => PlaybackAction::Slower,
        (" ", Focus::Page) => PlaybackAction::Toggle,
        ("Home", Focus::Page | Focus::Control) => PlaybackAction::First,
        ("End", Focus::Page | Focus::Control) => PlaybackAction::Last,
        _ => return None,
    })
}

/// What a key does on the timeline itself, which is a slider.
pub fn slider_action(key: &str) -> Option<PlaybackAction> {
    Some(match key {
        "ArrowRight" | "ArrowUp" => PlaybackAction::Forward,
        "ArrowLeft" | "ArrowDown" => PlaybackAction::Back,
        "PageUp" => PlaybackAction::LeapForward,
        "PageDown" => PlaybackAction::LeapBack,
        "Home" => PlaybackAction::First,
        "End" => PlaybackAction::Last,
        _ => return None,
    })
}

/// What a key does in the list of responses, which runs downwards.
pub fn list_action(key: &str) -> Option<PlaybackAction> {
    Some(match key {
        "ArrowDown" => PlaybackAction::Forward,
        "ArrowUp" => PlaybackAction::Back,
        "PageDown" => PlaybackAction::LeapForward,
        "PageUp" => PlaybackAction::LeapBack,
        "Home" => PlaybackAction::First,
        "End" => PlaybackAction::Last,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Focus, PlaybackAction, action, list_action, slider_action};

    #[test]
    fn letters_work_wherever_nobody_types() {
        for focus in [Focus::Page, Focus::Control, Focus::Arrows] {
            assert_eq!(action("j", focus), Some(PlaybackAction::Forward));
        }
        assert_eq!(action("J", Focus::Page), None);
        assert_eq!(action("x", Focus::Page), None);
    }

    #[test]
    fn a_control_keeps_its_space_bar() {
        assert_eq!(action(" ", Focus::Page), Some(PlaybackAction::Toggle));
        assert_eq!(action(" ", Focus::Control), None);
    }

    #[test]
    fn a_choice_keeps_its_arrows() {
        assert_eq!(
            action("ArrowLeft", Focus::Control),
            Some(PlaybackAction::Back)
        );
        assert_eq!(action("ArrowLeft", Focus::Arrows), None);
        assert_eq!(action("End", Focus::Arrows), None);
    }

    #[test]
    fn up_is_on_in_the_timeline_and_back_in_the_list() {
        assert_eq!(slider_action("ArrowUp"), Some(PlaybackAction::Forward));
        assert_eq!(list_action("ArrowUp"), Some(PlaybackAction::Back));
    }
}
