//! A table as one watcher may see it.

use books::Money;
use books::structure::Structure;
use games::Party;
use games::Seat;
use games::round::{View, Viewer};
use serde::{Deserialize, Serialize};

use crate::asked::Asked;
use crate::command::Wager;
use crate::desk::{ConsentAwaited, ShoeCount, SignedIn};
use crate::event::Net;
use crate::may::Allowance;
use crate::open::Dealer;
use crate::shoe::ShoeView;
use crate::sides::SideWager;
use crate::table::ClosingView;
use crate::table::{Line, Phase, Table};
use crate::time::Time;
use crate::{PersonId, TableId};

/// Who watches a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Watcher {
    /// Somebody of whom only the person counts; who has no chips there sees what the rail sees.
    Person(PersonId),
    /// The house's own people, as long as they have no chips there: they see no more cards than the rail, and what the staff
    /// ask of people.
    Staff,
    /// Anybody.
    Rail,
}

impl Watcher {
    /// Who it is, where that counts.
    #[must_use]
    pub fn person(self) -> Option<PersonId> {
        match self {
            Watcher::Person(person) => Some(person),
            Watcher::Staff | Watcher::Rail => None,
        }
    }
}

impl From<Option<PersonId>> for Watcher {
    fn from(person: Option<PersonId>) -> Watcher {
        person.map_or(Watcher::Rail, Watcher::Person)
    }
}

/// Somebody on the waiting list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Person {
    /// Who.
    pub person: PersonId,
    /// Their name.
    pub name: String,
    /// Until when a free seat is held for them, once they are called.
    #[serde(default)]
    pub called_until: Option<Time>,
}

/// A seat of the table, or a place behind the seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatInfo {
    /// Who.
    pub person: PersonId,
    /// Their name.
    pub name: String,
    /// The seat; nothing for somebody who stands behind.
    pub seat: Option<Seat>,
    /// The chips, without what lies on the table.
    pub stack: Money,
    /// Whether the person takes no part for now.
    pub is_out: bool,
    /// Whether no more wagers come.
    pub is_ready: bool,
    /// Whether the person leaves after the round.
    pub is_leaving: bool,
    /// Whether a bot sits there.
    pub is_bot: bool,
    /// Whether a blind is owed before cards come.
    pub owes_blind: bool,
    /// The proposition-player company the person plays for.
    #[serde(default)]
    pub company: Option<String>,
}

/// Somebody with money in the round, in the order by which the round names purses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoundPerson {
    /// Who.
    pub person: PersonId,
    /// Their name.
    pub name: String,
    /// The seat.
    pub seat: Option<Seat>,
}

/// A wager that waits for the round to begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PutView {
    /// Whose.
    pub person: PersonId,
    /// Where.
    pub spot: Seat,
    /// What.
    pub wager: Wager,
}

/// Money that somebody puts into the bank of the coming round beside the banker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShareView {
    /// Whose.
    pub person: PersonId,
    /// How much.
    pub amount: Money,
    /// Whether the banker has agreed.
    pub is_taken: bool,
}

/// A payment of a round that is over, where its settlement is walked through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PaymentView {
    /// The number of the event that says what is paid.
    pub number: u64,
    /// What is paid, as one sentence.
    pub words: String,
    /// Whether the dealer has made it.
    pub is_paid: bool,
    /// What lies before the bank then, for whatever comes after; nothing in games without a bank.
    #[serde(default)]
    pub stake_left: Option<Money>,
}

/// What kind of thing the house dealer does next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// Nothing: no round is played with real cards.
    #[default]
    Nothing,
    /// Ask somebody to bank.
    Offer,
    /// Enter the cards that are drawn for the button.
    Draw,
    /// Begin a round.
    Start,
    /// Deal a card, or burn it.
    Deal,
    /// Turn up a card that lies on the table, and enter it.
    Turn,
    /// Look at the bank's down card.
    Look,
    /// Shuffle.
    Shuffle,
    /// Something of the dealer's own: call betting closed, open the dice or a hand.
    Act,
    /// A hand is shown and entered.
    Show,
    /// Wait for players.
    Wait,
    /// Make the next payment.
    Pay,
}

/// What the house dealer does next, where cards are entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DealerStep {
    /// What kind of thing.
    pub kind: StepKind,
    /// Whose hand is shown.
    pub seat: Option<games::Seat>,
    /// How many cards it has.
    pub cards: u8,
}

impl DealerStep {
    pub(crate) fn of(kind: StepKind) -> DealerStep {
        DealerStep { kind, ..DealerStep::default() }
    }
}

/// What a poker table was told to play for, where its schedule leaves a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StakesTold {
    /// The way of betting.
    pub structure: Option<Structure>,
    /// The limit: lower and upper figure in cents.
    pub limit: Option<(i64, i64)>,
    /// The blinds: small and big in cents.
    pub blinds: Option<(i64, i64)>,
}

/// A table as one watcher may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableView {
    /// Which table.
    pub table: TableId,
    /// The number of the last event that is in this view.
    pub number: u64,
    /// The book.
    pub book: String,
    /// The game's name for people.
    pub game: String,
    /// The schedule.
    pub schedule: Option<String>,
    /// Where the cards come from.
    pub dealer: Dealer,
    /// Whether guests may sit and bots play.
    pub is_practice: bool,
    /// Where the table stands.
    pub phase: Phase,
    /// How many seats it has.
    pub seats: u8,
    /// Everybody with chips there.
    pub people: Vec<SeatInfo>,
    /// The waiting list.
    pub waiting: Vec<Person>,
    /// The seat that is asked to bank.
    pub bank_offered: Option<Seat>,
    /// Who is asked there: the player of that seat, or somebody who bet on its spot.
    #[serde(default)]
    pub bank_asked: Option<PersonId>,
    /// Who holds the bank.
    #[serde(default)]
    pub banker: Option<PersonId>,
    /// The seat that banks, and in which of its rounds.
    pub bank: Option<(Seat, u8)>,
    /// The stake of the bank of the coming round.
    pub stake: Money,
    /// What others offer for that bank, or have in it.
    #[serde(default)]
    pub shares: Vec<ShareView>,
    /// The wagers that wait for the round.
    pub wagers: Vec<PutView>,
    /// When the clock chooses.
    pub deadline: Option<Time>,
    /// Which round of the table it is.
    pub round_number: u64,
    /// Who has money in that round.
    pub round_people: Vec<RoundPerson>,
    /// Whose each bet of a banked round is, by its place among the bets: the place of its owner in `round_people`.
    #[serde(default)]
    pub round_bets: Vec<u8>,
    /// The round that is on, or the last one while its outcome is looked at.
    pub round: Option<View>,
    /// What was published of each deck of this round before its cards were dealt: the roots of the sealed decks that
    /// the words chose.
    pub commitments: Vec<String>,
    /// The words for the next shuffle.
    #[serde(default)]
    pub words: WordsView,
    /// The shoe from which many rounds are dealt; nothing where every round is shuffled afresh.
    #[serde(default)]
    pub shoe: Option<ShoeView>,
    /// That the house closes soon, once people were told.
    #[serde(default)]
    pub closing: Option<ClosingView>,
    /// When the next hand may begin, while the hours of the house are over.
    #[serde(default)]
    pub closed_until: Option<Time>,
    /// What the last round brought.
    pub nets: Vec<Net>,
    /// What the house dealer does next, where cards are entered.
    pub next_step: String,
    /// The same for programs.
    #[serde(default)]
    pub dealers_step: DealerStep,
    /// The payments of a round that is over, in their order, where a settlement is walked through.
    #[serde(default)]
    pub settlement: Vec<PaymentView>,
    /// Whether a round is over whose payments are still to be made.
    #[serde(default)]
    pub is_settling: bool,
    /// Whether the dealer may take the last step of the round back.
    #[serde(default)]
    pub may_take_back: bool,
    /// Whether the floor may.
    #[serde(default)]
    pub floor_may_take_back: bool,
    /// Whether a human dealer leads the table.
    #[serde(default)]
    pub by_hand: bool,
    /// Whether the clock chooses for people there.
    #[serde(default)]
    pub clock_runs: bool,
    /// The house dealer who has signed in.
    #[serde(default)]
    pub signed_in: Option<SignedIn>,
    /// Whether rounds are entered that were played without the tablet.
    #[serde(default)]
    pub is_late: bool,
    /// The count of the real shoe, once somebody has said that it is new.
    #[serde(default)]
    pub shoe_count: Option<ShoeCount>,
    /// Who was asked by the staff to bring chips and has not answered: for the staff, and of everybody else the watcher alone.
    #[serde(default)]
    pub consents: Vec<ConsentAwaited>,
    /// Everybody whose word is awaited, where cards are entered.
    #[serde(default)]
    pub asked: Vec<Asked>,
    /// Whether a joker is in the deck.
    #[serde(default)]
    pub has_joker: bool,
    /// What the watcher may do besides choosing in the round.
    pub may: Vec<Allowance>,
    /// The watcher's own seat at the table.
    pub you: Option<Seat>,
    /// The least buy-in.
    pub buy_in_least: Money,
    /// The least and the largest wager, in cents, where the schedule limits it.
    pub limits: Option<(i64, Option<i64>)>,
    /// The wagers that may be put down beside the base wager.
    pub sides: Vec<SideWager>,
    /// Whether wagers of several people may be joined into one.
    #[serde(default)]
    pub joins_wagers: bool,
    /// What the table was told to play for, in poker.
    #[serde(default)]
    pub stakes: StakesTold,
}

/// The words for the next shuffle, as a watcher sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WordsView {
    /// For which shuffle words are given now; nothing where the room seals no decks.
    pub next: Option<u64>,
    /// What the watcher has given for it, still closed.
    pub given: Option<String>,
    /// The shuffle whose decks are sealed and wait for the watcher's words to be opened.
    pub awaited: Option<u64>,
    /// Whether the watcher's words for the last shuffle were not opened, so that the next goes without.
    pub is_left_out: bool,
    /// How many shuffles of the table were given up because words were not opened.
    pub aborted: u64,
}

impl Table {
    /// The table as a watcher may see it.
    #[must_use]
    pub fn view(&self, watcher: Watcher) -> TableView {
        let own = watcher.person().and_then(|person| self.person(person).ok());
        let shown = self.live.as_ref().or(self.shown.as_ref());
        let viewer = match (watcher.person(), shown) {
            (Some(person), Some(live)) => live.purse_of(person).map_or(Viewer::Rail, Viewer::Purse),
            _ => Viewer::Rail,
        };
        let state = &self.state;
        let limits = self.schedule.as_ref().and_then(|schedule| schedule.limit.as_ref());
        let round_person = |person: &PersonId| {
            let seated = self.person(*person).ok();
            RoundPerson {
                person: *person,
                name: seated.map_or(String::new(), |seated| seated.name.clone()),
                seat: seated.and_then(|seated| seated.seat),
            }
        };
        let (next_step, dealers_step) = self.dealers_step();
        TableView {
            table: self.id,
            number: state.number,
            book: self.spec.book.clone(),
            game: self.book.header().name.clone(),
            schedule: self.spec.schedule.clone(),
            dealer: self.spec.dealer,
            is_practice: self.spec.is_practice,
            phase: state.phase,
            seats: self.seats(),
            people: state
                .people
                .iter()
                .map(|seated| SeatInfo {
                    person: seated.person,
                    name: seated.name.clone(),
                    seat: seated.seat,
                    stack: seated.stack,
                    is_out: seated.out_since.is_some(),
                    is_ready: seated.is_ready,
                    is_leaving: seated.is_leaving,
                    is_bot: seated.is_bot,
                    owes_blind: seated.owes.is_some(),
                    company: self.company_of(seated.person).map(str::to_owned),
                })
                .collect(),
            waiting: state
                .waiting
                .iter()
                .map(|waiting| Person {
                    person: waiting.person,
                    name: waiting.name.clone(),
                    called_until: waiting.offered_until,
                })
                .collect(),
            bank_offered: state.offered,
            bank_asked: self.asked_to_bank(),
            banker: state.bank.map(|bank| bank.person),
            bank: state.bank.map(|bank| (bank.seat, bank.turn)),
            stake: self.whole_stake(),
            shares: state
                .shares
                .iter()
                .map(|one| ShareView { person: one.person, amount: one.amount, is_taken: one.is_taken })
                .collect(),
            wagers: state
                .puts
                .iter()
                .map(|put| PutView { person: put.person, spot: put.spot, wager: put.wager })
                .collect(),
            deadline: state.deadline,
            round_number: state.rounds,
            round_people: shown.iter().flat_map(|live| &live.people).map(round_person).collect(),
            round_bets: shown.iter().flat_map(|live| bets_of(&live.round)).collect(),
            round: shown.map(|live| self.round_view(live, viewer)),
            commitments: self.deck.as_ref().map(|deck| deck.commitments.clone()).unwrap_or_default(),
            words: self.words_view(watcher.person()),
            shoe: self.shoe_view(),
            closing: self.closing_view(),
            closed_until: self.closed_until(),
            nets: state.nets.clone(),
            settlement: self.settlement_view(),
            is_settling: self.is_settling(),
            may_take_back: self.may_take_back().0,
            floor_may_take_back: self.may_take_back().1,
            by_hand: self.spec.by_hand,
            clock_runs: self.state.clock_runs,
            signed_in: self.state.signed_in.clone(),
            is_late: self.state.is_late,
            shoe_count: self.shoe_count(),
            consents: self.consents_seen_by(watcher),
            next_step,
            dealers_step,
            asked: self.asked(),
            has_joker: self.composition().cards().any(cards::Card::is_joker),
            may: watcher.person().map(|person| self.allowances(person)).unwrap_or_default(),
            you: own.and_then(|seated| seated.seat),
            buy_in_least: self.buy_in.value,
            limits: limits.map(|limit| (limit.min.in_cents(), limit.max.map(Money::in_cents))),
            sides: self.sides(),
            joins_wagers: self.game.joins_wagers(),
            stakes: StakesTold {
                structure: self.spec.structure,
                limit: self.spec.limit,
                blinds: self.spec.blinds.map(|named| self.blinds_played().unwrap_or(named)),
            },
        }
    }
}

impl Table {
    fn settlement_view(&self) -> Vec<PaymentView> {
        let line = |Line { number, words, is_paid, stake_left, .. }: Line| PaymentView {
            number,
            words,
            is_paid,
            stake_left,
        };
        self.settlement().into_iter().map(line).collect()
    }
}

/// Whose purse each bet of a banked round is; nothing in games whose parties are seats.
fn bets_of(round: &games::round::Round) -> Vec<u8> {
    (0..Party::BETS_MAX as u8).map_while(|place| round.purse_of(Party(place))).collect()
}
