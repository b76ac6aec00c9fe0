//! Compressed files and encodings: what has to be undone before a file can be read.

use crate::ReadError;
use flate2::write::GzEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};
use std::io::Write as _;

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

/// A gzip file (RFC 1952) being decompressed, all its members.
///
/// flate2 inflates; the frame around it is read here, because flate2's own brings tables of 16 KiB
/// for the checksum, which no compression makes smaller for a visitor of the viewer.
#[derive(Debug)]
pub(crate) struct Gunzip {
    bytes: Vec<u8>,
    /// Compressed bytes that were used.
    at: usize,
    /// The member under way.
    member: Option<Member>,
    out: Vec<u8>,
}

#[derive(Debug)]
struct Member {
    inflate: Decompress,
    checksum: Crc32,
    /// Decompressed bytes, modulo 2^32, as the frame counts them.
    length: u32,
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
            bytes,
            at: 0,
            member: None,
            out: Vec::new(),
        }
    }

    /// Compressed bytes that were used so far.
    pub(crate) fn consumed(&self) -> u64 {
        self.at as u64
    }

    /// Decompresses about so many bytes.
    pub(crate) fn advance(&mut self, budget: usize) -> Result<Unzipping, ReadError> {
        let mut done = 0;
        while done < budget.max(1) {
            match self.step() {
                Ok(None) => return Ok(Unzipping::Done),
                Ok(Some(count)) => {
                    done += count;
                    self.check_limits()?;
                }
                Err(reason) if self.out.is_empty() => {
                    return Err(ReadError::Compression {
                        reason: reason.to_owned(),
                    });
                }
                Err(reason) => return Ok(Unzipping::Broken(reason.to_owned())),
            }
        }
        Ok(Unzipping::More)
    }

    /// Does a little, and says how many bytes that was; `None` once there is no more.
    fn step(&mut self) -> Result<Option<usize>, &'static str> {
        const STEP: usize = 64 << 10;
        let Some(member) = &mut self.member else {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            // Tapes and block devices pad with zeros.
            if self.at > 0 && rest.iter().all(|&byte| byte == 0) {
                return Ok(None);
            }
            let length = header_length(rest)?;
            self.at += length;
            self.member = Some(Member {
                inflate: Decompress::new(false),
                checksum: Crc32::default(),
                length: 0,
            });
            return Ok(Some(length));
        };
        let start = self.out.len();
        self.out.resize(start + STEP, 0);
        let (read_before, written_before) = (member.inflate.total_in(), member.inflate.total_out());
        let status = member.inflate.decompress(
            self.bytes.get(self.at..).unwrap_or_default(),
            self.out.get_mut(start..).unwrap_or_default(),
            FlushDecompress::None,
        );
        // Both are at most the lengths of the slices that were given.
        let read = usize::try_from(member.inflate.total_in() - read_before).unwrap_or(0);
        let written = usize::try_from(member.inflate.total_out() - written_before).unwrap_or(0);
        self.out.truncate(start + written);
        self.at += read;
        let fresh = self.out.get(start..).unwrap_or_default();
        member.checksum.update(fresh);
        member.length = member
            .length
            .wrapping_add(u32::try_from(written).unwrap_or(0));
        match status.map_err(|_| "corrupt deflate stream")? {
            Status::StreamEnd => self.end_member()?,
            Status::Ok | Status::BufError if read == 0 && written == 0 => return Err(CUT_SHORT),
            Status::Ok | Status::BufError => {}
        }
        Ok(Some(written))
    }

    /// Compares the member's checksum and length with what its end says.
    fn end_member(&mut self) -> Result<(), &'static str> {
        let (Some(member), Some(&end)) = (
            self.member.take(),
            self.bytes.get(self.at..).and_then(<[u8]>::first_chunk::<8>),
        ) else {
            return Err(CUT_SHORT);
        };
        self.at += end.len();
        let told = u64::from_le_bytes(end);
        let found = u64::from(member.checksum.value()) | u64::from(member.length) << 32;
        if told != found {
            return Err("corrupt gzip stream does not have a matching checksum");
        }
        Ok(())
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

const CUT_SHORT: &str = "unexpected end of file";

/// The length of the frame before a member's data.
fn header_length(bytes: &[u8]) -> Result<usize, &'static str> {
    const HEADER_CHECKSUM: u8 = 1 << 1;
    const EXTRA: u8 = 1 << 2;
    const NAME: u8 = 1 << 3;
    const COMMENT: u8 = 1 << 4;
    const RESERVED: u8 = 0b1110_0000;
    const FIXED: usize = 10;

    let rest = |at: usize| bytes.get(at..).ok_or(CUT_SHORT);
    if !is_gzip(bytes) {
        return Err("invalid gzip header");
    }
    let flags = *bytes.get(3).ok_or(CUT_SHORT)?;
    if flags & RESERVED != 0 {
        return Err("invalid gzip header");
    }
    let mut at = FIXED;
    if flags & EXTRA != 0 {
        let length = *rest(at)?.first_chunk().ok_or(CUT_SHORT)?;
        at += 2 + usize::from(u16::from_le_bytes(length));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let length = rest(at)?.iter().position(|&byte| byte == 0);
            at += length.ok_or(CUT_SHORT)? + 1;
        }
    }
    if flags & HEADER_CHECKSUM != 0 {
        let told = *rest(at)?.first_chunk().ok_or(CUT_SHORT)?;
        let mut checksum = Crc32::default();
        checksum.update(bytes.get(..at).unwrap_or_default());
        let [low, high, ..] = checksum.value().to_le_bytes();
        if told != [low, high] {
            return Err("corrupt gzip stream does not have a matching header checksum");
        }
        at += told.len();
    }
    rest(at)?;
    Ok(at)
}

/// The checksum of gzip: CRC-32 with the reversed polynomial 0xEDB88320 (RFC 1952, section 8).
#[derive(Debug)]
struct Crc32 {
    inverted: u32,
}

impl Default for Crc32 {
    fn default() -> Self {
        Self { inverted: u32::MAX }
    }
}

impl Crc32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte: u32 = 0;
        while byte < 256 {
            let mut rest = byte;
            let mut bit = 0;
            while bit < 8 {
                let is_odd = rest & 1 == 1;
                rest >>= 1;
                if is_odd {
                    rest ^= 0xEDB8_8320;
                }
                bit += 1;
            }
            // Below 256, the length of the table.
            table[byte as usize] = rest;
            byte += 1;
        }
        table
    };

    fn update(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let [low, ..] = self.inverted.to_le_bytes();
            // A byte is below 256, the length of the table.
            self.inverted = Self::TABLE[usize::from(low ^ byte)] ^ (self.inverted >> 8);
        }
    }

    fn value(&self) -> u32 {
        !self.inverted
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

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::MultiGzDecoder;
    use flate2::{Compression, GzBuilder};
    use proptest::prelude::*;
    use std::io::Read as _;

    fn member(name: &str, extra: &[u8], text: &[u8]) -> Vec<u8> {
        let mut builder = GzBuilder::new();
        if !name.is_empty() {
            builder = builder.filename(name).comment(name);
        }
        if !extra.is_empty() {
            builder = builder.extra(extra);
        }
        let mut encoder = builder.write(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// The text, where the whole of it can be had.
    fn unzipped(bytes: &[u8]) -> Option<Vec<u8>> {
        let mut gunzip = Gunzip::new(bytes.to_vec());
        loop {
            match gunzip.advance(1 << 20) {
                Ok(Unzipping::More) => {}
                Ok(Unzipping::Done) => return Some(gunzip.finish()),
                Ok(Unzipping::Broken(_)) | Err(_) => return None,
            }
        }
    }

    fn by_flate2(bytes: &[u8]) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        MultiGzDecoder::new(bytes).read_to_end(&mut text).ok()?;
        Some(text)
    }

    #[test]
    fn a_frame_with_every_field_is_read() {
        let mut bytes = member("name.json", b"ab\x02\x00cd", b"text");
        // flate2 writes no header checksum: this one is by hand.
        bytes[3] |= 2;
        let at = header_length(&{
            let mut without = bytes.clone();
            without[3] &= !2;
            without
        })
        .unwrap();
        let mut checksum = Crc32::default();
        checksum.update(&bytes[..at]);
        let value = checksum.value().to_le_bytes();
        bytes.splice(at..at, [value[0], value[1]]);
        assert_eq!(unzipped(&bytes).as_deref(), Some(&b"text"[..]));
        assert_eq!(by_flate2(&bytes).as_deref(), Some(&b"text"[..]));
        bytes[at] ^= 1;
        assert_eq!(unzipped(&bytes), None);
    }

    #[test]
    fn padding_with_zeros_is_no_member() {
        let mut bytes = member("", b"", b"text");
        bytes.extend([0; 512]);
        assert_eq!(unzipped(&bytes).as_deref(), Some(&b"text"[..]));
    }

    proptest! {
        #[test]
        fn members_read_as_flate2_reads_them(
            members in prop::collection::vec(
                ("[a-z]{0,8}", prop::collection::vec(any::<u8>(), 0..20),
                 prop::collection::vec(0..4u8, 0..300)),
                1..4,
            ),
            change in prop::option::of((any::<prop::sample::Index>(), 1..=255u8)),
            cut in prop::option::of(any::<prop::sample::Index>()),
        ) {
            let mut bytes: Vec<u8> = members
                .iter()
                .flat_map(|(name, extra, text)| member(name, extra, text))
                .collect();
            if let Some((at, change)) = change {
                let at = at.index(bytes.len());
                bytes[at] ^= change;
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()).max(1));
            }
            prop_assert_eq!(unzipped(&bytes), by_flate2(&bytes));
        }
    }
}
