//! Random changes of inputs: bytes, words and lines, and what other inputs have in their place.

use cards::Draws;

/// The longest input that is made.
const LENGTH_MOST: usize = 64 * 1024;

/// Numbers and words at which programs stumble.
const ODD: [&str; 34] = [
    "0",
    "1",
    "-1",
    "2",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "1e308",
    "1e-9",
    "0.1",
    "null",
    "true",
    "false",
    "\"\"",
    "[]",
    "{}",
    "\\u0000",
    "\u{0}",
    "\u{202e}",
    "\u{1f0a1}",
    "$",
    "$0",
    "$0.005",
    "$99999999999999999999",
    "\n",
    "\"\"\"",
    "[[",
    "inf",
    "nan",
];

/// Makes new inputs from old ones.
pub struct Mutator {
    draws: Draws,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// A mutator that knows the words of a corpus.
    pub fn new(draws: Draws, corpus: &[Vec<u8>]) -> Mutator {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-$.".contains(byte);
        let parts = corpus.iter().flat_map(|input| input.split(move |byte| !is_word(byte)));
        let mut words: Vec<Vec<u8>> =
            parts.filter(|word| (1..40).contains(&word.len())).map(<[u8]>::to_vec).collect();
        words.sort_unstable();
        words.dedup();
        words.extend(ODD.iter().map(|word| word.as_bytes().to_vec()));
        Mutator { draws, words }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.draws.below(u32::try_from(bound.max(1)).unwrap_or(u32::MAX)) as usize
    }

    /// An input of the corpus with a few changes.
    pub fn change(&mut self, corpus: &[Vec<u8>]) -> Vec<u8> {
        let mut input = corpus.get(self.below(corpus.len())).cloned().unwrap_or_default();
        for _ in 0..=self.below(4) {
            self.change_once(&mut input, corpus);
        }
        input.truncate(LENGTH_MOST);
        input
    }

    fn change_once(&mut self, input: &mut Vec<u8>, corpus: &[Vec<u8>]) {
        let at = self.below(input.len() + 1);
        match self.below(10) {
            0 if at < input.len() => input[at] ^= 1 << self.below(8),
            1 if at < input.len() => input[at] = self.below(256) as u8,
            2 => drop(input.drain(at..(at + 1 + self.below(16)).min(input.len()).max(at))),
            3 => {
                let part: Vec<u8> = input[at..].iter().take(1 + self.below(64)).copied().collect();
                let to = self.below(input.len() + 1);
                input.splice(to..to, part);
            }
            4 | 5 => {
                let word = self.word();
                let (from, to) = word_at(input, at);
                input.splice(from..to, word);
            }
            6 => {
                let word = self.word();
                input.splice(at..at, word);
            }
            7 => self.move_line(input),
            8 => {
                let other = corpus.get(self.below(corpus.len())).cloned().unwrap_or_default();
                let (from, to) = line_at(&other, self.below(other.len() + 1));
                let (here, end) = line_at(input, at);
                let end = if self.below(2) == 0 { here } else { end };
                input.splice(here..end, other[from..to].iter().copied());
            }
            _ => {
                let (from, to) = line_at(input, at);
                input.drain(from..to);
            }
        }
    }

    fn word(&mut self) -> Vec<u8> {
        // The odd ones stand at the end, and come half of the time.
        let place = match self.below(2) {
            0 => self.words.len() - 1 - self.below(ODD.len()),
            _ => self.below(self.words.len()),
        };
        self.words[place].clone()
    }

    fn move_line(&mut self, input: &mut Vec<u8>) {
        let (from, to) = line_at(input, self.below(input.len() + 1));
        let line: Vec<u8> = input.drain(from..to).collect();
        let (at, _) = line_at(input, self.below(input.len() + 1));
        input.splice(at..at, line);
    }
}

/// The line around a place, with its end.
fn line_at(input: &[u8], at: usize) -> (usize, usize) {
    let at = at.min(input.len());
    let from = input[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
    let to = input[at..].iter().position(|byte| *byte == b'\n').map_or(input.len(), |place| at + place + 1);
    (from, to)
}

/// The word around a place.
fn word_at(input: &[u8], at: usize) -> (usize, usize) {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-$.".contains(byte);
    let at = at.min(input.len());
    let from = input[..at].iter().rposition(|byte| !is_word(byte)).map_or(0, |place| place + 1);
    let to = input[at..].iter().position(|byte| !is_word(byte)).map_or(input.len(), |place| at + place);
    (from, to)
}
