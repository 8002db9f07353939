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
