//! Names that people can tell apart: nobody's looks like another's, like the staff's, or like a bot's.

use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile, MixedScript};

/// What people are told about names that are too long or hold something else.
const PLAIN: &str = "a name has 1 to 24 letters, digits, spaces, dots, hyphens or apostrophes";
const MIXED: &str = "a name keeps to the letters of one script";
const STAFF: &str = "that name could be taken for somebody who works here; choose another";

/// Words by which the staff and the room itself are called.
const STAFF_WORDS: [&str; 35] = [
    "admin",
    "administrator",
    "auditor",
    "auditors",
    "bank",
    "boss",
    "bot",
    "bots",
    "cage",
    "cardroom",
    "cashier",
    "croupier",
    "dealer",
    "dealers",
    "floor",
    "floorman",
    "floorperson",
    "floorwoman",
    "host",
    "hostess",
    "house",
    "management",
    "manager",
    "moderator",
    "operator",
    "owner",
    "pitboss",
    "security",
    "staff",
    "supervisor",
    "support",
    "surveillance",
    "system",
    "teller",
    "you",
];

/// A name as it is kept, if people may be called so.
pub(crate) fn plain(name: &str) -> Result<String, &'static str> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    // Letters in circles, of other widths or tied together are drawn like others, and nobody is called by them.
    let is_letter = |one: char| one.is_alphanumeric() && one.identifier_allowed();
    let is_plain = name.chars().all(|one| is_letter(one) || " -_'.".contains(one));
    let has_letters = name.chars().any(char::is_alphanumeric);
    if !(1..=24).contains(&name.chars().count()) || !is_plain || !has_letters {
        return Err(PLAIN);
    }
    if !name.as_str().is_single_script() {
        return Err(MIXED);
    }
    if is_like_staff(&name) {
        return Err(STAFF);
    }
    Ok(name)
}

/// How a name looks: letters that are drawn alike are one, whether in small letters or large, and what stands between
/// them is not seen. Names that share a look are taken for one another.
pub(crate) fn looks(name: &str) -> [String; 2] {
    let drawn = |text: &str| {
        let once: String = skeleton(text).collect();
        let twice: String = skeleton(&once.to_lowercase()).collect();
        twice.chars().filter(|one| one.is_alphanumeric()).collect::<String>()
    };
    [drawn(name), drawn(&name.to_lowercase())]
}

/// Whether a word of it, or all of it, is one by which the staff is called; a number behind it tells nobody apart.
fn is_like_staff(name: &str) -> bool {
    let words = name.split([' ', '-', '_', '\'', '.']).chain([name]);
    let bare = words.flat_map(|word| [word, word.trim_end_matches(|one: char| one.is_ascii_digit())]);
    let read: Vec<String> = bare.flat_map(|word| [word.to_owned(), spelled(word)]).collect();
    let looks_of: Vec<String> =
        read.iter().flat_map(|word| looks(word)).filter(|look| !look.is_empty()).collect();
    STAFF_WORDS.iter().any(|word| looks(word).iter().any(|look| looks_of.contains(look)))
}

/// A word with the digits that stand for letters written as those; the rest is drawn alike anyway.
fn spelled(word: &str) -> String {
    let letter = |one: char| match one {
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        other => other,
    };
    word.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_alike(one: &str, other: &str) -> bool {
        looks(one).iter().any(|look| looks(other).contains(look))
    }

    #[test]
    fn names_that_look_alike_are_taken_for_one_another() {
        for (one, other) in [
            ("Pat", "pat"),
            ("Pat", "P at"),
            ("Pat", "P.a-t"),
            ("Iris", "lris"),
            ("Bob", "B0b"),
            ("Mary", "Rnary"),
            ("Paul", "\u{420}\u{430}ul"),
            ("Alice", "\u{391}lice"),
            ("Zoe", "Zo\u{eb}"),
        ] {
            assert!(are_alike(one, other), "{one} and {other}: {:?} {:?}", looks(one), looks(other));
        }
        for (one, other) in [("Pat", "Pit"), ("Ann", "Anna"), ("Seat 1 of 12", "Seat 11 of 2")] {
            assert!(!are_alike(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn nobody_is_called_like_the_staff() {
        for name in [
            "House",
            "h0use",
            "Floor",
            "FLOOR 2",
            "floor2",
            "The Dealer",
            "dea1er",
            "D.e.a.l.e.r",
            "Cage-1",
            "0wner",
            "Bot",
            "floorm4n",
            "C4g3",
            "Shift Manager",
            "Pit boss",
            "You",
        ] {
            assert_eq!(plain(name), Err(STAFF), "{name}");
        }
        for name in ["P\u{430}t", "\u{430}dmin"] {
            assert_eq!(plain(name), Err(MIXED), "{name}");
        }
        for name in [
            "",
            "  ",
            "...",
            "a\u{202e}b",
            "<b>",
            "a name that is longer than 24",
            "dealer\u{ff11}",
            "\u{24b8}\u{24b6}\u{24bc}\u{24ba}",
            "\u{17f}taff",
            "\u{fb01}ne",
            "\u{1d4ec}at",
        ] {
            assert_eq!(plain(name), Err(PLAIN), "{name}");
        }
        for (name, kept) in [
            ("  Ann   Lee ", "Ann Lee"),
            ("O'Neill", "O'Neill"),
            ("Zo\u{eb}", "Zo\u{eb}"),
            ("\u{41e}\u{43b}\u{44c}\u{433}\u{430}", "\u{41e}\u{43b}\u{44c}\u{433}\u{430}"),
            ("Banks", "Banks"),
            ("Hosteen", "Hosteen"),
            ("R2D2", "R2D2"),
            ("Florian", "Florian"),
        ] {
            assert_eq!(plain(name).as_deref(), Ok(kept));
        }
    }
}
