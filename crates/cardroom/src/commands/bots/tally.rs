//! What is counted while bots play.

use std::collections::BTreeMap;

use books::Money;
use coach::Rated;
use games::round::{Choice, View, WagerPart};
use room::bots::Style;
use room::{PersonId, Phase, Table};

/// How the choices of a family are weighed.
pub(super) struct Cost {
    /// What the figure rests on, in words.
    pub(super) basis: &'static str,
    /// One of so many choices is weighed, where that takes long.
    pub(super) every: u64,
    /// How many deals a sample has.
    pub(super) deals: u32,
    /// Which choices are compared.
    pub(super) counts: fn(&Choice) -> bool,
    /// Whether a rating is that of what was chosen.
    pub(super) is_made: fn(&Rated, &Choice) -> bool,
    /// Whether it is a wager of its own, beside the play of the hand.
    pub(super) is_aside: fn(&Choice) -> bool,
}

/// Whether a rating is of this very choice.
pub(super) fn is_same(rated: &Rated, choice: &Choice) -> bool {
    rated.choice.as_ref() == Some(choice)
}

/// What has happened in the round that is on.
#[derive(Default)]
pub(super) struct Hands {
    /// Whether anybody has entered the pot.
    pub(super) is_opened: bool,
    /// Whether anybody has raised it then.
    pub(super) is_raised: bool,
    /// Who has entered, and who has bet or raised before the first cards of the board or the draw.
    put: BTreeMap<PersonId, (bool, bool)>,
    action: Money,
}

impl Hands {
    pub(super) fn put(&mut self, person: PersonId, enters: bool, raises: bool) {
        let put = self.put.entry(person).or_default();
        *put = (put.0 || enters, put.1 || raises);
    }
}

/// How those of one style played.
#[derive(Clone, Copy, Default)]
pub(super) struct Played {
    /// Hands in which something was asked of them before the first cards of the board or the draw.
    pub(super) hands: u64,
    pub(super) entered: u64,
    pub(super) raised: u64,
    /// Bets and raises, and calls.
    pub(super) bets: u64,
    pub(super) calls: u64,
    /// What they won, in cents.
    pub(super) won: i64,
    /// Rounds in which they were dealt in.
    pub(super) dealt: u64,
}

/// What is counted while bots play.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) rounds: u64,
    /// How many were in a round, all rounds together.
    pub(super) dealt_in: u64,
    /// For how many rounds in a row each seat was not dealt in, now and at most.
    absent: BTreeMap<u8, (u64, u64)>,
    /// Stacks in parts of what each began with, after each round: by seat their sum and number.
    depths: BTreeMap<u8, (f64, u64)>,
    pub(super) by_style: BTreeMap<&'static str, Played>,
    styles: BTreeMap<PersonId, &'static str>,
    /// By thirds of all starting hands: how often somebody was first to enter or fold, and entered.
    pub(super) first_in: [(u64, u64); 3],
    pub(super) raised_pots: u64,
    pub(super) opened_pots: u64,
    pub(super) action: Money,
    pub(super) chosen: u64,
    pub(super) weighed: u64,
    pub(super) unvalued: u64,
    /// What was given away, in cents: by the play of hands, and by wagers beside it.
    pub(super) cost: f64,
    pub(super) cost_aside: f64,
    pub(super) insured: u64,
    pub(super) insurance_offers: u64,
    pub(super) followed: u64,
    pub(super) follow_offers: u64,
    pub(super) brought: u64,
    pub(super) replaced: u64,
}

impl Tally {
    pub(super) fn knows(&mut self, person: PersonId, style: Style) {
        self.styles.insert(person, style.word());
    }

    fn played(&mut self, person: PersonId) -> &mut Played {
        let style = self.styles.get(&person).copied().unwrap_or_default();
        self.by_style.entry(style).or_default()
    }

    /// Somebody plays a hand or throws it away, in games where that is asked once.
    pub(super) fn enter(&mut self, person: PersonId, enters: bool) {
        let played = self.played(person);
        played.hands += 1;
        played.entered += u64::from(enters);
    }

    pub(super) fn acts(&mut self, person: PersonId, raises: bool, calls: bool) {
        let played = self.played(person);
        played.bets += u64::from(raises);
        played.calls += u64::from(calls);
    }

    pub(super) fn first_in(&mut self, rated: f64, enters: bool) {
        let third = &mut self.first_in[((rated * 3.0) as usize).min(2)];
        third.0 += 1;
        third.1 += u64::from(enters);
    }

    /// Notes what lies on the table, without side wagers: at most so much does in this round.
    pub(super) fn lies(&self, round: &View, hands: &mut Hands) {
        let is_action = |part: WagerPart| match part {
            WagerPart::Base | WagerPart::Split | WagerPart::Double | WagerPart::Ante | WagerPart::Play => {
                true
            }
            WagerPart::Insurance
            | WagerPart::Buster
            | WagerPart::BonusBet
            | WagerPart::PairPlus
            | WagerPart::SixCard => false,
        };
        let wagers = round.seats.iter().flat_map(|seat| &seat.wagers).filter(|wager| is_action(wager.on));
        let wagered: Money = wagers.map(|wager| wager.amount).sum();
        let paid: Money = round.seats.iter().map(|seat| seat.paid).sum();
        hands.action = hands.action.max(wagered + paid);
    }

    /// A round is over.
    pub(super) fn end(&mut self, table: &Table, start: Money, nets: &[room::Net], hands: &mut Hands) {
        let hands = std::mem::take(hands);
        self.rounds += 1;
        self.dealt_in += nets.len() as u64;
        self.action += hands.action;
        self.opened_pots += u64::from(hands.is_opened);
        self.raised_pots += u64::from(hands.is_raised);
        for (person, (entered, raised)) in hands.put {
            let played = self.played(person);
            played.hands += 1;
            played.entered += u64::from(entered);
            played.raised += u64::from(raised);
        }
        for net in nets {
            let played = self.played(net.person);
            played.won += net.net.in_cents();
            played.dealt += 1;
        }
        debug_assert!(table.phase() != Phase::Playing, "stacks are whole between rounds");
        for seated in table.people() {
            let Some(seat) = seated.seat else { continue };
            let depth = self.depths.entry(seat.number()).or_default();
            *depth = (depth.0 + seated.stack.in_cents() as f64 / start.in_cents() as f64, depth.1 + 1);
            let is_in = nets.iter().any(|net| net.person == seated.person);
            let absent = self.absent.entry(seat.number()).or_default();
            absent.0 = if is_in { 0 } else { absent.0 + 1 };
            absent.1 = absent.1.max(absent.0);
        }
    }

    /// The longest time for which a seat was not dealt in, in rounds.
    pub(super) fn absent_most(&self) -> u64 {
        self.absent.values().map(|(_, most)| *most).max().unwrap_or(0)
    }

    /// The mean stack of each seat, in parts of what bots begin with.
    pub(super) fn depths(&self) -> Vec<f64> {
        self.depths.values().map(|(sum, count)| sum / *count as f64).collect()
    }

    /// The sum over all styles.
    pub(super) fn all(&self) -> Played {
        self.by_style.values().fold(Played::default(), |all, one| Played {
            hands: all.hands + one.hands,
            entered: all.entered + one.entered,
            raised: all.raised + one.raised,
            bets: all.bets + one.bets,
            calls: all.calls + one.calls,
            won: all.won + one.won,
            dealt: all.dealt + one.dealt,
        })
    }

    /// What was given away, in percent of the action.
    pub(super) fn cost_percent(&self, cents: f64, every: u64) -> Option<f64> {
        let action = self.action.in_cents() as f64;
        (action > 0.0 && self.weighed > 0).then(|| 100.0 * cents * every as f64 / action)
    }
}
