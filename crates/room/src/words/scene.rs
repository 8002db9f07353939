//! Who is who at a table, and what lies open on it.

use cards::{Card, Suit};
use games::round::{HandView, Round, View, Viewer};
use games::{Party, Seat};

use crate::PersonId;
use crate::table::{Live, Table};

/// Somebody whose part in the round is not known any more.
const UNKNOWN: &str = "a player";

/// A table as the sentences need it.
pub(super) struct Scene<'a> {
    pub(super) table: &'a Table,
    /// The round that is on, or the last one while it is looked at.
    live: Option<&'a Live>,
}

impl<'a> Scene<'a> {
    pub(super) fn of(table: &'a Table) -> Scene<'a> {
        Scene { table, live: table.live.as_ref().or(table.shown.as_ref()) }
    }

    /// The scene of an event of that number: without the round if that began only later.
    pub(super) fn at(table: &'a Table, number: u64) -> Scene<'a> {
        let scene = Scene::of(table);
        Scene { live: scene.live.filter(|live| live.began <= number), ..scene }
    }

    /// The round.
    pub(super) fn round(&self) -> Option<&'a Round> {
        self.live.map(|live| &live.round)
    }

    /// What everybody sees of that round.
    pub(super) fn view(&self) -> Option<View> {
        self.round().map(|round| round.view(Viewer::Rail))
    }

    /// The hands of a seat that everybody sees whole.
    pub(super) fn open_hands(&self, seat: Seat) -> Vec<HandView> {
        let Some(view) = self.view() else { return Vec::new() };
        let is_open = |hand: &HandView| !hand.cards.is_empty() && hand.cards.iter().all(Option::is_some);
        let bank = view.bank.filter(|bank| bank.seat == seat).map(|bank| bank.hands);
        let hands = bank.or_else(|| view.seats.into_iter().find(|one| one.seat == seat).map(|one| one.hands));
        hands.filter(|hands| hands.iter().all(is_open)).unwrap_or_default()
    }

    /// A person by seat, or by name behind the seats: "seat 3", "Ann".
    pub(super) fn person(&self, person: PersonId) -> String {
        match self.table.people().iter().find(|seated| seated.person == person) {
            Some(seated) => seated.seat.map_or_else(|| seated.name.clone(), |seat| format!("seat {seat}")),
            None => "a player who has left".to_owned(),
        }
    }

    /// The name of somebody at the table or on its waiting list.
    pub(super) fn name(&self, person: PersonId) -> String {
        let seated = self.table.people().iter().find(|seated| seated.person == person);
        let waiting = self.table.state.waiting.iter().find(|waiting| waiting.person == person);
        let name = seated.map(|seated| &seated.name).or(waiting.map(|waiting| &waiting.name));
        name.cloned().unwrap_or_else(|| "somebody".to_owned())
    }

    /// Who acts in a round by that part: "the bank", "seat 3", or a backer by name.
    pub(super) fn party(&self, who: Party) -> String {
        if who == Party::BANK {
            return "the bank".to_owned();
        }
        let person = self.live.and_then(|live| {
            let purse = live.round.purse_of(who)?;
            live.people.get(usize::from(purse))
        });
        person.map_or_else(|| UNKNOWN.to_owned(), |person| self.person(*person))
    }

    /// Whose money lies on a spot by that part, and where if it is not their own: "seat 3", or "Ann" and
    /// " on spot 3".
    pub(super) fn bettor(&self, who: Party, spot: Seat) -> (String, String) {
        let (party, own) = (self.party(who), format!("seat {spot}"));
        match party == own || party == UNKNOWN {
            true => (own, String::new()),
            false => (party, format!(" on spot {spot}")),
        }
    }
}

/// A sentence with its first letter raised, as long as it begins with a word of ours.
pub(super) fn start(sentence: &str) -> String {
    let ours = ["seat ", "the ", "a ", "an ", "nobody", "somebody", "no "];
    if !ours.iter().any(|word| sentence.starts_with(word)) {
        return sentence.to_owned();
    }
    let (first, rest) = sentence.split_at(1);
    format!("{}{rest}", first.to_uppercase())
}

/// A card as people write it: "9♥", "10♣", "the joker".
pub(super) fn card(card: Card) -> String {
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return "the joker".to_owned() };
    let rank = if rank.symbol() == 'T' { "10".to_owned() } else { rank.symbol().to_string() };
    let suit = match suit {
        Suit::Spades => '♠',
        Suit::Hearts => '♥',
        Suit::Diamonds => '♦',
        Suit::Clubs => '♣',
    };
    format!("{rank}{suit}")
}

/// Cards one after the other, the highest first: "K♠ Q♦ 9♥".
pub(super) fn cards(list: impl IntoIterator<Item = Card>) -> String {
    let mut list: Vec<Card> = list.into_iter().collect();
    list.sort_by_key(|card| std::cmp::Reverse(card.rank().map_or(u8::MAX, cards::Rank::number)));
    let name = |one: &Card| if one.is_joker() { "Joker".to_owned() } else { card(*one) };
    list.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// The known cards of a hand.
pub(super) fn known(hand: &HandView) -> String {
    cards(hand.cards.iter().copied().flatten())
}

/// What a hand is worth, as it is said aloud: "a pair of nines", "aces and nines, and 8-6-4-3-A low".
pub(super) fn worth(hand: &HandView) -> String {
    with_article(&hand.worth).replace("; ", ", and ")
}

/// "first", "second", ... as far as people count so.
pub(super) fn ordinal(number: u8) -> String {
    let words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    let place = usize::from(number).wrapping_sub(1);
    words.get(place).map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}

/// "one card", "two cards", ...
pub(super) fn count(number: u8) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven"];
    let word = words.get(usize::from(number)).map_or_else(|| number.to_string(), |word| (*word).to_owned());
    format!("{word} card{}", if number == 1 { "" } else { "s" })
}

/// A hand's name with its article where it takes one: "a pair of nines", "an ace-high flush", "aces and nines".
fn with_article(worth: &str) -> String {
    let name = worth.split(';').next().unwrap_or_default();
    let takes_one =
        name.starts_with("pair") || ["straight", "flush", "royal"].iter().any(|kind| name.ends_with(kind));
    match takes_one {
        false => worth.to_owned(),
        true if name.starts_with("ace") || name.starts_with("eight") => format!("an {worth}"),
        true => format!("a {worth}"),
    }
}
