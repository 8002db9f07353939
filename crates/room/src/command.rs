//! What people, the house and the clock tell a table to do.

use books::Money;
use cards::Card;
use games::round::{Choice, Report, SidePart};
use games::{Party, Seat};
use serde::{Deserialize, Serialize};

use crate::PersonId;
use crate::correction::Correction;
use crate::desk::KnownRound;
use crate::why::WhyPassed;

/// Who gives a command; the server has checked that they may speak as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// A patron, for themselves.
    Patron(PersonId),
    /// The house dealer at the table.
    Dealer(PersonId),
    /// The floor.
    Floor(PersonId),
    /// The clock.
    Clock,
}

/// What somebody puts on a spot before a banked round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Wager {
    /// The base wager, or the ante.
    #[serde(default)]
    pub base: Money,
    /// The side wager of a blackjack book: Buster or Bonus Bet.
    #[serde(default)]
    pub side: Money,
    /// Pair Plus, in Three Card Poker.
    #[serde(default)]
    pub pair_plus: Money,
    /// 6 Card Bonus, in Three Card Poker.
    #[serde(default)]
    pub six_card: Money,
    /// The number of the joint (kum-kum) wager it is a part of, in double-hand poker; those whose money lies there
    /// already have to agree.
    #[serde(default)]
    pub joint: Option<u8>,
}

impl Wager {
    /// All of it together.
    #[must_use]
    pub fn total(&self) -> Money {
        self.base + self.side + self.pair_plus + self.six_card
    }

    /// What lies on a part beside the base wager.
    #[must_use]
    pub fn part(&self, part: SidePart) -> Money {
        match part {
            SidePart::Side => self.side,
            SidePart::PairPlus => self.pair_plus,
            SidePart::SixCard => self.six_card,
        }
    }

    /// The amount on a part beside the base wager, to be changed.
    pub fn part_mut(&mut self, part: SidePart) -> &mut Money {
        match part {
            SidePart::Side => &mut self.side,
            SidePart::PairPlus => &mut self.pair_plus,
            SidePart::SixCard => &mut self.six_card,
        }
    }
}

/// The largest amount that a command may name, so that sums of many are still exact.
pub(crate) const AMOUNT_MOST: Money = Money::dollars(1_000_000_000_000);

/// What a table is told to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Command {
    /// Take an empty seat with chips.
    Sit {
        /// Which seat.
        seat: Seat,
        /// The chips to bring.
        buy_in: Money,
    },
    /// Stand behind the seats with chips, to back other people's spots.
    StandBehind {
        /// The chips to bring.
        buy_in: Money,
    },
    /// Bring more chips between rounds.
    AddChips {
        /// How much.
        amount: Money,
    },
    /// Leave the table with all chips; during a round, as soon as it is over.
    Leave,
    /// Put the name on the waiting list.
    Join,
    /// Take the name off the waiting list.
    Unlist,
    /// Move to an empty seat.
    ChangeSeat {
        /// Where to.
        seat: Seat,
    },
    /// Take no part until further notice; the seat is held for as long as the book says. The hand of a round that is
    /// on is still one's own to play.
    SitOut,
    /// Go away for a meal or to fetch money; the seat is held for as long as the book says.
    TakeLeave,
    /// Take part again.
    SitIn,
    /// Call time in one's turn, to be given more of it.
    CallTime,
    /// In poker: post what is owed instead of waiting for the blind.
    Post,
    /// Take the offered bank with a stake.
    TakeBank {
        /// The money in action.
        stake: Money,
    },
    /// Pass the offered bank on.
    PassBank,
    /// Offer money for the bank beside the banker's, where the book lets the bank be shared.
    ShareBank {
        /// How much.
        amount: Money,
    },
    /// As the banker: let into the bank what somebody offers for it.
    TakeShare {
        /// Who offers it.
        person: PersonId,
    },
    /// Put a wager on a spot, in place of an earlier one; nothing takes it back.
    PutWager {
        /// The spot.
        spot: Seat,
        /// What lies there.
        wager: Wager,
    },
    /// Agree that a later wager on the same spot counts as one with the own (kum-kum), where both are put down as such.
    AgreeJoint {
        /// The spot.
        spot: Seat,
        /// Whose wager.
        person: PersonId,
    },
    /// In poker: ask to see a hand that was thrown in at the showdown, where the book gives that right.
    AskToSee {
        /// Whose.
        seat: Seat,
    },
    /// Say that no more wagers are coming from here.
    Ready,
    /// Choose something in the round.
    Choose {
        /// For which bet, for those with several; the first that is asked if left out.
        #[serde(default)]
        who: Option<Party>,
        /// What.
        choice: Choice,
    },
    /// Give words for the next shuffle: what they hash to, ahead of time, so that nobody can choose after the decks are
    /// sealed. What was given before for the same shuffle no longer counts.
    GiveWords {
        /// Which shuffle of the table.
        shuffle: u64,
        /// SHA-256 of the words, bound to person, table and shuffle, in hexadecimal.
        commitment: String,
    },
    /// Open the words that were given, once the decks are sealed.
    OpenWords {
        /// Which shuffle of the table.
        shuffle: u64,
        /// The words.
        words: String,
    },
    /// By the dealer of a poker table that is led by hand: the cards that were drawn for the button of a new game.
    DrawButton {
        /// One for each player, in the order of their seats.
        cards: Vec<Card>,
    },
    /// By the dealer: say that betting is closed and the round begins.
    Start,
    /// By the dealer: the next card of a real deck; nothing for one that lies face down unseen.
    Card {
        /// Which.
        card: Option<Card>,
    },
    /// By the dealer: all cards that are due face down are on the table, unseen.
    DealUnseen,
    /// By the dealer: a poker hand is turned up at the showdown.
    TurnUp {
        /// Whose.
        seat: Seat,
        /// Its cards.
        cards: Vec<Card>,
    },
    /// By the dealer: the bank's down card was looked at.
    Look {
        /// Whether it makes a Natural.
        natural: bool,
    },
    /// By the dealer: the deck was shuffled.
    Shuffled,
    /// By the dealer: go on with the bank to the next seat, without a word of whoever was to be asked.
    PassOver {
        /// Why.
        why: WhyPassed,
    },
    /// By the dealer, where a settlement is walked through: the next payment is made.
    Pay,
    /// By the dealer or the floor, there: every payment is made as listed, and the round is closed.
    CloseRound,
    /// By the dealer or the floor, where cards are entered: the last step of the round was a mistake.
    TakeBack,
    /// By the floor: chips that went to the wrong place in a round that is over are moved once more.
    Correct {
        /// What.
        correction: Correction,
        /// What is known of the round; the room fills it in, whatever is sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        known: Option<KnownRound>,
    },
    /// Agree to bring the chips that the staff ask for.
    GiveConsent,
    /// Do not; the staff say so for somebody to ask no more.
    RefuseConsent,
    /// By the dealer: sign in at the table; whoever was signed in there is signed out.
    SignIn,
    /// By the dealer: sign out.
    SignOut,
    /// By the dealer or the floor, where cards are entered: rounds that were played without the tablet are entered from here
    /// on, or no longer.
    EnterLate {
        /// Whether they are.
        is_on: bool,
    },
    /// By the dealer, where cards are entered: the cut card has come out of the real shoe.
    CutCard,
    /// By the floor: open a dispute, which stays until a ruling or a correction settles it.
    Dispute {
        /// About which round of the table, if about one.
        #[serde(default)]
        round: Option<u64>,
        /// Who is concerned.
        #[serde(default)]
        people: Vec<PersonId>,
        /// What it is about.
        words: String,
    },
    /// By the floor, at a table that a human dealer leads: the clock chooses for people, or no longer.
    RunClock {
        /// Whether it does.
        runs: bool,
    },
    /// By the dealer or the floor: something is irregular.
    Report {
        /// What.
        report: Report,
    },
    /// By the dealer or the floor: a command for somebody at the table.
    For {
        /// For whom.
        person: PersonId,
        /// What they do.
        #[cfg_attr(feature = "schema", schema(no_recursion))]
        command: Box<Command>,
    },
    /// By the floor: a ruling on something that no program decides.
    Rule {
        /// The ruling in words.
        words: String,
        /// The name of the clause it rests on.
        clause: String,
        /// The dispute that it settles.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dispute: Option<u64>,
    },
    /// By the floor: two people are relatives, and whether the manager lets them play in one game.
    Relatives {
        /// One of them.
        one: PersonId,
        /// The other.
        other: PersonId,
        /// Whether they have leave.
        may_play: bool,
    },
    /// By the floor: somebody plays for a proposition-player company, or for none any more. All its people at the
    /// table count as one person for the bank.
    Company {
        /// Who.
        person: PersonId,
        /// The name of the company.
        #[serde(default)]
        company: Option<String>,
    },
    /// By the floor: a new game begins. The bank is offered from seat 1, and no wager on the last round is needed.
    NewGame,
    /// By the floor: the next round begins with a new shoe, where one lasts. By the dealer as well, where cards are entered:
    /// a new real shoe, or other decks, from which the cards are counted.
    NewShoe,
    /// By the floor: no new round begins.
    Pause,
    /// By the floor: go on.
    Resume,
    /// By the floor: everybody leaves when the round is over, and the table is closed.
    Close,
    /// By the clock: let pass what is due.
    Tick,
    /// By the clock: the house's local time is so many minutes ahead of UTC.
    Zone {
        /// How many; below zero in America.
        minutes: i32,
    },
}

impl Command {
    /// Whether it prepares a round that has not begun.
    pub(crate) fn is_of_coming_round(&self) -> bool {
        match self {
            Command::For { command, .. } => command.is_of_coming_round(),
            other => matches!(
                other,
                Command::Start
                    | Command::DrawButton { .. }
                    | Command::TakeBank { .. }
                    | Command::PassBank
                    | Command::PassOver { .. }
                    | Command::ShareBank { .. }
                    | Command::TakeShare { .. }
                    | Command::PutWager { .. }
                    | Command::AgreeJoint { .. }
                    | Command::Ready
            ),
        }
    }

    /// Whether every amount it names can be one: nothing or more, and not beyond all measure.
    pub(crate) fn has_sane_amounts(&self) -> bool {
        let amounts = match self {
            Command::Sit { buy_in, .. } | Command::StandBehind { buy_in } => [*buy_in; 4],
            Command::AddChips { amount } | Command::ShareBank { amount } => [*amount; 4],
            Command::TakeBank { stake } => [*stake; 4],
            Command::PutWager { wager, .. } => [wager.base, wager.side, wager.pair_plus, wager.six_card],
            Command::Choose { choice, .. } => [choice.amount(); 4],
            Command::Correct { correction, .. } => [correction.amount; 4],
            Command::For { command, .. } => return command.has_sane_amounts(),
            // A report that names an amount is bounded by what lies there.
            Command::Report { .. }
            | Command::Leave
            | Command::Join
            | Command::Unlist
            | Command::ChangeSeat { .. }
            | Command::SitOut
            | Command::TakeLeave
            | Command::SitIn
            | Command::CallTime
            | Command::Post
            | Command::PassBank
            | Command::TakeShare { .. }
            | Command::AgreeJoint { .. }
            | Command::AskToSee { .. }
            | Command::Ready
            | Command::GiveWords { .. }
            | Command::OpenWords { .. }
            | Command::DrawButton { .. }
            | Command::Start
            | Command::Card { .. }
            | Command::DealUnseen
            | Command::TurnUp { .. }
            | Command::Look { .. }
            | Command::Shuffled
            | Command::PassOver { .. }
            | Command::Pay
            | Command::CloseRound
            | Command::TakeBack
            | Command::GiveConsent
            | Command::RefuseConsent
            | Command::SignIn
            | Command::SignOut
            | Command::EnterLate { .. }
            | Command::CutCard
            | Command::Dispute { .. }
            | Command::RunClock { .. }
            | Command::Rule { .. }
            | Command::Relatives { .. }
            | Command::Company { .. }
            | Command::NewGame
            | Command::NewShoe
            | Command::Pause
            | Command::Resume
            | Command::Close
            | Command::Tick
            | Command::Zone { .. } => return true,
        };
        amounts.iter().all(|amount| (Money::ZERO..=AMOUNT_MOST).contains(amount))
    }
}
