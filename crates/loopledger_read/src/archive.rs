//! Compressed files and encodings: what has to be undone before a file can be read.

use crate::ReadError;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::io::{Cursor, Read as _, Write as _};

/// A compressed file may decompress to so many bytes.
pub const MAX_DECOMPRESSED_BYTES: u64 = 1 << 30;

/// A compressed file may decompress to so many times its size, once that is more than 64 MiB;
/// journals reach 10 to 40.
pub const MAX_DECOMPRESSION_RATIO: u64 = 200;

const RATIO_COUNTS_FROM: u64 = 64 << 20;

/// Bytes compressed with gzip; the same bytes give the same data.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to a vector cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

pub(crate) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1F, 0x8B, 0x08])
}

/// A gzip file being decompressed, all its members.
#[derive(Debug)]
pub(crate) struct Gunzip {
    decoder: MultiGzDecoder<Cursor<Vec<u8>>>,
    out: Vec<u8>,
}

/// How far a gzip file has been decompressed.
#[derive(Debug)]
pub(crate) enum Unzipping {
    More,
    Done,
    /// The rest cannot be decompressed, for this reason.
    Broken(String),
}

impl Gunzip {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self {
            decoder: MultiGzDecoder::new(Cursor::new(bytes)),
            out: Vec::new(),
        }
    }

    /// Compressed bytes that were used so far.
    pub(crate) fn consumed(&self) -> u64 {
        self.decoder.get_ref().position()
    }

    /// Decompresses about so many bytes.
    pub(crate) fn advance(&mut self, budget: usize) -> Result<Unzipping, ReadError> {
        const STEP: usize = 64 << 10;
        let mut done = 0;
        while done < budget.max(1) {
            let start = self.out.len();
            self.out.resize(start + STEP, 0);
            let read = self
                .decoder
                .read(self.out.get_mut(start..).unwrap_or_default());
            let count = *read.as_ref().unwrap_or(&0);
            self.out.truncate(start + count);
            done += count;
            match read {
                Ok(0) => return Ok(Unzipping::Done),
                Ok(_) => self.check_limits()?,
                Err(error) if self.out.is_empty() => {
                    return Err(ReadError::Compression {
                        reason: error.to_string(),
                    });
                }
                Err(error) => return Ok(Unzipping::Broken(error.to_string())),
            }
        }
        Ok(Unzipping::More)
    }

    fn check_limits(&self) -> Result<(), ReadError> {
        let produced = self.out.len() as u64;
        let consumed = self.consumed().max(1);
        let (limit, allowed) = if produced > MAX_DECOMPRESSED_BYTES {
            ("MAX_DECOMPRESSED_BYTES", MAX_DECOMPRESSED_BYTES)
        } else if produced > RATIO_COUNTS_FROM && produced / consumed > MAX_DECOMPRESSION_RATIO {
            ("MAX_DECOMPRESSION_RATIO", MAX_DECOMPRESSION_RATIO)
        } else {
            return Ok(());
        };
        Err(ReadError::TooLarge {
            limit,
            allowed,
            produced,
            consumed,
        })
    }

    /// The decompressed bytes.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.out
    }
}

/// How a text is encoded, by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// UTF-8; `bom` is the length of its byte order mark.
    Utf8 {
        bom: usize,
    },
    /// UTF-16; `bom` is the length of its byte order mark.
    Utf16Le {
        bom: usize,
    },
    Utf16Be {
        bom: usize,
    },
}

impl Encoding {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Self::Utf8 { bom: 3 },
            [0xFF, 0xFE, ..] => Self::Utf16Le { bom: 2 },
            [0xFE, 0xFF, ..] => Self::Utf16Be { bom: 2 },
            // JSON starts with a bracket, and no JSON has a NUL there.
            [b'{' | b'[', 0, ..] => Self::Utf16Le { bom: 0 },
            [0, b'{' | b'[', ..] => Self::Utf16Be { bom: 0 },
            _ => Self::Utf8 { bom: 0 },
        }
    }
}

/// UTF-16 as UTF-8, without its byte order mark. Half of a surrogate pair becomes three bytes that
/// are not UTF-8, so that its line is refused like any other broken one.
pub(crate) fn utf16_to_utf8(bytes: &[u8], encoding: Encoding) -> Vec<u8> {
    let (bom, is_big_endian) = match encoding {
        Encoding::Utf16Be { bom } => (bom, true),
        Encoding::Utf16Le { bom } => (bom, false),
        Encoding::Utf8 { .. } => return bytes.to_vec(),
    };
    let units = bytes.get(bom..).unwrap_or_default();
    let unit = |pair: &[u8; 2]| {
        if is_big_endian {
            u16::from_be_bytes(*pair)
        } else {
            u16::from_le_bytes(*pair)
        }
    };
    let (pairs, odd) = units.as_chunks::<2>();
    let mut out = Vec::with_capacity(pairs.len());
    for decoded in char::decode_utf16(pairs.iter().map(unit)) {
        match decoded {
            Ok(character) => {
                let mut buffer = [0; 4];
                out.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
            }
            Err(half) => {
                loopledger_json::push_code_point(&mut out, u32::from(half.unpaired_surrogate()));
            }
        }
    }
    if !odd.is_empty() {
        // Half a unit: the file is cut off there.
        out.push(0xFF);
    }
    out
}
