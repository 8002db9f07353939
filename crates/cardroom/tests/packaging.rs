//! What lies in packaging/: the room on several nodes with its database, standby and proxy. Every option that is given to the
//! program there is one of its own, every address leads to who is meant, and every file that is named is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command as Program;

use store::Place;

/// What a file of settings holds: the part of YAML that the compose file keeps to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Text(String),
    List(Vec<Value>),
    Map(BTreeMap<String, Value>),
}

impl Value {
    fn get(&self, name: &str) -> Option<&Value> {
        if let Value::Map(fields) = self { fields.get(name) } else { None }
    }

    fn at(&self, path: &[&str]) -> &Value {
        path.iter().fold(self, |value, name| {
            value.get(name).unwrap_or_else(|| panic!("{name} of {path:?} is not there: {value:?}"))
        })
    }

    fn text(&self) -> &str {
        if let Value::Text(text) = self { text } else { panic!("{self:?} is no text") }
    }

    fn texts(&self) -> Vec<String> {
        match self {
            Value::List(all) => all.iter().map(|one| one.text().to_owned()).collect(),
            other => panic!("{other:?} is no list"),
        }
    }

    fn fields(&self) -> &BTreeMap<String, Value> {
        if let Value::Map(fields) = self { fields } else { panic!("{self:?} has no fields") }
    }
}

/// Reads maps and lists by their indentation, texts in quotes or without, and lists in one line of texts in quotes.
fn read(text: &str) -> Value {
    let is_said = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let lines: Vec<(usize, &str)> = text
        .lines()
        .filter(is_said)
        .map(|line| (line.len() - line.trim_start().len(), line.trim()))
        .collect();
    let (value, rest) = block(&lines, 0);
    assert!(rest.is_empty(), "left over: {rest:?}");
    value
}

type Lines<'a> = &'a [(usize, &'a str)];

fn block<'a>(mut lines: Lines<'a>, indent: usize) -> (Value, Lines<'a>) {
    let (mut list, mut map) = (Vec::new(), BTreeMap::new());
    while let Some(&(own, line)) = lines.first().filter(|(own, _)| *own >= indent) {
        assert_eq!(own, indent, "{line} is indented otherwise than what stands before it");
        lines = &lines[1..];
        if let Some(item) = line.strip_prefix("- ") {
            match field(item) {
                Some((name, value)) => list.push(Value::Map([(name, scalar(value))].into())),
                None => list.push(scalar(item)),
            }
            continue;
        }
        let (name, value) = field(line).unwrap_or_else(|| panic!("{line} is no field"));
        let value = if value.is_empty() {
            let deeper = lines.first().map_or(0, |(own, _)| *own);
            assert!(deeper > indent, "{name} has nothing in it");
            let (value, rest) = block(lines, deeper);
            lines = rest;
            value
        } else {
            scalar(value)
        };
        assert!(map.insert(name.clone(), value).is_none(), "{name} stands there twice");
    }
    assert!(list.is_empty() || map.is_empty(), "a list with fields: {list:?} {map:?}");
    (if list.is_empty() { Value::Map(map) } else { Value::List(list) }, lines)
}

/// The name and the rest of a line that has a field.
fn field(line: &str) -> Option<(String, &str)> {
    let (name, value) =
        line.strip_suffix(':').map_or_else(|| line.split_once(": "), |name| Some((name, "")))?;
    let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter));
    is_name.then(|| (name.to_owned(), value.trim()))
}

fn scalar(text: &str) -> Value {
    if text.starts_with('[') || text.starts_with('"') {
        let read: serde_json::Value =
            serde_json::from_str(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let plain = |value: &serde_json::Value| Value::Text(value.as_str().expect("a text").to_owned());
        return match &read {
            serde_json::Value::Array(all) => Value::List(all.iter().map(plain).collect()),
            one => plain(one),
        };
    }
    match text {
        "{}" => Value::Map(BTreeMap::new()),
        plain => Value::Text(plain.to_owned()),
    }
}

fn packaging(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging").join(name)
}

fn file(name: &str) -> String {
    fs::read_to_string(packaging(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// A text with what the operator has set, as compose puts it in.
fn set(text: &str) -> String {
    let mut done = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let (inner, after) = after.split_once('}').expect("it is closed");
        let name = inner.split(':').next().unwrap();
        assert!(["CARDROOM_NAME", "POSTGRES_PASSWORD"].contains(&name), "{name} is not said in .env");
        done.push_str(before);
        done.push_str(if name == "CARDROOM_NAME" { "cards.example" } else { "secret" });
        rest = after;
    }
    done + rest
}

/// Asks the program what it would do with these options: it refuses those that it does not have.
#[track_caller]
fn takes(options: &[String]) {
    let asked = Program::new(env!("CARGO_BIN_EXE_cardroom")).args(options).arg("--help").output().unwrap();
    assert!(asked.status.success(), "{options:?}: {}", String::from_utf8_lossy(&asked.stderr));
}

/// What stands after an option.
fn after<'a>(options: &'a [String], name: &str) -> &'a str {
    let place = options.iter().position(|one| one == name).unwrap_or_else(|| panic!("{name} of {options:?}"));
    &options[place + 1]
}

#[test]
fn settings_are_read_as_they_stand() {
    let read = read(
        "# a\none: 1\ntwo:\n  - x\n  - \"y: z\"\nthree:\n  four: [\"a\", \"b\"]\n  five:\n    six: {}\n",
    );
    assert_eq!(read.at(&["two"]).texts(), ["x", "y: z"]);
    assert_eq!(read.at(&["three", "four"]).texts(), ["a", "b"]);
    assert!(read.at(&["three", "five", "six"]).fields().is_empty());
    assert_eq!(read.at(&["one"]).text(), "1");
}

#[test]
fn the_nodes_of_the_compose_file_are_given_options_that_exist() {
    let compose = read(&file("compose/compose.yml"));
    let services = compose.at(&["services"]).fields();
    let address = |name: &str| services[name].at(&["networks", "room", "ipv4_address"]).text().to_owned();
    let addresses: BTreeSet<String> = services.keys().map(|name| address(name)).collect();
    assert_eq!(addresses.len(), services.len(), "everybody has an address: {addresses:?}");
    let subnet = match compose.at(&["networks", "room", "ipam", "config"]) {
        Value::List(all) => all[0].at(&["subnet"]).text().to_owned(),
        other => panic!("{other:?}"),
    };
    let network = subnet.strip_suffix(".0/24").expect("a network of 256");
    assert!(addresses.iter().all(|own| own.starts_with(&format!("{network}."))), "{addresses:?}");

    let nodes: Vec<&String> = services.keys().filter(|name| name.starts_with("node-")).collect();
    assert_eq!(nodes.len(), 3);
    let mut upstream = BTreeSet::new();
    for name in &nodes {
        let options: Vec<String> =
            services[*name].at(&["command"]).texts().iter().map(|one| set(one)).collect();
        takes(&options);
        assert_eq!(options[0], "serve");
        assert!(options.contains(&"--node".to_owned()), "{options:?}");
        let reached: SocketAddr = after(&options, "--node-address").parse().unwrap();
        assert_eq!((reached.ip().to_string(), reached.port()), (address(name), 7421), "{name}");
        upstream.insert(reached.to_string());
        assert_eq!(after(&options, "--trusted-proxy"), address("proxy"));
        let store: Place = after(&options, "--store").parse().unwrap();
        let hosts = format!("@{},{}/", address("primary"), address("standby"));
        assert!(matches!(&store, Place::Database(_)) && store.to_string().contains(&hosts), "{store}");
        // Everybody on the machine reads command lines.
        assert!(!options.iter().any(|one| one.contains("secret")), "{options:?}");
        assert_eq!(set(services[*name].at(&["environment", "PGPASSWORD"]).text()), "secret");
    }
    // The proxy sends everybody to the nodes, and to nobody else.
    let nginx = file("compose/nginx.conf");
    let servers =
        nginx.lines().filter_map(|line| line.trim().strip_prefix("server ")?.split_whitespace().next());
    let servers: BTreeSet<String> = servers.filter(|one| *one != "{").map(str::to_owned).collect();
    assert_eq!(servers, upstream);
    let standby = file("compose/standby.sh");
    let comes = format!("host={} user=cardroom application_name=standby", address("primary"));
    assert!(standby.contains(&comes), "{standby}");
    assert!(file("compose/replication.sh").contains(&subnet), "the standby may come from that network");
}

#[test]
fn what_the_compose_file_names_is_there() {
    let compose = read(&file("compose/compose.yml"));
    let services = compose.at(&["services"]).fields();
    let kept: BTreeSet<&String> = compose.at(&["volumes"]).fields().keys().collect();
    let mut used = BTreeSet::new();
    for (name, service) in services {
        for volume in service.get("volumes").map(Value::texts).unwrap_or_default() {
            let source = volume.split(':').next().unwrap().to_owned();
            match source.strip_prefix("./") {
                // These are the operator's own.
                Some("certificate.pem" | "key.pem") => {}
                Some(own) => assert!(packaging("compose").join(own).is_file(), "{name}: {source}"),
                None => drop(used.insert(source)),
            }
        }
        for other in service.get("depends_on").map(|on| on.fields().keys()).into_iter().flatten() {
            let depends = &services[other];
            let condition = service.at(&["depends_on", other, "condition"]).text();
            let is_looked_at = depends.get("healthcheck").is_some();
            assert_eq!(condition == "service_healthy", is_looked_at, "{name} waits for {other}");
        }
        if let Some(build) = service.get("build") {
            let context = packaging("compose").join(build.at(&["context"]).text());
            assert!(context.join("Cargo.lock").is_file(), "{}", context.display());
            assert!(context.join(build.at(&["dockerfile"]).text()).is_file());
        }
    }
    assert_eq!(used.iter().collect::<BTreeSet<_>>(), kept, "every volume is somebody's");
    for script in ["replication.sh", "standby.sh", "node.sh"] {
        let read = Program::new("bash").arg("-n").arg(packaging("compose").join(script)).output().unwrap();
        assert!(read.status.success(), "{script}: {}", String::from_utf8_lossy(&read.stderr));
    }
}

#[test]
fn the_image_and_the_service_give_options_that_exist() {
    let image = file("Dockerfile");
    let command = image.lines().find_map(|line| line.strip_prefix("CMD ")).expect("it begins something");
    takes(&scalar(command).texts());
    let service = file("cardroom.service");
    let begins =
        service.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("it begins something");
    let (program, options) = begins.split_once(' ').unwrap();
    assert!(program.ends_with("/cardroom"), "{program}");
    let options: Vec<String> =
        options.split(' ').filter(|one| *one != "$CARDROOM_OPTIONS").map(str::to_owned).collect();
    takes(&options);
}
