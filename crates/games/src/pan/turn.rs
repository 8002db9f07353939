//! What a player does in a turn: draw or take, use the card, meld on, discard; and others who force a discard.

use books::pan::{DiscardSource, Forcer};
use cards::Card;

use super::event::{Choice, Event};
use super::find::Counts;
use super::group::Group;
use super::meld::Dues;
use super::refusal::{Reason, Refusal};
use super::round::{Pan, Source, Stage};
use crate::record::Record;

impl Pan {
    pub(super) fn choose_in_turn(
        &mut self,
        place: usize,
        who: usize,
        choice: Choice,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let rules = self.rules();
        self.check_takes_part(who)?;
        if matches!(choice, Choice::In | Choice::Out) {
            return Err(Refusal::new(Reason::DeclarationFinal, rules.declaring.change.clause));
        }
        if choice == Choice::Force {
            return self.force(place, who, events);
        }
        if who != place {
            return Err(Refusal::new(Reason::NotYourTurn, rules.deal.direction.clause));
        }
        let seat = self.players[place].seat;
        let stage = self.turn.map_or(Stage::Begins, |turn| turn.stage);
        let event = match (choice, stage) {
            (Choice::Draw, Stage::Begins | Stage::MayRedraw) => Event::Draws { seat },
            (Choice::Draw | Choice::Take, _) => {
                if stage == Stage::MayRedraw {
                    return Err(Refusal::new(Reason::DeclinedCard, rules.draw.opening_redraws.clause));
                }
                let clause = match stage {
                    Stage::Used => rules.draw.discard_ends_turn.clause,
                    _ => rules.draw.used_at_once.clause,
                };
                if choice == Choice::Take && stage == Stage::Begins {
                    Event::Took { seat, card: self.may_take(place)? }
                } else {
                    return Err(Refusal::new(Reason::TooLate, clause));
                }
            }
            (Choice::Pass, Stage::MayRedraw) => Event::Passed { seat },
            (Choice::Decline, Stage::Drawn(card, source)) => {
                self.may_decline(place, card, source)?;
                Event::Discarded { seat, card, drawn: true }
            }
            (Choice::Keep, Stage::Drawn(_, source)) => {
                if rules.draw.used_at_once.value || source == Source::Forced {
                    return Err(Refusal::new(Reason::NeverIntoHand, rules.draw.used_at_once.clause));
                }
                Event::Kept { seat }
            }
            (Choice::Keep, _) => {
                return Err(Refusal::new(Reason::NeverIntoHand, rules.draw.used_at_once.clause));
            }
            (Choice::Meld { cards, borrowed, from }, _) => {
                return self.meld(place, cards, borrowed, from, events);
            }
            (Choice::Add { cards, to }, _) => return self.add(place, cards, to, events),
            (Choice::Split { meld, cards }, _) => return self.divide(place, meld, cards, events),
            (Choice::Discard(card), Stage::Used) => {
                self.check_of_pack(&[card])?;
                self.check_held(place, &[card], None)?;
                Event::Discarded { seat, card, drawn: false }
            }
            (Choice::Discard(_), Stage::Drawn(card, _)) => {
                return Err(Refusal::new(Reason::DrawnCardFirst(card), rules.draw.used_at_once.clause));
            }
            (Choice::Discard(_), _) => {
                return Err(Refusal::new(Reason::DiscardAfterUse, rules.draw.discard_ends_turn.clause));
            }
            (Choice::Pass, _) => {
                return Err(Refusal::new(Reason::TooLate, rules.draw.opening_redraws.clause));
            }
            (Choice::Decline, _) => {
                return Err(Refusal::new(Reason::NothingDrawn, rules.draw.may_decline.clause));
            }
            (Choice::In | Choice::Out | Choice::Force, _) => return Err(Refusal::plain(Reason::NotNow)),
        };
        self.emit(event, events);
        Ok(())
    }

    /// The top discard, if the player in turn may take it.
    pub(super) fn may_take(&self, place: usize) -> Result<Card, Refusal> {
        let draw = &self.rules().draw;
        let Some(top) = self.pile.last().copied() else {
            return Err(Refusal::new(Reason::EmptyPile, draw.opens_from_stock.clause));
        };
        if draw.discard_source.value == DiscardSource::StockDrawn && !self.is_top_drawn {
            return Err(Refusal::new(Reason::HandDiscard, draw.discard_source.clause));
        }
        if draw.used_at_once.value && !self.has_use(place, top) {
            return Err(Refusal::new(Reason::NoUse(top), draw.used_at_once.clause));
        }
        Ok(top)
    }

    pub(super) fn may_decline(&self, place: usize, card: Card, source: Source) -> Result<(), Refusal> {
        let rules = self.rules();
        match source {
            Source::Forced => {
                return Err(Refusal::new(Reason::ForcedCard(card), rules.forcing.by.clause));
            }
            Source::Pile => return Err(Refusal::new(Reason::MustUse(card), rules.draw.used_at_once.clause)),
            Source::Stock => {}
        }
        if rules.forcing.own_draw.value && self.fits_directly(place, card) {
            return Err(Refusal::new(Reason::ForcedCard(card), rules.forcing.own_draw.clause));
        }
        if !rules.draw.may_decline.value && self.has_use(place, card) {
            return Err(Refusal::new(Reason::MustUse(card), rules.draw.may_decline.clause));
        }
        Ok(())
    }

    /// Whether a card goes by itself with a meld of a player.
    pub(super) fn fits_directly(&self, place: usize, card: Card) -> bool {
        let terms = &self.game.terms;
        self.players[place].melds.iter().any(|meld| terms.addition(meld, &[card]).is_ok())
    }

    /// Whether a player can use a card at once; a hand that lies unseen may.
    pub(super) fn has_use(&self, place: usize, card: Card) -> bool {
        let player = &self.players[place];
        if player.unseen > 0 || self.fits_directly(place, card) {
            return true;
        }
        let mut is_found = false;
        self.each_use(place, Some(card), |_, _| is_found = true);
        is_found
    }

    /// Every way to lay down a card, or without one any cards of the hand, with the chips it pays from each.
    pub(super) fn each_use(&self, place: usize, card: Option<Card>, found: impl FnMut(Choice, u16)) {
        let hand = self.players[place].hand.iter().copied();
        let available = Counts::of(&self.game.terms, hand.chain(card));
        self.each_use_of(place, &available, card, found);
    }

    /// Every way to lay down available cards, a certain one among them.
    pub(super) fn each_use_of(
        &self,
        place: usize,
        available: &Counts,
        card: Option<Card>,
        mut found: impl FnMut(Choice, u16),
    ) {
        let terms = &self.game.terms;
        let player = &self.players[place];
        let must: Group = card.into_iter().collect();
        terms.each_meld(available, &must, |cards| {
            found(Choice::meld(cards), super::chips(&terms.worth(&cards)));
        });
        for (to, meld) in player.melds.iter().enumerate() {
            let to = to as u8;
            terms.each_addition(meld, available, card, |cards| {
                let mut after = meld.and(&cards);
                terms.sort(&mut after);
                found(Choice::Add { cards, to }, super::chips(&terms.gained(meld, &after)));
            });
        }
        if !self.rules().moving.borrow.value {
            return;
        }
        for (from, meld) in player.melds.iter().enumerate() {
            terms.each_loan(meld, |borrowed| {
                let mut with = *available;
                for card in &*borrowed {
                    with.add(terms, *card);
                }
                let all = must.and(&borrowed);
                terms.each_meld(&with, &all, |cards| {
                    if cards.len() > borrowed.len() {
                        let choice = Choice::Meld { cards, borrowed, from: from as u8 };
                        found(choice, super::chips(&terms.worth(&cards)));
                    }
                });
            });
        }
    }

    /// Refuses cards of which the pack has none, whatever would be done with them.
    fn check_of_pack(&self, cards: &[Card]) -> Result<(), Refusal> {
        match cards.iter().find(|card| self.game.pack.count(**card) == 0) {
            Some(card) => Err(Refusal::new(Reason::NotInPack(*card), self.rules().deck.without.clause)),
            None => Ok(()),
        }
    }

    /// Whether a player holds cards, the drawn one aside.
    pub(super) fn check_held(
        &self,
        place: usize,
        cards: &[Card],
        drawn: Option<Card>,
    ) -> Result<(), Refusal> {
        let player = &self.players[place];
        let mut hand: Group = player.hand.iter().copied().chain(drawn).collect();
        let mut unseen = Group::NONE;
        for card in cards {
            if hand.take(*card) {
                continue;
            }
            let before = unseen.iter().filter(|one| *one == card).count();
            let named = usize::from(self.named[usize::from(card.index())]) + before;
            if unseen.len() >= usize::from(player.unseen) || named >= self.game.pack.count(*card) {
                return Err(Refusal::plain(Reason::NotHeld(*card)));
            }
            unseen.push(*card);
        }
        Ok(())
    }

    /// Checks that cards may be laid down now, and come from the draw and the hand.
    fn check_laid(&self, place: usize, own: &[Card]) -> Result<(), Refusal> {
        let rules = self.rules();
        match self.turn.map(|turn| turn.stage) {
            Some(Stage::Drawn(card, source)) => {
                let is_used = own.contains(&card);
                // A card that was taken has to be used, so nothing else may be laid down that its use could need.
                if !is_used && (rules.draw.melds_after_use.value || source != Source::Stock) {
                    return Err(Refusal::new(
                        Reason::DrawnCardFirst(card),
                        rules.draw.melds_after_use.clause,
                    ));
                }
                self.check_held(place, own, Some(card))
            }
            Some(Stage::Used) => self.check_held(place, own, None),
            _ => Err(Refusal::new(Reason::NotUsedYet, rules.draw.melds_after_use.clause)),
        }
    }

    fn meld(
        &mut self,
        place: usize,
        mut cards: Group,
        borrowed: Group,
        from: u8,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let terms = self.game.terms;
        let rules = self.rules();
        let moving = &rules.moving;
        if let Some(Stage::Drawn(card, Source::Forced)) = self.turn.map(|turn| turn.stage) {
            return Err(Refusal::new(Reason::ForcedCard(card), rules.forcing.by.clause));
        }
        self.check_of_pack(&cards)?;
        let Some(own) = cards.without(&borrowed) else { return Err(Refusal::plain(Reason::NoSuchMeld)) };
        if !borrowed.is_empty() {
            if !moving.borrow.value {
                return Err(Refusal::new(Reason::NoBorrowing, moving.borrow.clause));
            }
            let Some(meld) = self.players[place].melds.get(usize::from(from)) else {
                return Err(Refusal::plain(Reason::NoSuchMeld));
            };
            let Some(rest) = meld.without(&borrowed) else {
                let laid: Vec<Card> =
                    self.players[place].melds.iter().flat_map(|meld| meld.iter().copied()).collect();
                let count = |cards: &[Card], card: &Card| cards.iter().filter(|one| *one == card).count();
                let lie_there = borrowed.iter().all(|card| count(&borrowed, card) <= count(&laid, card));
                return Err(match lie_there {
                    true => Refusal::new(Reason::OneMeldAtATime, moving.borrow.clause),
                    false => Refusal::plain(Reason::NoSuchMeld),
                });
            };
            if own.is_empty() {
                return Err(Refusal::new(Reason::OwnCardNeeded, moving.borrow.clause));
            }
            if terms.shape(&rest).is_err() {
                return Err(Refusal::new(Reason::RestIsNoMeld, moving.borrow.clause));
            }
        } else if from != 0 {
            return Err(Refusal::plain(Reason::NoSuchMeld));
        }
        terms.shape(&cards)?;
        self.check_laid(place, &own)?;
        terms.sort(&mut cards);
        let seat = self.players[place].seat;
        self.emit(Event::Melded { seat, cards, borrowed, from }, events);
        self.collect(place, &terms.worth(&cards), false, events);
        Ok(())
    }

    fn add(
        &mut self,
        place: usize,
        cards: Group,
        to: u8,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let terms = self.game.terms;
        let rules = self.rules();
        if !matches!(self.turn.map(|turn| turn.stage), Some(Stage::Drawn(..) | Stage::Used)) {
            return Err(Refusal::new(Reason::NotUsedYet, rules.draw.melds_after_use.clause));
        }
        let Some(meld) = self.players[place].melds.get(usize::from(to)).copied() else {
            return Err(Refusal::new(Reason::OwnMeldsOnly, rules.melds.adds_to_others.clause));
        };
        if let Some(Stage::Drawn(card, Source::Forced)) = self.turn.map(|turn| turn.stage)
            && *cards != [card]
        {
            return Err(Refusal::new(Reason::ForcedCard(card), self.rules().forcing.by.clause));
        }
        if cards.is_empty() {
            return Err(Refusal::plain(Reason::NotNow));
        }
        self.check_of_pack(&cards)?;
        self.check_laid(place, &cards)?;
        let after = terms.addition(&meld, &cards)?;
        let seat = self.players[place].seat;
        self.emit(Event::Added { seat, meld: to, cards }, events);
        self.collect(place, &terms.gained(&meld, &after), false, events);
        Ok(())
    }

    fn divide(
        &mut self,
        place: usize,
        meld: u8,
        mut cards: Group,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let terms = self.game.terms;
        let moving = &self.rules().moving;
        let Some(whole) = self.players[place].melds.get(usize::from(meld)).copied() else {
            return Err(Refusal::plain(Reason::NoSuchMeld));
        };
        if !moving.split.value {
            return Err(Refusal::new(Reason::NoDividing, moving.split.clause));
        }
        match self.turn {
            Some(turn) if turn.stage == Stage::Used && turn.added & 1 << meld != 0 => {}
            Some(turn) if turn.stage == Stage::Used => {
                return Err(Refusal::new(Reason::DividedWhenAdding, moving.split.clause));
            }
            _ => return Err(Refusal::new(Reason::NotUsedYet, self.rules().draw.melds_after_use.clause)),
        }
        let Some(rest) = whole.without(&cards) else { return Err(Refusal::plain(Reason::NoSuchMeld)) };
        terms.shape(&cards)?;
        if terms.shape(&rest).is_err() {
            return Err(Refusal::new(Reason::RestIsNoMeld, moving.split.clause));
        }
        let dues = self.division_dues(&whole, &rest, &cards);
        terms.sort(&mut cards);
        let seat = self.players[place].seat;
        self.emit(Event::Divided { seat, meld, cards }, events);
        for dues in dues {
            self.collect(place, &dues, false, events);
        }
        Ok(())
    }

    /// What dividing a meld pays for what stays and for what leaves it: where only new conditions pay, those of a kind
    /// that the whole was not.
    pub(super) fn division_dues(&self, whole: &[Card], rest: &[Card], cards: &[Card]) -> [Dues; 2] {
        let terms = &self.game.terms;
        let before = terms.worth(whole);
        let is_new_only = self.rules().moving.split_pays_new_only.value;
        [rest, cards].map(|part| {
            let mut dues = terms.worth(part);
            dues.retain(|due| !is_new_only || before.iter().all(|old| old.pay != due.pay));
            dues
        })
    }

    /// Whether a player may force the top discard on the player in turn.
    pub(super) fn may_force(&self, place: usize, who: usize) -> Result<Card, Refusal> {
        let forcing = &self.rules().forcing;
        if forcing.by.value == Forcer::Nobody {
            return Err(Refusal::new(Reason::NoForcing, forcing.by.clause));
        }
        if who == place {
            return Err(Refusal::new(Reason::OwnTurn, forcing.by.clause));
        }
        if self.turn.is_none_or(|turn| turn.stage != Stage::Begins) {
            return Err(Refusal::new(Reason::TooLate, forcing.by.clause));
        }
        let top = self.pile.last().copied().filter(|card| self.fits_directly(place, *card));
        let Some(top) = top else { return Err(Refusal::new(Reason::NothingToForce, forcing.by.clause)) };
        if self.players[place].held() == 0 && !forcing.without_hand_card_wins.value {
            return Err(Refusal::new(Reason::NoHandCard, forcing.without_hand_card_wins.clause));
        }
        Ok(top)
    }

    fn force(&mut self, place: usize, who: usize, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let card = self.may_force(place, who)?;
        let (seat, by) = (self.players[place].seat, self.players[who].seat);
        let clause = self.rules().forcing.by.clause;
        self.emit(Event::Forced { seat, by, card, clause }, events);
        let terms = self.game.terms;
        let melds = &self.players[place].melds;
        let mut fitting = (0..melds.len()).filter(|meld| terms.addition(&melds[*meld], &[card]).is_ok());
        // Where it fits one meld only there is nothing to choose.
        if let (Some(only), None) = (fitting.next(), fitting.next()) {
            self.add(place, [card].into_iter().collect(), only as u8, events)?;
        }
        Ok(())
    }
}
