//! Whose word is awaited at a table with entered cards, and what they may say.

use games::round::Offer;
use serde::{Deserialize, Serialize};

use crate::PersonId;
use crate::may::{Allowance, May};
use crate::table::Table;

/// Somebody whose word is awaited, with what they may say; a dealer enters it for people who speak and do not tap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Asked {
    /// Who.
    pub person: PersonId,
    /// What they may do before a round: take, share or pass the bank, wager, post.
    pub may: Vec<Allowance>,
    /// What they may choose in the round without naming cards of the own hand.
    pub offers: Vec<Offer>,
    /// What they may choose by naming cards of the own hand, such as "meld" or "discard".
    #[serde(default)]
    pub names: Vec<String>,
}

/// What the dealer enters for somebody before a round.
const BEFORE_A_ROUND: [May; 8] = [
    May::TakeBank,
    May::PassBank,
    May::ShareBank,
    May::TakeShare,
    May::PutWager,
    May::AgreeJoint,
    May::Ready,
    May::Post,
];

impl Table {
    /// Everybody whose word is awaited; nobody where the room shuffles.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        if !self.is_entered() {
            return Vec::new();
        }
        let asked = |person: PersonId| {
            let mut may = self.allowances(person);
            may.retain(|one| BEFORE_A_ROUND.contains(&one.what));
            let mut offers = self.offers_to(person);
            offers.retain(|offer| !offer.choice.names_cards());
            let names = self.live.as_ref().map(|live| live.said_with_cards(person)).unwrap_or_default();
            let is_asked = !may.is_empty() || !offers.is_empty() || !names.is_empty();
            is_asked.then_some(Asked { person, may, offers, names })
        };
        self.state.people.iter().filter_map(|seated| asked(seated.person)).collect()
    }
}
