//! Reading a file in steps.

use crate::archive::{Encoding, Gunzip, Unzipping, is_gzip, utf16_to_utf8};
use crate::diagnostic::{Severity, shortened};
use crate::format::{
    attempt_csv, deerflow_config, mini_swe_agent, price_table, swe_agent, swe_bench, thread_state,
    trajectory,
};
use crate::items::ItemReader;
use crate::lines::{Cursor, Line, is_blank};
use crate::sniff::{self, Fit, Items};
use crate::source::{Context, Lines, Record, Source, line_starts};
use crate::{Diagnostic, FileMeta, FileRead, Format, ReadError, Tried};
use loopledger_json::{JsonError, Node, parse};
use loopledger_model::Place;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::sync::Arc;

/// Lines at the start of a file that decide whether it is JSON Lines, and of what.
const SAMPLED_LINES: usize = 200;
/// Bytes of them.
const SAMPLED_BYTES: usize = 4 << 20;
/// What the parser expects behind a value.
const TRAILING: &str = "the end of the text";
/// Places in a torn line at which a whole record is looked for.
const RECOVERY_TRIES: usize = 32;

/// A file being read, in steps, so that a host can show progress in bytes and cancel.
///
/// ```
/// use loopledger_read::{FileMeta, Reading};
///
/// let text = "{\"id\":\"a\",\"cost\":1}\n{\"id\":\"b\",\"cost\":2}\n";
/// let mut reading = Reading::new(FileMeta::new("attempts.jsonl"), text.into());
/// while !reading.advance(4 << 20).is_done {}
/// assert_eq!(reading.finish()?.attempts.len(), 2);
/// # Ok::<(), loopledger_read::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reading {
    meta: FileMeta,
    size: u64,
    /// The progress that was last told; it never goes back.
    done: u64,
    is_compressed: bool,
    /// SHA-256 of the bytes as they were given.
    sha256: String,
    /// The decoded bytes, once there are any.
    input: Option<Arc<Input>>,
    stage: Stage,
}

/// A file's text as it was read: decompressed and in UTF-8, as far as it is that. Places count
/// their bytes in it.
#[derive(Debug, Clone)]
pub struct SourceText {
    sha256: String,
    size: u64,
    input: Option<Arc<Input>>,
}

/// How far a reading has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes that are done.
    pub done_bytes: u64,
    /// Bytes that there are to do; of a compressed file twice its size, because it is
    /// decompressed first and read then.
    pub total_bytes: u64,
    /// Whether nothing is left to do but [`Reading::finish`].
    pub is_done: bool,
}

#[derive(Debug)]
enum Stage {
    Raw(Vec<u8>),
    Unzipping(Box<Gunzip>),
    Lines(Box<LineReading>),
    Done(Box<Result<FileRead, ReadError>>),
}

/// A file's bytes, with whatever was undone to get at them.
#[derive(Debug)]
struct Input {
    bytes: Vec<u8>,
    /// Length of the byte order mark.
    bom: usize,
    /// Why the end is missing, where compression shows that.
    broken: Option<String>,
}

impl Reading {
    /// A file of which nothing has been read yet.
    pub fn new(meta: FileMeta, bytes: Vec<u8>) -> Self {
        Self {
            meta,
            size: bytes.len() as u64,
            done: 0,
            is_compressed: is_gzip(&bytes),
            sha256: sha256_hex(&bytes),
            input: None,
            stage: Stage::Raw(bytes),
        }
    }

    /// Reads on for about as many bytes as the budget says: whole lines of a line format; a single
    /// document is read at once in the last step.
    pub fn advance(&mut self, budget_bytes: usize) -> Progress {
        let stage = std::mem::replace(
            &mut self.stage,
            Stage::Done(Box::new(Err(ReadError::Empty))),
        );
        let budget = budget_bytes.max(1);
        self.stage = match stage {
            Stage::Raw(bytes) if self.is_compressed => {
                self.unzip(Box::new(Gunzip::new(bytes)), budget)
            }
            Stage::Raw(bytes) => self.open(plain(bytes)),
            Stage::Unzipping(gunzip) => self.unzip(gunzip, budget),
            Stage::Lines(mut lines) => {
                let is_done = lines.advance(budget);
                if let Some(refusal) = lines.context.refusal.take() {
                    Stage::Done(Box::new(Err(refusal)))
                } else if is_done {
                    Stage::Done(Box::new(Ok(lines.finish(&self.meta))))
                } else {
                    Stage::Lines(lines)
                }
            }
            done @ Stage::Done(_) => done,
        };
        self.progress()
    }

    fn unzip(&mut self, mut gunzip: Box<Gunzip>, budget: usize) -> Stage {
        let broken = match gunzip.advance(budget) {
            Err(error) => return Stage::Done(Box::new(Err(error))),
            Ok(Unzipping::More) => return Stage::Unzipping(gunzip),
            Ok(Unzipping::Done) => None,
            Ok(Unzipping::Broken(reason)) => Some(reason),
        };
        let mut input = plain(gunzip.finish());
        input.broken = broken;
        self.open(input)
    }

    /// Decides what a file is; a document is read at once.
    fn open(&mut self, input: Input) -> Stage {
        let input = Arc::new(input);
        self.input = Some(Arc::clone(&input));
        opened(&self.meta, &input).unwrap_or_else(|error| Stage::Done(Box::new(Err(error))))
    }

    fn progress(&mut self) -> Progress {
        let total_bytes = if self.is_compressed {
            self.size * 2
        } else {
            self.size
        };
        let offset = total_bytes - self.size;
        let done = match &self.stage {
            Stage::Raw(_) => 0,
            Stage::Unzipping(gunzip) => gunzip.consumed().min(self.size),
            Stage::Lines(lines) => {
                let length = lines.input.bytes.len().max(1) as u128;
                let share = u128::from(self.size) * lines.cursor.at as u128 / length;
                offset + u64::try_from(share).unwrap_or(self.size)
            }
            Stage::Done(_) => total_bytes,
        };
        self.done = self.done.max(done.min(total_bytes));
        Progress {
            done_bytes: self.done,
            total_bytes,
            is_done: matches!(self.stage, Stage::Done(_)),
        }
    }

    /// What the host said about the file.
    pub fn meta(&self) -> &FileMeta {
        &self.meta
    }

    /// Reads what is left and returns the whole.
    ///
    /// # Errors
    /// [`ReadError`] where nothing of the file can be read.
    pub fn finish(self) -> Result<FileRead, ReadError> {
        self.finish_with_source().0
    }

    /// As [`finish`](Self::finish), with the text that was read, also where nothing could be.
    pub fn finish_with_source(mut self) -> (Result<FileRead, ReadError>, SourceText) {
        while !self.advance(usize::MAX).is_done {}
        let Self {
            meta,
            size,
            sha256,
            input,
            stage,
            ..
        } = self;
        let result = match stage {
            Stage::Done(result) => result.map(|mut file| {
                file.bytes = size;
                stamp(&mut file, &meta, &sha256);
                file
            }),
            // The loop above ends only when the stage is done.
            _ => Err(ReadError::Empty),
        };
        (
            result,
            SourceText {
                sha256,
                size,
                input,
            },
        )
    }
}

impl SourceText {
    /// The text's bytes; empty where nothing could be decompressed.
    pub fn bytes(&self) -> &[u8] {
        self.input.as_deref().map_or(&[], |input| &input.bytes)
    }

    /// What the text was, without the text.
    #[must_use]
    pub fn without_text(&self) -> Self {
        Self {
            sha256: self.sha256.clone(),
            size: self.size,
            input: None,
        }
    }

    /// Size of the file as it was given, in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// SHA-256 of the file as it was given, lower-case hex.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }
}

/// Reads a file at once.
///
/// # Errors
/// [`ReadError`] where nothing of the file can be read.
pub fn read(meta: FileMeta, bytes: Vec<u8>) -> Result<FileRead, ReadError> {
    Reading::new(meta, bytes).finish()
}

/// Bytes as UTF-8, as far as they are that.
fn plain(bytes: Vec<u8>) -> Input {
    match Encoding::of(&bytes) {
        Encoding::Utf8 { bom } => Input {
            bytes,
            bom,
            broken: None,
        },
        encoding => Input {
            bytes: utf16_to_utf8(&bytes, encoding),
            bom: 0,
            broken: None,
        },
    }
}

fn opened(meta: &FileMeta, input: &Arc<Input>) -> Result<Stage, ReadError> {
    let body = input.bytes.get(input.bom..).unwrap_or_default();
    if is_blank(body) {
        return Err(ReadError::Empty);
    }
    if let Some(kind) = binary_kind(body) {
        return Err(ReadError::NotRecognised {
            tried: sniff::none_fits(|wants| format!("expected {wants}; found {kind}")),
            diagnostics: Vec::new(),
        });
    }
    let mut cursor = Cursor::new(input.bom);
    let first = std::iter::from_fn(|| cursor.next_line(&input.bytes))
        .find(|line| !is_blank(slice(&input.bytes, *line)));
    let is_one_line = input.bytes.get(cursor.at..).is_none_or(is_blank);
    let first_bytes = first.map_or(body, |line| slice(&input.bytes, line));
    let is_object = |bytes: &[u8]| {
        let text = std::str::from_utf8(bytes).ok()?;
        parse(text).ok()?.object().map(<[_]>::len)
    };
    if attempt_csv::is_header(first_bytes) {
        return read_attempts_csv(meta, input);
    }
    if !is_one_line && is_object(first_bytes).is_some() {
        return Sample::take(input).into_lines(meta, input, true);
    }
    let error = match read_document(meta, input) {
        Ok(file) => return Ok(Stage::Done(Box::new(Ok(file)))),
        Err(error) => error,
    };
    if matches!(error, DocumentError::Unknown(_)) {
        return Err(error.into_read_error());
    }
    // No document: perhaps lines of which the first is broken, or YAML.
    if let Ok(stage) = Sample::take(input).into_lines(meta, input, false) {
        return Ok(stage);
    }
    Err(error.into_read_error())
}

fn read_attempts_csv(meta: &FileMeta, input: &Input) -> Result<Stage, ReadError> {
    let body = input.bytes.get(input.bom..).unwrap_or_default();
    let (mut file, mut context) = attempt_csv::read_csv(&meta.name, body, input.bom as u64)?;
    report_broken_archive(&mut context, input);
    file.diagnostics = context
        .diagnostics
        .finish(&Place::file(Arc::clone(&meta.name)));
    Ok(Stage::Done(Box::new(Ok(file))))
}

fn slice(bytes: &[u8], line: Line) -> &[u8] {
    bytes.get(line.start..line.end).unwrap_or_default()
}

/// Kinds of file that are no text.
fn binary_kind(bytes: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 7] = [
        (b"\x1F\x8B\x08", "gzip data in gzip data"),
        (b"PK\x03\x04", "a zip archive"),
        (b"\x28\xB5\x2F\xFD", "zstd data"),
        (b"BZh", "bzip2 data"),
        (b"\xFD7zXZ", "xz data"),
        (b"%PDF-", "a PDF document"),
        (b"SQLite format 3\0", "an SQLite database"),
    ];
    KINDS
        .iter()
        .find(|(magic, _)| bytes.starts_with(magic))
        .map(|(_, kind)| *kind)
}

/// Why a file is no document.
enum DocumentError {
    /// It is a document, of no known format.
    Unknown(Vec<Tried>),
    /// It is no JSON, and no configuration either.
    Broken {
        tried: Vec<Tried>,
        diagnostics: Vec<Diagnostic>,
    },
    /// It is one, and is not read for this reason.
    Refused(ReadError),
}

impl DocumentError {
    fn into_read_error(self) -> ReadError {
        match self {
            Self::Unknown(tried) => ReadError::NotRecognised {
                tried,
                diagnostics: Vec::new(),
            },
            Self::Broken { tried, diagnostics } => ReadError::NotRecognised { tried, diagnostics },
            Self::Refused(error) => error,
        }
    }
}

/// Reads a file that is one JSON value or one YAML document.
fn read_document(meta: &FileMeta, input: &Input) -> Result<FileRead, DocumentError> {
    let body = input.bytes.get(input.bom..).unwrap_or_default();
    let text = std::str::from_utf8(body)
        .map_err(|error| DocumentError::Refused(encoding_error(input, error.valid_up_to())))?;
    let mut context = Context::new(&meta.name);
    let starts_like_json = body
        .iter()
        .find(|byte| !byte.is_ascii_whitespace())
        .is_some_and(|byte| matches!(byte, b'{' | b'['));
    let parsed = parse(text);
    let starts = line_starts(text);
    let source = Source {
        file: &meta.name,
        text,
        base: input.bom as u64,
        lines: Lines::Starts(&starts),
    };
    let file = match &parsed {
        Ok(root) if root.object().is_some() || root.array().is_some() => {
            match sniff::document(root) {
                Ok(fit) => Some(read_fit(&mut context, &source, root, &fit, false)),
                Err(tried) => match config(meta, &mut context, text) {
                    Ok(file) => Some(file),
                    Err(_) => return Err(DocumentError::Unknown(tried)),
                },
            }
        }
        Err(error) => whole_items(text)
            .or_else(|| trajectory::whole_messages(text))
            .and_then(|whole| {
                let root = parse(&whole).ok()?;
                let fit = sniff::document(&root).ok()?;
                let is_list = root.array().is_some();
                if !is_list && !matches!(fit.format, Format::MiniSweAgent | Format::SweAgent) {
                    return None;
                }
                let place = Place {
                    line: Some(source.line_at(error.offset)),
                    byte: Some(source.byte_at(error.offset)),
                    ..Place::file(Arc::clone(&meta.name))
                };
                let (expected, found) = (error.expected, error.found.as_str());
                let message =
                    format!("expected {expected}, found {found}; the items before it were read");
                let code = if is_list {
                    "broken_array"
                } else {
                    "broken_trajectory"
                };
                let severity = Severity::Error;
                context
                    .diagnostics
                    .push_message(severity, code, place, expected, found, message);
                let source = Source {
                    text: &whole,
                    ..source
                };
                Some(read_fit(&mut context, &source, &root, &fit, true))
            }),
        Ok(_) => None,
    };
    let mut file = match file {
        Some(file) => file,
        None => match config(meta, &mut context, text) {
            Ok(file) => file,
            Err(not) => {
                let file = Place::file(Arc::clone(&meta.name));
                let json = parsed.err();
                return Err(broken_document(
                    context,
                    &file,
                    text,
                    input,
                    json,
                    starts_like_json,
                    not,
                ));
            }
        },
    };
    if let Some(refusal) = context.refusal.take() {
        return Err(DocumentError::Refused(refusal));
    }
    report_broken_archive(&mut context, input);
    file.diagnostics.extend(
        context
            .diagnostics
            .finish(&Place::file(Arc::clone(&meta.name))),
    );
    Ok(file)
}

/// The whole items of an array that is broken further on, as an array of their own. The rest
/// cannot be told apart any more.
fn whole_items(text: &str) -> Option<String> {
    let mut at = text.len() - text.trim_start().strip_prefix('[')?.len();
    let mut end = None;
    loop {
        let rest = text.get(at..)?;
        match parse(rest) {
            Ok(_) => {
                end = Some(text.len());
                break;
            }
            Err(error) if error.expected == TRAILING => {
                at += error.offset;
                end = Some(at);
                if text.get(at..)?.starts_with(',') {
                    at += 1;
                } else {
                    break;
                }
            }
            Err(_) => break,
        }
    }
    Some(format!("{}]", text.get(..end?)?))
}

fn broken_document(
    mut context: Context,
    file: &Place,
    text: &str,
    input: &Input,
    json: Option<JsonError>,
    starts_like_json: bool,
    not: deerflow_config::NotConfig,
) -> DocumentError {
    let line_of = |offset: usize| {
        let before = text.get(..offset).unwrap_or(text);
        line_starts(before).len() as u64
    };
    let json = json.unwrap_or_else(|| JsonError {
        offset: 0,
        expected: "an object or an array",
        found: shortened(text.trim_start()),
    });
    let reason = format!(
        "it is no JSON: expected {} at byte {}, found {}",
        json.expected,
        input.bom + json.offset,
        json.found
    );
    let mut tried = sniff::none_fits(|_| reason.clone());
    if let Some(tried) = tried
        .iter_mut()
        .find(|tried| tried.format == Format::Config)
    {
        tried.why_not.clone_from(&not.why_not);
    }
    if let Some((line, byte)) = not.place {
        context.report(
            Severity::Error,
            "yaml_syntax",
            Place {
                line: Some(line),
                byte: Some(byte + input.bom as u64),
                ..file.clone()
            },
            "YAML",
            not.why_not,
        );
    } else if starts_like_json {
        let JsonError {
            offset,
            expected,
            found,
        } = json;
        context.report(
            Severity::Error,
            "json_syntax",
            Place {
                line: Some(line_of(offset)),
                byte: Some((input.bom + offset) as u64),
                ..file.clone()
            },
            expected,
            found,
        );
    }
    report_broken_archive(&mut context, input);
    DocumentError::Broken {
        tried,
        diagnostics: context.diagnostics.finish(file),
    }
}

fn config(
    meta: &FileMeta,
    context: &mut Context,
    text: &str,
) -> Result<FileRead, deerflow_config::NotConfig> {
    let read = deerflow_config::read_config(text, &meta.name, &mut context.diagnostics)?;
    let mut file = FileRead::new(Arc::clone(&meta.name), Format::Config, read.why);
    file.records_read = 1;
    file.detector_config = read.section;
    file.config_prices = read.prices;
    Ok(file)
}

/// Reads a document of a known format, which may have lost its end.
fn read_fit(
    context: &mut Context,
    source: &Source<'_>,
    root: &Node<'_>,
    fit: &Fit,
    is_torn: bool,
) -> FileRead {
    let mut file = FileRead::new(Arc::clone(source.file), fit.format, fit.why.clone());
    let root_record = Record {
        source,
        node: root,
        pointer: "",
    };
    let (list, prefix) = match fit.items {
        Items::Root => (std::slice::from_ref(root), None),
        Items::Array => (root.array().unwrap_or_default(), Some(String::new())),
        Items::Key(key) => (
            root.get(key).and_then(Node::array).unwrap_or_default(),
            Some(format!("/{key}")),
        ),
    };
    let pointer_of = |index: usize| match &prefix {
        None => String::new(),
        Some(prefix) => format!("{prefix}/{index}"),
    };
    match fit.format {
        Format::PriceTable => {
            let (table, read, rejected) = price_table::read_table(context, root_record);
            file.records_read = read;
            file.records_rejected = rejected;
            file.prices = Some(table);
        }
        Format::ThreadState => {
            let states: Vec<_> = list
                .iter()
                .enumerate()
                .map(|(index, state)| (state, pointer_of(index)))
                .collect();
            let runs = thread_state::read_states(context, source, &states);
            file.records_read = runs.read;
            file.records_rejected = runs.rejected + u64::from(is_torn);
            file.runs = runs.list;
        }
        Format::MessageDump => {
            let (list, pointer) = match fit.items {
                Items::Key(key) => (root.get(key).unwrap_or(root), "/messages"),
                _ => (root, ""),
            };
            let runs = thread_state::read_messages(context, source, list, pointer);
            file.records_read = runs.read;
            file.records_rejected = runs.rejected + u64::from(is_torn);
            file.runs = runs.list;
            for run in &mut file.runs {
                run.is_truncated = is_torn;
                run.unreadable_records += u64::from(is_torn);
            }
        }
        Format::MiniSweAgent => {
            mini_swe_agent::read_trajectory(context, root_record, is_torn).into_file(&mut file);
        }
        Format::SweAgent => {
            swe_agent::read_trajectory(context, root_record, is_torn).into_file(&mut file);
        }
        Format::SweBenchReport => {
            let (evaluations, rejected) = swe_bench::read_report(context, root_record);
            file.records_read = evaluations.len() as u64;
            file.records_rejected = rejected;
            file.evaluations = evaluations;
        }
        _ => {
            let mut reader = ItemReader::new(fit.format);
            for (index, node) in list.iter().enumerate() {
                let pointer = pointer_of(index);
                let record = Record {
                    source,
                    node,
                    pointer: &pointer,
                };
                reader.item(context, record);
            }
            if is_torn {
                reader.unreadable();
            }
            reader.finish(context, is_torn, &mut file);
            if fit.format == Format::AttemptList {
                file.prices = price_table::read_short_table(context, root_record, "prices");
            }
        }
    }
    file
}

fn report_broken_archive(context: &mut Context, input: &Input) {
    if let Some(reason) = &input.broken {
        let place = Place {
            byte: Some(input.bytes.len() as u64),
            ..Place::file(Arc::clone(&context.file))
        };
        context.report(
            Severity::Error,
            "gzip_broken",
            place,
            "gzip data up to its end",
            reason.as_str(),
        );
    }
}

/// Marks the price tables with what tells one file from another.
fn stamp(file: &mut FileRead, meta: &FileMeta, sha256: &str) {
    if file.format == Format::RedactedTrace {
        // The tables are those of the original, and say so themselves.
        return;
    }
    for table in [&mut file.prices, &mut file.config_prices]
        .into_iter()
        .flatten()
    {
        sha256.clone_into(&mut table.sha256);
        table.date.clone_from(&meta.modified);
    }
}

fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::with_capacity(64), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

fn encoding_error(input: &Input, valid_up_to: usize) -> ReadError {
    let byte = input.bom + valid_up_to;
    let bytes = input.bytes.get(byte..).unwrap_or_default();
    let found = bytes
        .iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect::<Vec<_>>()
        .join(" ");
    ReadError::Encoding {
        byte: byte as u64,
        found,
        hint: "it may be Latin-1 or Windows-1252: save the file as UTF-8",
    }
}

/// What the first lines of a file are.
#[derive(Debug, Default)]
struct Sample {
    sampled: usize,
    objects: usize,
    format: Option<(Format, &'static str)>,
    /// The first line that is an object: in a few words, and its start up to the first key's end.
    first: Option<(String, Vec<u8>)>,
    first_bad: Option<(Line, JsonError)>,
    not_utf8: Option<usize>,
}

impl Sample {
    fn take(input: &Input) -> Self {
        let mut sample = Self::default();
        let mut cursor = Cursor::new(input.bom);
        while sample.sampled < SAMPLED_LINES
            && (sample.format.is_none() || sample.sampled < 20)
            && cursor.at < input.bom + SAMPLED_BYTES
            && let Some(line) = cursor.next_line(&input.bytes)
        {
            let bytes = slice(&input.bytes, line);
            if is_blank(bytes) {
                continue;
            }
            sample.sampled += 1;
            let text = match std::str::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => {
                    sample
                        .not_utf8
                        .get_or_insert(line.start + error.valid_up_to());
                    continue;
                }
            };
            match parse(text) {
                Ok(node) if node.object().is_some() => {
                    sample.objects += 1;
                    if sample.format.is_none()
                        && let Some(format) = sniff::line(&node)
                    {
                        sample.format = Some(format);
                        sample.first = None;
                    }
                    sample
                        .first
                        .get_or_insert_with(|| (sniff::describe(&node), signature(&node, text)));
                }
                Ok(_) => {}
                Err(error) => {
                    sample.first_bad.get_or_insert((line, error));
                }
            }
        }
        sample
    }

    /// The file as lines; not where the lines are none of any format.
    fn into_lines(
        self,
        meta: &FileMeta,
        input: &Arc<Input>,
        starts_with_object: bool,
    ) -> Result<Stage, ReadError> {
        let is_majority = self.objects * 2 >= self.sampled;
        let Some((format, wants)) = self.format.filter(|_| starts_with_object || is_majority)
        else {
            if let Some(at) = self.not_utf8
                && self.objects == 0
            {
                return Err(encoding_error(input, at - input.bom));
            }
            let found = match &self.first {
                Some((first, _)) => format!("lines of JSON, the first {first}"),
                None => "lines that are no JSON".to_owned(),
            };
            return Err(ReadError::NotRecognised {
                tried: sniff::none_fits(|wants| format!("expected {wants}; found {found}")),
                diagnostics: Vec::new(),
            });
        };
        let cursor = Cursor::new(input.bom);
        Ok(Stage::Lines(Box::new(LineReading {
            input: Arc::clone(input),
            cursor,
            format,
            why: format!("its lines are {wants}"),
            signature: self.first.map(|(_, start)| start).unwrap_or_default(),
            reader: ItemReader::new(format),
            context: Context::new(&meta.name),
            is_last_torn: false,
        })))
    }
}

/// How a record starts: from its brace to the end of its first key.
fn signature(node: &Node<'_>, text: &str) -> Vec<u8> {
    let end = node
        .object()
        .and_then(<[_]>::first)
        .map_or(node.start, |member| {
            // The key's two quotes stand around its source text.
            member.key_start + member.key.raw().len() + 2
        });
    text.as_bytes()
        .get(node.start..end)
        .unwrap_or_default()
        .to_vec()
}

/// A file of one record a line.
#[derive(Debug)]
struct LineReading {
    input: Arc<Input>,
    cursor: Cursor,
    format: Format,
    why: String,
    signature: Vec<u8>,
    reader: ItemReader,
    context: Context,
    is_last_torn: bool,
}

impl LineReading {
    /// Reads lines for about so many bytes; `true` where none is left.
    fn advance(&mut self, budget: usize) -> bool {
        let until = self.cursor.at.saturating_add(budget);
        while self.cursor.at < until {
            let Some(line) = self.cursor.next_line(&self.input.bytes) else {
                return true;
            };
            self.line(line);
            if self.context.refusal.is_some() {
                return true;
            }
        }
        self.cursor.at >= self.input.bytes.len()
    }

    fn line(&mut self, line: Line) {
        let bytes = slice(&self.input.bytes, line);
        if is_blank(bytes) {
            return;
        }
        self.is_last_torn = false;
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let at = error.valid_up_to();
                let found = bytes.get(at).map_or_else(
                    || "the end of the line".to_owned(),
                    |byte| format!("byte 0x{byte:02x}"),
                );
                let place = line_place(&self.context.file, line, at);
                self.context
                    .report(Severity::Error, "not_utf8", place, "UTF-8", found);
                self.reader.unreadable();
                self.is_last_torn = !line.is_ended;
                return;
            }
        };
        let (reader, context) = (&mut self.reader, &mut self.context);
        match parse(text) {
            Ok(node) => line_item(reader, context, line, (text, 0), &node),
            Err(error) => {
                let signature = &self.signature;
                let is_torn = broken_line(reader, context, line, text, error, signature);
                self.is_last_torn = is_torn && !line.is_ended;
            }
        }
    }

    fn finish(self, meta: &FileMeta) -> FileRead {
        let Self {
            input,
            format,
            why,
            reader,
            mut context,
            is_last_torn,
            ..
        } = self;
        let mut file = FileRead::new(Arc::clone(&meta.name), format, why);
        report_broken_archive(&mut context, &input);
        let is_torn = is_last_torn || input.broken.is_some();
        reader.finish(&mut context, is_torn, &mut file);
        if input.broken.is_some() && !is_last_torn {
            // Whatever stood behind the break is missing, if it was only a part of a line.
            file.records_rejected += 1;
        }
        file.diagnostics.extend(
            context
                .diagnostics
                .finish(&Place::file(Arc::clone(&meta.name))),
        );
        file
    }
}

fn line_place(file: &Arc<str>, line: Line, at: usize) -> Place {
    Place {
        file: Arc::clone(file),
        line: Some(line.number),
        byte: Some((line.start + at) as u64),
        pointer: None,
    }
}

/// Reads a record that stands on a line, from some offset on.
fn line_item(
    reader: &mut ItemReader,
    context: &mut Context,
    line: Line,
    (text, start): (&str, usize),
    node: &Node<'_>,
) {
    let file = Arc::clone(&context.file);
    let source = Source {
        file: &file,
        text,
        base: (line.start + start) as u64,
        lines: Lines::One(line.number),
    };
    let record = Record {
        source: &source,
        node,
        pointer: "",
    };
    reader.item(context, record);
}

/// Reads what is whole on a line that is no single record; `true` where its end is missing.
fn broken_line(
    reader: &mut ItemReader,
    context: &mut Context,
    line: Line,
    text: &str,
    error: JsonError,
    signature: &[u8],
) -> bool {
    let found = wholes(text, &error, signature, reader.format());
    let is_torn = found.bad.is_some() && found.records.is_empty();
    match found.bad {
        Some(JsonError {
            offset,
            expected,
            found: stood,
        }) => {
            let (code, rest) = if is_torn {
                ("json_syntax", "")
            } else {
                let rest = "; the whole record on the same line was read";
                ("torn_line_recovered", rest)
            };
            let message = format!("expected {expected}, found {stood}{rest}");
            let place = line_place(&context.file, line, offset);
            context.diagnostics.push_message(
                Severity::Error,
                code,
                place,
                expected,
                stood,
                message,
            );
            reader.unreadable();
        }
        None => context.report(
            Severity::Warning,
            "records_on_one_line",
            line_place(&context.file, line, error.offset),
            "a line end between two records",
            error.found,
        ),
    }
    for (start, end) in found.records {
        let text = text.get(start..end).unwrap_or_default();
        if let Ok(node) = parse(text) {
            line_item(reader, context, line, (text, start), &node);
        }
    }
    is_torn
}

/// Whole records on a line that is no single one.
struct Wholes {
    /// Where they start and end.
    records: Vec<(usize, usize)>,
    /// What is wrong with the rest, if there is a rest.
    bad: Option<JsonError>,
}

/// Finds the whole records of a line that is broken: several without a line end between them, or
/// one after a torn one. A record counts only if it is one of the file's format and reaches to the
/// line's end, so that a part of another record is never taken for one.
fn wholes(text: &str, error: &JsonError, signature: &[u8], format: Format) -> Wholes {
    let mut records = Vec::new();
    let mut start = 0;
    let mut error = error.clone();
    while error.expected == TRAILING {
        let end = start + error.offset;
        let rest = text.get(end..).unwrap_or_default();
        let is_next = rest.starts_with('{');
        let is_whole = text
            .get(start..end)
            .and_then(|text| parse(text).ok())
            .is_some_and(|node| sniff::is_item(format, &node));
        if !is_whole || !is_next {
            break;
        }
        records.push((start, end));
        start = end;
        match parse(rest) {
            Ok(node) if sniff::is_item(format, &node) => {
                records.push((start, text.len()));
                return Wholes { records, bad: None };
            }
            Ok(_) => break,
            Err(next) => error = next,
        }
    }
    let rest = text.get(start..).unwrap_or_default();
    let candidates = |needle: &'_ [u8]| {
        memchr::memmem::find_iter(rest.as_bytes(), needle)
            .filter(|at| *at > 0)
            .collect::<Vec<_>>()
    };
    let mut places = if signature.len() > 1 {
        candidates(signature)
    } else {
        Vec::new()
    };
    if places.is_empty() {
        places = candidates(b"{\"");
    }
    let whole = places.iter().rev().take(RECOVERY_TRIES).find(|at| {
        rest.get(**at..)
            .and_then(|text| parse(text).ok())
            .is_some_and(|node| sniff::is_item(format, &node))
    });
    if let Some(at) = whole {
        records.push((start + at, text.len()));
    }
    error.offset += start;
    Wholes {
        records,
        bad: Some(error),
    }
}
