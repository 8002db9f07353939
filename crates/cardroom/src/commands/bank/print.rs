//! The money view as people read it. What was played through the engine bears a tilde and its standard error.

use std::io::{self, Write};

use books::{Book, Money};
use odds::money::{
    Banked, Cliff, Compared, Cut, How, Model, Number, Outcome, Payer, Person, Range, Setup, View,
};

use crate::commands::odds::in_decks;

/// A standard error with so many digits: one that is smaller than they show is not nothing.
fn give_or_take(error: f64, digits: usize) -> String {
    let least = 10.0_f64.powi(-(digits as i32));
    if error < least / 2.0 { format!("±<{least:.digits$}") } else { format!("±{error:.digits$}") }
}

/// An average of cents in dollars.
fn dollars(number: Number) -> String {
    let value = number.value / 100.0;
    let sign = if value < 0.0 { "-" } else { "" };
    match number.error {
        None => format!("{sign}${:.4}", value.abs()),
        Some(error) => format!("~{sign}${:.4} {}", value.abs(), give_or_take(error / 100.0, 4)),
    }
}

/// A share in percent.
fn percent(number: Number) -> String {
    match number.error {
        None => format!("{:.3}%", 100.0 * number.value),
        Some(error) => format!("~{:.3}% {}", 100.0 * number.value, give_or_take(100.0 * error, 3)),
    }
}

/// A share in percent that is sure.
fn sure_percent(share: f64) -> String {
    format!("{}%", (1e6 * share).round() / 1e4)
}

fn plain(number: Number) -> String {
    match number.error {
        None => format!("{:.4}", number.value),
        Some(error) => format!("~{:.4} {}", number.value, give_or_take(error, 4)),
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
    tell_seating(out, view)?;
    tell_banked(out, book, view)?;
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
    compared(out, view)
}

/// Who sits where, and in which order they are settled.
fn tell_seating(out: &mut impl Write, view: &View) -> io::Result<()> {
    let seats: Vec<String> = view.seating.players.iter().map(u8::to_string).collect();
    let whole = match &seats[..] {
        [one] => format!("seat {one}"),
        [some @ .., last] => format!("seats {} and {last}", some.join(", ")),
        [] => String::new(),
    };
    writeln!(out, "Players in {whole}, the bank in seat {}: {}.", view.seating.bank, view.order)
}

/// How many hands the banker banks, and by which clauses.
fn tell_banked(out: &mut impl Write, book: &Book, view: &View) -> io::Result<()> {
    let Banked { share, most, in_turn, running } = view.banked;
    let cited = book.citations.iter().filter(|citation| citation.key == "rotation.rounds");
    let names: Vec<&str> =
        cited.flat_map(|citation| &citation.clauses).map(|clause| book.clause_name(*clause)).collect();
    let hands = view.hands_per_hour * share;
    let which = if share < most { "" } else { ", the most that one person may" };
    writeln!(
        out,
        "One person banks at most {running} hands in a row [{}]: the banker's hour has {:.1} hands, {:.1}% of all{which}; \
         with a turn for everybody at the table it would be {:.1}%.",
        names.join(", "),
        hands,
        100.0 * share,
        100.0 * in_turn
    )
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
        line(&format!("seat {}", view.seating.players[place]), seat)?;
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
        line(&format!("seat {}", view.seating.players[place]), cut)?;
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
        "\nA stake of {} does not reach in {} of rounds at most; {} always does.",
        dollars(dry.stake),
        sure_percent(dry.risk),
        dry.always
    )?;
    writeln!(
        out,
        "For {} ({} hands banked) the banker needs {}, so that all of it is lost in {} of sessions at most.",
        if session.hours == 1.0 { "1 hour".to_owned() } else { format!("{} hours", session.hours) },
        session.hands,
        dollars(session.bankroll),
        sure_percent(session.risk)
    )?;
    if let Some((lost, stake)) = session.lost.zip(view.stake) {
        writeln!(out, "The running loss reaches {stake} itself in {} of sessions.", percent(lost))?;
    }
    if session.rounds < view.rounds {
        writeln!(out, "Sessions are put together from the first {} rounds.", session.rounds)?;
    }
    for warning in &view.warnings {
        writeln!(out, "{warning}")?;
    }
    Ok(())
}

fn even(out: &mut impl Write, view: &View) -> io::Result<()> {
    let even = &view.break_even;
    let edge = percent(even.edge);
    writeln!(out, "\nA bank that can pay wins {edge} of all wagers before its fee.")?;
    let from = Money::cents(even.least.ceil() as i64);
    let limits = match even.most {
        Some(most) => {
            format!(" within the limits of {from} to {} of action", Money::cents(most.floor() as i64))
        }
        None if even.least > 0.0 => format!(" within the limits of {from} of action and more"),
        None => String::new(),
    };
    let stake = view.stake.map_or(String::new(), |stake| format!(" from a stake of {stake}"));
    let all = format!("With all wagers in this proportion{limits}{stake} it");
    let range = |range: &Range| {
        let from = if range.from.value <= 0.0 { "any amount".to_owned() } else { dollars(range.from) };
        match range.to {
            None => format!("from {from} on"),
            Some(to) if even.most.is_some_and(|most| to.value >= most - 0.5) => {
                format!("from {from} up to {}", dollars(to))
            }
            Some(to) => format!("from {from} to below {}", dollars(to)),
        }
    };
    let ranges = |list: &[Range]| list.iter().map(range).collect::<Vec<_>>().join(", ");
    let (ahead, untold) = (ranges(&even.ahead), ranges(&even.untold));
    let cannot = format!("whether it is cannot be told from {} rounds", view.rounds);
    match (even.ahead.is_empty(), even.untold.is_empty()) {
        (true, true) => writeln!(out, "{all} never comes out ahead after it."),
        (false, true) => writeln!(out, "{all} is ahead at table action {ahead}."),
        (true, false) => writeln!(out, "{all} is nowhere surely ahead: at table action {untold} {cannot}."),
        (false, false) => writeln!(out, "{all} is ahead at table action {ahead}; {untold} {cannot}."),
    }?;
    match even.signs {
        How::Exact => Ok(()),
        How::Simulated => writeln!(
            out,
            "~Which side is told by the rounds that were played, where it lies at least three standard errors off."
        ),
    }
}

fn compared(out: &mut impl Write, view: &View) -> io::Result<()> {
    let list: &[Compared] = &view.schedules;
    if list.is_empty() {
        return Ok(());
    }
    let stake = view.stake.map_or("a bank that can pay".to_owned(), |stake| format!("a stake of {stake}"));
    writeln!(out, "\nEvery schedule at these wagers, with {stake}:")?;
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
