//! The list of system refusals: what a table or the hall refuses although no clause speaks of it, because of what a
//! table is. Every other refusal cites its clause; a refusal without one can only be made from this list.

use books::Clause;
use books::Money;
use games::round::Refusal;

use crate::sentences::{Sentence, fits, sentences};

sentences! {
    /// What is refused without a clause. Its name in small letters with dashes is its code.
    System
    plain {
        TableClosed "the table is closed",
        NotForTheDealer "the house dealer does not do that",
        NotForTheFloor "the floor does not do that",
        NoWords "say the ruling in words",
        NoMeals "no seat is held for a meal in this game: sit out instead",
        NotForTheClock "the clock does not do that",
        ForTheHouse "that is for the house",
        NoRest "the table does not come to rest",
        NoChipsHere "you have no chips at this table",
        NoBank "nobody holds a bank in this game",
        MoneyInTheBank "their money is in the bank: note it when the round is over",
        NoCompany "they play for no company",
        SameCompany "they play for that company already",
        AlreadyOut "you are already sitting out",
        NotOut "you are not sitting out",
        NoChipsLeft "bring more chips first",
        AlreadyStopped "the table is already stopped",
        NotStopped "the table is not stopped",
        AlreadyClosing "the table is already being closed",
        AlreadyHere "you are already at this table",
        SeatTaken "that seat is taken",
        SeatHeld "that seat is held for somebody who was called; the floor tells you when the next is free",
        HouseList "the house keeps the list for this table: put your name down there",
        OthersFirst "others on the waiting list come first",
        BringChips "bring some chips",
        AlreadyLeaving "you leave as soon as the round is over",
        AlreadySeated "you already have a seat",
        AlreadyListed "you are already on the waiting list",
        SeatIsFree "there is a free seat: take it",
        NotListed "you are not on the waiting list",
        MoveLater "you may move when the round is over",
        TwoPeople "name two people",
        NoWagersNow "wagers are not taken now",
        NoJointWagers "wagers are joined in double-hand games only",
        AlreadyReady "the round begins when the others are ready",
        NobodyWagered "nobody has wagered",
        NoRoundToBegin "there is no round to begin",
        CannotBegin "the round cannot begin",
        NoRound "no round is on",
        NotInTheRound "you have no money in this round",
        NotYourHand "that is somebody else's hand",
        DiceRoll "the dice roll by themselves at this table",
        DealerReadsDice "the house dealer opens the cup and enters what the dice show",
        DealerChoosesNot "the house dealer does not choose",
        OffDuty "you do not have that role of the staff any more",
        StaffPlays "you play at this table: somebody else of the staff decides here, or you leave it first",
        CompanyPlays "your company plays at this table: somebody else of the staff deals and decides here",
        ProviderAtTable "a player of a third-party provider is at this table already, and the law allows one: the floor may override that with a reason",
        FloorDecides "the floor decides that; call the floor",
        DealtByShuffler "this table is dealt by the shuffler",
        ForThemselves "people act for themselves where the shuffler deals: the house may only sit somebody out, remove them or take them off the list",
        NoTimeCalls "nobody calls time in this game",
        NoBankToShare "there is no bank to share now",
        OwnBank "you hold the bank",
        SittingOut "you are sitting out",
        NoShare "they offer no share",
        NothingToJoin "no later joint wager on that spot waits for your word",
        NoHandToSee "no hand was thrown in there at the showdown",
        NoBlinds "this game has no blinds",
        NoTops "this game has no tops",
        NobodyForButton "nobody can have the button",
        NoButton "this game has no button",
        ButtonStands "the button is drawn for before a new game only",
        NobodyPlays "nobody plays",
        NoBlindOwed "you owe no blind",
        AlreadyPosting "you post with the next hand you may",
        BankHeld "a new game begins when nobody holds the bank",
        BankNotOffered "the bank is not offered now",
        NoDeck "there is no deck",
        DeckOut "the deck has run out",
        NoDice "there are no dice",
        NoShoe "every round is dealt from a fresh shuffle at this table",
        ShoeLater "a new shoe comes between two rounds",
        ShoeIsNew "the next round begins with a new shoe already",
        NoSealedDecks "no words are given where the room does not seal decks",
        NotACommitment "what words hash to is 64 hexadecimal digits",
        LeftOut "your words for the last shuffle were not opened, so that the next one goes without",
        NoWordsAwaited "none of your words are awaited",
        OtherWords "those are not the words that you gave",
        BeginFirst "no round is on: begin one first",
        NoSuchZone "no place is further from UTC than a day",
        ChipsLater "chips are added between rounds only",
        SeatNotFree "that seat is taken or does not exist",
        NoSharing "nobody else may put money into the bank here",
        LogNotRead "the room cannot read its log, so that nobody knows whether this was done before; send it again later",
        GuestsPractice "guests play at practice tables; make an account to sit here",
        NotServed "the house does not serve you for now; the floor gladly tells you more in private. If gambling is a problem for you or somebody you know, call 1-800-GAMBLER",
        IdentityUnseen "show the cage or the floor first who you are: nobody under 21 plays for chips of the house",
        RoundClosed "the round is closed: the floor may correct it",
        PaidAlready "a payment of this round is made: call the floor to take anything back",
        NothingToTakeBack "nothing of this round can be taken back any more",
        NothingBefore "nothing that you entered before the round can be taken back any more",
        ChipsCameIn "chips were brought to the table in that step: the floor corrects what is wrong",
        PayFirst "pay the hand that was turned up before the next one is",
        NothingToPay "no payment of a settlement is due",
        NoReason "give the reason in words",
        NothingMoves "name an amount and two places between which it moves",
        RulingNeedsClause "a ruling names the clause that it rests on",
        ChipsInPlay "they play with these chips: correct it when the round is over",
        LeftWithChips "they have left the table with their chips",
        NotForOneself "nobody of the staff acts for themselves: somebody else of the staff does",
        NoConsentAwaited "nobody has asked you to bring chips",
        AlreadySignedIn "you are signed in at this table",
        NotSignedIn "you are not signed in at this table",
        NotInThatRound "only those who had money in that round, and the boxes of the table, are part of its correction",
        SecondPerson "a second person approves this correction, who is an owner or of the floor and has no part in it: ask for it",
        OtherSecondPerson "the second person is somebody else than who corrects and than those whose chips move",
        LateAlready "rounds are entered afterwards at this table already",
        NotLate "no rounds are entered afterwards at this table",
        CutCardLater "the cut card of a real shoe is entered while its cards are counted: say first that the shoe is new",
        DisputesOpen "a dispute is open at this table: settle it by a ruling or a correction first",
        ClockRuns "the clock runs at this table",
        NoClock "no clock runs at this table",
        CoachPractice "the coach helps at practice tables only",
        CoachOwnHand "the coach speaks to those who have chips at the table, about their own hands",
        BoxHoldsLess "the box at the table does not hold so much",
        CoachOwnRound "the coach reviews the rounds that you took part in",
    }
    told {
        Amount { most: Money } "an amount is from $0 to {most}",
        CompanyName { most: usize } "the name of a company has 1 to {most} characters",
        NoClause { name: String, hint: String } "this book has no clause \"{name}\"{hint}",
        OnlyToBring { wallet: Money } "you have only {wallet} to bring",
        BuyInMost { most: Money } "the largest buy-in at this table is {most}",
        StackMost { most: Money } "nobody has more than {most} from buying in at this table",
        NoRoundToCorrect { round: u64 } "round {round} of this table is not over",
        NotSoMuch { holds: Money } "only {holds} lies there",
        NoSuchBox { name: String } "nothing goes into {name} by the schedule of this table, so no correction moves chips there or from there",
        NobodyAt { seat: u8 } "nobody has a hand at seat {seat}",
        NoDispute { dispute: u64 } "no dispute {dispute} is open at this table",
        DisputeWords { most: usize } "say what it is about in 1 to {most} characters",
        NoSuchWager { part: String } "this game takes no wager on \"{part}\"",
        OtherShuffle { next: u64 } "words are given for shuffle {next} now",
        Words { most: usize } "words have at most {most} characters, all of which can be printed",
        Share { most: Money } "the share must be from $0.01 to {most}",
        Nobody { person: u32 } "there is nobody with the number {person}",
        NoTable { table: u32 } "there is no table {table}",
        SetAside { table: u32 } "table {table} is set aside: something broke there, and the floor has been told",
        IdUsed { id: String, table: String } "you used the id {id} at table {table} before; give every command one of its own",
    }
}

impl System {
    /// Whether a sentence is one of the list.
    #[must_use]
    pub fn names(what: &str) -> bool {
        System::SENTENCES.iter().any(|sentence| fits(sentence, what))
    }
}

impl From<System> for Refusal {
    fn from(system: System) -> Refusal {
        refuse(&system)
    }
}

/// A refusal that rests on no clause.
pub(crate) fn refuse(system: &System) -> Refusal {
    refuse_by(system, Clause::NONE)
}

/// A refusal that rests on a clause. Where a book may have none for it, the sentence is one of the list.
pub(crate) fn refuse_by(what: &impl Sentence, clause: Clause) -> Refusal {
    Refusal { clause, what: what.to_string(), code: what.code() }
}
