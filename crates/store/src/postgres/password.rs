//! Where the password of a database comes from: not from a command line, which everybody on the machine reads, but from the
//! environment or a file, as other programs of PostgreSQL take it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tokio_postgres::Config;
use tokio_postgres::config::Host;

use crate::Error;

/// Gives a configuration without a password the one of `PGPASSWORD`, or of the file that `PGPASSFILE` names, or of
/// `~/.pgpass`.
pub(super) fn complete(config: &mut Config) -> Result<(), Error> {
    if config.get_password().is_some() {
        return Ok(());
    }
    if let Some(password) = std::env::var_os("PGPASSWORD").filter(|password| !password.is_empty()) {
        config.password(password.as_encoded_bytes());
        return Ok(());
    }
    let named = std::env::var_os("PGPASSFILE").filter(|file| !file.is_empty()).map(PathBuf::from);
    let at_home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".pgpass"));
    let is_named = named.is_some();
    let Some(file) = named.or_else(at_home) else { return Ok(()) };
    let said = |what: String| Error::Address { what: format!("{}: {what}", file.display()) };
    let metadata = match fs::metadata(&file) {
        Ok(metadata) => metadata,
        Err(_) if !is_named => return Ok(()),
        Err(error) => return Err(said(format!("cannot be read ({error})"))),
    };
    if metadata.is_file() && metadata.permissions().mode() & 0o077 != 0 {
        return Err(said("others may read this file with passwords: chmod 600".to_owned()));
    }
    let text = fs::read_to_string(&file).map_err(|error| said(format!("cannot be read ({error})")))?;
    if let Some(password) = text.lines().find_map(|line| of_line(line, config)) {
        config.password(password);
    }
    Ok(())
}

/// The password of a line `host:port:database:user:password`, if it is for this database; `*` is for any.
fn of_line(line: &str, config: &Config) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let parts = parts(line);
    let [host, port, database, user, password] = <[String; 5]>::try_from(parts).ok()?;
    let is_for = |said: &str, own: &str| said == "*" || said == own;
    let own_user = config.get_user().unwrap_or_default();
    let is_host = |own: &Host| match own {
        Host::Tcp(name) => is_for(&host, name),
        Host::Unix(folder) => {
            is_for(&host, "localhost") || folder.to_str().is_some_and(|folder| host == folder)
        }
    };
    let ports: Vec<String> = config.get_ports().iter().map(ToString::to_string).collect();
    let is_port = port == "*" || ports.contains(&port) || (ports.is_empty() && port == "5432");
    let is_it = config.get_hosts().iter().any(is_host)
        && is_port
        && is_for(&database, config.get_dbname().unwrap_or(own_user))
        && is_for(&user, own_user);
    is_it.then_some(password)
}

/// The parts of a line between colons; a backslash stands before one that is no end.
fn parts(line: &str) -> Vec<String> {
    let (mut parts, mut own) = (Vec::new(), String::new());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => own.extend(letters.next()),
            // The last part is the password, whatever stands in it.
            ':' if parts.len() < 4 => parts.push(std::mem::take(&mut own)),
            letter => own.push(letter),
        }
    }
    parts.push(own);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_for_its_database_alone() {
        let config: Config = "postgres://keeper@db:5433/room".parse().unwrap();
        for (line, expected) in [
            ("db:5433:room:keeper:se\\:cr\\\\et", Some("se:cr\\et")),
            ("*:*:*:*:any", Some("any")),
            ("*:*:*:keeper:a:b", Some("a:b")),
            ("other:5433:room:keeper:no", None),
            ("db:5432:room:keeper:no", None),
            ("db:5433:other:keeper:no", None),
            ("db:5433:room:other:no", None),
            ("#*:*:*:*:no", None),
            ("db:5433:room:keeper", None),
            ("", None),
        ] {
            assert_eq!(of_line(line, &config).as_deref(), expected, "{line}");
        }
        let socket: Config = "postgres:///room?host=/run/postgresql&user=keeper".parse().unwrap();
        for (line, is_it) in
            [("localhost:5432:room:keeper:x", true), ("/run/postgresql:*:*:*:x", true), ("db:*:*:*:x", false)]
        {
            assert_eq!(of_line(line, &socket).is_some(), is_it, "{line}");
        }
    }
}
