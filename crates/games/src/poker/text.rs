//! How sets of cards are written in JSON.

/// A set of cards as a list of their names.
pub(super) mod card_set {
    use cards::{Card, CardSet};
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub(crate) fn serialize<S: Serializer>(set: &CardSet, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(set.iter())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<CardSet, D::Error> {
        Vec::<Card>::deserialize(deserializer).map(|cards| cards.into_iter().collect())
    }
}
