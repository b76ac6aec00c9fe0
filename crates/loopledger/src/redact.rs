//! Files without the texts of prompts, arguments and results, that decide as before.

use crate::replay::detector_call;
use loopledger_detect::{Config, Detector, ReadFileKey, Revision};
use loopledger_model::trace::{
    RedactedCall, RedactedCalls, RedactedDigest, RedactedKey, Response, ToolCall,
};

/// The digest that a revision goes by.
pub(crate) fn digest(key: &RedactedKey, revision: Revision) -> &RedactedDigest {
    match revision.read_file_key() {
        ReadFileKey::Bucket200 => &key.bucket,
        ReadFileKey::ExactLines => &key.exact_lines,
    }
}

/// Makes the keys that stay when the arguments go.
#[derive(Debug)]
pub(crate) struct Keys {
    bucket: Detector,
    exact_lines: Detector,
}

impl Keys {
    pub(crate) fn new() -> Self {
        // Only their keys are asked for, which no configuration changes.
        Self {
            bucket: Detector::new(Revision::V20260910, Config::default()),
            exact_lines: Detector::new(Revision::V20260916, Config::default()),
        }
    }

    /// The keys of a response's calls.
    pub(crate) fn of(&mut self, response: &Response) -> RedactedCalls {
        RedactedCalls {
            call_set: self.key(&response.tool_calls),
            calls: response
                .tool_calls
                .iter()
                .map(|call| RedactedCall {
                    args_bytes: call.args.as_deref().map(|args| args.len() as u64),
                    key: self.key(std::slice::from_ref(call)),
                })
                .collect(),
        }
    }

    fn key(&mut self, calls: &[ToolCall]) -> RedactedKey {
        if calls.iter().any(|call| call.is_args_truncated) {
            return RedactedKey {
                bucket: RedactedDigest::Unknown,
                exact_lines: RedactedDigest::Unknown,
            };
        }
        let calls: Vec<_> = calls.iter().map(detector_call).collect();
        let digest = |detector: &mut Detector| match detector.call_set_digest(&calls) {
            Ok(digest) => RedactedDigest::Digest(digest.0),
            Err(error) => RedactedDigest::Raised(error.cause().to_owned()),
        };
        RedactedKey {
            bucket: digest(&mut self.bucket),
            exact_lines: digest(&mut self.exact_lines),
        }
    }
}
