//! One command of each kind, with the choices and reports of every family.

use books::Money;
use games::poker::{DeadHand, Irregularity, Which};
use games::round::{Choice, Report};
use games::{Party, Seat, blackjack, double_hand, poker, three_card};
use room::{Chips, Command, Correction, KnownRound, Wager, Why, WhyPassed};

/// Commands in which every kind is found.
pub(crate) fn one_of_each() -> Vec<Command> {
    let seat = Seat::new(3);
    let amount = Money::dollars(20);
    let card = "Th".parse().unwrap();
    let wager = Wager { base: amount, joint: Some(1), ..Wager::default() };
    let correction = Correction {
        round: 4,
        from: Chips::Person(7),
        to: Chips::Drop,
        amount,
        why: Why::Ruling,
        clause: "rules-1".to_owned(),
        reason: "The fee was forgotten".to_owned(),
        approved: Some(8),
        dispute: Some(40),
    };
    let known = KnownRound { people: vec![7], moved: amount, large_from: Some(amount) };
    let mut list = vec![
        Command::Sit { seat, buy_in: amount },
        Command::StandBehind { buy_in: amount },
        Command::AddChips { amount },
        Command::Leave,
        Command::Join,
        Command::Unlist,
        Command::ChangeSeat { seat },
        Command::SitOut,
        Command::SitIn,
        Command::TakeLeave,
        Command::CallTime,
        Command::Post,
        Command::TakeBank { stake: amount },
        Command::PassBank,
        Command::ShareBank { amount },
        Command::TakeShare { person: 7 },
        Command::PutWager { spot: seat, wager },
        Command::AgreeJoint { spot: seat, person: 7 },
        Command::AskToSee { seat },
        Command::GiveWords { shuffle: 1, commitment: "00".repeat(32) },
        Command::OpenWords { shuffle: 1, words: "good luck".to_owned() },
        Command::Ready,
        Command::DrawButton { cards: vec![card] },
        Command::Start,
        Command::Card { card: Some(card) },
        Command::Card { card: None },
        Command::DealUnseen,
        Command::TurnUp { seat, cards: vec![card] },
        Command::Look { natural: true },
        Command::Shuffled,
        Command::PassOver { why: WhyPassed::Absent },
        Command::Pay,
        Command::CloseRound,
        Command::TakeBack,
        Command::Correct { correction, known: Some(known) },
        Command::GiveConsent,
        Command::RefuseConsent,
        Command::SignIn,
        Command::SignOut,
        Command::EnterLate { is_on: true },
        Command::CutCard,
        Command::Dispute { round: Some(4), people: vec![7], words: "Who was first?".to_owned() },
        Command::RunClock { runs: true },
        Command::For { person: 7, command: Box::new(Command::Ready) },
        Command::Rule {
            words: "The wager stands".to_owned(),
            clause: "rules-1".to_owned(),
            dispute: Some(40),
        },
        Command::Relatives { one: 7, other: 8, may_play: false },
        Command::Company { person: 7, company: Some("Company".to_owned()) },
        Command::NewGame,
        Command::NewShoe,
        Command::Pause,
        Command::Resume,
        Command::Close,
        Command::Tick,
        Command::Zone { minutes: -480 },
    ];
    list.extend(choices().into_iter().map(|choice| Command::Choose { who: Some(Party(0)), choice }));
    list.extend(reports().into_iter().map(|report| Command::Report { report }));
    list
}

fn choices() -> Vec<Choice> {
    use blackjack::Choice as B;
    use double_hand::Choice as D;
    use games::pan::Choice as N;
    use poker::Choice as P;
    use three_card::{Choice as T, WagerKind};
    let amount = Money::dollars(20);
    let cards = ["Th", "Joker"].iter().map(|card| card.parse().unwrap()).collect();
    let blackjack = [
        B::Hit,
        B::Stand,
        B::Double(amount),
        B::Split,
        B::Surrender(0),
        B::Insure(amount),
        B::EvenMoney,
        B::Follow(amount),
        B::Decline,
        B::Side(amount),
    ];
    let double_hand = [
        D::Pile(1),
        D::Change(amount),
        D::Stake(amount),
        D::NoMoreBets,
        D::Dice(7),
        D::Look,
        D::Set(cards),
        D::SetUnseen,
        D::HouseWay,
        D::Confirm,
        D::Turn(cards),
        D::Show { front: cards, back: cards },
        D::Open,
        D::Surrender,
        D::CallBet(amount),
        D::SideBet(amount),
    ];
    let three_card = [T::Play, T::Fold, T::Put { wager: WagerKind::PairPlus, amount }];
    let poker = [
        P::Fold,
        P::Check,
        P::Call,
        P::Bet(amount),
        P::Raise(amount),
        P::Discard(Which::one(1)),
        P::Draw(Which::NONE),
        P::Show,
        P::Muck,
    ];
    let group = ["5h", "5d", "5c"].iter().map(|card| card.parse().unwrap()).collect();
    let one = ["5h"].iter().map(|card| card.parse().unwrap()).collect();
    let pan = [
        N::In,
        N::Out,
        N::Draw,
        N::Take,
        N::Pass,
        N::Force,
        N::meld(group),
        N::Meld { cards: group, borrowed: one, from: 1 },
        N::Add { cards: one, to: 0 },
        N::Split { meld: 0, cards: group },
        N::Decline,
        N::Keep,
        N::Discard("Kc".parse().unwrap()),
    ];
    let mut list: Vec<Choice> = blackjack.map(Choice::Blackjack).to_vec();
    list.extend(double_hand.map(Choice::DoubleHand));
    list.extend(three_card.map(Choice::ThreeCard));
    list.extend(poker.map(Choice::Poker));
    list.extend(pan.map(Choice::Pan));
    list
}

fn reports() -> Vec<Report> {
    use double_hand::Report as D;
    use games::pan::Report as N;
    use three_card::Report as T;
    let seat = Seat::new(3);
    let card = "Th".parse().unwrap();
    let double_hand = [
        D::Exposed(card),
        D::ExposedIn { card, pile: 2 },
        D::Left(4),
        D::IdenticalCards,
        D::IdenticalCardsRefunded,
        D::WrongCount(seat),
        D::ShortWager { who: Party(1), amount: Money::dollars(5) },
        D::LosingWagerRemoved(Party(1)),
        D::Misread { seat, recovered: true },
    ];
    let three_card = [T::WrongStack(seat), T::WrongBankStack, T::BadDeck];
    let poker = [
        Irregularity::FirstCardExposed,
        Irregularity::Exposed { seat, card: 1 },
        Irregularity::ExtraCardsOff(2),
        Irregularity::Boxed(card),
        Irregularity::ExtraCard { seat, card: None },
        Irregularity::OutOfTurn { seat, choice: poker::Choice::Check },
        Irregularity::Dead { seat, why: DeadHand::OffTable },
    ];
    let mut list = vec![Report::Void { spot: None, fees_returned: true }];
    list.extend(double_hand.map(Report::DoubleHand));
    list.extend(three_card.map(Report::ThreeCard));
    list.extend(poker.map(Report::Poker));
    let pan = [
        N::WrongCount(seat),
        N::FoulMeld(seat),
        N::CardKept(seat),
        N::DrawnOutOfTurn { card: Some(card) },
        N::Void,
    ];
    list.extend(pan.map(Report::Pan));
    list
}
