//! What each result of the bank pays each hand of a player, and which results a hand asks about.

use books::Odds;
use books::blackjack::Outcome;
use games::blackjack::Terms;
use games::blackjack::play::{self, BankShown, Shown};

use super::bank::Bank;
use super::hands::Hands;
use super::number::Number;

/// The most different results of the bank.
pub(super) const RESULTS_MAX: usize = 32;

/// The bank's results fall into sides: those not over, those over, and those of the first that many hands ask about
/// alone.
pub(super) const SIDES: usize = 3;
const UNDER: usize = 0;
const OVER: usize = 1;
const ALONE: usize = 2;

/// The chances of which sides are asked for.
pub(super) type Wanted = [bool; SIDES];

/// Totals and numbers of cards beyond these are not reached.
const POINTS_MAX: usize = 32;
const CARDS_MAX: usize = 24;

/// Where the pays of a shown hand stand.
fn place(shown: Shown) -> [usize; 3] {
    let sort = usize::from(shown.is_natural) + 2 * usize::from(shown.has_joker);
    [sort, usize::from(shown.total.points), usize::from(shown.cards)]
}

/// What each class of the bank's results pays one shown hand.
#[derive(Clone, Copy)]
pub(super) struct Pays<N> {
    /// What is paid where nothing else is said.
    pub(super) base: N,
    pub(super) by_class: [N; RESULTS_MAX],
    /// What each class pays beyond that.
    pub(super) beyond: [N; RESULTS_MAX],
    /// The sides that do not all pay that.
    pub(super) asked: Wanted,
}

/// The pays of all shown hands by classes of the bank's results.
pub(super) struct AllPays<N> {
    rows: Vec<Pays<N>>,
    /// Where the pays of each shown hand stand: by whether it is a Natural or holds a joker, total and number of
    /// cards.
    at: Box<[[[u16; CARDS_MAX]; POINTS_MAX]; 4]>,
    /// The class and the side of each result.
    pub(super) class_of: Vec<u8>,
    pub(super) side_of: Vec<usize>,
}

impl<N: Number> AllPays<N> {
    pub(super) fn of(terms: &Terms, hands: &Hands, bank: &Bank<N>, is_looked_under: bool) -> AllPays<N> {
        let counted: Vec<usize> = (0..bank.results.len())
            .filter(|result| !(is_looked_under && bank.results[*result].is_natural))
            .collect();
        let mut at = Box::new([[[u16::MAX; CARDS_MAX]; POINTS_MAX]; 4]);
        let mut by_result: Vec<[N; RESULTS_MAX]> = Vec::new();
        let mut shown_by: Vec<usize> = Vec::new();
        for node in &hands.nodes {
            for is_natural in [false, true] {
                let shown = Shown { is_natural, ..node.shown };
                let [sort, points, cards] = place(shown);
                let at = &mut at[sort][points][cards];
                if *at == u16::MAX {
                    *at = by_result.len() as u16;
                    let mut row = [N::ZERO; RESULTS_MAX];
                    counted.iter().for_each(|result| row[*result] = pay(terms, shown, bank.results[*result]));
                    by_result.push(row);
                    shown_by.push(0);
                }
                shown_by[usize::from(*at)] += usize::from(!is_natural);
            }
        }
        // Results that pay every hand alike need not be told apart.
        let mut chosen: Vec<usize> = Vec::new();
        let class_of: Vec<u8> = (0..bank.results.len())
            .map(|result| {
                let is_like = |other: &usize| by_result.iter().all(|row| row[result] == row[*other]);
                let known = chosen.iter().position(is_like);
                let class = known.unwrap_or_else(|| {
                    chosen.push(result);
                    chosen.len() - 1
                });
                class as u8
            })
            .collect();
        let sides = Sides::of(bank, counted, &by_result, &shown_by);
        let rows = by_result.iter().map(|row| {
            let mut by_class = [N::ZERO; RESULTS_MAX];
            chosen.iter().zip(&mut by_class).for_each(|(result, pay)| *pay = row[*result]);
            let (base, asked) = sides.base(row);
            Pays { base, by_class, beyond: by_class.map(|pay| pay - base), asked }
        });
        let rows = rows.collect();
        AllPays { rows, at, class_of, side_of: sides.side_of }
    }

    /// Those of one shown hand.
    #[inline]
    pub(super) fn row(&self, shown: Shown) -> &Pays<N> {
        let [sort, points, cards] = place(shown);
        &self.rows[usize::from(self.at[sort][points][cards])]
    }
}

/// How the bank's results fall into sides.
struct Sides {
    /// The results that are counted.
    counted: Vec<usize>,
    /// How many of the bank's hands come to each result.
    ends: Vec<usize>,
    side_of: Vec<usize>,
}

impl Sides {
    /// Sides for rows of pays that so many hands are shown by.
    fn of<N: Number>(
        bank: &Bank<N>,
        counted: Vec<usize>,
        rows: &[[N; RESULTS_MAX]],
        shown_by: &[usize],
    ) -> Sides {
        let mut ends = vec![0; bank.results.len()];
        bank.ends.iter().for_each(|end| ends[usize::from(end.result)] += 1);
        let side_of = (0..bank.results.len()).map(|result| usize::from(bank.is_over(result as u8)));
        let mut sides = Sides { counted, ends, side_of: side_of.collect() };
        // What the rows that ask for results not over only ask for.
        let mut wanted: Vec<(Vec<usize>, usize)> = Vec::new();
        for (row, shown_by) in rows.iter().zip(shown_by) {
            let (base, asked) = sides.base(row);
            if asked[UNDER] && !asked[OVER] {
                let asked = sides.counted.iter().copied().filter(|result| row[*result] != base).collect();
                wanted.push((asked, *shown_by));
            }
        }
        let ends = |results: &[usize]| results.iter().map(|result| sides.ends[*result]).sum::<usize>();
        let under: Vec<usize> =
            sides.counted.iter().copied().filter(|result| sides.side_of[*result] == UNDER).collect();
        let saved = |alone: &[usize]| {
            let rows = wanted.iter().filter(|(asked, _)| asked.iter().all(|result| alone.contains(result)));
            rows.map(|(_, shown_by)| shown_by).sum::<usize>() * (ends(&under) - ends(alone))
        };
        let alone = wanted.iter().map(|(asked, _)| asked).max_by_key(|asked| saved(asked)).cloned();
        for result in alone.unwrap_or_default() {
            sides.side_of[result] = ALONE;
        }
        sides
    }

    /// What is best taken as paid where nothing else is said, and the sides that do not all pay it.
    fn base<N: Number>(&self, row: &[N; RESULTS_MAX]) -> (N, Wanted) {
        let asked = |base: N| {
            let mut asked = [false; SIDES];
            let others = self.counted.iter().filter(|result| row[**result] != base);
            others.for_each(|result| asked[self.side_of[*result]] = true);
            asked
        };
        let cost = |asked: Wanted| {
            let results = self.counted.iter().filter(|result| asked[self.side_of[**result]]);
            results.map(|result| self.ends[*result]).sum::<usize>()
        };
        let bases = self.counted.iter().map(|result| (row[*result], asked(row[*result])));
        bases.min_by_key(|(_, asked)| cost(*asked)).unwrap_or((N::ZERO, [false; SIDES]))
    }
}

/// What one wager on a hand brings against one result of the bank.
pub(super) fn pay<N: Number>(terms: &Terms, shown: Shown, bank: BankShown) -> N {
    let decision = play::compare(terms, shown, bank);
    match decision.outcome {
        Outcome::Player => worth(decision.pays),
        Outcome::Bank => -N::ONE,
        Outcome::Push => N::ZERO,
    }
}

/// What a win brings.
pub(super) fn worth<N: Number>(odds: Odds) -> N {
    N::whole(i64::from(odds.pays)) / N::whole(i64::from(odds.on))
}
