//! The page.

use loopledger_web::app::App;

fn main() {
    yew::Renderer::<App>::new().render();
}
