//! How stages and families are written in JSON.

/// A stage of a hand as its word.
pub mod stage {
    use books::rates::Stage;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes a stage as its word.
    ///
    /// # Errors
    /// When the serializer fails.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(stage: &Stage, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(stage.word())
    }

    /// Reads a stage from its word.
    ///
    /// # Errors
    /// When there is no such word.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Stage, D::Error> {
        let word = String::deserialize(deserializer)?;
        let stage = Stage::ALL.into_iter().find(|stage| stage.word() == word);
        stage.ok_or_else(|| D::Error::custom(format!("\"{word}\" is not a stage of a hand")))
    }
}

/// A family of games as its word.
pub mod family {
    use books::Family;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes a family as its word.
    ///
    /// # Errors
    /// When the serializer fails.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(family: &Family, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(family.word())
    }

    /// Reads a family from its word.
    ///
    /// # Errors
    /// When there is no such word.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Family, D::Error> {
        let word = String::deserialize(deserializer)?;
        let family = Family::ALL.iter().copied().find(|family| family.word() == word);
        family.ok_or_else(|| D::Error::custom(format!("\"{word}\" is not a family of games")))
    }
}
