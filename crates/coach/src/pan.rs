//! Panguingue is not coached: nobody has worked out what its choices are worth.

use books::pan::PanRules;
use games::pan::Event;

use crate::Sight;
use crate::advice::HandAdvice;
use crate::review::Chosen;

pub(crate) fn advise(_: &Sight<'_>, _: &PanRules) -> Vec<HandAdvice> {
    Vec::new()
}

pub(crate) fn chosen(_: &Event) -> Option<Chosen> {
    None
}
