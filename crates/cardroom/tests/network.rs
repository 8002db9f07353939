//! The program on a network: TLS with a certificate that changes, proxies that are trusted or not,
//! the end that no client delays, and who on the machine reads its files.

mod process;

use std::fs::{self, Permissions};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use client::Site;
use process::{Greeting, Process};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(60);

fn folder() -> TempDir {
    TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A certificate for this machine, signed by itself, under a name that tells it from others.
fn certificate(folder: &Path, name: &str) -> (PathBuf, PathBuf) {
    let (certificate, key) = (folder.join(format!("{name}.pem")), folder.join(format!("{name}.key")));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"])
        .args(["-days", "2", "-subj", &format!("/CN={name}"), "-addext"])
        .args([
            "subjectAltName=IP:127.0.0.1,DNS:localhost",
            "-keyout",
            text(&key),
            "-out",
            text(&certificate),
        ])
        .output()
        .expect("openssl is there; install it with `apt-get install openssl`");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    (certificate, key)
}

fn start(data: &Path, more: &[&str]) -> (Process, Greeting) {
    let mut program = process::cardroom();
    program.args(["--json", "serve", "--port", "0", "--data", text(data)]).args(more);
    let (process, greeting) = process::open(&mut program);
    (process, greeting.recv_timeout(PATIENCE).expect("the room opens"))
}

fn tell(process: &Process, signal: Signal) {
    kill_process(Pid::from_child(&process.0), signal).unwrap();
}

/// Runs curl, and gives what it printed.
fn curl(arguments: &[&str]) -> Output {
    let mut program = Command::new("curl");
    program.args(["--silent", "--show-error", "--max-time", "20"]).args(arguments);
    program.output().expect("curl is there; install it with `apt-get install curl`")
}

fn heard(output: &Output) -> String {
    let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{error}");
    out.into_owned()
}

const GUEST: [&str; 4] = ["--data", "{}", "--header", "Content-Type: application/json"];

#[test]
fn the_room_speaks_tls_and_takes_a_new_certificate_without_a_stop() {
    let folder = folder();
    let (first, first_key) = certificate(folder.path(), "first");
    let (second, second_key) = certificate(folder.path(), "second");
    let (used, used_key) = (folder.path().join("used.pem"), folder.path().join("used.key"));
    fs::copy(&first, &used).unwrap();
    fs::copy(&first_key, &used_key).unwrap();
    let data = folder.path().join("room");
    let (process, (site, _)) = start(&data, &["--certificate", text(&used), "--key", text(&used_key)]);
    let room = format!("https://{}", site.0);

    // Whoever trusts the certificate gets in, others do not, and nobody does in the clear.
    let health = format!("{room}/health");
    let told: Value = serde_json::from_str(&heard(&curl(&["--cacert", text(&first), &health]))).unwrap();
    assert_eq!(told["status"], "open", "{told}");
    assert!(!curl(&[&health]).status.success(), "nobody vouches for it");
    assert!(!curl(&["--cacert", text(&second), &health]).status.success(), "another certificate");
    assert!(!curl(&[&format!("http://{}/health", site.0)]).status.success(), "in the clear");
    for version in [["--tlsv1.2", "--tls-max", "1.2"], ["--tlsv1.3", "--tls-max", "1.3"]] {
        heard(&curl(&[version.as_slice(), &["--cacert", text(&first), &health]].concat()));
    }
    assert!(!curl(&["--cacert", text(&first), "--tls-max", "1.1", &health]).status.success(), "too old");
    let guest = format!("{room}/api/guest");
    let entered =
        heard(&curl(&[GUEST.as_slice(), &["--cacert", text(&first), "--include", &guest]].concat()));
    let cookie = entered.lines().find(|line| line.to_lowercase().starts_with("set-cookie:")).unwrap();
    assert!(cookie.contains("; Secure"), "{cookie}");
    let clear = format!("Origin: http://{}", site.0);
    let from_clear = [GUEST.as_slice(), &["--cacert", text(&first), "--header", &clear, &guest]].concat();
    assert!(heard(&curl(&from_clear)).contains("not-allowed"), "a page that came in the clear");

    // What does not fit together changes nothing; a pair that does is used at once, and nobody is cut off.
    let mut open = tls_client(&first, site);
    fs::copy(&second, &used).unwrap();
    tell(&process, Signal::HUP);
    std::thread::sleep(Duration::from_millis(500));
    heard(&curl(&["--cacert", text(&first), &health]));
    fs::copy(&second_key, &used_key).unwrap();
    tell(&process, Signal::HUP);
    let began = Instant::now();
    while !curl(&["--cacert", text(&second), &health]).status.success() {
        assert!(began.elapsed() < Duration::from_secs(10), "the new certificate is not used");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(!curl(&["--cacert", text(&first), &health]).status.success(), "the old one is not used any more");
    let mut input = open.stdin.take().unwrap();
    write!(input, "GET /health HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", site.0).unwrap();
    let mut answer = String::new();
    open.stdout.take().unwrap().read_to_string(&mut answer).unwrap();
    assert!(answer.contains("HTTP/1.1 200"), "who was connected stays so: {answer}");
    drop(input);
    let _ = open.wait();
}

/// A connection by TLS that is open and has not asked anything yet.
fn tls_client(certificate: &Path, site: Site) -> std::process::Child {
    let child = Command::new("openssl")
        .args(["s_client", "-quiet", "-verify_return_error", "-CAfile", text(certificate), "-connect"])
        .arg(site.0.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    child
}

#[test]
fn a_certificate_that_cannot_be_used_is_refused_in_a_sentence() {
    let folder = folder();
    let (first, first_key) = certificate(folder.path(), "first");
    let (_, second_key) = certificate(folder.path(), "second");
    let empty = folder.path().join("empty.pem");
    fs::write(&empty, "").unwrap();
    let missing = folder.path().join("missing.pem");
    for (certificate, key, said) in [
        (&first, &second_key, "the key does not go with the certificate"),
        (&empty, &first_key, "there is no certificate in it"),
        (&missing, &first_key, "the certificate or its key cannot be read"),
        (&first, &empty, "empty.pem: "),
    ] {
        let data = folder.path().join("room");
        let mut program = process::cardroom();
        program.args(["serve", "--port", "0", "--data", text(&data)]);
        let refused =
            program.args(["--certificate", text(certificate), "--key", text(key)]).output().unwrap();
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && told.contains(said), "{told}");
        assert!(!data.exists(), "nothing is made");
    }
}

#[test]
fn only_a_proxy_that_is_named_says_for_whom_it_asks() {
    let folder = folder();
    for (trusted, is_trusted) in [("127.0.0.1", true), ("127.0.0.9", false)] {
        let data = folder.path().join(trusted);
        let (_process, (site, _)) = start(&data, &["--name", "cards.example", "--trusted-proxy", trusted]);
        let login = format!("http://{}/api/login", site.0);
        let wrong = ["--data", r#"{"name":"nobody","password":"wrong"}"#, "--header"];
        // Fourteen people behind the proxy guess once each, which are too many only for one address.
        let mut statuses = Vec::new();
        for last in 1..=14 {
            let from = format!("X-Forwarded-For: 198.51.100.77, 192.0.2.{last}");
            let told = curl(
                &[
                    wrong.as_slice(),
                    &["Content-Type: application/json", "--header", &from, "--header", "Host: cards.example"],
                    &["--output", "/dev/null", "--write-out", "%{http_code}", &login],
                ]
                .concat(),
            );
            statuses.push(heard(&told));
        }
        let refused = statuses.iter().filter(|status| *status == "429").count();
        assert_eq!(refused, if is_trusted { 0 } else { 4 }, "{statuses:?}");
        let guest = format!("http://{}/api/guest", site.0);
        let https = ["--header", "X-Forwarded-Proto: https", "--include", "--header", "Host: cards.example"];
        let entered = heard(&curl(&[GUEST.as_slice(), &https, &[&guest]].concat()));
        assert_eq!(entered.contains("; Secure"), is_trusted, "{entered}");
        let own = ["--header", "Origin: https://cards.example"];
        let browsed = heard(&curl(&[GUEST.as_slice(), &https, &own, &[&guest]].concat()));
        assert!(browsed.contains("200 OK"), "a browser behind the proxy: {browsed}");
    }
}

#[test]
fn the_program_ends_within_five_seconds_whatever_clients_do() {
    let folder = folder();
    let (mut process, (site, _)) = start(&folder.path().join("room"), &[]);
    let address = site.0.to_string();
    let guest = format!("http://{address}/api/guest");
    let entered = heard(&curl(&[GUEST.as_slice(), &["--include", &guest]].concat()));
    let cookie =
        entered.split("cardroom=").nth(1).and_then(|rest| rest.split(';').next()).unwrap().to_owned();
    let upgrade = format!(
        "GET /api/tables/1/socket HTTP/1.1\r\nHost: {address}\r\nCookie: cardroom={cookie}\r\n\
         Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let half_body = format!(
        "POST /api/guest HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: 40\r\n\r\n{{\"name\": "
    );
    let unread = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {address}\r\n\r\n").repeat(200);
    // A message of a socket by hand: masked with nothing, so that it stands there as it is.
    let said = br#"{"id":"x","command":{"do":"sit-out"}}"#;
    let message = [&[0x81, 0x80 | said.len() as u8, 0, 0, 0, 0], said.as_slice()].concat();
    let busy = [upgrade.as_bytes(), &message.repeat(2_000)].concat();
    let mut held = Vec::new();
    for sent in [
        b"".as_slice(),
        b"GET / HTTP/1.1\r\nHost: ",
        half_body.as_bytes(),
        unread.as_bytes(),
        upgrade.as_bytes(),
        &busy,
    ] {
        for _ in 0..5 {
            let mut connection = TcpStream::connect(site.0).unwrap();
            connection.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
            let _ = connection.write_all(sent);
            held.push(connection);
        }
    }
    std::thread::sleep(Duration::from_millis(500));
    tell(&process, Signal::TERM);
    let began = Instant::now();
    let status = loop {
        if let Some(status) = process.0.try_wait().unwrap() {
            break status;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "it goes on");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    drop(held);
}

/// To work on a password takes 19 MB. However many ask for it at once, few are worked on, so that whoever makes accounts
/// from a few addresses does not take all the memory of the machine.
#[test]
fn however_many_come_in_at_once_few_passwords_are_worked_on() {
    let folder = folder();
    let (process, (site, _)) = start(&folder.path().join("room"), &[]);
    let ask = |number: usize| {
        let body = format!(r#"{{"name":"Newcomer {number}","password":"long enough"}}"#);
        let length = body.len();
        format!(
            "POST /api/register HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}",
            site.0
        )
    };
    // All but the last byte of each, so that all come at once.
    let mut asked: Vec<(TcpStream, String)> =
        (0..60).map(|number| (TcpStream::connect(site.0).unwrap(), ask(number))).collect();
    for (connection, text) in &mut asked {
        connection.write_all(&text.as_bytes()[..text.len() - 1]).unwrap();
    }
    for (connection, text) in &mut asked {
        connection.write_all(&text.as_bytes()[text.len() - 1..]).unwrap();
    }
    let mut statuses = Vec::new();
    for (mut connection, _) in asked {
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        statuses.push(answer.split(' ').nth(1).unwrap_or_default().to_owned());
    }
    assert!(statuses.iter().all(|status| ["200", "429"].contains(&status.as_str())), "{statuses:?}");
    assert!(statuses.iter().any(|status| status == "200"), "{statuses:?}");
    // A thread that has worked for somebody is kept for a while.
    let threads = fs::read_dir(format!("/proc/{}/task", process.0.id())).unwrap().count();
    assert!(threads < 40, "{threads} threads");
}

#[test]
fn nobody_else_on_the_machine_reads_the_files_of_a_room() {
    let folder = folder();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let data = folder.path().join("room");
    let (process, _) = start(&data, &[]);
    assert_eq!(fs::metadata(&data).unwrap().mode() & 0o777, 0o700);
    let files = fs::read_dir(&data).unwrap().map(|file| file.unwrap().path());
    // The note of tips is for everybody: hashes, and nothing else.
    let files: Vec<PathBuf> = files.filter(|file| !file.ends_with("tips.txt")).collect();
    let is_there = |name: &str| files.iter().any(|file| file.ends_with(name));
    assert!(is_there("room.sqlite3") && is_there("room.sqlite3-wal") && is_there("tips.key"), "{files:?}");
    for file in &files {
        assert_eq!(fs::metadata(file).unwrap().mode() & 0o777, 0o600, "{}", file.display());
    }
    // Reports tell who played for how much; one that was there before is closed, too.
    let (made, before) = (data.join("chips.csv"), folder.path().join("chips.pdf"));
    fs::write(&before, "").unwrap();
    fs::set_permissions(&before, Permissions::from_mode(0o644)).unwrap();
    for (option, file) in [("--csv", &made), ("--pdf", &before)] {
        let mut report = process::cardroom();
        report.args(["report", "chips", text(&data), option, text(file)]);
        heard(&report.output().unwrap());
        assert_eq!(fs::metadata(file).unwrap().mode() & 0o777, 0o600, "{}", file.display());
    }
    if fs::metadata("/proc/self").unwrap().uid() == 0 {
        let read = |path: &Path| {
            let mut program = Command::new("cat");
            program.arg(path).uid(65_534).gid(65_534).stdout(Stdio::null()).stderr(Stdio::null());
            program.status().unwrap().success()
        };
        let shown = folder.path().join("shown");
        fs::write(&shown, "for everybody").unwrap();
        fs::set_permissions(&shown, Permissions::from_mode(0o644)).unwrap();
        assert!(read(&shown), "somebody else reads what is for everybody");
        for file in &files {
            assert!(!read(file), "{}", file.display());
        }
        // Nor where the folder is open by mistake.
        fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
        for file in &files {
            assert!(!read(file), "{}", file.display());
        }
    }
    drop(process);
}
