//! What the worker does with each request, without the browser around it.

use super::Question;
use super::message::{Bytes, LoadStep, Refusal, Request, RequestBody, Response};
use loopledger::model::Place;
use loopledger::view::{AttemptView, FileView, ReplaySettings, RunView};
use loopledger::{FileMeta, Reading, ReplayError, Session};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt;

/// Bytes that are read before the page is heard again: some ten milliseconds of work.
const STEP: usize = 1 << 20;

/// Items of a list that are handed out at once.
const PART: usize = 100;

/// The session, and the load that is under way.
///
/// A load is kept as a whole or not at all: what it brought joins the session with
/// [`LoadStep::Commit`], so that a cancelled load leaves the session as it was.
#[derive(Default)]
pub struct Desk {
    session: Session,
    incoming: Option<Incoming>,
    reading: Option<(u64, Reading)>,
    read: Vec<Reading>,
    // Views that are handed out in parts; gone with every change.
    files: Option<Vec<FileView>>,
    runs: Option<Vec<RunView>>,
    attempts: Option<Vec<AttemptView>>,
}

struct Incoming {
    meta: FileMeta,
    bytes: Vec<u8>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk")
            .field("is_reading", &self.is_reading())
            .field("read", &self.read.len())
            .finish_non_exhaustive()
    }
}

impl Desk {
    /// Whether a file is being read, so that [`read_on`](Self::read_on) has work to do.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Takes a request, and says what is to be said to it at once.
    pub fn serve(&mut self, request: Request) -> Vec<Response> {
        let Request { id, body } = request;
        let result =
            match body {
                RequestBody::Load(LoadStep::Begin | LoadStep::Cancel) => {
                    let mut responses = self.drop_load();
                    responses.push(Response::Answer {
                        id,
                        result: Ok(Bytes::default()),
                    });
                    return responses;
                }
                RequestBody::Load(LoadStep::BeginFile {
                    name,
                    modified,
                    bytes,
                }) => {
                    let name = name.into();
                    self.begin_file(FileMeta { name, modified }, bytes)
                }
                RequestBody::Load(LoadStep::Slice(Bytes(slice))) => match &mut self.incoming {
                    Some(incoming) => {
                        incoming.bytes.extend_from_slice(&slice);
                        Ok(Bytes::default())
                    }
                    None => Err(no_load()),
                },
                RequestBody::Load(LoadStep::EndFile) => match self.incoming.take() {
                    Some(Incoming { meta, bytes }) => {
                        self.reading = Some((id, Reading::new(meta, bytes)));
                        // Answered by `read_on` when it is read.
                        return Vec::new();
                    }
                    None => Err(no_load()),
                },
                RequestBody::Load(LoadStep::Commit) => {
                    let ids: Vec<u64> = std::mem::take(&mut self.read)
                        .into_iter()
                        .map(|reading| self.session.add(reading))
                        .collect();
                    self.forget_views();
                    encoded(&ids)
                }
                RequestBody::Remove(ids) => {
                    for id in ids {
                        self.session.remove(id);
                    }
                    self.forget_views();
                    Ok(Bytes::default())
                }
                RequestBody::Clear => {
                    self.session.clear();
                    self.forget_views();
                    Ok(Bytes::default())
                }
                RequestBody::Files { from } => {
                    let session = &self.session;
                    part(self.files.get_or_insert_with(|| session.files()), from)
                }
                RequestBody::Runs { from } => {
                    let session = &self.session;
                    part(self.runs.get_or_insert_with(|| session.runs()), from)
                }
                RequestBody::Report => encoded(&self.session.report()),
                RequestBody::Attempts { from } => {
                    let session = &mut self.session;
                    part(
                        self.attempts.get_or_insert_with(|| session.attempts()),
                        from,
                    )
                }
                RequestBody::Replay { run, settings } => decoded::<ReplaySettings>(&settings)
                    .and_then(|settings| {
                        let replay = self.session.replay(&run, &settings);
                        encoded(&replay.map_err(|error| replay_refusal(&error))?)
                    }),
                RequestBody::Frame {
                    run,
                    settings,
                    step,
                } => decoded::<ReplaySettings>(&settings).and_then(|settings| {
                    let frame = self.session.frame(&run, &settings, step);
                    encoded(&frame.map_err(|error| replay_refusal(&error))?)
                }),
                RequestBody::Excerpt(place) => decoded::<Place>(&place)
                    .and_then(|place| encoded(&self.session.excerpt(&place))),
                RequestBody::Ask(question) => decoded::<Question>(&question).and_then(|question| {
                    if question.changes_session() {
                        self.forget_views();
                    }
                    question.answer(&mut self.session)
                }),
            };
        vec![Response::Answer { id, result }]
    }

    fn begin_file(&mut self, meta: FileMeta, size: u64) -> Result<Bytes, Refusal> {
        let mut bytes = Vec::new();
        let is_reserved =
            usize::try_from(size).is_ok_and(|size| bytes.try_reserve_exact(size).is_ok());
        if !is_reserved {
            let message = "the browser has no memory for this file";
            return Err(refusal("too_large", message));
        }
        self.incoming = Some(Incoming { meta, bytes });
        Ok(Bytes::default())
    }

    /// Reads the next piece of the file that is being read.
    pub fn read_on(&mut self) -> Vec<Response> {
        let Some((id, mut reading)) = self.reading.take() else {
            return Vec::new();
        };
        let progress = reading.advance(STEP);
        let mut responses = vec![Response::Progress {
            id,
            done: progress.done_bytes,
            total: progress.total_bytes,
        }];
        if progress.is_done {
            self.read.push(reading);
            responses.push(Response::Answer {
                id,
                result: Ok(Bytes::default()),
            });
        } else {
            self.reading = Some((id, reading));
        }
        responses
    }

    fn forget_views(&mut self) {
        self.files = None;
        self.runs = None;
        self.attempts = None;
    }

    /// Drops the load, and answers the request that waits for its file, if one does.
    fn drop_load(&mut self) -> Vec<Response> {
        self.incoming = None;
        self.read.clear();
        self.reading
            .take()
            .map(|(id, _)| Response::Answer {
                id,
                result: Err(refusal("cancelled", "the load was cancelled")),
            })
            .into_iter()
            .collect()
    }
}

fn no_load() -> Refusal {
    refusal("no_load", "no file is being loaded")
}

pub(crate) fn refusal(code: &str, message: &str) -> Refusal {
    Refusal {
        code: code.to_owned(),
        message: message.to_owned(),
    }
}

fn replay_refusal(error: &ReplayError) -> Refusal {
    refusal(error.code(), &error.to_string())
}

/// The next items of a list, so many that the page decodes them in some milliseconds.
fn part<T: Serialize>(all: &[T], from: u64) -> Result<Bytes, Refusal> {
    let from = usize::try_from(from).unwrap_or(usize::MAX);
    let rest = all.get(from..).unwrap_or_default();
    encoded(&rest.get(..PART.min(rest.len())).unwrap_or_default())
}

pub(crate) fn encoded<T: Serialize>(value: &T) -> Result<Bytes, Refusal> {
    Bytes::encode(value).map_err(|error| refusal("encode", &error.to_string()))
}

fn decoded<T: DeserializeOwned>(bytes: &Bytes) -> Result<T, Refusal> {
    bytes
        .decode()
        .map_err(|error| refusal("decode", &error.to_string()))
}
