//! One table's log held against the rules of the law, entry by entry, each round by what counted when it began.

mod voided;

use std::collections::{BTreeMap, BTreeSet};

use books::law::{Date, LawCheck, LawRule, Status};
use room::{Command, Event, PersonId};
use serde::{Deserialize, Serialize};
use store::Entry;

use self::voided::{Voided, voids_all};
use super::finding::{Finding, OverrideTold};
use super::history::History;
use super::opened::{Filed, Opened};
use super::{NoticePart, Packs};
use crate::journal::TableEntry;
use crate::library::Library;

/// In which time two others have to hold the bank, in milliseconds.
const FORTY_MINUTES_MS: i64 = 40 * 60_000;

/// How many rounds running one may bank.
const RUNNING_MOST: u32 = 2;

/// As whom somebody counts for the bank.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Person(PersonId),
    Company(String),
}

/// A round that began.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Round {
    /// The number of the event with which it began.
    event: u64,
    at_ms: i64,
    number: u64,
    banker: Option<PersonId>,
    /// Who has a share of the bank.
    partners: Vec<PersonId>,
    was_offered: bool,
    /// What was found against rules when it began, by place.
    found: Vec<usize>,
}

/// One table as its log is read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct TableLaw {
    table: u32,
    opened: Option<Opened>,
    is_closed: bool,
    people: BTreeSet<PersonId>,
    /// For whom the floor said at this table that somebody plays.
    noted: BTreeMap<PersonId, String>,
    banker: Option<PersonId>,
    partners: Vec<PersonId>,
    was_offered: bool,
    /// The rounds of the last forty minutes, and enough before them to count who banks running.
    rounds: Vec<Round>,
    voided: Option<Voided>,
    /// When the game that is on began.
    game_began_ms: Option<i64>,
    findings: Vec<Finding>,
    /// Which of them are still so, by the rule.
    open: BTreeMap<String, usize>,
    /// Those that were so between rounds as well.
    between: BTreeSet<usize>,
}

impl TableLaw {
    pub(super) fn new(table: u32) -> TableLaw {
        TableLaw { table, ..TableLaw::default() }
    }

    /// What is kept of it beside the log: nothing of a table that is closed, and of what was found only what is still so or may
    /// be taken back.
    pub(super) fn kept(&self) -> Option<TableLaw> {
        if self.is_closed {
            return None;
        }
        let of_rounds = self.rounds.iter().chain(self.voided.iter().map(|voided| &voided.round));
        let of_rounds = of_rounds.flat_map(|round| round.found.iter().copied());
        let places: BTreeSet<usize> = self.open.values().copied().chain(of_rounds).collect();
        let moved: BTreeMap<usize, usize> =
            places.iter().copied().enumerate().map(|(new, old)| (old, new)).collect();
        let mut kept = self.clone();
        kept.findings = places.iter().map(|place| self.findings[*place].clone()).collect();
        kept.open.values_mut().for_each(|place| *place = moved[place]);
        kept.between = self.between.iter().filter_map(|place| moved.get(place).copied()).collect();
        if let Some(voided) = &mut kept.voided {
            voided.forgotten.iter_mut().for_each(|(place, _)| *place = moved[place]);
        }
        let of_rounds = kept.rounds.iter_mut().chain(kept.voided.iter_mut().map(|voided| &mut voided.round));
        of_rounds.flat_map(|round| &mut round.found).for_each(|place| *place = moved[place]);
        Some(kept)
    }

    /// Goes on from what was kept: the books of the table are read again.
    pub(super) fn take_up(&mut self, library: &Library) {
        if let Some(own) = &self.opened {
            self.opened = Some(Opened::new(&own.spec, &own.files, own.at_ms, library));
        }
    }

    /// Whether it is played with chips of the house; the law says nothing of play chips.
    fn is_of_house(&self) -> bool {
        self.opened.as_ref().is_some_and(|opened| !opened.spec.is_practice)
    }

    /// Whether it is played with play chips, so that nothing more of its log matters.
    pub(super) fn is_practice(&self) -> bool {
        self.opened.as_ref().is_some_and(|opened| opened.spec.is_practice)
    }

    /// Takes an entry of its log.
    pub(super) fn take(&mut self, entry: &Entry, body: &TableEntry, history: &History, library: &Library) {
        if let TableEntry::Open { spec, files, .. } = body {
            self.opened = Some(Opened::new(spec, files, entry.at_ms, library));
        }
        if !self.is_of_house() {
            return;
        }
        // The floor's word that a whole round is void was accepted, so that one is on.
        if let TableEntry::Command { command: Command::Report { report }, .. } = body
            && voids_all(report)
        {
            self.void(entry.first, entry.at_ms);
        }
        for (number, event) in (entry.first..).zip(body.events()) {
            self.hear(number, event, entry.at_ms, history);
        }
        if !self.is_closed {
            self.look_at_providers(entry.at_ms, history);
        }
    }

    fn hear(&mut self, number: u64, event: &Event, at_ms: i64, history: &History) {
        if let Event::Sat { person, .. } = event {
            self.people.insert(*person);
        } else if let Event::Left { person, .. } = event {
            self.people.remove(person);
        } else if let Event::CompanyNoted { person, company, .. } = event {
            match company {
                Some(company) => drop(self.noted.insert(*person, company.clone())),
                None => drop(self.noted.remove(person)),
            }
        } else if matches!(event, Event::BankOffered { .. }) {
            self.was_offered = true;
        } else if let Event::BankTaken { person, .. } = event {
            (self.banker, self.partners) = (Some(*person), Vec::new());
        } else if let Event::ShareTaken { person, .. } = event {
            self.partners.push(*person);
        } else if let Event::RoundBegan { round, .. } = event {
            let (banker, was_offered) = (self.banker.take(), std::mem::take(&mut self.was_offered));
            let (partners, found) = (std::mem::take(&mut self.partners), Vec::new());
            self.rounds.push(Round {
                event: number,
                at_ms,
                number: *round,
                banker,
                partners,
                was_offered,
                found,
            });
            self.round_began(at_ms, history);
        } else if let Event::TakenBack { first, .. } = event {
            self.take_back(*first, at_ms);
        } else if matches!(event, Event::RoundEnded { .. }) {
            self.voided = None;
        } else if matches!(event, Event::HoursOver { .. } | Event::Broken { .. } | Event::NewGame { .. }) {
            self.game_began_ms = None;
            // Whoever takes the bank after everybody has passed takes one that was not offered.
            self.was_offered &= !matches!(event, Event::Broken { .. });
        } else if matches!(event, Event::Closed) {
            self.is_closed = true;
            for (_, place) in std::mem::take(&mut self.open) {
                self.findings[place].until_ms = Some(at_ms);
            }
        }
    }

    fn round_began(&mut self, at_ms: i64, history: &History) {
        let is_long_ago = |round: &Round| round.at_ms + FORTY_MINUTES_MS <= at_ms;
        let last = self.rounds.len().checked_sub(2).map(|place| &self.rounds[place]);
        if last.is_none_or(is_long_ago) || self.game_began_ms.is_none() {
            self.game_began_ms = Some(at_ms);
        }
        let running = RUNNING_MOST as usize + 1;
        let old = self.rounds.iter().take_while(|round| is_long_ago(round)).count();
        self.rounds.drain(..old.min(self.rounds.len().saturating_sub(running)));
        let Some(packs) = history.packs_at(at_ms).cloned() else { return };
        for rule in packs.rules() {
            if let Some(found) = self.of_round(rule.check, at_ms, history) {
                let place = self.note(rule, found, at_ms, true, history);
                if let Some(round) = self.rounds.last_mut() {
                    round.found.extend(place);
                }
            }
        }
    }

    /// A second player of a provider is seen at once, not when the next round begins.
    fn look_at_providers(&mut self, at_ms: i64, history: &History) {
        let Some(packs) = history.packs_at(at_ms).cloned() else { return };
        for rule in packs.rules().filter(|rule| rule.check == LawCheck::OneProvider) {
            let found = self.providers(at_ms, history);
            self.note(rule, found, at_ms, false, history);
        }
    }

    /// As whom somebody counts for the bank at a moment.
    fn who(&self, person: PersonId, at_ms: i64, history: &History) -> Who {
        match self.company(person, at_ms, history) {
            Some(company) => Who::Company(company),
            None => Who::Person(person),
        }
    }

    /// For which company somebody plays: by their badge, or as the floor said at this table.
    fn company(&self, person: PersonId, at_ms: i64, history: &History) -> Option<String> {
        let badge = history.badge(person, at_ms).map(|badge| badge.name.clone());
        let plain = |name: String| name.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        badge.or_else(|| self.noted.get(&person).cloned()).map(plain)
    }

    /// What is against a check in the round that has just begun: nothing if the check asks nothing of a round, else what is
    /// wrong, if anything is.
    fn of_round(&self, check: LawCheck, at_ms: i64, history: &History) -> Option<Option<String>> {
        let is_banked = self.opened.as_ref().is_some_and(|opened| opened.is_banked);
        match check {
            LawCheck::OfferedEveryRound => is_banked.then(|| self.unoffered()),
            LawCheck::BankRotates => {
                is_banked.then(|| self.running(at_ms, history).or_else(|| self.filed(check)))
            }
            LawCheck::HouseNeverBanks => {
                is_banked.then(|| self.by_the_house(at_ms, history).or_else(|| self.filed(check)))
            }
            LawCheck::TwoOthersBank => is_banked.then(|| self.too_few_others(at_ms, history)),
            check => self.of_moment(check, at_ms, history),
        }
    }

    /// The same of checks that ask how a table is at a moment, whether a round begins or not.
    fn of_moment(&self, check: LawCheck, at_ms: i64, history: &History) -> Option<Option<String>> {
        let opened = self.opened.as_ref()?;
        let hangs = |part: NoticePart, is_own: bool| history.has_notice(self.table, part, is_own, at_ms);
        let missing = |part: NoticePart, is_own: bool, what: &str| {
            Some((!hangs(part, is_own)).then(|| what.to_owned()))
        };
        match check {
            LawCheck::PlayerDealerNotice if opened.is_banked => missing(
                NoticePart::PlayerDealer,
                true,
                "no notice at the table says that any player may take the bank, and can lose no more than they wager",
            ),
            LawCheck::HelpLine => {
                missing(NoticePart::HelpLine, false, "no notice shows where people find help with gambling")
            }
            LawCheck::AgeNotice => {
                missing(NoticePart::Age, false, "no notice says that nobody under 21 plays")
            }
            LawCheck::RatesPosted if opened.spec.schedule.is_some() => {
                missing(NoticePart::Rates, true, "the rates by which the table charges are not posted there")
            }
            LawCheck::OneProvider => Some(self.providers(at_ms, history)),
            LawCheck::PlayingBook => Some(self.unbooked(at_ms, history)),
            LawCheck::DropAccounted => Some(
                (!history.has_shift(at_ms))
                    .then(|| "no shift is open, so that the box at the table belongs to none".to_owned()),
            ),
            LawCheck::AtMostFiveRates
            | LawCheck::FixedBeforeHand
            | LawCheck::StakeLimited
            | LawCheck::NoBust
            | LawCheck::No21Target
            | LawCheck::TiesToPlayer
            | LawCheck::PlainName
            | LawCheck::ScheduleFiled
            | LawCheck::ApprovalNumber => Some(self.filed(check)),
            // Of rounds alone, of the house as it is filed, or kept by how the ledger and the log are made.
            LawCheck::OfferedEveryRound
            | LawCheck::BankRotates
            | LawCheck::HouseNeverBanks
            | LawCheck::TwoOthersBank
            | LawCheck::PlayerDealerNotice
            | LawCheck::RatesPosted
            | LawCheck::NoPercentage
            | LawCheck::HouseRules
            | LawCheck::JackpotApart
            | LawCheck::RecordsKept => None,
        }
    }

    /// What the table's own book and schedule do against a check.
    fn filed(&self, check: LawCheck) -> Option<String> {
        self.filed_breach(check).map(|filed| filed.what.clone())
    }

    fn filed_breach(&self, check: LawCheck) -> Option<&Filed> {
        self.opened.iter().flat_map(|opened| &opened.breaches).find(|filed| filed.check == check)
    }

    fn unoffered(&self) -> Option<String> {
        let last = self.rounds.last()?;
        (!last.was_offered).then(|| format!("the bank was offered to nobody before round {}", last.number))
    }

    /// Whoever owns the room is the house, by whatever account they take the bank.
    fn by_the_house(&self, at_ms: i64, history: &History) -> Option<String> {
        let round = self.rounds.last()?;
        let mut banks = round.banker.iter().chain(&round.partners);
        let owner = banks.find(|person| history.is_owner(**person, at_ms))?;
        Some(format!("{}, who owns the house, holds the bank", history.name(*owner)))
    }

    fn running(&self, at_ms: i64, history: &History) -> Option<String> {
        let banker = self.rounds.last()?.banker?;
        let who = self.who(banker, at_ms, history);
        let is_same =
            |round: &&Round| round.banker.is_some_and(|banker| self.who(banker, round.at_ms, history) == who);
        let count = self.rounds.iter().rev().take_while(is_same).count();
        (count > RUNNING_MOST as usize).then(|| {
            let whom = match who {
                Who::Person(person) => history.name(person),
                Who::Company(name) => format!("the company {name}"),
            };
            format!("{whom} banks more than {RUNNING_MOST} rounds running")
        })
    }

    fn too_few_others(&self, at_ms: i64, history: &History) -> Option<String> {
        if self.game_began_ms.is_none_or(|began| at_ms - began < FORTY_MINUTES_MS) {
            return None;
        }
        let lately = self.rounds.iter().filter(|round| at_ms - round.at_ms < FORTY_MINUTES_MS);
        let bankers: BTreeSet<PersonId> = lately.filter_map(|round| round.banker).collect();
        let is_provider = |person: &&PersonId| self.company(**person, at_ms, history).is_some();
        let others = bankers.iter().filter(|person| !is_provider(person)).count();
        (others < 2).then(|| {
            let whom = if others == 0 { "nobody" } else { "one player" };
            format!("in the last forty minutes {whom} besides the provider held the bank, where two must")
        })
    }

    fn providers(&self, at_ms: i64, history: &History) -> Option<String> {
        let own = self.people.iter().filter_map(|person| {
            let company = self.company(*person, at_ms, history)?;
            Some(format!("{} of {company}", history.name(*person)))
        });
        let own: Vec<String> = own.collect();
        (own.len() > 1)
            .then(|| format!("more than one player of providers is at the table: {}", own.join(", ")))
    }

    fn unbooked(&self, at_ms: i64, history: &History) -> Option<String> {
        let mut unknown = self
            .noted
            .iter()
            .filter(|(person, _)| self.people.contains(person) && history.badge(**person, at_ms).is_none());
        unknown.next().map(|(person, company)| {
            format!(
                "{} plays for {company}, and the house has no badge of theirs for the playing book",
                history.name(*person)
            )
        })
    }

    /// Takes note of what is found against a rule, or that nothing is; gives its place.
    fn note(
        &mut self,
        rule: &LawRule,
        found: Option<String>,
        at_ms: i64,
        is_round: bool,
        history: &History,
    ) -> Option<usize> {
        let standing = rule.standing_on(Date::at(at_ms));
        let overridden = history.overridden(self.table, &rule.id, at_ms).map(|own| OverrideTold {
            reason: own.reason.clone(),
            by: history.name(own.by),
            at_ms: own.at_ms,
        });
        let Some(what) = found else {
            if let Some(place) = self.open.remove(&rule.id) {
                self.findings[place].until_ms = Some(at_ms);
            }
            return None;
        };
        let round = self.rounds.last().filter(|_| is_round).map(|round| round.number);
        if let Some(place) = self.open.get(&rule.id) {
            let own = &mut self.findings[*place];
            if own.standing == standing.into() && own.overridden == overridden {
                own.last_ms = at_ms;
                own.what = what;
                own.rounds += u64::from(is_round);
                own.round = own.round.or(round);
                if !is_round {
                    self.between.insert(*place);
                }
                return Some(*place);
            }
            own.until_ms = Some(at_ms);
        }
        let (since_ms, rounds) = (at_ms, u64::from(is_round));
        let finding = self.finding(rule, standing, what, since_ms, round, overridden);
        let place = self.findings.len();
        self.open.insert(rule.id.clone(), place);
        self.findings.push(Finding { rounds, ..finding });
        if !is_round {
            self.between.insert(place);
        }
        Some(place)
    }

    fn finding(
        &self,
        rule: &LawRule,
        standing: Status,
        what: String,
        since_ms: i64,
        round: Option<u64>,
        overridden: Option<OverrideTold>,
    ) -> Finding {
        Finding {
            table: self.table,
            book: self.opened.as_ref().map(|opened| opened.spec.book.clone()).unwrap_or_default(),
            rule: rule.id.clone(),
            says: rule.says.clone(),
            source: rule.source.clone(),
            standing: standing.into(),
            what,
            since_ms,
            last_ms: since_ms,
            until_ms: None,
            round,
            rounds: 0,
            overridden,
            taken_back: 0,
            is_taken_back: false,
            is_warning: self.filed_breach(rule.check).is_some_and(|filed| filed.is_warning),
        }
    }

    /// All that was found.
    pub(super) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What is wrong now: what is so at this moment, and what was so in the last round.
    pub(super) fn now(&self, packs: &Packs, now_ms: i64, history: &History) -> Vec<Finding> {
        let Some(opened) = self.opened.as_ref().filter(|_| self.is_of_house() && !self.is_closed) else {
            return Vec::new();
        };
        let mut list = Vec::new();
        for rule in packs.rules() {
            let known = self.open.get(&rule.id).map(|place| &self.findings[*place]);
            let what = match self.of_moment(rule.check, now_ms, history) {
                Some(found) => found,
                None => known.map(|known| known.what.clone()),
            };
            let Some(what) = what else { continue };
            let standing = rule.standing_on(Date::at(now_ms));
            let overridden = history.overridden(self.table, &rule.id, now_ms).map(|own| OverrideTold {
                reason: own.reason.clone(),
                by: history.name(own.by),
                at_ms: own.at_ms,
            });
            let down_ms = history.taken_down_ms(self.table).unwrap_or(opened.at_ms);
            let since_ms = known.map_or(down_ms.max(opened.at_ms), |known| known.since_ms);
            let finding = self.finding(rule, standing, what, since_ms, None, overridden);
            let (round, rounds) = known.map_or((None, 0), |known| (known.round, known.rounds));
            list.push(Finding { round, rounds, last_ms: now_ms, ..finding });
        }
        list
    }
}
