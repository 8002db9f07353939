//! What is asked of a book ready to be played, passed on to its family.

use std::sync::Arc;

use books::rates::{Limit, Schedule};
use books::structure::{Stakes, StakesFault};
use books::{Clause, Header, Money, Rule, Rules};
use cards::Deck;

use super::{Game, Setup};
use crate::begins::Begins;
use crate::face::{Asked, GameFace, Laid, NotReady, SideWager, TableRules};
use crate::{blackjack, double_hand, pan, poker, three_card};

macro_rules! ask_game {
    ($($(#[doc = $words:literal])* $Family:ident: $folder:ident ($Game:ident, $Round:ident, $Report:ident);)+) => {
        impl Game {
            /// Makes a book ready to be played.
            ///
            /// # Errors
            /// When the house keeps the game closed, the book does not allow the stakes, or no engine plays it.
            pub fn ready(rules: &Rules, asked: &Asked<'_>) -> Result<Game, NotReady> {
                Ok(match rules {
                    $(Rules::$Family(rules) => {
                        Game::$Family(Arc::new(<$folder::$Game as GameFace>::ready(rules, asked)?))
                    })+
                })
            }

            /// What a table of a book would play for; nothing where people do not bet for a pot.
            #[must_use]
            pub fn stakes(rules: &Rules, asked: &Asked<'_>) -> Option<Result<Stakes, StakesFault>> {
                match rules {
                    $(Rules::$Family(rules) => <$folder::$Game as GameFace>::stakes(rules, asked),)+
                }
            }

            /// What of wagers counts as action under a schedule, part by part; a wager of several parts is a joint one.
            #[must_use]
            pub fn in_action(rules: &Rules, schedule: &Schedule, wagers: &[Vec<Money>]) -> Vec<Money> {
                match rules {
                    $(Rules::$Family(rules) => {
                        <$folder::$Game as GameFace>::in_action(rules, schedule, wagers)
                    })+
                }
            }

            /// What its book begins with.
            #[must_use]
            pub fn header(&self) -> &Header {
                match self { $(Game::$Family(game) => GameFace::header(&**game),)+ }
            }

            /// How its rounds come about.
            #[must_use]
            pub fn begins(&self) -> Begins<'_> {
                match self { $(Game::$Family(game) => GameFace::begins(&**game),)+ }
            }

            /// The cards of one whole deck or shoe.
            #[must_use]
            pub fn deck(&self) -> Deck {
                match self { $(Game::$Family(game) => GameFace::deck(&**game),)+ }
            }

            /// How many seats the table has.
            #[must_use]
            pub fn seats(&self) -> u8 {
                match self { $(Game::$Family(game) => GameFace::seats(&**game),)+ }
            }

            /// Whether people may back others' spots from behind the seats.
            #[must_use]
            pub fn backline(&self) -> Rule<bool> {
                match self { $(Game::$Family(game) => GameFace::backline(&**game),)+ }
            }

            /// How many may back one spot, where the book counts them.
            #[must_use]
            pub fn backers(&self) -> Option<Rule<u8>> {
                match self { $(Game::$Family(game) => GameFace::backers(&**game),)+ }
            }

            /// Whether whoever banks may wager on other spots.
            #[must_use]
            pub fn bank_may_wager(&self) -> bool {
                match self { $(Game::$Family(game) => GameFace::bank_may_wager(&**game),)+ }
            }

            /// Whether a choice may be made over until it is confirmed.
            #[must_use]
            pub fn chooses_again(&self) -> bool {
                match self { $(Game::$Family(game) => GameFace::chooses_again(&**game),)+ }
            }

            /// The clause on wagers that are joined into one.
            #[must_use]
            pub fn joint_clause(&self) -> Clause {
                match self { $(Game::$Family(game) => GameFace::joint_clause(&**game),)+ }
            }

            /// Whether wagers of several people may be joined into one.
            #[must_use]
            pub fn joins_wagers(&self) -> bool {
                match self { $(Game::$Family(game) => GameFace::joins_wagers(&**game),)+ }
            }

            /// The wagers that are taken beside the base wager.
            #[must_use]
            pub fn sides(&self) -> Vec<SideWager> {
                match self { $(Game::$Family(game) => GameFace::sides(&**game),)+ }
            }

            /// What base wagers are multiples of.
            #[must_use]
            pub fn wager_step(&self) -> Money {
                match self { $(Game::$Family(game) => GameFace::wager_step(&**game),)+ }
            }

            /// How many minutes the seat of somebody who is away is held, on a short break or at a meal.
            #[must_use]
            pub fn seat_held(&self, is_break: bool) -> Option<Rule<u16>> {
                match self { $(Game::$Family(game) => GameFace::seat_held(&**game, is_break),)+ }
            }

            /// The table's limit on wagers, where a schedule sets one.
            #[must_use]
            pub fn limit(&self) -> Option<&Rule<Limit>> {
                match self { $(Game::$Family(game) => GameFace::limit(&**game),)+ }
            }

            /// The least first buy-in, where the table was told one.
            #[must_use]
            pub fn buy_in(&self, told: Option<Money>) -> Rule<Money> {
                match self { $(Game::$Family(game) => GameFace::buy_in(&**game, told),)+ }
            }

            /// What may be bet, in words.
            #[must_use]
            pub fn limit_words(&self) -> String {
                match self { $(Game::$Family(game) => GameFace::limit_words(&**game),)+ }
            }

            /// What the book says about the life of its table beside the rounds.
            #[must_use]
            pub fn table_rules(&self) -> TableRules<'_> {
                match self { $(Game::$Family(game) => GameFace::table_rules(&**game),)+ }
            }

            /// What lies on the table, as this game takes it; nothing where people do not wager against a bank.
            #[must_use]
            pub fn lay_out(&self, laid: Laid) -> Option<Setup> {
                Some(match self {
                    $(Game::$Family(game) => Setup::$Family(Arc::new(GameFace::lay_out(&**game, laid)?)),)+
                })
            }
        }
    };
}

crate::families!(ask_game);
