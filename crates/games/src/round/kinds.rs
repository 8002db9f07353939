//! Games, setups, rounds, choices, events and reports of any family: one enum each, made from the table of families.

use std::sync::Arc;

use books::Money;
use serde::{Deserialize, Serialize};

use super::Offer;
use crate::face::OfferOf;
use crate::seat::Seat;
use crate::{blackjack, double_hand, pan, poker, three_card};

macro_rules! kinds {
    ($($(#[doc = $words:literal])* $Family:ident: $folder:ident ($Game:ident, $Round:ident, $Report:ident);)+) => {
        /// A book ready to be played under one schedule.
        #[derive(Clone, Debug)]
        pub enum Game {
            $($(#[doc = $words])* $Family(Arc<$folder::$Game>),)+
        }

        /// What stands on the table when a round begins.
        #[derive(Clone, Debug)]
        pub enum Setup {
            $($(#[doc = $words])* $Family(Arc<$folder::Setup>),)+
        }

        /// A round of any family: no clock, no randomness, no input or output.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Round {
            $($(#[doc = $words])* $Family(Box<$folder::$Round>),)+
        }

        /// What somebody does when a round waits for a choice.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum Choice {
            $($(#[doc = $words])* $Family($folder::Choice),)+
        }

        /// One fact of a round.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RoundEvent))]
        #[serde(tag = "family", rename_all = "kebab-case")]
        pub enum Event {
            $($(#[doc = $words])* $Family($folder::Event),)+
        }

        /// Something irregular that the dealer or the floor reports.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum Report {
            /// The floor voids a spot's hands, or the whole round, where the book knows that.
            Void {
                /// The spot; nothing for the whole round.
                spot: Option<Seat>,
                /// Whether dropped fees go back.
                fees_returned: bool,
            },
            $($(#[doc = $words])* $Family($folder::$Report),)+
        }

        $(
            impl From<OfferOf<$folder::Choice>> for Offer {
                fn from(offer: OfferOf<$folder::Choice>) -> Offer {
                    let OfferOf { who, choice, least, most, cards } = offer;
                    Offer { who, choice: Choice::$Family(choice), least, most, step: Money::ZERO, cards }
                }
            }
        )+
    };
}

crate::families!(kinds);
