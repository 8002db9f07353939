//! `cardroom rulings`: what each house should confirm.

use std::io::{self, Write};

use books::rulings::{ToConfirm, page, to_confirm};
use clap::Args;
use serde_json::{Value, json};

use crate::Context;
use crate::failure::Failure;

/// Lists the rulings that a house should confirm, those that narrow filed words or move the most money first.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  cardroom rulings\n  cardroom rulings players-club\n  cardroom rulings marina --json"
)]
pub(crate) struct Rulings {
    /// Only this house
    #[arg(value_name = "HOUSE")]
    house: Option<String>,
}

impl Rulings {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let shelf = &context.shelf;
        let houses: Vec<&str> = match &self.house {
            Some(name) => vec![name],
            None => shelf.houses().collect(),
        };
        let mut out = io::stdout().lock();
        let mut list = Vec::new();
        for (place, id) in houses.into_iter().enumerate() {
            let (house, rulings) = (shelf.house(id)?, to_confirm(shelf, id)?);
            if context.json {
                list.push(
                    json!({ "house": id, "rulings": rulings.iter().map(ruling_json).collect::<Vec<_>>() }),
                );
            } else {
                write!(out, "{}{}", if place == 0 { "" } else { "\n" }, page(&house.name, &rulings))?;
            }
        }
        if context.json {
            serde_json::to_writer_pretty(&mut out, &list).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Ok(())
    }
}

fn ruling_json(ruling: &ToConfirm) -> Value {
    let question = &ruling.question;
    json!({
        "clause": format!("{}/{}", ruling.file, question.id),
        "game": ruling.game,
        "about": question.about,
        "problem": question.problem,
        "ruling": question.ruling,
        "why": question.why,
        "confirm": question.confirm,
        "narrows": question.narrows.unwrap_or_default(),
        "worth": question.worth.map(|worth| worth.to_string()),
    })
}
