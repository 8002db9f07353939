//! Law packs that count together: their texts, and their rules with how each stands on a day.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use books::Shelf;
use books::law::{LawPack, LawRule};
use books::read::Source;

use crate::library::{Files, Library, hash_of};

/// The longest text of a pack, in bytes.
const TEXT_MOST: u64 = 1_000_000;

/// Packs that count together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packs {
    /// Their texts by path, such as "law/base.toml".
    pub(crate) texts: BTreeMap<String, String>,
    /// Each pack's path and what it says.
    pub(crate) packs: Vec<(String, LawPack)>,
}

impl Packs {
    /// Packs by their texts.
    ///
    /// # Errors
    /// When one of them cannot be read, in a sentence.
    pub(crate) fn of_texts(texts: BTreeMap<String, String>) -> Result<Packs, String> {
        let read = |(path, text): (&String, &String)| {
            let source = Source::new(path.clone(), text.clone());
            let pack = LawPack::read(&source).map_err(|faults| format!("{path}: {faults}"))?;
            Ok((path.clone(), pack))
        };
        let packs: Vec<(String, LawPack)> = texts.iter().map(read).collect::<Result<_, String>>()?;
        let mut ids: Vec<&str> =
            packs.iter().flat_map(|(_, pack)| &pack.rule).map(|rule| rule.id.as_str()).collect();
        ids.sort_unstable();
        if let Some(twice) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two law packs have a rule that is called \"{}\"", twice[0]));
        }
        Ok(Packs { texts, packs })
    }

    /// The packs of a shelf, with those of a folder added, or put in the place of those of the same name.
    ///
    /// # Errors
    /// When one of them cannot be read, in a sentence.
    pub(crate) fn at_hand(shelf: &Shelf, folder: Option<&Path>) -> Result<Packs, String> {
        let mut texts: BTreeMap<String, String> =
            shelf.law_texts().map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
        if let Some(folder) = folder {
            let fault = |error: std::io::Error| format!("{}: cannot be read ({error})", folder.display());
            for entry in fs::read_dir(folder).map_err(fault)? {
                let path = entry.map_err(fault)?.path();
                if path.extension().is_none_or(|end| end != "toml") {
                    continue;
                }
                let told = |what: String| format!("{}: {what}", path.display());
                let size = fs::metadata(&path).map_err(|error| told(error.to_string()))?.len();
                if size > TEXT_MOST {
                    return Err(told(format!("a law pack has at most {TEXT_MOST} bytes")));
                }
                let text = fs::read_to_string(&path).map_err(|error| told(error.to_string()))?;
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                texts.insert(format!("law/{name}"), text);
            }
        }
        Packs::of_texts(texts)
    }

    /// The packs that an entry of the house names.
    ///
    /// # Errors
    /// When the library lacks a text, or it cannot be read.
    pub(crate) fn kept(library: &Library, files: &Files) -> Result<Packs, String> {
        let text = |(path, hash): (&String, &String)| {
            let text = library.text(hash).ok_or_else(|| format!("the library lacks {path}"))?;
            Ok((path.clone(), text.to_owned()))
        };
        Packs::of_texts(files.iter().map(text).collect::<Result<_, String>>()?)
    }

    /// The hash of each text by its path.
    pub(crate) fn files(&self) -> Files {
        self.texts.iter().map(|(path, text)| (path.clone(), hash_of(text))).collect()
    }

    /// A shelf on which these packs count, whatever packs it has or lacks.
    pub(crate) fn over(&self, shelf: &Shelf) -> Shelf {
        let source = |path: &str, text: &str| Source::new(path.to_owned(), text.to_owned());
        let put = |shelf: Shelf, (path, text): (&String, &String)| shelf.with_file(path, source(path, text));
        self.texts.iter().fold(shelf.clone(), put)
    }

    /// Every rule.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &LawRule> {
        self.packs.iter().flat_map(|(_, pack)| &pack.rule)
    }

    /// A rule by its name.
    pub(crate) fn rule(&self, id: &str) -> Option<&LawRule> {
        self.rules().find(|rule| rule.id == id)
    }
}
