//! The project's own chores: `cargo xtask serve`, `cargo xtask test`.

fn main() {}
