//! What a log says of its shuffles: the random bytes that were drawn, and the seals that were published.

use room::Event;

/// The random bytes that were drawn when an event came about.
pub(crate) fn seeds_of(event: &Event) -> impl Iterator<Item = [u8; 32]> {
    let seeds = match event {
        // Of a shoe that lasts only the seed of the house's words is new.
        Event::Sealed { seeds, shoe: Some(_), .. } => &seeds[seeds.len().saturating_sub(1)..],
        Event::Sealed { seeds, .. } => seeds.as_slice(),
        Event::Shuffled { seed, .. } => std::slice::from_ref(seed),
        Event::ButtonPlaced { .. }
        | Event::WordsGiven { .. }
        | Event::WordsOpened { .. }
        | Event::ShuffleAborted { .. }
        | Event::Cut { .. }
        | Event::CutCardOut { .. }
        | Event::NewShoe
        | Event::CardsOut
        | Event::RoundBegan { .. }
        | Event::Round { .. }
        | Event::Revealed { .. }
        | Event::RoundEnded { .. }
        | room::table_events!() => &[],
    };
    seeds.iter().filter_map(|seed| seal::unhex(seed))
}

/// The roots that the log has for each time that decks were sealed, if they are such.
pub(crate) fn roots_of(events: &[Event]) -> Option<Vec<Vec<String>>> {
    let sealed = events
        .iter()
        .filter_map(|event| if let Event::Sealed { roots, .. } = event { Some(roots) } else { None });
    let is_whole = |roots: &&Vec<String>| {
        roots.len() == usize::from(seal::DECKS) && roots.iter().all(|root| seal::unhex(root).is_some())
    };
    sealed.map(|roots| Some(roots).filter(is_whole).cloned()).collect()
}
