//! The actions of a history in the order in which the engine asks for them.

use std::collections::VecDeque;
use std::fmt;

use cards::Card;

use crate::action::Action;
use crate::history::History;

/// An action and its number in the list of its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'h> {
    /// The number, counted from 1.
    pub(crate) number: usize,
    /// The action.
    pub(crate) action: &'h Action,
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "action {}, \"{}\"", self.number, self.action)
    }
}

impl<'h> Step<'h> {
    /// The actions of a history with their numbers.
    pub(crate) fn all(history: &'h History) -> impl Iterator<Item = Step<'h>> {
        history.actions.iter().zip(1..).map(|(action, number)| Step { number, action })
    }

    /// Why a history is refused at this action.
    pub(crate) fn refused(&self, why: impl fmt::Display) -> String {
        format!("{self}: {why}")
    }
}

/// A card that is still to be dealt, and the action that deals it.
type Coming<'h> = VecDeque<(Step<'h>, Option<Card>)>;

/// The parts of a checked history, apart where the engine asks for them at other moments than the file tells them.
pub(crate) struct Script<'h> {
    /// Choices and board cards, in order.
    pub(crate) steps: VecDeque<Step<'h>>,
    /// The private cards of each player, in order.
    pub(crate) private: Vec<Coming<'h>>,
    /// The rest of the board cards that the last step deals.
    pub(crate) board: Coming<'h>,
    /// Whether each player shows at the end, if the file says so.
    pub(crate) shows: Vec<Option<bool>>,
}

impl<'h> Script<'h> {
    /// The script of a history whose actions are those of its players.
    pub(crate) fn new(history: &'h History) -> Script<'h> {
        let count = history.starting_stacks.len();
        let mut script = Script {
            steps: VecDeque::new(),
            private: vec![Coming::new(); count],
            board: Coming::new(),
            shows: vec![None; count],
        };
        let mut shown: Vec<&[Option<Card>]> = vec![&[]; count];
        let known = |cards: &[Option<Card>]| cards.iter().flatten().count();
        for step in Step::all(history) {
            match step.action {
                Action::DealPrivate(player, cards) => {
                    script.private[*player].extend(cards.iter().map(|card| (step, *card)));
                }
                Action::Show(player, cards) => {
                    // The first word counts; unknown cards only say that the hand comes to the showdown.
                    if cards.is_empty() || known(cards) > 0 {
                        script.shows[*player].get_or_insert(!cards.is_empty());
                    }
                    if known(cards) > known(shown[*player]) {
                        shown[*player] = cards;
                    }
                }
                _ => script.steps.push_back(step),
            }
        }
        // A hand dealt unseen and shown at the end was those cards all along, if nothing was exchanged.
        for (coming, shown) in script.private.iter_mut().zip(shown) {
            let is_unseen = coming.iter().any(|(_, card)| card.is_none());
            if is_unseen && coming.len() == shown.len() && shown.iter().all(Option::is_some) {
                coming.iter_mut().zip(shown).for_each(|((_, card), shown)| *card = *shown);
            }
        }
        script
    }

    /// Whether nothing but board cards is told before the next street or the end.
    pub(crate) fn is_betting_over(&self) -> bool {
        self.steps.front().is_none_or(|step| matches!(step.action, Action::DealBoard(_)))
    }

    /// The first action that the hand had no use for.
    pub(crate) fn left_over(&self) -> Option<Step<'h>> {
        let cards = self.private.iter().chain([&self.board]).flatten().map(|(step, _)| *step);
        cards.chain(self.steps.front().copied()).min_by_key(|step| step.number)
    }
}
