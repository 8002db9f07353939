//! Passwords: how they are kept, and how one is set on the machine itself.

use std::fmt;

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use store::Place;

use crate::api::staff::UNUSED;

/// Why a password cannot be set.
#[derive(Debug)]
pub enum PasswordFault {
    /// The room cannot be had.
    Store(store::Error),
    /// Nobody has an account of this name.
    Nobody {
        /// The name that was asked for.
        name: String,
        /// The names of the staff.
        staff: Vec<String>,
    },
    /// The person is a guest or a bot.
    NoAccount {
        /// The name.
        name: String,
    },
    /// The password is too short or too long.
    Length,
}

impl fmt::Display for PasswordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PasswordFault::Store(error) => error.fmt(f),
            PasswordFault::Nobody { name, staff } if staff.is_empty() => {
                write!(f, "nobody in this room is called {name:?}")
            }
            PasswordFault::Nobody { name, staff } => {
                write!(f, "nobody in this room is called {name:?}; the staff are {}", staff.join(", "))
            }
            PasswordFault::NoAccount { name } => {
                write!(f, "{name} is a guest or a bot and has no account that a password could open")
            }
            PasswordFault::Length => f.write_str(LENGTH),
        }
    }
}

impl std::error::Error for PasswordFault {}

/// What people are told about passwords that are too short or too long.
pub(crate) const LENGTH: &str = "a password has 8 to 200 characters";

/// Whether a password is long enough to keep others out, and short enough to be worked on.
pub(crate) fn is_fit(password: &str) -> bool {
    password.chars().count() >= 8 && password.len() <= 200
}

/// A password that nobody guesses.
#[must_use]
pub fn random() -> String {
    crate::api::random_token().chars().take(16).collect()
}

/// What is kept of a password; it takes a while on purpose.
pub(crate) fn hashed(password: &str) -> String {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    let salt = SaltString::encode_b64(&bytes).expect("16 bytes are a salt");
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
    hash.expect("a password of at most 200 characters can be hashed").to_string()
}

/// Whether a password is the one of which this was kept.
pub(crate) fn is_right(password: &str, kept: &str) -> bool {
    PasswordHash::new(kept)
        .is_ok_and(|kept| Argon2::default().verify_password(password.as_bytes(), &kept).is_ok())
}

/// Stands beside the roles of an account whose new password is not in the house's log yet, before the time at which
/// it was set. Only the hall writes to the log, so that it notes what was set beside it.
pub(crate) const SET: &str = "password-set:";

/// The mark of a password that is set now.
pub(crate) fn mark() -> String {
    format!("{SET}{}", crate::hall::now().0)
}

/// Sets the password of an account in the room of a folder, whether the room is open or not, and ends the account's
/// sessions; gives their number. An open room forgets them within half a minute, and notes the new password, though not
/// which it is, in the house's log; a closed one does so when it opens.
///
/// # Errors
/// When there is no such room or account, or the password is not fit.
pub fn set(place: &Place, name: &str, password: &str) -> Result<usize, PasswordFault> {
    if !is_fit(password) {
        return Err(PasswordFault::Length);
    }
    let room = place.open_read_only().map_err(PasswordFault::Store)?;
    let nobody = || {
        let is_staff = |roles: &[String]| {
            roles.iter().any(|role| ["dealer", "floor", "cage", "auditor", "owner"].contains(&role.as_str()))
        };
        let people = room.people().unwrap_or_default().into_iter();
        let staff = people.filter(|person| is_staff(&person.roles)).map(|person| person.name).take(20);
        PasswordFault::Nobody { name: name.to_owned(), staff: staff.collect() }
    };
    let person = room.person_named(name).map_err(PasswordFault::Store)?.ok_or_else(nobody)?;
    if person.password.is_none() {
        return Err(PasswordFault::NoAccount { name: person.name });
    }
    let hash = hashed(password);
    let changed = place.change_account(name, |person| {
        person.password = Some(hash);
        person.roles.retain(|role| role != UNUSED);
        person.roles.push(mark());
    });
    changed.map_err(PasswordFault::Store)?.ok_or_else(nobody)
}
