//! The worker.

use gloo::worker::Registrable as _;
use loopledger_web::worker::SessionWorker;

fn main() {
    SessionWorker::registrar().register();
}
