//! Loop detectors of other projects, to be replayed beside DeerFlow's.
