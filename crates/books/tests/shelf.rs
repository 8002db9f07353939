//! The filed books load without a fault.

use books::Shelf;

#[test]
fn every_filed_book_loads() {
    let shelf = Shelf::filed();
    for id in shelf.ids() {
        shelf.book(&id).unwrap_or_else(|problem| panic!("{id}\n{problem}"));
    }
}

/// Tables were dealt by them, so that no check that came later may keep them shut.
#[test]
fn every_book_that_an_earlier_version_had_filed_loads() {
    for version in books::versions::versions() {
        let shelf = books::versions::filed_by(version).expect("its books are kept");
        // No version before 0.2.0 dealt Panguingue.
        for id in shelf.ids().filter(|id| version != "0.1.0" || id.game != "pan") {
            shelf.book(&id).unwrap_or_else(|problem| panic!("{version}: {id}\n{problem}"));
        }
    }
}
