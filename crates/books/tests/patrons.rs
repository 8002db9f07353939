//! Nothing that is only meant for whoever keeps the books reaches a patron's eyes.

use books::Shelf;
use books::rates::PriceList;

/// What stands in working notes and nowhere else.
const NOTES: &str = include_str!("internal-notes.txt");

fn note_in(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    NOTES.lines().find(|note| text.contains(note))
}

#[test]
fn no_rule_clause_or_price_list_carries_a_working_note() {
    assert_eq!(note_in("It clashes with rule 14; see question."), Some("question"), "the search finds one");
    let shelf = Shelf::filed();
    let (mut found, mut texts) = (Vec::new(), 0);
    for id in shelf.ids() {
        let book = shelf.book(&id).unwrap();
        let mut look = |place: String, text: &str| {
            texts += 1;
            if let Some(note) = note_in(text) {
                found.push(format!("{id}, {place}: \"{note}\" in \"{text}\""));
            }
        };
        look("name".to_owned(), &book.header().name);
        for heading in book.sentences() {
            for sentence in heading.sentences {
                look(heading.title.clone(), &sentence.text);
            }
        }
        for (_, entry) in book.clauses.iter() {
            look(entry.name.clone(), &entry.says);
            look(entry.name.clone(), &entry.at);
        }
        let rates = shelf.rates(&book).unwrap();
        for schedule in rates.iter().flat_map(|rates| rates.value.schedules(&id.game)) {
            let list = PriceList::charged(&book, schedule);
            let rows = list.groups.iter().flat_map(|group| &group.rows);
            for text in rows.flat_map(|(what, fee)| [what, fee]).chain([&list.limit, &schedule.sentence()]) {
                look(format!("schedule {}", schedule.handle), text);
            }
        }
    }
    assert!(texts > 5_000, "only {texts} texts were read");
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{} notes:\n{}", found.len(), found.join("\n"));
}
