//! Poker hands laid out by hand: what each choice plays for, which cards are out, and against how many a hand is weighed.

use books::{Money, Rules};
use cards::{Card, Seed, parse_cards};
use coach::{Asked, Coach, HandAdvice};
use games::poker::Choice as Bet;
use games::round::{Choice, Offer};
use room::TableView;

use crate::hall::Hall;

fn cents(amount: i64) -> Money {
    Money::cents(amount)
}

/// A hand that somebody plays, and the table as they see it.
struct Laid {
    view: TableView,
    person: u32,
    rules: Rules,
}

impl Laid {
    /// A hand of a book with so many players, at the first choice of one of them.
    fn new(name: &str, players: u8) -> Laid {
        let mut hall = Hall::new(name, players, 3);
        let rules = hall.book.rules.clone();
        for _ in 0..20_000 {
            for situation in hall.step() {
                let round = situation.view.round.as_ref().unwrap();
                let is_betting = |offer: &Offer| offer.choice == Choice::Poker(Bet::Fold);
                let is_whole = round.seats.iter().filter(|seat| seat.is_live).count() == usize::from(players);
                if is_whole && round.offers.iter().any(is_betting) {
                    return Laid { view: situation.view, person: situation.person, rules };
                }
            }
        }
        panic!("{name}: nobody has a choice");
    }

    fn own(&self) -> usize {
        let seat = self.view.you;
        self.round().seats.iter().position(|one| Some(one.seat) == seat).unwrap()
    }

    fn round(&self) -> &games::round::View {
        self.view.round.as_ref().unwrap()
    }

    fn cards(mut self, own: &str, board: &str) -> Laid {
        let place = self.own();
        let round = self.view.round.as_mut().unwrap();
        round.board = parse_cards(board).unwrap();
        round.seats[place].hands[0].cards = parse_cards(own).unwrap().into_iter().map(Some).collect();
        self
    }

    /// Sets what each has paid in all, bet on this street and has behind, the own place first; folded seats have nothing.
    fn money(mut self, pot: i64, paid: &[i64], bets: &[i64], stacks: &[i64]) -> Laid {
        let own = self.own();
        let round = self.view.round.as_mut().unwrap();
        let count = round.seats.len();
        round.pots = if pot > 0 { vec![cents(pot)] } else { Vec::new() };
        for turn in 0..count {
            let seat = &mut round.seats[(own + turn) % count];
            seat.is_live = turn < paid.len();
            seat.paid = cents(paid.get(turn).copied().unwrap_or(0));
            seat.bet = cents(bets.get(turn).copied().unwrap_or(0));
            let number = seat.seat;
            let person = self.view.people.iter_mut().find(|one| one.seat == Some(number)).unwrap();
            person.stack = cents(stacks.get(turn).copied().unwrap_or(0));
        }
        self
    }

    fn offers(mut self, offers: &[(Bet, i64, i64)]) -> Laid {
        let round = self.view.round.as_mut().unwrap();
        let who = round.offers[0].who;
        let of = |(choice, least, most): &(Bet, i64, i64)| Offer {
            who,
            choice: Choice::Poker(*choice),
            least: cents(*least),
            most: cents(*most),
            step: if least == most { Money::ZERO } else { cents(100) },
            cards: (0, 0),
        };
        round.offers = offers.iter().map(of).collect();
        self
    }

    fn advice(&self) -> HandAdvice {
        let asked = Asked { deals: 20_000, ..Asked::default() };
        let advice = Coach::default().advise(&self.view, self.person, &self.rules, &asked);
        advice.hands.into_iter().next().unwrap_or_else(|| panic!("{}: {:#?}", advice.words, self.view.round))
    }
}

/// What a choice is worth in cents.
fn worth(hand: &HandAdvice, name: &str) -> f64 {
    let rated = hand.choices.iter().find(|rated| rated.name == name);
    let rated = rated.unwrap_or_else(|| panic!("{name} is not rated: {hand:#?}"));
    rated.value.unwrap() * hand.unit.in_cents() as f64
}

/// The share of the pot that the words name.
fn share(hand: &HandAdvice) -> f64 {
    let rest = hand.why[0].strip_prefix("Your hand wins ").unwrap();
    rest.split('%').next().unwrap().parse::<f64>().unwrap() / 100.0
}

#[test]
fn a_short_call_plays_for_what_it_can_win() {
    // Fifty-five dollars in all against a bet of a thousand: everything above a hundred and ten goes back.
    let laid = Laid::new("mortimers/holdem", 2)
        .cards("Kc Qd", "2s 7h 9d Js 3c")
        .money(101_000, &[1_000, 100_000], &[0, 99_000], &[4_500, 50_000])
        .offers(&[(Bet::Fold, 0, 0), (Bet::Call, 4_500, 4_500)]);
    let hand = laid.advice();
    assert!(hand.is_exact, "{hand:#?}");
    let part = (worth(&hand, "Call $45") + 4_500.0) / 11_000.0;
    assert!((part - share(&hand)).abs() < 0.0006, "{part}: {hand:#?}");
    let needs = hand.why.iter().find(|words| words.starts_with("A call of $45 plays for $110")).unwrap();
    assert!(needs.contains("more than 40.9%"), "{needs}");
}

#[test]
fn side_pots_are_won_against_those_who_are_in_them() {
    // One has ten dollars, the others a hundred: of a call the main pot has three hands in it, the side pot two.
    let laid = Laid::new("mortimers/holdem", 3)
        .cards("As Ad", "2s 7h 9d Jc 3c")
        .money(12_000, &[0, 10_000, 1_000], &[0, 10_000, 1_000], &[30_000, 20_000, 0])
        .offers(&[(Bet::Fold, 0, 0), (Bet::Call, 10_000, 10_000)]);
    let hand = laid.advice();
    let alone = Laid::new("mortimers/holdem", 2)
        .cards("As Ad", "2s 7h 9d Jc 3c")
        .money(10_000, &[0, 10_000], &[0, 10_000], &[30_000, 20_000])
        .offers(&[(Bet::Fold, 0, 0), (Bet::Call, 10_000, 10_000)]);
    // A thousand dollars more than is put in was there before, dead: twelve thousand in the pot, eleven paid.
    let expected = share(&hand) * (3_000.0 + 1_000.0) + share(&alone.advice()) * 18_000.0 - 10_000.0;
    let found = worth(&hand, "Call $100");
    assert!((found - expected).abs() < 350.0, "{found} {expected}: {hand:#?}");
}

#[test]
fn folding_is_not_the_answer_to_a_pot_that_the_blinds_have_not_filled() {
    // The blind of three dollars went to the house; four others are to act, and whoever stays pays the same.
    let offers = [(Bet::Fold, 0, 0), (Bet::Call, 300, 300), (Bet::Raise(cents(600)), 600, 600)];
    let first = |own: &str| {
        Laid::new("players-club/holdem", 5)
            .cards(own, "")
            .money(0, &[0, 0, 0, 0, 300], &[0, 0, 0, 0, 300], &[9_000; 5])
            .offers(&offers)
            .advice()
    };
    let good = first("As Ah");
    assert_eq!(good.best().unwrap().name, "Raise to $6", "{good:#?}");
    assert!((worth(&good, "Call $3") - (share(&good) * 1_200.0 - 300.0)).abs() < 2.0, "{good:#?}");
    assert!((worth(&good, "Raise to $6") - (share(&good) * 2_700.0 - 600.0)).abs() < 2.0, "{good:#?}");
    assert_eq!(worth(&good, "Fold"), 0.0);
    let bad = first("7s 2h");
    assert_eq!(bad.best().unwrap().name, "Fold", "{bad:#?}");
    // Alone against that blind there is nothing to win at all, and the words say so.
    let alone = Laid::new("players-club/holdem", 2)
        .cards("As Ah", "")
        .money(0, &[0, 300], &[0, 300], &[9_000; 2])
        .offers(&offers[..2])
        .advice();
    assert_eq!(alone.best().unwrap().name, "Fold", "{alone:#?}");
    assert!(alone.why.iter().any(|words| words.contains("nothing to win")), "{alone:#?}");
}

#[test]
fn a_free_check_is_never_worse_than_folding() {
    // Nothing in the pot, and a hand that cannot win: checking costs as little as folding.
    for pot in [0, 2_000] {
        let hand = Laid::new("mortimers/holdem", 2)
            .cards("2c 3d", "As Ks Qs Js Ts")
            .money(pot, &[1_000, 1_000], &[0, 0], &[9_000; 2])
            .offers(&[(Bet::Fold, 0, 0), (Bet::Check, 0, 0), (Bet::Bet(cents(600)), 600, 600)])
            .advice();
        assert_ne!(hand.best().unwrap().name, "Fold", "{hand:#?}");
        assert!(hand.choices.iter().all(|rated| rated.value.is_some()), "{hand:#?}");
    }
}

#[test]
fn opening_lowball_is_weighed_against_folding() {
    for (own, best) in [("As 2d 3c 4h 6s", "Bet $4"), ("Ks Kd Qc Qh Js", "Fold")] {
        let hand = Laid::new("marina/lowball", 4)
            .cards(own, "")
            .money(400, &[0, 100, 100, 200], &[0, 100, 100, 200], &[9_000; 4])
            .offers(&[(Bet::Fold, 0, 0), (Bet::Bet(cents(400)), 400, 400)])
            .advice();
        assert_eq!(hand.best().unwrap().name, best, "{hand:#?}");
        let expected = share(&hand) * 1_600.0 - 400.0;
        assert!((worth(&hand, "Bet $4") - expected).abs() < 2.0, "{expected}: {hand:#?}");
    }
}

/// Hands of lowball are weighed against as many others as there are, up to a full table.
#[test]
fn lowball_is_weighed_against_everybody_at_the_table() {
    let mut shares = Vec::new();
    for rivals in 1..=7_u8 {
        let live = usize::from(rivals) + 1;
        let paid: Vec<i64> = vec![200; live];
        let hand = Laid::new("marina/lowball", 8)
            .cards("8s 7d 5c 3h 2s", "")
            .money(200 * live as i64, &paid, &paid, &vec![9_000; live])
            .offers(&[(Bet::Fold, 0, 0), (Bet::Call, 200, 200)])
            .advice();
        let others = if rivals == 1 { "the other hand".to_owned() } else { format!("the {rivals} others") };
        assert!(hand.why[0].contains(&others), "{hand:#?}");
        let even = format!("{:.1}%", 100.0 / live as f64);
        assert!(hand.why[0].contains(&even), "{hand:#?}");
        let expected = against_drawers(&laid_cards("8s 7d 5c 3h 2s"), rivals.into());
        assert!((share(&hand) - expected).abs() < 0.05, "{rivals}: {expected}: {hand:#?}");
        shares.push((share(&hand), expected));
    }
    println!("{shares:?}");
    assert!(shares[2].0 - shares[6].0 > 0.05, "not against three alone: {shares:?}");
}

fn laid_cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

/// How often a pat hand beats so many others who keep different cards of eight and lower, or a nine whole; counted
/// without the coach.
fn against_drawers(own: &[Card], rivals: usize) -> f64 {
    let low = |card: &Card| match card.rank().unwrap().number() {
        14 => 1,
        number => number,
    };
    let sorted = |cards: &[Card]| {
        let mut values: Vec<u8> = cards.iter().map(low).collect();
        values.sort_unstable_by(|one, other| other.cmp(one));
        values
    };
    let mut draws = Seed::from_bytes([9; 32]).draws();
    let mut deck: Vec<Card> = Card::all().filter(|card| !card.is_joker() && !own.contains(card)).collect();
    let (mut won, deals) = (0.0, 4_000);
    for _ in 0..deals {
        draws.shuffle(&mut deck);
        let mut stub: Vec<Card> = deck[5 * rivals..].to_vec();
        let mut thrown: Vec<Card> = Vec::new();
        let is_beaten = (0..rivals).any(|rival| {
            let five = &deck[5 * rival..5 * rival + 5];
            let mut kept: Vec<Card> = Vec::new();
            for card in five {
                if low(card) <= 9 && kept.iter().all(|other| low(other) != low(card)) {
                    kept.push(*card);
                }
            }
            if kept.len() < 5 {
                kept.retain(|card| low(card) <= 8);
            }
            thrown.extend(five.iter().filter(|card| !kept.contains(card)));
            while kept.len() < 5 {
                if stub.is_empty() {
                    draws.shuffle(&mut thrown);
                    stub.append(&mut thrown);
                }
                kept.push(stub.pop().unwrap());
            }
            let theirs = sorted(&kept);
            theirs.windows(2).all(|pair| pair[0] != pair[1]) && theirs < sorted(own)
        });
        won += f64::from(u8::from(!is_beaten));
    }
    won / f64::from(deals)
}

#[test]
fn a_card_that_was_thrown_away_is_neither_unseen_nor_an_out() {
    let laid = |thrown: &str| {
        let mut laid = Laid::new("players-club/crazy-pineapple", 2)
            .cards("As Ks", "2s 7s 9d Jc")
            .money(2_000, &[1_000; 2], &[0; 2], &[9_000; 2])
            .offers(&[(Bet::Fold, 0, 0), (Bet::Check, 0, 0)]);
        let own = laid.own();
        laid.view.round.as_mut().unwrap().seats[own].thrown = parse_cards(thrown).unwrap();
        laid.advice()
    };
    let outs = |hand: &HandAdvice| {
        hand.why
            .iter()
            .find(|words| words.contains("unseen cards"))
            .cloned()
            .unwrap_or_else(|| panic!("{hand:#?}"))
    };
    let (with, without) = (laid("Qs"), laid("Qd"));
    assert!(outs(&without).contains(" Qs") && !outs(&with).contains(" Qs"), "{with:#?} {without:#?}");
    assert!(outs(&with).contains("of 45 unseen"), "{with:#?}");
    assert!(share(&with) < share(&without), "one spade less may come");
}

fn outs_of(own: &str, board: &str) -> Vec<String> {
    let hand = Laid::new("mortimers/holdem", 2)
        .cards(own, board)
        .money(2_000, &[1_000; 2], &[0; 2], &[9_000; 2])
        .offers(&[(Bet::Fold, 0, 0), (Bet::Check, 0, 0)])
        .advice();
    let words = hand.why.iter().find(|words| words.contains("unseen cards"));
    let Some((_, list)) = words.and_then(|words| words.rsplit_once(": ")) else { return Vec::new() };
    list.trim_end_matches('.').split(' ').map(str::to_owned).collect()
}

#[test]
fn outs_get_ahead_of_hands_and_pairs_of_the_board_do_not() {
    let named = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let sorted = |mut list: Vec<String>| {
        list.sort_unstable();
        list
    };
    let is_outs = |own: &str, board: &str, outs: &str| {
        assert_eq!(sorted(outs_of(own, board)), sorted(named(outs)), "{own} on {board}");
    };
    // A king, seven or deuce makes two pair of a nine and gives every other hand its pair as well.
    is_outs("9s 9h", "Kd 7c 2s", "9d 9c");
    // Three of a kind fill up with the board, but a king or queen fills as many hands that are then ahead.
    is_outs("9s 9h", "Kd 9c 2s Qh", "9d 2d 2h 2c");
    for (own, board) in [("As Ks", "2s 7s 9d Jc"), ("8h 7h", "6h 5h Ad Kc")] {
        let suit = &own[1..2];
        let flush = outs_of(own, board).into_iter().filter(|card| card.ends_with(suit)).count();
        assert_eq!(flush, 9, "{own} on {board}");
    }
}
