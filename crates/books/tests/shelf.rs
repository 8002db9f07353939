//! The filed books load without a fault.

use books::Shelf;

#[test]
fn every_filed_book_loads() {
    let shelf = Shelf::filed();
    for id in shelf.ids() {
        shelf.book(&id).unwrap_or_else(|problem| panic!("{id}\n{problem}"));
    }
}
