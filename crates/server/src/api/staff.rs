//! The first accounts of a new room.

use store::{Backend, Error, NewPerson};

use crate::hall::now;
use crate::password;

/// Stands beside the roles of an account whose first password nobody has used yet. Whoever should have read that
/// password may never have seen it, so every start shows a new one until then.
pub(crate) const UNUSED: &str = "first-password";

/// The name of the first account, which is the owner's.
pub(crate) const HOUSE: &str = "house";

/// The roles of that account in rooms of earlier versions.
pub(crate) const EVERY: [&str; 6] = ["patron", "dealer", "floor", "cage", "auditor", "owner"];

/// The roles of that account: all but the auditor's, who reads what the others did and is somebody else.
pub(crate) const OWNER: [&str; 5] = ["patron", "dealer", "floor", "cage", "owner"];

/// The roles of which each has an account of its name in a demonstration.
pub(crate) const DEMO: [&str; 5] = ["dealer", "floor", "cage", "auditor", "owner"];

/// The accounts that are still to be made, and a password that is to be shown.
#[derive(Default)]
pub(crate) struct Staff {
    /// The accounts.
    pub(crate) accounts: Vec<NewPerson>,
    /// The password of "house".
    pub(crate) password: Option<String>,
}

/// The account "house" of the owner with a random password, or in a demonstration one account for each role with
/// the password "demo".
pub(crate) fn first(store: &mut dyn Backend, is_demo: bool) -> Result<Staff, Error> {
    let account = |name: &str, secret: &str, roles: &[&str]| NewPerson {
        id: None,
        name: name.to_owned(),
        password: Some(password::hashed(secret)),
        roles: roles.iter().map(|role| (*role).to_owned()).collect(),
        created_ms: now().0,
    };
    if is_demo {
        let mut accounts = Vec::new();
        for role in DEMO {
            if store.person_named(role)?.is_none() {
                accounts.push(account(role, "demo", &["patron", role]));
            }
        }
        return Ok(Staff { accounts, password: None });
    }
    let secret = password::random();
    match store.person_named(HOUSE)? {
        None => {
            let roles: Vec<&str> = OWNER.into_iter().chain([UNUSED]).collect();
            Ok(Staff { accounts: vec![account(HOUSE, &secret, &roles)], password: Some(secret) })
        }
        Some(mut house) if house.roles.iter().any(|role| role == UNUSED) => {
            house.password = Some(password::hashed(&secret));
            house.roles.push(password::mark());
            store.change_person(&house)?;
            Ok(Staff { accounts: Vec::new(), password: Some(secret) })
        }
        Some(_) => Ok(Staff::default()),
    }
}
