//! What part of the pot a hand is worth with a board: the rest of the cards are dealt out many times.

use books::poker::{HoleUse, PokerRules};
use cards::{Card, Draws};
use games::poker::{Ranking, Worth};

/// More rivals than this are taken for so many: the answer hardly changes, and the work would.
pub(super) const RIVALS_MAX: usize = 3;
/// How often the cards are dealt out: enough to tell a call from a fold.
const DEALS: u32 = 80;

/// The share of the pot that private cards win on average against so many unknown hands.
pub(super) fn share(
    rules: &PokerRules,
    own: &[Card],
    board: &[Card],
    rivals: usize,
    draws: &mut Draws,
) -> f64 {
    let ranking = match own.len() {
        // One of three will be thrown away: like a hand that may never use it.
        3 => Ranking { uses: HoleUse::AtMostTwo, ..Ranking::of(&rules.hands) },
        _ => Ranking::of(&rules.hands),
    };
    let mut unseen: Vec<Card> =
        Card::all().filter(|card| !card.is_joker() && !own.contains(card) && !board.contains(card)).collect();
    let missing = 5_usize.saturating_sub(board.len());
    let needed = missing + rivals.clamp(1, RIVALS_MAX) * own.len();
    let mut full = board.to_vec();
    let mut won = 0.0;
    for _ in 0..DEALS {
        for place in 0..needed {
            let other = place + draws.below((unseen.len() - place) as u32) as usize;
            unseen.swap(place, other);
        }
        let (rest, hidden) = unseen[..needed].split_at(missing);
        full.truncate(board.len());
        full.extend_from_slice(rest);
        let others: Vec<Worth> = hidden.chunks(own.len()).map(|other| ranking.worth(other, &full)).collect();
        won += won_of_pot(ranking.worth(own, &full), &others);
    }
    won / f64::from(DEALS)
}

/// The part of a pot that a hand wins against others; a half for low counts where anybody has one.
fn won_of_pot(mine: Worth, others: &[Worth]) -> f64 {
    let high = won_part(mine.high, others.iter().map(|other| other.high));
    let has_low = mine.low.is_some() || others.iter().any(|other| other.low.is_some());
    match (has_low, mine.low) {
        (false, _) => high,
        (true, None) => high / 2.0,
        (true, low) => (high + won_part(low, others.iter().map(|other| other.low))) / 2.0,
    }
}

/// The part of a pot that a rank wins against others.
fn won_part<R: Copy + PartialOrd>(mine: R, others: impl Iterator<Item = R>) -> f64 {
    let mut equals = 1_u32;
    for other in others {
        if other > mine {
            return 0.0;
        }
        if other == mine {
            equals += 1;
        }
    }
    1.0 / f64::from(equals)
}

#[cfg(test)]
mod tests {
    use books::{Rules, Shelf};
    use cards::Seed;

    use super::*;

    fn share_of(book: &str, own: &str, board: &str, rivals: usize) -> f64 {
        let shelf = Shelf::filed();
        let book = shelf.book(&shelf.find(book).unwrap()).unwrap();
        let Rules::Poker(rules) = &book.rules else { panic!("a poker book") };
        let cards = |text: &str| cards::parse_cards(text).unwrap();
        let mut draws = Seed::from_bytes([5; 32]).draws();
        let many = 20;
        let sum: f64 = (0..many).map(|_| share(rules, &cards(own), &cards(board), rivals, &mut draws)).sum();
        sum / f64::from(many)
    }

    #[test]
    fn what_cannot_lose_wins_all_and_what_cannot_win_nothing() {
        let holdem = "mortimers/holdem";
        assert_eq!(share_of(holdem, "As Ks", "Qs Js Ts", 3), 1.0);
        assert!(share_of(holdem, "3h 2c", "As Ks Qs Js Th", 3) < 0.1);
        let board = share_of(holdem, "3h 2c", "As Ks Qs Js Ts", 1);
        assert!((board - 0.5).abs() < 1e-9, "the board plays for both: {board}");
    }

    #[test]
    fn known_shares_come_out() {
        let flopped_set = share_of("mortimers/holdem", "8s 8d", "8c Kh 2d", 1);
        assert!((0.93..0.98).contains(&flopped_set), "{flopped_set}");
        let nut_low_and_flush = share_of("players-club/omaha-8", "As 2s Kd Qh", "3s 7s 8s", 1);
        assert!(nut_low_and_flush > 0.85, "{nut_low_and_flush}");
        let high_only = share_of("players-club/omaha", "As 2s Kd Qh", "3h 7d 8c Th Jc", 1);
        assert!(high_only < 0.4, "{high_only}");
    }
}
