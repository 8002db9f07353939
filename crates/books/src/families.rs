//! The one table of families of books.

/// Gives the table of families to a macro: of each its words, its name, the word that a book writes, its folder, and
/// in brackets what its folder calls the rules.
///
/// A new family is a folder and a line in this table; what plays it is a folder and a line in the table of `games`.
#[macro_export]
macro_rules! families {
    ($then:ident) => {
        $then! {
            /// No Bust and Pure 21.5 blackjack.
            Blackjack = "blackjack": blackjack (BlackjackRules);
            /// Double-hand (pai gow) poker.
            DoubleHand = "double-hand": double_hand (DoubleHandRules);
            /// Three Card Poker with its side bets.
            ThreeCard = "three-card": three_card (ThreeCardRules);
            /// Hold'em, Omaha, the Pineapples and lowball.
            Poker = "poker": poker (PokerRules);
            /// Panguingue.
            Pan = "pan": pan (PanRules);
        }
    };
}
