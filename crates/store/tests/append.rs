//! What is appended can be read back, and what is not fit to be written is refused without a trace.

mod room;

use money::Money;
use room::{checkpoint, entries, entry, fill, transfer};
use store::{
    Applied, Batch, Checkpoint, Entry, Error, FinishedRound, Hash, HourSum, Log, Reader, Refusal, Sqlite,
    Stream, Tip,
};

fn sample() -> Sqlite {
    let mut store = Sqlite::in_memory().unwrap();
    fill(&mut store);
    store
}

#[track_caller]
fn refused(store: &mut Sqlite, batch: &Batch) -> Refusal {
    let before = (store.tips().unwrap(), store.balances().unwrap());
    let refusal = match store.append(batch) {
        Err(Error::Refused(refusal)) => refusal,
        other => panic!("expected a refusal, got {other:?}"),
    };
    assert_eq!((store.tips().unwrap(), store.balances().unwrap()), before, "a refused batch changes nothing");
    refusal
}

#[test]
fn an_entry_reads_back_with_its_transfers_and_hash() {
    let mut store = Sqlite::in_memory().unwrap();
    let mut first = entry(4, 1, 2);
    first.transfers =
        vec![transfer(2, "cage", "patron:7", 500), transfer(1, "patron:7", "table:4/stack:7", 1)];
    let mut second = entry(4, 3, 1);
    second.id = None;
    second.by = "Zoë".to_owned();
    let hashes = store.append(&entries(vec![first.clone(), second.clone()])).unwrap();

    assert_eq!(hashes, [first.hash(&Hash::ZERO), second.hash(&first.hash(&Hash::ZERO))]);
    let page = store.entries(Stream(4), 1, 10).unwrap();
    assert_eq!(page.iter().map(|logged| &logged.entry).collect::<Vec<&Entry>>(), [&first, &second]);
    assert_eq!(page.iter().map(|logged| logged.hash).collect::<Vec<Hash>>(), hashes);
    assert_eq!(store.tip(Stream(4)).unwrap(), Tip { number: 3, hash: hashes[1] });
    assert_eq!(store.tip(Stream(5)).unwrap(), Tip::default());
    assert_eq!(store.streams().unwrap(), [Stream(4)]);
}

#[test]
fn every_field_of_an_entry_changes_its_hash() {
    let mut plain = entry(1, 1, 2);
    plain.transfers = vec![transfer(1, "a", "b", 1)];
    let changes: [fn(&mut Entry); 14] = [
        |_| {},
        |entry| entry.stream = Stream(2),
        |entry| entry.first = 2,
        |entry| entry.count = 1,
        |entry| entry.at_ms += 1,
        |entry| entry.by = "patron:21-".to_owned(),
        |entry| entry.id = None,
        |entry| entry.id = Some(String::new()),
        |entry| entry.body.push(' '),
        |entry| entry.transfers.clear(),
        |entry| entry.transfers[0].event = 2,
        |entry| entry.transfers[0].from = "ab".to_owned(),
        |entry| entry.transfers[0].to = "ab".to_owned(),
        |entry| entry.transfers[0].amount = Money::cents(2),
    ];
    let mut hashes: Vec<Hash> = Vec::new();
    for change in changes {
        let mut entry = plain.clone();
        change(&mut entry);
        hashes.push(entry.hash(&Hash::ZERO));
    }
    hashes.push(plain.hash(&Hash::of(b"another past")));
    for (place, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..place].contains(hash), "change {place} is not covered by the hash");
    }
}

#[test]
fn pages_start_with_the_entry_that_holds_the_event() {
    let store = sample();
    let firsts = |from, limit| -> Vec<u64> {
        store.entries(Stream(2), from, limit).unwrap().iter().map(|logged| logged.entry.first).collect()
    };
    assert_eq!(firsts(0, 2), [1, 4]);
    assert_eq!(firsts(1, 2), [1, 4]);
    assert_eq!(firsts(3, 2), [1, 4]);
    assert_eq!(firsts(4, 2), [4, 5]);
    assert_eq!(firsts(7, 3), [5, 10, 11]);
    assert_eq!(firsts(100, 9), [100]);
    assert_eq!(firsts(101, 9), [0; 0]);
    assert_eq!(firsts(u64::MAX, 9), [0; 0]);
    assert_eq!(firsts(1, usize::MAX).len(), 40);
    assert_eq!(firsts(1, 0), [0; 0]);
}

#[test]
fn transfers_are_found_by_the_events_that_caused_them() {
    let store = sample();
    let events = |range| -> Vec<u64> {
        store.transfers(Stream(1), range).unwrap().iter().map(|transfer| transfer.event).collect()
    };
    assert_eq!(events(0..12), [2, 5, 9]);
    assert_eq!(events(2..6), [2, 5]);
    assert_eq!(events(3..5), [0; 0]);
    assert_eq!(events(9..13), [9, 12]);
    assert_eq!(events(0..u64::MAX).len(), 30);
    assert_eq!(store.transfers(Stream(9), 0..100).unwrap(), []);
}

#[test]
fn balances_are_kept_and_sum_up_to_zero() {
    let balances = sample().balances().unwrap();
    assert_eq!(balances["cage"], -Money::dollars(3_000));
    assert_eq!(balances["patron:1"], Money::cents(100_000 - 10 * 50));
    assert_eq!(balances["table:2/stack:2"], Money::ZERO);
    assert_eq!(balances["table:3/drop"], Money::dollars(5));
    assert_eq!(balances.values().copied().sum::<Money>(), Money::ZERO);
}

#[test]
fn a_gap_or_an_overlap_is_refused() {
    let mut store = sample();
    for found in [0, 1, 100, 102, u64::MAX] {
        let mut wrong = entry(1, 101, 1);
        wrong.first = found;
        let refusal = refused(&mut store, &entries(vec![wrong]));
        assert_eq!(refusal, Refusal::Number { stream: Stream(1), expected: 101, found });
    }
    let overlapping = entries(vec![entry(1, 101, 2), entry(1, 102, 1)]);
    assert_eq!(
        refused(&mut store, &overlapping),
        Refusal::Number { stream: Stream(1), expected: 103, found: 102 }
    );
}

#[test]
fn one_bad_entry_refuses_the_whole_batch() {
    let mut store = sample();
    let stream = Stream(2);
    type Break = fn(&mut Entry);
    let broken: [(Break, Refusal); 7] = [
        (|entry| entry.count = 0, Refusal::NoEvents { stream, first: 101 }),
        (
            |entry| entry.body = "{".to_owned(),
            Refusal::NotJson {
                stream,
                first: 101,
                reason: "EOF while parsing an object at line 1 column 1".to_owned(),
            },
        ),
        (
            |entry| entry.transfers = vec![transfer(103, "cage", "a", 1)],
            Refusal::OtherEvent { stream, event: 103, first: 101, last: 102 },
        ),
        (
            |entry| entry.transfers = vec![transfer(100, "cage", "a", 1)],
            Refusal::OtherEvent { stream, event: 100, first: 101, last: 102 },
        ),
        (
            |entry| entry.transfers = vec![transfer(101, "cage", "a", 0)],
            Refusal::Amount { stream, event: 101, amount: Money::ZERO },
        ),
        (
            |entry| entry.transfers = vec![transfer(102, "cage", "a", -5)],
            Refusal::Amount { stream, event: 102, amount: Money::cents(-5) },
        ),
        (
            |entry| entry.transfers = vec![transfer(102, "a", "a", 5)],
            Refusal::SameAccount { stream, event: 102, account: "a".to_owned() },
        ),
    ];
    for (change, expected) in broken {
        let mut bad = entry(2, 101, 2);
        change(&mut bad);
        assert_eq!(refused(&mut store, &entries(vec![entry(1, 101, 1), bad])), expected);
    }
    store.append(&entries(vec![entry(1, 101, 1), entry(2, 101, 2)])).unwrap();
}

#[test]
fn a_command_id_is_applied_once_for_each_sender() {
    let mut store = sample();
    let found = store.applied("patron:2", "3-1").unwrap();
    assert_eq!(found, Some(Applied { stream: Stream(3), first: 1, count: 3 }));
    assert_eq!(store.applied("patron:2", "3-2").unwrap(), None);
    assert_eq!(store.applied("patron:1", "3-1").unwrap(), None);

    let mut again = entry(1, 101, 1);
    again.by = "patron:2".to_owned();
    again.id = Some("3-1".to_owned());
    let duplicate = Refusal::Duplicate { by: "patron:2".to_owned(), id: "3-1".to_owned() };
    assert_eq!(refused(&mut store, &entries(vec![entry(2, 101, 1), again.clone()])), duplicate);
    let mut twice = again.clone();
    twice.id = Some("new".to_owned());
    again.id = Some("new".to_owned());
    again.first = 102;
    refused(&mut store, &entries(vec![twice, again.clone()]));

    again.first = 101;
    again.by = "patron:3".to_owned();
    store.append(&entries(vec![again])).unwrap();
    assert!(store.applied("patron:3", "new").unwrap().is_some());
}

#[test]
fn a_balance_beyond_counting_is_refused() {
    let mut store = Sqlite::in_memory().unwrap();
    let mut all = entry(1, 1, 1);
    all.transfers = vec![transfer(1, "cage", "a", i64::MAX)];
    store.append(&entries(vec![all.clone()])).unwrap();
    all.first = 2;
    all.id = None;
    all.transfers[0].event = 2;
    let too_much = Refusal::TooMuch { account: "a".to_owned() };
    assert_eq!(refused(&mut store, &entries(vec![all])), too_much);
}

#[test]
fn the_newest_checkpoint_is_kept() {
    let mut store = sample();
    assert_eq!(store.checkpoint(Stream(1)).unwrap(), Some(checkpoint(1, 100)));
    assert_eq!(store.checkpoint(Stream(0)).unwrap(), None);

    let after = |number| Batch { checkpoints: vec![checkpoint(0, number)], ..Batch::default() };
    for number in [0, 1, 2, 4, u64::MAX / 2] {
        let inside = Refusal::CheckpointInside { stream: Stream::HOUSE, number };
        assert_eq!(refused(&mut store, &after(number)), inside);
    }
    store.append(&after(3)).unwrap();
    assert_eq!(store.checkpoint(Stream::HOUSE).unwrap(), Some(checkpoint(0, 3)));

    let both = vec![checkpoint(1, 104), checkpoint(1, 102)];
    store
        .append(&Batch {
            entries: vec![entry(1, 101, 2), entry(1, 103, 2)],
            checkpoints: both,
            ..Batch::default()
        })
        .unwrap();
    assert_eq!(store.checkpoint(Stream(1)).unwrap(), Some(checkpoint(1, 104)));

    let mut broken = checkpoint(1, 104);
    broken.body = "after".to_owned();
    let refusal = refused(&mut store, &Batch { checkpoints: vec![broken], ..Batch::default() });
    assert!(matches!(refusal, Refusal::CheckpointNotJson { number: 104, .. }));
}

#[test]
fn old_checkpoints_stay_where_no_other_is_near() {
    let mut store = Sqlite::in_memory().unwrap();
    for number in (100..=5_000).step_by(100) {
        let entries = vec![entry(1, number - 99, 100)];
        let checkpoints = vec![checkpoint(1, number)];
        store.append(&Batch { entries, checkpoints, ..Batch::default() }).unwrap();
    }
    let mut kept = Vec::new();
    let mut until = u64::MAX;
    while let Some(found) = store.checkpoint_until(Stream(1), until).unwrap() {
        assert_eq!(found, checkpoint(1, found.number));
        kept.push(found.number);
        until = found.number - 1;
    }
    assert_eq!(kept, [5_000, 4_000, 3_000, 2_000, 1_000]);
    assert!(store.verify(&Default::default(), &mut |_| ()).unwrap().is_sound());
}

#[test]
fn an_older_checkpoint_is_kept_where_none_is_near() {
    let mut store = Sqlite::in_memory().unwrap();
    let all = (1..=50).map(|nth| entry(1, nth * 100 - 99, 100)).collect();
    store.append(&Batch { entries: all, ..Batch::default() }).unwrap();
    let mut keep = |numbers: &[u64]| {
        let checkpoints = numbers.iter().map(|number| checkpoint(1, *number)).collect();
        store.append(&Batch { checkpoints, ..Batch::default() }).unwrap();
        store.checkpoints(Stream(1)).unwrap()
    };
    assert_eq!(keep(&[5_000]), [5_000]);
    assert_eq!(keep(&[900, 1_000, 1_500, 2_000]), [1_000, 2_000, 5_000]);
    assert_eq!(keep(&[2_000, 2_900, 3_400, 4_300, 4_400, 4_900]), [1_000, 2_000, 3_400, 4_400, 5_000]);
    assert_eq!(store.checkpoint(Stream(1)).unwrap(), Some(checkpoint(1, 5_000)));
    assert_eq!(store.checkpoint_until(Stream(1), 3_399).unwrap(), Some(checkpoint(1, 2_000)));
    // One that is kept after the same event takes its place.
    let other = Checkpoint { body: "{\"other\":1}".to_owned(), ..checkpoint(1, 2_000) };
    store.append(&Batch { checkpoints: vec![other.clone()], ..Batch::default() }).unwrap();
    assert_eq!(store.checkpoint_until(Stream(1), 3_399).unwrap(), Some(other));
    assert_eq!(store.checkpoints(Stream(1)).unwrap(), [1_000, 2_000, 3_400, 4_400, 5_000]);
    assert!(store.verify(&Default::default(), &mut |_| ()).unwrap().is_sound());
}

#[test]
fn finished_rounds_are_found_by_their_number() {
    let mut store = sample();
    let round = |number: u64| FinishedRound {
        stream: Stream(1),
        number,
        first: number * 2 - 1,
        last: number * 2,
        began_ms: 10,
        ended_ms: 20,
        nets: (1..=number as u32).map(|person| (person, Money::cents(i64::from(person) - 2))).collect(),
    };
    store.append(&Batch { rounds: (1..=5).map(round).collect(), ..Batch::default() }).unwrap();
    assert_eq!(store.rounds(Stream(1), u64::MAX, 2).unwrap(), [round(5), round(4)]);
    assert_eq!(store.rounds(Stream(1), 4, 9).unwrap(), [round(3), round(2), round(1)]);
    assert_eq!(store.rounds(Stream(2), 4, 9).unwrap(), []);
    assert_eq!(store.round(Stream(1), 3).unwrap(), Some(round(3)));
    assert_eq!(store.round(Stream(1), 6).unwrap(), None);
}

#[test]
fn the_drop_is_summed_by_hour_and_account() {
    let mut store = Sqlite::in_memory().unwrap();
    let hour = 3_600_000;
    let moves = [
        (2 * hour - 1, "a", "table:1/drop", 100),
        (2 * hour, "a", "table:1/drop", 20),
        (3 * hour - 1, "a", "table:1/drop", 3),
        (2 * hour, "a", "table:2/drop", 7),
        (2 * hour, "table:2/drop", "a", 2),
        (2 * hour, "a", "table:2/dropped", 1_000),
        (-1, "a", "table:1/drop", 9),
    ];
    for (first, (at_ms, from, to, cents)) in (1..).zip(moves) {
        let mut moved = entry(1, first, 1);
        moved.at_ms = at_ms;
        moved.transfers = vec![transfer(first, from, to, cents)];
        store.append(&entries(vec![moved])).unwrap();
    }
    // A box that the house pulls is no hour's drop.
    let mut pulled = entry(0, 1, 1);
    pulled.at_ms = hour;
    pulled.transfers = vec![transfer(1, "table:1/drop", "table:1/box:1", 100)];
    store.append(&entries(vec![pulled])).unwrap();
    let sum = |account: &str, hours: i64, received, paid| HourSum {
        account: account.to_owned(),
        hour_ms: hours * hour,
        received: Money::cents(received),
        paid: Money::cents(paid),
    };
    let all = store.hourly("/drop", i64::MIN..i64::MAX).unwrap();
    let (last, third) = (sum("table:1/drop", 1, 100, 0), sum("table:1/drop", 2, 23, 0));
    assert_eq!(
        all,
        [sum("table:1/drop", -1, 9, 0), last.clone(), third.clone(), sum("table:2/drop", 2, 7, 2)]
    );
    assert_eq!(store.hourly("1/drop", hour..3 * hour).unwrap(), [last, third]);
    assert_eq!(store.hourly("/drop", 5 * hour..6 * hour).unwrap(), []);
}
