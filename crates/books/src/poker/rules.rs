//! The typed rules of the poker family, in the order of a hand.

use super::betting::{BettingRules, BlindRules, StructureRules};
use super::faults::{ActingRules, BoardFaultRules, CardFaultRules, MisdealRules};
use super::hands::{HandRules, PotRules, ShowdownRules};
use super::kill::KillRules;
use super::seating::{PostRules, SeatingRules};
use crate::Money;
use crate::header::{Header, Range};
use crate::read::Rule;
use crate::{choice, section};

section! {
    /// A poker game as one house plays it.
    pub struct PokerRules {
        /// Which game this is.
        pub book: Header,
        /// The table.
        pub table: TableRules,
        /// The cards.
        pub deck: DeckRules,
        /// Who holds the button.
        pub button: ButtonRules,
        /// The blinds, whatever their size.
        pub blinds: BlindRules,
        /// What a player may post besides the blinds.
        pub posts: PostRules,
        /// How kill pots are played, where they are.
        pub kill: Option<KillRules>,
        /// The ways of betting that the house offers, each with its blinds, bets and fees.
        pub structures: Vec<StructureRules>,
        /// The parts of a hand, each with its cards and its betting.
        pub streets: Vec<StreetRules>,
        /// How a private card is thrown away, where the game asks for that.
        pub discard: Option<DiscardRules>,
        /// How cards are exchanged, where the game has a draw.
        pub draw: Option<DrawRules>,
        /// How turns and raises go.
        pub betting: BettingRules,
        /// What wins.
        pub hands: HandRules,
        /// Who shows what.
        pub showdown: ShowdownRules,
        /// How pots are made and divided.
        pub pots: PotRules,
        /// When the house takes its fee.
        pub collection: CollectionRules,
        /// Ways of acting that need a ruling.
        pub acting: ActingRules,
        /// When the hand is dealt again.
        pub misdeal: MisdealRules,
        /// Cards that go wrong, and hands that die of it.
        pub card_faults: CardFaultRules,
        /// Board cards that come too early or too many, where there is a board.
        pub board_faults: Option<BoardFaultRules>,
        /// Who may sit and for how much.
        pub seating: SeatingRules,
    }
}

section! {
    /// The table.
    pub struct TableRules {
        /// How many players a hand may have.
        pub players: Rule<Range>,
        /// Whether the house spreads the game without being asked to turn it on.
        pub offered: Rule<bool>,
        /// Whether an employee who does not play deals every hand.
        pub house_deals: Rule<bool>,
        /// Whether others may bet on a player's hand.
        pub backline: Rule<bool>,
        /// The smallest chip that pots are divided down to, unless the blinds use a smaller one.
        pub smallest_chip: Rule<Money>,
    }
}

choice! {
    /// One step of preparing the deck by hand.
    pub enum ShuffleStep {
        /// Spreading and mixing the cards.
        Mix = "mix",
        /// A shuffle.
        Shuffle = "shuffle",
        /// A cut.
        Cut = "cut",
        /// The cut card goes under the deck.
        CutCard = "cut card",
    }
}

choice! {
    /// What becomes of a hand dealt from a deck with a card missing or standing twice.
    pub enum FouledDeck {
        /// The deck is counted and refused before the deal.
        RefusedBeforeDeal = "refused before the deal",
        /// The hand is void, bets go back, and a fee already dropped is kept.
        HandVoid = "hand void, bets returned",
    }
}

section! {
    /// The cards.
    pub struct DeckRules {
        /// Jokers in the deck.
        pub jokers: Rule<u8>,
        /// The steps by which a house dealer prepares the deck, where the filing names them.
        pub shuffle: Option<Rule<Vec<ShuffleStep>>>,
        /// What becomes of a hand dealt from a wrong deck, where anything is filed or ruled.
        pub fouled: Option<Rule<FouledDeck>>,
    }
}

choice! {
    /// How the button of a new game is found.
    pub enum FirstButton {
        /// One card up to each player from the house dealer's left; the highest takes it.
        HighestDealt = "highest card dealt",
        /// Each player plucks a card from the spread deck; the highest takes it.
        HighestPlucked = "highest card plucked",
    }
}

choice! {
    /// Who takes the button when the highest cards are equal.
    pub enum ButtonTie {
        /// The card that was dealt first.
        FirstDealt = "first dealt",
        /// The higher suit: spades, hearts, diamonds, clubs.
        SuitRank = "spades, hearts, diamonds, clubs",
    }
}

choice! {
    /// Where the button goes after a hand.
    pub enum ButtonMoves {
        /// To the next player clockwise; the blinds follow from it, so that a departure may spare
        /// somebody a blind.
        NextPlayer = "next player",
    }
}

section! {
    /// Who holds the button.
    pub struct ButtonRules {
        /// How it is found in a new game.
        pub first: Rule<FirstButton>,
        /// Who takes it among equals.
        pub tie: Rule<ButtonTie>,
        /// Where it goes after a hand.
        pub moves: Rule<ButtonMoves>,
        /// Whether, when three players become two, it is set so that nobody has the big blind twice
        /// running.
        pub spares_second_blind: Rule<bool>,
        /// Whether its holder is served last.
        pub served_last: Rule<bool>,
    }
}

choice! {
    /// A part of a hand.
    pub enum StreetName {
        /// The private cards and the first betting.
        Deal = "deal",
        /// The first three board cards.
        Flop = "flop",
        /// The fourth board card.
        Turn = "turn",
        /// The fifth board card.
        River = "river",
        /// The exchange of private cards.
        Draw = "draw",
    }
}

section! {
    /// One part of a hand: burn, cards, then betting, then a discard.
    pub struct StreetRules {
        /// What it is called.
        pub name: Rule<StreetName>,
        /// Whether a card is burned before its cards.
        pub burn: Rule<bool>,
        /// Private cards dealt to each player, one at a time.
        pub private: Rule<u8>,
        /// Cards turned up together on the board.
        pub board: Rule<u8>,
        /// The most private cards each player may exchange before the betting.
        pub draw: Rule<u8>,
        /// Whether it has betting.
        pub betting: Rule<bool>,
        /// Private cards each player must throw away after the betting.
        pub discard: Rule<u8>,
    }
}

section! {
    /// How a private card is thrown away.
    pub struct DiscardRules {
        /// Whether all throw at once and face down.
        pub together: Rule<bool>,
        /// Whether players who are all in throw too.
        pub all_in_too: Rule<bool>,
        /// Seconds from the request until the hand is dead.
        pub seconds: Rule<u8>,
        /// Seconds from the request until the reminder.
        pub reminder_seconds: Rule<u8>,
        /// Whether a hand whose owner throws nothing when asked is dead.
        pub missing_is_dead: Rule<bool>,
        /// Whether a hand whose owner throws too many is dead.
        pub too_many_is_dead: Rule<bool>,
    }
}

choice! {
    /// What happens when the deck runs out during the draw.
    pub enum StubRunsOut {
        /// The last card is shuffled with the discards so far, without the burn and the drawer's own.
        Reshuffled = "last card shuffled with the discards",
    }
}

section! {
    /// How cards are exchanged.
    pub struct DrawRules {
        /// How many draws a hand has.
        pub draws: Rule<u8>,
        /// Whether it goes clockwise from the first live hand left of the button, each player being served
        /// whole.
        pub from_left_of_button: Rule<bool>,
        /// Whether players who are all in draw too.
        pub all_in_too: Rule<bool>,
        /// What happens when the deck runs out.
        pub stub_runs_out: Rule<StubRunsOut>,
        /// Whether the number of cards each player took is told until somebody acts.
        pub counts_told: Rule<bool>,
    }
}

choice! {
    /// When the fee of a hand is taken from the pot.
    pub enum FeeMoment {
        /// As soon as the flop lies face up, before its betting.
        AfterFlop = "after the flop",
        /// When the draw begins.
        AtDraw = "when the draw begins",
        /// Before the deal.
        BeforeDeal = "before the deal",
    }
}

choice! {
    /// What is due when a hand ends before the moment of its fee.
    pub enum EndsEarly {
        /// Modified fee (a) from the small blind if anybody bet, called or raised; otherwise nothing.
        FeeA = "fee (a) if there was action",
        /// Nothing.
        NoFee = "no fee",
        /// What was dropped stays dropped.
        Kept = "kept",
    }
}

choice! {
    /// What is added for a bet late in the hand.
    pub enum LateBet {
        /// Modified fee (b), once, upon the first bet on the turn or the river.
        TurnOrRiver = "fee (b) once, on the turn or the river",
        /// Modified fee (b), once, upon the first bet after the draw.
        AfterDraw = "fee (b) once, after the draw",
        /// Nothing.
        NoFee = "no fee",
    }
}

section! {
    /// When the house takes its fee, and what it may never do.
    pub struct CollectionRules {
        /// When the fee of a hand is taken.
        pub moment: Rule<FeeMoment>,
        /// What is due when the hand ends before that.
        pub ends_early: Rule<EndsEarly>,
        /// What is added for a bet late in the hand.
        pub late_bet: Rule<LateBet>,
        /// Whether the players dealt in are counted, whoever folds later.
        pub counts_dealt_in: Rule<bool>,
        /// Whether a fee never takes more than the pot holds, or fee (a) more than the small blind.
        pub never_more_than_pot: Rule<bool>,
        /// Whether the main pot pays first.
        pub main_pot_first: Rule<bool>,
        /// Whether the row is fixed before the hand and posted at the table.
        pub fixed_before_hand: Rule<bool>,
        /// Whether a jackpot fee is taken.
        pub jackpot: Rule<bool>,
        /// Minutes between two timed fees, where the house files any.
        pub timed_minutes: Option<Rule<u8>>,
    }
}

impl PokerRules {
    /// The rules of one way of betting, if the book has it.
    #[must_use]
    pub fn structure(&self, structure: super::Structure) -> Option<&StructureRules> {
        self.structures.iter().find(|rules| rules.structure.value == structure)
    }

    /// The private cards each player is dealt before the first betting.
    #[must_use]
    pub fn private_cards(&self) -> u8 {
        self.streets.iter().map(|street| street.private.value).sum()
    }
}
