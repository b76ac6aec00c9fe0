//! Replays the detectors of others beside DeerFlow's.
