//! The index of finished rounds.

use money::Money;
use rusqlite::{Connection, params};

use super::pause::pause;
use crate::{Error, FinishedRound, Stream};

/// Takes away the index of a stream.
pub(super) fn clear(connection: &Connection, stream: Stream) -> Result<(), Error> {
    connection.prepare_cached("DELETE FROM rounds WHERE stream = ?1")?.execute([stream.0])?;
    connection.prepare_cached("DELETE FROM nets WHERE stream = ?1")?.execute([stream.0])?;
    Ok(())
}

/// Writes a round into the index. It goes over whatever is there under its number: the index follows from the log, and
/// nothing in it may ever keep the log from being written.
pub(super) fn write(connection: &Connection, round: &FinishedRound) -> Result<(), Error> {
    let FinishedRound { stream, number, first, last, began_ms, ended_ms, ref nets } = *round;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO rounds (stream, number, first, last, began_ms, ended_ms)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![stream.0, number, first, last, began_ms, ended_ms])?;
    pause("index");
    connection
        .prepare_cached("DELETE FROM nets WHERE stream = ?1 AND number = ?2")?
        .execute(params![stream.0, number])?;
    let mut insert = connection
        .prepare_cached("INSERT INTO nets (stream, number, person, cents) VALUES (?1, ?2, ?3, ?4)")?;
    for (person, net) in nets {
        insert.execute(params![stream.0, number, person, net.in_cents()])?;
    }
    Ok(())
}

/// The rounds below a number, the newest first.
pub(super) fn below(
    connection: &Connection,
    stream: Stream,
    below: u64,
    limit: usize,
) -> Result<Vec<FinishedRound>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT number, first, last, began_ms, ended_ms FROM rounds
         WHERE stream = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3",
    )?;
    let below = below.min(i64::MAX.unsigned_abs());
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = statement.query_map(params![stream.0, below, limit], |row| {
        Ok(FinishedRound {
            stream,
            number: row.get(0)?,
            first: row.get(1)?,
            last: row.get(2)?,
            began_ms: row.get(3)?,
            ended_ms: row.get(4)?,
            nets: Vec::new(),
        })
    })?;
    let mut rounds = rows.collect::<Result<Vec<_>, _>>()?;
    let (Some(newest), Some(oldest)) = (rounds.first(), rounds.last()) else { return Ok(rounds) };
    let mut statement = connection.prepare_cached(
        "SELECT number, person, cents FROM nets
         WHERE stream = ?1 AND number BETWEEN ?2 AND ?3 ORDER BY number DESC, person",
    )?;
    let mut nets = statement.query(params![stream.0, oldest.number, newest.number])?;
    let mut place = 0;
    while let Some(row) = nets.next()? {
        let number: u64 = row.get(0)?;
        while rounds.get(place).is_some_and(|round| round.number > number) {
            place += 1;
        }
        if let Some(round) = rounds.get_mut(place).filter(|round| round.number == number) {
            round.nets.push((row.get(1)?, Money::cents(row.get(2)?)));
        }
    }
    Ok(rounds)
}
