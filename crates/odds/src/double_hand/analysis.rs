//! What a double-hand book comes to when both sides set the house way, and what a best response gains.

use std::fmt;

use books::Odds;
use books::Outcome;
use books::double_hand::DoubleHandRules;
use cards::{Card, CardSet, Category, FrontRank, Rank, Wheel};
use games::double_hand::{HouseWay, Setting, wheel};

use super::best::Known;
use super::responses::Responses;
use super::sweep::{Copies, Held, Try, backs_below, both_below, groups};
use crate::space::Space;

/// How many hands that lose much are kept.
const WORST: usize = 40;

/// Why a book is not worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCounted {
    /// The way sets this hand foul.
    Foul(CardSet),
    /// The book pays otherwise than even money for two higher hands.
    Pays,
}

impl fmt::Display for NotCounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotCounted::Foul(cards) => write!(f, "the way sets {cards} foul, its front above its back"),
            NotCounted::Pays => f.write_str(
                "only books are counted in which two higher hands win even money, two lower ones lose and one each \
                 is a push",
            ),
        }
    }
}

impl std::error::Error for NotCounted {}

/// A way to set every hand: the setting, and the row of the chart that decided it.
pub type Way<'a> = dyn Fn(CardSet) -> (Setting, usize) + Sync + 'a;

/// How the two sides compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Where A-2-3-4-5 ranks.
    pub wheel: Wheel,
    /// Whether equal fronts are the player's.
    pub front_copy: bool,
    /// Whether equal backs are the player's.
    pub back_copy: bool,
}

impl Terms {
    /// The terms of a book.
    ///
    /// # Errors
    /// When its results are none that can be counted.
    pub fn of(rules: &DoubleHandRules) -> Result<Terms, NotCounted> {
        let results = &rules.results;
        let outcomes = [results.both_higher.value, results.one_higher.value, results.none_higher.value];
        let is_even = results.pays.value == Odds::EVEN;
        if outcomes != [Outcome::Player, Outcome::Push, Outcome::Bank] || !is_even {
            return Err(NotCounted::Pays);
        }
        Ok(Terms {
            wheel: wheel(&rules.values),
            front_copy: results.front_copy.value == Outcome::Player,
            back_copy: results.back_copy.value == Outcome::Player,
        })
    }
}

/// What one side comes to when it sets every hand as well as can be against the other side's house way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response {
    /// What all pairs of hands together come to for this side, in wagers.
    pub net: i64,
    /// How many hands are set better than the house way.
    pub hands: u64,
}

/// A row of the chart: how often it decides, and what it loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowCount {
    /// How many hands it decides.
    pub hands: u64,
    /// What those hands come to for a player, over all pairs.
    pub net: i64,
    /// What the best setting of each would gain, over all pairs.
    pub lost: i64,
}

/// A hand that the house way sets worse than could be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worse {
    /// The hand, standing for all that differ from it by a change of suits.
    pub cards: CardSet,
    /// How many hands it stands for.
    pub alike: u8,
    /// The row that decides it.
    pub row: usize,
    /// The house way's front, and the best one.
    pub fronts: [CardSet; 2],
    /// What each comes to for a player, in wagers over [`Analysis::against`] hands of the bank.
    pub nets: [i64; 2],
}

/// Everything about a double-hand book that can be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// How many hands there are.
    pub hands: u64,
    /// How many hands of the other side go with each.
    pub against: u64,
    /// How many pairs of hands the player wins.
    pub win: u64,
    /// How many the bank wins.
    pub loss: u64,
    /// How many are a push.
    pub push: u64,
    /// The player's best response to the bank's house way.
    pub player: Response,
    /// The bank's best response to the player's house way.
    pub bank: Response,
    /// By row of the chart.
    pub rows: Vec<RowCount>,
    /// How often each front comes, worst first.
    pub fronts: Vec<(FrontRank, u64)>,
    /// How often each kind of back comes, best first.
    pub backs: Vec<(Category, u64)>,
    /// The hands that lose most, for a player, the worst first.
    pub worst: Vec<Worse>,
}

impl Analysis {
    /// Works a book out with its own house way.
    ///
    /// # Errors
    /// What cannot be counted.
    pub fn of(rules: &DoubleHandRules) -> Result<Analysis, NotCounted> {
        let chart = HouseWay::new(&rules.house_way, wheel(&rules.values));
        let way = |cards| {
            let decided = chart.set(cards);
            (decided.setting, decided.row)
        };
        let has_joker = rules.deck.jokers.value > 0;
        Analysis::of_way(&Rank::ALL, has_joker, Terms::of(rules)?, &way)
    }

    /// Works a book out, and keeps how player and bank set every hand as well as can be.
    ///
    /// # Errors
    /// What cannot be counted.
    pub fn with_responses(rules: &DoubleHandRules) -> Result<(Analysis, [Responses; 2]), NotCounted> {
        let chart = HouseWay::new(&rules.house_way, wheel(&rules.values));
        let way = |cards| {
            let decided = chart.set(cards);
            (decided.setting, decided.row)
        };
        let has_joker = rules.deck.jokers.value > 0;
        Analysis::of_way_with_responses(&Rank::ALL, has_joker, Terms::of(rules)?, &way)
    }

    /// Works any way out as [`Analysis::of_way`] does, and keeps how player and bank set every hand best.
    ///
    /// # Errors
    /// A hand that the way sets foul.
    ///
    /// # Panics
    /// If the ranks give no two hands.
    pub fn of_way_with_responses(
        ranks: &[Rank],
        has_joker: bool,
        terms: Terms,
        way: &Way<'_>,
    ) -> Result<(Analysis, [Responses; 2]), NotCounted> {
        let responses = |space: &Space, hands: &[Held], best: &[Vec<(i32, u8)>; 2]| {
            [0, 1].map(|side| Responses::new(space, hands, &best[side]))
        };
        Analysis::count(ranks, has_joker, terms, way, responses)
    }

    /// Works any way out, with a deck of some ranks, rising.
    ///
    /// # Errors
    /// A hand that the way sets foul.
    ///
    /// # Panics
    /// If the ranks give no two hands.
    pub fn of_way(
        ranks: &[Rank],
        has_joker: bool,
        terms: Terms,
        way: &Way<'_>,
    ) -> Result<Analysis, NotCounted> {
        Ok(Analysis::count(ranks, has_joker, terms, way, |_, _, _| ())?.0)
    }

    /// Works a way out; `keep` takes what is wanted of the best settings of player and bank, hand by hand.
    fn count<T>(
        ranks: &[Rank],
        has_joker: bool,
        terms: Terms,
        way: &Way<'_>,
        keep: impl FnOnce(&Space, &[Held], &[Vec<(i32, u8)>; 2]) -> T,
    ) -> Result<(Analysis, T), NotCounted> {
        let space = Space::new(ranks, has_joker);
        let hands = held(&space, terms.wheel, way)?;
        let copies = Copies { front: terms.front_copy, back: terms.back_copy };
        let (win, near, far) = both_below(&space, &hands, copies);
        let known = Known { space: &space, hands: &hands, wheel: terms.wheel, near: &near, far: &far };
        let of_bank = Copies { front: !copies.front, back: !copies.back };
        let tries = known.tries([copies, of_bank]);
        drop((near, far));
        let backs = backs_below(&space, &hands, [&tries[0], &tries[1]], [copies.back, of_bank.back]);
        let deck = space.cards().len() as u64;
        let against = choose(deck - 7, 7);
        let mut found = Found::new(&hands, against);
        let player = found.respond(0, &tries[0], &backs[0]);
        let bank = found.respond(1, &tries[1], &backs[1]);
        let all: u64 = hands.iter().map(|held| u64::from(held.alike)).sum();
        let net: i64 = found.nets_of_house(&hands, 0);
        debug_assert_eq!(net, -found.nets_of_house(&hands, 1), "what one side wins the other loses");
        let (win, pairs) = (u64::try_from(win).expect("a count"), all * against);
        let loss = u64::try_from(win as i64 - net).expect("a count");
        let kept = keep(&space, &hands, &found.best);
        let analysis = Analysis {
            hands: all,
            against,
            win,
            loss,
            push: pairs - win - loss,
            player,
            bank,
            rows: found.rows(&hands),
            fronts: fronts(&space, &hands),
            backs: backs_of(&hands, &space, way, terms.wheel),
            worst: found.worst(&space, &hands, way),
        };
        Ok((analysis, kept))
    }

    /// How many pairs of hands there are.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.hands * self.against
    }

    /// What a wager is worth to a player when both sides set the house way.
    #[must_use]
    pub fn value(&self) -> f64 {
        (self.win as i64 - self.loss as i64) as f64 / self.pairs() as f64
    }

    /// What a wager is worth to a player who sets every hand as well as can be.
    #[must_use]
    pub fn player_value(&self) -> f64 {
        self.player.net as f64 / self.pairs() as f64
    }

    /// What a wager is worth to a bank that sets every hand as well as can be.
    #[must_use]
    pub fn bank_value(&self) -> f64 {
        self.bank.net as f64 / self.pairs() as f64
    }
}

/// Every hand up to a change of suits as the way sets it, sorted by back.
pub(super) fn held(space: &Space, wheel: Wheel, way: &Way<'_>) -> Result<Vec<Held>, NotCounted> {
    let mut hands = Vec::new();
    for (suits, alike) in space.hands() {
        let cards = space.cards_of(suits);
        let (setting, row) = way(cards);
        if setting.is_foul(wheel) {
            return Err(NotCounted::Foul(cards));
        }
        let (front, back) = (space.front(setting.front()), setting.back_rank(wheel).value());
        hands.push(Held { suits, alike, front, back, row: row as u8 });
    }
    hands.sort_by_key(|held| held.back);
    Ok(hands)
}

/// How many ways there are to choose some of many.
pub(super) fn choose(many: u64, some: u64) -> u64 {
    if some > many { 0 } else { (0..some).fold(1, |ways, place| ways * (many - place) / (place + 1)) }
}

fn fronts(space: &Space, hands: &[Held]) -> Vec<(FrontRank, u64)> {
    let mut counts = vec![0; space.front_ranks.len()];
    for held in hands {
        counts[usize::from(held.front)] += u64::from(held.alike);
    }
    space.front_ranks.iter().copied().zip(counts).collect()
}

fn backs_of(hands: &[Held], space: &Space, way: &Way<'_>, wheel: Wheel) -> Vec<(Category, u64)> {
    let mut counts = [0; Category::ALL.len()];
    // Hands of one back have one kind.
    for group in groups(hands) {
        let (setting, _) = way(space.cards_of(group[0].suits));
        let kind = setting.back_rank(wheel).category();
        counts[kind as usize] += group.iter().map(|held| u64::from(held.alike)).sum::<u64>();
    }
    Category::ALL.into_iter().zip(counts).rev().collect()
}

/// What was found of every hand.
struct Found {
    against: i64,
    alike: Vec<u8>,
    /// What the house way comes to for the player and for the bank, and what the best setting of each does.
    house: [Vec<i32>; 2],
    best: [Vec<(i32, u8)>; 2],
}

impl Found {
    fn new(hands: &[Held], against: u64) -> Found {
        Found {
            against: against as i64,
            alike: hands.iter().map(|held| held.alike).collect(),
            house: [vec![0; hands.len()], vec![0; hands.len()]],
            best: [Vec::new(), Vec::new()],
        }
    }

    /// Takes the answers of one side.
    fn respond(&mut self, side: usize, tries: &[Try], backs: &[u32]) -> Response {
        let mut best = vec![(i32::MIN, 0); self.alike.len()];
        for (one, back) in tries.iter().zip(backs) {
            let net = (i64::from(one.front_wins) + i64::from(*back) - self.against) as i32;
            let hand = one.hand as usize;
            if one.is_house_way {
                self.house[side][hand] = net;
            }
            // Of equal settings the house way's is kept.
            if net > best[hand].0 || (net == best[hand].0 && one.is_house_way) {
                best[hand] = (net, one.cards);
            }
        }
        let (mut all, mut hands) = (0, 0);
        for (place, (net, _)) in best.iter().enumerate() {
            let alike = self.alike[place];
            all += i64::from(alike) * i64::from(*net);
            hands += if *net > self.house[side][place] { u64::from(alike) } else { 0 };
        }
        self.best[side] = best;
        Response { net: all, hands }
    }

    fn nets_of_house(&self, hands: &[Held], side: usize) -> i64 {
        hands.iter().zip(&self.house[side]).map(|(held, net)| i64::from(held.alike) * i64::from(*net)).sum()
    }

    fn rows(&self, hands: &[Held]) -> Vec<RowCount> {
        let rows = hands.iter().map(|held| usize::from(held.row) + 1).max().unwrap_or(0);
        let mut list = vec![RowCount::default(); rows];
        for (place, held) in hands.iter().enumerate() {
            let row = &mut list[usize::from(held.row)];
            let (alike, house) = (i64::from(held.alike), i64::from(self.house[0][place]));
            row.hands += u64::from(held.alike);
            row.net += alike * house;
            row.lost += alike * (i64::from(self.best[0][place].0) - house);
        }
        list
    }

    fn worst(&self, space: &Space, hands: &[Held], way: &Way<'_>) -> Vec<Worse> {
        let loss = |place: &usize| self.best[0][*place].0 - self.house[0][*place];
        let mut places: Vec<usize> = (0..hands.len()).filter(|place| loss(place) > 0).collect();
        places.sort_by_key(|place| (std::cmp::Reverse(loss(place)), space.cards_of(hands[*place].suits)));
        places.truncate(WORST);
        let worse = |place: usize| {
            let cards = space.cards_of(hands[place].suits);
            let list: Vec<Card> = cards.iter().collect();
            let (net, front) = self.best[0][place];
            let front = [front & 15, front >> 4].map(|at| list[usize::from(at)]).into_iter().collect();
            let (setting, row) = way(cards);
            let nets = [i64::from(self.house[0][place]), i64::from(net)];
            Worse { cards, alike: hands[place].alike, row, fronts: [setting.front(), front], nets }
        };
        places.into_iter().map(worse).collect()
    }
}
