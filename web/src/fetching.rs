//! Asks servers for files.

use crate::hooks::EngineError;
use crate::intake::SourceFile;
use crate::source::{self, AddressProblem, Parts, Reach, Wanted};
use gloo::events::EventListener;
use gloo::timers::future::TimeoutFuture;
use gloo::utils::{document, window};
use js_sys::{Array, Reflect, Uint8Array};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortSignal, Blob, ReadableStreamDefaultReader, ReferrerPolicy, RequestCache,
    RequestCredentials, RequestInit, RequestMode, RequestRedirect, Response, ResponseType,
    SecurityPolicyViolationEvent, Url,
};

/// The file at an address as somebody wrote it, from the page's own address.
pub fn wanted(text: &str) -> Result<Wanted, EngineError> {
    wanted_from(
        text,
        &document().base_uri().ok().flatten().unwrap_or_default(),
    )
}

/// The file at an address as somebody wrote it, from another address.
pub fn wanted_from(text: &str, base: &str) -> Result<Wanted, EngineError> {
    let refused = |problem| EngineError::Address {
        file: text.to_owned(),
        problem,
    };
    let parts = parts(text, base).ok_or_else(|| refused(AddressProblem::Invalid))?;
    let reach = source::reach(&parts, &page_origin()).map_err(refused)?;
    let page_path = window().location().pathname().unwrap_or_default();
    let folder = page_path.get(..=page_path.rfind('/').unwrap_or_default());
    Ok(Wanted {
        name: source::name(&parts, &reach, folder.unwrap_or("/")),
        href: parts.href,
        origin: parts.origin,
        reach,
        bytes: None,
        sha256: None,
    })
}

/// The origin of this page; `null` for one that was opened from a file.
pub fn page_origin() -> String {
    window().location().origin().unwrap_or_default()
}

fn parts(text: &str, base: &str) -> Option<Parts> {
    let url = Url::new_with_base(text.trim(), base).ok()?;
    url.set_hash("");
    let path = url.pathname();
    Some(Parts {
        href: url.href(),
        protocol: url.protocol(),
        origin: url.origin(),
        host: url.hostname(),
        path: js_sys::decode_uri_component(&path).map_or(path, String::from),
        has_credentials: !url.username().is_empty() || !url.password().is_empty(),
    })
}

/// Asks for a file; `on_progress` gets the bytes that came, and of how many where that is known.
pub async fn fetch(
    wanted: &Wanted,
    signal: &AbortSignal,
    on_progress: impl Fn(u64, Option<u64>),
) -> Result<SourceFile, EngineError> {
    let result = ask(wanted, signal, on_progress).await;
    result.map_err(|problem| {
        if signal.aborted() {
            return EngineError::Cancelled;
        }
        EngineError::Address {
            file: wanted.name.clone(),
            problem,
        }
    })
}

async fn ask(
    wanted: &Wanted,
    signal: &AbortSignal,
    on_progress: impl Fn(u64, Option<u64>),
) -> Result<SourceFile, AddressProblem> {
    let response = answer(wanted, signal).await?;
    if !response.ok() {
        return Err(AddressProblem::Status(response.status()));
    }
    let header = |name| response.headers().get(name).ok().flatten();
    // A server that has no such file often answers with its front page.
    if header("content-type").is_some_and(|kind| kind.trim_start().starts_with("text/html")) {
        return Err(AddressProblem::WebPage);
    }
    // The length is that of the compressed answer, where it is compressed.
    let length = header("content-length")
        .filter(|_| header("content-encoding").is_none())
        .and_then(|length| length.parse().ok());
    let total = wanted.bytes.or(length);
    let parts = Array::new();
    let mut received: u64 = 0;
    on_progress(received, total);
    if let Some(body) = response.body() {
        let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
        loop {
            let chunk = JsFuture::from(reader.read())
                .await
                .map_err(|_| AddressProblem::BrokenOff(received))?;
            let value = Reflect::get(&chunk, &"value".into()).unwrap_or_default();
            let Ok(value) = value.dyn_into::<Uint8Array>() else {
                break;
            };
            received += u64::from(value.length());
            parts.push(&value);
            check_size(wanted, received, false)?;
            on_progress(received, total);
        }
    }
    check_size(wanted, received, true)?;
    let blob = Blob::new_with_u8_array_sequence(&parts)
        .map_err(|_| AddressProblem::BrokenOff(received))?;
    let modified = header("last-modified").map(|text| js_sys::Date::parse(&text));
    let mut file = SourceFile::from_blob(&wanted.name, blob, modified);
    file.sha256.clone_from(&wanted.sha256);
    Ok(file)
}

fn check_size(wanted: &Wanted, found: u64, is_whole: bool) -> Result<(), AddressProblem> {
    match wanted.bytes {
        Some(expected) if found > expected || (is_whole && found < expected) => {
            Err(AddressProblem::Size { expected, found })
        }
        _ => Ok(()),
    }
}

/// The head of the answer.
///
/// A redirect is seen before it is followed, because afterwards it could not be told from a server
/// that is down: at home it is followed as far as it stays there, elsewhere not at all.
async fn answer(wanted: &Wanted, signal: &AbortSignal) -> Result<Response, AddressProblem> {
    let response = send(wanted, signal, RequestRedirect::Manual).await?;
    if response.type_() != ResponseType::Opaqueredirect {
        return Ok(response);
    }
    match wanted.reach {
        Reach::Own => send(wanted, signal, RequestRedirect::Follow)
            .await
            .map_err(|_| AddressProblem::Redirected),
        Reach::Foreign => Err(AddressProblem::Redirected),
    }
}

async fn send(
    wanted: &Wanted,
    signal: &AbortSignal,
    redirect: RequestRedirect,
) -> Result<Response, AddressProblem> {
    let init = RequestInit::new();
    init.set_signal(Some(signal));
    init.set_redirect(redirect);
    // A listing and its files must be of one age.
    init.set_cache(RequestCache::NoCache);
    match wanted.reach {
        Reach::Own => {
            init.set_mode(RequestMode::SameOrigin);
            // Else a foreign page could learn what only this reader may see from how tall it is.
            if is_inside_foreign_page() {
                init.set_credentials(RequestCredentials::Omit);
            }
        }
        Reach::Foreign => {
            init.set_mode(RequestMode::Cors);
            init.set_credentials(RequestCredentials::Omit);
            init.set_referrer_policy(ReferrerPolicy::NoReferrer);
        }
    }
    let refusals = Refusals::watch(&wanted.origin);
    match JsFuture::from(window().fetch_with_str_and_init(&wanted.href, &init)).await {
        Ok(response) => Ok(response.unchecked_into()),
        Err(_) if signal.aborted() => Err(AddressProblem::NoAnswer),
        Err(_) => {
            // The browser reports its refusal in a task of its own.
            TimeoutFuture::new(0).await;
            Err(match wanted.reach {
                _ if refusals.any() => AddressProblem::Policy(wanted.origin.clone()),
                Reach::Own => AddressProblem::NoAnswer,
                Reach::Foreign => AddressProblem::NotShared {
                    origin: wanted.origin.clone(),
                    page: page_origin(),
                },
            })
        }
    }
}

/// Whether the page around this one is of another origin; the browser then hides its address.
fn is_inside_foreign_page() -> bool {
    let parent = window().parent().ok().flatten();
    parent.is_some_and(|parent| parent.location().href().is_err())
}

/// Hears whether the page's policy forbids requests to an origin.
struct Refusals {
    seen: Rc<Cell<bool>>,
    _listener: EventListener,
}

impl Refusals {
    fn watch(origin: &str) -> Self {
        let seen = Rc::new(Cell::new(false));
        let listener = EventListener::new(&document(), "securitypolicyviolation", {
            let (seen, origin) = (Rc::clone(&seen), origin.to_owned());
            move |event| {
                let event: &SecurityPolicyViolationEvent = event.unchecked_ref();
                if event.blocked_uri().starts_with(&origin) {
                    seen.set(true);
                }
            }
        });
        Self {
            seen,
            _listener: listener,
        }
    }

    fn any(&self) -> bool {
        self.seen.get()
    }
}

/// The files that a listing names, each from the listing's own address.
pub async fn read_listing(
    listing: &Wanted,
    signal: &AbortSignal,
) -> Result<Vec<Wanted>, Vec<EngineError>> {
    let failed = |file: &str, problem| EngineError::Address {
        file: file.to_owned(),
        problem,
    };
    let file = fetch(listing, signal, |_, _| {})
        .await
        .map_err(|error| vec![error])?;
    let json = file
        .slice(0, file.size())
        .await
        .map_err(|error| vec![error])?;
    let listed =
        source::read_listing(&json).map_err(|problem| vec![failed(&listing.name, problem)])?;
    let mut errors = Vec::new();
    let mut files = Vec::with_capacity(listed.len());
    for item in listed {
        match wanted_from(&item.address, &listing.href) {
            Ok(wanted) if wanted.reach == Reach::Own => files.push(Wanted {
                name: item.name,
                bytes: item.bytes,
                sha256: item.sha256.map(|digest| digest.to_ascii_lowercase()),
                ..wanted
            }),
            Ok(_) => errors.push(failed(
                &listing.name,
                AddressProblem::Listing(format!("`{}` lies on another server", item.address)),
            )),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        Ok(files)
    } else {
        Err(errors)
    }
}
