//! Every meld, addition, loan and division that some cards allow.

use cards::{Card, Suit};

use super::group::Group;
use super::meld::Terms;

/// How often each face is there, by rank from low to high and suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts([[u8; 4]; 13]);

impl Counts {
    /// No cards.
    pub const NONE: Counts = Counts([[0; 4]; 13]);

    /// Counts cards; those that the pack does not have are left out.
    #[must_use]
    pub fn of(terms: &Terms, cards: impl IntoIterator<Item = Card>) -> Counts {
        let mut counts = Counts::NONE;
        for card in cards {
            counts.add(terms, card);
        }
        counts
    }

    /// Counts one more card.
    pub fn add(&mut self, terms: &Terms, card: Card) {
        if let (Some(rank), Some(suit)) = (terms.position(card), card.suit()) {
            self.0[usize::from(rank)][suit as usize] += 1;
        }
    }

    /// Counts one card less, if there is one.
    pub fn take(&mut self, terms: &Terms, card: Card) {
        if let (Some(rank), Some(suit)) = (terms.position(card), card.suit()) {
            let count = &mut self.0[usize::from(rank)][suit as usize];
            *count = count.saturating_sub(1);
        }
    }

    /// How often cards of a rank are there, by suit.
    #[must_use]
    pub fn of_rank(&self, position: u8) -> [u8; 4] {
        self.0[usize::from(position)]
    }

    fn has(&self, position: u8, suit: Suit) -> bool {
        self.0[usize::from(position)][suit as usize] > 0
    }
}

/// The suits of some cards of one rank: how often each is there, at least and at most.
fn each_choice(least: [u8; 4], most: [u8; 4], mut found: impl FnMut([u8; 4])) {
    for clubs in least[0]..=most[0] {
        for diamonds in least[1]..=most[1] {
            for hearts in least[2]..=most[2] {
                for spades in least[3]..=most[3] {
                    found([clubs, diamonds, hearts, spades]);
                }
            }
        }
    }
}

fn suits_of(counts: [u8; 4]) -> u8 {
    counts.iter().filter(|count| **count > 0).count() as u8
}

fn total(counts: [u8; 4]) -> u8 {
    counts.iter().sum()
}

impl Terms {
    fn group(&self, position: u8, counts: [u8; 4]) -> Group {
        let mut group = Group::NONE;
        for (suit, count) in Suit::ALL.into_iter().zip(counts) {
            for _ in 0..count {
                group.push(self.card(position, suit));
            }
        }
        group
    }

    /// The one rank of some cards and their suits; nothing for several ranks.
    fn one_rank(&self, cards: &[Card]) -> Option<(u8, [u8; 4])> {
        let position = self.position(*cards.first()?)?;
        let mut counts = [0; 4];
        for card in cards {
            if self.position(*card)? != position {
                return None;
            }
            counts[card.suit()? as usize] += 1;
        }
        Some((position, counts))
    }

    /// The one suit of some cards of different ranks, and their places from low to high as bits.
    fn one_suit(&self, cards: &[Card]) -> Option<(Suit, u16)> {
        let suit = cards.first()?.suit()?;
        let mut ranks = 0_u16;
        for card in cards {
            let bit = 1 << self.position(*card)?;
            if card.suit()? != suit || ranks & bit != 0 {
                return None;
            }
            ranks |= bit;
        }
        Some((suit, ranks))
    }

    /// Whether all of some cards are there.
    pub(super) fn holds(&self, counts: &Counts, cards: &[Card]) -> bool {
        let wanted = Counts::of(self, cards.iter().copied());
        let there = counts.0.iter().flatten();
        there.zip(wanted.0.iter().flatten()).all(|(there, wanted)| there >= wanted)
    }

    /// Every meld of available cards that has all of some of them in it.
    pub fn each_meld(&self, available: &Counts, must: &[Card], mut found: impl FnMut(Group)) {
        if must.is_empty() {
            for position in 0..self.rank_count {
                self.each_square(available, position, [0; 4], &mut found);
            }
            for suit in Suit::ALL {
                self.each_rope(available, suit, 0, &mut found);
            }
            return;
        }
        if let Some((position, counts)) = self.one_rank(must) {
            self.each_square(available, position, counts, &mut found);
        }
        if let Some((suit, ranks)) = self.one_suit(must) {
            self.each_rope(available, suit, ranks, &mut found);
        }
    }

    fn each_square(&self, available: &Counts, position: u8, must: [u8; 4], found: &mut impl FnMut(Group)) {
        let there = available.of_rank(position);
        if total(there) < self.least {
            return;
        }
        each_choice(must, there, |counts| {
            if self.is_square(position, suits_of(counts), total(counts)) {
                found(self.group(position, counts));
            }
        });
    }

    fn each_rope(&self, available: &Counts, suit: Suit, must: u16, found: &mut impl FnMut(Group)) {
        let ranks = self.rank_count;
        let longest = self.rope_most.min(self.most).min(ranks);
        for start in 0..ranks {
            let mut group = Group::NONE;
            let mut mask = 0_u16;
            for step in 0..longest {
                let position = start + step;
                if position >= ranks && !self.wraps {
                    break;
                }
                let position = position % ranks;
                if !available.has(position, suit) {
                    break;
                }
                group.push(self.card(position, suit));
                mask |= 1 << position;
                // A rope of every rank is the same wherever it begins.
                let is_again = group.len() == usize::from(ranks) && start > 0;
                if group.len() >= usize::from(self.least) && mask & must == must && !is_again {
                    let mut rope = group;
                    self.sort(&mut rope);
                    found(rope);
                }
            }
        }
    }

    /// Every group of available cards that may be added to a meld and has a certain card in it.
    pub fn each_addition(
        &self,
        meld: &[Card],
        available: &Counts,
        must: Option<Card>,
        mut found: impl FnMut(Group),
    ) {
        if let Some((position, own)) = self.one_rank(meld) {
            let mut there = available.of_rank(position);
            if self.one_suit_stays && suits_of(own) == 1 {
                for (count, own) in there.iter_mut().zip(own) {
                    *count = if own > 0 { *count } else { 0 };
                }
            }
            let mut least = [0; 4];
            if let Some(card) = must {
                if self.position(card) != Some(position) {
                    return;
                }
                least[card.suit().map_or(0, |suit| suit as usize)] = 1;
            }
            each_choice(least, there, |counts| {
                let mut all = own;
                for (count, more) in all.iter_mut().zip(counts) {
                    *count += more;
                }
                if total(counts) > 0 && self.is_square(position, suits_of(all), total(all)) {
                    found(self.group(position, counts));
                }
            });
            return;
        }
        if let Some((suit, ranks)) = self.one_suit(meld) {
            self.each_lengthening(suit, ranks, available, must, &mut found);
        }
    }

    /// Where a rope begins, from low to high.
    fn start_of(&self, ranks: u16) -> u8 {
        let count = self.rank_count;
        let is_in = |position: u8| ranks & 1 << (position % count) != 0;
        (0..count).find(|position| is_in(*position) && !is_in(position + count - 1)).unwrap_or(0)
    }

    fn each_lengthening(
        &self,
        suit: Suit,
        ranks: u16,
        available: &Counts,
        must: Option<Card>,
        found: &mut impl FnMut(Group),
    ) {
        let count = self.rank_count;
        let length = ranks.count_ones() as u8;
        let room = self.rope_most.min(self.most).min(count).saturating_sub(length);
        let start = self.start_of(ranks);
        let wanted = match must {
            Some(card) if card.suit() != Some(suit) => return,
            Some(card) => self.position(card),
            None => None,
        };
        let place = |offset: i16| {
            let at = i16::from(start) + offset;
            let is_on = (0..i16::from(count)).contains(&at);
            (is_on || self.wraps).then(|| at.rem_euclid(i16::from(count)) as u8)
        };
        let has = |offset: i16| place(offset).is_some_and(|position| available.has(position, suit));
        let mut seen: arrayvec::ArrayVec<u16, 64> = arrayvec::ArrayVec::new();
        for below in 0..=room {
            if below > 0 && !has(-i16::from(below)) {
                break;
            }
            for above in 0..=room - below {
                if above > 0 && !has(i16::from(length + above) - 1) {
                    break;
                }
                let low = (1..=below).filter_map(|step| place(-i16::from(step)));
                let high = (1..=above).filter_map(|step| place(i16::from(length + step) - 1));
                let added = low.chain(high).fold(0_u16, |mask, position| mask | 1 << position);
                let is_wanted = wanted.is_none_or(|position| added & 1 << position != 0);
                let is_whole = added.count_ones() == u32::from(below + above);
                if added != 0 && is_wanted && is_whole && !seen.contains(&added) {
                    let _ = seen.try_push(added);
                    let cards = (0..count).filter(|position| added & 1 << position != 0);
                    found(cards.map(|position| self.card(position, suit)).collect());
                }
            }
        }
    }

    /// Every group of a meld's cards without which it is still a meld.
    pub fn each_loan(&self, meld: &[Card], mut found: impl FnMut(Group)) {
        let least = usize::from(self.least);
        if meld.len() <= least {
            return;
        }
        if let Some((position, own)) = self.one_rank(meld) {
            each_choice([0; 4], own, |counts| {
                let mut rest = own;
                for (count, gone) in rest.iter_mut().zip(counts) {
                    *count -= gone;
                }
                if total(counts) > 0 && self.is_square(position, suits_of(rest), total(rest)) {
                    found(self.group(position, counts));
                }
            });
            return;
        }
        let Some((suit, ranks)) = self.one_suit(meld) else { return };
        let start = self.start_of(ranks);
        let card = |step: usize| self.card((start + step as u8) % self.rank_count, suit);
        let spare = meld.len() - least;
        for below in 0..=spare {
            for above in 0..=spare - below {
                if below + above > 0 {
                    let cards = (0..below).chain(meld.len() - above..meld.len());
                    let mut group: Group = cards.map(card).collect();
                    self.sort(&mut group);
                    found(group);
                }
            }
        }
    }

    /// Every group of a meld's cards that is a meld itself and leaves one.
    pub fn each_division(&self, meld: &[Card], mut found: impl FnMut(Group)) {
        self.each_loan(meld, |group| {
            if self.shape(&group).is_ok() {
                found(group);
            }
        });
    }
}
