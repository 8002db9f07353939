//! People have names and numbers of their own, and sessions that end.

mod room;

use room::{Folder, entries, entry};
use store::{Error, Log, NewPerson, People, Person, Record, Refusal, Sqlite};

fn new(name: &str) -> NewPerson {
    NewPerson {
        name: name.to_owned(),
        roles: vec!["patron".to_owned()],
        created_ms: 5,
        ..NewPerson::default()
    }
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, Error>) -> Refusal {
    match result {
        Err(Error::Refused(refusal)) => refusal,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

#[test]
fn somebody_is_found_by_number_and_by_name() {
    let folder = Folder::new();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let password = Some("$argon2id$x".to_owned());
    let zoe = store.add_person(&NewPerson { password: password.clone(), ..new("Zoë Ångström") }).unwrap();
    let guest = store.add_person(&new("Ann")).unwrap();
    drop(store);

    let store = Sqlite::open(folder.path()).unwrap();
    let expected = Person {
        id: zoe,
        name: "Zoë Ångström".to_owned(),
        password,
        roles: vec!["patron".to_owned()],
        created_ms: 5,
    };
    assert_eq!(store.person(zoe).unwrap().as_ref(), Some(&expected));
    assert_eq!(store.person_named("ZOË ångström").unwrap().as_ref(), Some(&expected));
    assert_eq!(store.person_named("Zoe").unwrap(), None);
    assert_eq!(store.person(guest).unwrap().unwrap().password, None);
    assert_eq!(store.people().unwrap().iter().map(|person| person.id).collect::<Vec<_>>(), [zoe, guest]);
    assert!(!format!("{expected:?}").contains("argon2"), "a password hash is never printed");
}

#[test]
fn names_and_numbers_are_given_once() {
    let mut store = Sqlite::in_memory().unwrap();
    let ann = store.add_person(&new("Ann")).unwrap();
    let name = "ANN".to_owned();
    assert_eq!(refused(store.add_person(&new("ANN"))), Refusal::NameTaken { name });
    let taken = NewPerson { id: Some(ann), ..new("Ben") };
    assert_eq!(refused(store.add_person(&taken)), Refusal::PersonTaken { id: ann });
    assert_eq!(store.add_person(&NewPerson { id: Some(40), ..new("Ben") }).unwrap(), 40);
    assert!(store.remove_person(40).unwrap());
    assert!(!store.remove_person(40).unwrap());
    assert_eq!(store.add_person(&new("Cleo")).unwrap(), 41, "a number is never given again");
}

#[test]
fn a_person_can_be_changed() {
    let mut store = Sqlite::in_memory().unwrap();
    let ann = store.add_person(&new("Ann")).unwrap();
    let ben = store.add_person(&new("Ben")).unwrap();
    let mut changed = store.person(ann).unwrap().unwrap();
    changed.name = "ann".to_owned();
    changed.roles.push("floor".to_owned());
    store.change_person(&changed).unwrap();
    assert_eq!(store.person(ann).unwrap(), Some(changed.clone()));

    changed.id = ben;
    assert_eq!(refused(store.change_person(&changed)), Refusal::NameTaken { name: "ann".to_owned() });
    changed.id = 99;
    changed.name = "Dan".to_owned();
    assert_eq!(refused(store.change_person(&changed)), Refusal::NoPerson { id: 99 });
}

#[test]
fn a_session_lasts_until_it_expires_or_is_closed() {
    let mut store = Sqlite::in_memory().unwrap();
    let ann = store.add_person(&new("Ann")).unwrap();
    let who =
        |store: &Sqlite, token: &str, now_ms| store.session(token, now_ms).unwrap().map(|person| person.id);
    assert_eq!(refused(store.open_session("a", 99, 10)), Refusal::NoPerson { id: 99 });
    for token in ["a", "b", "c"] {
        store.open_session(token, ann, 1_000).unwrap();
    }
    assert_eq!(who(&store, "a", 999), Some(ann));
    assert_eq!(who(&store, "a", 1_000), None);
    assert_eq!(who(&store, "d", 0), None);
    store.open_session("a", ann, 2_000).unwrap();
    assert_eq!(who(&store, "a", 1_999), Some(ann));

    assert!(store.close_session("b").unwrap());
    assert!(!store.close_session("b").unwrap());
    assert_eq!(store.forget_expired_sessions(1_500).unwrap(), 1);
    assert_eq!(who(&store, "c", 0), None);
    assert_eq!(store.close_sessions_of(ann).unwrap(), 1);
    store.open_session("e", ann, 2_000).unwrap();
    store.remove_person(ann).unwrap();
    assert_eq!(who(&store, "e", 0), None);
}

#[test]
fn tokens_are_not_kept() {
    let folder = Folder::new();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let ann = store.add_person(&new("Ann")).unwrap();
    store.open_session("a token that nobody may read", ann, 10).unwrap();
    drop(store);
    let file = std::fs::read(folder.file()).unwrap();
    assert!(!file.windows(7).any(|bytes| bytes == b"a token"));
    assert!(file.windows(3).any(|bytes| bytes == b"Ann"), "the file is the one that was written");
}

#[test]
fn what_is_removed_about_somebody_is_in_no_file_of_an_open_room() {
    let folder = Folder::new();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let (words, hash) = ("Shouts at dealers.", "$argon2id$of-ann");
    let ann = store.add_person(&NewPerson { password: Some(hash.to_owned()), ..new("Ann") }).unwrap();
    store.add_record(&Record { person: ann, record: 3, salt: [7; 32], body: words.to_owned() }).unwrap();
    let lies_in_files = |what: &str| {
        let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
        let bytes = files.filter(|file| file.is_file()).map(|file| std::fs::read(file).unwrap());
        bytes.into_iter().any(|bytes| bytes.windows(what.len()).any(|part| part == what.as_bytes()))
    };
    assert!(lies_in_files(words) && lies_in_files(hash));

    // Somebody reads while it is removed, and sees what was there until they have read.
    let reader = rusqlite::Connection::open(folder.file()).unwrap();
    reader.execute_batch("BEGIN").unwrap();
    let seen = || -> i64 { reader.query_row("SELECT count(*) FROM records", [], |row| row.get(0)).unwrap() };
    assert_eq!(seen(), 1);
    store.hold().unwrap();
    assert_eq!(store.remove_records(ann).unwrap(), 1);
    assert!(store.remove_person(ann).unwrap());
    store.append(&entries(vec![entry(0, 1, 1)])).unwrap();
    store.keep().unwrap();
    assert_eq!(seen(), 1);
    drop(reader);
    // The next that is written leaves nothing of it anywhere, while the room goes on.
    store.append(&entries(vec![entry(0, 2, 1)])).unwrap();
    assert!(!lies_in_files(words) && !lies_in_files(hash));
    assert_eq!(store.records().unwrap(), []);
}
