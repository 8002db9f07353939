//! `cardroom rates`: the collection schedules of a book.

use std::io::{self, Write};

use books::rates::{RateTable, Schedule};
use clap::Args;

use crate::Context;
use crate::failure::Failure;
use crate::wrap::wrap;
use books::rates::PriceList;

/// Prints the collection schedules of a book.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  cardroom rates mortimers/no-bust-6\n  cardroom rates marina/holdem --json"
)]
pub(crate) struct Rates {
    /// The book, such as mortimers/no-bust-6
    #[arg(value_name = "BOOK")]
    book: String,
}

impl Rates {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let id = context.shelf.find(&self.book)?;
        let book = context.shelf.book(&id)?;
        let rates = context.shelf.rates(&book)?.map(|reading| reading.value);
        let mut out = io::BufWriter::new(io::stdout().lock());
        if context.json {
            let list = rates.map_or_else(|| serde_json::json!([]), |rates| rates.json(&id.game));
            serde_json::to_writer_pretty(&mut out, &list).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            let tables: Vec<&RateTable> =
                rates.iter().flat_map(|rates| &rates.tables).filter(|table| table.serves(&id.game)).collect();
            if tables.is_empty() {
                writeln!(out, "{id} has no collection schedules")?;
            }
            for (place, table) in tables.into_iter().enumerate() {
                if place > 0 {
                    writeln!(out)?;
                }
                tell(&mut out, table)?;
            }
        }
        out.flush()?;
        Ok(())
    }
}

fn tell(out: &mut impl Write, table: &RateTable) -> io::Result<()> {
    writeln!(out, "{}", table.title)?;
    for sentence in table.sentences() {
        writeln!(out, "{}", wrap(&sentence, "  "))?;
    }
    for remark in &table.remarks {
        writeln!(out, "{}", wrap(&remark.says, "  note: "))?;
    }
    for schedule in &table.schedules {
        let list = PriceList::new(schedule);
        let closed = if schedule.offered.value { "" } else { "  (not offered)" };
        writeln!(out, "\n  {:<14} {}{closed}", schedule.handle, list.limit)?;
        for group in &list.groups {
            writeln!(out, "    {}", group.title)?;
            for (what, fee) in &group.rows {
                writeln!(out, "      {what:<50} {fee:>8}")?;
            }
        }
        remarks(out, schedule)?;
    }
    Ok(())
}

fn remarks(out: &mut impl Write, schedule: &Schedule) -> io::Result<()> {
    for remark in &schedule.remarks {
        writeln!(out, "{}", wrap(&format!("{}: {}", remark.on.value, remark.says), "    note: "))?;
    }
    Ok(())
}
