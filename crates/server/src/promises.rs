//! What a database promises of what it has acknowledged, held against what a room needs: said when the room opens, and
//! again whenever it changes.

use std::time::Duration;

use store::{Database, Place, Promise};

use crate::Config;

/// How often the database is asked.
const EVERY: Duration = Duration::from_secs(30);

/// What whoever runs the room should know about its database, and begins to look whether that changes.
pub(crate) fn doubts(config: &Config) -> Result<Vec<String>, store::Error> {
    let Place::Database(database) = &config.place else { return Ok(Vec::new()) };
    let promise = database.promise()?;
    let needs_standby = promise.has_several || config.node.is_some();
    tokio::spawn(keep_looking(database.clone(), promise, needs_standby));
    let doubts = told(promise, needs_standby);
    for what in &doubts {
        tracing::warn!("{what}");
    }
    Ok(doubts)
}

fn told(promise: Promise, needs_standby: bool) -> Vec<String> {
    let mut doubts = Vec::new();
    if !promise.is_on_disk {
        doubts.push(
            "the database acknowledges what is not on its disk yet (fsync or synchronous_commit is off): what people were \
             told may be lost when its machine dies"
                .to_owned(),
        );
    }
    if needs_standby && !promise.is_on_standby {
        doubts.push(
            "the database waits for no standby (synchronous_standby_names is empty, or synchronous_commit is less than \
             on): what people were told may be lost when the primary dies"
                .to_owned(),
        );
    }
    doubts
}

async fn keep_looking(database: Database, mut known: Promise, needs_standby: bool) {
    loop {
        tokio::time::sleep(EVERY).await;
        let asked = database.clone();
        let Ok(Ok(promise)) = tokio::task::spawn_blocking(move || asked.promise()).await else { continue };
        if promise == known {
            continue;
        }
        known = promise;
        let doubts = told(promise, needs_standby);
        if doubts.is_empty() {
            tracing::info!("the database promises again that nothing acknowledged is lost");
        }
        for what in doubts {
            tracing::warn!("{what}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_promise_that_is_needed_is_missed() {
        let all = Promise { is_on_disk: true, is_on_standby: true, has_several: true };
        let (alone, asleep) = (Promise { is_on_standby: false, ..all }, Promise { is_on_disk: false, ..all });
        for (promise, needs_standby, disk, standby) in [
            (all, true, false, false),
            (alone, true, false, true),
            (alone, false, false, false),
            (asleep, false, true, false),
        ] {
            let said = told(promise, needs_standby).join("; ");
            assert_eq!(
                (said.contains("on its disk"), said.contains("no standby")),
                (disk, standby),
                "{said}"
            );
        }
    }
}
