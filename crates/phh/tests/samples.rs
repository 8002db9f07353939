//! Public hand histories replay with the stacks their files give.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use books::Shelf;
use phh::{Games, Outcome, read, replay};

fn files(folder: &Path, list: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, list);
        } else if path.extension().is_some_and(|ending| ending == "phh" || ending == "phhs") {
            list.push(path);
        }
    }
    list.sort();
}

#[test]
fn every_played_sample_agrees() {
    let games = Games::filed(&Shelf::filed()).unwrap_or_else(|problem| panic!("{problem}"));
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples"), &mut paths);
    let mut counts: BTreeMap<(String, &str), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        for history in read(&text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display())) {
            let played = replay(&games, &history);
            *counts.entry((history.variant.clone(), played.outcome.word())).or_default() += 1;
            if matches!(played.outcome, Outcome::Differs | Outcome::Refused) {
                wrong.push(format!(
                    "{}: {} {} {:?}",
                    path.display(),
                    played.outcome,
                    played.reason,
                    played.stacks
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{counts:#?}", wrong.join("\n"));
    let expected = [
        (("F2L3D", "not played"), 8),
        (("F7S", "not played"), 13),
        (("F7S/8", "not played"), 7),
        (("FB", "not played"), 1),
        (("FO/8", "agrees"), 14),
        (("FR", "not played"), 10),
        (("FT", "agrees"), 7),
        (("N2L1D", "agrees"), 7),
        (("NS", "not played"), 1),
        (("NT", "agrees"), 116),
        (("PO", "agrees"), 8),
    ];
    let counts: Vec<((&str, &str), usize)> =
        counts.iter().map(|((variant, outcome), count)| ((variant.as_str(), *outcome), *count)).collect();
    assert_eq!(counts, expected);
}
