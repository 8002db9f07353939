//! The face that the rules of Panguingue show to whoever reads any book.

use super::rules::PanRules;
use super::{check, words};
use crate::face::RulesFace;
use crate::header::Header;
use crate::read::{Citation, Reader};
use crate::words::Heading;

impl RulesFace for PanRules {
    fn header(&self) -> &Header {
        &self.book
    }

    fn check(&self, reader: &mut Reader<'_>) {
        check::check(self, reader);
    }

    fn sentences(&self, citations: &[Citation]) -> Vec<Heading> {
        words::sentences(self, citations)
    }

    fn puts_up_tops(&self) -> bool {
        true
    }
}
