//! Appending: a batch is checked and linked in memory, then sent as one: the database answers once, after its commit.

use std::collections::BTreeMap;
use std::pin::Pin;

use deadpool_postgres::ClientWrapper as Client;
use futures_util::future::join_all;
use tokio_postgres::Statement;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use super::nodes::Waiting;
use super::{Postgres, Standing, Wait as _, failed, id, leases, query, read, sealed, signed};
use crate::batch::Linked;
use crate::{Batch, Entry, Error, Hash, KEPT_EVERY, Refusal, Scope, Stream};

const FENCE: &str = "SELECT cardroom_fence($1, $2, $3)";

/// Entries and transfers together, because both go by the numbers that the batch takes.
const ENTRIES: &str = "
WITH base AS (UPDATE counted SET sequence = sequence + $9 RETURNING sequence - $9 AS base),
written AS (
    INSERT INTO entries (sequence, stream, first, count, at_ms, sent_by, id, body, hash)
    SELECT base + place, stream, first, count, at_ms, sent_by, id, body, hash
    FROM base, unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[],
                      $8::bytea[]) WITH ORDINALITY
         AS own (stream, first, count, at_ms, sent_by, id, body, hash, place)),
moved AS (
    INSERT INTO transfers (sequence, place, event, from_account, to_account, cents)
    SELECT base + entry, place, event, from_account, to_account, cents
    FROM base, unnest($10::bigint[], $11::bigint[], $12::bigint[], $13::text[], $14::text[], $15::bigint[])
         AS own (entry, place, event, from_account, to_account, cents))
SELECT base FROM base";

const MOVE: &str = "SELECT cardroom_move($1, $2, $3)";

const KEEP: &str = "
SELECT cardroom_keep(stream, number, body, seal, $5)
FROM (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[]) WITH ORDINALITY
      AS own (stream, number, body, seal, place) ORDER BY place) AS own";

const UNINDEX: &str = "
WITH gone AS (DELETE FROM rounds WHERE stream = ANY ($1)) DELETE FROM nets WHERE stream = ANY ($1)";

const ROUNDS: &str = "
INSERT INTO rounds (stream, number, first, last, began_ms, ended_ms)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
ON CONFLICT (stream, number) DO UPDATE SET first = excluded.first, last = excluded.last,
    began_ms = excluded.began_ms, ended_ms = excluded.ended_ms";

const NO_NETS: &str = "
DELETE FROM nets USING unnest($1::bigint[], $2::bigint[]) AS own (s, n) WHERE stream = s AND number = n";

const NETS: &str = "
INSERT INTO nets (stream, number, person, cents)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])";

/// What is sent to the database: a prepared statement with its values.
type Values = Vec<Box<dyn ToSql + Sync + Send>>;
type Sent = (Statement, Values);

/// Appends a batch; one that another session holds up is sent again.
pub(super) fn append(store: &mut Postgres, batch: &Batch) -> Result<Vec<Hash>, Error> {
    let mut waiting = Waiting::default();
    loop {
        match append_once(store, batch) {
            Err(error) if !store.is_held && store.may_try_again(&error) => store.outwait(&mut waiting)?,
            done => return done,
        }
    }
}

fn append_once(store: &mut Postgres, batch: &Batch) -> Result<Vec<Hash>, Error> {
    let client = store.writable()?;
    let scopes = scopes(store, batch)?;
    let linked = batch.link(&store.tips)?;
    let changes = changes(batch)?;
    let seals = seals(client, batch, &linked)?;
    let is_due = store.last + batch.entries.len() as i64 - store.sealed >= sealed::SEALED_EVERY;
    let written = write(store, batch, &linked, &scopes, &changes, &seals, is_due);
    match written {
        Ok(()) => {
            store.last += batch.entries.len() as i64;
            store.tips.extend(linked.tips);
            if is_due {
                store.sealed = store.last;
            }
            Ok(linked.hashes)
        }
        Err(Error::Refused(refusal)) => Err(Error::Refused(refusal)),
        Err(error) if !store.is_held && store.may_try_again(&error) => Err(error),
        Err(error) => {
            store.standing = Standing::Stopped;
            Err(error)
        }
    }
}

/// The leases that a batch rests on: those of its streams, or the room's.
fn scopes(store: &Postgres, batch: &Batch) -> Result<Vec<Scope>, Error> {
    if store.leases.contains_key(&Scope::Room) {
        return Ok(vec![Scope::Room]);
    }
    let entries = batch.entries.iter().map(|entry| entry.stream);
    let kept = batch.checkpoints.iter().map(|kept| kept.stream);
    let rounds = batch.rounds.iter().map(|round| round.stream);
    let mut streams: Vec<Stream> =
        entries.chain(kept).chain(rounds).chain(batch.unindexed.iter().copied()).collect();
    streams.sort_unstable();
    streams.dedup();
    let scope = |stream: Stream| match store.leases.contains_key(&Scope::Stream(stream)) {
        true => Ok(Scope::Stream(stream)),
        false => Err(Error::Lost { scope: Scope::Stream(stream) }),
    };
    streams.into_iter().map(scope).collect()
}

/// What each account receives less what it pays in a batch.
fn changes(batch: &Batch) -> Result<(Vec<String>, Vec<i64>), Error> {
    let mut changes: BTreeMap<&str, i128> = BTreeMap::new();
    for transfer in batch.entries.iter().flat_map(|entry| &entry.transfers) {
        let cents = i128::from(transfer.amount.in_cents());
        *changes.entry(&transfer.from).or_default() -= cents;
        *changes.entry(&transfer.to).or_default() += cents;
    }
    debug_assert_eq!(changes.values().sum::<i128>(), 0, "what one account pays, another receives");
    let change = |(account, cents): (&str, i128)| match i64::try_from(cents) {
        Ok(cents) => Ok((account.to_owned(), cents)),
        Err(_) => Err(Refusal::TooMuch { account: account.to_owned() }.into()),
    };
    changes.into_iter().map(change).collect::<Result<Vec<_>, Error>>().map(|pairs| pairs.into_iter().unzip())
}

/// The seals of a batch's checkpoints; only for one of an earlier entry the log is asked.
fn seals(client: &Client, batch: &Batch, linked: &Linked) -> Result<Vec<Hash>, Error> {
    let seal = |kept: &crate::Checkpoint| {
        let (stream, number) = (kept.stream, kept.number);
        let entry = match linked.ending_at(stream, number) {
            Some(hash) => Some(hash),
            None => read::ending_at(client, stream, number)?,
        };
        Ok(kept.seal(&entry.ok_or(Refusal::CheckpointInside { stream, number })?))
    };
    batch.checkpoints.iter().map(seal).collect()
}

/// Sends a batch within its own transaction, or within what is held back.
fn write(
    store: &Postgres,
    batch: &Batch,
    linked: &Linked,
    scopes: &[Scope],
    changes: &(Vec<String>, Vec<i64>),
    seals: &[Hash],
    is_due: bool,
) -> Result<(), Error> {
    let client = store.client();
    let (begin, end, back) = match store.is_held {
        true => ("SAVEPOINT batch", "RELEASE batch", "ROLLBACK TO batch; RELEASE batch"),
        false => ("BEGIN", "COMMIT", "ROLLBACK"),
    };
    let sent = statements(store, batch, linked, scopes, changes, seals).wait().map_err(failed)?;
    // The balances are sealed once in a long while, by what the database says they are.
    let end_at_once = if is_due { "" } else { end };
    let answers = send(client, begin, &sent, end_at_once).wait();
    let base = match answers.into_iter().collect::<Result<Vec<_>, _>>() {
        Ok(answers) => answers.into_iter().flatten().next().unwrap_or(0),
        Err(error) => {
            // A commit of what has failed is none: the database has gone back by itself unless something is held back.
            if store.is_held || is_due {
                client.batch_execute(back).wait().map_err(failed)?;
            }
            return Err(refused(client, error, batch));
        }
    };
    if is_due {
        let sealed = sealed::write(client, base + batch.entries.len() as i64);
        let ended = sealed.and_then(|()| client.batch_execute(end).wait().map_err(failed));
        return ended;
    }
    Ok(())
}

/// Sends everything without waiting for an answer in between; gives the answers, of each statement its first number.
async fn send(
    client: &Client,
    begin: &str,
    sent: &[Sent],
    end: &str,
) -> Vec<Result<Option<i64>, tokio_postgres::Error>> {
    type Answer<'a> = Pin<Box<dyn Future<Output = Result<Option<i64>, tokio_postgres::Error>> + Send + 'a>>;
    let mut all: Vec<Answer<'_>> = Vec::with_capacity(sent.len() + 2);
    all.push(Box::pin(async { client.batch_execute(begin).await.map(|()| None) }));
    for (statement, values) in sent {
        all.push(Box::pin(async move {
            let values: Vec<&(dyn ToSql + Sync)> =
                values.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
            let rows = client.query(statement, &values).await?;
            Ok(rows.first().and_then(|row| row.try_get::<_, i64>(0).ok()))
        }));
    }
    if !end.is_empty() {
        all.push(Box::pin(async { client.batch_execute(end).await.map(|()| None) }));
    }
    // Each is sent when it is first looked at, so that they arrive in this order.
    join_all(all).await
}

/// The statements of a batch; those that have nothing to do are left out.
async fn statements(
    store: &Postgres,
    batch: &Batch,
    linked: &Linked,
    scopes: &[Scope],
    changes: &(Vec<String>, Vec<i64>),
    seals: &[Hash],
) -> Result<Vec<Sent>, tokio_postgres::Error> {
    let client = store.client();
    let mut sent = Vec::new();
    let mut add = async |sql: &str, values: Values| {
        sent.push((client.prepare_cached(sql).await?, values));
        Ok::<(), tokio_postgres::Error>(())
    };
    let (numbers, epochs) = store.held(scopes);
    add(FENCE, vec![Box::new(numbers), Box::new(epochs), Box::new(store.node)]).await?;
    if !batch.entries.is_empty() {
        add(ENTRIES, entries(&batch.entries, &linked.hashes)).await?;
    }
    if !changes.0.is_empty() {
        let covered: Vec<String> = batch.covered.iter().cloned().collect();
        add(MOVE, vec![Box::new(changes.0.clone()), Box::new(changes.1.clone()), Box::new(covered)]).await?;
    }
    if !batch.checkpoints.is_empty() {
        let kept = &batch.checkpoints;
        let streams: Vec<i64> = kept.iter().map(|kept| id(kept.stream)).collect();
        let numbers: Vec<i64> = kept.iter().map(|kept| signed(kept.number)).collect();
        let bodies: Vec<String> = kept.iter().map(|kept| kept.body.clone()).collect();
        let seals: Vec<Vec<u8>> = seals.iter().map(|seal| seal.bytes().to_vec()).collect();
        let every = signed(KEPT_EVERY);
        let values: Values =
            vec![Box::new(streams), Box::new(numbers), Box::new(bodies), Box::new(seals), Box::new(every)];
        add(KEEP, values).await?;
    }
    if !batch.unindexed.is_empty() {
        let streams: Vec<i64> = batch.unindexed.iter().copied().map(id).collect();
        add(UNINDEX, vec![Box::new(streams)]).await?;
    }
    // The same round twice is one, as the last of them says.
    let rounds: BTreeMap<(i64, i64), &crate::FinishedRound> =
        batch.rounds.iter().map(|round| ((id(round.stream), signed(round.number)), round)).collect();
    if !rounds.is_empty() {
        let of = |field: fn(&crate::FinishedRound) -> i64| -> Box<dyn ToSql + Sync + Send> {
            Box::new(rounds.values().map(|round| field(round)).collect::<Vec<i64>>())
        };
        let keys = || [of(|round| id(round.stream)), of(|round| signed(round.number))];
        let rest = [
            of(|round| signed(round.first)),
            of(|round| signed(round.last)),
            of(|round| round.began_ms),
            of(|round| round.ended_ms),
        ];
        add(ROUNDS, keys().into_iter().chain(rest).collect()).await?;
        add(NO_NETS, keys().into_iter().collect()).await?;
        let nets: Vec<[i64; 4]> = rounds
            .iter()
            .flat_map(|((stream, number), round)| {
                let net = move |(person, net): &(u32, money::Money)| {
                    [*stream, *number, i64::from(*person), net.in_cents()]
                };
                round.nets.iter().map(net)
            })
            .collect();
        let column = |place: usize| -> Box<dyn ToSql + Sync + Send> {
            Box::new(nets.iter().map(|net| net[place]).collect::<Vec<i64>>())
        };
        add(NETS, (0..4).map(column).collect()).await?;
    }
    Ok(sent)
}

/// Entries and their transfers as columns.
fn entries(entries: &[Entry], hashes: &[Hash]) -> Values {
    let numbers = |of: fn(&Entry) -> i64| entries.iter().map(of).collect::<Vec<i64>>();
    let by: Vec<String> = entries.iter().map(|entry| entry.by.clone()).collect();
    let ids: Vec<Option<String>> = entries.iter().map(|entry| entry.id.clone()).collect();
    let bodies: Vec<String> = entries.iter().map(|entry| entry.body.clone()).collect();
    let hashes: Vec<Vec<u8>> = hashes.iter().map(|hash| hash.bytes().to_vec()).collect();
    let moved: Vec<(i64, i64, &crate::Transfer)> = (1_i64..)
        .zip(entries)
        .flat_map(|(entry, of)| (1_i64..).zip(&of.transfers).map(move |(place, one)| (entry, place, one)))
        .collect();
    let columns = |of: fn(&(i64, i64, &crate::Transfer)) -> i64| moved.iter().map(of).collect::<Vec<i64>>();
    let from: Vec<String> = moved.iter().map(|(_, _, one)| one.from.clone()).collect();
    let to: Vec<String> = moved.iter().map(|(_, _, one)| one.to.clone()).collect();
    vec![
        Box::new(numbers(|entry| id(entry.stream))),
        Box::new(numbers(|entry| signed(entry.first))),
        Box::new(numbers(|entry| i64::from(entry.count))),
        Box::new(numbers(|entry| entry.at_ms)),
        Box::new(by),
        Box::new(ids),
        Box::new(bodies),
        Box::new(hashes),
        Box::new(entries.len() as i64),
        Box::new(columns(|(entry, _, _)| *entry)),
        Box::new(columns(|(_, place, _)| *place)),
        Box::new(columns(|(_, _, one)| signed(one.event))),
        Box::new(from),
        Box::new(to),
        Box::new(columns(|(_, _, one)| one.amount.in_cents())),
    ]
}

/// Why the database did not take a batch: what was sent before, a wallet that is short, a balance beyond counting, a
/// lease that is another's, or a failure.
fn refused(client: &Client, error: tokio_postgres::Error, batch: &Batch) -> Error {
    if let Some(lost) = leases::lost(&error) {
        return lost;
    }
    let Some(said) = error.as_db_error() else { return failed(error) };
    let refusal = if said.code().code() == "CR002" {
        Some(Refusal::Short { account: said.message().to_owned() })
    } else if said.code() == &SqlState::NUMERIC_VALUE_OUT_OF_RANGE {
        changes(batch).ok().and_then(|changes| too_much(client, &changes))
    } else if said.code() == &SqlState::UNIQUE_VIOLATION && said.constraint() == Some("entries_by_id") {
        batch.entries.iter().enumerate().find_map(|(place, entry)| {
            let id = entry.id.as_ref()?;
            let is_own = |other: &Entry| other.by == entry.by && other.id == entry.id;
            let is_there = batch.entries[..place].iter().any(is_own)
                || read::applied(client, &entry.by, id).is_ok_and(|found| found.is_some());
            is_there.then(|| Refusal::Duplicate { by: entry.by.clone(), id: id.clone() })
        })
    } else {
        None
    };
    refusal.map_or_else(|| failed(error), Error::Refused)
}

/// The first account whose balance would be beyond counting.
fn too_much(client: &Client, changes: &(Vec<String>, Vec<i64>)) -> Option<Refusal> {
    let rows = query(client, "SELECT account, cents FROM balances WHERE account = ANY ($1)", &[&changes.0]);
    let held: BTreeMap<String, i64> = rows.ok()?.iter().map(|row| (row.get(0), row.get(1))).collect();
    let beyond = |(account, change): (&String, &i64)| {
        let held = held.get(account).copied().unwrap_or(0);
        held.checked_add(*change).is_none().then(|| Refusal::TooMuch { account: account.clone() })
    };
    changes.0.iter().zip(&changes.1).find_map(beyond)
}

/// Ends what was held back.
pub(super) fn commit(client: &Client) -> Result<(), Error> {
    client.batch_execute("COMMIT").wait().map_err(failed)
}
