//! The face that the rules of poker show to whoever reads any book.

use super::betting::StructureRules;
use super::rules::{EndsEarly, FeeMoment, LateBet, PokerRules};
use super::{check, words};
use crate::face::RulesFace;
use crate::header::Header;
use crate::rates::{Counted, Fees, PayerWord, Schedule, Taken};
use crate::read::{Citation, Reader, Rule};
use crate::structure::{BlindSizes, CollectionKind};
use crate::words::Heading;

impl RulesFace for PokerRules {
    fn header(&self) -> &Header {
        &self.book
    }

    fn check(&self, reader: &mut Reader<'_>) {
        check::check(self, reader);
    }

    fn sentences(&self, citations: &[Citation]) -> Vec<Heading> {
        words::sentences(self, citations)
    }

    fn jackpot(&self) -> Option<Rule<bool>> {
        Some(self.collection.jackpot)
    }

    fn fixed_before_hand(&self) -> Option<Rule<bool>> {
        Some(self.collection.fixed_before_hand)
    }

    fn structures(&self) -> &[StructureRules] {
        &self.structures
    }

    fn unfit_rates(&self, schedules: &[&Schedule]) -> Option<(&'static str, &'static str)> {
        let prints = |is_printed: fn(&Fees) -> bool| schedules.iter().any(|one| is_printed(&one.fees));
        let collection = &self.collection;
        if prints(|fees| matches!(fees, Fees::Pot { counted, .. } if counted.value != Counted::DealtIn)) {
            return Some(("collection.counts_dealt_in", "players still in are counted"));
        }
        let taken = match collection.moment.value {
            FeeMoment::AfterFlop => Taken::AfterFlop,
            FeeMoment::AtDraw => Taken::AtDraw,
            FeeMoment::BeforeDeal => Taken::BeforeDeal,
        };
        let is_elsewhen = |one: &&Schedule| matches!(one.fees, Fees::Pot { .. }) && one.taken.value != taken;
        if schedules.iter().any(is_elsewhen) {
            return Some(("collection.moment", "fees are taken at another moment"));
        }
        let has_pot_fees = prints(|fees| matches!(fees, Fees::Pot { .. }));
        if has_pot_fees
            && collection.ends_early.value == EndsEarly::FeeA
            && !prints(|fees| matches!(fees, Fees::Pot { modified_a: Some(_), .. }))
        {
            return Some(("collection.ends_early", "no fee (a) is printed"));
        }
        if has_pot_fees
            && collection.late_bet.value != LateBet::NoFee
            && !prints(|fees| matches!(fees, Fees::Pot { modified_b: Some(_), .. }))
        {
            return Some(("collection.late_bet", "no fee (b) is printed"));
        }
        if collection.jackpot.value && !prints(|fees| matches!(fees, Fees::Pot { jackpot: Some(_), .. })) {
            return Some(("collection.jackpot", "no jackpot fee is printed"));
        }
        self.structures.iter().filter(|way| way.offered.value).find_map(|way| unfit_way(way, schedules))
    }
}

/// Where a way of betting and the schedules for it contradict each other.
fn unfit_way(way: &StructureRules, schedules: &[&Schedule]) -> Option<(&'static str, &'static str)> {
    let serves = |one: &&&Schedule| one.offered.value && one.serves().contains(&way.structure.value);
    for schedule in schedules.iter().filter(serves) {
        let prints_blinds = schedule.blinds.is_some() || schedule.blinds_ruled.is_some();
        let is_printed = matches!(way.sizes.value, BlindSizes::Row | BlindSizes::RowAndButton);
        if is_printed && !prints_blinds {
            return Some(("structures.sizes", "a row prints no blinds"));
        }
        let is_paid_so = match way.collection.value {
            CollectionKind::PotByPlayers => matches!(schedule.fees, Fees::Pot { .. }),
            CollectionKind::Blind => matches!(schedule.fees, Fees::BlindDrop(_)),
            CollectionKind::SeatByTime => {
                matches!(schedule.fees, Fees::HalfHour { from: PayerWord::Seat, .. })
            }
            CollectionKind::PotByTimeOrPlayers => {
                matches!(schedule.fees, Fees::Pot { .. } | Fees::HalfHour { from: PayerWord::Pot, .. })
            }
        };
        if !is_paid_so {
            return Some(("structures.collection", "the house is paid in another way"));
        }
    }
    None
}
