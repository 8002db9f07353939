//! What a table refuses by a clause of its book.

use books::Money;

use crate::sentences::sentences;

sentences! {
    /// What is refused by a clause. Its name in small letters with dashes is its code.
    Cited
    plain {
        NoBackline "backline bets are not taken here",
        BankerStays "whoever holds the bank stays where it was offered",
        RelativesNeedLeave "relatives play in one game only if the manager agrees",
        TimeInTurn "time is called in one's turn",
        TimeOnce "time is called once in a turn",
        PartnerWagers "whoever shares the bank may not wager against it",
        ShareTaken "your money is in the bank already",
        CompanyBankOnly "only the company of whoever banks may put money into the bank",
        ShareStays "your money is in the bank and wagers lie against it: it stays until the round is over",
        BankerLetsIn "only who holds the bank lets others share it, before the deal",
        WagerToBank "only who had a wager on a spot in the last round may bank there",
        SeatToBank "only a seated player may bank",
        OfferedToOthers "the bank is offered to others",
        OfferedElsewhere "the bank is offered to another seat",
        BankedEnough "you have banked as many rounds in a row as one person may",
        CompanyBankedEnough "your company has banked as many rounds in a row as one person may",
        FeeNotCovered "your chips do not cover the banker's fee",
        NotOfferedToYou "the bank is not offered to you",
        RuledTooLate "the pot is out of play, so that nobody rules on it any more; correct the record where it is wrong",
    }
    told {
        LeaveEvery { minutes: String } "one such leave may be taken in {minutes} minutes",
        Seats { seats: u8 } "the table has seats 1 to {seats}",
        Spots { seats: u8 } "the table has spots 1 to {seats}",
        BringBack { minutes: String, least: Money } "who comes back within {minutes} minutes brings the {least} they left with",
        WholeChips { chip: Money } "chips are {chip} each here, so name a multiple of that",
        BuyInLeast { least: Money } "the least buy-in is {least}",
        FullBuyIn { short: u8, least: Money } "after {short} short buy-in, {least} or more is needed",
        ButtonDraw { cards: usize } "each player draws a card for the button of a new game: enter the {cards} cards, all different",
        PlayersLeast { least: usize } "a hand needs {least} players",
        ChipsEnough { least: usize } "a hand needs {least} players with chips enough",
        BackersMost { most: u8 } "a spot takes {most} backline bets",
        StakeBounds { least: Money, most: Money } "the stake must be from {least} to {most}",
        Hours { hours: String } "the house deals this game {hours}",
    }
}
