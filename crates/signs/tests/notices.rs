//! Every schedule of every filed book has a notice that stands on one page and says what it must.

use books::{Book, Shelf};
use signs::{Format, LEAST_TYPE, Sign};

fn each(mut look: impl FnMut(&Book, &Sign)) {
    let shelf = Shelf::filed();
    for id in shelf.ids() {
        let book = shelf.book(&id).unwrap();
        let house = shelf.house(&id.house).unwrap();
        let Some(rates) = shelf.rates(&book).unwrap() else { continue };
        for schedule in rates.value.schedules(&id.game).filter(|schedule| schedule.offered.value) {
            look(&book, &Sign::new(&book, schedule, &house.name));
        }
    }
}

#[test]
fn everything_stands_on_one_page_in_type_that_is_read_from_two_metres() {
    let mut count = 0;
    each(|book, sign| {
        let page = sign.page();
        let name = format!("{} schedule {}", book.id, sign.schedule);
        assert!(page.is_whole, "{name} runs into the foot");
        assert!(page.type_size >= LEAST_TYPE, "{name} is set in {} points", page.type_size);
        for (text, right) in page.right_edges() {
            assert!(right <= page.width - 50.0, "{name}: \"{text}\" ends at {right}");
        }
        count += 1;
    });
    assert!(count > 250, "only {count} notices");
}

#[test]
fn every_notice_says_what_it_must() {
    each(|book, sign| {
        let svg = String::from_utf8(sign.write(Format::Svg)).unwrap();
        let html = String::from_utf8(sign.write(Format::Html)).unwrap();
        for text in [&svg, &html] {
            assert!(text.contains("1-800-GAMBLER"), "{}: the help line", book.id);
            assert!(text.contains("No one under 21"), "{}: the age", book.id);
            assert!(text.contains(&book.header().approval), "{}: the approval", book.id);
        }
        let is_banked = html.contains("player-dealer position");
        let has_bank = !matches!(book.header().family, books::Family::Poker | books::Family::Pan);
        assert_eq!(is_banked, has_bank, "{}: the notice about the player-dealer", book.id);
        for (what, fee) in sign.fees.iter().flat_map(|group| &group.rows) {
            assert!(html.contains(what.as_str()) && html.contains(fee.as_str()), "{}: {what}", book.id);
        }
    });
}

#[test]
fn a_pdf_is_one_page_with_its_type_inside() {
    let shelf = Shelf::filed();
    let book = shelf.book(&shelf.find("mortimers/no-bust-6-buster").unwrap()).unwrap();
    let schedule = shelf.schedule(&book, "7").unwrap();
    let pdf = Sign::new(&book, &schedule, "Mortimer's Card Room").write(Format::Pdf);
    assert!(pdf.starts_with(b"%PDF-"));
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains("/Count 1"), "one page");
    assert!(text.contains("FontFile3"), "embedded type");
    assert_eq!(
        pdf,
        Sign::new(&book, &schedule, "Mortimer's Card Room").write(Format::Pdf),
        "always the same bytes"
    );
}

#[test]
fn the_ending_of_the_file_decides_the_format() {
    use std::path::Path;
    assert_eq!(Format::of(Path::new("a/b.PDF")), Ok(Format::Pdf));
    assert_eq!(Format::of(Path::new("b.html")), Ok(Format::Html));
    let refused = Format::of(Path::new("b.png")).unwrap_err().to_string();
    assert_eq!(refused, "the file ends in .png; end it in .svg, .html or .pdf");
    let refused = Format::of(Path::new("b")).unwrap_err().to_string();
    assert_eq!(refused, "the file has no ending; end it in .svg, .html or .pdf");
}

/// What stands in working notes and nowhere else.
const NOTES: &str = include_str!("../../books/tests/internal-notes.txt");

#[test]
fn no_working_note_stands_on_a_notice() {
    let mut count = 0;
    each(|book, sign| {
        for (text, _) in sign.page().right_edges() {
            let small = text.to_lowercase();
            let note = NOTES.lines().find(|note| small.contains(note));
            assert_eq!(note, None, "{} schedule {}: \"{text}\"", book.id, sign.schedule);
            count += 1;
        }
    });
    assert!(count > 3_000, "only {count} texts");
}

fn notice(book: &str, schedule: &str) -> Sign {
    let shelf = Shelf::filed();
    let book = shelf.book(&shelf.find(book).unwrap()).unwrap();
    Sign::new(&book, &shelf.table_schedule(&book, schedule).unwrap(), "The house")
}

fn row(rows: &[(String, String)], what: &str) -> String {
    let found = rows.iter().find(|(name, _)| name.starts_with(what));
    found.map(|(_, amount)| amount.clone()).unwrap_or_else(|| panic!("no row {what} in {rows:?}"))
}

#[test]
fn side_bets_name_their_limits() {
    let of = |book: &str, schedule: &str, title: &str| {
        let sign = notice(book, schedule);
        sign.pays.into_iter().find(|table| table.title == title).unwrap_or_else(|| panic!("no {title}")).rows
    };
    let buster = of("mortimers/no-bust-6-buster", "1", "Buster bet");
    assert_eq!(row(&buster, "Wager, up to the base"), "$1 to $20");
    let buster = of("players-club/no-bust-5", "5-200", "Buster bet");
    assert_eq!(row(&buster, "Wager"), "$1 to the base");
    for title in ["Pair Plus", "6 Card Bonus"] {
        let rows = of("pinnacle/three-card-6-card-bonus", "4", title);
        assert_eq!(row(&rows, "Wager"), "$1 to $100");
    }
}

#[test]
fn a_notice_prints_what_is_charged() {
    let bank = |book: &str, schedule: &str| notice(book, schedule).fees[0].rows.clone();
    // A ruling fills the gap of $150 to $200, and an open end.
    let pure = bank("mortimers/pure-21-5", "1");
    assert_eq!(
        (row(&pure, "$21 to $200"), row(&pure, "$201 and more")),
        ("$0.50".to_owned(), "$2".to_owned())
    );
    assert_eq!(row(&bank("mortimers/no-bust-6-buster", "1"), "$51 and more"), "$1");
    assert_eq!(row(&bank("marina/double-hand", "4"), "$501 and more"), "$5");
    assert_eq!(row(&bank("marina/no-bust-joker", "1"), "$3 to $50"), "$0.25");
    // The jackpot fee is filed, and not taken.
    let holdem = notice("marina/holdem", "10");
    assert!(holdem.fees.iter().all(|group| !group.title.contains("Jackpot")), "{:?}", holdem.fees);
    let modified = &holdem.fees[1].rows;
    assert_eq!(row(modified, "From the small blind: hand over before the flop"), "none");
    assert_eq!(row(modified, "From the pot, once more: a bet on the turn or river"), "$1");
    assert_eq!(notice("pinnacle/three-card-6-card-bonus", "1").filed(), "Schedule 1");
}

#[test]
fn a_tables_own_limit_and_blinds_stand_on_its_notice() {
    use books::poker::Structure;
    let shelf = Shelf::filed();
    let book = shelf.book(&shelf.find("pinnacle/holdem").unwrap()).unwrap();
    let books::Rules::Poker(rules) = &book.rules else { panic!("poker") };
    let limit = Some((books::Money::dollars(6), books::Money::dollars(12)));
    let stakes = rules.stakes(Structure::Limit, limit, None).unwrap();
    let schedule = shelf.schedule(&book, "3").unwrap();
    let sign = Sign::at_table(&book, &schedule, "Pinnacle Casino", Some(&stakes));
    assert_eq!(sign.limit, "Limit $6 - $12, blinds $3 and $6");
    assert_eq!(row(&sign.pays[0].rows, "Big blind"), "$6");
    assert_eq!(Sign::new(&book, &schedule, "").limit, "Limit games $3 - $6 to $30 - $60");
}

/// The size of the type in which a text of a notice begins so.
fn type_size(svg: &str, text: &str) -> String {
    let before = svg.split(&format!(">{text}")).next().unwrap();
    assert!(before.len() < svg.len(), "no {text}");
    let tag = before.rsplit("<text").next().unwrap();
    tag.split("font-size=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned()
}

#[test]
fn the_names_of_one_list_are_of_one_size() {
    let svg = String::from_utf8(notice("marina/holdem", "12").write(Format::Svg)).unwrap();
    let long = type_size(&svg, "From the small blind: hand over");
    assert_eq!(type_size(&svg, "From the pot, once more"), long);
    let svg = String::from_utf8(notice("mortimers/no-bust-6-buster", "2").write(Format::Svg)).unwrap();
    assert_eq!(type_size(&svg, "Over with 3 or 4 cards"), type_size(&svg, "Over with 8 cards or more"));
}
