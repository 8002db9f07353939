//! What others may see of a hand, and what nobody posts by choice.

mod poker_table;

use books::poker::Structure;
use games::poker::{Irregularity, Table, Viewer};
use poker_table::{Deal, Game, book, dollars, rules, seat};

#[test]
fn who_asks_sees_a_hand_of_the_showdown_and_draws_are_told_until_somebody_acts() {
    let deal = Deal {
        book: "marina/lowball",
        limit: Some((10, 20)),
        blinds: Some((5, 10)),
        stacks: &[(1, 500), (4, 500), (6, 500)],
        holes: &[(1, "Ac 2c 3c 4c 6c"), (4, "Ad 2d 3d 4d 7d"), (6, "Kd Kh Ks Qd Qh")],
        ..Deal::default()
    };
    let mut game = deal.start();
    game.play("1 bet 20, 4 call, 6 fold, 4 draw, 1 draw");
    let told = |game: &Game, at: u8| {
        let view = game.hand.view(Viewer::Rail);
        view.seats.iter().find(|one| one.seat == seat(at)).unwrap().drawn
    };
    assert_eq!((told(&game, 1), told(&game, 4)), (Some(0), Some(0)));
    assert!(game.hand.asked_to_see(seat(6), seat(4)).is_err());
    game.play("4 check");
    assert_eq!(told(&game, 4), None);
    game.play("1 check");
    assert!(game.hand.is_over());
    // Whoever folded may still ask, and only for a hand that came to the showdown.
    assert_eq!(game.hand.asked_to_see(seat(6), seat(4)).unwrap().len(), 5);
    let refusal = game.hand.asked_to_see(seat(1), seat(6)).unwrap_err();
    assert_eq!(game.name(refusal.clause), "see-hands");
    let mut game = deal.start();
    game.play("1 bet 20, 4 fold, 6 fold");
    assert_eq!(game.name(game.hand.asked_to_see(seat(4), seat(1)).unwrap_err().clause), "see-hands");
    let holdem = Deal::default().start();
    assert!(holdem.hand.asked_to_see(seat(1), seat(2)).is_err());
}

#[test]
fn cards_shown_to_one_are_seen_by_all() {
    let mut game = Deal { book: "marina/holdem", holes: &[(2, "As Ad")], ..Deal::default() }.start();
    let seen = |game: &Game| game.hand.view(Viewer::Rail).seats[0].cards.clone();
    assert_eq!(seen(&game), [None, None]);
    let clause = game.report(Irregularity::ShownToOne { seat: seat(2) }).unwrap();
    assert_eq!(clause, "general-poker/show-one-show-all");
    assert_eq!(seen(&game), ["As", "Ad"].map(|card| card.parse().ok()));
    assert!(Deal::default().start().report(Irregularity::ShownToOne { seat: seat(2) }).is_err());
}

#[test]
fn a_card_that_its_holder_exposes_is_seen_by_all_and_the_other_is_not() {
    let mut game = Deal { book: "marina/holdem", holes: &[(2, "As Ad")], ..Deal::default() }.start();
    let clause = game.report(Irregularity::ExposedByHolder { seat: seat(2), card: 1 }).unwrap();
    assert_eq!(clause, "ruling-exposed-by-holder");
    assert_eq!(game.hand.view(Viewer::Rail).seats[0].cards, [None, "Ad".parse().ok()]);
    assert!(
        Deal::default().start().report(Irregularity::ExposedByHolder { seat: seat(2), card: 1 }).is_err()
    );
}

#[test]
fn nobody_straddles_by_choice_unless_the_book_says_so() {
    let book = book("marina/holdem");
    let stakes =
        rules(&book).stakes(Structure::Limit, Some((dollars(4), dollars(8))), Some((dollars(2), dollars(4))));
    let table = Table::new(rules(&book), stakes.unwrap());
    assert_eq!(book.clause_name(table.straddle(seat(3)).unwrap_err()), "ruling-kill-pots-and");
    let mut own = rules(&book).clone();
    own.posts.straddle_by_choice.value = true;
    let table = Table::new(&own, *table.stakes());
    assert_eq!(table.straddle(seat(3)).unwrap().amount, dollars(8));
}
