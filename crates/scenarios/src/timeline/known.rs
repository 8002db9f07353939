//! The sentences a table may tell and the commands it may offer, so that a case which denies one that never comes is
//! found to be misspelt.

/// Every sentence; `*` stands for a name, a number or an amount, and `...` for all that follows.
const SENTENCES: [&str; 38] = [
    "* left with *",
    "* lost the seat with *",
    "* left the closed table with *",
    "* is listed",
    "seat offered to *",
    "* moved to *",
    "* has called time",
    "* plays for ...",
    "* owes a blind",
    "* will post",
    "bank offered to *",
    "new game",
    "wager of * on * returned",
    "* bets as one with * on *",
    "* asks to see *",
    "* sits out",
    "* has turn * of the bank",
    "* has * in the bank",
    "hours are over",
    "closing is announced",
    "last hand is announced",
    "hours begin",
    "game broken",
    "button at *",
    "* paid *",
    "* is reminded",
    "time is up for *",
    "dealt in ...",
    "* posted ante *",
    "* posted small blind *",
    "* posted big blind *",
    "* posted button blind *",
    "* posted entry *",
    "* posted straddle *",
    "* posted dead *",
    "* posted kill *",
    "* is dead",
    "jackpot got *",
];

/// Whether words are a part of some sentence that a table may tell.
pub(super) fn may_be_told(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    SENTENCES.iter().any(|sentence| {
        let sentence: Vec<&str> = sentence.split_whitespace().collect();
        (0..sentence.len()).any(|from| fits(&sentence[from..], &words))
    })
}

/// Whether a sentence is one of the list.
pub(super) fn is_listed(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    SENTENCES.iter().any(|sentence| {
        let sentence: Vec<&str> = sentence.split_whitespace().collect();
        (sentence.len() == words.len() || sentence.last() == Some(&"...")) && fits(&sentence, &words)
    })
}

/// Whether a view may offer a command of that word.
pub(super) fn may_be_offered(word: &str) -> bool {
    room::May::ALL.iter().any(|may| may.word() == word)
}

/// Whether words begin a sentence, at least one of them being its own.
fn fits(sentence: &[&str], words: &[&str]) -> bool {
    let rest = sentence.iter().position(|one| *one == "...");
    let fixed = rest.unwrap_or(sentence.len());
    let is_short = words.len() <= fixed || rest.is_some();
    let mut pairs = sentence[..fixed].iter().zip(words);
    let has_own = pairs.clone().any(|(one, word)| one == word);
    is_short && has_own && pairs.all(|(one, word)| *one == "*" || one == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_no_table_tells_are_found() {
        for words in [
            "paid",
            "Ann paid",
            "bank offered",
            "is dead",
            "time is up",
            "straddle",
            "dealt in",
            "button at 3",
        ] {
            assert!(may_be_told(words), "{words}");
        }
        for words in [
            "xyzzy plugh",
            "gaem brokn",
            "bank offred to 1",
            "xyzzy",
            "sat",
            "button at",
            "wager returned on 2",
        ] {
            assert_eq!(may_be_told(words), words == "button at", "{words}");
        }
        assert!(is_listed("wager of Bo on 5 returned"));
        assert!(is_listed("dealt in 1 3 4"));
        assert!(!is_listed("wager of Bo"));
        assert!(may_be_offered("take-bank"));
        assert!(!may_be_offered("tkae-bnak"));
    }
}
