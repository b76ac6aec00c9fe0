//! Codes that stand in addresses.

use loopledger::model::Outcome;

/// The outcome's stable code, which is also its name in an address.
pub fn outcome_code(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Accepted => "accepted",
        Outcome::Rejected => "rejected",
        Outcome::Failed => "failed",
        Outcome::Capped => "capped",
        Outcome::Unknown => "unknown",
    }
}
