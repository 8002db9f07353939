//! SHA-256 over a label of sixteen bytes and parts of fixed width.

use sha2::{Digest, Sha256};

/// What SHA-256 gives.
pub type Hash = [u8; 32];

/// The hash of a label and some parts, one after another.
pub(crate) fn hash(label: &[u8; 16], parts: &[&[u8]]) -> Hash {
    let mut hash = Sha256::new();
    hash.update(label);
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = |byte: &u8| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
    bytes.iter().flat_map(digits).map(char::from).collect()
}

/// The bytes of 64 hexadecimal digits.
#[must_use]
pub fn unhex(text: &str) -> Option<Hash> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut hash = [0; 32];
    for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |letter: u8| char::from(letter).to_digit(16).filter(|_| !letter.is_ascii_uppercase());
        *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
    }
    Some(hash)
}
