//! The words of a view that are one of a list: where a round stands, which hand it is, how it ended, what a wager is
//! on.

use serde::{Deserialize, Serialize};

/// Declares an enum that JSON writes as one of the given words.
macro_rules! words {
    (#[doc = $says:literal] $(#[$about:meta])* pub enum $name:ident { $($(#[$variant_about:meta])* $variant:ident = $word:tt),* $(,)? }) => {
        #[doc = $says]
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$variant_about])* #[serde(rename = $word)] $variant),* }

        impl $name {
            /// Every value, in the order of the declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The word for people and programs.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::ToSchema for $name {}

        #[cfg(feature = "schema")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                // A derived description would leave out the empty word.
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .description(Some($says.trim()))
                    .enum_values(Some($name::ALL.iter().map(|one| one.word())))
                    .into()
            }
        }
    };
}

words! {
    /// Where a round stands.
    pub enum RoundStage {
        /// Opening cards are dealt.
        Deal = "the deal",
        /// A hand draws a card.
        CardDrawn = "a card is drawn",
        /// The dealer looks at the bank's down card.
        Look = "the dealer looks",
        /// Players act in turn.
        Turns = "turns",
        /// Side questions are answered before the turns.
        Answers = "insurance and other answers",
        /// The bank marks a pile and the dice are shaken.
        PileAndDice = "pile and dice",
        /// Players set their hands.
        Setting = "setting",
        /// The bank sets its hand.
        BankSets = "the bank sets",
        /// Hands are opened and settled one after the other.
        Opening = "hands are opened",
        /// Players play or fold.
        PlayOrFold = "play or fold",
        /// Players say whether they are in, in Pan.
        Declaring = "declaring",
        /// The first street of poker.
        FirstStreet = "deal",
        /// The first three board cards are out.
        Flop = "flop",
        /// The fourth board card is out.
        Turn = "turn",
        /// The fifth board card is out.
        River = "river",
        /// Private cards are exchanged, and what follows.
        Draw = "draw",
        /// Hands are shown.
        Showdown = "showdown",
        /// Nothing is left to do.
        Settled = "settled",
    }
}

words! {
    /// Which hand of a seat it is, where there are several.
    #[derive(Default)]
    pub enum HandName {
        /// The only one, or one of several alike.
        #[default]
        Only = "",
        /// The two cards in front.
        Front = "front",
        /// The five cards in back.
        Back = "back",
        /// What is held, in Pan.
        Held = "hand",
        /// A meld, in Pan.
        Meld = "meld",
        /// The card that was just drawn, in Pan.
        Drawn = "drawn",
    }
}

words! {
    /// How a hand ended.
    #[derive(Default)]
    pub enum HandEnd {
        /// It has not.
        #[default]
        Open = "",
        /// It stands.
        Stands = "stands",
        /// It is over.
        Over = "over",
        /// It is a Natural.
        Natural = "Natural",
        /// It has a joker that ends it.
        Joker = "joker",
        /// It may draw no more.
        Frozen = "frozen",
        /// The bank's Natural ended it.
        BankNatural = "ended by the bank's Natural",
        /// A split ace took its one card.
        SplitAce = "split ace",
        /// It took the one card of a double.
        Doubled = "doubled",
        /// It was given up.
        GivenUp = "given up",
        /// It is void.
        Void = "void",
        /// It is foul.
        Foul = "foul",
        /// It was folded.
        Folded = "folded",
        /// It plays on, in Three Card Poker.
        Plays = "plays",
        /// The bank's hand qualifies.
        Qualifies = "qualifies",
        /// The bank's hand does not qualify.
        DoesNotQualify = "does not qualify",
        /// All its cards are melded, in Pan.
        WentOut = "went out",
        /// It won the tops, in Pan.
        WonTops = "won the tops",
        /// It does not take part, in Pan.
        Out = "out",
    }
}

words! {
    /// What a wager on the table is on.
    pub enum WagerPart {
        /// The hand itself.
        Base = "base",
        /// A hand that was split off.
        Split = "split",
        /// A doubled hand.
        Double = "double",
        /// The bank's Natural.
        Insurance = "insurance",
        /// The Buster side bet.
        Buster = "Buster",
        /// The Bonus Bet.
        BonusBet = "Bonus Bet",
        /// The ante of Three Card Poker.
        Ante = "ante",
        /// Playing on, in Three Card Poker.
        Play = "play",
        /// Pair Plus.
        PairPlus = "Pair Plus",
        /// The 6 Card Bonus.
        SixCard = "6 Card Bonus",
    }
}

words! {
    /// The part of a wager that goes down beside the base wager, as the command names it.
    pub enum SidePart {
        /// The side wager of a blackjack book: Buster or Bonus Bet.
        Side = "side",
        /// Pair Plus.
        PairPlus = "pair_plus",
        /// The 6 Card Bonus.
        SixCard = "six_card",
    }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::*;

    fn are_written_as_their_words<T>(all: &[T], word: impl Fn(T) -> &'static str)
    where
        T: Copy + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned,
    {
        for one in all {
            let json = format!("\"{}\"", word(*one));
            assert_eq!(serde_json::to_string(one).unwrap(), json);
            assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *one);
        }
        assert!(serde_json::from_str::<T>("\"something else\"").is_err());
    }

    #[test]
    fn each_is_written_as_its_word_and_nothing_else_is_read() {
        are_written_as_their_words(RoundStage::ALL, RoundStage::word);
        are_written_as_their_words(HandName::ALL, HandName::word);
        are_written_as_their_words(HandEnd::ALL, HandEnd::word);
        are_written_as_their_words(WagerPart::ALL, WagerPart::word);
        are_written_as_their_words(SidePart::ALL, SidePart::word);
    }
}
