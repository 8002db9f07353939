//! The line to a database that is encrypted: who listens on it reads nothing, and a server that is not the one is refused
//! in a sentence.

mod database;
mod room;

use database::Server;
use database::pair::{By, Pair};
use database::tls::{Authority, Certified};
use room::{entries, entry, fill};
use store::{Backend, Error, Place, Stream, Witness};

/// How many of the sessions that the program has at a server are encrypted, and how many are not.
const SESSIONS: &str = "SELECT count(*) FILTER (WHERE ssl) > 0, count(*) FILTER (WHERE NOT ssl)
                        FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'cardroom'";

fn open(address: &str) -> Result<Box<dyn Backend>, Error> {
    address.parse::<Place>()?.open()
}

/// What somebody is told whose database is not opened.
#[track_caller]
fn refused(address: &str) -> String {
    match open(address) {
        Ok(_) => panic!("{address} is opened"),
        Err(error @ Error::Unsafe { .. }) => error.to_string(),
        Err(error) => panic!("{error:?}"),
    }
}

/// The address of a new database at a server.
fn at(server: &Server, host: &str, settings: &str) -> String {
    let made = server.database();
    let database = made.split('?').next().unwrap().rsplit_once('/').unwrap().1.to_owned();
    format!("postgres://cardroom@{host}/{database}?{settings}")
}

#[test]
fn a_line_is_encrypted_and_its_end_is_who_it_says() {
    let (authority, other) = (Authority::new(), Authority::new());
    let certified = authority.certify("DNS:db.example,IP:127.0.0.1");
    let (server, host) = Server::at_an_address(Some(&certified));
    let (root, wrong) = (authority.root(), other.root());
    let hostaddr = format!("hostaddr={host}");
    for (name, settings) in [
        (host.as_str(), "sslmode=require".to_owned()),
        (host.as_str(), String::new()),
        (host.as_str(), format!("sslmode=verify-ca&sslrootcert={root}")),
        ("db.example", format!("sslmode=verify-full&sslrootcert={root}&{hostaddr}")),
        ("db.example", format!("sslmode=verify-full&sslrootcert={}&{hostaddr}", root.replace('/', "%2F"))),
    ] {
        let address = at(&server, name, &settings);
        let mut store = open(&address).unwrap_or_else(|error| panic!("{address}: {error}"));
        fill(store.as_mut());
        assert_eq!(server.sql("postgres", SESSIONS), "t|0", "{address}");
        assert_eq!(store.verify(&Witness::new(), &mut |_| {}).unwrap().faults, Vec::new());
    }
    for (name, settings, why) in [
        (host.as_str(), format!("sslmode=require&sslrootcert={wrong}"), "none of the named roots vouches"),
        (host.as_str(), format!("sslmode=verify-ca&sslrootcert={wrong}"), "none of the named roots vouches"),
        (
            "db.example",
            format!("sslmode=verify-full&sslrootcert={wrong}&{hostaddr}"),
            "none of the named roots",
        ),
        (
            host.as_str(),
            format!("sslmode=verify-full&sslrootcert={root}"),
            "its certificate is for another name",
        ),
        ("db.other", format!("sslmode=verify-full&sslrootcert={root}&{hostaddr}"), "for another name"),
    ] {
        let told = refused(&at(&server, name, &settings));
        assert!(told.contains(why) && told.contains("see sslmode"), "{settings}: {told}");
    }
    // Nobody comes in without, where the server asks for it.
    let plain = open(&at(&server, &host, "sslmode=disable")).err().unwrap().to_string();
    assert!(plain.contains("no encryption"), "{plain}");

    // A password is bound to the certificate of the very server that is talked to.
    server.sql("postgres", "CREATE ROLE keeper LOGIN SUPERUSER PASSWORD 'secret'");
    let bound = at(&server, &host, "sslmode=require&channel_binding=require&password=secret");
    drop(open(&bound.replace("cardroom@", "keeper@")).unwrap());
}

#[test]
fn a_server_without_tls_is_refused_where_it_is_asked_for() {
    let (server, host) = Server::at_an_address(None);
    let root = Authority::new().root();
    let told = refused(&at(&server, &host, "sslmode=require"));
    assert!(told.contains("it does not speak TLS"), "{told}");
    assert!(open(&at(&server, &host, &format!("sslmode=verify-full&sslrootcert={root}"))).is_err());
    // Where nothing is asked for, and by a socket, which does not leave the machine, it is opened.
    drop(open(&at(&server, &host, "")).unwrap());
    drop(open(&format!("{}&sslmode=require", server.database())).unwrap());

    let certified = Certified::own_root("DNS:db.example");
    let (server, host) = Server::at_an_address(Some(&certified));
    let own = format!("sslmode=verify-full&hostaddr={host}&sslrootcert={}", certified.certificate.display());
    let told = refused(&at(&server, "db.example", &own));
    assert!(told.contains("make it one with CA:FALSE"), "{told}");
}

#[test]
fn a_standby_is_found_and_promoted_by_lines_that_are_encrypted() {
    let authority = Authority::new();
    let certified = authority.certify("DNS:db.example");
    let mut pair = Pair::encrypted(&certified);
    let address = pair.encrypted_database(&format!("sslmode=verify-ca&sslrootcert={}", authority.root()));
    let mut store = open(&address).unwrap();
    fill(store.as_mut());
    let number = store.tip(Stream(1)).unwrap().number;
    pair.kill_primary();
    assert!(store.renew().is_err(), "the session has ended with its server");
    pair.promote();
    drop(store);
    let mut store = open(&address).unwrap();
    assert_eq!(store.tip(Stream(1)).unwrap().number, number);
    store.append(&entries(vec![entry(1, number + 1, 1)])).unwrap();
    assert_eq!(pair.sql("postgres", SESSIONS), "t|0");
    pair.attach(By::Rewinding);
    // Of two servers that are not the ones nobody waits for a promotion.
    let wrong = Authority::new();
    let told = refused(&address.replace(&authority.root(), &wrong.root()));
    assert_eq!(told.matches("none of the named roots vouches").count(), 2, "{told}");
}
