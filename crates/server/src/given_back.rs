//! The chips of a table that is set aside and goes on no more, given back to those whose they are, as the ledger has them:
//! a round that was on is undone, with its fees, and then everybody gets their stack.

use std::collections::BTreeMap;

use books::Money;
use room::{Account, ChipKind, Event, Ledger, TableId, Transfer};
use store::{Entry, Reader, Stream};

use crate::journal::{Given, TableEntry};
use crate::round_chips::of_round;

/// What a round that is on has moved so far, by account.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoundMoves(BTreeMap<Account, Money>);

impl RoundMoves {
    /// Takes an entry of the table.
    pub(crate) fn take(&mut self, entry: &Entry, events: &[Event]) {
        for (number, event) in (entry.first..).zip(events) {
            if matches!(event, Event::RoundBegan { .. }) {
                self.0.clear();
            }
            let moved = entry.transfers.iter().filter(|one| one.event == number);
            for (account, amount) in of_round(event, moved) {
                *self.0.entry(account).or_default() += amount;
            }
            if matches!(event, Event::RoundEnded { .. }) {
                self.0.clear();
            }
        }
    }

    /// What came to an account in the round that is on, or left it.
    pub(crate) fn of(&self, account: Account) -> Money {
        self.0.get(&account).copied().unwrap_or_default()
    }

    /// What the log of a table says that the round which is on has moved.
    pub(crate) fn read(store: &dyn Reader, table: TableId) -> Result<RoundMoves, String> {
        let stream = Stream(table);
        let archived = store.archived_until(stream).map_err(|error| error.to_string())?;
        RoundMoves::read_after(store, table, archived)
    }

    /// The same, read from where the last round began that the log's index has: the next may begin with its end.
    pub(crate) fn read_newest(store: &dyn Reader, table: TableId) -> Result<RoundMoves, String> {
        let said = |error: store::Error| error.to_string();
        let stream = Stream(table);
        let newest = store.rounds(stream, u64::MAX, 1).map_err(said)?;
        let archived = store.archived_until(stream).map_err(said)?;
        RoundMoves::read_after(store, table, newest.first().map_or(0, |round| round.first - 1).max(archived))
    }

    fn read_after(store: &dyn Reader, table: TableId, last: u64) -> Result<RoundMoves, String> {
        let stream = Stream(table);
        let mut moves = RoundMoves::default();
        let mut next = last + 1;
        loop {
            let entries = store.entries(stream, next, 500).map_err(|error| error.to_string())?;
            let Some(last) = entries.last() else { return Ok(moves) };
            next = last.entry.last() + 1;
            for logged in &entries {
                let body: TableEntry = serde_json::from_str(&logged.entry.body)
                    .map_err(|error| format!("event {}: {error}", logged.entry.first))?;
                moves.take(&logged.entry, body.events());
            }
        }
    }
}

/// The chips in the middle of a table, which belong to a round that is on.
pub(crate) fn in_the_middle(ledger: &Ledger, table: TableId) -> Money {
    [Account::Wagers(table), Account::Stake(table), Account::Pot(table)]
        .map(|account| ledger.balance(account))
        .into_iter()
        .sum()
}

/// The transfers that give all chips of a table back, in their order.
///
/// # Errors
/// When the round cannot be undone, because somebody has left with what it paid.
pub(crate) fn moves(
    ledger: &Ledger,
    table: TableId,
    kind: ChipKind,
    round: &RoundMoves,
) -> Result<Vec<Transfer>, String> {
    let mut after = ledger.clone();
    let mut moves = Vec::new();
    let mut owing = round.0.iter().filter(|(_, net)| net.is_positive()).map(|(one, net)| (*one, *net));
    let mut next = owing.next();
    for (to, net) in round.0.iter().filter(|(_, net)| (Money::ZERO - **net).is_positive()) {
        let mut wanted = Money::ZERO - *net;
        while let Some((from, holds)) = next.filter(|_| wanted.is_positive()) {
            let amount = wanted.min(holds);
            moves.push(Transfer { from, to: *to, amount });
            wanted -= amount;
            next =
                Some((from, holds - amount)).filter(|(_, left)| left.is_positive()).or_else(|| owing.next());
        }
    }
    for transfer in &moves {
        after.record(transfer).map_err(|fault| format!("the round there cannot be undone: {fault}"))?;
    }
    if !in_the_middle(&after, table).is_zero() {
        return Err(
            "the round there cannot be undone: the log does not say whose the chips in the middle are"
                .to_owned(),
        );
    }
    let stacks: Vec<(Account, Money)> = after.balances().collect();
    for (account, amount) in stacks {
        if let Account::Stack(of, person) = account
            && of == table
        {
            moves.push(Transfer { from: account, to: kind.wallet(person), amount });
        }
    }
    Ok(moves)
}

/// What each person gets of these.
pub(crate) fn given(moves: &[Transfer]) -> Vec<Given> {
    let to = |one: &Transfer| match one.to {
        Account::Patron(person) | Account::Play(person) => Some(Given { person, amount: one.amount }),
        _ => None,
    };
    moves.iter().filter_map(to).collect()
}
