//! The money view as people read it. What was played through the engine bears a tilde and its standard error.

use std::io::{self, Write};

use books::{Book, Money};
use odds::money::{Ahead, Cliff, Compared, Cut, Model, Number, Outcome, Payer, Person, Setup, View};

use crate::commands::odds::in_decks;

/// An average of cents in dollars.
fn dollars(number: Number) -> String {
    let value = number.value / 100.0;
    let sign = if value < 0.0 { "-" } else { "" };
    match number.error {
        None => format!("{sign}${:.4}", value.abs()),
        Some(error) => format!("~{sign}${:.4} ±{:.4}", value.abs(), error / 100.0),
    }
}

/// A share in percent.
fn percent(number: Number) -> String {
    match number.error {
        None => format!("{:.3}%", 100.0 * number.value),
        Some(error) => format!("~{:.3}% ±{:.3}", 100.0 * number.value, 100.0 * error),
    }
}

fn plain(number: Number) -> String {
    match number.error {
        None => format!("{:.4}", number.value),
        Some(error) => format!("~{:.4} ±{error:.4}", number.value),
    }
}

fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

pub(super) fn tell(
    out: &mut impl Write,
    book: &Book,
    model: &Model,
    setup: &Setup,
    view: &View,
) -> io::Result<()> {
    let name = &book.header().name;
    let fees = view.schedule.as_ref().map_or("no fees".to_owned(), |handle| format!("schedule {handle}"));
    let stake =
        view.stake.map_or("a bank that can always pay".to_owned(), |stake| format!("a stake of {stake}"));
    let seats = counted(view.seats.len(), "seat");
    let decks = setup.decks.map_or(String::new(), |decks| format!("{}, ", in_decks(decks)));
    writeln!(out, "{name}, {decks}{fees}, {seats} with {}, {stake}", view.wagered)?;
    writeln!(
        out,
        "{} hands an hour. A tilde: {} rounds through the engine, seed {}, ± one standard error; all else is exact.",
        view.hands_per_hour, view.rounds, view.seed
    )?;
    if let Some(list) = beside(model, setup) {
        writeln!(out, "Beside the opening wager: {list}.")?;
    }
    writeln!(out)?;
    people(out, view)?;
    tell_fees(out, view)?;
    tell_short(out, view)?;
    together(out, view)?;
    risks(out, view)?;
    even(out, view)?;
    compared(out, &view.schedules)
}

/// The wagers beside the opening one, where somebody makes any.
fn beside(model: &Model, setup: &Setup) -> Option<String> {
    let is_made = |place: &usize| setup.seats.iter().any(|seat| seat.side(*place).is_positive());
    let names = model.side_names();
    let list: Vec<String> = (0..names.len())
        .filter(is_made)
        .map(|place| {
            let amounts: Vec<String> = setup.seats.iter().map(|seat| seat.side(place).to_string()).collect();
            format!("{} {}", names[place], amounts.join(", "))
        })
        .collect();
    (!list.is_empty()).then(|| list.join("; "))
}

fn people(out: &mut impl Write, view: &View) -> io::Result<()> {
    writeln!(
        out,
        "{:<8} {:>8} {:>7} {:>22} {:>22} {:>22} {:>22} {:>20}",
        "", "wagered", "fee", "a hand", "deviation", "an hour", "deviation", "of the wagers"
    )?;
    let mut line = |who: &str, person: &Person| {
        writeln!(
            out,
            "{who:<8} {:>8} {:>7} {:>22} {:>22} {:>22} {:>22} {:>20}",
            person.wagered.to_string(),
            person.fee.to_string(),
            dollars(person.per_hand),
            dollars(person.deviation),
            dollars(person.per_hour),
            dollars(person.deviation_per_hour),
            percent(person.share)
        )
    };
    line("banker", &view.banker)?;
    for (place, seat) in view.seats.iter().enumerate() {
        line(&format!("seat {}", place + 1), seat)?;
    }
    line("house", &view.house)
}

fn tell_fees(out: &mut impl Write, view: &View) -> io::Result<()> {
    let fees = &view.fees;
    writeln!(
        out,
        "\nFees: {} of all wagers, the banker's {} {}. Table action {}.",
        percent(fees.share),
        fees.bank,
        percent(fees.bank_share),
        fees.action
    )?;
    for cliff in &fees.cliffs {
        let Cliff { payer, at, before, after, shares: [low, high], distance } = cliff;
        let (who, what) = match payer {
            Payer::Bank => ("the banker's", "action"),
            Payer::Wager => ("each seat's", "wager"),
        };
        let away = match distance {
            Some(more) if more.is_positive() => format!(", {more} more than now"),
            Some(_) => ", reached".to_owned(),
            None => String::new(),
        };
        writeln!(
            out,
            "  at {at} of {what} {who} steps from {before} to {after} ({:.3}% to {:.3}%){away}",
            100.0 * low,
            100.0 * high
        )?;
    }
    Ok(())
}

fn tell_short(out: &mut impl Write, view: &View) -> io::Result<()> {
    let short = &view.short;
    let Some(stake) = view.stake else { return Ok(()) };
    if short.chance.is_exact() {
        return writeln!(out, "\nA stake of {stake} always reaches.");
    }
    writeln!(
        out,
        "\nThe stake of {stake} does not reach every wager in {} of rounds; a hand changes by:",
        percent(short.chance)
    )?;
    writeln!(out, "  {:<22} {:>24}", "banker", dollars(short.banker))?;
    let mut line = |who: &str, cut: &Cut| {
        writeln!(
            out,
            "  {who:<22} {:>24}   wins not paid {}, losses kept {}, in {} of rounds",
            dollars(cut.change),
            dollars(cut.unpaid),
            dollars(cut.kept),
            percent(cut.chance)
        )
    };
    for (place, cut) in short.seats.iter().enumerate() {
        line(&format!("seat {}", place + 1), cut)?;
    }
    line("whoever is settled last", &short.last)
}

fn together(out: &mut impl Write, view: &View) -> io::Result<()> {
    if view.correlations.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nSeats share the bank's hand; what two of them win goes together by:")?;
    for pair in &view.correlations {
        let [one, other] = pair.seats;
        writeln!(out, "  seats {one} and {other}  {}", plain(pair.value))?;
    }
    Ok(())
}

fn risks(out: &mut impl Write, view: &View) -> io::Result<()> {
    let (dry, session) = (&view.dry, &view.session);
    writeln!(
        out,
        "\nA stake of {} does not reach in {}% of rounds at most; {} always does.",
        dollars(dry.stake),
        100.0 * dry.risk,
        dry.always
    )?;
    writeln!(
        out,
        "For {} ({} hands) the banker needs {}, so that all of it is lost in {}% of sessions at most.",
        if session.hours == 1.0 { "1 hour".to_owned() } else { format!("{} hours", session.hours) },
        session.hands,
        dollars(session.bankroll),
        100.0 * session.risk
    )?;
    if let Some((lost, stake)) = session.lost.zip(view.stake) {
        writeln!(out, "The running loss reaches {stake} itself in {} of sessions.", percent(lost))?;
    }
    Ok(())
}

fn even(out: &mut impl Write, view: &View) -> io::Result<()> {
    let even = &view.break_even;
    let edge = percent(even.edge);
    writeln!(out, "\nA bank that can pay wins {edge} of all wagers before its fee.")?;
    if even.ahead.is_empty() {
        return writeln!(out, "It never comes out ahead after it.");
    }
    let range = |ahead: &Ahead| {
        let from = if ahead.from.value <= 0.0 { "any amount".to_owned() } else { dollars(ahead.from) };
        ahead.to.map_or_else(|| format!("from {from} on"), |to| format!("from {from} to below {to}"))
    };
    let ranges: Vec<String> = even.ahead.iter().map(range).collect();
    writeln!(out, "With all wagers in this proportion it is ahead at table action {}.", ranges.join(", "))
}

fn compared(out: &mut impl Write, list: &[Compared]) -> io::Result<()> {
    if list.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nEvery schedule at these wagers, with a bank that can pay:")?;
    writeln!(
        out,
        "{:<14} {:>8} {:>8} {:>10} {:>22} {:>22} {:>14}",
        "schedule", "banker's", "seats'", "of wagers", "banker a hand", "seats a hand", "house an hour"
    )?;
    for one in list {
        let note = if one.is_offered { "" } else { "  (no table may use it)" };
        match &one.result {
            Outcome::Comes { bank_fee, seat_fees, share, banker, seats, house_per_hour } => writeln!(
                out,
                "{:<14} {:>8} {:>8} {:>9.3}% {:>22} {:>22} {:>14}{note}",
                one.schedule,
                bank_fee.to_string(),
                seat_fees.to_string(),
                100.0 * share,
                dollars(*banker),
                dollars(*seats),
                Money::cents(house_per_hour.value.round() as i64).to_string()
            )?,
            Outcome::Refused { refused } => writeln!(out, "{:<14} {refused}{note}", one.schedule)?,
        }
    }
    Ok(())
}
