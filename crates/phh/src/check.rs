//! Looks whether a history can be a hand at all, before it is played.
//!
//! The engine judges who acts when and with how much. What it never sees is judged here: amounts that make no
//! sense, and cards that the file tells twice or otherwise than it dealt them.

use books::Money;
use cards::Card;
use games::poker::{Street, Table};

use crate::action::{Action, names};
use crate::chips::write_chips;
use crate::history::History;
use crate::script::Step;

/// Looks for the first thing that cannot be.
///
/// # Errors
/// One sentence on it, with the number of the action if it is one.
pub(crate) fn check(history: &History, table: &Table) -> Result<(), String> {
    amounts(history)?;
    let mut cards = Cards::new(history.starting_stacks.len(), table);
    Step::all(history).try_for_each(|step| cards.follow(step.action).map_err(|why| step.refused(why)))
}

/// Only blinds may be negative: a live post that does not count for who opens.
fn amounts(history: &History) -> Result<(), String> {
    let count = history.starting_stacks.len();
    if count < 2 {
        return Err("a hand needs two players".to_owned());
    }
    let low = |amount: Money, least: Money, place: &str, rule: &str| {
        if amount < least { Err(format!("{place} is {}; {rule}", write_chips(amount))) } else { Ok(()) }
    };
    let entries =
        |key: &str, amounts: &mut dyn Iterator<Item = Option<Money>>, least: Money, rule: &str| match amounts
            .zip(1..)
            .find_map(|(amount, entry)| Some((amount.filter(|money| *money < least)?, entry)))
        {
            Some((amount, entry)) => low(amount, least, &format!("entry {entry} of \"{key}\""), rule),
            None => Ok(()),
        };
    let positive = Money::cents(1);
    let unsigned = "only \"blinds_or_straddles\" may be negative";
    entries("antes", &mut history.antes.iter().copied().map(Some), Money::ZERO, unsigned)?;
    let stacks = &mut history.starting_stacks.iter().copied();
    entries("starting_stacks", stacks, positive, "every player needs chips")?;
    if let Some(stacks) = &history.finishing_stacks {
        entries("finishing_stacks", &mut stacks.iter().copied(), Money::ZERO, unsigned)?;
        if stacks.len() != count {
            return Err(format!("\"finishing_stacks\" has {} entries for {count} players", stacks.len()));
        }
    }
    low(history.drop, Money::ZERO, "\"_drop\"", unsigned)?;
    let (small, big) = history.bets.unzip();
    [("\"min_bet\"", history.min_bet), ("\"small_bet\"", small), ("\"big_bet\"", big)]
        .into_iter()
        .try_for_each(|(place, bet)| low(bet.unwrap_or(positive), positive, place, "a bet is more than 0"))
}

/// What one player holds.
#[derive(Clone, Default)]
struct Held {
    cards: Vec<Option<Card>>,
    has_folded: bool,
    has_shown: bool,
}

/// Where the cards of a hand are while its actions are followed.
struct Cards<'t> {
    streets: &'t [Street],
    has_draw: bool,
    /// How many private cards a player holds.
    private: usize,
    held: Vec<Held>,
    board: Vec<Card>,
}

impl<'t> Cards<'t> {
    fn new(count: usize, table: &'t Table) -> Cards<'t> {
        let private = usize::from(table.rules().private_cards());
        let streets = table.streets();
        let has_draw = streets.iter().any(|street| street.draw.value > 0);
        Cards { streets, has_draw, private, held: vec![Held::default(); count], board: Vec::new() }
    }

    fn follow(&mut self, action: &Action) -> Result<(), String> {
        match action {
            Action::DealBoard(cards) => self.deal_board(cards),
            Action::DealPrivate(player, cards) => self.deal_private(*player, cards),
            Action::Discard(player, cards) => self.discard(*player, cards),
            Action::Show(player, cards) => self.show(*player, cards),
            Action::RaiseTo(_, to) if *to < Money::ZERO => Err("an amount is not negative".to_owned()),
            Action::Fold(player) => {
                self.bet(*player)?;
                self.held[*player].has_folded = true;
                Ok(())
            }
            Action::CheckOrCall(player) | Action::RaiseTo(player, _) => self.bet(*player),
            Action::BringIn(_) => Err("this game has no bring-in".to_owned()),
        }
    }

    /// A player of the hand.
    fn known(&self, player: usize) -> Result<&Held, String> {
        let count = self.held.len();
        let number = player.saturating_add(1);
        self.held.get(player).ok_or_else(|| format!("there is no player {number}, only {count} players"))
    }

    /// A player who has not folded.
    fn live(&self, player: usize) -> Result<&Held, String> {
        let held = self.known(player)?;
        if held.has_folded { Err(format!("player {} has folded", player + 1)) } else { Ok(held) }
    }

    /// A player who has neither folded nor shown.
    fn hidden(&self, player: usize) -> Result<&Held, String> {
        let held = self.live(player)?;
        if held.has_shown {
            return Err(format!("player {} has shown the hand or thrown it in before", player + 1));
        }
        Ok(held)
    }

    /// A card that comes into the hand must lie nowhere else.
    fn fresh(&self, card: Card) -> Result<Card, String> {
        if self.board.contains(&card) {
            return Err(format!("{card} is on the board"));
        }
        // Where cards are drawn, folded hands are shuffled into a deck that runs out; the engine knows when.
        let holds = |held: &Held| !(self.has_draw && held.has_folded) && held.cards.contains(&Some(card));
        match self.held.iter().position(holds) {
            Some(player) => Err(format!("{card} is in the hand of player {}", player + 1)),
            None => Ok(card),
        }
    }

    fn deal_private(&mut self, player: usize, cards: &[Option<Card>]) -> Result<(), String> {
        let count = self.live(player)?.cards.len() + cards.len();
        if count > self.private {
            let private = self.private;
            return Err(format!(
                "player {} would hold {count} cards, and this game deals {private}",
                player + 1
            ));
        }
        for card in cards {
            let card = card.map(|card| self.fresh(card)).transpose()?;
            self.held[player].cards.push(card);
        }
        Ok(())
    }

    /// Board cards come for one street at a time.
    fn deal_board(&mut self, cards: &[Card]) -> Result<(), String> {
        let mut end = 0;
        let street = self.streets.iter().find(|street| {
            end += usize::from(street.board.value);
            end > self.board.len()
        });
        let Some(street) = street else {
            return Err(if end == 0 { "this game has no board" } else { "the board is full" }.to_owned());
        };
        if self.board.len() + cards.len() > end {
            return Err(format!("the {} has {}", street.name.value, count(street.board.value.into())));
        }
        for card in cards {
            let card = self.fresh(*card)?;
            self.board.push(card);
        }
        Ok(())
    }

    /// Betting begins when everybody has all cards.
    fn bet(&self, player: usize) -> Result<(), String> {
        self.hidden(player)?;
        let short = |held: &Held| !held.has_folded && held.cards.len() != self.private;
        match self.held.iter().position(short) {
            None => Ok(()),
            Some(player) => {
                let cards = count(self.held[player].cards.len());
                Err(format!("player {} holds {cards}, and this game deals {}", player + 1, self.private))
            }
        }
    }

    fn discard(&mut self, player: usize, cards: &[Option<Card>]) -> Result<(), String> {
        if !self.has_draw {
            return Err("this game has no draw".to_owned());
        }
        self.live(player)?;
        self.held[player].cards = self.without(player, cards)?;
        Ok(())
    }

    /// Shown cards are those dealt, as far as they are known; some files show a hand again on every street.
    fn show(&mut self, player: usize, cards: &[Option<Card>]) -> Result<(), String> {
        let held = self.live(player)?.cards.len();
        if !cards.is_empty() {
            if cards.len() != held {
                let shown = count(cards.len());
                return Err(format!("player {} shows {shown} and holds {held}", player + 1));
            }
            let known: Vec<_> = cards.iter().copied().filter(Option::is_some).collect();
            self.without(player, &known)?;
            if cards.iter().all(Option::is_some) {
                self.held[player].cards = cards.to_vec();
            }
        }
        self.held[player].has_shown = true;
        Ok(())
    }

    /// The rest of a hand without these cards. A card not seen in it is one of the unknown ones.
    fn without(&self, player: usize, cards: &[Option<Card>]) -> Result<Vec<Option<Card>>, String> {
        let held = &self.held[player].cards;
        let mut rest = held.clone();
        for (at, card) in cards.iter().enumerate() {
            let place = rest.iter().position(|one| one == card);
            let unknown = || rest.iter().position(Option::is_none);
            let Some(place) = place.or_else(unknown) else {
                let card = names(&[*card]);
                let again = if cards[..at].contains(&cards[at]) { " twice" } else { "" };
                return Err(format!("player {} holds {}, not {card}{again}", player + 1, names(held)));
            };
            if let (None, Some(card)) = (rest[place], *card) {
                self.fresh(card)?;
                if cards[..at].contains(&Some(card)) {
                    return Err(format!("{card} is in the hand of player {}", player + 1));
                }
            }
            rest.remove(place);
        }
        Ok(rest)
    }
}

/// So many cards, in words.
fn count(cards: usize) -> String {
    if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") }
}
