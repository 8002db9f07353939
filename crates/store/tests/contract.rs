//! One contract for every database under a room: each law runs over a file and over PostgreSQL.

#[path = "contract/hanging.rs"]
mod hanging;
#[path = "contract/laws.rs"]
mod laws;
#[path = "contract/nodes.rs"]
mod nodes;

mod database;
mod room;

use std::process::ExitCode;
use std::sync::Arc;

use database::Server;
use libtest_mimic::{Arguments, Trial};
use room::Folder;
use store::Place;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let server = Arc::new(Server::start());
    let mut trials = Vec::new();
    for (name, law) in laws::ALL {
        trials.push(Trial::test(format!("file::{name}"), move || {
            let folder = Folder::new();
            law(&Place::Folder(folder.path().to_owned()));
            Ok(())
        }));
        let server = Arc::clone(&server);
        trials.push(Trial::test(format!("postgres::{name}"), move || {
            law(&server.database().parse().unwrap());
            Ok(())
        }));
    }
    for (name, law) in nodes::ALL {
        let server = Arc::clone(&server);
        trials.push(Trial::test(format!("postgres::{name}"), move || {
            law(&server);
            Ok(())
        }));
    }
    let done = libtest_mimic::run(&arguments, trials);
    drop(server);
    done.exit_code()
}
