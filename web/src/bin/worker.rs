//! The worker.

fn main() {
    gloo::console::debug!("worker started");
}
