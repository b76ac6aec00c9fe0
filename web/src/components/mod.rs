//! What pages are made of.

mod ask;
mod chart_figure;
mod download;
mod drop_target;
mod error_note;
mod excerpt_panel;
mod figure;
mod file_pickers;
mod header;
mod help_dialog;
mod link;
mod load_status;
mod nothing_here;
mod null_badge;
mod outcome_mark;
mod place_button;
pub mod replay;
mod skip_link;
mod sourced;
mod take_away;

pub use ask::Ask;
pub use chart_figure::ChartFigure;
pub use download::download;
pub use drop_target::DropTarget;
pub use error_note::ErrorNote;
pub use excerpt_panel::ExcerptPanel;
pub use figure::{
    Kind, Shown, at_least, count_figure, figure, known_text, money_figure, number_or_dash,
    sum_figure, text_figure, write_money,
};
pub use file_pickers::FilePickers;
pub use header::{Header, page_name};
pub use help_dialog::HelpDialog;
pub use link::Link;
pub use load_status::LoadStatus;
pub use nothing_here::NothingHere;
pub use null_badge::NullBadge;
pub use outcome_mark::{OutcomeMark, OutcomeShape};
pub use place_button::PlaceButton;
pub use skip_link::skip_link;
pub use sourced::Sourced;
pub use take_away::TakeAway;
