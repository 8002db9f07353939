//! Every filed book finds its schedules, and cites their clauses by the numbers of its own index.

use std::collections::BTreeSet;

use books::Shelf;
use books::rates::RatesFile;

use super::filed::{all, clauses};

#[test]
fn every_book_has_the_schedules_it_names_and_every_schedule_has_a_book() {
    let shelf = Shelf::filed();
    let mut served = BTreeSet::new();
    for id in shelf.ids() {
        let book = shelf.book(&id).unwrap_or_else(|problem| panic!("{problem}"));
        let name = &book.header().rates;
        let path = format!("{}/rates/{name}.toml", id.house);
        let source = shelf.file(&path).unwrap_or_else(|| panic!("{id} names {path}"));
        let reading = RatesFile::read(source, &book.clauses).unwrap_or_else(|faults| panic!("{faults}"));
        let count = reading.value.schedules(&id.game).count();
        assert!(reading.value.serves(&id.game) && count > 0, "{id} has no schedule in {path}");
        served.insert(id.to_string());
        let other = RatesFile::read(source, clauses(&id.house)).unwrap().value;
        for (ours, theirs) in reading.value.schedules(&id.game).zip(other.schedules(&id.game)) {
            let index = clauses(&id.house);
            let entry = book.clauses.entry(ours.taken.clause).unwrap();
            assert_eq!(entry.says, index.entry(theirs.taken.clause).unwrap().says, "{id}");
        }
    }
    assert_eq!(served.len(), 25, "the filings have 25 games");
    let named: BTreeSet<String> = all()
        .iter()
        .flat_map(|(house, _, reading)| {
            reading
                .value
                .tables
                .iter()
                .flat_map(|table| &table.games)
                .map(move |game| format!("{house}/{game}"))
        })
        .collect();
    assert_eq!(named, served);
}
