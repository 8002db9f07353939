//! The laws that hold for every database.

use money::Money;
use store::{
    Backend, Batch, Checkpoint, Error, FinishedRound, NewPerson, Person, Place, Record, Refusal, Scope,
    Sqlite, Stream, Witness,
};

use super::room::{checkpoint, entries, entry, fill, transfer};

type Law = (&'static str, fn(&Place));

pub(crate) const ALL: [Law; 12] = [
    ("a_sample_reads_as_in_a_file", sample),
    ("what_is_refused_changes_nothing", refusals),
    ("a_refusal_leaves_what_is_held_back", refused_while_held),
    ("what_is_held_back_is_there_at_once_or_never", held_back),
    ("old_checkpoints_stay_where_no_other_is_near", old_checkpoints),
    ("an_older_checkpoint_is_kept_where_none_is_near", older_checkpoints),
    ("rounds_are_indexed", rounds),
    ("people_and_sessions", people),
    ("what_is_written_about_people_goes_with_its_salt", records),
    ("preferences_are_kept_with_the_account", preferences),
    ("one_program_writes_at_a_time", one_writer),
    ("acts_and_accounts_beside_an_open_room", beside),
];

/// Everything that can be read of a room, as text.
pub(crate) fn transcript(store: &dyn Backend) -> String {
    let mut all = Vec::new();
    let mut add = |what: String| all.push(what);
    for stream in store.streams().unwrap() {
        add(format!("{stream} {:?}", store.tip(stream).unwrap()));
        for from in [0, 1, 2, 17, 50, 101, u64::MAX] {
            for limit in [1, 3, usize::MAX] {
                add(format!("{:?}", store.entries(stream, from, limit).unwrap()));
            }
            add(format!("{:?}", store.ending_at(stream, from.min(1_000)).unwrap()));
            add(format!("{:?}", store.checkpoint_until(stream, from).unwrap()));
            add(format!("{:?}", store.transfers(stream, from..from.saturating_add(20)).unwrap()));
        }
        add(format!("{:?} {:?}", store.checkpoints(stream).unwrap(), store.archived_until(stream).unwrap()));
    }
    for (by, id) in [("patron:2", "1-1"), ("patron:1", "1-1"), ("nobody", "x")] {
        add(format!("{:?}", store.applied(by, id).unwrap()));
    }
    add(format!("{:?} {:?}", store.last_ms().unwrap(), store.tips().unwrap()));
    add(format!(
        "{:?} {:?} {:?}",
        store.balances().unwrap(),
        store.carried().unwrap(),
        store.acts().unwrap()
    ));
    add(format!("{:?}", store.hourly("/drop", i64::MIN..i64::MAX).unwrap()));
    add(format!("{:?}", store.hourly("/drop", 1_767_225_600_000..1_767_229_200_000).unwrap()));
    add(format!("{:?}", store.verify(&Witness::new(), &mut |_| {}).unwrap()));
    all.join("\n")
}

fn sample(place: &Place) {
    let mut file = Sqlite::in_memory().unwrap();
    fill(&mut file);
    let mut store = place.open().unwrap();
    fill(store.as_mut());
    assert_eq!(transcript(store.as_ref()), transcript(&file));
    drop(store);
    assert_eq!(transcript(place.open_read_only().unwrap().as_ref()), transcript(&file));
    let again = opened_again(place);
    assert_eq!(transcript(again.as_ref()), transcript(&file));
}

fn refused(store: &mut dyn Backend, batch: &Batch) -> Refusal {
    match store.append(batch) {
        Err(Error::Refused(refusal)) => refusal,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// Batches that must be refused, each with why.
fn bad_batches() -> Vec<(Batch, Refusal)> {
    let stream = Stream(1);
    let moving = |from: &str, to: &str, cents: i64| {
        let mut entry = entry(1, 101, 1);
        entry.transfers = vec![transfer(101, from, to, cents)];
        entries(vec![entry])
    };
    let mut again = entry(2, 101, 1);
    (again.by, again.id) = ("patron:2".to_owned(), Some("1-1".to_owned()));
    let mut twice = entry(2, 101, 1);
    (twice.by, twice.id) = (entry(1, 101, 1).by, entry(1, 101, 1).id);
    let (by, id) = (twice.by.clone(), twice.id.clone().unwrap());
    let mut broken = entry(1, 101, 1);
    broken.body = "{".to_owned();
    let reason = "EOF while parsing an object at line 1 column 1".to_owned();
    let mut short = moving("patron:1", "cage", 100_000);
    short.covered.insert("patron:1".to_owned());
    let account = "patron:1".to_owned();
    vec![
        (entries(vec![entry(1, 102, 1)]), Refusal::Number { stream, expected: 101, found: 102 }),
        (entries(vec![entry(1, 101, 0)]), Refusal::NoEvents { stream, first: 101 }),
        (entries(vec![broken]), Refusal::NotJson { stream, first: 101, reason }),
        (entries(vec![again]), Refusal::Duplicate { by: "patron:2".to_owned(), id: "1-1".to_owned() }),
        (entries(vec![entry(1, 101, 1), twice]), Refusal::Duplicate { by, id }),
        (moving("a", "a", 1), Refusal::SameAccount { stream, event: 101, account: "a".to_owned() }),
        (moving("a", "b", 0), Refusal::Amount { stream, event: 101, amount: Money::cents(0) }),
        (moving("cage", "patron:1", i64::MAX), Refusal::TooMuch { account: "cage".to_owned() }),
        (short, Refusal::Short { account }),
        (
            Batch { checkpoints: vec![checkpoint(1, 98)], ..Batch::default() },
            Refusal::CheckpointInside { stream, number: 98 },
        ),
    ]
}

fn refusals(place: &Place) {
    let mut store = place.open().unwrap();
    fill(store.as_mut());
    let before = transcript(store.as_ref());
    for (batch, refusal) in bad_batches() {
        assert_eq!(refused(store.as_mut(), &batch), refusal);
        assert_eq!(transcript(store.as_ref()), before, "after {refusal}");
    }
    // A wallet may be emptied, and one that nobody covers may owe.
    let mut empties = entry(1, 101, 1);
    let held = store.balances().unwrap()["patron:1"];
    empties.transfers = vec![transfer(101, "patron:1", "cage", held.in_cents())];
    let mut batch = entries(vec![empties]);
    batch.covered.insert("patron:1".to_owned());
    store.append(&batch).unwrap();
    assert_eq!(store.balances().unwrap()["patron:1"], Money::cents(0));
    assert!(store.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
}

fn refused_while_held(place: &Place) {
    let mut store = place.open().unwrap();
    fill(store.as_mut());
    store.hold().unwrap();
    let ann = store.add_person(&named("Ann")).unwrap();
    for (batch, refusal) in bad_batches() {
        assert_eq!(refused(store.as_mut(), &batch), refusal);
    }
    assert!(matches!(store.add_person(&named("ann")), Err(Error::Refused(Refusal::NameTaken { .. }))));
    store.append(&entries(vec![entry(1, 101, 1)])).unwrap();
    store.keep().unwrap();
    drop(store);
    let store = place.open_read_only().unwrap();
    assert_eq!(store.tip(Stream(1)).unwrap().number, 101);
    assert_eq!(store.person_named("ANN").unwrap().unwrap().id, ann);
    assert!(store.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
}

fn held_back(place: &Place) {
    let mut store = place.open().unwrap();
    fill(store.as_mut());
    store.hold().unwrap();
    store.add_person(&named("Ann")).unwrap();
    store.append(&entries(vec![entry(1, 101, 1)])).unwrap();
    let reader = place.open_read_only().unwrap();
    assert_eq!(reader.tip(Stream(1)).unwrap().number, 100, "nobody else sees it yet");
    drop(store);
    let mut store = opened_again(place);
    assert_eq!(store.tip(Stream(1)).unwrap().number, 100, "and it never was");
    assert_eq!(store.people().unwrap(), []);
    store.hold().unwrap();
    store.append(&entries(vec![entry(1, 101, 1)])).unwrap();
    store.append(&entries(vec![entry(1, 102, 1)])).unwrap();
    store.keep().unwrap();
    assert_eq!(reader.tip(Stream(1)).unwrap().number, 102);
}

fn old_checkpoints(place: &Place) {
    let mut store = place.open().unwrap();
    for number in (100..=5_000).step_by(100) {
        let entries = vec![entry(1, number - 99, 100)];
        let checkpoints = vec![checkpoint(1, number)];
        store.append(&Batch { entries, checkpoints, ..Batch::default() }).unwrap();
    }
    assert_eq!(store.checkpoints(Stream(1)).unwrap(), [1_000, 2_000, 3_000, 4_000, 5_000]);
    let other = Checkpoint { body: "{}".to_owned(), ..checkpoint(1, 2_000) };
    store.append(&Batch { checkpoints: vec![other.clone()], ..Batch::default() }).unwrap();
    assert_eq!(store.checkpoint_until(Stream(1), 2_500).unwrap(), Some(other));
    assert!(store.verify(&Witness::new(), &mut |_| ()).unwrap().is_sound());
}

fn older_checkpoints(place: &Place) {
    let mut store = place.open().unwrap();
    let all = (1..=50).map(|nth| entry(1, nth * 100 - 99, 100)).collect();
    store.append(&entries(all)).unwrap();
    let mut keep = |number: u64| {
        store.append(&Batch { checkpoints: vec![checkpoint(1, number)], ..Batch::default() }).unwrap();
        store.checkpoints(Stream(1)).unwrap()
    };
    assert_eq!(keep(5_000), [5_000]);
    assert_eq!(keep(900), [5_000], "near the beginning nobody needs one");
    assert_eq!(keep(2_000), [2_000, 5_000]);
    assert_eq!(keep(2_900), [2_000, 5_000]);
    assert_eq!(keep(3_000), [2_000, 3_000, 5_000]);
    assert_eq!(keep(5_000), [2_000, 3_000, 5_000]);
}

fn rounds(place: &Place) {
    let mut store = place.open().unwrap();
    fill(store.as_mut());
    let round = |stream: u32, number: u64, net: i64| FinishedRound {
        stream: Stream(stream),
        number,
        first: number * 10 - 9,
        last: number * 10,
        began_ms: 5,
        ended_ms: 7,
        nets: vec![(1, Money::cents(net)), (2, Money::cents(-net))],
    };
    let rounds: Vec<FinishedRound> =
        (1..=5).flat_map(|number| [round(1, number, 3), round(2, number, 4)]).collect();
    store.append(&Batch { rounds, ..Batch::default() }).unwrap();
    let found = store.rounds(Stream(1), 4, 2).unwrap();
    assert_eq!(found, [round(1, 3, 3), round(1, 2, 3)]);
    let anew = vec![round(1, 2, 8), round(1, 2, 9)];
    store.append(&Batch { rounds: anew, ..Batch::default() }).unwrap();
    assert_eq!(store.round(Stream(1), 2).unwrap(), Some(round(1, 2, 9)));
    let unindexed = vec![Stream(1)];
    store.append(&Batch { unindexed, rounds: vec![round(1, 9, 1)], ..Batch::default() }).unwrap();
    assert_eq!(store.rounds(Stream(1), u64::MAX, usize::MAX).unwrap(), [round(1, 9, 1)]);
    assert_eq!(store.rounds(Stream(2), u64::MAX, usize::MAX).unwrap().len(), 5);
}

fn named(name: &str) -> NewPerson {
    NewPerson {
        name: name.to_owned(),
        roles: vec!["patron".to_owned()],
        created_ms: 3,
        ..NewPerson::default()
    }
}

fn people(place: &Place) {
    let mut store = place.open().unwrap();
    let ann = store.add_person(&named("Ann")).unwrap();
    let far = NewPerson { id: Some(40), ..named("Zoë") };
    assert_eq!((ann, store.add_person(&far).unwrap(), store.add_person(&named("Bob")).unwrap()), (1, 40, 41));
    let refusal = |result: Result<u32, Error>| match result {
        Err(Error::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    };
    assert_eq!(refusal(store.add_person(&named("ZOË"))), Refusal::NameTaken { name: "ZOË".to_owned() });
    let taken = NewPerson { id: Some(40), ..named("Cy") };
    assert_eq!(refusal(store.add_person(&taken)), Refusal::PersonTaken { id: 40 });
    assert!(store.remove_person(41).unwrap() && !store.remove_person(41).unwrap());
    assert_eq!(store.add_person(&named("Bob")).unwrap(), 42, "no number is given twice");
    let mut zoe = store.person_named("zoë").unwrap().unwrap();
    zoe.roles = vec!["patron".to_owned(), "password-set:7".to_owned()];
    zoe.password = Some("hash".to_owned());
    store.change_person(&zoe).unwrap();
    assert_eq!(store.people_marked("password-set:").unwrap(), [zoe.clone()]);
    let ids: Vec<u32> = store.people().unwrap().iter().map(|one| one.id).collect();
    assert_eq!(ids, [1, 40, 42]);
    let other = Person { name: "ann".to_owned(), ..zoe.clone() };
    assert!(matches!(store.change_person(&other), Err(Error::Refused(Refusal::NameTaken { .. }))));
    let nobody = Person { id: 7, name: "New".to_owned(), ..zoe.clone() };
    assert!(matches!(store.change_person(&nobody), Err(Error::Refused(Refusal::NoPerson { id: 7 }))));
    store.open_session("token", 40, 100).unwrap();
    store.open_session("other", 1, 100).unwrap();
    assert!(matches!(store.open_session("x", 7, 1), Err(Error::Refused(Refusal::NoPerson { id: 7 }))));
    assert_eq!(store.session("token", 99).unwrap(), Some(zoe));
    assert_eq!(store.session("token", 100).unwrap(), None);
    assert_eq!(store.forget_expired_sessions(99).unwrap(), 0);
    assert_eq!(store.close_sessions_of(40).unwrap(), 1);
    assert!(store.close_session("other").unwrap() && !store.close_session("other").unwrap());
}

/// Opens a place again that was let go of just now: a program that another test starts has the lock's file, too, until
/// it runs.
fn opened_again(place: &Place) -> Box<dyn Backend> {
    for _ in 0..1_000 {
        match place.open() {
            Err(Error::InUse { .. }) => std::thread::sleep(std::time::Duration::from_millis(10)),
            opened => return opened.unwrap(),
        }
    }
    panic!("{place} stays in use");
}

fn preferences(place: &Place) {
    let mut store = place.open().unwrap();
    let (ann, bob) = (store.add_person(&named("Ann")).unwrap(), store.add_person(&named("Bob")).unwrap());
    assert_eq!(store.preferences(ann).unwrap(), None);
    store.keep_preferences(ann, "{\"felt\":\"blue\"}").unwrap();
    store.keep_preferences(ann, "{\"felt\":\"red\"}").unwrap();
    store.keep_preferences(bob, "").unwrap();
    let nobody = store.keep_preferences(77, "{}");
    assert!(matches!(nobody, Err(Error::Refused(Refusal::NoPerson { id: 77 }))), "{nobody:?}");
    drop(store);
    let mut store = opened_again(place);
    assert_eq!(store.preferences(ann).unwrap().as_deref(), Some("{\"felt\":\"red\"}"));
    assert_eq!(store.preferences(bob).unwrap().as_deref(), Some(""));
    assert!(store.remove_person(ann).unwrap());
    assert_eq!(store.preferences(ann).unwrap(), None, "they go with the account");
    assert!(store.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
}

fn records(place: &Place) {
    let mut store = place.open().unwrap();
    let (ann, bob) = (store.add_person(&named("Ann")).unwrap(), store.add_person(&named("Bob")).unwrap());
    let record = |person: u32, record: u64, body: &str| Record {
        person,
        record,
        salt: [record as u8; 32],
        body: body.to_owned(),
    };
    let all = [record(ann, 9, "{\"note\":1}"), record(ann, 12, "{}"), record(bob, 10, "{}")];
    for one in &all {
        store.add_record(one).unwrap();
    }
    let nobody = store.add_record(&record(77, 13, "{}"));
    assert!(matches!(nobody, Err(Error::Refused(Refusal::NoPerson { id: 77 }))));
    drop(store);
    let mut store = opened_again(place);
    assert_eq!(store.records().unwrap(), all);
    // The digest hangs on all of it, and is the same in every database.
    assert_eq!(
        all[0].digest().to_string(),
        "505c012d73c5c12fdac18dcdd5ce20dc174a64af22f32e1f49788cec154098ad"
    );
    let others = [
        Record { salt: [8; 32], ..all[0].clone() },
        Record { person: bob, ..all[0].clone() },
        Record { record: 8, ..all[0].clone() },
        Record { body: "{\"note\":2}".to_owned(), ..all[0].clone() },
    ];
    assert!(others.iter().all(|other| other.digest() != all[0].digest()));
    assert!(!format!("{:?}", all[0]).contains("note"));
    assert_eq!((store.remove_records(ann).unwrap(), store.remove_records(ann).unwrap()), (2, 0));
    assert_eq!(store.records().unwrap(), all[2..]);
    // Whoever is removed takes along all that was written.
    assert!(store.remove_person(bob).unwrap());
    assert_eq!(store.records().unwrap(), []);
}

fn one_writer(place: &Place) {
    let mut store = place.open().unwrap();
    fill(store.as_mut());
    match place.open() {
        Err(Error::InUse { .. } | Error::Taken { scope: Scope::Room, .. }) => {}
        other => panic!("{:?}", other.map(drop)),
    }
    store.renew().unwrap();
    let held = store.holder(Scope::Room).unwrap().unwrap();
    assert_eq!(store.take(Scope::Room).unwrap().node, held.node);
    let mut reader = place.open_read_only().unwrap();
    assert!(matches!(reader.append(&entries(vec![entry(1, 101, 1)])), Err(Error::ReadOnly)));
    assert!(matches!(reader.add_person(&named("Ann")), Err(Error::ReadOnly)));
    assert!(matches!(reader.take(Scope::Room), Err(Error::ReadOnly)));
    assert!(store.give_up(Scope::Room).unwrap());
    assert!(store.append(&entries(vec![entry(1, 101, 1)])).is_err(), "what was given up is not written to");
    let mut next = place.open().unwrap();
    next.append(&entries(vec![entry(1, 101, 1)])).unwrap();
    assert_eq!(next.tip(Stream(1)).unwrap().number, 101);
}

fn beside(place: &Place) {
    let mut store = place.open().unwrap();
    let ann = store.add_person(&named("Ann")).unwrap();
    store.open_session("token", ann, 100).unwrap();
    assert!(place.leave_act(r#"{"done":1}"#).unwrap());
    assert!(place.leave_act(r#"{"done":2}"#).unwrap());
    let acts = store.acts().unwrap();
    assert_eq!(
        acts.iter().map(|(_, body)| body.as_str()).collect::<Vec<_>>(),
        [r#"{"done":1}"#, r#"{"done":2}"#]
    );
    store.forget_act(acts[0].0).unwrap();
    assert_eq!(store.acts().unwrap(), acts[1..]);
    let set = |person: &mut Person| person.password = Some("new".to_owned());
    assert_eq!(place.change_account("ANN", set).unwrap(), Some(1));
    assert_eq!(place.change_account("nobody", set).unwrap(), None);
    assert_eq!(store.person(ann).unwrap().unwrap().password.as_deref(), Some("new"));
    assert_eq!(store.session("token", 1).unwrap(), None);
}
