//! The viewer's one program: the page, and in a worker the session.

use gloo::worker::Registrable as _;
use loopledger_web::app::App;
use loopledger_web::start;
use loopledger_web::worker::SessionWorker;

fn main() {
    if start::is_worker() {
        SessionWorker::registrar().register();
    } else {
        yew::Renderer::<App>::new().render();
    }
}
