//! Every shuffle of a table's log against what was published of it: seals, words, the cut, and old commitments.

use cards::{Card, Seed};
use room::{Event, ShoeCut, Spoken, Table};
use seal::{Cut, DECKS, Hash, Sealed, Shuffle, commitment, composition, hex, house_words, mark, unhex};

/// Checks the shuffles of one table as its log is read.
pub(crate) struct Shuffles {
    table: u32,
    /// The game's deck before a shuffle.
    in_order: Vec<Card>,
    mark: Option<Hash>,
    /// How many were sealed.
    count: u64,
    /// The last words given for the next one, by person.
    given: Vec<(u32, String)>,
    /// What is sealed and not cut yet.
    sealed: Option<SealedDecks>,
    /// The decks that were cut last, of which one may be a shoe that lasts.
    last: Option<CutShoe>,
    /// The cards that were dealt in the round so far.
    dealt: Vec<Card>,
    /// How many shuffles could not be checked without the rules.
    unknown: u64,
}

struct SealedDecks {
    shuffle: Shuffle,
    roots: Vec<Hash>,
    /// The cards of each deck by their places.
    decks: Vec<Vec<Card>>,
    seeds: Vec<String>,
    words: Vec<Spoken>,
    /// The shoe that is cut anew.
    shoe: Option<ShoeCut>,
}

/// What was sealed and cut last, as far as it may be cut anew.
struct CutShoe {
    sealed: u64,
    deck: u8,
    roots: Vec<Hash>,
    /// The places that were there to be dealt, in their order, with the face at each.
    order: Vec<(u32, Card)>,
    /// How many of them have been dealt, burnt or passed over.
    next: usize,
    /// Faces that may be passed over, because the card is somewhere else.
    elsewhere: Vec<Card>,
}

impl CutShoe {
    /// Takes the next card off. Nothing but a card that is somewhere else may lie before it.
    fn deal(&mut self, card: Card) -> Result<(), String> {
        loop {
            let lies = self.order.get(self.next).map(|(_, face)| *face);
            self.next += 1;
            if lies == Some(card) {
                return Ok(());
            }
            let is_elsewhere = |face: Card| self.elsewhere.iter().position(|one| *one == face);
            match lies.and_then(is_elsewhere) {
                Some(place) => {
                    self.elsewhere.swap_remove(place);
                }
                None => return Err("another card is dealt than lies there in the shoe".to_owned()),
            }
        }
    }
}

impl Shuffles {
    pub(crate) fn new(table: u32) -> Shuffles {
        Shuffles {
            table,
            in_order: Vec::new(),
            mark: None,
            count: 0,
            given: Vec::new(),
            sealed: None,
            last: None,
            dealt: Vec::new(),
            unknown: 0,
        }
    }

    /// How many shuffles could not be checked without the rules: the game's deck is not known, or an earlier version
    /// shuffled a part of it.
    pub(crate) fn unknown(&self) -> u64 {
        self.unknown
    }

    /// Takes note of a card that the dealer or the floor says is no longer in the deck.
    pub(crate) fn named(&mut self, card: Card) {
        if let Some(last) = &mut self.last {
            last.elsewhere.push(card);
        }
    }

    /// Goes on after what lies in an archive, from the state that is kept there.
    pub(crate) fn after_archive(table: &Table) -> Shuffles {
        let room::ShufflesSoFar { count, mark, given } = table.shuffles_so_far();
        let mark = mark.and_then(|mark| unhex(&mark));
        Shuffles { count, mark, given, ..Shuffles::new(table.id()) }
    }

    /// Takes note of the game's deck.
    pub(crate) fn know(&mut self, table: &Table) {
        if self.in_order.is_empty() {
            self.in_order = table.deck_in_order();
        }
    }

    /// Checks the shuffles among some events; gives how many there were.
    pub(crate) fn check(&mut self, first: u64, events: &[Event]) -> Result<u64, String> {
        if self.in_order.is_empty() {
            let is_shuffle = |event: &&Event| matches!(event, Event::Shuffled { .. } | Event::Cut { .. });
            self.unknown += events.iter().filter(is_shuffle).count() as u64;
            return Ok(0);
        }
        let mut count = 0;
        for (place, event) in events.iter().enumerate() {
            let number = first + place as u64;
            let checked = match event {
                Event::Shuffled { commitment, seed } => self.shuffled(commitment, seed),
                Event::WordsGiven { person, shuffle, commitment } => {
                    self.given(*person, *shuffle, commitment)
                }
                Event::Sealed { shuffle, mark, cards, composition, roots, words, seeds, shoe } => self
                    .made_of(*cards, composition)
                    .and_then(|()| self.goes_on(shoe.as_ref(), roots))
                    .and_then(|()| self.sealed(*shuffle, mark, roots, words, seeds, shoe.as_ref())),
                Event::WordsOpened { person, shuffle, words } => self.opened(*person, *shuffle, words),
                Event::ShuffleAborted { missing, .. } => {
                    let is_for_new_shoe = matches!(events.get(place + 1), Some(Event::NewShoe));
                    self.aborted(missing, is_for_new_shoe)
                }
                Event::Cut { shuffle, words, deck, opened, burnt, sealed } => {
                    self.cut(*shuffle, *sealed, words, *deck, opened, *burnt)
                }
                Event::Round { of } => match of.dealt() {
                    Some(card) => self.dealt(card),
                    None => continue,
                },
                Event::ButtonPlaced { drawn, .. } => self.drawn(drawn.iter().map(|(_, card)| *card)),
                Event::RoundBegan { .. } | Event::RoundEnded { .. } => {
                    self.dealt.clear();
                    continue;
                }
                Event::CutCardOut { .. }
                | Event::NewShoe
                | Event::CardsOut
                | Event::Revealed { .. }
                | room::table_events!() => continue,
            };
            checked.map_err(|what| format!("event {number}: {what}"))?;
            count += u64::from(matches!(event, Event::Shuffled { .. } | Event::Cut { .. }));
        }
        Ok(count)
    }

    fn given(&mut self, person: u32, shuffle: u64, commitment: &str) -> Result<(), String> {
        must(shuffle == self.count + 1, "words are given for another shuffle than the next")?;
        self.given.retain(|(other, _)| *other != person);
        self.given.push((person, commitment.to_owned()));
        Ok(())
    }

    fn made_of(&self, cards: u32, told: &str) -> Result<(), String> {
        let is_so = self.in_order.len() == cards as usize && hex(&composition(&self.in_order)) == told;
        must(is_so, "the decks are made of other cards than the game's")
    }

    fn sealed(
        &mut self,
        shuffle: u64,
        told: &str,
        roots: &[String],
        words: &[Spoken],
        seeds: &[String],
        shoe: Option<&ShoeCut>,
    ) -> Result<(), String> {
        self.count += 1;
        must(shuffle == self.count, "a shuffle is missing, or there is one too many")?;
        must(self.sealed.is_none(), "decks are sealed while others wait for words")?;
        let all: Vec<Hash> = seeds.iter().filter_map(|seed| unhex(seed)).collect();
        must(all.len() == usize::from(DECKS) + 1, "nine seeds are needed")?;
        let house = &all[usize::from(DECKS)];
        let mark = *self.mark.get_or_insert_with(|| mark(house));
        must(hex(&mark) == told, "the table's mark is another one")?;
        let of = Shuffle { mark, table: self.table, number: shuffle };
        let by = Shuffle { number: shoe.map_or(shuffle, |shoe| shoe.sealed), ..of };
        let sealed = Sealed::all(&by, &all[..usize::from(DECKS)], &self.in_order);
        let (made, decks): (Vec<Hash>, Vec<Vec<Card>>) =
            sealed.into_iter().map(|deck| (deck.root(), deck.cards().to_vec())).unzip();
        let told: Vec<Hash> = roots.iter().filter_map(|root| unhex(root)).collect();
        must(made == told, "the seeds do not give the seals that were published")?;
        for spoken in words {
            let person = spoken.person;
            let is_own = match spoken.is_outside {
                true => self.given.contains(&(person, spoken.commitment.clone())),
                false => {
                    let words = house_words(house, person);
                    hex(&commitment(self.table, shuffle, person, &words)) == spoken.commitment
                }
            };
            must(is_own, &format!("the words of person {person} are not those that were given before"))?;
        }
        self.given.clear();
        let (seeds, words, shoe) = (seeds.to_vec(), words.to_vec(), shoe.cloned());
        self.sealed = Some(SealedDecks { shuffle: of, roots: told, decks, seeds, words, shoe });
        Ok(())
    }

    fn opened(&mut self, person: u32, shuffle: u64, words: &str) -> Result<(), String> {
        let hash = hex(&commitment(self.table, shuffle, person, words));
        let sealed = self.sealed.as_ref().filter(|sealed| sealed.shuffle.number == shuffle);
        let is_given = sealed.is_some_and(|sealed| {
            sealed.words.iter().any(|spoken| spoken.person == person && spoken.commitment == hash)
        });
        must(is_given, "the words that are opened are not those that were given")
    }

    /// A shuffle is given up for want of words, or because the floor takes away the shoe of which it was a cut.
    fn aborted(&mut self, missing: &[u32], is_for_new_shoe: bool) -> Result<(), String> {
        let sealed = self.sealed.take();
        let is_cut_of_shoe = sealed.as_ref().is_some_and(|sealed| sealed.shoe.is_some());
        if missing.is_empty() && is_for_new_shoe && is_cut_of_shoe {
            return Ok(());
        }
        let is_missing = |person: &u32| {
            sealed.iter().flat_map(|sealed| &sealed.words).any(|one| one.person == *person && one.is_outside)
        };
        must(!missing.is_empty() && missing.iter().all(is_missing), "a shuffle is given up for nothing")?;
        self.given.retain(|(person, _)| !missing.contains(person));
        Ok(())
    }

    /// A card has left the deck that was cut last: it is the one that lies there.
    fn dealt(&mut self, card: Option<Card>) -> Result<(), String> {
        let Some(last) = &mut self.last else { return Ok(()) };
        let Some(card) = card else { return Err("a card is dealt that the log does not name".to_owned()) };
        self.dealt.push(card);
        last.deal(card)
    }

    /// Cards were drawn for something, from a deck that was cut just for that.
    fn drawn(&mut self, cards: impl Iterator<Item = Card>) -> Result<(), String> {
        // Version 0.1.0 drew from a deck of its own.
        let Some(last) = self.last.as_mut().filter(|last| !last.roots.is_empty()) else { return Ok(()) };
        cards.into_iter().try_for_each(|card| last.deal(card))
    }

    /// A shuffle by version 0.1.0: the seed hashes to what was published, and gives the order of a whole deck. Within a
    /// round only some cards are shuffled, and the rules alone say which.
    fn shuffled(&mut self, commitment: &str, seed: &str) -> Result<(), String> {
        let parsed: Seed = seed.parse().map_err(|_| "the seed is not one".to_owned())?;
        must(parsed.commitment().to_string() == commitment, "the seed does not hash to its commitment")?;
        let mut cards = self.in_order.clone();
        parsed.draws().shuffle(&mut cards);
        let order = (0..).zip(cards).collect();
        let (sealed, deck, roots, elsewhere) = (0, 0, Vec::new(), Vec::new());
        let whole = CutShoe { sealed, deck, roots, order, next: 0, elsewhere };
        self.last = self.dealt.is_empty().then_some(whole);
        self.unknown += u64::from(self.last.is_none());
        Ok(())
    }

    /// A shoe that is cut anew is the one that was cut before, without what has been dealt and burnt since.
    fn goes_on(&self, shoe: Option<&ShoeCut>, roots: &[String]) -> Result<(), String> {
        let Some(shoe) = shoe else { return Ok(()) };
        let Some(last) = &self.last else { return Err("a shoe is cut anew that was not sealed".to_owned()) };
        let is_same = roots.iter().map(|root| unhex(root)).eq(last.roots.iter().map(|root| Some(*root)));
        let is_same = is_same && (shoe.sealed, shoe.deck) == (last.sealed, last.deck);
        must(is_same, "another shoe is cut anew than was dealt")?;
        let mut named = last.elsewhere.clone();
        let is_there = |(_, face): &&(u32, Card)| match named.iter().position(|one| one == face) {
            Some(place) => {
                named.swap_remove(place);
                false
            }
            None => true,
        };
        let left = last.order.iter().skip(last.next).filter(is_there);
        let mut left: Vec<u32> = left.map(|(place, _)| *place).collect();
        left.sort_unstable();
        let is_so = shoe.left(self.in_order.len()).eq(left);
        must(is_so, "other cards are left in the shoe than were dealt and burnt")
    }

    fn cut(
        &mut self,
        number: u64,
        sealed: Option<u64>,
        words: &[Spoken],
        deck: u8,
        opened: &[String],
        burnt: u8,
    ) -> Result<(), String> {
        let Some(SealedDecks { shuffle, roots, decks, seeds, words: given, shoe }) = self.sealed.take()
        else {
            return Err("a deck is cut that was not sealed".to_owned());
        };
        must(shuffle.number == number && given.len() == words.len(), "the cut is of another shuffle")?;
        for (given, spoken) in given.iter().zip(words) {
            let said = spoken.words.as_deref().unwrap_or("");
            let hash = hex(&commitment(self.table, number, spoken.person, said));
            let is_same = given.person == spoken.person && given.is_outside == spoken.is_outside;
            must(is_same && hash == given.commitment, "the cut uses other words than were given")?;
        }
        let said = words.iter().map(|one| (one.person, one.words.as_deref().unwrap_or("")));
        let cut = match &shoe {
            None => Cut::new(&shuffle, &roots, said, self.in_order.len()),
            Some(shoe) => {
                let root = roots.get(usize::from(shoe.deck).wrapping_sub(1)).copied().unwrap_or_default();
                Cut::again(&shuffle, shoe.deck, &root, said, shoe.left(self.in_order.len()))
            }
        };
        must(cut.deck == deck, "the words choose another deck")?;
        must(
            shoe.as_ref().map(|shoe| shoe.sealed) == sealed,
            "another shoe is cut than words were given for",
        )?;
        let cards = &decks[usize::from(deck) - 1];
        self.last = Some(CutShoe {
            sealed: sealed.unwrap_or(number),
            deck,
            roots,
            order: cut.order.iter().map(|place| (*place, cards[*place as usize])).collect(),
            next: usize::from(burnt),
            // Of what is cut in the middle of a round some lies on the table.
            elsewhere: self.dealt.clone(),
        });
        let shown = |(place, seed): (usize, &String)| {
            if place + 1 == usize::from(deck) { String::new() } else { seed.clone() }
        };
        let expected: Vec<String> = seeds.iter().take(usize::from(DECKS)).enumerate().map(shown).collect();
        must(expected == opened, "the other decks are not opened by their seeds")
    }
}

fn must(is_so: bool, what: &str) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(what.to_owned()) }
}
