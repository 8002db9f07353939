//! What is a meld, and what it pays: the book's rules on melds as small, flat terms.

use arrayvec::ArrayVec;
use books::Clause;
use books::pan::{PanRules, SuitPay};
use cards::{Card, Rank, Suit};
use serde::{Deserialize, Serialize};

use super::group::Group;
use super::refusal::{Reason, Refusal};

/// What a meld is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PanShape))]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Cards of one suit in sequence.
    Rope,
    /// Cards of one rank.
    Square,
}

/// For what chips are due from every other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PanPay))]
#[serde(rename_all = "kebab-case")]
pub enum Pay {
    /// A square of valle cards of several suits.
    ValleMixed,
    /// A square of valle cards of one suit.
    ValleOneSuit,
    /// A square of other cards of one suit.
    OtherOneSuit,
    /// The low rope.
    LowRope,
    /// The high rope.
    HighRope,
    /// Further cards of a mixed valle square.
    MoreValleMixed,
    /// Further cards of a valle square of one suit.
    MoreValleOneSuit,
    /// Further cards of another square of one suit.
    MoreOtherOneSuit,
    /// Further cards of a rope that pays, where the book pays for them.
    LongerRope,
    /// Going out.
    GoingOut,
}

/// One thing that is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// What.
    pub pay: Pay,
    /// How many chips are due from each.
    pub chips: u16,
    /// The clause that says so.
    pub clause: Clause,
}

/// Everything one meld pays for.
pub type Dues = ArrayVec<Due, 4>;

/// How many chips all of them come to.
#[must_use]
pub fn chips(dues: &[Due]) -> u16 {
    dues.iter().map(|due| due.chips).sum()
}

/// A kind of pay: chips in spades, in other suits, and the clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Price {
    spades: u16,
    other: u16,
    clause: Clause,
}

impl Price {
    fn by_suit(rule: &books::Rule<SuitPay>) -> Price {
        Price { spades: rule.spades.into(), other: rule.other.into(), clause: rule.clause }
    }

    fn flat(rule: books::Rule<u8>) -> Price {
        Price { spades: rule.value.into(), other: rule.value.into(), clause: rule.clause }
    }

    fn of(&self, suit: Suit) -> u16 {
        if suit == Suit::Spades { self.spades } else { self.other }
    }
}

/// A book's rules on melds, flat and copyable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Where a rank stands from low to high; none for ranks that are left out.
    position: [u8; 13],
    ranks: [Rank; 13],
    pub(super) rank_count: u8,
    valle: u16,
    any_suits: u16,
    pub(super) least: u8,
    pub(super) most: u8,
    pub(super) rope_most: u8,
    pub(super) wraps: bool,
    pub(super) suits_least: u8,
    pub(super) one_suit_stays: bool,
    low: u16,
    high: u16,
    longer_rope: bool,
    prices: [Price; 9],
    least_clause: Clause,
    most_clause: Clause,
    rope_clause: Clause,
    rope_most_clause: Clause,
    square_clause: Clause,
    one_suit_clause: Clause,
}

/// A rank that the pack does not have.
const LEFT_OUT: u8 = u8::MAX;

impl Terms {
    /// The terms of a book.
    #[must_use]
    pub fn new(rules: &PanRules) -> Terms {
        let mut position = [LEFT_OUT; 13];
        let mut ranks = [Rank::Two; 13];
        for (place, rank) in rules.deck.ranks.iter().enumerate() {
            position[rank as usize] = place as u8;
            ranks[place] = rank;
        }
        let mask = |list: &books::Ranks| {
            list.iter()
                .map(|rank| position[rank as usize])
                .filter(|place| *place != LEFT_OUT)
                .fold(0_u16, |mask, place| mask | 1 << place)
        };
        let (conditions, additions) = (&rules.conditions, &rules.additions);
        let melds = &rules.melds;
        Terms {
            position,
            ranks,
            rank_count: rules.deck.ranks.count() as u8,
            valle: mask(&conditions.valle),
            any_suits: mask(&melds.any_suit_ranks),
            least: melds.least.value,
            most: melds.most.value.min(Group::MOST as u8),
            rope_most: melds.rope_most.value,
            wraps: melds.rope_wraps.value,
            suits_least: melds.mixed_suits_least.value,
            one_suit_stays: melds.one_suit_stays.value,
            low: mask(&conditions.low_rope),
            high: mask(&conditions.high_rope),
            longer_rope: additions.rope_extension_pays.value,
            prices: [
                Price::flat(conditions.valle_mixed),
                Price::by_suit(&conditions.valle_one_suit),
                Price::by_suit(&conditions.other_one_suit),
                Price::by_suit(&conditions.low_rope_pays),
                Price::by_suit(&conditions.high_rope_pays),
                Price::flat(additions.valle_mixed),
                Price::by_suit(&additions.valle_one_suit),
                Price::by_suit(&additions.other_one_suit),
                Price { spades: 0, other: 0, clause: additions.rope_extension_pays.clause },
            ],
            least_clause: melds.least.clause,
            most_clause: melds.most.clause,
            rope_clause: melds.rope_wraps.clause,
            rope_most_clause: melds.rope_most.clause,
            square_clause: melds.mixed_suits_least.clause,
            one_suit_clause: melds.one_suit_stays.clause,
        }
    }

    /// Where a card's rank stands from low to high; nothing for a card that the pack does not have.
    #[must_use]
    pub fn position(&self, card: Card) -> Option<u8> {
        let place = self.position[card.rank()? as usize];
        (place != LEFT_OUT).then_some(place)
    }

    /// The card of a rank by its place from low to high, and a suit.
    pub(super) fn card(&self, position: u8, suit: Suit) -> Card {
        Card::new(self.ranks[usize::from(position)], suit)
    }

    /// Whether any suits of the rank make a square.
    pub(super) fn takes_any_suits(&self, position: u8) -> bool {
        self.any_suits & 1 << position != 0
    }

    /// Whether so many suits and cards of a rank make a square.
    pub(super) fn is_square(&self, position: u8, suits: u8, count: u8) -> bool {
        (self.least..=self.most).contains(&count)
            && (suits == 1 || suits >= self.suits_least || self.takes_any_suits(position))
    }

    /// Whether a rank is one of value.
    #[must_use]
    pub fn is_valle(&self, card: Card) -> bool {
        self.position(card).is_some_and(|position| self.valle & 1 << position != 0)
    }

    /// Puts cards in the order in which melds lie: by rank from low to high, then by suit.
    pub fn sort(&self, group: &mut Group) {
        group.sort_by_key(|card| {
            let rank = self.position(card).unwrap_or(LEFT_OUT / 8);
            let suit = card.suit().map_or(0, |suit| suit as u8);
            rank * 4 + suit
        });
    }

    /// What cards make together.
    ///
    /// # Errors
    /// When they are no meld; the refusal says which rule they break.
    pub fn shape(&self, cards: &[Card]) -> Result<Shape, Refusal> {
        let count = cards.len() as u8;
        if count < self.least {
            return Err(Refusal::new(Reason::TooFewCards(self.least), self.least_clause));
        }
        if count > self.most {
            return Err(Refusal::new(Reason::TooManyCards(self.most), self.most_clause));
        }
        let (mut ranks, mut suits) = (0_u16, 0_u8);
        let mut is_twice = false;
        for card in cards {
            let (Some(position), Some(suit)) = (self.position(*card), card.suit()) else {
                return Err(Refusal::new(Reason::NoMeld, self.rope_clause));
            };
            is_twice |= ranks & 1 << position != 0;
            ranks |= 1 << position;
            suits |= 1 << suit as u8;
        }
        if ranks.count_ones() == 1 {
            let position = ranks.trailing_zeros() as u8;
            if self.is_square(position, suits.count_ones() as u8, count) {
                return Ok(Shape::Square);
            }
            return Err(Refusal::new(Reason::SuitsOfSquare(self.suits_least), self.square_clause));
        }
        if suits.count_ones() != 1 {
            return Err(Refusal::new(Reason::NoMeld, self.rope_clause));
        }
        if is_twice || !self.is_run(ranks) {
            return Err(Refusal::new(Reason::NotInSequence, self.rope_clause));
        }
        if count > self.rope_most {
            return Err(Refusal::new(Reason::RopeTooLong(self.rope_most), self.rope_most_clause));
        }
        Ok(Shape::Rope)
    }

    /// Whether ranks lie side by side, round the corner if the book lets them.
    fn is_run(&self, ranks: u16) -> bool {
        let is_straight =
            |ranks: u16| (ranks >> ranks.trailing_zeros()) & ((ranks >> ranks.trailing_zeros()) + 1) == 0;
        if is_straight(ranks) {
            return true;
        }
        // Round the corner what is missing lies side by side, and not at an end.
        let missing = !ranks & ((1_u16 << self.rank_count) - 1);
        let ends = 1 | 1 << (self.rank_count - 1);
        self.wraps && is_straight(missing) && missing & ends == 0
    }

    /// Whether cards may be added to a meld.
    ///
    /// # Errors
    /// When they do not go with it; the refusal says which rule forbids it.
    pub fn addition(&self, meld: &[Card], cards: &[Card]) -> Result<Group, Refusal> {
        let before = self.shape(meld)?;
        let suit = |card: &Card| card.suit();
        if before == Shape::Square && self.one_suit_stays {
            let own = meld.first().and_then(suit);
            let is_one_suit = meld.iter().all(|card| suit(card) == own);
            let is_same_rank = cards.iter().all(|card| self.position(*card) == self.position(meld[0]));
            if is_one_suit && is_same_rank && cards.iter().any(|card| suit(card) != own) {
                return Err(Refusal::new(Reason::OneSuitStays, self.one_suit_clause));
            }
        }
        if meld.len() + cards.len() > usize::from(self.most) {
            return Err(Refusal::new(Reason::TooManyCards(self.most), self.most_clause));
        }
        let mut all: Group = meld.iter().chain(cards).copied().collect();
        match self.shape(&all) {
            Ok(after) if after == before => {
                self.sort(&mut all);
                Ok(all)
            }
            Err(refusal) if matches!(refusal.reason, Reason::RopeTooLong(_)) => Err(refusal),
            Ok(_) | Err(_) => {
                let clause = if before == Shape::Square { self.square_clause } else { self.rope_clause };
                Err(Refusal::new(Reason::DoesNotFit, clause))
            }
        }
    }

    fn due(&self, pay: Pay, chips: u16, dues: &mut Dues) {
        if chips > 0 {
            dues.push(Due { pay, chips, clause: self.prices[pay as usize].clause });
        }
    }

    /// What a meld is worth as it lies: what is due from each other player for all its conditions.
    #[must_use]
    pub fn worth(&self, meld: &[Card]) -> Dues {
        let mut dues = Dues::new();
        let Some((Some(position), Some(suit))) = meld.first().map(|card| (self.position(*card), card.suit()))
        else {
            return dues;
        };
        let count = meld.len() as u16;
        let price = |pay: Pay| self.prices[pay as usize].of(suit);
        let is_one_suit = meld.iter().all(|card| card.suit() == Some(suit));
        let is_square = meld.iter().all(|card| self.position(*card) == Some(position));
        if is_square {
            let more = count.saturating_sub(self.least.into());
            let is_valle = self.valle & 1 << position != 0;
            let (first, further) = match (is_valle, is_one_suit) {
                (true, true) => (Pay::ValleOneSuit, Pay::MoreValleOneSuit),
                (true, false) => (Pay::ValleMixed, Pay::MoreValleMixed),
                (false, true) => (Pay::OtherOneSuit, Pay::MoreOtherOneSuit),
                (false, false) => return dues,
            };
            self.due(first, price(first), &mut dues);
            self.due(further, price(further) * more, &mut dues);
            return dues;
        }
        let ranks =
            meld.iter().filter_map(|card| self.position(*card)).fold(0_u16, |mask, place| mask | 1 << place);
        let (mut paying, mut dearest) = (0, 0);
        for (rope, pay) in [(self.low, Pay::LowRope), (self.high, Pay::HighRope)] {
            if rope != 0 && ranks & rope == rope {
                self.due(pay, price(pay), &mut dues);
                paying += rope.count_ones() as u16;
                dearest = dearest.max(price(pay));
            }
        }
        if self.longer_rope && paying > 0 {
            self.due(Pay::LongerRope, dearest * count.saturating_sub(paying), &mut dues);
        }
        dues
    }

    /// What is due for what a meld has become beyond what it was.
    #[must_use]
    pub fn gained(&self, before: &[Card], after: &[Card]) -> Dues {
        let old = self.worth(before);
        let mut dues = Dues::new();
        for due in self.worth(after) {
            let paid = old.iter().find(|one| one.pay == due.pay).map_or(0, |one| one.chips);
            self.due(due.pay, due.chips.saturating_sub(paid), &mut dues);
        }
        dues
    }
}
