//! A copy of a room as it is at one moment, also while it is played in.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::pause::pause;
use super::{FILE, UNFINISHED, private, read, schema, sync_folder};
use crate::{Copied, Error, Witness};

/// How many pages are copied between two reports of progress.
const STEP: i32 = 256;

/// How often a page is asked for again that somebody else holds.
const PATIENCE: u32 = 1_000;

pub(super) fn backup(
    connection: &Connection,
    folder: &Path,
    progress: &mut dyn FnMut(Copied),
) -> Result<Witness, Error> {
    let unusable = |source| Error::Folder { folder: folder.to_owned(), source };
    make_folder(folder)?;
    let (file, unfinished) = (folder.join(FILE), folder.join(UNFINISHED));
    // Everything is read within one transaction: what is written meanwhile is not in the copy, not even half.
    let moment = connection.unchecked_transaction()?;
    let tips: Witness = read::tips(&moment)?;
    private::file(&unfinished).map_err(unusable)?;
    let mut copy = Connection::open(&unfinished)?;
    copy_pages(&moment, &mut copy, progress)?;
    moment.finish()?;
    // Without a log beside it, it can be read where nothing can be written.
    copy.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
    schema::check(&copy)?;
    let same = read::tips::<Witness>(&copy)? == tips;
    copy.close().map_err(|(_, error)| error)?;
    if !same {
        let source = io::Error::other("the copy is not what was copied");
        return Err(unusable(source));
    }
    File::open(&unfinished).and_then(|file| file.sync_all()).map_err(unusable)?;
    fs::rename(&unfinished, &file).map_err(unusable)?;
    sync_folder(folder).map_err(unusable)?;
    if let Some(around) = folder.canonicalize().map_err(unusable)?.parent() {
        sync_folder(around).map_err(unusable)?;
    }
    Ok(tips)
}

/// Makes the folder for the copy; one that holds anything is left alone.
pub(super) fn make_folder(folder: &Path) -> Result<(), Error> {
    let unusable = |source| Error::Folder { folder: folder.to_owned(), source };
    private::folder(folder).map_err(unusable)?;
    match fs::read_dir(folder).map_err(unusable)?.next() {
        Some(_) => Err(Error::NotEmpty { folder: folder.to_owned() }),
        None => Ok(()),
    }
}

fn copy_pages(from: &Connection, to: &mut Connection, progress: &mut dyn FnMut(Copied)) -> Result<(), Error> {
    let backup = Backup::new(from, to)?;
    let mut is_begun = false;
    let mut patience = PATIENCE;
    loop {
        let step = backup.step(STEP)?;
        let now = backup.progress();
        let of = u64::try_from(now.pagecount).unwrap_or(0);
        progress(Copied { pages: of.saturating_sub(u64::try_from(now.remaining).unwrap_or(0)), of });
        if !std::mem::replace(&mut is_begun, true) {
            pause("backup");
        }
        match step {
            StepResult::Done => return Ok(()),
            StepResult::More => patience = PATIENCE,
            _ if patience == 0 => {
                let held = io::Error::new(io::ErrorKind::TimedOut, "somebody else holds the file");
                return Err(Error::Storage(Box::new(held)));
            }
            _ => {
                patience -= 1;
                thread::sleep(Duration::from_millis(10));
            }
        }
    }
}
