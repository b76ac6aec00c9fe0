//! Offers what there is to review, and takes what was decided.
