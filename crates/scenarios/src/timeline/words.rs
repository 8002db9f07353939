//! Reads the steps of a timeline: a time, then what somebody does or what must be so.

use books::Money;
use games::Seat;
use games::round::Report;
use room::{Command, Time};

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// One step.
pub(super) struct Line {
    /// When.
    pub(super) time: Option<Moment>,
    /// What is done.
    pub(super) act: Option<Act>,
    /// What must be so.
    pub(super) look: Option<Look>,
    /// The clause by which the act must be refused; empty where any refusal will do.
    pub(super) refused: Option<String>,
}

/// A time of day, or so much later.
#[derive(Clone, Copy)]
pub(super) enum Moment {
    /// Milliseconds since midnight; of the next day if that has passed.
    OfDay(i64),
    /// Milliseconds since midnight of the next such day of the week, from Monday as 0.
    OfWeek(i64, i64),
    /// Milliseconds from now.
    Later(i64),
}

/// What somebody does.
pub(super) enum Act {
    /// A patron's command.
    Person { who: String, command: Command },
    /// A wager on the own spot, or on another.
    Wager { who: String, amount: Money, spot: Option<Seat>, joint: Option<u8> },
    /// A report of the dealer, or of the floor.
    Report { by_floor: bool, what: Report },
    /// A command of the floor.
    Floor(Command),
    /// The floor says that two people are relatives, and whether they may play in one game.
    Relatives { one: String, other: String, may_play: bool },
    /// The floor says for which company somebody plays.
    Company { who: String, company: Option<String> },
    /// The banker lets somebody's share into the bank.
    Share { banker: String, who: String },
    /// Somebody agrees that another's wager on a spot is one with the own.
    Joint { who: String, with: String, spot: Seat },
    /// A round begins.
    Begin,
    /// A round is played to its end.
    Play,
}

/// What must be so.
pub(super) enum Look {
    /// Somebody's chips at the table.
    Stack(String, Money),
    /// Where somebody sits, or that nobody of that name does.
    Seat(String, Option<Seat>),
    /// The waiting list in order.
    List(Vec<String>),
    /// What is in the drop.
    Drop(Money),
    /// Which seat is asked to bank.
    Bank(Seat),
    /// Who is asked to bank.
    AskedToBank(String),
    /// Until when somebody on the list is called to a seat, or that nobody calls them.
    Called(String, Option<Moment>),
    /// Whether the table lets somebody give a command now.
    May { who: String, word: String, is_allowed: bool },
    /// The table has told this since the last step that did something.
    Told { words: String, clause: Option<String> },
    /// It has told nothing with these words.
    NotTold(String),
}

impl Moment {
    /// The moment after another.
    pub(super) fn from(self, now: Time) -> Time {
        match self {
            Moment::Later(later) => now.after_ms(later),
            Moment::OfWeek(weekday, of_day) => {
                // The first day of 1970 was a Thursday.
                let monday = -3 * super::DAY_MS;
                let week = 7 * super::DAY_MS;
                let of_week = monday + weekday * super::DAY_MS + of_day;
                Time(now.0 + (of_week - now.0).rem_euclid(week))
            }
            Moment::OfDay(of_day) => {
                let midnight = now.0 - now.0.rem_euclid(super::DAY_MS);
                let today = Time(midnight).after_ms(of_day);
                if today < now { today.after_ms(super::DAY_MS) } else { today }
            }
        }
    }
}

/// No step comes later than a year after the one before it.
const LATER_MOST_MS: i64 = 366 * super::DAY_MS;

/// Reads "18:05", "18:05:30", "+35m" or "+20s".
fn read_moment(text: &str) -> Option<Moment> {
    if let Some(later) = text.strip_prefix('+') {
        let minutes = later.strip_suffix('m').map(|number| (number, 60_000));
        let (number, unit) = minutes.or(later.strip_suffix('s').map(|number| (number, 1_000)))?;
        let later = i64::from(number.parse::<u32>().ok()?) * unit;
        return (later <= LATER_MOST_MS).then_some(Moment::Later(later));
    }
    let mut parts = text.split(':').map(|part| part.parse::<u8>().map(i64::from));
    let (hour, minute) = (parts.next()?.ok()?, parts.next()?.ok()?);
    let second = parts.next().unwrap_or(Ok(0)).ok()?;
    let is_time = hour < 24 && minute < 60 && second < 60 && parts.next().is_none();
    is_time.then_some(Moment::OfDay(((hour * 60 + minute) * 60 + second) * 1_000))
}

/// Reads one step.
pub(super) fn read_line(step: &str) -> Result<Line, String> {
    let mut words: Vec<&str> = step.split_whitespace().collect();
    let weekday = words.first().and_then(|word| WEEKDAYS.iter().position(|day| day == word));
    let mut time = None;
    if let (Some(weekday), Some(Moment::OfDay(of_day))) =
        (weekday, words.get(1).and_then(|word| read_moment(word)))
    {
        time = Some(Moment::OfWeek(weekday as i64, of_day));
        words.drain(..2);
    } else if let Some(moment) = words.first().and_then(|word| read_moment(word)) {
        time = Some(moment);
        words.remove(0);
    }
    if words.is_empty() && time.is_some() {
        return Ok(Line { time, act: None, look: None, refused: None });
    }
    let mut refused = None;
    if let Some(place) = words.iter().position(|word| *word == "refused") {
        refused = Some(words[place + 1..].join(" "));
        words.truncate(place);
    }
    if let Some(act) = read_act(&words) {
        return Ok(Line { time, act: Some(act), look: None, refused });
    }
    match refused {
        None => Ok(Line { time, act: None, look: Some(read_look(&words)), refused }),
        Some(_) => Err(format!("\"{step}\" is not something that can be done at a table")),
    }
}

fn reported(what: &[&str], by_floor: bool) -> Option<Act> {
    crate::play::poker::report_of(what).map(|what| Act::Report { by_floor, what })
}

fn read_act(words: &[&str]) -> Option<Act> {
    let seat = |text: &str| text.parse::<u8>().ok().filter(|seat| *seat > 0).map(Seat::new);
    let money = |text: &str| text.parse::<Money>().ok();
    let relatives = |one: &str, other: &str, may_play| {
        Some(Act::Relatives { one: one.to_owned(), other: other.to_owned(), may_play })
    };
    if let ["floor", rest @ ..] = words {
        return match rest {
            ["stops", "the", "table"] => Some(Act::Floor(Command::Pause)),
            ["notes", one, other, "as", "relatives"] => relatives(one, other, false),
            ["lets", one, other, "play"] => relatives(one, other, true),
            ["notes", who, "for", company] => {
                Some(Act::Company { who: (*who).to_owned(), company: Some((*company).to_owned()) })
            }
            ["notes", who, "for", "no", "company"] => {
                Some(Act::Company { who: (*who).to_owned(), company: None })
            }
            ["begins", "a", "new", "game"] => Some(Act::Floor(Command::NewGame)),
            ["goes", "on"] => Some(Act::Floor(Command::Resume)),
            ["closes", "the", "table"] => Some(Act::Floor(Command::Close)),
            ["reports", what @ ..] => reported(what, true),
            _ => None,
        };
    }
    match words {
        ["dealer", "begins"] => return Some(Act::Begin),
        ["dealer", "reports", what @ ..] => return reported(what, false),
        ["hand" | "round", "is", "played"] => return Some(Act::Play),
        _ => {}
    }
    let (who, deed) = words.split_first()?;
    let who = (*who).to_owned();
    if let Some(choice) = crate::play::poker::choice_of(deed) {
        return Some(Act::Person { who, command: Command::Choose { who: None, choice } });
    }
    let command = match deed {
        ["sits", "in", number, "with", amount] => {
            Command::Sit { seat: seat(number)?, buy_in: money(amount)? }
        }
        ["stands", "behind", "with", amount] => Command::StandBehind { buy_in: money(amount)? },
        ["adds", amount] => Command::AddChips { amount: money(amount)? },
        ["leaves"] => Command::Leave,
        ["joins", "the", "list"] => Command::Join,
        ["leaves", "the", "list"] => Command::Unlist,
        ["moves", "to", number] => Command::ChangeSeat { seat: seat(number)? },
        ["goes", "away"] => Command::SitOut,
        ["goes", "to", "eat"] => Command::TakeLeave,
        ["calls", "time"] => Command::CallTime,
        ["comes", "back"] => Command::SitIn,
        ["posts"] => Command::Post,
        ["banks", amount] => Command::TakeBank { stake: money(amount)? },
        ["passes", "the", "bank"] => Command::PassBank,
        ["is", "ready"] => Command::Ready,
        ["offers", amount, "to", "the", "bank"] => Command::ShareBank { amount: money(amount)? },
        ["takes", "the", "share", "of", other] => {
            return Some(Act::Share { banker: who, who: (*other).to_owned() });
        }
        ["agrees", "with", other, "on", number] => {
            return Some(Act::Joint { who, with: (*other).to_owned(), spot: seat(number)? });
        }
        ["wagers", amount] => {
            return Some(Act::Wager { who, amount: money(amount)?, spot: None, joint: None });
        }
        ["wagers", amount, "on", number] => {
            let (amount, spot) = (money(amount)?, Some(seat(number)?));
            return Some(Act::Wager { who, amount, spot, joint: None });
        }
        ["wagers", amount, "on", number, "as", "one", "bet"] => {
            let (amount, spot) = (money(amount)?, Some(seat(number)?));
            return Some(Act::Wager { who, amount, spot, joint: Some(1) });
        }
        _ => return None,
    };
    Some(Act::Person { who, command })
}

fn read_look(words: &[&str]) -> Look {
    let name = |text: &str| text.to_owned();
    match words {
        ["list", "is", "empty"] => return Look::List(Vec::new()),
        ["list", "is", names @ ..] => return Look::List(names.iter().map(|one| name(one)).collect()),
        [who, "has", "no", "seat"] => return Look::Seat(name(who), None),
        ["nobody", rest @ ..] => return Look::NotTold(rest.join(" ")),
        ["not", rest @ ..] => return Look::NotTold(rest.join(" ")),
        [who, "holds", "seat", number] => {
            if let Some(number) = number.parse::<u8>().ok().filter(|number| *number > 0) {
                return Look::Seat(name(who), Some(Seat::new(number)));
            }
        }
        ["bank", "offered", "to", number] => {
            if let Some(number) = number.parse::<u8>().ok().filter(|number| *number > 0) {
                return Look::Bank(Seat::new(number));
            }
        }
        [who, "is", "asked", "to", "bank"] => return Look::AskedToBank(name(who)),
        [who, "is", "not", "called"] => return Look::Called(name(who), None),
        [who, "is", "called", "until", time] => {
            if let Some(until) = read_moment(time) {
                return Look::Called(name(who), Some(until));
            }
        }
        ["drop", "is", amount] => {
            if let Ok(amount) = amount.parse() {
                return Look::Drop(amount);
            }
        }
        [who, "may", word] => return Look::May { who: name(who), word: name(word), is_allowed: true },
        [who, "may", "not", word] => {
            return Look::May { who: name(who), word: name(word), is_allowed: false };
        }
        [who, "has", amount] => {
            if let Ok(amount) = amount.parse() {
                return Look::Stack(name(who), amount);
            }
        }
        _ => {}
    }
    match words.iter().position(|word| *word == "by") {
        Some(place) => {
            Look::Told { words: words[..place].join(" "), clause: Some(words[place + 1..].join(" ")) }
        }
        None => Look::Told { words: words.join(" "), clause: None },
    }
}
