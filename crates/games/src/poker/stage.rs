//! The streets of poker as stages of a round.

use books::poker::StreetName;

use crate::round::RoundStage;

impl From<StreetName> for RoundStage {
    fn from(street: StreetName) -> RoundStage {
        match street {
            StreetName::Deal => RoundStage::FirstStreet,
            StreetName::Flop => RoundStage::Flop,
            StreetName::Turn => RoundStage::Turn,
            StreetName::River => RoundStage::River,
            StreetName::Draw => RoundStage::Draw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_street_is_a_stage_of_the_same_word() {
        for street in StreetName::ALL {
            assert_eq!(RoundStage::from(*street).word(), street.word());
        }
    }
}
