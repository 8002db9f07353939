//! What whoever keeps the machines reads: messages by request and table, and what is counted.

mod process;

use std::fs::{self, File};
use std::process::Stdio;
use std::time::Duration;

use client::{Ask, Site};
use serde_json::Value;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(60);
/// The word of a private table, which is in no message.
const WORD: &str = "c0ffeec0ffeec0ffeec0ffeec0ffee00";

fn header<'a>(reply: &'a client::Reply, name: &str) -> &'a str {
    reply.headers.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_is_found_in_the_messages_by_its_number() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let errors = folder.path().join("errors");
    let data = folder.path().join("room");
    let serve =
        ["--json", "serve", "--port", "0", "--house", "--log", "json", "--log-level", "debug", "--data"];
    let mut program = process::cardroom();
    program.args(serve).arg(&data);
    let (process, greeting) = process::open_with(&mut program, Stdio::from(File::create(&errors).unwrap()));
    let (site, _): (Site, _) = greeting.recv_timeout(PATIENCE).unwrap();
    let lobby = site.ask(&Ask::get("/api/lobby")).await.unwrap();
    let page = site.ask(&Ask::get(&format!("/table/3/friends/{WORD}"))).await.unwrap();
    let counted = site.ask(&Ask::get("/metrics")).await.unwrap();
    drop(process);

    assert!(
        counted.body.contains("cardroom_requests_total{route=\"/api/lobby\",status=\"200\"} 1\n"),
        "{}",
        counted.body
    );
    assert!(
        counted.body.contains("cardroom_requests_total{route=\"page\",status=\"200\"} 1\n"),
        "{}",
        counted.body
    );
    let text = fs::read_to_string(&errors).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (reply, route) in [(&lobby, "/api/lobby"), (&page, "page")] {
        let id: u64 = header(reply, "x-request-id").parse().unwrap();
        let line =
            lines.iter().find(|line| line["span"]["id"] == id).unwrap_or_else(|| panic!("{id} in {text}"));
        assert_eq!(
            (&line["span"]["route"], &line["status"]),
            (&Value::from(route), &Value::from(200)),
            "{line}"
        );
    }
    assert!(!text.contains(WORD), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_counted_says_which_program_runs_and_what_the_hall_holds() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let serve = ["--json", "serve", "--port", "0", "--house", "--data"];
    let (_process, greeting) = process::open(process::cardroom().args(serve).arg(folder.path()));
    let (site, _) = greeting.recv_timeout(PATIENCE).unwrap();
    let counted = site.ask(&Ask::get("/metrics")).await.unwrap();
    assert!(header(&counted, "content-type").starts_with("application/openmetrics-text"), "{counted:?}");
    let version = format!("cardroom_build_info{{version=\"{}\"}} 1\n", env!("CARGO_PKG_VERSION"));
    for line in [version.as_str(), "cardroom_tables 0\n", "cardroom_connections 1\n", "# EOF\n"] {
        assert!(counted.body.contains(line), "{line} is not in\n{}", counted.body);
    }
}

#[test]
fn a_level_that_does_not_exist_is_refused_in_a_sentence() {
    let refused = process::cardroom().args(["serve", "--log-level", "server=loud"]).output().unwrap();
    assert!(!refused.status.success());
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("--log-level"), "{told}");
}
