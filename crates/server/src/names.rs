//! Names that people can tell apart: nobody's looks like another's, like the staff's, or like a bot's.

use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile, MixedScript};

/// What people are told about names that are too long or hold something else.
const PLAIN: &str = "a name has 1 to 24 letters, digits, spaces, dots, hyphens or apostrophes";
const MIXED: &str = "a name keeps to the letters of one script";
const STAFF: &str = "that name could be taken for somebody who works here; choose another";

/// Words by which the staff and the room itself are called.
const STAFF_WORDS: [&str; 46] = [
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
    "casino",
    "official",
    "patron",
    "\u{430}\u{434}\u{43c}\u{438}\u{43d}",
    "\u{430}\u{434}\u{43c}\u{438}\u{43d}\u{438}\u{441}\u{442}\u{440}\u{430}\u{442}\u{43e}\u{440}",
    "\u{434}\u{438}\u{43b}\u{435}\u{440}",
    "\u{43a}\u{430}\u{437}\u{438}\u{43d}\u{43e}",
    "\u{43a}\u{430}\u{441}\u{441}\u{438}\u{440}",
    "\u{43a}\u{440}\u{443}\u{43f}\u{44c}\u{435}",
    "\u{43c}\u{435}\u{43d}\u{435}\u{434}\u{436}\u{435}\u{440}",
    "\u{43c}\u{43e}\u{434}\u{435}\u{440}\u{430}\u{442}\u{43e}\u{440}",
];

/// Words that stand before such a one and tell nobody apart.
const BEFORE: [&str; 1] = ["the"];

/// Of which of them several are a name like any other.
const NO_STAFF: &str = "banks";

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
        // Two of these stand as close as one wide letter.
        twice.chars().filter(|one| one.is_alphanumeric()).collect::<String>().replace("vv", "w")
    };
    [drawn(name), drawn(&name.to_lowercase())]
}

/// Whether a word of it, or all of it, is one by which the staff is called, or several of them; a number behind it, or that
/// there are several, tells nobody apart.
fn is_like_staff(name: &str) -> bool {
    let staff: Vec<String> = STAFF_WORDS.iter().flat_map(|word| read(word)).collect();
    let before: Vec<String> = BEFORE.iter().flat_map(|word| read(word)).collect();
    let words = name.split([' ', '-', '_', '\'', '.']).flat_map(|word| parts(word).into_iter().chain([word]));
    let bare =
        words.chain([name]).flat_map(|word| [word, word.trim_end_matches(|one: char| one.is_ascii_digit())]);
    bare.filter(|word| !word.eq_ignore_ascii_case(NO_STAFF)).any(|word| {
        read(word).iter().any(|word| {
            let one = word.strip_suffix('s').unwrap_or(word);
            are_words(word, &staff, &before) || are_words(one, &staff, &before)
        })
    })
}

/// The parts of a word where a large letter begins another, as in `OnTheFloor`.
fn parts(word: &str) -> Vec<&str> {
    let letters: Vec<(usize, char)> = word.char_indices().collect();
    let begins = |place: usize| {
        let is_small = |place: usize| letters.get(place).is_some_and(|(_, one)| one.is_lowercase());
        letters[place].1.is_uppercase() && (!letters[place - 1].1.is_uppercase() || is_small(place + 1))
    };
    let mut ends: Vec<usize> =
        (1..letters.len()).filter(|place| begins(*place)).map(|place| letters[place].0).collect();
    ends.push(word.len());
    let mut from = 0;
    ends.into_iter().map(|to| &word[std::mem::replace(&mut from, to)..to]).collect()
}

/// Whether something that is read is made of nothing but words of the staff, and such as stand before them.
fn are_words(read: &str, staff: &[String], before: &[String]) -> bool {
    staff.iter().any(|word| word == read)
        || staff.iter().chain(before).any(|word| {
            let rest = read.strip_prefix(word.as_str()).filter(|rest| !word.is_empty() && !rest.is_empty());
            rest.is_some_and(|rest| are_words(rest, staff, before))
        })
}

/// How a word is read by whoever looks past digits that stand for letters, and takes an i for an l.
fn read(word: &str) -> [String; 2] {
    let letter = |one: char| match one {
        '0' => 'o',
        '1' | 'i' => 'l',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        '9' => 'g',
        other => other,
    };
    looks(word).map(|look| look.chars().map(letter).collect())
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
            ("Walter", "VValter"),
            ("walter", "vvalter"),
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
            "FloorManager",
            "floormanager",
            "TheDealer",
            "thedealer",
            "CageCashier",
            "FLOORManager",
            "Floor2Manager",
            "Managers",
            "Admins",
            "Floors",
            "Floors 2",
            "Ca9e",
            "8ank",
            "Croup1er",
            "Fioor",
            "\u{414}\u{438}\u{43b}\u{435}\u{440}",
            "Casino",
            "Official",
            "patron",
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
            ("McDonald", "McDonald"),
            ("Patricia", "Patricia"),
            ("Cassie", "Cassie"),
            ("Theo", "Theo"),
            ("Hobbs", "Hobbs"),
            ("Ross", "Ross"),
        ] {
            assert_eq!(plain(name).as_deref(), Ok(kept));
        }
    }
}
