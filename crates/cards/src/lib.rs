//! Playing cards, decks, committed shuffles and hand ranking.
