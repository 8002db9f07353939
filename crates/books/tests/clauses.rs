//! Every clause file of the project can be read, and no name stands twice in it.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use books::ClauseFile;
use books::read::Source;

#[test]
fn every_clause_file_reads_and_its_names_are_unique() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clauses");
    let mut clauses = 0;
    for house in fs::read_dir(root).unwrap() {
        let house = house.unwrap().path();
        if !house.is_dir() {
            continue;
        }
        for file in fs::read_dir(house).unwrap() {
            let path = file.unwrap().path();
            let file =
                ClauseFile::read(&Source::open(&path).unwrap()).unwrap_or_else(|faults| panic!("{faults}"));
            let mut names = HashSet::new();
            let ids = file.clause.iter().map(|clause| &clause.id);
            for id in ids.chain(file.question.iter().flatten().map(|question| &question.id)) {
                assert!(names.insert(id.clone()), "{}: \"{id}\" stands twice", path.display());
            }
            clauses += file.clause.len();
        }
    }
    assert_eq!(clauses, 1386, "the filings have so many clauses; correct this number with the clause files");
}
