//! The rules of a book of any family, made from the table of families.

use crate::ClauseIndex;
use crate::face::RulesFace;
use crate::header::{Family, Header};
use crate::read::{Faults, Reading, Source, read_source};
use crate::{blackjack, double_hand, pan, poker, three_card};

macro_rules! rules {
    ($($(#[doc = $words:literal])* $Family:ident = $word:literal: $folder:ident ($Rules:ident);)+) => {
        /// The rules of a book, by family.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Rules {
            $($(#[doc = $words])* $Family(Box<$folder::$Rules>),)+
        }

        impl Rules {
            /// Reads the rules of a family.
            pub(crate) fn read(
                family: Family,
                source: &Source,
                clauses: &ClauseIndex,
            ) -> Result<Reading<Rules>, Faults> {
                match family {
                    $(Family::$Family => {
                        let reading = read_source::<$folder::$Rules>(source, clauses, RulesFace::check)?;
                        let Reading { value, citations, remarks } = reading;
                        Ok(Reading { value: Rules::$Family(Box::new(value)), citations, remarks })
                    })+
                }
            }

            /// What whoever reads any book asks of it.
            #[must_use]
            pub fn face(&self) -> &dyn RulesFace {
                match self { $(Rules::$Family(rules) => &**rules,)+ }
            }
        }
    };
}

crate::families!(rules);

impl Rules {
    /// What the book begins with.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.face().header()
    }
}
