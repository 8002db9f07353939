//! What a reader works out who has read docs/shuffle.md: a seed and the game's deck give every card that was dealt.

use super::leaks::Sent;
use super::{Face, Log, SeedOf, Way};

impl Log {
    /// The cards that somebody can work out from the seed of a round that is over and may not know.
    fn worked_out(&self, of: &SeedOf, viewer: Option<u64>) -> Vec<Face> {
        let Some(round) = of.round.and_then(|place| self.rounds.get(place)) else { return Vec::new() };
        let (Some(last), Some(cut)) = (round.last, &of.cut) else { return Vec::new() };
        let mut known = self.known(viewer, last);
        let dealt: Vec<Face> = if of.is_first {
            let seed = seal::unhex(&of.seed).expect("a seed");
            let sealed = seal::Sealed::new(&of.of, of.deck, &seed, &self.in_order());
            let order = cut.iter().map(|place| sealed.cards()[*place as usize].to_string());
            // What comes after a second shuffle lies in another order.
            let is_dealt = |one: &&SeedOf| one.round == of.round && one.cut.is_some();
            let is_only = self.seeds.iter().filter(is_dealt).count() == 1;
            let left = order.take(round.cards.len()).collect::<Vec<_>>();
            if is_only {
                let cards = round.cards.iter().map(|card| &card.face);
                assert!(cards.eq(&left), "docs/shuffle.md does not give the cards that were dealt");
            }
            left
        } else {
            round.cards.iter().map(|card| card.face.clone()).collect()
        };
        let is_new = |card: &Face| match known.iter().position(|one| one == card) {
            Some(place) => {
                known.swap_remove(place);
                false
            }
            None => true,
        };
        dealt.into_iter().filter(is_new).collect()
    }

    /// The secrets that a reader other than the auditor works out from the seeds in what was sent. The seed of a deck
    /// that was dealt is nobody else's, even where every card of it that was dealt has been seen.
    pub(super) fn proof_leaks(&self, sent: &Sent, found: &mut Vec<String>) {
        if matches!(sent.way, Way::Audited | Way::Log { .. }) {
            return;
        }
        for of in self.seeds.iter().filter(|of| of.cut.is_some() && sent.raw.contains(&of.seed)) {
            let cards = self.worked_out(of, sent.viewer);
            found.push(format!("{cards:?} worked out from the seed {}", of.seed));
        }
    }

    /// The seed of a round that was over at an event, from which a viewer would learn something.
    pub(super) fn telling_seed(&self, viewer: Option<u64>, number: u64) -> Option<&str> {
        let is_over = |of: &&SeedOf| of.cut.is_some() && of.revealed <= number;
        let telling = self.seeds.iter().rev().filter(is_over);
        telling.take(3).find(|of| !self.worked_out(of, viewer).is_empty()).map(|of| of.seed.as_str())
    }

    /// Secrets of a finished round from which its hidden cards follow: the seed, the key of the salts, one salt, each
    /// as text. The salt is of one of the places whose leaf the reader has.
    pub(crate) fn telling(&self, shuffle: u64, hidden: &[u32]) -> Vec<(&'static str, String)> {
        let Some(of) = self.seeds.iter().find(|of| of.by == shuffle && of.cut.is_some()) else {
            return Vec::new();
        };
        let seed = seal::unhex(&of.seed).expect("a seed");
        let sealed = seal::Sealed::new(&of.of, of.deck, &seed, &self.in_order());
        let mut told = vec![("the seed", of.seed.clone())];
        told.extend(hidden.first().map(|place| ("a salt", sealed.open(*place, 1).salt)));
        told
    }
}
