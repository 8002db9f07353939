//! What happens at a table, between rounds and in them.

use books::{Clause, Money};
use cards::Card;
use games::{Party, Seat, round};
use seal::Spoken;
use serde::{Deserialize, Serialize};

use crate::command::Wager;
use crate::correction::Correction;
use crate::desk::AtDesk;
use crate::shoe::ShoeCut;
use crate::table::Phase;
use crate::time::Time;
use crate::why::{WhyLeft, WhyPassed};
use crate::{PersonId, TableId};

/// What a round brought somebody, fees included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Net {
    /// Who.
    pub person: PersonId,
    /// More or less than before.
    pub net: Money,
}

/// One fact of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The table is opened.
    Opened {
        /// Its number.
        table: TableId,
        /// The book.
        book: String,
    },
    /// Somebody takes a seat.
    Sat {
        /// Who.
        person: PersonId,
        /// Their name at the table.
        name: String,
        /// Where; nothing for somebody who stands behind the seats.
        seat: Option<Seat>,
        /// With how much.
        stack: Money,
        /// The clause on buying in.
        clause: Clause,
    },
    /// Somebody brings more chips.
    Added {
        /// Who.
        person: PersonId,
        /// How much.
        amount: Money,
    },
    /// Somebody leaves the table with all chips.
    Left {
        /// Who.
        person: PersonId,
        /// With how much.
        stack: Money,
        /// Why.
        why: WhyLeft,
        /// The clause it rests on.
        clause: Clause,
    },
    /// Somebody will leave when the round is over.
    WillLeave {
        /// Who.
        person: PersonId,
    },
    /// Somebody is on the waiting list.
    Listed {
        /// Who.
        person: PersonId,
        /// Their name.
        name: String,
    },
    /// Somebody is off the waiting list.
    Unlisted {
        /// Who.
        person: PersonId,
    },
    /// A seat is offered to the first on the waiting list.
    SeatOffered {
        /// To whom.
        person: PersonId,
        /// Until when.
        until: Time,
    },
    /// Somebody moves to another seat.
    Moved {
        /// Who.
        person: PersonId,
        /// Where to.
        seat: Seat,
        /// The clause on what it costs.
        clause: Clause,
    },
    /// Somebody takes no part until further notice.
    SatOut {
        /// Who.
        person: PersonId,
    },
    /// Somebody takes part again.
    SatIn {
        /// Who.
        person: PersonId,
    },
    /// Somebody has called time in their turn.
    TimeCalled {
        /// Who.
        person: PersonId,
        /// Until when the turn is held.
        until: Time,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The floor has said that two people are relatives.
    RelativesNoted {
        /// One of them.
        one: PersonId,
        /// The other.
        other: PersonId,
        /// Whether they may play in one game.
        may_play: bool,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The floor has said for which proposition-player company somebody plays.
    CompanyNoted {
        /// Who.
        person: PersonId,
        /// The name of the company; nothing for somebody who plays for none any more.
        company: Option<String>,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A blind went past somebody, who owes it now, or a newcomer waits for it.
    OwesBlind {
        /// Who.
        person: PersonId,
        /// The clause it rests on.
        clause: Clause,
    },
    /// Somebody will post to be dealt in.
    WillPost {
        /// Who.
        person: PersonId,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The bank is offered.
    BankOffered {
        /// To which seat.
        seat: Seat,
        /// To whom, where it is not the player of that seat but somebody who bet on the spot.
        #[serde(default)]
        backer: Option<PersonId>,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The bank is taken.
    BankTaken {
        /// By whom.
        person: PersonId,
        /// At which seat.
        seat: Seat,
        /// Which of their rounds in a row this is.
        turn: u8,
        /// The money in action.
        stake: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// Somebody offers money for the bank beside the banker's.
    ShareOffered {
        /// Who.
        person: PersonId,
        /// How much.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The banker has agreed: somebody's money is in the bank of the coming round.
    ShareTaken {
        /// Whose.
        person: PersonId,
        /// How much.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The bank is passed on.
    BankPassed {
        /// By which seat.
        seat: Seat,
        /// By whom, where it is not the player of that seat.
        #[serde(default)]
        backer: Option<PersonId>,
        /// How it came about, where a human dealer leads the table.
        #[serde(default)]
        why: Option<WhyPassed>,
    },
    /// A new game begins: the bank is offered from seat 1, and nobody needs a wager on the last round for it.
    NewGame {
        /// The clause it rests on.
        clause: Clause,
    },
    /// Everybody has passed: the game stops until somebody takes the bank.
    Broken {
        /// The clause it rests on.
        clause: Clause,
    },
    /// Wagers may be put down.
    WagersOpen,
    /// A wager lies on a spot.
    WagerPut {
        /// Whose.
        person: PersonId,
        /// Where.
        spot: Seat,
        /// What.
        wager: Wager,
    },
    /// Somebody agrees that another's wager on a spot counts as one with the own.
    JointAgreed {
        /// Who agrees.
        person: PersonId,
        /// With whom.
        with: PersonId,
        /// Where.
        spot: Seat,
        /// The clause it rests on.
        clause: Clause,
    },
    /// Somebody asks to see a hand that was thrown in at the showdown.
    AskedToSee {
        /// Who asks.
        person: PersonId,
        /// Whose hand.
        seat: Seat,
        /// Its cards, as far as they are known; the dealer turns up the others.
        cards: Vec<Card>,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A wager that cannot play goes back.
    WagerReturned {
        /// Whose.
        person: PersonId,
        /// Where.
        spot: Seat,
        /// Why.
        why: String,
        /// The clause it rests on.
        clause: Clause,
    },
    /// No more wagers come from somebody.
    Ready {
        /// Who.
        person: PersonId,
    },
    /// The button of a new game is drawn for, or moves.
    ButtonPlaced {
        /// Where it is.
        seat: Seat,
        /// The cards that were drawn for it, by seat, in a new game.
        drawn: Vec<(Seat, cards::Card)>,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A fee by time is taken from a seat.
    TimeCollected {
        /// From whom.
        person: PersonId,
        /// How much.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// Somebody gives words for the next shuffle, still closed.
    WordsGiven {
        /// Who.
        person: PersonId,
        /// For which shuffle of the table.
        shuffle: u64,
        /// What they hash to, in hexadecimal.
        commitment: String,
    },
    /// The set of words is closed and the decks are sealed, before any word is opened.
    Sealed {
        /// Which shuffle of the table, from 1.
        shuffle: u64,
        /// What tells the table from all tables of all rooms, in hexadecimal.
        mark: String,
        /// How many cards each deck has.
        cards: u32,
        /// What each is made of: the hash of its cards in their fixed order, in hexadecimal.
        composition: String,
        /// The roots of the sealed decks, in hexadecimal.
        roots: Vec<String>,
        /// Who has given what, still closed.
        words: Vec<Spoken>,
        /// The seeds of the decks and of the house's own words, in hexadecimal; for the log alone.
        seeds: Vec<String>,
        /// The shoe whose places are cut anew, sealed by an earlier shuffle; nothing where decks are sealed.
        #[serde(default)]
        shoe: Option<ShoeCut>,
    },
    /// Somebody opens the words given for a shuffle.
    WordsOpened {
        /// Who.
        person: PersonId,
        /// Which shuffle of the table.
        shuffle: u64,
        /// The words.
        words: String,
    },
    /// A shuffle is given up, because words were not opened in time.
    ShuffleAborted {
        /// Which shuffle of the table.
        shuffle: u64,
        /// Whose words are missing; they have no part in the next shuffle.
        missing: Vec<PersonId>,
        /// How many shuffles of the table were given up so far.
        aborted: u64,
    },
    /// All words together choose one of the sealed decks and the order of its places; the others are opened whole.
    Cut {
        /// Which shuffle of the table.
        shuffle: u64,
        /// Who has said what.
        words: Vec<Spoken>,
        /// Which deck is dealt, from 1.
        deck: u8,
        /// The seeds of the decks by their order, in hexadecimal; empty for the one that is dealt.
        opened: Vec<String>,
        /// How many of the first cards are burnt, unseen.
        #[serde(default)]
        burnt: u8,
        /// The shuffle that sealed the shoe, where one that lasts is cut anew.
        #[serde(default)]
        sealed: Option<u64>,
    },
    /// The cut card is out, with so many cards left: the next round begins with a new shoe.
    CutCardOut {
        /// How many.
        left: u32,
    },
    /// The floor takes the shoe away; the next round begins with a new one.
    NewShoe,
    /// All cards of the deck or shoe lie on the table: nothing can be dealt until the floor has decided.
    CardsOut,
    /// A deck is shuffled and its commitment published; the seed stays secret until the end. Written by version 0.1.0.
    Shuffled {
        /// The commitment, in hexadecimal.
        commitment: String,
        /// The seed, in hexadecimal; hidden from everybody until it is revealed.
        seed: String,
    },
    /// A round begins.
    RoundBegan {
        /// Which round of the table, from 1.
        round: u64,
        /// Who is in it, in the order by which the round's events name purses.
        people: Vec<PersonId>,
        /// Whether it was played before without the tablet, and is entered afterwards.
        #[serde(default)]
        is_late: bool,
    },
    /// Something happens in the round.
    Round {
        /// What.
        of: round::Event,
    },
    /// The clock chose for somebody.
    TimedOut {
        /// For whom.
        person: PersonId,
        /// In which part.
        who: Option<Party>,
    },
    /// Somebody who was asked to throw a card away is reminded.
    Reminded {
        /// Who.
        person: PersonId,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The seeds of the round's shuffles are revealed: to everybody where every card has been seen, else to the
    /// auditor alone.
    Revealed {
        /// The seeds, in hexadecimal, in the order of the commitments; none where they stay with the auditor.
        seeds: Vec<String>,
    },
    /// A round is over.
    RoundEnded {
        /// Which.
        round: u64,
        /// What it brought to whom.
        nets: Vec<Net>,
    },
    /// Time is up and nothing else comes of it: nobody has wagered, or too few are left to go on.
    TimeUp {
        /// Where the table stands from now on.
        phase: Phase,
    },
    /// The dealer has made a payment of the settlement.
    PaymentMade {
        /// The number of the event that says what is paid.
        of: u64,
    },
    /// The last step of the round was a mistake and is taken back: the round stands as it did before it.
    TakenBack {
        /// The number of the step's first event.
        first: u64,
        /// The number of the last event before this one.
        last: u64,
        /// Who took it back.
        by: PersonId,
    },
    /// The floor has moved chips that went to the wrong place in a round that is over.
    Corrected {
        /// What.
        correction: Correction,
        /// Who.
        by: PersonId,
    },
    /// The staff do something beside the cards.
    Desk {
        /// What.
        of: AtDesk,
    },
    /// The floor lets the clock choose for people, or no longer.
    ClockSet {
        /// Whether it does.
        runs: bool,
    },
    /// The floor has ruled.
    Ruled {
        /// In words.
        words: String,
        /// The name of the clause it rests on.
        clause: String,
    },
    /// The house's local time is so many minutes ahead of UTC.
    ZoneSet {
        /// How many; below zero in America.
        minutes: i32,
    },
    /// The hours of the house are over: no hand begins.
    HoursOver {
        /// Until when.
        until: Time,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The hours of the house are over soon: no hand begins after that.
    ClosingSoon {
        /// When.
        at: Time,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The hours of the house are over while a hand is on, which is the last: it is played to its end.
    LastHand {
        /// The clause it rests on.
        clause: Clause,
    },
    /// The hours of the house begin.
    HoursBegin,
    /// No new round begins.
    Paused,
    /// The table goes on.
    Resumed,
    /// Another version of the program plays on.
    PlayedOn {
        /// The version.
        version: String,
    },
    /// The table will be closed when the round is over.
    Closing,
    /// The table is closed.
    Closed,
}

#[cfg(test)]
mod tests {
    use games::round;

    use super::*;

    #[test]
    fn an_event_of_a_round_reads_back_from_its_json() {
        let of = round::Event::Poker(games::poker::Event::Ended);
        let text = serde_json::to_string(&Event::Round { of }).unwrap();
        assert_eq!(text, r#"{"event":"round","of":{"family":"poker","event":"ended"}}"#);
        assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), Event::Round { of });
    }
}
