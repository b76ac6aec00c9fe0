//! What pages are made of.

mod chart_figure;
mod drop_target;
mod error_note;
mod excerpt_panel;
mod figure;
mod header;
mod help_dialog;
mod link;
mod load_status;
mod nothing_here;
mod null_badge;
mod outcome_mark;
pub mod replay;
mod skip_link;
mod sourced;

pub use chart_figure::ChartFigure;
pub use drop_target::DropTarget;
pub use error_note::ErrorNote;
pub use excerpt_panel::ExcerptPanel;
pub use figure::{
    Kind, Shown, at_least, count_figure, figure, known_text, money_figure, sum_figure, sum_value,
    text_figure, write_money,
};
pub use header::{Header, page_name};
pub use help_dialog::HelpDialog;
pub use link::Link;
pub use load_status::LoadStatus;
pub use nothing_here::NothingHere;
pub use null_badge::NullBadge;
pub use outcome_mark::{OutcomeMark, OutcomeShape};
pub use skip_link::SkipLink;
pub use sourced::Sourced;
