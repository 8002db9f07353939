//! The report of `cardroom bots`, for people and for programs.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::Report;
use super::tally::Played;
use crate::failure::Failure;

/// A part of a whole; nothing of nothing.
fn part(of: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| of as f64 / whole as f64)
}

fn percent(part: Option<f64>) -> String {
    part.map_or("-".to_owned(), |part| format!("{:.1}%", 100.0 * part))
}

fn ratio(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.2}"))
}

impl Played {
    fn aggression(&self) -> Option<f64> {
        part(self.bets, self.calls)
    }

    /// What they won in each round that they were in, in cents.
    fn won_each(&self) -> Option<f64> {
        (self.dealt > 0).then(|| self.won as f64 / self.dealt as f64)
    }

    fn to_json(self) -> Value {
        json!({
            "hands": self.hands,
            "entered": part(self.entered, self.hands),
            "raised": part(self.raised, self.hands),
            "aggression": self.aggression(),
            "dealt_in": self.dealt,
            "won_each_round": self.won_each(),
        })
    }
}

impl Report<'_> {
    fn every(&self) -> u64 {
        self.cost.map_or(1, |cost| cost.every)
    }

    fn cost_of_play(&self) -> Option<f64> {
        self.tally.cost_percent(self.tally.cost, self.every())
    }

    fn cost_of_insurance(&self) -> Option<f64> {
        let cost = self.tally.cost_percent(self.tally.cost_aside, self.every());
        cost.filter(|_| self.tally.insurance_offers > 0)
    }

    fn depth(&self) -> f64 {
        let depths = self.tally.depths();
        depths.iter().sum::<f64>() / depths.len().max(1) as f64
    }

    pub(super) fn print(&self, is_json: bool) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        if is_json {
            writeln!(out, "{}", self.to_json())?;
            return Ok(());
        }
        let tally = &self.tally;
        let mean = part(tally.dealt_in, tally.rounds);
        let schedule = self.schedule.as_ref().map_or(String::new(), |name| format!(", schedule {name}"));
        writeln!(
            out,
            "{}{schedule}: {} bots, {} rounds, seed {}",
            self.book, self.seated, tally.rounds, self.asked.seed
        )?;
        writeln!(
            out,
            "Dealt in       {} of {} on average; a seat was left out for {} rounds in a row at most",
            ratio(mean),
            self.seated,
            tally.absent_most()
        )?;
        let depths = tally.depths();
        let bound = |pick: fn(f64, f64) -> f64, from: f64| depths.iter().copied().fold(from, pick);
        writeln!(
            out,
            "Stacks         {:.2} of the {} they begin with on average, by seat {:.2} to {:.2}; {} times filled up, {} times \
             another took the seat",
            self.depth(),
            self.start,
            bound(f64::min, f64::INFINITY),
            bound(f64::max, 0.0),
            tally.brought,
            tally.replaced
        )?;
        let all = tally.all();
        if all.hands > 0 {
            writeln!(
                out,
                "Entered        {} of the hands; raised with {}; bets and raises to a call {}",
                percent(part(all.entered, all.hands)),
                percent(part(all.raised, all.hands)),
                ratio(all.aggression())
            )?;
        }
        if tally.first_in.iter().any(|(hands, _)| *hands > 0) {
            let [low, middle, high] = tally.first_in.map(|(hands, entered)| percent(part(entered, hands)));
            writeln!(
                out,
                "First in       enter with the lowest third {low}, the middle {middle}, the highest {high}"
            )?;
            writeln!(
                out,
                "Pots           {} entered, {} raised after that",
                percent(part(tally.opened_pots, tally.rounds)),
                percent(part(tally.raised_pots, tally.rounds))
            )?;
        }
        if tally.insurance_offers > 0 {
            let cost = self.cost_of_insurance().map_or("-".to_owned(), |cost| format!("{cost:.5}%"));
            writeln!(
                out,
                "Insurance      taken {} of {} times, which gives away {cost} of the action",
                tally.insured, tally.insurance_offers
            )?;
        }
        if tally.follow_offers > 0 {
            writeln!(out, "Followed       {} of {} doubles and splits", tally.followed, tally.follow_offers)?;
        }
        match (self.cost, self.cost_of_play()) {
            (Some(cost), Some(lost)) => writeln!(
                out,
                "Cost           {lost:.5}% of {} of action over {} choices, {} not valued; {}",
                tally.action, tally.weighed, tally.unvalued, cost.basis
            )?,
            _ => writeln!(out, "Cost           not known: nothing says what is best here")?,
        }
        for (style, played) in &tally.by_style {
            writeln!(
                out,
                "{style:<15}entered {}, raised {}, bets to a call {}, {} a round",
                percent(part(played.entered, played.hands)),
                percent(part(played.raised, played.hands)),
                ratio(played.aggression()),
                played.won_each().map_or("-".to_owned(), |cents| format!("{:+.2} dollars", cents / 100.0))
            )?;
        }
        Ok(())
    }

    fn to_json(&self) -> Value {
        let tally = &self.tally;
        let all = tally.all();
        // Only where hands are entered or thrown away by turns there are pots to enter.
        let has_pots = tally.first_in.iter().any(|(hands, _)| *hands > 0);
        let pots = if has_pots { tally.rounds } else { 0 };
        let first_in: Vec<Value> = tally
            .first_in
            .iter()
            .map(|(hands, entered)| json!({ "hands": hands, "entered": part(*entered, *hands) }))
            .collect();
        let styles: serde_json::Map<String, Value> =
            tally.by_style.iter().map(|(style, played)| ((*style).to_owned(), played.to_json())).collect();
        json!({
            "book": self.book,
            "schedule": self.schedule,
            "seed": self.asked.seed,
            "bots": self.seated,
            "rounds": tally.rounds,
            "dealt_in": part(tally.dealt_in, tally.rounds),
            "absent_most": tally.absent_most(),
            "stacks": {
                "start": self.start.in_cents(),
                "depth": self.depth(),
                "by_seat": tally.depths(),
                "filled_up": tally.brought,
                "replaced": tally.replaced,
            },
            "entered": part(all.entered, all.hands),
            "raised": part(all.raised, all.hands),
            "aggression": all.aggression(),
            "first_in": first_in,
            "pots_entered": part(tally.opened_pots, pots),
            "pots_raised": part(tally.raised_pots, pots),
            "insurance": {
                "offered": tally.insurance_offers,
                "taken": tally.insured,
                "cost_percent": self.cost_of_insurance(),
            },
            "follows": { "offered": tally.follow_offers, "taken": tally.followed },
            "cost": {
                "percent": self.cost_of_play(),
                "action": tally.action.in_cents(),
                "choices": tally.weighed,
                "unvalued": tally.unvalued,
                "basis": self.cost.map(|cost| cost.basis),
            },
            "styles": styles,
        })
    }
}
