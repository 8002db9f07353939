//! A table of Pan is opened only where its schedule and its book agree.

mod pan;

use books::{BookId, Rules, Shelf};
use games::face::{Asked, GameFace};
use games::pan::Game;
use pan::changed;

fn opened(places: &[(&str, &str)]) -> Result<(), String> {
    let book = changed(places);
    let shelf = Shelf::filed();
    let filed = shelf.book(&BookId::new("players-club", "pan")).unwrap();
    let schedule = shelf.schedule(&filed, "pan-2").unwrap();
    let Rules::Pan(rules) = &book.rules else { panic!("pan is pan") };
    let asked = Asked { schedule: Some(&schedule), ..Asked::default() };
    Game::ready(rules, &asked).map(|_| ()).map_err(|fault| format!("{fault:?}"))
}

#[test]
fn the_chip_and_the_fee_of_the_schedule_are_those_of_the_book() {
    assert_eq!(opened(&[]), Ok(()));
    let chip = opened(&[("chip                 = \"$2\"", "chip                 = \"$5\"")]).unwrap_err();
    assert!(chip.contains("the schedule has chips of $2, the book says $5"), "{chip}");
    let fee = opened(&[("fee               = \"$2\"", "fee               = \"$3\"")]).unwrap_err();
    assert!(fee.contains("the schedule takes $2 by time, the book says $3"), "{fee}");
}
