//! The first accounts of a new room.

use super::AppState;
use super::session::{add_account, hashed, random_token};

/// Makes the account "house" with every role and a random password, or in a demonstration one account for each
/// role with the password "demo"; gives the password of "house" if it was made.
pub(crate) async fn make_accounts(state: &AppState, is_demo: bool) -> Option<String> {
    if is_demo {
        for role in ["dealer", "floor", "cage", "auditor"] {
            let hash = hashed("demo".to_owned()).await.ok()?;
            let roles = vec!["patron".to_owned(), role.to_owned()];
            add_account(state, role.to_owned(), hash, roles).await.ok()?;
        }
        return None;
    }
    let password: String = random_token().chars().take(16).collect();
    let hash = hashed(password.clone()).await.ok()?;
    let roles = ["patron", "dealer", "floor", "cage", "auditor"].map(str::to_owned).to_vec();
    add_account(state, "house".to_owned(), hash, roles).await.ok()?;
    Some(password)
}
