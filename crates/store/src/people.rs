//! The people who may enter, kept beside the log: a password hash does not belong into what is never changed.

use crate::{Error, Hash};

/// Somebody the room knows.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// The patron's number, never given twice.
    pub id: u32,
    /// The name, which nobody else has, whether in small letters or large.
    pub name: String,
    /// The hash of the password, which the store does not look into; a guest has none.
    pub password: Option<String>,
    /// What the person may be here: "patron", "dealer", "floor", ...
    pub roles: Vec<String>,
    /// When the person was added, in milliseconds since 1970.
    pub created_ms: i64,
}

impl std::fmt::Debug for Person {
    /// Leaves the password hash out, so that it never ends up in a message.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Person")
            .field("id", &self.id)
            .field("name", &self.name)
            .field("roles", &self.roles)
            .finish_non_exhaustive()
    }
}

/// Somebody to be added.
#[derive(Clone, Default)]
pub struct NewPerson {
    /// The number to take, or none for the next that nobody ever had.
    pub id: Option<u32>,
    /// The name.
    pub name: String,
    /// The hash of the password; a guest has none.
    pub password: Option<String>,
    /// What the person may be here.
    pub roles: Vec<String>,
    /// When the person is added, in milliseconds since 1970.
    pub created_ms: i64,
}

/// What the house has written down about somebody. It lies beside the log, which holds only a digest of it: without the
/// salt nobody finds out from the log what it said.
#[derive(Clone, PartialEq, Eq)]
pub struct Record {
    /// About whom.
    pub person: u32,
    /// Its number, never given twice: that of the entry of the house's log which has its digest.
    pub record: u64,
    /// 32 random bytes.
    pub salt: [u8; 32],
    /// What was written; the store does not look into it.
    pub body: String,
}

impl Record {
    /// What the log holds of it.
    #[must_use]
    pub fn digest(&self) -> Hash {
        let mut bytes = format!("cardroom record {} {}\n", self.person, self.record).into_bytes();
        bytes.extend(self.salt);
        bytes.extend(self.body.as_bytes());
        Hash::of(&bytes)
    }
}

impl std::fmt::Debug for Record {
    /// Leaves out what was written and its salt, so that neither ends up in a message.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Record")
            .field("person", &self.person)
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}

/// People and their sessions.
pub trait People {
    /// Adds somebody and gives the number.
    fn add_person(&mut self, person: &NewPerson) -> Result<u32, Error>;

    /// The person with this number.
    fn person(&self, id: u32) -> Result<Option<Person>, Error>;

    /// The person with this name, in small letters or large.
    fn person_named(&self, name: &str) -> Result<Option<Person>, Error>;

    /// Those among whose roles is one that begins so, by number.
    fn people_marked(&self, begins: &str) -> Result<Vec<Person>, Error>;

    /// Everybody, by number.
    fn people(&self) -> Result<Vec<Person>, Error>;

    /// Changes name, password and roles of the person with this number.
    fn change_person(&mut self, person: &Person) -> Result<(), Error>;

    /// Removes a person with all sessions, and says whether there was one; the number is not given again.
    fn remove_person(&mut self, id: u32) -> Result<bool, Error>;

    /// Opens a session for whoever shows this token; only the token's SHA-256 is kept.
    fn open_session(&mut self, token: &str, person: u32, expires_ms: i64) -> Result<(), Error>;

    /// Who showed this token, if its session has not expired.
    fn session(&self, token: &str, now_ms: i64) -> Result<Option<Person>, Error>;

    /// Ends the session of this token, and says whether there was one.
    fn close_session(&mut self, token: &str) -> Result<bool, Error>;

    /// Ends every session of a person and gives their number.
    fn close_sessions_of(&mut self, person: u32) -> Result<usize, Error>;

    /// Forgets the sessions that have expired and gives their number.
    fn forget_expired_sessions(&mut self, now_ms: i64) -> Result<usize, Error>;

    /// Writes down something about somebody.
    fn add_record(&mut self, record: &Record) -> Result<(), Error>;

    /// Everything that was written down and not removed, by person and number.
    fn records(&self) -> Result<Vec<Record>, Error>;

    /// Removes all that was written down about somebody with its salts, and says how many records that were.
    fn remove_records(&mut self, person: u32) -> Result<usize, Error>;

    /// What somebody prefers, as they wrote it; nothing if nothing was kept.
    fn preferences(&self, person: u32) -> Result<Option<String>, Error>;

    /// Keeps what somebody prefers.
    fn keep_preferences(&mut self, person: u32, text: &str) -> Result<(), Error>;
}
