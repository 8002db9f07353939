//! SHA-256 over a label of sixteen bytes and parts of fixed width.

use sha2::block_api::compress256;
use sha2::{Digest, Sha256};

/// What SHA-256 gives.
pub type Hash = [u8; 32];

/// What SHA-256 takes at a time.
pub(crate) type Block = [u8; 64];

/// What it has come to after some blocks.
pub(crate) type State = [u32; 8];

/// How many blocks are laid out beforehand: enough for all that is hashed thousands of times for one shuffle.
const BLOCKS: usize = 4;

/// What SHA-256 begins with.
pub(crate) const BEGINS: State =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The hash of a label and some parts, one after another.
///
/// Leaves, salts and nodes are a few dozen bytes each, so that filling and flushing a buffer part by part would cost as
/// much as the hash itself: they are laid out with their padding and compressed in one go. Taken over into whoever calls
/// it, so that their widths are known there.
#[inline(always)]
pub(crate) fn hash(label: &[u8; 16], parts: &[&[u8]]) -> Hash {
    let length = label.len() + parts.iter().map(|part| part.len()).sum::<usize>();
    // A one and the length of eight bytes follow.
    let blocks = (length + 9).div_ceil(64);
    if blocks > BLOCKS {
        return in_parts(label, parts);
    }
    let mut bytes = [[0; 64]; BLOCKS];
    let flat = bytes.as_flattened_mut();
    flat[..16].copy_from_slice(label);
    let mut at = 16;
    for part in parts {
        flat[at..at + part.len()].copy_from_slice(part);
        at += part.len();
    }
    flat[at] = 0x80;
    flat[64 * blocks - 8..64 * blocks].copy_from_slice(&(8 * length as u64).to_be_bytes());
    let mut state = BEGINS;
    compress256(&mut state, &bytes[..blocks]);
    finished(&state)
}

/// Takes one block into a hash.
#[inline(always)]
pub(crate) fn compress(state: &mut State, block: &Block) {
    compress256(state, std::slice::from_ref(block));
}

/// The hash that a state has come to after its last block.
#[inline(always)]
pub(crate) fn finished(state: &State) -> Hash {
    let mut hash = [0; 32];
    for (bytes, word) in hash.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    hash
}

/// The last block of a hash of so many bytes, with nothing but the padding: a one behind the bytes, and their number.
pub(crate) fn last_block(length: usize) -> Block {
    let mut block = [0; 64];
    block[length % 64] = 0x80;
    block[56..].copy_from_slice(&(8 * length as u64).to_be_bytes());
    block
}

/// The same for what is long.
fn in_parts(label: &[u8; 16], parts: &[&[u8]]) -> Hash {
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
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_hashes_as_it_does_part_by_part() {
        let bytes: Vec<u8> = (0..64 * BLOCKS + 40).map(|number| (number * 7 + 3) as u8).collect();
        for length in 0..bytes.len() {
            for split in [0, length / 3, length] {
                let parts = [&bytes[..split], &bytes[split..length]];
                let expected = in_parts(b"cardroom/2 label", &parts);
                assert_eq!(hash(b"cardroom/2 label", &parts), expected, "{length} bytes, parted at {split}");
            }
        }
    }

    #[test]
    fn digits_stand_for_the_bytes() {
        assert_eq!(hex(&[0, 0x1f, 0xa0, 0xff]), "001fa0ff");
    }
}
