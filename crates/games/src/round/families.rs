//! The one table of families.

/// Gives the table of families to a macro: of each its words, its name, its folder, and in brackets what its folder
/// calls a book made ready, a round and a report.
///
/// A new family is a folder here and in `books`, and a line in this table.
#[macro_export]
macro_rules! families {
    ($then:ident) => {
        $then! {
            /// Blackjack.
            Blackjack: blackjack (Game, Blackjack, Report);
            /// Double-hand poker.
            DoubleHand: double_hand (Game, DoubleHand, Report);
            /// Three Card Poker.
            ThreeCard: three_card (Game, ThreeCard, Report);
            /// Poker.
            Poker: poker (Table, Hand, Irregularity);
            /// Panguingue.
            Pan: pan (Game, Pan, Report);
        }
    };
}
