/**
 * What the server sends and takes, written from its code.
 * Change the Rust types and run: UPDATE=1 cargo test -p server --test page_types
 */

/** An archive of the room that was not at hand. */
export type AbsentArchive = {
  /** The name of its file. */
  name: string;
  /** How many entries lie in it. */
  entries: number;
};

/** Somebody with an account. */
export type AccountView = {
  person: number;
  name: string;
  roles: Role[];
};

/** Everybody with an account. */
export type Accounts = {
  accounts: AccountView[];
};

/** Amounts of table action, in cents. */
export type ActionRange = {
  from: FoundNumber;
  /** Where it ends; nothing if it goes on. */
  to: FoundNumber | null;
};

/** What is advised to somebody at a table. */
export type Advice = {
  /** The number of the last event in the view that it rests on. */
  number: number;
  /** The round of the table. */
  round: number;
  /** Each hand about which the asker is asked something. */
  hands: HandAdvice[];
  /** Why there is nothing to advise; empty if there is something. */
  words: string;
};

/** What the watcher may do at the table besides choosing in a round. */
export type Allowance = {
  /** What. */
  do: May;
  /** The least amount, where there is one. */
  least: Money;
  /** The largest amount; nothing where none is set. */
  most: Money;
  /** What amounts between the two are multiples of; nothing where no amount is named. */
  step: Money;
  /** The spot for which the amounts of a wager hold: the own one, or the first other that takes one; the spot of a joint wager that waits for a word, or the seat whose hand may be seen. */
  spot: Seat | null;
  /** Whose wager it is that may be agreed to, or whose money that may be let into the bank. */
  person: number | null;
  /** When it is allowed, where that is not at once. */
  from: Time | null;
  /** Until when, where it ends by itself. */
  until: Time | null;
};

/** The answer to a command. */
export type Answer = {
  /** The client's own id of the command. */
  id: string;
  /** What became of it. */
  outcome: Outcome;
  /** The number of the table's last event after it. */
  number: number;
  /** Why not, in a sentence; empty if it was done. */
  what: string;
  /** Why not, as a name for programs that stays the same; empty if it was done. */
  code: string;
  /** The clause that forbids it. */
  clause: ClauseView | null;
};

/** Somebody whose word is awaited, with what they may say; a dealer enters it for people who speak and do not tap. */
export type Asked = {
  /** Who. */
  person: number;
  /** What they may do before a round: take, share or pass the bank, wager, post. */
  may: Allowance[];
  /** What they may choose in the round without naming cards of the own hand. */
  offers: Offer[];
  /** What they may choose by naming cards of the own hand, such as "meld" or "discard". */
  names: string[];
};

/** A correction that a second person has to approve. */
export type AskedCorrection = {
  /** Its number. */
  asked: number;
  /** At which table. */
  table: number;
  /** What. */
  correction: Correction;
  /** What, in a sentence. */
  words: string;
  /** Who has asked for it. */
  by: number;
  /** The name. */
  by_name: string;
};

/** Where it waits. */
export type AskedFor = {
  /** The number under which it waits for a second person. */
  asked: number;
};

/** A large sale or redemption, or much that is to be brought to a table or set apart for promotions, which a second person has to approve. */
export type AskedView = {
  /** Its number. */
  exchange: number;
  /** For whom; at a table, who receives or gives the chips there; for promotions, who of the cage gives or takes them. */
  person: number;
  /** The name. */
  name: string;
  /** How much. */
  amount: Money;
  /** Whether chips leave the cage; else they are taken back. */
  is_sale: boolean;
  /** Who has asked for it. */
  by: number;
  /** The name. */
  by_name: string;
  /** The table to which chips are to be brought for change, or from which they are taken back, if nobody buys them. */
  table: number | null;
  /** Whether an owner asks to set chips apart for promotions, or to give them back; nobody buys them then. */
  is_fund: boolean;
};

/** What is asked with nothing to say. */
export type Asking = Record<string, never>;

/** A correction that is asked for. */
export type AskingCorrection = {
  correction: Correction;
};

/** What happens at the desks. */
export type AtDesk =
  /** The staff ask somebody to bring chips out of their wallet. */
  | ConsentAwaited & {
    desk: "consent-asked";
  }
  /** Somebody agrees, and brings them. */
  | {
    /** Who. */
    person: number;
    /** Who of the staff had asked. */
    by: number;
    desk: "consent-given";
  }
  /** Somebody does not, or the staff ask no more. */
  | {
    /** Who was asked. */
    person: number;
    desk: "consent-refused";
  }
  /** The floor opens a dispute. */
  | Dispute & {
    desk: "dispute-opened";
  }
  /** A dispute is settled, by the ruling or the correction before this. */
  | {
    /** Its number. */
    dispute: number;
    /** By whom. */
    by: number;
    desk: "dispute-settled";
  }
  /** A house dealer signs in. */
  | SignedIn & {
    desk: "dealer-signed-in";
  }
  /** A house dealer signs out. */
  | SignedIn & {
    desk: "dealer-signed-out";
  }
  /** Rounds that were played without the tablet are entered from here on, or no longer. */
  | {
    /** Whether they are. */
    is_on: boolean;
    /** By whom. */
    by: number;
    desk: "late-entry";
  }
  /** The deck of a game with one was changed for another. */
  | {
    /** By whom. */
    by: number;
    desk: "deck-changed";
  }
  /** The cards that the players drew for the button of a new game. */
  | {
    /** One for each player, by seat. */
    drawn: [number, string][];
    desk: "button-drawn";
  }
  /** A card was entered more often than the shoe holds it: something was mistyped, or the shoe is fouled. */
  | {
    /** Which. */
    card: Card;
    /** How often it was entered since the shoe was new. */
    entered: number;
    /** How often the shoe holds it. */
    held: number;
    desk: "impossible-card";
  };

/** Who wears which badge. */
export type BadgeAsked = {
  /** The name of somebody with an account. */
  person: string;
  /** The number of the badge. */
  badge: string;
};

/** Whose badge is taken. */
export type BadgeEnd = {
  /** The name of somebody with an account. */
  person: string;
};

/** Somebody who plays for a company. */
export type BadgeView = {
  /** Who. */
  person: number;
  /** Their name. */
  name: string;
  /** The number of their badge. */
  badge: string;
  /** The tables at which they are. */
  tables: number[];
};

/** The bank's position. */
export type BankView = {
  /** Whose seat. */
  seat: Seat;
  /** Its hands. */
  hands: HandView[];
  /** What was put up. */
  stake: Money;
  /** How much of it can still act. */
  left: Money;
  /** What the bank has won or lost so far. */
  net: Money;
};

/** Why somebody is not served. */
export type BarKind = "barred" | "self-excluded";

/** What somebody does when the round waits for a choice. */
export type BlackjackChoice =
  /** Take a card. */
  | "hit"
  /** Take no more cards. */
  | "stand"
  /** Add a wager and take exactly one card. */
  | {
    double: Money;
  }
  /** Make two hands of two cards, with an equal wager on the new one. */
  | "split"
  /** Give up a hand for half of the money on it; hands of a spot count from 0. */
  | {
    surrender: number;
  }
  /** Insure against the bank's Natural. */
  | {
    insure: Money;
  }
  /** Take a sure win of the wager instead of waiting for the bank's Natural. */
  | "even-money"
  /** As a backer, add to the own wager what the seated player added to theirs. */
  | {
    follow: Money;
  }
  /** Take up nothing of what is offered. */
  | "decline"
  /** Make the book's side wager, which is too late once the round is open. */
  | {
    side: Money;
  };

/** One fact of a round. */
export type BlackjackEvent =
  /** The banker puts up the stake. */
  | {
    /** How much. */
    amount: Money;
    event: "staked";
  }
  /** Somebody puts down a wager. */
  | {
    /** Whose money it is. */
    who: Party;
    /** The spot it is on. */
    spot: Seat;
    /** The hand it is on. */
    hand: number;
    /** What it is on. */
    wager: BlackjackWager;
    /** How much. */
    amount: Money;
    event: "wagered";
  }
  /** A fee goes into the drop. */
  | {
    /** Who pays it. */
    who: Party;
    /** How much. */
    amount: Money;
    /** When. */
    stage: Stage;
    /** The clause it rests on. */
    clause: Clause;
    event: "collected";
  }
  /** A card is dealt; nothing stands for a card that lies face down unseen. */
  | {
    /** Where it goes. */
    place: SpotPlace;
    /** The card, if it is known. */
    card: Card | null;
    /** Which way up it lies. */
    face: Face;
    event: "dealt";
  }
  /** Somebody chooses. */
  | {
    /** Who. */
    who: Party;
    /** For which spot. */
    spot: Seat;
    /** For which hand. */
    hand: number;
    /** What. */
    choice: BlackjackChoice;
    event: "chose";
  }
  /** The dealer has looked at the bank's down card. */
  | {
    /** Whether it makes a Natural. */
    natural: boolean;
    event: "looked";
  }
  /** A player's Natural has won and its cards are cleared. */
  | {
    /** The spot. */
    spot: Seat;
    /** The clause it rests on. */
    clause: Clause;
    event: "cleared";
  }
  /** The bank's down card is turned up. */
  | {
    /** The card. */
    card: Card;
    event: "turned";
  }
  /** The action button shows where settlement starts. */
  | {
    /** The seat that is settled first. */
    seat: Seat;
    /** The clause it rests on. */
    clause: Clause;
    event: "button";
  }
  /** A wager is settled. */
  | {
    /** Whose wager. */
    who: Party;
    /** The spot it is on. */
    spot: Seat;
    /** The hand it is on. */
    hand: number;
    /** What it is on. */
    wager: BlackjackWager;
    /** What became of it. */
    verdict: Verdict;
    /** The wager itself. */
    amount: Money;
    /** What the bank would pay or take if its money reached that far. */
    due: Money;
    /** What the bank pays. */
    paid: Money;
    /** What the bank takes. */
    collected: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "settled";
  }
  /** The house pays a bonus out of its promotion money. */
  | {
    /** Who gets it. */
    who: Party;
    /** For which spot. */
    spot: Seat;
    /** How much. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "bonus";
  }
  /** The floor voids a hand or the whole round. */
  | {
    /** The spot whose hands are void; nothing for the whole round. */
    spot: Seat | null;
    /** Whether dropped fees go back. */
    fees_returned: boolean;
    event: "voided";
  }
  /** The bank's down card was seen early and stays open; nobody may insure any more. */
  | {
    /** The card. */
    card: Card;
    /** The clause it rests on. */
    clause: Clause;
    event: "hole-exposed";
  }
  /** A card that was drawn to a hand which has to stand is put away. */
  | {
    /** The spot. */
    spot: Seat;
    /** The card. */
    card: Card;
    /** The clause it rests on. */
    clause: Clause;
    event: "burned";
  }
  /** The banker takes back the stake with what was won and without what was lost. */
  | {
    /** How much goes back. */
    amount: Money;
    event: "closed";
  };

/** Something that went wrong and is reported by the floor. */
export type BlackjackReport =
  /** The bank's down card was seen before its time. */
  | {
    "hole-exposed": {
      /** The card, where nobody has entered it yet. */
      card?: Card | null;
    };
  }
  /** A card was drawn to a hand that has to stand. */
  | {
    "drawn-past": {
      /** The spot. */
      spot: Seat;
      /** The card. */
      card: Card;
    };
  };

/** What a wager is on. */
export type BlackjackWager = "base" | "split" | "double" | "insurance" | "buster" | "bonus";

/** What bonuses at a table have cost, and nobody has met yet. */
export type BonusesView = {
  /** At which table. */
  table: number;
  /** How much; below nothing where corrections brought back more. */
  amount: Money;
};

export type BookRow = {
  id: string;
  name: string;
  house: string;
  family: Family;
  seats: number;
};

export type BookView = {
  id: string;
  name: string;
  house: string;
  family: Family;
  approval: string;
  sentences: SentenceView[];
  clauses: ClauseView[];
  schedules: ScheduleView[];
  /** The ways of betting, in poker. */
  structures: StructureView[];
  /** How many decks a shoe may hold; nothing where every round is dealt from one deck. */
  decks: DecksView | null;
  pays: PayView[];
};

/** What lies in a locked box. */
export type BoxKind = "collection" | "jackpot";

/** A box in force at a table of the house. */
export type BoxView = {
  /** At which table. */
  table: number;
  /** What is played there. */
  game: string;
  /** Whether the table is closed for good. */
  is_closed: boolean;
  /** What lies in it. */
  kind: BoxKind;
  /** The number that it will have when it is pulled. */
  number: number;
  /** The shift to which it belongs. */
  shift: number;
  /** What the ledger has in it; nothing for those who count boxes. */
  holds: Money | null;
};

/** Chips that the staff ask somebody to bring out of their wallet; nothing moves before that person agrees. */
export type Bring =
  /** To an empty seat. */
  | {
    /** Which seat. */
    seat: Seat;
    /** How much. */
    amount: Money;
    bring: "sit";
  }
  /** To a place behind the seats. */
  | {
    /** How much. */
    amount: Money;
    bring: "stand-behind";
  }
  /** To the chips that they have there. */
  | {
    /** How much. */
    amount: Money;
    bring: "add-chips";
  };

/** Cards that were drawn for the button before a hand. */
export type ButtonDraw = {
  /** The number of the event that tells of it. */
  number: number;
  /** Where the button is. */
  seat: Seat;
  /** The cards by seat, in the order in which they left the deck. */
  drawn: [number, string][];
  /** The shuffle that was drawn from, after those for it that were given up; none by version 0.1.0. */
  shuffles: ShuffleRecord[];
};

/** The last count of the cage. */
export type CageCountView = {
  /** Whether the cage opened or closed. */
  moment: CageMoment;
  /** What was found. */
  found: Drawer;
  /** What it should hold by now; nothing for those who count it. */
  expected: Drawer | null;
  /** The count that is taken once more. */
  tried: CageTriedView | null;
  /** Who counted. */
  by: string;
  /** When, in milliseconds since 1970. */
  at_ms: number;
};

/** When the cage is counted. */
export type CageMoment = "opening" | "closing";

/** A count of the cage that found something else than there should be, so that it is counted once more. */
export type CageTriedView = {
  /** What was found. */
  found: Drawer;
  /** What there should be. */
  expected: Drawer;
  /** Who counted. */
  by: string;
};

/** What the cage sees: chips of the house alone, but for `play`. What is out, what patrons hold and what lies in boxes is not told to those who count boxes and the cage. */
export type CageView = {
  /** Everybody with an account; guests and bots hold play chips. */
  patrons: PatronView[];
  /** The sum over all accounts with chips of the house: zero. */
  total: Money;
  /** Play chips. */
  play: PlayView;
  /** The large sales and redemptions, and what else of the cage a second person has to approve. */
  asked: AskedView[];
};

/** A card: its rank and its suit, such as "Th", or "Joker". */
export type Card = string;

/** A few cards that go together, in order. */
export type CardGroup = Card[];

/** The proof of one card of a sealed deck. */
export type CardOpening = {
  /** Which shuffle of the table it left by; a shoe that lasts was sealed by an earlier one. */
  shuffle: number;
  /** As which card of that cut it leaves, from 1; 0 for a throw of dice. */
  nth: number;
  /** Its place in the sealed deck, from 0. */
  place: number;
  /** The card; nothing for a throw of dice. */
  card: Card | null;
  /** The salt, in hexadecimal. */
  salt: string;
  /** The neighbours on the way up to the root, in hexadecimal. */
  path: string[];
};

/** Different cards, in any order. */
export type CardSet = Card[];

/** Chips of the house that come to a table for change, or come back. */
export type Change = {
  table: number;
  /** In cents. */
  amount: number;
  /** The name of who receives or gives them at the table. */
  with: string;
};

/** The chat of a table, as one person sees it. */
export type ChatView = {
  /** Whether there is one that the asker hears. */
  has_chat: boolean;
  /** Whether the table is private. */
  is_private: boolean;
  /** Whether the asker may say something. */
  may_speak: boolean;
  /** What was said last, the oldest first. */
  said: Said[];
};

/** Where chips lie that a correction moves. */
export type Chips =
  /** Before somebody at the table; who has left is given them away from it. */
  | {
    person: number;
  }
  /** In the table's drop box. */
  | "drop"
  /** In the jackpot's box of the table. */
  | "jackpot"
  /** In the house's promotion money at the table. */
  | "promotion";

/** What somebody does when a round waits for a choice. */
export type Choice =
  /** Blackjack. */
  | {
    blackjack: BlackjackChoice;
  }
  /** Double-hand poker. */
  | {
    "double-hand": DoubleHandChoice;
  }
  /** Three Card Poker. */
  | {
    "three-card": ThreeCardChoice;
  }
  /** Poker. */
  | {
    poker: PokerChoice;
  }
  /** Panguingue. */
  | {
    pan: PanChoice;
  };

/** A hit that waits to be approved. */
export type ClaimView = {
  /** Its number. */
  claim: number;
  /** At which table. */
  table: number;
  /** In which round. */
  round: number;
  /** Who has hit it. */
  name: string;
  /** How much. */
  amount: Money;
  /** What was said of it. */
  words: string;
  /** Who claims it for them. */
  by: string;
  /** When, in milliseconds since 1970. */
  at_ms: number;
  /** Whether two have to approve it. */
  needs_two: boolean;
  /** Who has approved it so far. */
  approved_by: string | null;
  /** Out of which fund. */
  of: Fund;
  /** Whether the chips are to be put in front of them. */
  onto_table: boolean;
  /** Whether they have said so themselves; if only the staff have, the table asks them to agree. */
  is_chosen: boolean;
  /** Why they would go into the wallet all the same, were it paid now. */
  kept_off: string | null;
};

/** The number of a clause in its book; 65535 cites none. */
export type Clause = number;

/** A clause as people read it. */
export type ClauseView = {
  /** The name to cite. */
  name: string;
  /** Where the filing says it. */
  at: string;
  /** What it says, in our words. */
  says: string;
};

/** That a table closes soon, for those who look at it. */
export type ClosingView = {
  /** When no further hand begins. */
  at: Time;
  /** Whether the hand that is on is the last. */
  is_last_hand: boolean;
};

/** What a table is told to do. */
export type Command =
  /** Take an empty seat with chips. */
  | {
    /** Which seat. */
    seat: Seat;
    /** The chips to bring. */
    buy_in: Money;
    do: "sit";
  }
  /** Stand behind the seats with chips, to back other people's spots. */
  | {
    /** The chips to bring. */
    buy_in: Money;
    do: "stand-behind";
  }
  /** Bring more chips between rounds. */
  | {
    /** How much. */
    amount: Money;
    do: "add-chips";
  }
  /** Leave the table with all chips; during a round, as soon as it is over. */
  | {
    do: "leave";
  }
  /** Put the name on the waiting list. */
  | {
    do: "join";
  }
  /** Take the name off the waiting list. */
  | {
    do: "unlist";
  }
  /** Move to an empty seat. */
  | {
    /** Where to. */
    seat: Seat;
    do: "change-seat";
  }
  /** Take no part until further notice; the seat is held for as long as the book says. The hand of a round that is on is still one's own to play. */
  | {
    do: "sit-out";
  }
  /** Go away for a meal or to fetch money; the seat is held for as long as the book says. */
  | {
    do: "take-leave";
  }
  /** Take part again. */
  | {
    do: "sit-in";
  }
  /** Call time in one's turn, to be given more of it. */
  | {
    do: "call-time";
  }
  /** In poker: post what is owed instead of waiting for the blind. */
  | {
    do: "post";
  }
  /** Take the offered bank with a stake. */
  | {
    /** The money in action. */
    stake: Money;
    do: "take-bank";
  }
  /** Pass the offered bank on. */
  | {
    do: "pass-bank";
  }
  /** Offer money for the bank beside the banker's, where the book lets the bank be shared. */
  | {
    /** How much. */
    amount: Money;
    do: "share-bank";
  }
  /** As the banker: let into the bank what somebody offers for it. */
  | {
    /** Who offers it. */
    person: number;
    do: "take-share";
  }
  /** Put a wager on a spot, in place of an earlier one; nothing takes it back. */
  | {
    /** The spot. */
    spot: Seat;
    /** What lies there. */
    wager: Wager;
    do: "put-wager";
  }
  /** Agree that a later wager on the same spot counts as one with the own (kum-kum), where both are put down as such. */
  | {
    /** The spot. */
    spot: Seat;
    /** Whose wager. */
    person: number;
    do: "agree-joint";
  }
  /** In poker: ask to see a hand that was thrown in at the showdown, where the book gives that right. */
  | {
    /** Whose. */
    seat: Seat;
    do: "ask-to-see";
  }
  /** Say that no more wagers are coming from here. */
  | {
    do: "ready";
  }
  /** Choose something in the round. */
  | {
    /** For which bet, for those with several; the first that is asked if left out. */
    who?: Party | null;
    /** What. */
    choice: Choice;
    do: "choose";
  }
  /** Give words for the next shuffle: what they hash to, ahead of time, so that nobody can choose after the decks are sealed. What was given before for the same shuffle no longer counts. */
  | {
    /** Which shuffle of the table. */
    shuffle: number;
    /** SHA-256 of the words, bound to person, table and shuffle, in hexadecimal. */
    commitment: string;
    do: "give-words";
  }
  /** Open the words that were given, once the decks are sealed. */
  | {
    /** Which shuffle of the table. */
    shuffle: number;
    /** The words. */
    words: string;
    do: "open-words";
  }
  /** By the dealer of a poker table that is led by hand: the cards that were drawn for the button of a new game. */
  | {
    /** One for each player, in the order of their seats. */
    cards: Card[];
    do: "draw-button";
  }
  /** By the dealer: say that betting is closed and the round begins. */
  | {
    do: "start";
  }
  /** By the dealer: the next card of a real deck; nothing for one that lies face down unseen. */
  | {
    /** Which. */
    card?: Card | null;
    do: "card";
  }
  /** By the dealer: all cards that are due face down are on the table, unseen. */
  | {
    do: "deal-unseen";
  }
  /** By the dealer: a poker hand is turned up at the showdown. */
  | {
    /** Whose. */
    seat: Seat;
    /** Its cards. */
    cards: Card[];
    do: "turn-up";
  }
  /** By the dealer: the bank's down card was looked at. */
  | {
    /** Whether it makes a Natural. */
    natural: boolean;
    do: "look";
  }
  /** By the dealer: the deck was shuffled. */
  | {
    do: "shuffled";
  }
  /** By the dealer: go on with the bank to the next seat, without a word of whoever was to be asked. */
  | {
    /** Why. */
    why: WhyPassed;
    do: "pass-over";
  }
  /** By the dealer, where a settlement is walked through: the next payment is made. */
  | {
    do: "pay";
  }
  /** By the dealer or the floor, there: every payment is made as listed, and the round is closed. */
  | {
    do: "close-round";
  }
  /** By the dealer or the floor, where cards are entered: the last step of the round was a mistake. */
  | {
    do: "take-back";
  }
  /** By the floor: chips that went to the wrong place in a round that is over are moved once more. */
  | {
    /** What. */
    correction: Correction;
    /** What is known of the round; the room fills it in, whatever is sent. */
    known?: KnownRound | null;
    do: "correct";
  }
  /** Agree to bring the chips that the staff ask for. */
  | {
    do: "give-consent";
  }
  /** Do not; the staff say so for somebody to ask no more. */
  | {
    do: "refuse-consent";
  }
  /** By the dealer: sign in at the table; whoever was signed in there is signed out. */
  | {
    do: "sign-in";
  }
  /** By the dealer: sign out. */
  | {
    do: "sign-out";
  }
  /** By the dealer or the floor, where cards are entered: rounds that were played without the tablet are entered from here on, or no longer. */
  | {
    /** Whether they are. */
    is_on: boolean;
    do: "enter-late";
  }
  /** By the dealer, where cards are entered: the cut card has come out of the real shoe. */
  | {
    do: "cut-card";
  }
  /** By the floor: open a dispute, which stays until a ruling or a correction settles it. */
  | {
    /** About which round of the table, if about one. */
    round?: number | null;
    /** Who is concerned. */
    people?: number[];
    /** What it is about. */
    words: string;
    do: "dispute";
  }
  /** By the floor, at a table that a human dealer leads: the clock chooses for people, or no longer. */
  | {
    /** Whether it does. */
    runs: boolean;
    do: "run-clock";
  }
  /** By the dealer or the floor: something is irregular. */
  | {
    /** What. */
    report: Report;
    do: "report";
  }
  /** By the dealer or the floor: a command for somebody at the table. */
  | {
    /** For whom. */
    person: number;
    /** What they do. */
    command: Command;
    do: "for";
  }
  /** By the floor: a ruling on something that no program decides. */
  | {
    /** The ruling in words. */
    words: string;
    /** The name of the clause it rests on. */
    clause: string;
    /** The dispute that it settles. */
    dispute?: number | null;
    do: "rule";
  }
  /** By the floor: two people are relatives, and whether the manager lets them play in one game. */
  | {
    /** One of them. */
    one: number;
    /** The other. */
    other: number;
    /** Whether they have leave. */
    may_play: boolean;
    do: "relatives";
  }
  /** By the floor: somebody plays for a proposition-player company, or for none any more. All its people at the table count as one person for the bank. */
  | {
    /** Who. */
    person: number;
    /** The name of the company. */
    company?: string | null;
    do: "company";
  }
  /** By the floor: a new game begins. The bank is offered from seat 1, and no wager on the last round is needed. */
  | {
    do: "new-game";
  }
  /** By the floor: the next round begins with a new shoe, where one lasts. By the dealer as well, where cards are entered: a new real shoe, or other decks, from which the cards are counted. */
  | {
    do: "new-shoe";
  }
  /** By the floor: no new round begins. */
  | {
    do: "pause";
  }
  /** By the floor: go on. */
  | {
    do: "resume";
  }
  /** By the floor: everybody leaves when the round is over, and the table is closed. */
  | {
    do: "close";
  }
  /** By the clock: let pass what is due. */
  | {
    do: "tick";
  }
  /** By the clock: the house's local time is so many minutes ahead of UTC. */
  | {
    /** How many; below zero in America. */
    minutes: number;
    do: "zone";
  };

/** What a provider is called, and the number of its licence. */
export type CompanyAsked = {
  name: string;
  licence: string;
};

/** A third-party provider. */
export type CompanyView = {
  /** Its number. */
  company: number;
  /** Its name. */
  name: string;
  /** The number of its licence. */
  licence: string;
  /** Its people. */
  people: BadgeView[];
};

/** Somebody who was asked to bring chips and has not answered. */
export type ConsentAwaited = {
  /** Who. */
  person: number;
  /** Their name. */
  name: string;
  /** What they are asked to bring. */
  bring: Bring;
  /** Who of the staff asks. */
  by: number;
};

/** A correction of a round that is over. */
export type Correction = {
  /** Which round of the table. */
  round: number;
  /** Where the chips lie. */
  from: Chips;
  /** Where they go. */
  to: Chips;
  /** How much. */
  amount: Money;
  /** What it rests on. */
  why: Why;
  /** The name of the clause; a ruling needs one. */
  clause: string;
  /** The reason, in words. */
  reason: string;
  /** The second person who has approved it, where one is needed; the room fills it in. */
  approved: number | null;
  /** The dispute that it settles. */
  dispute: number | null;
};

/** What somebody found in a box. */
export type Counting = {
  /** In cents. */
  counted: number;
  /** What explains a difference. */
  note?: string;
};

/** What the cage holds. */
export type CountingCage = {
  moment: CageMoment;
  /** In cents. */
  chips: number;
  /** In cents. */
  cash: number;
  /** What explains a difference. */
  note?: string;
};

export type Credentials = {
  name: string;
  password: string;
};

/** Shifts, boxes and counts, as floor, cage, owner and auditor see them. */
export type DayView = {
  /** The shift that is open. */
  shift: ShiftView | null;
  /** How many shifts were opened so far. */
  shifts: number;
  /** The boxes in force at tables of the house. */
  boxes: BoxView[];
  /** The boxes that wait for a count. */
  pulled: PulledView[];
  /** The last count of the cage. */
  cage: CageCountView | null;
  /** What lies at tables for change. */
  trays: TrayView[];
  /** What is to be brought to tables or set apart for promotions once a second person has approved it. */
  asked: AskedView[];
  /** Where the chips of the house lie; nothing for those who count boxes, who would know by it what is in them. */
  chips: WhereChipsLie | null;
};

/** Why a hand is dead. */
export type DeadHand = "no-discard" | "too-many-discards" | "joker" | "wrong-count" | "off-table" | "unprotected" | "looked-before-posting" | "floor";

/** Where the cards come from. */
export type Dealer = "shuffler" | "entered";

/** What the house dealer does next, where cards are entered. */
export type DealerStep = {
  /** What kind of thing. */
  kind: StepKind;
  /** Whose hand is shown. */
  seat: Seat | null;
  /** How many cards it has. */
  cards: number;
};

export type DecksView = {
  least: number;
  most: number;
  usual: number;
};

/** Something that people at a table disagree about. */
export type Dispute = {
  /** Its number: that of the event with which it was opened. */
  dispute: number;
  /** About which round of the table, if about one. */
  round: number | null;
  /** Who is concerned. */
  people: number[];
  /** What it is about, in words. */
  words: string;
  /** Who opened it. */
  by: number;
};

/** What somebody has shown to say who they are; its number is written nowhere. */
export type Document = "drivers-license" | "state-card" | "passport" | "military-card" | "consular-card";

/** What somebody does when the round waits for a choice. */
export type DoubleHandChoice =
  /** The bank chooses the pile that goes out first, from 1. */
  | {
    pile: number;
  }
  /** A bettor changes the amount of a wager that is down. */
  | {
    change: Money;
  }
  /** The bank changes its stake. */
  | {
    stake: Money;
  }
  /** The house dealer calls betting closed. */
  | "no-more-bets"
  /** The dice are opened and show this sum. */
  | {
    dice: number;
  }
  /** Somebody who bet on several spots picks the one hand to look at: this bet's. */
  | "look"
  /** A hand is set with these two cards in front. */
  | {
    set: CardSet;
  }
  /** A hand whose cards nobody has entered is set by hand. */
  | "set-unseen"
  /** A hand is set the house way. */
  | "house-way"
  /** The bank confirms its setting. */
  | "confirm"
  /** The house dealer turns up a hand that lies unseen and enters its cards: the bank's, or the next one that was set the house way. */
  | {
    turn: CardSet;
  }
  /** The house dealer turns up the next hand, which lies unseen, and enters its cards as they were set. */
  | {
    show: {
      /** The cards in front. */
      front: CardSet;
      /** The cards in back. */
      back: CardSet;
    };
  }
  /** The house dealer opens and settles the next hand. */
  | "open"
  /** A player asks to give the hand up, which no filing allows. */
  | "surrender"
  /** A player says that money not on the spot plays, as in "money covers", which no filing allows. */
  | {
    "call-bet": Money;
  }
  /** Somebody wants a wager on anything but a spot's hand, which no filing allows. */
  | {
    "side-bet": Money;
  };

/** One fact of a round. */
export type DoubleHandEvent =
  /** The banker's stake is this much now. */
  | {
    /** How much lies there in all. */
    amount: Money;
    event: "staked";
  }
  /** A bettor's wager is this much now. */
  | {
    /** Whose. */
    who: Party;
    /** The spot it is on. */
    spot: Seat;
    /** How much lies there in all. */
    amount: Money;
    /** The clause, if it was not simply put down. */
    clause: Clause;
    event: "wagered";
  }
  /** A fee goes into the drop. */
  | {
    /** Who pays it. */
    who: Party;
    /** How much. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "collected";
  }
  /** A fee, or a part of one, comes back out of the drop because a wager was made smaller. */
  | {
    /** Who gets it. */
    who: Party;
    /** How much. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "fee-returned";
  }
  /** A card is dealt face down. */
  | {
    /** Where it goes. */
    place: PilePlace;
    /** The card, if it is known. */
    card: Card | null;
    event: "dealt";
  }
  /** A card of the deal is boxed or exposed and will be replaced. */
  | {
    /** The card. */
    card: Card;
    /** The pile it lay in, from 1. */
    pile: number;
    /** The clause it rests on. */
    clause: Clause;
    event: "spoiled";
  }
  /** The deal is void; wagers stay and all is dealt again. */
  | {
    /** The clause it rests on. */
    clause: Clause;
    event: "misdealt";
  }
  /** The bank has marked a pile. */
  | {
    /** Which, from 1. */
    pile: number;
    event: "pile-chosen";
  }
  /** Betting is closed. */
  | {
    event: "betting-closed";
  }
  /** The dice show a sum, and the marked pile goes to that seat. */
  | {
    /** The sum. */
    sum: number;
    /** The seat with the action button. */
    seat: Seat;
    /** The clause it rests on. */
    clause: Clause;
    event: "rolled";
  }
  /** Somebody looks at the hand of a spot, and at no other. */
  | {
    /** By which bet. */
    who: Party;
    /** The spot. */
    spot: Seat;
    event: "looked";
  }
  /** A hand is set. */
  | {
    /** The seat whose hand it is. */
    seat: Seat;
    /** The two cards in front. */
    front: CardSet;
    /** Who set it. */
    by: SetBy;
    /** The clause it rests on: of the chart's row where it is the house way. */
    clause: Clause;
    event: "set";
  }
  /** A hand is set whose cards nobody has entered. */
  | {
    /** The seat whose hand it is. */
    seat: Seat;
    /** Who set it. */
    by: SetBy;
    /** The clause it rests on. */
    clause: Clause;
    event: "set-unseen";
  }
  /** A hand that lay unseen is turned up. */
  | {
    /** The seat whose hand it is. */
    seat: Seat;
    /** All its cards. */
    cards: CardSet;
    event: "turned";
  }
  /** The bank's hand is turned up. */
  | {
    event: "bank-opened";
  }
  /** The bank's setting is final. */
  | {
    event: "confirmed";
  }
  /** A player's hand is turned up. */
  | {
    /** The spot. */
    spot: Seat;
    event: "opened";
  }
  /** A wager is settled; of a joint wager this is the whole. */
  | {
    /** Whose wager, its first partner's if it is a joint one. */
    who: Party;
    /** The spot it is on. */
    spot: Seat;
    /** What became of it. */
    verdict: Verdict;
    /** The money that lay there. */
    amount: Money;
    /** What the bank would pay or take if its money reached that far. */
    due: Money;
    /** What the bank pays. */
    paid: Money;
    /** What the bank takes. */
    collected: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "settled";
  }
  /** A hand is foul whatever its cards are. */
  | {
    /** Whose. */
    seat: Seat;
    /** The clause it rests on. */
    clause: Clause;
    event: "fouled";
  }
  /** What was settled in this deal is undone. */
  | {
    /** The clause it rests on. */
    clause: Clause;
    event: "undone";
  }
  /** The floor has ruled, and nothing moves. */
  | {
    /** The clause it rests on. */
    clause: Clause;
    event: "ruled";
  }
  /** The banker takes back the stake with what was won and without what was lost. */
  | {
    /** How much goes back. */
    amount: Money;
    event: "closed";
  };

/** Something that went wrong and is reported by the floor. */
export type DoubleHandReport =
  /** A card of the deal was seen. */
  | {
    exposed: Card;
  }
  /** A card of the deal lay the wrong way up in the deck. */
  | {
    boxed: Card;
  }
  /** A card was seen in this pile, from 1, which lies unseen. */
  | {
    "exposed-in": {
      /** The card. */
      card: Card;
      /** The pile. */
      pile: number;
    };
  }
  /** A card lay the wrong way up in this pile, from 1, which lies unseen. */
  | {
    "boxed-in": {
      /** The card. */
      card: Card;
      /** The pile. */
      pile: number;
    };
  }
  /** So many cards are left after the deal. */
  | {
    left: number;
  }
  /** Two identical cards have turned up. */
  | "identical-cards"
  /** The same, and the supervisor records that the fees of what is void go back. */
  | "identical-cards-refunded"
  /** The pile of that seat has a wrong number of cards. */
  | {
    "wrong-count": Seat;
  }
  /** Somebody picked up a hand out of order. */
  | {
    "out-of-order": Seat;
  }
  /** The bank's hand was seen before all hands were set. */
  | "bank-seen"
  /** The bank directed a foul setting. */
  | "bank-foul"
  /** An unprotected hand touched other cards. */
  | {
    contact: Seat;
  }
  /** Somebody cheated with the hand of that seat. */
  | {
    cheating: Seat;
  }
  /** A wager is found to be smaller than it was taken for. */
  | {
    "short-wager": {
      /** Whose. */
      who: Party;
      /** What really lies there. */
      amount: Money;
    };
  }
  /** Somebody took back a losing wager whose size nobody knows. */
  | {
    "losing-wager-removed": Party;
  }
  /** Somebody picked up a winning wager whose size nobody knows. */
  | {
    "winning-wager-removed": Party;
  }
  /** The dealer set a house-way hand wrongly. */
  | {
    "house-way-error": {
      /** Whose hand. */
      seat: Seat;
      /** Whether its cards could be recovered. */
      recovered: boolean;
    };
  }
  /** The dealer misread a hand. */
  | {
    misread: {
      /** Whose hand. */
      seat: Seat;
      /** Whether its cards could be recovered. */
      recovered: boolean;
    };
  };

/** The chips and the money of the cage. */
export type Drawer = {
  /** Chips. */
  chips: Money;
  /** Money. */
  cash: Money;
};

export type DropHour = {
  table: number;
  hour: number;
  cents: number;
};

/** The table behind a link. */
export type Entered = {
  table: number;
};

export type EntryView = {
  first: number;
  count: number;
  at: number;
  by: string;
  id: string | null;
  hash: string;
  body: string;
};

/** One fact of a table. */
export type Event =
  /** The table is opened. */
  | {
    /** Its number. */
    table: number;
    /** The book. */
    book: string;
    event: "opened";
  }
  /** Somebody takes a seat. */
  | {
    /** Who. */
    person: number;
    /** Their name at the table. */
    name: string;
    /** Where; nothing for somebody who stands behind the seats. */
    seat: Seat | null;
    /** With how much. */
    stack: Money;
    /** The clause on buying in. */
    clause: Clause;
    event: "sat";
  }
  /** Somebody brings more chips. */
  | {
    /** Who. */
    person: number;
    /** How much. */
    amount: Money;
    event: "added";
  }
  /** Somebody leaves the table with all chips. */
  | {
    /** Who. */
    person: number;
    /** With how much. */
    stack: Money;
    /** Why. */
    why: WhyLeft;
    /** The clause it rests on. */
    clause: Clause;
    event: "left";
  }
  /** Somebody will leave when the round is over. */
  | {
    /** Who. */
    person: number;
    event: "will-leave";
  }
  /** Somebody is on the waiting list. */
  | {
    /** Who. */
    person: number;
    /** Their name. */
    name: string;
    event: "listed";
  }
  /** Somebody is off the waiting list. */
  | {
    /** Who. */
    person: number;
    event: "unlisted";
  }
  /** A seat is offered to the first on the waiting list. */
  | {
    /** To whom. */
    person: number;
    /** Until when. */
    until: Time;
    event: "seat-offered";
  }
  /** Somebody moves to another seat. */
  | {
    /** Who. */
    person: number;
    /** Where to. */
    seat: Seat;
    /** The clause on what it costs. */
    clause: Clause;
    event: "moved";
  }
  /** Somebody takes no part until further notice. */
  | {
    /** Who. */
    person: number;
    event: "sat-out";
  }
  /** Somebody takes part again. */
  | {
    /** Who. */
    person: number;
    event: "sat-in";
  }
  /** Somebody has called time in their turn. */
  | {
    /** Who. */
    person: number;
    /** Until when the turn is held. */
    until: Time;
    /** The clause it rests on. */
    clause: Clause;
    event: "time-called";
  }
  /** The floor has said that two people are relatives. */
  | {
    /** One of them. */
    one: number;
    /** The other. */
    other: number;
    /** Whether they may play in one game. */
    may_play: boolean;
    /** The clause it rests on. */
    clause: Clause;
    event: "relatives-noted";
  }
  /** The floor has said for which proposition-player company somebody plays. */
  | {
    /** Who. */
    person: number;
    /** The name of the company; nothing for somebody who plays for none any more. */
    company: string | null;
    /** The clause it rests on. */
    clause: Clause;
    event: "company-noted";
  }
  /** A blind went past somebody, who owes it now, or a newcomer waits for it. */
  | {
    /** Who. */
    person: number;
    /** The clause it rests on. */
    clause: Clause;
    event: "owes-blind";
  }
  /** Somebody will post to be dealt in. */
  | {
    /** Who. */
    person: number;
    /** The clause it rests on. */
    clause: Clause;
    event: "will-post";
  }
  /** The bank is offered. */
  | {
    /** To which seat. */
    seat: Seat;
    /** To whom, where it is not the player of that seat but somebody who bet on the spot. */
    backer: number | null;
    /** The clause it rests on. */
    clause: Clause;
    event: "bank-offered";
  }
  /** The bank is taken. */
  | {
    /** By whom. */
    person: number;
    /** At which seat. */
    seat: Seat;
    /** Which of their rounds in a row this is. */
    turn: number;
    /** The money in action. */
    stake: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "bank-taken";
  }
  /** Somebody offers money for the bank beside the banker's. */
  | {
    /** Who. */
    person: number;
    /** How much. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "share-offered";
  }
  /** The banker has agreed: somebody's money is in the bank of the coming round. */
  | {
    /** Whose. */
    person: number;
    /** How much. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "share-taken";
  }
  /** The bank is passed on. */
  | {
    /** By which seat. */
    seat: Seat;
    /** By whom, where it is not the player of that seat. */
    backer: number | null;
    /** How it came about, where a human dealer leads the table. */
    why: WhyPassed | null;
    event: "bank-passed";
  }
  /** A new game begins: the bank is offered from seat 1, and nobody needs a wager on the last round for it. */
  | {
    /** The clause it rests on. */
    clause: Clause;
    event: "new-game";
  }
  /** Everybody has passed: the game stops until somebody takes the bank. */
  | {
    /** The clause it rests on. */
    clause: Clause;
    event: "broken";
  }
  /** Wagers may be put down. */
  | {
    event: "wagers-open";
  }
  /** A wager lies on a spot. */
  | {
    /** Whose. */
    person: number;
    /** Where. */
    spot: Seat;
    /** What. */
    wager: Wager;
    event: "wager-put";
  }
  /** Somebody agrees that another's wager on a spot counts as one with the own. */
  | {
    /** Who agrees. */
    person: number;
    /** With whom. */
    with: number;
    /** Where. */
    spot: Seat;
    /** The clause it rests on. */
    clause: Clause;
    event: "joint-agreed";
  }
  /** Somebody asks to see a hand that was thrown in at the showdown. */
  | {
    /** Who asks. */
    person: number;
    /** Whose hand. */
    seat: Seat;
    /** Its cards, as far as they are known; the dealer turns up the others. */
    cards: Card[];
    /** The clause it rests on. */
    clause: Clause;
    event: "asked-to-see";
  }
  /** A wager that cannot play goes back. */
  | {
    /** Whose. */
    person: number;
    /** Where. */
    spot: Seat;
    /** Why. */
    why: string;
    /** The clause it rests on. */
    clause: Clause;
    event: "wager-returned";
  }
  /** No more wagers come from somebody. */
  | {
    /** Who. */
    person: number;
    event: "ready";
  }
  /** The button of a new game is drawn for, or moves. */
  | {
    /** Where it is. */
    seat: Seat;
    /** The cards that were drawn for it, by seat, in a new game. */
    drawn: [number, string][];
    /** The clause it rests on. */
    clause: Clause;
    event: "button-placed";
  }
  /** A fee by time is taken from a seat. */
  | {
    /** From whom. */
    person: number;
    /** How much. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "time-collected";
  }
  /** Somebody gives words for the next shuffle, still closed. */
  | {
    /** Who. */
    person: number;
    /** For which shuffle of the table. */
    shuffle: number;
    /** What they hash to, in hexadecimal. */
    commitment: string;
    event: "words-given";
  }
  /** The set of words is closed and the decks are sealed, before any word is opened. */
  | {
    /** Which shuffle of the table, from 1. */
    shuffle: number;
    /** What tells the table from all tables of all rooms, in hexadecimal. */
    mark: string;
    /** How many cards each deck has. */
    cards: number;
    /** What each is made of: the hash of its cards in their fixed order, in hexadecimal. */
    composition: string;
    /** The roots of the sealed decks, in hexadecimal. */
    roots: string[];
    /** Who has given what, still closed. */
    words: Spoken[];
    /** The seeds of the decks and of the house's own words, in hexadecimal; for the log alone. */
    seeds: string[];
    /** The shoe whose places are cut anew, sealed by an earlier shuffle; nothing where decks are sealed. */
    shoe: ShoeCut | null;
    event: "sealed";
  }
  /** Somebody opens the words given for a shuffle. */
  | {
    /** Who. */
    person: number;
    /** Which shuffle of the table. */
    shuffle: number;
    /** The words. */
    words: string;
    event: "words-opened";
  }
  /** A shuffle is given up, because words were not opened in time. */
  | {
    /** Which shuffle of the table. */
    shuffle: number;
    /** Whose words are missing; they have no part in the next shuffle. */
    missing: number[];
    /** How many shuffles of the table were given up so far. */
    aborted: number;
    event: "shuffle-aborted";
  }
  /** All words together choose one of the sealed decks and the order of its places; the others are opened whole. */
  | {
    /** Which shuffle of the table. */
    shuffle: number;
    /** Who has said what. */
    words: Spoken[];
    /** Which deck is dealt, from 1. */
    deck: number;
    /** The seeds of the decks by their order, in hexadecimal; empty for the one that is dealt. */
    opened: string[];
    /** How many of the first cards are burnt, unseen. */
    burnt: number;
    /** The shuffle that sealed the shoe, where one that lasts is cut anew. */
    sealed: number | null;
    event: "cut";
  }
  /** The cut card is out, with so many cards left: the next round begins with a new shoe. */
  | {
    /** How many. */
    left: number;
    event: "cut-card-out";
  }
  /** The floor takes the shoe away; the next round begins with a new one. */
  | {
    event: "new-shoe";
  }
  /** All cards of the deck or shoe lie on the table: nothing can be dealt until the floor has decided. */
  | {
    event: "cards-out";
  }
  /** A deck is shuffled and its commitment published; the seed stays secret until the end. Written by version 0.1.0. */
  | {
    /** The commitment, in hexadecimal. */
    commitment: string;
    /** The seed, in hexadecimal; hidden from everybody until it is revealed. */
    seed: string;
    event: "shuffled";
  }
  /** A round begins. */
  | {
    /** Which round of the table, from 1. */
    round: number;
    /** Who is in it, in the order by which the round's events name purses. */
    people: number[];
    /** Whether it was played before without the tablet, and is entered afterwards. */
    is_late: boolean;
    event: "round-began";
  }
  /** Something happens in the round. */
  | {
    /** What. */
    of: RoundEvent;
    event: "round";
  }
  /** The clock chose for somebody. */
  | {
    /** For whom. */
    person: number;
    /** In which part. */
    who: Party | null;
    event: "timed-out";
  }
  /** Somebody who was asked to throw a card away is reminded. */
  | {
    /** Who. */
    person: number;
    /** The clause it rests on. */
    clause: Clause;
    event: "reminded";
  }
  /** The seeds of the round's shuffles are revealed: to everybody where every card has been seen, else to the auditor alone. */
  | {
    /** The seeds, in hexadecimal, in the order of the commitments; none where they stay with the auditor. */
    seeds: string[];
    event: "revealed";
  }
  /** A round is over. */
  | {
    /** Which. */
    round: number;
    /** What it brought to whom. */
    nets: Net[];
    event: "round-ended";
  }
  /** Time is up and nothing else comes of it: nobody has wagered, or too few are left to go on. */
  | {
    /** Where the table stands from now on. */
    phase: Phase;
    event: "time-up";
  }
  /** The dealer has made a payment of the settlement. */
  | {
    /** The number of the event that says what is paid. */
    of: number;
    event: "payment-made";
  }
  /** The last step of the round was a mistake and is taken back: the round stands as it did before it. */
  | {
    /** The number of the step's first event. */
    first: number;
    /** The number of the last event before this one. */
    last: number;
    /** Who took it back. */
    by: number;
    event: "taken-back";
  }
  /** The floor has moved chips that went to the wrong place in a round that is over. */
  | {
    /** What. */
    correction: Correction;
    /** Who. */
    by: number;
    event: "corrected";
  }
  /** The staff do something beside the cards. */
  | {
    /** What. */
    of: AtDesk;
    event: "desk";
  }
  /** The floor lets the clock choose for people, or no longer. */
  | {
    /** Whether it does. */
    runs: boolean;
    event: "clock-set";
  }
  /** The floor has ruled. */
  | {
    /** In words. */
    words: string;
    /** The name of the clause it rests on. */
    clause: string;
    event: "ruled";
  }
  /** The house's local time is so many minutes ahead of UTC. */
  | {
    /** How many; below zero in America. */
    minutes: number;
    event: "zone-set";
  }
  /** The hours of the house are over: no hand begins. */
  | {
    /** Until when. */
    until: Time;
    /** The clause it rests on. */
    clause: Clause;
    event: "hours-over";
  }
  /** The hours of the house are over soon: no hand begins after that. */
  | {
    /** When. */
    at: Time;
    /** The clause it rests on. */
    clause: Clause;
    event: "closing-soon";
  }
  /** The hours of the house are over while a hand is on, which is the last: it is played to its end. */
  | {
    /** The clause it rests on. */
    clause: Clause;
    event: "last-hand";
  }
  /** The hours of the house begin. */
  | {
    event: "hours-begin";
  }
  /** No new round begins. */
  | {
    event: "paused";
  }
  /** The table goes on. */
  | {
    event: "resumed";
  }
  /** Another version of the program plays on. */
  | {
    /** The version. */
    version: string;
    event: "played-on";
  }
  /** The table will be closed when the round is over. */
  | {
    event: "closing";
  }
  /** The table is closed. */
  | {
    event: "closed";
  };

export type Exchange = {
  person: number;
  amount: number;
};

/** What came of an exchange. */
export type ExchangedView = {
  person: number;
  /** What a patron who was served holds away from the tables; nothing where none was. */
  wallet: number | null;
  /** The number under which a large one waits for a second person; no chips have moved then. */
  asked: number | null;
};

/** Which way up a card lies. */
export type Face = "up" | "down";

/** What a request is told that is not done. */
export type Failure = {
  /** Why not, in a sentence. */
  error: string;
  /** Why not, as a name that stays the same. */
  code: string;
};

/** Games that one engine plays. */
export type Family = "blackjack" | "double-hand" | "three-card" | "poker" | "pan";

/** An amount at which a fee steps. */
export type FeeCliff = {
  /** Whether the banker pays it, by table action; else each seat, by its wager. */
  is_banks: boolean;
  at: Money;
  before: Money;
  after: Money;
};

/** Out of what a fee is taken. */
export type FeeFrom = "pot" | "small-blind" | "blind";

/** Which fee is taken. */
export type FeeKind = "hand" | "ended-early" | "late-bet" | "time" | "jackpot";

/** That a rule of the law was not kept at a table, over some rounds or some time. */
export type Finding = {
  /** At which table. */
  table: number;
  /** What is played there. */
  book: string;
  /** The name of the rule. */
  rule: string;
  /** What it asks. */
  says: string;
  /** Where it stands in the law. */
  source: string;
  /** How it stood then. */
  standing: RuleStanding;
  /** What is wrong, in words. */
  what: string;
  /** Since when, in milliseconds since 1970. */
  since_ms: number;
  /** When it was seen last. */
  last_ms: number;
  /** When it was put right, or the table closed; nothing while it is so. */
  until_ms: number | null;
  /** The first round in which it was so; nothing if it was between rounds. */
  round: number | null;
  /** In how many rounds it was so. */
  rounds: number;
  /** The override under which it was so. */
  overridden: OverrideTold | null;
  /** How many of these rounds were taken back as mistyped, or voided by the floor. */
  taken_back: number;
  /** Whether all of it was so in rounds that were taken back alone: no hand came of them, so that nothing is against the rule. */
  is_taken_back: boolean;
  /** Whether it only has to be looked at: the filing of the game leaves something open, and nobody did anything wrong. */
  is_warning: boolean;
};

export type Floor = {
  tables: FloorView[];
  drop: DropHour[];
};

/** A table as the floor sees it. */
export type FloorView = LobbyTable & {
  /** The seat that banks and in which of its rounds. */
  bank: [number, number] | null;
  /** The names on the waiting list, first come first. */
  names_waiting: string[];
  /** What is in its drop box, of play chips; what is in those of tables of the house is not told to those who count them. */
  drop: Money | null;
  /** Until when the drop of a table of the house lies in boxes that are counted, and is told by hours: in milliseconds since 1970. Nothing at practice tables. */
  counted_until: number | null;
  /** How many rounds it has dealt. */
  rounds: number;
  /** How many watch it. */
  watching: number;
  /** The shoe, where one lasts. */
  shoe: ShoeView | null;
  /** What people there disagree about, until it is settled. */
  disputes: Dispute[];
  /** The house dealer who has signed in. */
  signed_in: SignedIn | null;
  /** What broke, if it is set aside. */
  set_aside: string | null;
};

/** What a command would bring about. */
export type Foreseen = {
  /** The number of the table's last event. */
  number: number;
  /** Whether it would be done. */
  is_allowed: boolean;
  /** The whole of it in a sentence, or why it would be refused. */
  says: string;
  /** Why it would be refused, as a name for programs; empty if it would be done. */
  code: string;
  /** The clauses that it, or the refusal, rests on. */
  clauses: ClauseView[];
  /** Everything that would happen, in order. */
  lines: ForeseenLine[];
  /** Whose chips would change. */
  chips: ForeseenChips[];
  /** How many wagers, bets and posts would go back to those who put them down. */
  returned: number;
  /** The fees of the round that would stay with the house, in cents. */
  fees_kept: number;
  /** Those that would go back, in cents. */
  fees_returned: number;
  /** The seat that would have the button next, where there is one. */
  button: Seat | null;
  /** Whether the round would be over. */
  is_over: boolean;
  /** What the dealer would do next. */
  next_step: string;
};

/** What somebody would have before them more or less than now. */
export type ForeseenChips = {
  /** Who. */
  person: number;
  /** Their name. */
  name: string;
  /** How much more, in cents; below zero for less. */
  change: number;
};

/** One thing that would happen. */
export type ForeseenLine = {
  /** What, in a sentence. */
  words: string;
  /** The clause it rests on. */
  clause: ClauseView | null;
};

/** A number that says how it was found; amounts are in cents and may be broken. */
export type FoundNumber = {
  value: number;
  /** Its standard error; nothing for one that was worked out. */
  error: number | null;
};

/** Which money pays a hit. */
export type Fund = "jackpot" | "promotion";

export type Game = {
  book: string;
  name: string;
  family: Family;
  /** Why no table of it opens as it is filed: the clause by which the house keeps it closed; nothing if it is open. */
  closed: ClauseView | null;
};

/** Why an owner gives the chips of a table back. */
export type GiveBack = {
  why: string;
};

/** Chips that somebody got back from a table. */
export type Given = {
  /** Who. */
  person: number;
  /** How much. */
  amount: Money;
};

export type GivenBack = {
  table: number;
  /** What each person got. */
  given: Given[];
};

export type GuestName = {
  name?: string;
};

/** What is advised about one hand. */
export type HandAdvice = {
  /** As whom the asker chooses. */
  who: Party;
  /** Where the hand lies. */
  seat: Seat;
  /** Which hand of that seat it is, from nothing; only a split makes more than one. */
  hand: number;
  /** Its cards. */
  cards: Card[];
  /** What values are counted in: all that lies on the hand when it is asked about, an ante or a pot, in cents. */
  unit: Money;
  /** The word for that. */
  unit_name: string;
  /** Everything that may be chosen, the best first, what has no value last. */
  choices: Rated[];
  /** Why, in sentences: odds and outs. */
  why: string[];
  /** What the values rest on, in a sentence. */
  basis: string;
  /** Whether every deal was counted. */
  is_exact: boolean;
};

/** How a hand ended. */
export type HandEnd = "" | "stands" | "over" | "Natural" | "joker" | "frozen" | "ended by the bank's Natural" | "split ace" | "doubled" | "given up" | "void" | "foul" | "folded" | "plays" | "qualifies" | "does not qualify" | "went out" | "won the tops" | "out";

/** Which hand of a seat it is, where there are several. */
export type HandName = "" | "front" | "back" | "hand" | "meld" | "drawn";

/** A hand that its owner sets: seven cards that become a front of two and a back of five. */
export type HandToSet = {
  /** Who sets it, as the offers name them. */
  who: Party;
  /** Whose seat it lies at. */
  seat: Seat;
  /** All its cards. */
  cards: Card[];
};

/** One hand of cards. */
export type HandView = {
  /** The cards; nothing stands for one that the viewer may not see. */
  cards: (Card | null)[];
  /** What the visible cards are worth, in words: "soft 18", "kings and nines". */
  worth: string;
  /** What the hand is when there are several; empty otherwise. */
  name: HandName;
  /** How it ended; empty if it did not. */
  end: HandEnd;
};

/** How the room is. */
export type Health = {
  /** Whether all of it is open. */
  status: Standing;
  /** How many tables there are. */
  tables: number;
  /** Milliseconds since the start. */
  uptime_ms: number;
  /** The tables that are set aside because something broke there; the rest of the room goes on. */
  set_aside: number[];
};

/** Something that was said. */
export type Heard = {
  /** Its number at the table. */
  number: number;
};

/** A seat that is held. */
export type HoldView = {
  /** Its number. */
  hold: number;
  /** Why. */
  why: HoldWhy;
  /** At which table. */
  table: number;
  /** Which seat. */
  seat: number;
  /** What stands on the wall. */
  shown: string;
  /** The name, for the staff. */
  name: string | null;
  /** Whether it is held for whoever asks. */
  is_own: boolean;
  /** Until when, in milliseconds since 1970. */
  until_ms: number;
  /** Whether whoever must move has let the time go by. */
  is_overdue: boolean;
};

/** Why a seat is held for somebody. */
export type HoldWhy = "called" | "seat-change" | "table-change" | "must-move" | "locked-up";

export type House = {
  house: string;
  name: string;
  games: Game[];
};

/** An entry of the house's own log. */
export type HouseEntryView = EntryView & {
  /** What it is about; nothing if another version wrote what this one does not know. */
  kind: HouseKind | null;
};

/** The kinds of entries of the house's own stream. */
export type HouseKind = "person-added" | "patron" | "list" | "jackpot" | "line-up" | "chips-bought" | "chips-redeemed" | "exchange-asked" | "exchange-declined" | "correction-asked" | "correction-settled" | "play-chips-given" | "play-chips-taken" | "kinds-parted" | "table-opened" | "silenced" | "staff-acted" | "acted-for" | "table-closed" | "table-set-aside" | "table-taken-up" | "chips-given-back" | "room-opened" | "room-closed" | "tips-noted" | "note-passed-over" | "roles-changed" | "roles-refused" | "password-set" | "backed-up" | "archived" | "shift-opened" | "shift-closed" | "box-pulled" | "box-counted" | "cage-counted" | "cage-tried" | "tray-counted" | "table-filled" | "law" | "company" | "table-credited";

/** A page of the house's own log. */
export type HouseLog = {
  entries: HouseEntryView[];
};

/** A report: a table with what it comes to. */
export type HouseReport = {
  /** What it is. */
  title: string;
  /** What a reader should know. */
  notes: string[];
  /** The columns. */
  columns: ReportColumn[];
  /** The rows; nothing where there is nothing to say. */
  rows: ((ReportCell | null)[])[];
  /** What they come to. */
  sums: ReportSum[];
  /** Who signs it on paper. */
  signatures: string[];
};

/** Something irregular. */
export type Irregularity =
  /** The very first card of the deal lies face up. */
  | "first-card-exposed"
  /** The dealer exposed a private card. */
  | {
    exposed: {
      /** Whose. */
      seat: Seat;
      /** Which, in the order of the deal, from 0. */
      card: number;
    };
  }
  /** A player exposed an own private card. */
  | {
    "exposed-by-holder": {
      /** Whose. */
      seat: Seat;
      /** Which, in the order of the deal, from 0. */
      card: number;
    };
  }
  /** A card was exposed on the draw. */
  | {
    "exposed-on-draw": {
      /** Whose. */
      seat: Seat;
      /** Which of the private cards, from 0. */
      card: number;
    };
  }
  /** So many cards too many came off the deck. */
  | {
    "extra-cards-off": number;
  }
  /** The next card lies face up in the deck. */
  | {
    boxed: Card;
  }
  /** So many cards lie face up together in the deck. */
  | {
    "boxed-together": number;
  }
  /** The next card is a joker. */
  | "joker-next"
  /** A player finds a joker among the private cards. */
  | {
    "joker-in-hand": {
      /** Who. */
      seat: Seat;
      /** Which of the private cards, from 0. */
      card: number;
    };
  }
  /** A player has a card too many. */
  | {
    "extra-card": {
      /** Who. */
      seat: Seat;
      /** The card, if it is known. */
      card: Card | null;
    };
  }
  /** A player has a card too few: the last one never arrived. */
  | {
    "missing-card": {
      /** Who. */
      seat: Seat;
    };
  }
  /** The flop was turned before betting or discarding was over. */
  | "early-flop"
  /** The flop has four cards. */
  | {
    "large-flop": Card;
  }
  /** The turn was turned too early. */
  | {
    "early-turn": Card;
  }
  /** The river was turned too early. */
  | {
    "early-river": Card;
  }
  /** Somebody acted before the turn. */
  | {
    "out-of-turn": {
      /** Who. */
      seat: Seat;
      /** What was done. */
      choice: PokerChoice;
    };
  }
  /** A player threw a private card away by mistake. */
  | {
    "thrown-by-mistake": {
      /** Who. */
      seat: Seat;
      /** Which of the private cards, from 0. */
      card: number;
    };
  }
  /** The player whose turn it is let substantial action pass: enough others have acted out of turn, which is reported before. */
  | {
    "substantial-action": {
      /** Who. */
      seat: Seat;
    };
  }
  /** A player was dealt in but has not put up what was to be posted to make up a blind or to come in. */
  | {
    "not-posted": {
      /** Who. */
      seat: Seat;
    };
  }
  /** What was missing has been put up after all, before anybody acted. */
  | {
    "post-made": {
      /** Who. */
      seat: Seat;
    };
  }
  /** The deck has a card twice, or lacks one. */
  | "fouled-deck"
  /** A hand is dead. */
  | {
    dead: {
      /** Whose. */
      seat: Seat;
      /** Why. */
      why: DeadHand;
    };
  }
  /** A player showed cards to somebody, so that they are shown to any who ask. */
  | {
    "shown-to-one": {
      /** Whose cards. */
      seat: Seat;
    };
  }
  /** A player called a hand falsely and another threw theirs in; management decides. */
  | {
    miscalled: {
      /** Who called. */
      seat: Seat;
    };
  }
  /** Management has ruled on a false call. */
  | {
    "miscall-ruled": {
      /** Who called. */
      seat: Seat;
      /** Whether the caller forfeits the pot. */
      forfeits: boolean;
    };
  };

/** Something that is done about a jackpot. */
export type JackpotAct =
  /** By the dealer or the floor: claim a hit for somebody at a table. */
  | {
    /** Which table. */
    table: number;
    /** Which of its rounds. */
    round: number;
    /** The name of who has hit it. */
    name: string;
    /** How much they are to be paid, in cents. */
    amount: number;
    /** The hand, and whatever else belongs to it. */
    words: string;
    /** Out of which fund. */
    of?: Fund;
    /** Whether they want the chips in front of them; else in the wallet. */
    onto_table?: boolean;
    do: "claim";
  }
  /** By whoever has hit it: say where the chips are to go. */
  | {
    /** Which claim. */
    claim: number;
    /** Whether in front of them at the table; else in the wallet. */
    onto_table: boolean;
    do: "choose";
  }
  /** By the floor or an owner: approve it; it is paid at once unless it is large and this is the first of two. */
  | {
    /** Which claim. */
    claim: number;
    do: "approve";
  }
  /** By the floor or an owner: it is not paid. */
  | {
    /** Which claim. */
    claim: number;
    /** Why. */
    words: string;
    do: "decline";
  }
  /** By an owner: set chips of the cage apart for promotions, or give them back to it. Much of one gaming day is only asked for, until a second person of the cage or the floor, or another owner, approves it. */
  | {
    /** How much, in cents. */
    amount: number;
    /** Whether they go back. */
    is_back?: boolean;
    /** The name of who of the cage gives or takes them. */
    with: string;
    do: "fund";
  }
  /** By the floor or an owner: meet what bonuses at a table have cost out of the promotion fund. */
  | {
    /** Which table. */
    table: number;
    do: "meet-bonuses";
  };

/** The funds and the hits that wait. */
export type JackpotsView = {
  /** What the fund holds. */
  fund: Money;
  /** What of it nobody has claimed. */
  unclaimed: Money;
  /** What lies in jackpot boxes at tables, and is no part of it before it is counted; nothing for those who count boxes. */
  in_boxes: Money | null;
  /** What the house has set apart for promotions. */
  promotion: Money;
  /** What of it nobody has claimed. */
  promotion_unclaimed: Money;
  /** What bonuses at tables have cost. */
  bonuses: BonusesView[];
  /** The hits that wait: all for the staff, their own for others. */
  claims: ClaimView[];
  /** What owners have asked to set apart for promotions or to give back, and a second person has to approve; for the staff. */
  asked: AskedView[];
};

/** A text by which tables are played. */
export type KeptText = {
  /** Where it lay when it was first kept. */
  path: string;
  /** SHA-256 of the text in UTF-8, in hexadecimal. */
  hash: string;
};

/** The word of a link. */
export type Key = {
  key: string;
};

/** What is known of a round that is corrected. The room fills it in from its log. */
export type KnownRound = {
  /** Who had money in it. */
  people: number[];
  /** How much moved in it: what was put down, and what the bank paid. */
  moved: Money;
  /** From which amount on a second person is needed, as for exchanges at the cage; nothing if none is. */
  large_from?: Money | null;
};

/** A shoe that lasts: each round goes on where the one before has stopped, until the cut card comes out. */
export type LastingShoe = {
  /** How many cards lie behind the cut card; a quarter of the shoe if left out. */
  behind?: number | null;
  /** How many cards of a new shoe are burnt, unseen. */
  burn?: number;
};

/** Notices and overrides as they stand, and the packs that count. */
export type LawStanding = {
  /** The hash of each pack's text by its path. */
  packs: Record<string, never>;
  /** The notices that hang. */
  notices: NoticeView[];
  /** The rules that are overridden. */
  overrides: OverrideView[];
};

/** The law at work. */
export type LawView = {
  /** The packs that count. */
  packs: PackView[];
  /** What is wrong at open tables of the house now, by rules in force or not. */
  lights: Finding[];
  /** Notices and overrides. */
  standing: LawStanding;
};

/** One event as one watcher sees it. */
export type Line = {
  /** Its number at the table. */
  number: number;
  /** When it happened. */
  at: Time;
  /** What happened, in a sentence; empty if the watcher may not know. */
  words: string;
  /** The clause it rests on. */
  clause: ClauseView | null;
  /** The event; nothing if it stays hidden from this watcher. */
  event: Event | null;
  /** The proofs of the cards that the watcher sees from here on. */
  openings: CardOpening[];
};

/** Something that is done about the line-up of dealers. */
export type LineUpAct =
  /** A dealer comes on duty: oneself, or by the floor somebody by name. */
  | {
    /** Who. */
    name?: string | null;
    do: "on-duty";
  }
  /** A dealer goes off duty. */
  | {
    /** Who. */
    name?: string | null;
    do: "off-duty";
  }
  /** A dealer takes a break out of turn, or is back. */
  | {
    /** Who. */
    name?: string | null;
    /** Whether it begins. */
    is_on: boolean;
    do: "break";
  }
  /** By the floor: the tables in order, and how long a dealer stays at each. */
  | {
    /** Which. */
    tables: number[];
    /** How many minutes. */
    minutes: number;
    do: "tables";
  }
  /** By the floor: everybody moves on by one place. */
  | {
    do: "push";
  };

/** The line-up of dealers. */
export type LineUpView = {
  /** What time it is, in milliseconds since 1970. */
  now_ms: number;
  /** The tables in order. */
  tables: LineView[];
  /** How many minutes a dealer stays at each. */
  minutes: number;
  /** When the next push is due, in milliseconds since 1970. */
  due_ms: number | null;
  /** Who rests by turn. */
  resting: string[];
  /** Who takes a break out of turn. */
  away: string[];
};

/** Who deals at a table, now and next. */
export type LineView = {
  /** Which table. */
  table: number;
  /** Who deals there by the line-up. */
  dealer: string | null;
  /** Who deals there after the next push. */
  next: string | null;
  /** Who has signed in at the table itself. */
  signed_in: string | null;
};

/** Something that is done about lists and held seats. */
export type ListAct =
  /** By the floor: open a list for a game and its stakes. */
  | {
    /** The book. */
    book: string;
    /** The stakes, in words. */
    stakes: string;
    do: "open";
  }
  /** By the floor: close a list. */
  | {
    /** Which. */
    list: number;
    do: "close";
  }
  /** By the floor: put a table on a list, or off every list. */
  | {
    /** Which table. */
    table: number;
    /** The list. */
    list?: number | null;
    /** The main game to which whoever has sat longest here must move. */
    feeds?: number | null;
    do: "set-table";
  }
  /** Wait for a game, another table or another seat. */
  | {
    /** What for. */
    wants: Want;
    /** What stands on the wall; initials if left out. */
    shown?: string | null;
    /** By the staff: the name of whoever waits. */
    name?: string | null;
    /** By the staff: whether somebody without an account waits, under what stands on the wall. */
    is_walk_in?: boolean;
    do: "join";
  }
  /** Wait no more. */
  | {
    /** Which place. */
    place: number;
    do: "leave";
  }
  /** By the floor: call whoever is next to a free seat of a table, and hold it. */
  | {
    /** Which table. */
    table: number;
    /** For how many seconds. */
    seconds?: number;
    do: "call";
  }
  /** By the floor: lock up a seat for somebody. */
  | {
    /** Which table. */
    table: number;
    /** Which seat. */
    seat: number;
    /** The name of somebody with an account. */
    name: string;
    /** For how many seconds. */
    seconds: number;
    do: "hold";
  }
  /** Give up a held seat; whoever waited for it goes on waiting. */
  | {
    /** Which. */
    hold: number;
    do: "release";
  }
  /** Take the seat that is held for one, from another table with all chips. */
  | {
    /** Which. */
    hold: number;
    /** The chips to bring, in cents, for who sits nowhere yet. */
    buy_in?: number | null;
    do: "take";
  }
  /** By the floor: whoever must move and has let the time go by leaves the table; the seat is held on. */
  | {
    /** Which. */
    hold: number;
    do: "enforce";
  };

/** A table of a list. */
export type ListTableView = {
  /** Which. */
  table: number;
  /** How many seats it has. */
  seats: number;
  /** How many of them are taken. */
  taken: number;
  /** How many are held. */
  held: number;
  /** The main game to which people must move from here. */
  feeds: number | null;
};

/** A list. */
export type ListView = {
  /** Its number. */
  list: number;
  /** The book. */
  book: string;
  /** The name of the game. */
  game: string;
  /** The stakes, in words. */
  stakes: string;
  /** Its tables. */
  tables: ListTableView[];
  /** Who waits, in order. */
  waiting: PlaceView[];
};

/** All lists. */
export type ListsView = {
  /** What time it is, in milliseconds since 1970. */
  now_ms: number;
  /** The lists. */
  lists: ListView[];
  /** Who waits for another seat or table. */
  changes: PlaceView[];
  /** The seats that are held: all of them for the staff, else one's own. */
  holds: HoldView[];
};

export type Lobby = {
  houses: House[];
  tables: LobbyTable[];
};

/** A row of the lobby. */
export type LobbyTable = {
  /** Which table. */
  table: number;
  /** The book. */
  book: string;
  /** The game's name. */
  game: string;
  /** The house's name. */
  house: string;
  /** The family. */
  family: Family | null;
  /** The schedule. */
  schedule: string | null;
  /** What is collected, in words. */
  collection: string;
  /** The limits in words. */
  limits: string;
  /** How many seats there are. */
  seats: number;
  /** How many are taken. */
  seated: number;
  /** How many of them by bots. */
  bots: number;
  /** How many wait. */
  waiting: number;
  /** Where the table stands. */
  phase: Phase;
  /** Whether guests may sit. */
  is_practice: boolean;
  /** Where the cards come from. */
  dealer: Dealer;
  /** Whether it is set aside because something broke there: it takes no commands. */
  is_set_aside: boolean;
  /** That the house closes soon, once people were told. */
  closing: ClosingView | null;
  /** When the next hand may begin, while the hours of the house are over. */
  closed_until: Time | null;
};

export type Log = {
  entries: EntryView[];
};

/** A command that somebody may be offered; its word is the command's own. */
export type May = "sit" | "stand-behind" | "add-chips" | "leave" | "join" | "unlist" | "change-seat" | "sit-out" | "take-leave" | "sit-in" | "call-time" | "post" | "take-bank" | "pass-bank" | "share-bank" | "take-share" | "put-wager" | "agree-joint" | "ask-to-see" | "ready" | "give-consent" | "refuse-consent";

/** Who one is. */
export type Me = {
  person: number;
  name: string;
  roles: Role[];
  /** The chips of the house away from the tables; a guest has none. */
  wallet: number;
  /** The play chips away from the practice tables. */
  play_chips: number;
  is_guest: boolean;
  /** What the house says to somebody whom it does not serve; nothing to others. */
  not_served: string | null;
};

/** One choice of a finished round. */
export type Moment = {
  /** The number of the event. */
  number: number;
  /** What the coach would have said. */
  advice: HandAdvice;
  /** What was chosen. */
  chosen: Choice;
  /** What that is called. */
  name: string;
  /** What it was worth, in units; nothing where it is not valued. */
  value: number | null;
  /** How much less than the best that is, in cents; nothing where either of the two is not valued. */
  cost: number | null;
};

/** An amount in whole cents. */
export type Money = number;

/** What somebody comes to, after collection. */
export type MoneyOf = {
  name: string;
  /** The seat; nothing for the house. */
  seat: number | null;
  wagered: Money;
  fee: Money;
  per_hand: FoundNumber;
  deviation: FoundNumber;
  per_hour: FoundNumber;
  deviation_per_hour: FoundNumber;
  /** What a hand comes to by what is wagered. */
  share: FoundNumber;
};

/** The money of a table. */
export type MoneyView = {
  /** The schedule of fees. */
  schedule: string | null;
  /** How many rounds were played for what is not closed. */
  rounds: number;
  hands_per_hour: number;
  /** How many of an hour's hands the banker banks. */
  hands_banked: number;
  /** How many hands one person may bank in a row. */
  banks_running: number;
  /** How many of an hour's hands are banked with a turn for everybody at the table. */
  hands_in_turn: number;
  /** The seat of the bank. */
  bank_seat: number;
  /** In which order wagers are settled, in a sentence. */
  order: string;
  /** What the rounds that were played cannot tell, in sentences. */
  warnings: string[];
  /** What all seats wager before the deal. */
  wagered: Money;
  stake: Money | null;
  /** The banker, each seat, and the house. */
  people: MoneyOf[];
  /** All fees of a hand by what is wagered. */
  fee_share: FoundNumber;
  /** The amounts at which a fee steps. */
  cliffs: FeeCliff[];
  /** How often the stake does not reach every wager. */
  short_chance: FoundNumber;
  /** What that changes for the banker in a hand. */
  short_banker: FoundNumber;
  /** What it changes for whoever is settled last. */
  short_last: FoundNumber;
  /** The risk that is taken of running dry in a round, and of ruin in a session. */
  risk: number;
  /** The stake that does not reach in that share of rounds at most. */
  dry_stake: FoundNumber;
  /** A stake that always reaches. */
  sure_stake: Money;
  /** How long a session lasts. */
  hours: number;
  /** What the banker has to bring for a session at that risk. */
  bankroll: FoundNumber;
  /** What a bank that can pay wins by what is wagered, before its fee. */
  edge: FoundNumber;
  /** The least and the most table action that the limits allow wagers in this proportion, in cents. */
  action_least: number;
  action_most: number | null;
  /** The table action by which the banker comes out ahead. */
  ahead: ActionRange[];
  /** The table action of which the rounds that were played cannot tell whether the banker comes out ahead. */
  untold: ActionRange[];
  /** Every schedule at the same wagers and the same stake. */
  schedules: ScheduleMoney[];
};

/** What a round brought somebody, fees included. */
export type Net = {
  /** Who. */
  person: number;
  /** More or less than before. */
  net: Money;
};

export type NewPassword = {
  /** The password until now. */
  old: string;
  /** The password from now on. */
  new: string;
};

/** What a shift is called. */
export type NewShift = {
  name: string;
};

/** Nothing to be told. */
export type Nothing = Record<string, never>;

/** Where a notice hangs. */
export type NoticeAsked = {
  /** At which table; 0 for the room. */
  table: number;
};

/** What a notice tells patrons. */
export type NoticePart = "rates" | "player-dealer" | "help-line" | "age";

/** A notice that hangs. */
export type NoticeView = {
  /** At which table; 0 for the room. */
  table: number;
  /** What it tells. */
  parts: NoticePart[];
  /** SHA-256 of its text, which the library keeps. */
  hash: string;
  /** Who posted it. */
  by: string;
  /** When, in milliseconds since 1970. */
  at_ms: number;
};

/** A table of words and figures. */
export type OddsTable = {
  /** What it is about. */
  title: string;
  /** What its letters or figures mean; empty if that is plain. */
  note: string;
  /** The heads of the columns. */
  head: string[];
  /** The rows, each beginning with its name. */
  rows: string[][];
  /** Whether it is a chart of letters. */
  is_chart: boolean;
};

/** What a book is worth. */
export type OddsView = {
  /** The book. */
  book: string;
  /** Its name. */
  name: string;
  /** What there is to know first, in sentences. */
  words: string[];
  /** Every wager against a bank; none where players play for a pot. */
  wagers: WagerOdds[];
  /** Charts and hit tables. */
  tables: OddsTable[];
  /** How the values are found, in a sentence. */
  basis: string;
  /** Whether the money of a table can be looked at. */
  has_money: boolean;
  /** How many seats can wager beside the bank's; 0 where there is no bank. */
  players_most: number;
  /** What may be wagered under each schedule of a book with a bank. */
  limits: WagerLimits[];
};

/** A choice that is open to somebody now. */
export type Offer = {
  /** Who may choose it: a place in the list of bets, the bank, or in poker and Pan the number of the seat. */
  who: Party;
  /** The choice, with the smallest amount where it has one, and with the first of the cards where some have to be picked. */
  choice: Choice;
  /** The smallest amount; what it costs where there is nothing to decide; in Pan what it pays from each other player. */
  least: Money;
  /** The largest amount; in Pan what it pays from all of them. */
  most: Money;
  /** What amounts between the two are multiples of; nothing where there is nothing to decide. */
  step: Money;
  /** The least and the most cards that are to be picked for a discard or a draw, or entered for a hand that lies unseen. */
  cards: [number, number];
};

export type Opened = {
  table: number;
  /** What the floor should know, such as hours in which no hand begins. */
  warnings: string[];
};

export type Opening = Spec & {
  bots?: number;
  /** Whether people at the table may talk there. */
  has_chat?: boolean;
};

/** A part of a table's log whose hashes, shuffles and chips are proven, and whose rules another version proves. */
export type OtherVersion = {
  /** The version that played it. */
  version: string;
  /** The first event that this version does not bring about in the same way. */
  from: number;
  /** The last event before this version proves the rules again. */
  to: number;
  /** What this version finds there. */
  what: string;
  /** How many states are kept there that this version could not compare. A room goes by none that it has not marked. */
  uncompared: number;
};

/** What became of a command. */
export type Outcome = "applied" | "duplicate" | "stale" | "refused";

/** Which rule is overridden, where and why. */
export type OverrideAsked = {
  /** At which table; 0 for the room. */
  table: number;
  /** The name of the rule. */
  rule: string;
  /** Why. */
  reason: string;
};

/** Which rule counts again, and where. */
export type OverrideEnd = {
  /** At which table; 0 for the room. */
  table: number;
  /** The name of the rule. */
  rule: string;
};

/** Who let play go on although a rule is not kept, and why. */
export type OverrideTold = {
  /** Their words. */
  reason: string;
  /** Who. */
  by: string;
  /** When, in milliseconds since 1970. */
  at_ms: number;
};

/** A rule that the floor overrides. */
export type OverrideView = {
  /** At which table; 0 for the room. */
  table: number;
  /** The name of the rule. */
  rule: string;
  /** Why, in their words. */
  reason: string;
  /** Who. */
  by: string;
  /** When, in milliseconds since 1970. */
  at_ms: number;
};

/** A finished round that the asker was in. */
export type OwnRound = {
  /** At which table. */
  table: number;
  /** The book. */
  book: string;
  /** The game's name. */
  game: string;
  /** The house's name. */
  house: string;
  /** Whether it was played with play chips. */
  is_practice: boolean;
  /** The round. */
  line: RoundLine;
};

/** A table at which somebody has chips or waits, as the person sees it from elsewhere. */
export type OwnTable = {
  /** Which table. */
  table: number;
  /** The game's name. */
  game: string;
  /** The house's name. */
  house: string;
  /** The own seat; nothing for who stands behind the seats or waits. */
  seat: Seat | null;
  /** The own chips there. */
  stack: Money;
  /** Whether the table waits for the person now. */
  is_asked: boolean;
  /** Until when, where a clock runs. */
  deadline: Time | null;
  /** Whether the person sits out. */
  is_away: boolean;
  /** Whether the person has a hand or money in the round that is on. */
  is_in_round: boolean;
};

/** How long people have, in milliseconds. */
export type Pace = {
  /** To take or pass the bank. */
  offer_ms?: number;
  /** To put down wagers. */
  wager_ms?: number;
  /** To choose. */
  turn_ms?: number;
  /** Between two rounds. */
  between_ms?: number;
  /** How much longer between two rounds for each thing that happened in one go at the end of one: a card turned up or drawn, a hand shown, a wager settled. Tables opened before there was such a rest have none. */
  reading_ms?: number;
  /** To take a seat that came free, for the first on the waiting list. */
  seat_ms?: number;
};

/** A law pack that counts. */
export type PackView = {
  /** Where its text lay. */
  path: string;
  /** SHA-256 of its text, which the library keeps. */
  hash: string;
  /** What people call it. */
  name: string;
  /** Its rules. */
  rules: RuleView[];
};

/** Nothing more to say. */
export type PacksAsked = Record<string, never>;

/** What a player does. */
export type PanChoice =
  /** Play the hand. */
  | "in"
  /** Leave the hand for the price of the top. */
  | "out"
  /** Draw from the stock. */
  | "draw"
  /** Take the top discard, to use it at once. */
  | "take"
  /** Let the opening redraw go. */
  | "pass"
  /** Make the player in turn add the top discard to a meld. */
  | "force"
  /** Lay down a new meld. */
  | {
    meld: {
      /** All its cards. */
      cards: CardGroup;
      /** Which of them are borrowed from an own meld; none for most melds. */
      borrowed: CardGroup;
      /** From which own meld they are borrowed, counted from 0. */
      from: number;
    };
  }
  /** Add cards to an own meld. */
  | {
    add: {
      /** The cards. */
      cards: CardGroup;
      /** To which meld, counted from 0. */
      to: number;
    };
  }
  /** Divide an own meld to which something was added in this turn. */
  | {
    split: {
      /** Which, counted from 0. */
      meld: number;
      /** The cards that make a meld of their own. */
      cards: CardGroup;
    };
  }
  /** Put the drawn card on the discard pile unused. */
  | "decline"
  /** Put the drawn card into the hand, where a book allows that. */
  | "keep"
  /** Discard a hand card, which ends the turn. */
  | {
    discard: Card;
  };

/** One fact of a hand. */
export type PanEvent =
  /** A player puts up the top. */
  | {
    /** Who. */
    seat: Seat;
    /** How much. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "topped";
  }
  /** A card is dealt into a hand. */
  | {
    /** To whom. */
    seat: Seat;
    /** The card, if it is known. */
    card: Card | null;
    /** Which way up it came. */
    face: Face;
    event: "dealt";
  }
  /** The lowest up card says who is first. */
  | {
    /** Who. */
    seat: Seat;
    /** The clause it rests on. */
    clause: Clause;
    event: "first";
  }
  /** A player says whether he or she plays the hand. */
  | {
    /** Who. */
    seat: Seat;
    /** Whether the player is in. */
    plays: boolean;
    event: "declared";
  }
  /** The top card of the stock begins the discard pile. */
  | {
    /** The card. */
    card: Card;
    /** The clause it rests on. */
    clause: Clause;
    event: "opened";
  }
  /** A player asks for a card of the stock. */
  | {
    /** Who. */
    seat: Seat;
    event: "draws";
  }
  /** The drawn card. */
  | {
    /** Who. */
    seat: Seat;
    /** The card. */
    card: Card;
    event: "drew";
  }
  /** A player takes the top discard. */
  | {
    /** Who. */
    seat: Seat;
    /** The card. */
    card: Card;
    event: "took";
  }
  /** Another player forces the top discard on the player in turn. */
  | {
    /** On whom. */
    seat: Seat;
    /** Who called it. */
    by: Seat;
    /** The card. */
    card: Card;
    /** The clause it rests on. */
    clause: Clause;
    event: "forced";
  }
  /** A new meld is laid down. */
  | {
    /** Whose. */
    seat: Seat;
    /** All its cards. */
    cards: CardGroup;
    /** Those that came from another meld. */
    borrowed: CardGroup;
    /** From which meld, counted from 0. */
    from: number;
    event: "melded";
  }
  /** Cards are added to a meld. */
  | {
    /** Whose. */
    seat: Seat;
    /** Which meld, counted from 0. */
    meld: number;
    /** The cards. */
    cards: CardGroup;
    event: "added";
  }
  /** A meld is divided; the cards that leave it are the player's last meld. */
  | {
    /** Whose. */
    seat: Seat;
    /** Which meld, counted from 0. */
    meld: number;
    /** The cards that leave it. */
    cards: CardGroup;
    event: "divided";
  }
  /** A card goes onto the discard pile. */
  | {
    /** Whose. */
    seat: Seat;
    /** The card. */
    card: Card;
    /** Whether it was drawn and not used; else it comes from the hand and ends the turn. */
    drawn: boolean;
    event: "discarded";
  }
  /** The drawn card goes into the hand. */
  | {
    /** Whose. */
    seat: Seat;
    event: "kept";
  }
  /** The opening player does not draw again. */
  | {
    /** Who. */
    seat: Seat;
    event: "passed";
  }
  /** One player pays another. */
  | {
    /** Who pays. */
    from: Seat;
    /** Who collects. */
    to: Seat;
    /** For what. */
    pay: PanPay;
    /** Whether it is paid again because the player is out. */
    again: boolean;
    /** What is due. */
    due: Money;
    /** What is there to be paid. */
    paid: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "paid";
  }
  /** The discards but the top one are the new stock. */
  | {
    /** The clause it rests on. */
    clause: Clause;
    event: "shuffled";
  }
  /** A hand is foul. */
  | {
    /** Whose. */
    seat: Seat;
    /** The clause it rests on. */
    clause: Clause;
    event: "fouled";
  }
  /** A foul hand gives back what it collected. */
  | {
    /** Who. */
    from: Seat;
    /** To whom. */
    to: Seat;
    /** What was collected. */
    due: Money;
    /** How much of it is there to be given back. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "gave-back";
  }
  /** A hand with a wrong number of cards is laid aside, and a fresh one is dealt. */
  | {
    /** Whose. */
    seat: Seat;
    /** The clause it rests on. */
    clause: Clause;
    event: "fresh-hand";
  }
  /** A card that was drawn out of turn and seen goes under the top discard. */
  | {
    /** The card. */
    card: Card;
    /** The clause it rests on. */
    clause: Clause;
    event: "drawn-out-of-turn";
  }
  /** A player buys chips while the hand is on. */
  | {
    /** Who. */
    seat: Seat;
    /** How much. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "bought";
  }
  /** A player wins the hand and takes the tops. */
  | {
    /** Who. */
    seat: Seat;
    /** How. */
    how: PanVictory;
    /** The tops. */
    tops: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "won";
  }
  /** The hand is void; the tops go back. */
  | {
    /** The clause it rests on. */
    clause: Clause;
    event: "voided";
  };

/** For what chips are due from every other player. */
export type PanPay = "valle-mixed" | "valle-one-suit" | "other-one-suit" | "low-rope" | "high-rope" | "more-valle-mixed" | "more-valle-one-suit" | "more-other-one-suit" | "longer-rope" | "going-out";

/** Something irregular that the dealer or the floor reports. */
export type PanReport =
  /** A hand has a wrong number of cards. */
  | {
    "wrong-count": Seat;
  }
  /** A meld that was found to be none after the discard is not made good. */
  | {
    "foul-meld": Seat;
  }
  /** A drawn card was put into the hand. */
  | {
    "card-kept": Seat;
  }
  /** Somebody drew out of turn. */
  | {
    "drawn-out-of-turn": {
      /** The card, if anybody saw it. */
      card?: Card | null;
    };
  }
  /** The floor voids the hand. */
  | "void";

/** How a hand was won. */
export type PanVictory = "went-out" | "last-in" | "last-sound";

/** Somebody who acts in a round. */
export type Party =
  /** Whoever holds the bank, or the house dealer. */
  | "bank" | "dealer"
  /** Somebody who shares the bank, from 1. */
  | `partner-${number}`
  /** The seat in games without a bank, else the place of the wager, from 0. */
  | number;

/** Something that is written down about somebody, or removed. */
export type PatronAct =
  /** They have shown who they are. */
  | {
    /** By what; its number is not asked for. */
    document: Document;
    /** The day of birth, such as 1990-12-31. */
    born: string;
    do: "see-identity";
  }
  /** They are not served. Whoever excludes themselves says so for themselves, or to the floor. */
  | {
    /** Why. */
    kind: BarKind;
    /** For how many days; for good if left out. */
    days?: number | null;
    /** What happened. */
    words?: string;
    do: "bar";
  }
  /** A few words that everybody at the cage and of the floor should see. */
  | {
    /** The words. */
    words: string;
    do: "flag";
  }
  /** Words for the floor and owners alone. */
  | {
    /** The words. */
    words: string;
    do: "note";
  }
  /** A bar or a flag counts no more. */
  | {
    /** The number of the record. */
    record: number;
    /** Why. */
    words: string;
    do: "lift";
  }
  /** All that is written about them is removed, with the account. What the log holds of it stays a digest of which the salt is gone. */
  | {
    do: "remove";
  };

/** Somebody with an account, as the staff sees them. */
export type PatronFile = {
  /** Who. */
  person: number;
  /** The name. */
  name: string;
  /** Why they are not served at present. */
  unserved: Unserved | null;
  /** How old they are, by what they have shown. */
  age: number | null;
  /** What is written about them. */
  records: RecordView[];
  /** The money that they brought for chips on this gaming day. */
  brought: Money;
  /** The money that they got for chips on this gaming day. */
  got: Money;
  /** Whether one of both has reached the mark. */
  is_marked: boolean;
};

/** Somebody with chips in the room. */
export type PatronView = {
  /** Who. */
  person: number;
  /** The name. */
  name: string;
  /** The chips away from the tables; nothing for those who count, who would know by all of them what lies in boxes. */
  wallet: Money | null;
  /** The chips at tables; nothing for those who count. */
  on_tables: Money | null;
  /** Whether it is a guest with play chips. */
  is_guest: boolean;
  /** Whether it is a bot. */
  is_bot: boolean;
};

/** The patrons, and by which rules their money is summed up. */
export type PatronsView = {
  /** When a gaming day begins, in minutes after midnight in California. */
  day_begins: number;
  /** From which sum on the money of a day is marked. */
  cash_mark: Money;
  /** Whether nobody plays for chips of the house who has not shown who they are. */
  asks_identity: boolean;
  /** Everybody with an account. */
  patrons: PatronFile[];
};

export type PayView = {
  title: string;
  rows: [string, string][];
};

/** A payment of a round that is over, where its settlement is walked through. */
export type PaymentView = {
  /** The number of the event that says what is paid. */
  number: number;
  /** What is paid, as one sentence. */
  words: string;
  /** Whether the dealer has made it. */
  is_paid: boolean;
  /** What lies before the bank then, for whatever comes after; nothing in games without a bank. */
  stake_left: Money | null;
};

/** Somebody on the waiting list. */
export type Person = {
  /** Who. */
  person: number;
  /** Their name. */
  name: string;
  /** Until when a free seat is held for them, once they are called. */
  called_until: Time | null;
};

/** Where a table stands. */
export type Phase = "idle" | "resting" | "offering" | "broken" | "wagers" | "playing" | "paused" | "closed";

/** Where a card goes. */
export type PilePlace =
  /** One of the piles at table centre, from 1. */
  | {
    pile: number;
  }
  /** The same pile, in place of a card that was boxed or exposed. */
  | {
    replacement: number;
  };

/** Somebody who waits. */
export type PlaceView = {
  /** The number of the place. */
  place: number;
  /** What they wait for. */
  wants: Want;
  /** What stands on the wall. */
  shown: string;
  /** The name, for the staff. */
  name: string | null;
  /** Whether it is one's own. */
  is_own: boolean;
  /** Whether a seat is held for them. */
  is_called: boolean;
  /** How many calls they have missed. */
  misses: number;
  /** Since when, in milliseconds since 1970. */
  since_ms: number;
};

/** Play chips, which nobody buys or redeems and which are never added to those of the house. */
export type PlayView = {
  /** All that were given. */
  out: Money;
  /** The sum over all accounts with play chips: zero. */
  total: Money;
};

/** What somebody does when the hand waits for a choice. */
export type PokerChoice =
  /** Give up the hand. */
  | "fold"
  /** Stay in without betting. */
  | "check"
  /** Match the bet, or go all in for less. */
  | "call"
  /** Open the betting with so much. */
  | {
    bet: Money;
  }
  /** Raise to so much in all. */
  | {
    raise: Money;
  }
  /** Throw private cards away. */
  | {
    discard: Which;
  }
  /** Exchange private cards; none of them is to stand pat. */
  | {
    draw: Which;
  }
  /** Show the hand. */
  | "show"
  /** Throw the hand in unseen. */
  | "muck";

/** One fact of a hand. */
export type PokerEvent =
  /** A player posts before the cards. */
  | {
    /** Who. */
    seat: Seat;
    /** What. */
    post: PostKind;
    /** How much. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "posted";
  }
  /** A fee goes into the drop, or into the jackpot's box. */
  | {
    /** Which fee. */
    fee: FeeKind;
    /** Out of what. */
    from: FeeFrom;
    /** How much. */
    amount: Money;
    /** How much of the filed fee is waived because there was no more to take. */
    waived: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "collected";
  }
  /** A street begins; its cards come next. */
  | {
    /** Which one, from 0. */
    street: number;
    event: "began";
  }
  /** A card is dealt. */
  | {
    /** Where it goes. */
    place: PokerPlace;
    /** The card, if it is known. */
    card: Card | null;
    event: "dealt";
  }
  /** The betting of the street opens. */
  | {
    /** Who acts first, if anybody has to. */
    seat: Seat | null;
    /** The clause it rests on. */
    clause: Clause;
    event: "opened";
  }
  /** Somebody chooses. */
  | {
    /** Who. */
    seat: Seat;
    /** What. */
    choice: PokerChoice;
    /** What it adds to the pot. */
    adds: Money;
    event: "chose";
  }
  /** Money that nobody matched, or that a rule gives back, returns to its owner. */
  | {
    /** To whom. */
    seat: Seat;
    /** How much; less than nothing for a blind that had come back and is put in again for a new deal. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "returned";
  }
  /** The betting of the street is over and its bets are in the pot. */
  | {
    event: "closed";
  }
  /** Players are asked to throw cards away. */
  | {
    /** How many cards each. */
    cards: number;
    /** The clause it rests on. */
    clause: Clause;
    event: "asked";
  }
  /** Cards go back into the deck, which is shuffled. */
  | {
    /** The cards that go back, where they are known. */
    back: CardSet;
    /** The clause it rests on. */
    clause: Clause;
    event: "shuffled";
  }
  /** The showdown begins. */
  | {
    /** Who shows first. */
    seat: Seat;
    /** The clause it rests on. */
    clause: Clause;
    event: "showdown";
  }
  /** A private card that lay unseen is turned up. */
  | {
    /** Whose. */
    seat: Seat;
    /** Which of the private cards, from 0. */
    place: number;
    /** The card. */
    card: Card;
    event: "turned";
  }
  /** A hand is shown. */
  | {
    /** Whose. */
    seat: Seat;
    event: "showed";
  }
  /** A hand is thrown in unseen. */
  | {
    /** Whose. */
    seat: Seat;
    event: "mucked";
  }
  /** A hand is dead; its money stays in. */
  | {
    /** Whose. */
    seat: Seat;
    /** Why. */
    why: DeadHand;
    /** The clause it rests on. */
    clause: Clause;
    event: "died";
  }
  /** The dealer or the floor reports something irregular. */
  | {
    /** What. */
    what: Irregularity;
    /** The clause that says what happens next. */
    clause: Clause;
    event: "reported";
  }
  /** A player gets a pot or a part of it. */
  | {
    /** Which pot, the main pot being 0. */
    pot: number;
    /** Which part of it. */
    part: PotPart;
    /** Who. */
    seat: Seat;
    /** How much. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "awarded";
  }
  /** The hand is void; nobody wins and bets have gone back. */
  | {
    /** The clause it rests on. */
    clause: Clause;
    event: "voided";
  }
  /** The hand is over. */
  | {
    event: "ended";
  };

/** Where a card goes. */
export type PokerPlace =
  /** To a player, face down. */
  | {
    private: Seat;
  }
  /** Onto the board, face up. */
  | "board"
  /** Away unseen. */
  | "burn";

/** What a player puts in before the cards. */
export type PostKind = "button-blind" | "small-blind" | "big-blind" | "entry" | "straddle" | "kill" | "ante" | "dead";

/** Which part of a pot is won. */
export type PotPart = "whole" | "high" | "low";

/** What somebody prefers on the page, as the page wrote it. */
export type Preferences = {
  /** The page's own text; empty if nothing was kept. */
  text: string;
};

/** A private table that is open. */
export type PrivateOpened = {
  table: number;
  /** The word in its link, which is told here alone; the room keeps its hash. */
  key: string;
};

/** A private table that somebody wants. */
export type PrivateOpening = {
  /** The book, such as "marina/holdem". */
  book: string;
  /** Whether bets are without a limit, where the book has such a schedule. */
  no_limit?: boolean;
  /** How many bots sit down, at most 6. */
  bots?: number;
};

/** What was found in the whole log. */
export type Proof = {
  /** Every stream. */
  streams: StreamProof[];
  /** Every fault, as a sentence that names its place. */
  faults: string[];
  /** The archives that were not at hand, so that only where they begin and end was checked. */
  absent: AbsentArchive[];
};

/** A box that was pulled and waits for its counts. What the ledger has in it is told once it is settled. */
export type PulledView = {
  /** At which table it was. */
  table: number;
  /** Its number there. */
  number: number;
  /** What lies in it. */
  kind: BoxKind;
  /** The shift to which it belongs. */
  shift: number;
  /** Who pulled it. */
  by: string;
  /** When, in milliseconds since 1970. */
  at_ms: number;
  /** Who has counted it so far. */
  counted_by: string[];
  /** Whether their counts differ, so that somebody counts again. */
  is_disputed: boolean;
  /** What two equal counts found beyond what the ledger has: one of the two counts once more, and says what explains it. */
  difference: Money | null;
};

/** Which box is pulled. */
export type Pulling = {
  kind: BoxKind;
  /** Whether the next box is the coming shift's. */
  for_next?: boolean;
};

/** A wager that waits for the round to begin. */
export type PutView = {
  /** Whose. */
  person: number;
  /** Where. */
  spot: Seat;
  /** What. */
  wager: Wager;
};

/** One choice with what it is worth. */
export type Rated = {
  /** The choice as a command takes it; nothing where it is to do nothing. */
  choice: Choice | null;
  /** What it is called. */
  name: string;
  /** What it is worth at the moment it is made, in units; nothing where that hangs on what others do. */
  value: number | null;
  /** The standard error of the value; zero where it is exact. */
  error: number;
  /** Whether it is the one to make. */
  is_best: boolean;
  /** What there is to say about it; empty if nothing. */
  note: string;
};

/** What kind of record it is. */
export type RecordKind = "identity" | "barred" | "self-excluded" | "flag" | "note" | "lifted";

/** Something that is written about somebody. */
export type RecordView = {
  /** Its number. */
  record: number;
  /** What it is. */
  kind: RecordKind;
  /** What was shown, of an identity. */
  document: Document | null;
  /** The words; left out for those who need not know them. */
  words: string;
  /** Who has written it. */
  by: string;
  /** When, in milliseconds since 1970. */
  at_ms: number;
  /** Until when a bar counts; nothing if for good, and of everything else. */
  until_ms: number | null;
  /** Which record was lifted. */
  of: number | null;
  /** Whether it counts now. */
  counts: boolean;
};

/** Something irregular that the dealer or the floor reports. */
export type Report =
  /** The floor voids a spot's hands, or the whole round, where the book knows that. */
  | {
    void: {
      /** The spot; nothing for the whole round. */
      spot?: Seat | null;
      /** Whether dropped fees go back. */
      fees_returned: boolean;
    };
  }
  /** Blackjack. */
  | {
    blackjack: BlackjackReport;
  }
  /** Double-hand poker. */
  | {
    "double-hand": DoubleHandReport;
  }
  /** Three Card Poker. */
  | {
    "three-card": ThreeCardReport;
  }
  /** Poker. */
  | {
    poker: Irregularity;
  }
  /** Panguingue. */
  | {
    pan: PanReport;
  };

/** What stands in one place of a report. */
export type ReportCell =
  /** A number, cents or a moment, as its column says. */
  | number
  /** Words. */
  | string;

/** What stands in a column. */
export type ReportCellKind = "text" | "count" | "money" | "moment";

/** A column of a report. */
export type ReportColumn = {
  /** Its name. */
  title: string;
  /** What stands in it. */
  kind: ReportCellKind;
};

/** What some rows come to. */
export type ReportSum = {
  /** Of what. */
  name: string;
  /** How much. */
  amount: Money;
};

/** What an owner asks with nothing to say. */
export type Reset = Record<string, never>;

export type ResetPassword = {
  person: number;
  name: string;
  /** The new password, which is shown only now. */
  password: string;
};

/** What somebody's choices of a finished round cost. */
export type Review = {
  /** The round of the table. */
  round: number;
  /** Each choice, in their order. */
  moments: Moment[];
  /** What those of a known cost cost together, in cents. */
  cost: number;
  /** How many of them have no known cost and are left out of the sum. */
  unvalued: number;
};

/** What somebody may be in the room. */
export type Role = "patron" | "guest" | "dealer" | "floor" | "cage" | "auditor" | "owner";

export type Roles = {
  roles: Role[];
};

export type RolesOf = {
  person: number;
  roles: Role[];
};

/** A correction of a round. */
export type RoundCorrection = {
  /** The number of its event. */
  number: number;
  /** When. */
  at: Time;
  /** What. */
  correction: Correction;
  /** Who of the floor. */
  by: number;
  /** All of it, in a sentence. */
  words: string;
};

/** One fact of a round. */
export type RoundEvent =
  /** Blackjack. */
  | BlackjackEvent & {
    family: "blackjack";
  }
  /** Double-hand poker. */
  | DoubleHandEvent & {
    family: "double-hand";
  }
  /** Three Card Poker. */
  | ThreeCardEvent & {
    family: "three-card";
  }
  /** Poker. */
  | PokerEvent & {
    family: "poker";
  }
  /** Panguingue. */
  | PanEvent & {
    family: "pan";
  };

/** One finished round as one reader saw it. */
export type RoundHistory = {
  /** Which table. */
  table: number;
  /** Which round of it. */
  round: number;
  /** The book. */
  book: string;
  /** Every event, in words. */
  lines: Line[];
  /** The table after each command, with the number of the last event in it. */
  views: TableView[];
  /** The shuffles of the round, with what proves the cards that the reader saw. */
  shuffles: ShuffleRecord[];
  /** The draw for the button before a poker hand, where there was one. */
  button: ButtonDraw | null;
  /** The game's deck before a shuffle, in order. */
  deck: Card[];
  /** What was published before the first card, for each shuffle whose seed was committed to by an earlier version. */
  commitments: string[];
  /** The seeds of the decks that were dealt, one for each shuffle; for the auditor alone. */
  seeds: string[];
  /** Whether there are seeds that the auditor alone may read. */
  is_for_auditor: boolean;
  /** What the floor has corrected of it since, in words. */
  corrections: RoundCorrection[];
  /** What it brought to whom once these are counted in; nothing where there are none. */
  corrected_nets: Net[];
};

/** A finished round in a list. */
export type RoundLine = {
  /** Which round of the table. */
  round: number;
  /** When it began. */
  began: Time;
  /** When it ended. */
  ended: Time;
  /** How many took part. */
  people: number;
  /** What the winners won, in cents. */
  won: number;
  /** What it brought the reader in cents, who may not have been in it. */
  net: number | null;
  /** Whether the floor has corrected it since: what was won and what it brought are as they are with that. */
  is_corrected: boolean;
};

/** Somebody with money in the round, in the order by which the round names purses. */
export type RoundPerson = {
  /** Who. */
  person: number;
  /** Their name. */
  name: string;
  /** The seat. */
  seat: Seat | null;
};

/** Where a round stands. */
export type RoundStage = "the deal" | "a card is drawn" | "the dealer looks" | "turns" | "insurance and other answers" | "pile and dice" | "setting" | "the bank sets" | "hands are opened" | "play or fold" | "declaring" | "deal" | "flop" | "turn" | "river" | "draw" | "showdown" | "settled";

/** How a rule stands. */
export type RuleStanding = "in-force" | "enjoined" | "vacated" | "proposed";

/** A rule of a pack. */
export type RuleView = {
  /** Its name. */
  id: string;
  /** What it asks. */
  says: string;
  /** Where it stands in the law. */
  source: string;
  /** Since when it holds, or would hold. */
  effective_from: string;
  /** How it stands today. */
  standing: RuleStanding;
  /** What a reader should know about its standing. */
  note: string | null;
  /** What the room looks at. */
  check: string;
};

/** Something that somebody said. */
export type Said = {
  /** Its number at the table, from 1 on. */
  number: number;
  /** When it was said. */
  at: Time;
  /** By whom. */
  person: number;
  /** Their name. */
  name: string;
  /** What: plain text in one line. */
  text: string;
};

/** What one schedule comes to. */
export type ScheduleMoney = {
  schedule: string;
  is_offered: boolean;
  /** What the banker and all seats pay for a hand, by what is wagered; nothing if it cannot be used. */
  share: number | null;
  /** What a hand comes to for the banker, after the fee. */
  banker: FoundNumber | null;
  /** What an hour comes to for the house. */
  house_per_hour: FoundNumber | null;
  /** Why these wagers cannot be made under it; empty if they can. */
  refused: string;
};

export type ScheduleView = {
  handle: string;
  /** The limit and the blinds. */
  limit: string;
  words: string;
  /** What is paid for and how much, those of one payer together. */
  fees: PayView[];
  is_offered: boolean;
  /** What it settles of the stakes, in poker. */
  stakes: SettledStakes | null;
};

/** A seat, numbered from 1 at the house dealer's left; numbers rise clockwise. */
export type Seat = number;

/** A seat of the table, or a place behind the seats. */
export type SeatInfo = {
  /** Who. */
  person: number;
  /** Their name. */
  name: string;
  /** The seat; nothing for somebody who stands behind. */
  seat: Seat | null;
  /** The chips, without what lies on the table. */
  stack: Money;
  /** Whether the person takes no part for now. */
  is_out: boolean;
  /** Whether no more wagers come. */
  is_ready: boolean;
  /** Whether the person leaves after the round. */
  is_leaving: boolean;
  /** Whether a bot sits there. */
  is_bot: boolean;
  /** Whether a blind is owed before cards come. */
  owes_blind: boolean;
  /** The proposition-player company the person plays for. */
  company: string | null;
};

/** A seat with a part in the round. */
export type SeatView = {
  /** Which. */
  seat: Seat;
  /** Its hands. */
  hands: HandView[];
  /** The wagers on it. */
  wagers: WagerView[];
  /** The bet of the street, in poker. */
  bet: Money;
  /** What it has put into the pots so far that others have to match, in poker. */
  paid: Money;
  /** The cards that this viewer has thrown away and that stay out, in poker; nobody else's are ever here. */
  thrown: Card[];
  /** Whether it is still in. */
  is_live: boolean;
};

/** A command as a client sends it. */
export type SentCommand = {
  /** The client's own id; the same id again is not done twice. */
  id: string;
  /** The number of the last event the client knew. */
  based_on?: number | null;
  /** In which part: "patron", "dealer" or "floor". */
  as?: Speaker;
  /** What is to be done. */
  command: Command;
};

export type SentenceView = {
  section: string;
  text: string;
  clauses: string[];
};

/** Who set a hand. */
export type SetBy = "own" | "house-way";

/** That it is settled. */
export type SettledCorrection = {
  /** The number under which it waited. */
  asked: number;
  /** Whether it was approved, and made. */
  is_approved: boolean;
};

/** What a schedule settles of the stakes of a table. */
export type SettledStakes = {
  /** The ways of betting it is for. */
  structures: Structure[];
  /** Whether it prints one limit. */
  limit: boolean;
  /** Whether it prints the blinds. */
  blinds: boolean;
};

/** Nothing more to say. */
export type Settling = Record<string, never>;

/** Nothing more to say. */
export type SettlingCorrection = Record<string, never>;

/** Money that somebody puts into the bank of the coming round beside the banker. */
export type ShareView = {
  /** Whose. */
  person: number;
  /** How much. */
  amount: Money;
  /** Whether the banker has agreed. */
  is_taken: boolean;
};

/** Nothing more to say. */
export type ShiftEnd = Record<string, never>;

/** The shift that is open. */
export type ShiftView = {
  /** Its number. */
  shift: number;
  /** What the house calls it. */
  name: string;
  /** Who opened it. */
  by: string;
  /** When, in milliseconds since 1970. */
  since_ms: number;
};

/** The count of a real shoe, for the dealer. */
export type ShoeCount = {
  /** How many decks it holds. */
  decks: number;
  /** How many cards were entered since it was new. */
  entered: number;
  /** How many it holds in all. */
  cards: number;
  /** The first card that was entered more often than the shoe holds it. */
  impossible: Card | null;
  /** Whether the cut card is out: the next round begins with a new shoe. */
  is_cut_card_out: boolean;
};

/** Which shoe is cut anew for a round, and what has left it so far. */
export type ShoeCut = {
  /** The shuffle that sealed it. */
  sealed: number;
  /** Which of the decks sealed then is the shoe, from 1. */
  deck: number;
  /** The places whose cards have left it, counted upwards. */
  gone: number[];
};

/** The shoe of a table as everybody sees it. */
export type ShoeView = {
  /** How many decks it holds. */
  decks: number;
  /** How many cards are left in it. */
  left: number;
  /** How many of them lie behind the cut card. */
  behind: number;
  /** Whether the cut card is out, so that the next round begins with a new shoe. */
  is_cut_card_out: boolean;
};

/** A shuffle of a finished round, with everything that docs/shuffle.md needs to check it. */
export type ShuffleRecord = {
  /** The way of shuffling. */
  version: string;
  /** What tells the table from all tables of all rooms, in hexadecimal. */
  mark: string;
  /** The number of the table. */
  table: number;
  /** Which shuffle of the table. */
  shuffle: number;
  /** The shoe that was cut anew, sealed by an earlier shuffle; nothing where decks were sealed. */
  shoe: ShoeCut | null;
  /** The roots of the sealed decks, published before any word was opened, in hexadecimal. */
  roots: string[];
  /** Who has given what; without an outside word the house could have known the cut. */
  words: Spoken[];
  /** Which deck the words chose, from 1; 0 for a shuffle that was given up. */
  chosen: number;
  /** The seeds of the decks by their order, in hexadecimal; empty for the one that was dealt. */
  opened: string[];
  /** How many of the first cards of the cut were burnt, unseen. */
  burnt: number;
  /** The proofs of the cards that the reader saw, and of the dice. */
  openings: CardOpening[];
};

/** The part of a wager that goes down beside the base wager, as the command names it. */
export type SidePart = "side" | "pair_plus" | "six_card";

/** A wager that may be put down beside the base wager. */
export type SideWager = {
  /** The part of a wager it goes into. */
  part: SidePart;
  /** What people call it. */
  name: string;
  /** The least amount. */
  least: Money;
  /** The largest amount; zero if the book sets none. */
  most: Money;
  /** Whether it has to be as large as the base wager. */
  equals_base: boolean;
};

/** The house dealer who has signed in at a table. */
export type SignedIn = {
  /** Who. */
  person: number;
  /** Their name. */
  name: string;
};

/** Who is to be silent. */
export type Silence = {
  person: number;
  is_silenced: boolean;
};

/** Where the next card goes. */
export type Slot =
  /** A hand at a spot; the hands of a spot count from 0. */
  | {
    /** The spot. */
    seat: Seat;
    /** Which of its hands. */
    hand: number;
    to: "spot";
  }
  /** The bank's hand. */
  | {
    to: "bank";
  }
  /** One of the piles at table centre, from 1. */
  | {
    /** Which. */
    pile: number;
    to: "pile";
  }
  /** The board. */
  | {
    to: "board";
  }
  /** Away unseen. */
  | {
    to: "burn";
  }
  /** Before the player who draws it, apart from the hand. */
  | {
    /** Whose. */
    seat: Seat;
    to: "drawn";
  }
  /** Onto the discard pile. */
  | {
    to: "discards";
  };

/** In which part somebody speaks; the server has checked that they may. */
export type Speaker = "patron" | "dealer" | "floor";

/** A table to be opened. */
export type Spec = {
  /** The book, such as "mortimers/no-bust-6". */
  book: string;
  /** The collection schedule; nothing for a table that charges nothing. */
  schedule?: string | null;
  /** Where the cards come from. */
  dealer?: Dealer;
  /** Whether guests may sit and bots fill the seats. */
  is_practice?: boolean;
  /** Whether the house turns on a game that it keeps closed until asked. */
  is_turned_on?: boolean;
  /** Whether the floor opens the table although the check finds errors. */
  despite_errors?: boolean;
  /** Whether rounds go on when only bots are seated. */
  plays_alone?: boolean;
  /** How long people have. */
  pace?: Pace;
  /** The way of betting, in poker, where the schedule leaves a choice. */
  structure?: Structure | null;
  /** The limit, in poker, where the schedule leaves a choice: lower and upper figure in cents. */
  limit?: [number, number] | null;
  /** The blinds, in poker, where the schedule leaves a choice: small and big in cents. */
  blinds?: [number, number] | null;
  /** How many chips each player puts up before the deal, in Pan; the book's usual number if left out. */
  tops?: number | null;
  /** How many decks the shoe holds, within what the book allows; its usual number if left out. */
  decks?: number | null;
  /** A shoe from which many rounds are dealt; if left out, every round is shuffled afresh. */
  shoe?: LastingShoe | null;
  /** Whether a human dealer leads the table: settlements are walked through payment by payment, and no clock chooses for anybody unless the floor lets it run. */
  by_hand?: boolean;
  /** Whether what the staff do is bounded: corrections by their round, chips out of a wallet by its owner's word, steps taken back one by one. The room sets it; tables that earlier programs opened have no such bounds. */
  is_bounded?: boolean;
  /** Whether the table says so before the house closes. The room sets it; tables that earlier programs opened say nothing. */
  warns_of_closing?: boolean;
  /** Whether a human dealer is led through all of a round: the cards that are drawn for the first button are entered, every payment of a banked round is walked through, and a beginning is the floor's to take back once cards were seen. The room sets it; tables that earlier programs opened lead less. */
  is_led?: boolean;
  /** Whether hands that are settled one by one are paid before the next is turned up, and a correction names only boxes that the table fills. The room sets it; tables that earlier programs opened do neither. */
  is_strict?: boolean;
  /** The least buy-in in cents, where the book does not set one. */
  buy_in_least?: number | null;
  /** The largest buy-in in cents, if there is one. */
  buy_in_most?: number | null;
};

/** What one person has given to a shuffle. */
export type Spoken = {
  /** Who. */
  person: number;
  /** What was published before the decks were sealed, in hexadecimal. */
  commitment: string;
  /** Whether it came from outside of the house; if not, the house spoke for them. */
  is_outside: boolean;
  /** The words, once they are opened. */
  words: string | null;
};

/** Where a card goes. */
export type SpotPlace =
  /** A hand at a spot; the hands of a spot count from 0. */
  | {
    hand: {
      /** The spot. */
      spot: Seat;
      /** Which of the spot's hands. */
      hand: number;
    };
  }
  /** The bank's hand. */
  | "bank";

/** When in a round a fee is taken. */
export type Stage = "before-deal" | "after-deal" | "ended-early-with-action" | "ended-early" | "after-flop" | "late-bet" | "half-hour";

/** What a poker table was told to play for, where its schedule leaves a choice. */
export type StakesTold = {
  /** The way of betting. */
  structure: Structure | null;
  /** The limit: lower and upper figure in cents. */
  limit: [number, number] | null;
  /** The blinds: small and big in cents. */
  blinds: [number, number] | null;
};

/** Whether all of the room is open. */
export type Standing = "open" | "impaired";

/** What kind of thing the house dealer does next. */
export type StepKind = "nothing" | "offer" | "draw" | "start" | "deal" | "turn" | "look" | "shuffle" | "act" | "show" | "wait" | "pay";

/** A message of a table's stream. */
export type StreamMessage =
  /** The whole table, for somebody who has just come. */
  | {
    /** The last events before, for the narration. */
    lines: Line[];
    /** The table. */
    view: TableView;
    type: "snapshot";
  }
  /** What has happened since. */
  | {
    /** Each event, without a gap. */
    lines: Line[];
    /** The table after them. */
    view: TableView;
    type: "events";
  }
  /** What became of a command that came over the same socket. */
  | Answer & {
    type: "answer";
  }
  /** Something that somebody said. */
  | Said & {
    type: "said";
  };

/** What was found in one stream. */
export type StreamProof = {
  /** Which stream; 0 is the house's own. */
  stream: number;
  /** How many entries it has. */
  entries: number;
  /** How many events. */
  events: number;
  /** How many shuffles were checked against what was published of them. */
  shuffles: number;
  /** How many could not be, in parts whose rules another version proves. */
  unchecked: number;
  /** The hash of its last entry, in hexadecimal. */
  hash: string;
  /** Where this version does not prove the rules, because another one played them. */
  others: OtherVersion[];
};

/** A way of betting. */
export type Structure = "limit" | "spread" | "pot limit" | "no limit";

/** A way of betting that a book offers, with what a table of it is asked. */
export type StructureView = {
  /** Its word in a table to be opened. */
  word: Structure;
  /** Whether the table needs a limit. */
  asks_limit: boolean;
  /** The only limits that the house lists, if it does: lower and upper figure in cents. */
  limits: [number, number][];
  /** Whether the table needs blinds. */
  asks_blinds: boolean;
  /** Whether the table may be told its least buy-in, because the book sets none. */
  asks_buy_in: boolean;
};

/** The rules that a table plays by. */
export type TableBook = {
  /** Which table. */
  table: number;
  /** When it was opened, and with that the day of its rules. */
  opened: Time;
  /** The fingerprint of book, rates and clauses, as the first entry of its log has it. */
  rules: string;
  /** The texts of its rules, in the library; none for a table that version 0.1.0 opened. */
  files: KeptText[];
  /** That the filed rules are others by now, in a sentence; nothing if they are the same. */
  note: string | null;
  /** The book as the table plays it. */
  book: BookView;
};

/** A table as one watcher may see it. */
export type TableView = {
  /** Which table. */
  table: number;
  /** The number of the last event that is in this view. */
  number: number;
  /** The book. */
  book: string;
  /** The game's name for people. */
  game: string;
  /** The schedule. */
  schedule: string | null;
  /** Where the cards come from. */
  dealer: Dealer;
  /** Whether guests may sit and bots play. */
  is_practice: boolean;
  /** Where the table stands. */
  phase: Phase;
  /** How many seats it has. */
  seats: number;
  /** Everybody with chips there. */
  people: SeatInfo[];
  /** The waiting list. */
  waiting: Person[];
  /** The seat that is asked to bank. */
  bank_offered: Seat | null;
  /** Who is asked there: the player of that seat, or somebody who bet on its spot. */
  bank_asked: number | null;
  /** Who holds the bank. */
  banker: number | null;
  /** The seat that banks, and in which of its rounds. */
  bank: [number, number] | null;
  /** The stake of the bank of the coming round. */
  stake: Money;
  /** What others offer for that bank, or have in it. */
  shares: ShareView[];
  /** The wagers that wait for the round. */
  wagers: PutView[];
  /** When the clock chooses. */
  deadline: Time | null;
  /** Which round of the table it is. */
  round_number: number;
  /** Who has money in that round. */
  round_people: RoundPerson[];
  /** Whose each bet of a banked round is, by its place among the bets: the place of its owner in `round_people`. */
  round_bets: number[];
  /** The round that is on, or the last one while its outcome is looked at. */
  round: View | null;
  /** What was published of each deck of this round before its cards were dealt: the roots of the sealed decks that the words chose. */
  commitments: string[];
  /** The words for the next shuffle. */
  words: WordsView;
  /** The shoe from which many rounds are dealt; nothing where every round is shuffled afresh. */
  shoe: ShoeView | null;
  /** That the house closes soon, once people were told. */
  closing: ClosingView | null;
  /** When the next hand may begin, while the hours of the house are over. */
  closed_until: Time | null;
  /** What the last round brought. */
  nets: Net[];
  /** What the house dealer does next, where cards are entered. */
  next_step: string;
  /** The same for programs. */
  dealers_step: DealerStep;
  /** The payments of a round that is over, in their order, where a settlement is walked through. */
  settlement: PaymentView[];
  /** Whether a round is over whose payments are still to be made. */
  is_settling: boolean;
  /** Whether the dealer may take the last step of the round back. */
  may_take_back: boolean;
  /** Whether the floor may. */
  floor_may_take_back: boolean;
  /** Whether a human dealer leads the table. */
  by_hand: boolean;
  /** Whether the clock chooses for people there. */
  clock_runs: boolean;
  /** The house dealer who has signed in. */
  signed_in: SignedIn | null;
  /** Whether rounds are entered that were played without the tablet. */
  is_late: boolean;
  /** The count of the real shoe, once somebody has said that it is new. */
  shoe_count: ShoeCount | null;
  /** Who was asked by the staff to bring chips and has not answered: for the staff, and of everybody else the watcher alone. */
  consents: ConsentAwaited[];
  /** Everybody whose word is awaited, where cards are entered. */
  asked: Asked[];
  /** Whether a joker is in the deck. */
  has_joker: boolean;
  /** What the watcher may do besides choosing in the round. */
  may: Allowance[];
  /** The watcher's own seat at the table. */
  you: Seat | null;
  /** The least buy-in. */
  buy_in_least: Money;
  /** The least and the largest wager, in cents, where the schedule limits it. */
  limits: [number, number | null] | null;
  /** The wagers that may be put down beside the base wager. */
  sides: SideWager[];
  /** Whether wagers of several people may be joined into one. */
  joins_wagers: boolean;
  /** What the table was told to play for, in poker. */
  stakes: StakesTold;
};

/** What a player does after looking at the hand. */
export type ThreeCardChoice =
  /** Add the play wager. */
  | "play"
  /** Give up the ante. */
  | "fold"
  /** Put this much on a wager's area; only a play wager equal to the ante may still come after the deal. */
  | {
    put: {
      /** On which area. */
      wager: ThreeCardWager;
      /** How much. */
      amount: Money;
    };
  };

/** One fact of a round. */
export type ThreeCardEvent =
  /** The banker puts up the stake. */
  | {
    /** How much. */
    amount: Money;
    event: "staked";
  }
  /** Somebody puts down a wager. */
  | {
    /** Whose. */
    who: Party;
    /** At which seat. */
    seat: Seat;
    /** On what. */
    wager: ThreeCardWager;
    /** How much. */
    amount: Money;
    event: "wagered";
  }
  /** A fee goes into the drop. */
  | {
    /** Who pays it. */
    who: Party;
    /** How much. */
    amount: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "collected";
  }
  /** A card is dealt. */
  | {
    /** Where it goes. */
    place: SpotPlace;
    /** The card, if it is known. */
    card: Card | null;
    /** Which way up it lies when all stacks are delivered. */
    face: Face;
    event: "dealt";
  }
  /** The first card that lies unseen in a hand is turned up. */
  | {
    /** Where it lies. */
    place: SpotPlace;
    /** The card. */
    card: Card;
    event: "turned";
  }
  /** The deal is void and all is dealt again. */
  | {
    /** The clause it rests on. */
    clause: Clause;
    event: "misdealt";
  }
  /** The bank's card is turned up and places the action button. */
  | {
    /** The card. */
    card: Card;
    /** The seat that is settled first. */
    seat: Seat;
    /** The clause it rests on. */
    clause: Clause;
    event: "button";
  }
  /** A player plays or folds. */
  | {
    /** Who. */
    who: Party;
    /** At which seat. */
    seat: Seat;
    /** What. */
    choice: ThreeCardChoice;
    event: "chose";
  }
  /** The bank's other cards are turned up. */
  | {
    /** Whether the bank's hand qualifies. */
    qualifies: boolean;
    /** The clause it rests on. */
    clause: Clause;
    event: "revealed";
  }
  /** A wager is settled. */
  | {
    /** Whose. */
    who: Party;
    /** At which seat. */
    seat: Seat;
    /** On what. */
    wager: ThreeCardWager;
    /** What became of it. */
    verdict: Verdict;
    /** The wager itself. */
    amount: Money;
    /** What the bank would pay or take if its money reached that far. */
    due: Money;
    /** What the bank pays. */
    paid: Money;
    /** What the bank takes. */
    collected: Money;
    /** The clause it rests on. */
    clause: Clause;
    event: "settled";
  }
  /** The banker takes back the stake with what was won and without what was lost. */
  | {
    /** How much goes back. */
    amount: Money;
    event: "closed";
  };

/** Something that went wrong and is reported by the floor. */
export type ThreeCardReport =
  /** A player's stack has a wrong number of cards, or one of its cards was seen. */
  | {
    "wrong-stack": Seat;
  }
  /** The bank's stack has a wrong number of cards. */
  | "wrong-bank-stack"
  /** A foreign, double or missing card, or the machine failed. */
  | "bad-deck";

/** A wager of a seat. */
export type ThreeCardWager = "ante" | "play" | "pair-plus" | "six-card";

/** A moment in milliseconds since 1970; the room has no clock of its own. */
export type Time = number;

/** Chips of the house at a table, for change. */
export type TrayView = {
  /** Which table. */
  table: number;
  /** How much the ledger has there; nothing for those who count it. */
  amount: Money | null;
  /** Whether it was counted in this shift, and nothing came or went since. */
  is_counted: boolean;
  /** Who has counted it, if that is not settled. */
  counted_by: string[];
  /** Whether their counts differ, so that somebody counts again. */
  is_disputed: boolean;
  /** What two equal counts found beyond what the ledger has: one of the two counts once more, and says what explains it. */
  difference: Money | null;
};

/** A command that is only tried. */
export type TriedCommand = {
  /** In which part: "dealer" or "floor". */
  as: Speaker;
  /** What would be done. */
  command: Command;
};

/** Why somebody is not served. */
export type Unserved = "barred" | "unseen";

/** What became of a wager. */
export type Verdict = "won" | "lost" | "push" | "surrendered" | "returned";

/** A round as one viewer may see it. */
export type View = {
  /** The family of games. */
  family: Family;
  /** Where the round stands. */
  stage: RoundStage;
  /** The seats with a part in it. */
  seats: SeatView[];
  /** The bank, in banked games. */
  bank: BankView | null;
  /** The board, in poker; in Pan the top discard. */
  board: Card[];
  /** How many cards the stock has, in Pan. */
  stock: number;
  /** The pots, the main pot first, in poker; bets of the street are in them. Once the hand is over, what each of them gave out. */
  pots: Money[];
  /** The action button, or the dealer button in poker. */
  button: Seat | null;
  /** The seat that killed the pot, in a killed hand of poker. */
  killer: Seat | null;
  /** Whose word is awaited, by place in the list of purses. */
  awaits: number[];
  /** Whether the house dealer's word is awaited. */
  awaits_dealer: boolean;
  /** Where the next card goes, if one is due. */
  next_card: Slot | null;
  /** Which way up it goes. */
  next_face: Face | null;
  /** The seat whose hand lies unseen and is turned up next, all its cards at once. */
  next_hand: Seat | null;
  /** The hands that this viewer sets now, at double-hand; nobody else's are ever here. */
  to_set: HandToSet[];
  /** What this viewer may choose; the house dealer's choices are offered to everybody's eyes. */
  offers: Offer[];
};

export type Viewed = {
  view: TableView;
};

/** What somebody puts on a spot before a banked round. */
export type Wager = {
  /** The base wager, or the ante. */
  base: Money;
  /** The side wager of a blackjack book: Buster or Bonus Bet. */
  side: Money;
  /** Pair Plus, in Three Card Poker. */
  pair_plus: Money;
  /** 6 Card Bonus, in Three Card Poker. */
  six_card: Money;
  /** The number of the joint (kum-kum) wager it is a part of, in double-hand poker; those whose money lies there already have to agree. */
  joint: number | null;
};

/** What a schedule lets a seat wager. */
export type WagerLimits = {
  schedule: string;
  is_offered: boolean;
  least: Money;
  /** Nothing where it has no end. */
  most: Money | null;
};

/** One wager, from the side of who makes it. */
export type WagerOdds = {
  /** What it is called. */
  name: string;
  /** What it is worth, in wagers, or in dollars a round. */
  value: number;
  /** How often it is paid; nothing where that is not worked out. */
  hit: number | null;
  /** Its standard deviation; nothing where that is not worked out. */
  deviation: number | null;
  /** Whether value and deviation are in dollars a round, whatever is wagered. */
  is_in_dollars: boolean;
};

/** What a wager on the table is on. */
export type WagerPart = "base" | "split" | "double" | "insurance" | "Buster" | "Bonus Bet" | "ante" | "play" | "Pair Plus" | "6 Card Bonus";

/** A wager that lies on a spot. */
export type WagerView = {
  /** Whose, by place in the setup's list of purses. */
  purse: number;
  /** On what. */
  on: WagerPart;
  /** On which hand of the spot, from 0. */
  hand: number;
  /** How much. */
  amount: Money;
};

/** What of the cage a second person has to approve. */
export type Waiting = {
  asked: AskedView[];
};

/** The corrections that wait for a second person. */
export type WaitingCorrections = {
  asked: AskedCorrection[];
};

/** Somebody who is called up. */
export type WallCall = {
  /** What stands on the wall. */
  shown: string;
  /** To which table. */
  table: number;
  /** To which seat. */
  seat: number;
  /** Until when, in milliseconds since 1970. */
  until_ms: number;
};

/** A list as it stands on the wall. */
export type WallList = {
  /** Its number. */
  list: number;
  /** The name of the game. */
  game: string;
  /** The stakes, in words. */
  stakes: string;
  /** Its tables. */
  tables: ListTableView[];
  /** Who waits, in order. */
  waiting: string[];
  /** Who is called up. */
  calls: WallCall[];
};

/** The wall. */
export type WallView = {
  /** What time it is, in milliseconds since 1970. */
  now_ms: number;
  /** The lists. */
  lists: WallList[];
};

/** What somebody waits for. */
export type Want =
  /** A seat at any table of a list. */
  | {
    /** The number of the list. */
    list: number;
    want: "game";
  }
  /** A seat at another table than one's own. */
  | {
    /** Which. */
    table: number;
    want: "table";
  }
  /** Another seat at one's own table. */
  | {
    /** The table. */
    table: number;
    /** Which seat; any other if left out. */
    seat: number | null;
    want: "seat";
  };

/** Where the chips of the house lie: all that the cage has given out and not got back. */
export type WhereChipsLie = {
  /** All chips that are out of the cage. */
  out: Money;
  /** With patrons, away from the tables. */
  patrons: Money;
  /** In stacks, wagers, stakes and pots. */
  tables: Money;
  /** For change at tables. */
  trays: Money;
  /** In the boxes at tables, with promotion money there. */
  boxes: Money;
  /** In boxes that wait for a count. */
  pulled: Money;
  /** In the jackpot fund. */
  jackpot_fund: Money;
  /** Set apart for promotions. */
  promotion_fund: Money;
  /** What counts found missing; below zero if they found more than the ledger had. */
  differences: Money;
  /** What all of it comes to beyond what is out: nothing. */
  unexplained: Money;
};

/** Some of a hand's private cards, as a number with one bit for each: 1 is the first card dealt, 2 the second, 4 the third, and 5 the first and the third. */
export type Which = number;

/** What a correction rests on. */
export type Why = "record" | "ruling";

/** Why somebody has left a seat. */
export type WhyLeft = "asked" | "away-too-long" | "no-chips" | "table-closed";

/** How a seat came to let the bank go by, where a human dealer leads the table. */
export type WhyPassed = "declined" | "passed-over" | "absent" | "time-up";

/** Something to be said. */
export type Words = {
  /** One line of plain text, 1 to 200 characters. */
  text: string;
};

/** The words for the next shuffle, as a watcher sees them. */
export type WordsView = {
  /** For which shuffle words are given now; nothing where the room seals no decks. */
  next: number | null;
  /** What the watcher has given for it, still closed. */
  given: string | null;
  /** The shuffle whose decks are sealed and wait for the watcher's words to be opened. */
  awaited: number | null;
  /** Whether the watcher's words for the last shuffle were not opened, so that the next goes without. */
  is_left_out: boolean;
  /** How many shuffles of the table were given up because words were not opened. */
  aborted: number;
};
