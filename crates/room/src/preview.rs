//! What a command would bring about, told before it is given: the table tries it on a copy of itself, so that nothing is
//! worked out a second time.

use books::{Clause, Money};
use games::Seat;
use games::begins::Begins;
use games::round::{Refusal, Report, Viewer, Waits};

use crate::PersonId;
use crate::command::{By, Command};
use crate::event::Event;
use crate::ledger::{Account, Transfer};
use crate::system::{System, refuse};
use crate::table::{Input, Table};
use crate::time::Time;
use crate::told::Told;

/// One thing that would happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewLine {
    /// What, in a sentence.
    pub words: String,
    /// The clause it rests on.
    pub clause: Clause,
}

/// What somebody would have before them more or less than now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewChips {
    /// Who.
    pub person: PersonId,
    /// Their name.
    pub name: String,
    /// How much more; below zero for less.
    pub change: Money,
}

/// What a command would bring about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The number of the last event before it.
    pub number: u64,
    /// The whole of it in a sentence or two: chips, fees, button, and what comes next.
    pub says: String,
    /// Everything that would happen, in order.
    pub lines: Vec<PreviewLine>,
    /// Whose chips would change, by how much.
    pub chips: Vec<PreviewChips>,
    /// How many wagers, bets and posts would go back to those who put them down; none where somebody wins.
    pub returned: usize,
    /// The fees of the round that would stay with the house.
    pub fees_kept: Money,
    /// Those that would go back.
    pub fees_returned: Money,
    /// What every seat has paid for time, and for how many minutes, where the round would be over: that stays.
    pub fee_for_time: Option<(Money, i64)>,
    /// The seat that has the button now, and the one that would have it next.
    pub button: Option<(Seat, Option<Seat>)>,
    /// Whether the round would be over.
    pub is_over: bool,
    /// Whether it is about the round that is on; else it says nothing of one.
    pub is_of_round: bool,
    /// What boxes of the table would hold more or less, outside of the round.
    pub boxes: Vec<(&'static str, Money)>,
    /// What the dealer would do next, where cards are entered.
    pub next_step: String,
}

/// What stands on the table of a round: what the house has of it, and where the button is.
struct Stand {
    fees: Money,
    button: Option<Seat>,
    is_over: bool,
}

impl Table {
    /// What a command of the house would bring about; nothing is done.
    ///
    /// Where the shuffler deals, what comes next hangs on cards that nobody has seen: only a void is told ahead there,
    /// because it deals none.
    ///
    /// # Errors
    /// When the command would be refused, or must not be told ahead.
    pub fn preview(&self, by: By, command: &Command, input: &mut Input<'_>) -> Result<Preview, Refusal> {
        let is_void = matches!(command, Command::Report { report: Report::Void { .. } });
        if !self.is_entered() && !is_void {
            return Err(refuse(&System::DealtByShuffler));
        }
        let (after, told) = self.after(by, command, input)?;
        // How a shuffle was made is told when the round is over, and not before.
        let is_told = |event: &Event| self.is_entered() || matches!(event, Event::Round { .. });
        let lines = told.iter().filter(|one| is_told(&one.event));
        let line = |one: &Told| {
            let clause = one.seen_by(None).map_or(Clause::NONE, Event::clause);
            PreviewLine { words: one.words(None, &after), clause }
        };
        let lines = lines.map(line).filter(|line| !line.words.is_empty()).collect();
        // What is done beside a round changes nothing of the one that lies there.
        let is_of_round = self.live.is_some() && !matches!(command, Command::Correct { .. });
        let (was, is) = match is_of_round {
            true => (self.stand(), after.stand()),
            false => (None, None),
        };
        let (fees_kept, fees_returned) = match (&was, &is) {
            (Some(was), Some(is)) => (is.fees, (was.fees - is.fees).max(Money::ZERO)),
            _ => (Money::ZERO, Money::ZERO),
        };
        let is_over = is.as_ref().is_some_and(|is| is.is_over);
        let next = if is_over { after.next_button(input.now) } else { is.and_then(|is| is.button) };
        let button = was.and_then(|was| was.button).map(|seat| (seat, next));
        let mut preview = Preview {
            number: self.state.number,
            says: String::new(),
            lines,
            chips: self.chips_changed(&after),
            returned: if is_of_round { after.returned(&told) } else { 0 },
            fees_kept,
            fees_returned,
            fee_for_time: self.fee_for_time().filter(|_| is_of_round && is_over),
            button,
            is_over,
            is_of_round,
            boxes: boxes_changed(&told),
            next_step: after.dealers_step().0,
        };
        preview.says = preview.sentence();
        Ok(preview)
    }

    fn stand(&self) -> Option<Stand> {
        let live = self.live.as_ref().or(self.shown.as_ref())?;
        let balances = live.round.balances();
        Some(Stand {
            fees: balances.drop + balances.jackpot + balances.promotion,
            button: live.round.view(Viewer::Rail).button,
            is_over: live.round.waits() == Waits::Over,
        })
    }

    fn chips_changed(&self, after: &Table) -> Vec<PreviewChips> {
        let people = self.state.people.iter();
        let changed = people.filter_map(|seated| {
            let now = after.person(seated.person).ok()?;
            let change = now.stack - seated.stack;
            let changed = PreviewChips { person: seated.person, name: seated.name.clone(), change };
            (!change.is_zero()).then_some(changed)
        });
        changed.collect()
    }

    /// How many amounts go back to people; none if anybody has more by it than when the round began.
    fn returned(&self, told: &[Told]) -> usize {
        let Some(live) = self.live.as_ref().or(self.shown.as_ref()) else { return 0 };
        let mut both = live.people.iter().zip(&live.before);
        let has_won = both.any(|(person, before)| self.person(*person).is_ok_and(|one| one.stack > *before));
        let is_back = |transfer: &&Transfer| {
            let from = matches!(transfer.from, Account::Wagers(_) | Account::Pot(_));
            from && matches!(transfer.to, Account::Stack(..))
        };
        if has_won { 0 } else { told.iter().flat_map(|one| &one.transfers).filter(is_back).count() }
    }

    /// Where the button of the next hand is, if one can begin: found by beginning it on a copy.
    fn next_button(&self, now: Time) -> Option<Seat> {
        if !self.is_entered() || !matches!(self.game.begins(), Begins::Blinds) {
            return None;
        }
        let (mut table, mut seeds) = (self.clone(), || [0; 32]);
        let mut input = Input { now, seeds: &mut seeds, name: "", wallet: Money::ZERO, is_bot: false };
        if table.is_settling() {
            table.command(By::Dealer(0), &Command::CloseRound, &mut input).ok()?;
        }
        if table.live.is_none() {
            table.command(By::Dealer(0), &Command::Start, &mut input).ok()?;
        }
        table.live.as_ref()?.round.view(Viewer::Rail).button
    }
}

/// What boxes of the table hold more or less by what happens outside of rounds.
fn boxes_changed(told: &[Told]) -> Vec<(&'static str, Money)> {
    let outside = told.iter().filter(|one| matches!(one.event, Event::Corrected { .. }));
    let name = |account: Account| match account {
        Account::Drop(_) => Some("the drop"),
        Account::Jackpot(_) => Some("the jackpot"),
        Account::Promotion(_) => Some("the promotion money"),
        _ => None,
    };
    let both = outside.flat_map(|one| &one.transfers).flat_map(|one| {
        let from = name(one.from).map(|name| (name, -one.amount));
        from.into_iter().chain(name(one.to).map(|name| (name, one.amount)))
    });
    both.collect()
}

impl Preview {
    /// Chips, fees, button and what follows, as a person at the table says it.
    fn sentence(&self) -> String {
        let all = |wanted: &dyn Fn(Money) -> bool| -> String {
            let found = self.chips.iter().filter(|one| wanted(one.change));
            let amounts = found.map(|one| format!("{} {}", one.name, one.change.max(-one.change)));
            amounts.collect::<Vec<_>>().join(", ")
        };
        let (gets, gives) = (all(&|change| change.is_positive()), all(&|change| change < Money::ZERO));
        let mut parts = Vec::new();
        match self.returned {
            0 if gets.is_empty() && gives.is_empty() && !self.boxes.is_empty() => {}
            0 if gets.is_empty() && gives.is_empty() => parts.push("no chips move".to_owned()),
            0 if gets.is_empty() => {}
            0 => parts.push(format!("chips go to {gets}")),
            1 => parts.push(format!("returns one wager ({gets})")),
            more => parts.push(format!("returns {more} wagers ({gets})")),
        }
        if !gives.is_empty() {
            parts.push(format!("takes chips from {gives}"));
        }
        if self.fees_returned.is_positive() {
            parts.push(format!("gives back fees of {}", self.fees_returned));
        }
        if self.fees_kept.is_positive() {
            parts.push(format!("keeps the fees of {}", self.fees_kept));
        }
        if let Some((fee, minutes)) = self.fee_for_time {
            parts.push(format!("keeps the fees for time ({fee} a seat for {minutes} minutes)"));
        }
        match self.button {
            Some((now, Some(next))) if now == next => parts.push(format!("the button stays at seat {now}")),
            Some((_, Some(next))) => parts.push(format!("the button moves to seat {next}")),
            Some((_, None)) if !self.is_over => parts.push("the button is placed anew".to_owned()),
            Some((_, None)) | None => {}
        }
        for (name, change) in &self.boxes {
            let (verb, amount) = if change.is_positive() { ("gets", *change) } else { ("gives", -*change) };
            parts.push(format!("{name} {verb} {amount}"));
        }
        if self.is_of_round {
            parts.push(if self.is_over { "the round is over" } else { "the round goes on" }.to_owned());
        }
        let whole = parts.join("; ");
        let mut letters = whole.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        format!("{first}{}.", letters.as_str())
    }
}
