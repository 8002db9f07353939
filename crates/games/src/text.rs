//! How money, clauses and stages are written in JSON.

/// Money as integer cents.
pub mod cents {
    use books::Money;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes an amount as cents.
    ///
    /// # Errors
    /// When the serializer fails.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(money: &Money, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(money.in_cents())
    }

    /// Reads an amount from cents.
    ///
    /// # Errors
    /// When there is no integer.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Money, D::Error> {
        i64::deserialize(deserializer).map(Money::cents)
    }
}

/// A clause as its number in the book.
pub mod clause {
    use books::Clause;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes a clause as its number.
    ///
    /// # Errors
    /// When the serializer fails.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(clause: &Clause, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(clause.number())
    }

    /// Reads a clause from its number.
    ///
    /// # Errors
    /// When there is no number.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Clause, D::Error> {
        u16::deserialize(deserializer).map(Clause::from_number)
    }
}

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

/// A list of amounts as integer cents.
pub mod cents_list {
    use books::Money;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes amounts as cents.
    ///
    /// # Errors
    /// When the serializer fails.
    pub fn serialize<S: Serializer>(list: &[Money], serializer: S) -> Result<S::Ok, S::Error> {
        list.iter().map(|money| money.in_cents()).collect::<Vec<_>>().serialize(serializer)
    }

    /// Reads amounts from cents.
    ///
    /// # Errors
    /// When there is no list of integers.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Money>, D::Error> {
        Ok(Vec::<i64>::deserialize(deserializer)?.into_iter().map(Money::cents).collect())
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
