//! A poker book as cases play it, with the stakes of the case, and what stands on the table before its hand.

use std::collections::BTreeMap;

use books::Money;
use books::poker::{MakeUp, PokerRules, StakesFault};
use books::rates::Schedule;
use games::Seat;
use games::poker::{Fees, Player, PostKind, Posting, Setup, Table, stakes_of};

use crate::format::{HandSection, Scenario};
use crate::step::read_pair;

/// The money of people whose stack a case does not mention.
const STACK: Money = Money::dollars(10_000);

/// A poker book and one of its schedules.
#[derive(Clone, Debug)]
pub struct CaseGame {
    /// The rules.
    pub rules: PokerRules,
    /// The schedule, if fees are taken.
    pub schedule: Option<Schedule>,
}

/// Whether a case may say that a human deals, with cards unseen.
pub(crate) const DEALS_UNSEEN: bool = false;

/// Makes a book ready for cases.
pub(crate) fn ready(rules: &PokerRules, schedule: Option<Schedule>) -> CaseGame {
    CaseGame { rules: rules.clone(), schedule }
}

/// Why no table can be opened for a case.
pub(super) enum Refused {
    /// The book or the schedule does not allow these stakes.
    Stakes(StakesFault),
    /// The case does not say what it should.
    Words(String),
}

/// The table a case is played at.
pub(super) fn table_of(game: &CaseGame, told: &HandSection) -> Result<Table, Refused> {
    let pair = |text: &Option<String>| match text {
        None => Ok(None),
        Some(text) => read_pair(text)
            .map(Some)
            .ok_or_else(|| Refused::Words(format!("\"{text}\" is not a pair of amounts such as \"$4/$8\""))),
    };
    let (limit, blinds) = (pair(&told.limit)?, pair(&told.blinds)?);
    let stakes = stakes_of(&game.rules, game.schedule.as_ref(), told.structure, limit, blinds)
        .map_err(Refused::Stakes)?;
    let mut table = Table::new(&game.rules, stakes);
    for posting in told.posted.iter().flatten() {
        let posted = match posting.as_str() {
            "high-low" => table.posted_high_low(),
            "no qualifier" => table.posted_without_qualifier(),
            _ => return Err(Refused::Words(format!("\"{posting}\" is not a posting of a table"))),
        };
        table = posted
            .ok_or_else(|| Refused::Words(format!("the book does not allow the posting \"{posting}\"")))?;
    }
    Ok(table)
}

/// What stands on the table before the hand of a case.
pub(super) fn setup_of(
    scenario: &Scenario,
    game: &CaseGame,
    told: &HandSection,
    table: &Table,
) -> Result<Setup, String> {
    let mut stacks: BTreeMap<u8, Money> = (1..=told.players.unwrap_or(0)).map(|seat| (seat, STACK)).collect();
    let sections = scenario.seats.as_ref().map_or(&[][..], |seats| &seats.0);
    for (seat, section) in sections {
        stacks.insert(*seat, section.stack.unwrap_or(STACK));
    }
    let players: Vec<Player> =
        stacks.iter().map(|(seat, stack)| Player { seat: Seat::new(*seat), stack: *stack }).collect();
    let last = players.last().ok_or("nobody sits at the table")?.seat;
    if players.len() < 2 {
        return Err("a hand of poker needs two players".to_owned());
    }
    if told.button == Some(0) {
        return Err("the button is at seat 0, and seats count from 1".to_owned());
    }
    let button = told.button.map_or(last, Seat::new);
    let entering: Vec<(Seat, MakeUp)> = sections
        .iter()
        .filter(|(_, section)| section.post.as_deref() == Some("entry"))
        .map(|(seat, _)| (Seat::new(*seat), game.rules.posts.newcomer.value))
        .collect();
    let mut setup = Setup::new(table, players, button);
    setup.postings = table.postings(&setup.players, button, &entering);
    for (seat, _) in sections.iter().filter(|(_, section)| section.post.as_deref() == Some("kill")) {
        let killer = Seat::new(*seat);
        if table.killed().is_some() {
            table.kill(killer, &mut setup.postings);
        } else {
            // The hand refuses the post with its clause.
            let posting = Posting { seat: killer, post: PostKind::Kill, amount: table.stakes().low };
            setup.postings.push(posting);
        }
    }
    for (seat, section) in sections {
        let Some(text) = section.post.as_deref().filter(|text| !matches!(*text, "entry" | "kill")) else {
            continue;
        };
        if text == "straddle" {
            setup.postings.extend(table.straddle(Seat::new(*seat)).ok());
            continue;
        }
        let posting = text.rsplit_once(' ').and_then(|(kind, amount)| {
            let post = match kind {
                "straddle" => PostKind::Straddle,
                "entry" => PostKind::Entry,
                "ante" => PostKind::Ante,
                "dead" => PostKind::Dead,
                _ => return None,
            };
            Some(Posting { seat: Seat::new(*seat), post, amount: amount.parse().ok()? })
        });
        setup.postings.push(posting.ok_or_else(|| format!("seats.{seat}: \"{text}\" is not a post"))?);
    }
    if let Some(schedule) = &game.schedule {
        let count = setup.players.len() as u8;
        let is_jackpot_on = told.jackpot.unwrap_or(game.rules.collection.jackpot.value);
        setup.fees = Fees::of(schedule, count, is_jackpot_on, told.half_hour.unwrap_or(false));
    }
    setup.asks_to_show = told.asks_to_show.unwrap_or(false);
    Ok(setup)
}
