//! SHA-256 hashes: what links one entry to the next.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A SHA-256 hash, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Hash([u8; 32]);

impl Hash {
    /// What stands before the first entry of a stream: 32 zero bytes.
    pub const ZERO: Hash = Hash([0; 32]);

    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(Sha256::digest(bytes).into())
    }

    /// The hash made of these 32 bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Hash {
        Hash(bytes)
    }

    /// The 32 bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        hash.to_string()
    }
}

/// A text that is not a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAHash(String);

impl fmt::Display for NotAHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a hash: write 64 hexadecimal digits", self.0)
    }
}

impl std::error::Error for NotAHash {}

impl FromStr for Hash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Hash, NotAHash> {
        let refused = || NotAHash(text.to_owned());
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(refused());
        }
        let mut bytes = [0; 32];
        for (place, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).map_err(|_| refused())?;
        }
        Ok(Hash(bytes))
    }
}

impl TryFrom<String> for Hash {
    type Error = NotAHash;

    fn try_from(text: String) -> Result<Hash, NotAHash> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_reads_what_it_writes() {
        let hash = Hash::of(b"abc");
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash.to_string(), text);
        assert_eq!(text.parse(), Ok(hash));
        assert_eq!(serde_json::to_string(&hash).unwrap(), format!("\"{text}\""));
        assert_eq!(serde_json::from_str::<Hash>(&format!("\"{text}\"")).unwrap(), hash);
    }

    #[test]
    fn other_texts_are_no_hashes() {
        for text in ["", "ba78", &"g".repeat(64), &"ä".repeat(32), &"0".repeat(65), &"+1".repeat(32)] {
            assert_eq!(text.parse::<Hash>(), Err(NotAHash(text.to_owned())));
        }
    }
}
