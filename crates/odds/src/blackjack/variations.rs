//! Every rule of a book set otherwise, one at a time, so that what each is worth can be told.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use books::blackjack::{
    BankSecondCard, BankSpecial, BlackjackRules, Check, JokerTie, NaturalHand, Outcome, Pairs, Reach,
    SurrenderWhen, TenSplits, ThreeCardSpecial, Times,
};
use books::{Clause, Odds, Rule};
use games::blackjack::Terms;

use super::analysis::Analysis;
use super::shoe::Shoe;
use super::wagers::insurance;

/// A book with one rule set otherwise.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The rule as a book writes it, such as `natural.pays`.
    pub key: &'static str,
    /// What the book says.
    pub filed: String,
    /// What is tried instead.
    pub tried: String,
    /// The book's rules with that.
    pub rules: BlackjackRules,
}

/// The rules of play of a book, each set otherwise in every way that makes sense; also those that a filing forbids.
/// What the rules of play do not show a difference in is left out.
#[must_use]
pub fn variations(rules: &BlackjackRules) -> Vec<Variation> {
    let mut list = List { rules, all: Vec::new() };
    list.hands();
    list.choices();
    list.results();
    list.specials();
    list.all
}

struct List<'a> {
    rules: &'a BlackjackRules,
    all: Vec<Variation>,
}

fn yes_or_no(value: &bool) -> String {
    if *value { "yes" } else { "no" }.to_owned()
}

fn times(times: &Times) -> String {
    times.limit().map_or_else(|| "any number".to_owned(), |most| most.to_string())
}

impl List<'_> {
    /// Adds the rules with something changed, if it changes how the game is played.
    fn add(
        &mut self,
        key: &'static str,
        filed: String,
        tried: String,
        change: impl FnOnce(&mut BlackjackRules),
    ) {
        let mut rules = self.rules.clone();
        change(&mut rules);
        let is_same =
            Terms::of(&rules) == Terms::of(self.rules) && rules.deck.jokers == self.rules.deck.jokers;
        if !is_same && filed != tried {
            self.all.push(Variation { key, filed, tried, rules });
        }
    }

    /// Tries other values of one rule.
    fn try_values<T: Clone + PartialEq>(
        &mut self,
        key: &'static str,
        rule: impl Fn(&mut BlackjackRules) -> &mut Rule<T>,
        values: impl IntoIterator<Item = T>,
        word: impl Fn(&T) -> String,
    ) {
        let filed = rule(&mut self.rules.clone()).value.clone();
        for value in values {
            self.add(key, word(&filed), word(&value), |rules| rule(rules).value = value);
        }
    }

    fn flip(&mut self, key: &'static str, rule: impl Fn(&mut BlackjackRules) -> &mut Rule<bool>) {
        self.try_values(key, rule, [false, true], yes_or_no);
    }

    /// Tries one less and one more, as far as a book may say so.
    fn step(
        &mut self,
        key: &'static str,
        within: RangeInclusive<u8>,
        rule: impl Fn(&mut BlackjackRules) -> &mut Rule<u8>,
    ) {
        let filed = rule(&mut self.rules.clone()).value;
        let values = [filed.saturating_sub(1), filed.saturating_add(1)];
        self.try_values(key, rule, values.into_iter().filter(|value| within.contains(value)), u8::to_string);
    }

    /// Tries values of a rule that a book may leave out; `usual` is what that comes to.
    fn try_optional<T: Clone + PartialEq>(
        &mut self,
        key: &'static str,
        rule: impl Fn(&mut BlackjackRules) -> &mut Option<Rule<T>>,
        usual: &T,
        values: impl IntoIterator<Item = T>,
        word: impl Fn(&T) -> String,
    ) {
        let filed = rule(&mut self.rules.clone()).clone();
        let clause = filed.as_ref().map_or(Clause::NONE, |filed| filed.clause);
        let said = word(filed.as_ref().map_or(usual, |filed| &filed.value));
        for value in values {
            self.add(key, said.clone(), word(&value), |rules| *rule(rules) = Some(Rule { value, clause }));
        }
    }

    fn hands(&mut self) {
        let jokers = self.rules.deck.jokers.value;
        let odds = [Odds::EVEN, Odds::new(6, 5), Odds::new(3, 2), Odds::new(2, 1)];
        if jokers > 0 {
            self.try_values("deck.jokers", |rules| &mut rules.deck.jokers, [0, 1, 2], u8::to_string);
            let hands = NaturalHand::ALL.iter().copied();
            self.try_values("natural.hand", |rules| &mut rules.natural.hand, hands, NaturalHand::to_string);
        }
        let second = BankSecondCard::ALL.iter().copied();
        let filed = self.rules.deal.bank_second_card.value;
        for value in second.filter(|value| *value != filed) {
            self.add("deal.bank_second_card", filed.to_string(), value.to_string(), |rules| {
                rules.deal.bank_second_card.value = value;
                // There is nothing to look at before the players act.
                if value == BankSecondCard::AfterPlayers {
                    rules.deal.check.value = Check::Never;
                }
            });
        }
        if self.rules.natural.hand.value == NaturalHand::AceAndTenValue {
            self.try_values("natural.pays", |rules| &mut rules.natural.pays, odds, Odds::to_string);
            self.flip("natural.after_split", |rules| &mut rules.natural.after_split);
            let checks = Check::ALL.iter().copied();
            self.try_values("deal.check", |rules| &mut rules.deal.check, checks, Check::to_string);
        } else {
            self.try_values("natural.pays", |rules| &mut rules.natural.pays, odds, Odds::to_string);
        }
        if jokers > 0 {
            self.flip("deal.joker_up_freezes", |rules| &mut rules.deal.joker_up_freezes);
            self.flip("player.joker_hand_stands", |rules| &mut rules.player.joker_hand_stands);
            self.try_optional(
                "deal.joker_up_bars_options",
                |rules| &mut rules.deal.joker_up_bars_options,
                &false,
                [false, true],
                yes_or_no,
            );
        }
        self.step("player.must_hit_hard", 0..=20, |rules| &mut rules.player.must_hit_hard);
        // No soft total is below 12, so a limit below it binds nobody.
        let soft = self.rules.player.must_hit_soft.value;
        let nearest = if soft < 12 { [12, 13] } else { [soft - 1, soft + 1] };
        self.try_values(
            "player.must_hit_soft",
            |rules| &mut rules.player.must_hit_soft,
            nearest,
            u8::to_string,
        );
        self.step("player.must_stand_hard", 12..=22, |rules| &mut rules.player.must_stand_hard);
        self.step("player.must_stand_soft", 13..=22, |rules| &mut rules.player.must_stand_soft);
        self.step("bank.hits_hard", 11..=20, |rules| &mut rules.bank.hits_hard);
        self.step("bank.hits_soft", 11..=20, |rules| &mut rules.bank.hits_soft);
    }

    fn choices(&mut self) {
        self.flip("double.two_cards_only", |rules| &mut rules.double.two_cards_only);
        self.flip("double.after_split", |rules| &mut rules.double.after_split);
        self.flip("double.must_stand_totals", |rules| &mut rules.double.must_stand_totals);
        self.try_values(
            "split.pairs",
            |rules| &mut rules.split.pairs,
            Pairs::ALL.iter().copied(),
            Pairs::to_string,
        );
        let counts = [Times::most(0), Times::most(1), Times::most(2), Times::most(3), Times::ANY];
        self.try_values("split.times", |rules| &mut rules.split.times, counts, times);
        self.try_values("split.aces_times", |rules| &mut rules.split.aces_times, counts, times);
        self.flip("split.aces_one_card", |rules| &mut rules.split.aces_one_card);
        self.try_values(
            "split.tens",
            |rules| &mut rules.split.tens,
            TenSplits::ALL.iter().copied(),
            TenSplits::to_string,
        );
        let filed = self.rules.surrender.when.value;
        for when in SurrenderWhen::ALL.iter().copied().filter(|when| *when != filed) {
            self.add("surrender.when", filed.to_string(), when.to_string(), |rules| {
                rules.surrender.when.value = when;
                // A book without surrender has no highest total for it.
                if filed == SurrenderWhen::Never {
                    rules.surrender.up_to.value = rules.values.highest.value;
                }
            });
        }
        if filed != SurrenderWhen::Never {
            self.step("surrender.up_to", 4..=21, |rules| &mut rules.surrender.up_to);
        }
        if filed == SurrenderWhen::AnyTime {
            self.try_optional(
                "surrender.over_hands",
                |rules| &mut rules.surrender.over_hands,
                &false,
                [false, true],
                yes_or_no,
            );
        }
        if self.rules.natural.hand.value == NaturalHand::AceAndTenValue {
            self.flip("insurance.offered", |rules| &mut rules.insurance.offered);
        }
        if self.rules.insurance.offered.value {
            let odds = [Odds::new(2, 1), Odds::new(3, 1)];
            self.try_values("insurance.pays", |rules| &mut rules.insurance.pays, odds, Odds::to_string);
            self.flip("insurance.even_money", |rules| &mut rules.insurance.even_money);
        }
    }

    fn results(&mut self) {
        type Pick = for<'a> fn(&'a mut BlackjackRules) -> &'a mut Rule<Outcome>;
        let cells: [(&'static str, Pick); 11] = [
            ("results.both_natural", |rules| &mut rules.results.both_natural),
            ("results.player_natural", |rules| &mut rules.results.player_natural),
            ("results.bank_natural", |rules| &mut rules.results.bank_natural),
            ("results.bank_over", |rules| &mut rules.results.bank_over),
            ("results.player_over", |rules| &mut rules.results.player_over),
            ("results.player_higher", |rules| &mut rules.results.player_higher),
            ("results.bank_higher", |rules| &mut rules.results.bank_higher),
            ("results.equal", |rules| &mut rules.results.equal),
            ("results.both_over_bank_nearer", |rules| &mut rules.results.both_over_bank_nearer),
            ("results.both_over_equal", |rules| &mut rules.results.both_over_equal),
            ("results.both_over_player_nearer", |rules| &mut rules.results.both_over_player_nearer),
        ];
        for (key, pick) in cells {
            self.try_values(key, pick, Outcome::ALL.iter().copied(), Outcome::to_string);
        }
        type Highest = for<'a> fn(&'a mut BlackjackRules) -> &'a mut Option<Rule<Outcome>>;
        let highest: [(&'static str, Highest, Outcome); 2] = [
            (
                "results.player_highest",
                |rules| &mut rules.results.player_highest,
                self.rules.results.player_higher.value,
            ),
            (
                "results.bank_highest",
                |rules| &mut rules.results.bank_highest,
                self.rules.results.bank_higher.value,
            ),
        ];
        for (key, pick, usual) in highest {
            self.try_optional(key, pick, &usual, Outcome::ALL.iter().copied(), Outcome::to_string);
        }
        let odds = [Odds::EVEN, Odds::new(6, 5)];
        self.try_values("results.wins_pay", |rules| &mut rules.results.wins_pay, odds, Odds::to_string);
        if self.rules.deck.jokers.value > 0 {
            let key = "results.joker_against_highest";
            let tie = self.rules.results.joker_against_highest;
            let said = tie.map_or_else(|| "as any other".to_owned(), |tie| tie.value.to_string());
            let clause = tie.map_or(Clause::NONE, |tie| tie.clause);
            for value in JokerTie::ALL.iter().copied() {
                self.add(key, said.clone(), value.to_string(), |rules| {
                    rules.results.joker_against_highest = Some(Rule { value, clause });
                });
            }
        }
    }

    fn specials(&mut self) {
        type Pick = for<'a> fn(&'a mut BlackjackRules) -> &'a mut Option<Rule<BankSpecial>>;
        let specials: [(&'static str, Pick); 2] = [
            ("special.bank_suited_789", |rules| &mut rules.special.bank_suited_789),
            ("special.bank_888", |rules| &mut rules.special.bank_888),
        ];
        let none = || "none".to_owned();
        for (key, pick) in specials {
            let filed = *pick(&mut self.rules.clone());
            let word = |special: BankSpecial| format!("{}: {}", special.reaches, special.result);
            let said = filed.map_or_else(none, |filed| word(filed.value));
            let clause = filed.map_or(Clause::NONE, |filed| filed.clause);
            if filed.is_some() {
                self.add(key, said.clone(), "left out".to_owned(), |rules| *pick(rules) = None);
            }
            for reaches in Reach::ALL.iter().copied() {
                for result in Outcome::ALL.iter().copied() {
                    // What a book lacks is tried as books have it: it saves players.
                    if filed.is_none() && result != Outcome::Push {
                        continue;
                    }
                    let value = BankSpecial { reaches, result };
                    self.add(key, said.clone(), word(value), |rules| {
                        *pick(rules) = Some(Rule { value, clause });
                    });
                }
            }
        }
        let key = "special.player_three_cards";
        let word =
            |special: ThreeCardSpecial| format!("{} to {}: {}", special.least, special.most, special.result);
        let filed = self.rules.special.player_three_cards;
        let said = filed.map_or_else(none, |filed| word(filed.value));
        let (usual, clause) = filed.map_or(
            (ThreeCardSpecial { least: 22, most: 25, result: Outcome::Push }, Clause::NONE),
            |filed| (filed.value, filed.clause),
        );
        if filed.is_some() {
            self.add(key, said.clone(), "left out".to_owned(), |rules| {
                rules.special.player_three_cards = None;
            });
        }
        for result in Outcome::ALL.iter().copied() {
            if filed.is_none() && result != Outcome::Push {
                continue;
            }
            let value = ThreeCardSpecial { result, ..usual };
            self.add(key, said.clone(), word(value), |rules| {
                rules.special.player_three_cards = Some(Rule { value, clause });
            });
        }
        // Filings differ, and are read differently, in whether a 22 is among the totals that are saved.
        let others =
            [usual.least - 1, usual.least + 1].into_iter().filter(|least| (22..=usual.most).contains(least));
        for least in others.filter(|_| filed.is_some()) {
            let value = ThreeCardSpecial { least, ..usual };
            self.add(key, said.clone(), word(value), |rules| {
                rules.special.player_three_cards = Some(Rule { value, clause });
            });
        }
    }
}

/// What wagers are worth in a variation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued {
    /// The opening wager with the best play.
    pub value: f64,
    /// Insurance; nothing where there is none.
    pub insurance: Option<f64>,
}

/// What wagers are worth in each of some variations, on as many cores as there are; nothing where players could hold too
/// many hands. `tell` hears how many are done.
#[must_use]
pub fn values_of(variations: &[Variation], decks: u8, tell: &(dyn Fn(usize) + Sync)) -> Vec<Option<Valued>> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut values = Vec::new();
        while let Some((place, variation)) = {
            let place = next.fetch_add(1, Ordering::Relaxed);
            variations.get(place).map(|variation| (place, variation))
        } {
            let shoe = Shoe::fresh(&variation.rules, decks);
            let analysis = Analysis::<f64>::try_on_cores(&variation.rules, &shoe, 1);
            let valued = |analysis: Analysis<f64>| Valued {
                value: analysis.value(),
                insurance: insurance(&variation.rules, &analysis).map(|wager| wager.value),
            };
            values.push((place, analysis.ok().map(valued)));
            tell(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
        values
    };
    let mut values: Vec<(usize, Option<Valued>)> = thread::scope(|scope| {
        let running: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("a variation is worked out")).collect()
    });
    values.sort_by_key(|(place, _)| *place);
    values.into_iter().map(|(_, value)| value).collect()
}
