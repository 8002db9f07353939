//! What the room counts and times for those who run it, in the text format that Prometheus reads.
//!
//! Names end in their unit, and everything is counted from the start of the program. What only the hall knows (tables,
//! watchers) is asked of it when somebody looks.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::hall::{Metrics, Outcome};
use crate::journal::VERSION;

/// The content type of what [`Measures::text`] gives.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What the room counts and times.
#[derive(Clone)]
pub struct Measures(Arc<Kept>);

struct Kept {
    registry: Registry,
    /// Numbers requests, so that what is logged of one can be found.
    requests_begun: AtomicU64,
    answers: Family<AnswerLabels, Counter>,
    batches: Counter,
    entries: Counter,
    batch: Histogram,
    turn: Histogram,
    requests: Family<RequestLabels, Counter>,
    request: Histogram,
    connections: Gauge,
    refused_connections: Counter,
    malformed: Counter,
    commands: Counter,
    law_entries: Counter,
    tables: Gauge,
    set_aside: Gauge,
    watchers: Gauge,
    uptime: Gauge<f64, AtomicU64>,
    memory: Gauge,
    files: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AnswerLabels {
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    status: u16,
}

impl Default for Measures {
    fn default() -> Measures {
        let mut kept = Kept {
            registry: Registry::with_prefix("cardroom"),
            requests_begun: AtomicU64::new(0),
            answers: Family::default(),
            batches: Counter::default(),
            entries: Counter::default(),
            batch: durations(),
            turn: durations(),
            requests: Family::default(),
            request: durations(),
            connections: Gauge::default(),
            refused_connections: Counter::default(),
            malformed: Counter::default(),
            commands: Counter::default(),
            law_entries: Counter::default(),
            tables: Gauge::default(),
            set_aside: Gauge::default(),
            watchers: Gauge::default(),
            uptime: Gauge::default(),
            memory: Gauge::default(),
            files: Gauge::default(),
        };
        kept.register();
        Measures(Arc::new(kept))
    }
}

/// From a tenth of a millisecond to some seven seconds, each bucket twice the one before.
fn durations() -> Histogram {
    Histogram::new(exponential_buckets(0.000_1, 2.0, 17))
}

impl Kept {
    fn register(&mut self) {
        let of = &mut self.registry;
        let build = Info::new(vec![("version".to_owned(), VERSION.to_owned())]);
        of.register("build", "The program that runs the room", build);
        of.register("commands", "Commands and ticks that changed a table", self.commands.clone());
        of.register("answers", "Commands of people that were answered, by outcome", self.answers.clone());
        of.register("batches", "Batches made durable", self.batches.clone());
        of.register("entries", "Entries of the log made durable", self.entries.clone());
        let (help, unit) = ("How long a batch takes to be durable", Unit::Seconds);
        of.register_with_unit("batch_duration", help, unit, self.batch.clone());
        let (help, unit) =
            ("How long a turn of the hall takes, from its first request to its answers", Unit::Seconds);
        of.register_with_unit("turn_duration", help, unit, self.turn.clone());
        of.register("requests", "Requests answered, by route and status", self.requests.clone());
        let (help, unit) = ("How long a request waits for its answer to begin", Unit::Seconds);
        of.register_with_unit("request_duration", help, unit, self.request.clone());
        of.register("connections", "Connections that are open", self.connections.clone());
        let help = "Connections closed at once because there was no place for them";
        of.register("connections_refused", help, self.refused_connections.clone());
        of.register("malformed", "Messages of sockets that were no commands", self.malformed.clone());
        let help = "Entries of the log that were read for the lights of the law";
        of.register("law_entries_read", help, self.law_entries.clone());
        of.register("tables", "Tables in the hall", self.tables.clone());
        let help = "Tables at which something broke, so that nobody plays there";
        of.register("tables_set_aside", help, self.set_aside.clone());
        of.register("watchers", "Streams and sockets that follow a table", self.watchers.clone());
        of.register_with_unit("uptime", "Since the room was opened", Unit::Seconds, self.uptime.clone());
        let (help, unit) = ("Memory that the program holds", Unit::Bytes);
        of.register_with_unit("resident_memory", help, unit, self.memory.clone());
        of.register("open_files", "Files and sockets that the program holds open", self.files.clone());
    }
}

impl Measures {
    /// Counts a command or tick that changed a table.
    pub(crate) fn commanded(&self) {
        self.0.commands.inc();
    }

    /// Counts a message of a socket that was no command.
    pub(crate) fn malformed(&self) {
        self.0.malformed.inc();
    }

    /// Counts an answer to a command.
    pub(crate) fn answered(&self, outcome: Outcome) {
        let outcome = match outcome {
            Outcome::Applied => "applied",
            Outcome::Duplicate => "duplicate",
            Outcome::Stale => "stale",
            Outcome::Refused => "refused",
        };
        self.0.answers.get_or_create(&AnswerLabels { outcome }).inc();
    }

    /// Counts a batch that is durable.
    pub(crate) fn wrote(&self, entries: usize, took: Duration) {
        self.0.batches.inc();
        self.0.entries.inc_by(entries as u64);
        self.0.batch.observe(took.as_secs_f64());
    }

    /// Counts a turn of the hall that had something to do.
    pub(crate) fn turned(&self, took: Duration) {
        self.0.turn.observe(took.as_secs_f64());
    }

    /// Counts entries that were read for the lights of the law.
    pub(crate) fn read_for_law(&self, entries: u64) {
        self.0.law_entries.inc_by(entries);
    }

    /// The number of a request that begins.
    pub(crate) fn next_request(&self) -> u64 {
        self.0.requests_begun.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Counts a request whose answer begins.
    pub(crate) fn served(&self, route: &str, status: u16, took: Duration) {
        self.0.requests.get_or_create(&RequestLabels { route: route.to_owned(), status }).inc();
        self.0.request.observe(took.as_secs_f64());
    }

    /// Counts a connection until the guard goes.
    pub(crate) fn connected(&self) -> Connected {
        self.0.connections.inc();
        Connected(self.0.connections.clone())
    }

    /// Counts a connection for which there was no place.
    pub(crate) fn refused_connection(&self) {
        self.0.refused_connections.inc();
    }

    /// Everything that is counted, with what the hall says of itself.
    pub(crate) fn text(&self, hall: &Metrics) -> String {
        let own = &self.0;
        own.tables.set(signed(hall.tables));
        own.set_aside.set(signed(hall.set_aside.len() as u64));
        own.watchers.set(signed(hall.watchers));
        own.uptime.set(Duration::from_millis(hall.uptime_ms).as_secs_f64());
        own.memory.set(signed(resident_bytes().unwrap_or(0)));
        own.files.set(signed(open_files().unwrap_or(0)));
        let mut text = String::new();
        text::encode(&mut text, &own.registry).expect("a string takes everything");
        text
    }
}

impl fmt::Debug for Measures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Measures").finish_non_exhaustive()
    }
}

/// A connection that is open; counted no more when dropped.
pub(crate) struct Connected(Gauge);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.dec();
    }
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The memory that the program holds, where the system says it.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

/// How many files and sockets are open, where the system says it.
fn open_files() -> Option<u64> {
    Some(std::fs::read_dir("/proc/self/fd").ok()?.count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_stands_in_the_text_with_its_unit() {
        let measures = Measures::default();
        measures.answered(Outcome::Refused);
        measures.answered(Outcome::Refused);
        measures.wrote(3, Duration::from_millis(2));
        measures.served("/api/lobby", 200, Duration::from_millis(1));
        let open = measures.connected();
        (0..7).for_each(|_| measures.commanded());
        (0..5).for_each(|_| measures.malformed());
        let hall = Metrics { tables: 2, watchers: 4, uptime_ms: 1_500, set_aside: vec![9] };
        let text = measures.text(&hall);
        for line in [
            "cardroom_answers_total{outcome=\"refused\"} 2",
            "cardroom_entries_total 3",
            "cardroom_batch_duration_seconds_count 1",
            "cardroom_batch_duration_seconds_bucket{le=\"0.0032\"} 1",
            "cardroom_requests_total{route=\"/api/lobby\",status=\"200\"} 1",
            "cardroom_connections 1",
            "cardroom_commands_total 7",
            "cardroom_malformed_total 5",
            "cardroom_tables_set_aside 1",
            "cardroom_uptime_seconds 1.5",
            "# EOF",
        ] {
            assert!(text.lines().any(|one| one == line), "{line} is not in\n{text}");
        }
        drop(open);
        assert!(measures.text(&hall).contains("cardroom_connections 0\n"));
    }

    #[test]
    fn what_dashboards_and_alarms_ask_for_is_counted() {
        let measures = Measures::default();
        measures.answered(Outcome::Applied);
        measures.served("/api/lobby", 200, Duration::ZERO);
        let hall = Metrics { tables: 0, watchers: 0, uptime_ms: 0, set_aside: Vec::new() };
        let text = measures.text(&hall);
        let counted: Vec<&str> = text.lines().filter_map(|line| line.split(['{', ' ']).next()).collect();
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut asked = 0;
        for file in ["packaging/grafana-dashboard.json", "packaging/alerts.yml", "docs/operating.md"] {
            let file = std::fs::read_to_string(folder.join(file)).unwrap();
            let is_part = |letter: char| letter.is_ascii_lowercase() || letter == '_';
            for (at, _) in file.match_indices("cardroom_") {
                let name: &str = file[at..].split(|letter| !is_part(letter)).next().unwrap();
                asked += 1;
                assert!(counted.contains(&name), "{name} is not counted");
            }
        }
        assert!(asked > 20);
    }
}
