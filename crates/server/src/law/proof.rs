//! What the house's log says about the law held against the library: packs and notices by their content, and overrides by the
//! packs that counted.

use super::{LawEntry, NoticePart, Packs};
use crate::journal::HouseEntry;
use crate::library::{Files, Library};

/// What has to be held against the library once it is read.
#[derive(Default)]
pub(crate) struct LawProof {
    said: Vec<(u64, LawEntry)>,
}

impl LawProof {
    /// Takes an entry of the house.
    pub(crate) fn take(&mut self, said: &HouseEntry, first: u64) {
        if let HouseEntry::Law(said) = said {
            self.said.push((first, said.clone()));
        }
    }

    /// What is not as the library has it.
    pub(crate) fn faults(&self, library: &Library) -> Vec<String> {
        let (mut faults, mut packs) = (Vec::new(), Packs::default());
        for (first, said) in &self.said {
            let found = match said {
                LawEntry::PacksRead { packs: files, .. } => read(library, files, &mut packs),
                LawEntry::NoticePosted { hash, parts, .. } => match library.text(hash) {
                    None => Err("the library lacks the notice that was posted".to_owned()),
                    Some(text) if NoticePart::of_text(text) != *parts => {
                        Err("the notice that was posted does not say what the house says it does".to_owned())
                    }
                    Some(_) => Ok(()),
                },
                LawEntry::Overridden { rule, .. } if packs.rule(rule).is_none() => {
                    Err(format!("no law pack that counts has the rule \"{rule}\", which was overridden"))
                }
                LawEntry::NoticeTakenDown { .. }
                | LawEntry::Overridden { .. }
                | LawEntry::OverrideEnded { .. } => Ok(()),
            };
            faults.extend(found.err().map(|what| format!("stream 0: event {first}: {what}")));
        }
        faults
    }
}

fn read(library: &Library, files: &Files, packs: &mut Packs) -> Result<(), String> {
    *packs = Packs::kept(library, files)?;
    Ok(())
}
