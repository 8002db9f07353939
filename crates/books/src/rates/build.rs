//! Makes the rows of a table into schedules, and notes every key that does not fit.

use std::collections::HashSet;

use super::file::RateTable;
use super::row::{ScheduleRow, TableRows, WhoPays};
use super::schedule::{BankFee, Fees, PlayerFee, Schedule};
use super::words::{Fee, Handle, Oddity, PayerWord, Per, Taken, WagerTier};
use crate::Clause;
use crate::Money;
use crate::read::Rule;

/// A key that does not fit the rest of its row.
pub(super) struct Misfit {
    pub(super) key: String,
    pub(super) what: String,
    pub(super) label: String,
}

/// What is wrong where a name is given twice.
pub(crate) fn same_name(handle: &Handle) -> String {
    format!("two schedules are called \"{handle}\"")
}

/// The table of these rows with those schedules that fit; whatever does not is noted. `key` is the table's place in
/// its file.
pub(super) fn build(rows: &TableRows, key: &str, misfits: &mut Vec<Misfit>) -> RateTable {
    let mut schedules = Vec::with_capacity(rows.schedule.len());
    let mut handles = HashSet::new();
    for (place, row) in rows.schedule.iter().enumerate() {
        let key_of_row = format!("{key}.schedule.{}", place + 1);
        let mut row = Row { rows, row, table: key, key: key_of_row, fits: true, misfits };
        let Some(handle) = row.handle() else { continue };
        if !handles.insert(handle.clone()) {
            row.misfit("handle", same_name(&handle), "give this one a handle");
        }
        if let Some(fees) = row.fees()
            && row.fits
        {
            schedules.push(row.schedule(handle, fees));
        }
    }
    if rows.schedule.is_empty() {
        let (what, label) = ("a table needs at least one schedule".into(), "nothing here".into());
        misfits.push(Misfit { key: format!("{key}.schedule"), what, label });
    }
    for (place, cap) in rows.cap.iter().flatten().enumerate() {
        for game in cap.games.iter().filter(|game| !rows.games.contains(game)) {
            misfits.push(Misfit {
                key: format!("{key}.cap.{}.games", place + 1),
                what: format!("a cap on the rates of \"{game}\", for which this table is not"),
                label: format!("this table is for {}", rows.games.join(" and ")),
            });
        }
    }
    RateTable {
        title: rows.title.clone(),
        filed: rows.filed.clone(),
        games: rows.games.clone(),
        caps: rows.cap.clone().unwrap_or_default(),
        players_most: rows.players_most,
        remarks: rows.remark.clone().unwrap_or_default(),
        schedules,
    }
}

/// The kinds of fee a row can have, each with its key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tiers,
    BankFee,
    WagerTiers,
    Bands,
    BlindDrop,
    HalfHour,
    PlayerFee,
    BonusFee,
    ModifiedA,
    ModifiedB,
    Jackpot,
}

use Kind::{
    Bands, BankFee as Flat, BlindDrop, BonusFee, HalfHour, Jackpot, ModifiedA, ModifiedB,
    PlayerFee as Player, Tiers, WagerTiers,
};

impl Kind {
    /// The main fees, of which a row has exactly one.
    const MAIN: [Kind; 6] = [Tiers, Flat, WagerTiers, Bands, BlindDrop, HalfHour];
    const BESIDE: [Kind; 5] = [Player, BonusFee, ModifiedA, ModifiedB, Jackpot];

    fn key(self) -> &'static str {
        match self {
            Tiers => "tiers",
            Flat => "bank_fee",
            WagerTiers => "wager_tiers",
            Bands => "bands",
            BlindDrop => "blind_drop",
            HalfHour => "half_hour",
            Player => "player_fee",
            BonusFee => "bonus_fee",
            ModifiedA => "modified_a",
            ModifiedB => "modified_b",
            Jackpot => "jackpot",
        }
    }

    fn is_in(self, row: &ScheduleRow) -> bool {
        match self {
            Tiers => row.tiers.is_some(),
            Flat => row.bank_fee.is_some(),
            WagerTiers => row.wager_tiers.is_some(),
            Bands => row.bands.is_some(),
            BlindDrop => row.blind_drop.is_some(),
            HalfHour => row.half_hour.is_some(),
            Player => row.player_fee.is_some(),
            BonusFee => row.bonus_fee.is_some(),
            ModifiedA => row.modified_a.is_some(),
            ModifiedB => row.modified_b.is_some(),
            Jackpot => row.jackpot.is_some(),
        }
    }

    /// How often a main fee is taken, and at which moments it can be.
    fn rhythm(self) -> (Per, &'static [Taken]) {
        match self {
            WagerTiers => (Per::Wager, &[Taken::BeforeDeal, Taken::AfterDeal]),
            Bands => (Per::Pot, &[Taken::AfterFlop, Taken::AtDraw]),
            BlindDrop => (Per::Hand, &[Taken::BeforeDeal]),
            HalfHour => (Per::HalfHour, &[Taken::HalfHour]),
            Tiers | Flat | Player | BonusFee | ModifiedA | ModifiedB | Jackpot => {
                (Per::Hand, &[Taken::BeforeDeal, Taken::AfterDeal])
            }
        }
    }

    /// The fees that can stand beside a main fee.
    fn beside(self) -> &'static [Kind] {
        match self {
            Tiers | Flat => &[Player, BonusFee, Jackpot],
            WagerTiers => &[BonusFee, Jackpot],
            Bands => &[ModifiedA, ModifiedB, Jackpot],
            Player | BlindDrop | HalfHour | BonusFee | ModifiedA | ModifiedB | Jackpot => &[],
        }
    }

    /// Who pays it, as the table says.
    fn payer(self, who: &WhoPays) -> (&'static str, Option<Rule<PayerWord>>) {
        match self {
            Tiers | Flat => ("bank_fee", who.bank_fee),
            WagerTiers | Player => ("player_fee", who.player_fee),
            Bands => ("pot_fee", who.pot_fee),
            BlindDrop => ("blind_drop", who.blind_drop),
            HalfHour => ("half_hour", who.half_hour),
            BonusFee => ("bonus_fee", who.bonus_fee),
            ModifiedA => ("modified_a", who.modified_a),
            ModifiedB => ("modified_b", who.modified_b),
            Jackpot => ("jackpot", who.jackpot),
        }
    }

    /// Who can pay it, in a game for a pot or against a bank.
    fn payers(self, has_pot: bool) -> &'static [PayerWord] {
        match self {
            Tiers | Flat => &[PayerWord::Bank],
            WagerTiers | Player => &[PayerWord::Wager],
            BonusFee => &[PayerWord::Bonus],
            Bands | ModifiedB => &[PayerWord::Pot],
            ModifiedA => &[PayerWord::SmallBlind],
            BlindDrop => &[PayerWord::Blind],
            HalfHour => &[PayerWord::Pot, PayerWord::Seat],
            // No filing takes one where a bank is played against.
            Jackpot if has_pot => &[PayerWord::Pot],
            Jackpot => &[],
        }
    }
}

/// One row while it is made into a schedule.
struct Row<'a> {
    rows: &'a TableRows,
    row: &'a ScheduleRow,
    table: &'a str,
    key: String,
    /// Whether nothing is wrong with it or its whole table.
    fits: bool,
    misfits: &'a mut Vec<Misfit>,
}

impl Row<'_> {
    fn misfit(&mut self, key: &str, what: String, label: &str) {
        self.fits = false;
        let key = if key.is_empty() { self.key.clone() } else { format!("{}.{key}", self.key) };
        self.misfits.push(Misfit { key, what, label: label.to_owned() });
    }

    /// Notes once what is wrong with the whole table.
    fn table_misfit(&mut self, key: &str, what: String, label: &str) {
        self.fits = false;
        let key = if key.is_empty() { self.table.to_owned() } else { format!("{}.{key}", self.table) };
        if !self.misfits.iter().any(|misfit| misfit.key == key && misfit.what == what) {
            self.misfits.push(Misfit { key, what, label: label.to_owned() });
        }
    }

    fn handle(&mut self) -> Option<Handle> {
        let handle = self.row.handle.clone().or(self.row.option.map(Handle::of_number));
        if handle.is_none() {
            self.misfit("", "a schedule needs an option number or a handle".to_owned(), "neither is here");
        }
        handle
    }

    fn schedule(&self, handle: Handle, fees: Fees) -> Schedule {
        let (row, rows) = (self.row, self.rows);
        Schedule {
            handle,
            option: row.option,
            offered: row.offered.unwrap_or(Rule { value: true, clause: Clause::NONE }),
            per: rows.per,
            taken: rows.taken,
            structure: rows.structure,
            limit: row.limit.clone(),
            limit_to: row.limit_to.clone(),
            blinds: row.blinds.clone(),
            blinds_ruled: row.blinds_ruled.clone(),
            chip: row.chip,
            fees,
            remarks: row.remark.clone().unwrap_or_default(),
            between: rows
                .remark
                .iter()
                .flatten()
                .find(|remark| remark.on.value == Oddity::Between)
                .map_or(Clause::NONE, |remark| remark.on.clause),
        }
    }

    fn fees(&mut self) -> Option<Fees> {
        let main: Vec<Kind> = Kind::MAIN.into_iter().filter(|kind| kind.is_in(self.row)).collect();
        let &[main] = main.as_slice() else {
            let keys = Kind::MAIN.map(Kind::key).join(", ");
            let found = main.iter().map(|kind| kind.key()).collect::<Vec<_>>().join(" and ");
            let found = if found.is_empty() { "none" } else { &found };
            let what = format!("a schedule has exactly one of {keys}; this one has {found}");
            self.misfit("", what, "one main fee is needed");
            return None;
        };
        self.check_rhythm(main);
        match main {
            Bands => self.pot(),
            BlindDrop => self.fee(BlindDrop, self.row.blind_drop).map(Fees::BlindDrop),
            HalfHour => {
                let fee = self.fee(HalfHour, self.row.half_hour)?;
                Some(Fees::HalfHour { from: self.rows.who_pays.half_hour?.value, fee })
            }
            _ => self.bank_game(),
        }
    }

    fn check_rhythm(&mut self, main: Kind) {
        let (per, moments) = main.rhythm();
        let key = main.key();
        if per != self.rows.per {
            let what = format!("{key} does not go with per = \"{}\"", self.rows.per);
            self.table_misfit("per", what, &format!("expected \"{per}\""));
        }
        if !moments.contains(&self.rows.taken.value) {
            let words: Vec<String> = moments.iter().map(|moment| format!("\"{moment}\"")).collect();
            let what = format!("{key} does not go with taken = \"{}\"", self.rows.taken.value);
            self.table_misfit("taken", what, &format!("expected {}", words.join(" or ")));
        }
        for stranger in Kind::BESIDE {
            if stranger.is_in(self.row) && !main.beside().contains(&stranger) {
                let what = format!("{} does not go with {key}", stranger.key());
                self.misfit(stranger.key(), what, "not in such a schedule");
            }
        }
    }

    /// A fee with its clause: its own, or that of who pays it.
    fn fee(&mut self, kind: Kind, fee: Option<Rule<Fee>>) -> Option<Rule<Money>> {
        let fee = fee?;
        let payer = self.payer(kind)?;
        self.refuse_nobody(kind, payer, [fee.value].into_iter());
        Some(Rule { value: fee.value.0, clause: fee.clause.or(payer.clause) })
    }

    /// Notes a fee that is due from nobody.
    fn refuse_nobody(&mut self, kind: Kind, payer: Rule<PayerWord>, mut fees: impl Iterator<Item = Fee>) {
        if payer.value == PayerWord::Nobody
            && let Some(fee) = fees.find(|fee| !fee.0.is_zero())
        {
            let what = format!("{fee} is due, but [table.who_pays] says that nobody pays it");
            self.misfit(kind.key(), what, "expected \"$0\"");
        }
    }

    fn payer(&mut self, kind: Kind) -> Option<Rule<PayerWord>> {
        let (key, payer) = kind.payer(&self.rows.who_pays);
        let Some(payer) = payer else {
            let what = format!("[table.who_pays] does not say who pays {key}");
            self.table_misfit("who_pays", what, &format!("add {key} = ..."));
            return None;
        };
        let payers = kind.payers(self.row.bands.is_some());
        if payer.value != PayerWord::Nobody && !payers.contains(&payer.value) {
            let words = payers.iter().chain(payers.is_empty().then_some(&PayerWord::Nobody));
            let words: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
            let what = format!("{key} cannot come from \"{}\"", payer.value);
            self.table_misfit(&format!("who_pays.{key}"), what, &format!("expected {}", words.join(" or ")));
            return None;
        }
        Some(payer)
    }

    fn bank_game(&mut self) -> Option<Fees> {
        let row = self.row;
        if row.limit.is_none() {
            self.misfit("limit", "a game with a bank needs a table limit".to_owned(), "no limit here");
        }
        let (bank, player) = match &row.wager_tiers {
            Some(tiers) => self.by_size(tiers)?,
            None => {
                if row.player_fee.is_none() {
                    let what = "the fee on a wager is missing".to_owned();
                    self.misfit("player_fee", what, "write \"$0\" for none");
                }
                let player = self.fee(Player, row.player_fee);
                (self.bank_fee()?, PlayerFee::Flat(player?))
            }
        };
        let bonus = self.fee(BonusFee, row.bonus_fee);
        let jackpot = self.fee(Jackpot, row.jackpot);
        Some(Fees::Bank { bank, player, bonus, jackpot })
    }

    fn by_size(&mut self, tiers: &Rule<Vec<WagerTier>>) -> Option<(BankFee, PlayerFee)> {
        let payer = self.payer(WagerTiers)?;
        self.refuse_nobody(WagerTiers, payer, tiers.iter().map(|tier| tier.fee));
        let first = tiers.first().map(|tier| tier.bank_fee);
        if first.is_none() || tiers.iter().any(|tier| Some(tier.bank_fee) != first) {
            let what = "the bank pays once a hand, so its fee is the same in every row".to_owned();
            self.misfit("wager_tiers", what, "rows that agree on bank_fee are needed");
        }
        let bank = self.fee(Flat, first.map(|value| Rule { value, clause: Clause::NONE }))?;
        let player = Rule { value: tiers.value.clone(), clause: tiers.clause.or(payer.clause) };
        Some((BankFee::Flat(bank), PlayerFee::BySize(player)))
    }

    fn bank_fee(&mut self) -> Option<BankFee> {
        if let Some(fee) = self.row.bank_fee {
            return self.fee(Flat, Some(fee)).map(BankFee::Flat);
        }
        let tiers = self.row.tiers.as_ref()?;
        let payer = self.payer(Tiers)?;
        self.refuse_nobody(Tiers, payer, tiers.iter().map(|tier| tier.fee));
        if tiers.is_empty() {
            self.misfit("tiers", "there must be at least one tier".to_owned(), "empty");
        }
        if self.rows.action.is_none() {
            let what = "the table does not say what counts as action".to_owned();
            self.table_misfit("", what, "add action = ...");
        }
        let action = self.rows.action?;
        let clause = tiers.clause.or(payer.clause);
        Some(BankFee::Tiers { tiers: Rule { value: tiers.value.clone(), clause }, action })
    }

    fn pot(&mut self) -> Option<Fees> {
        let row = self.row;
        let payer = self.payer(Bands)?;
        let bands = row.bands.as_ref()?;
        self.refuse_nobody(Bands, payer, bands.iter().map(|band| band.fee));
        if bands.is_empty() {
            self.misfit("bands", "there must be at least one band of players".to_owned(), "empty");
        }
        if self.rows.structure.is_none() {
            let what = "the table does not say how bets are bounded".to_owned();
            self.table_misfit("", what, "add structure = ...");
        }
        if self.rows.players_counted.is_none() {
            let what = "the table does not say which players are counted".to_owned();
            self.table_misfit("", what, "add players_counted = ...");
        }
        let clause = bands.clause.or(payer.clause);
        Some(Fees::Pot {
            bands: Rule { value: bands.value.clone(), clause },
            counted: self.rows.players_counted?,
            modified_a: self.fee(ModifiedA, row.modified_a),
            modified_b: self.fee(ModifiedB, row.modified_b),
            jackpot: self.fee(Jackpot, row.jackpot),
        })
    }
}
