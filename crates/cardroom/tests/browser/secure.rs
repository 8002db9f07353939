//! A room that speaks TLS, in a browser; and accounts on the page: passwords that are changed, reset and roles given.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::browser::Browser;
use crate::room::Room;
use crate::{log_in, sit_down};

/// A certificate for this machine, signed by itself.
fn certificate(folder: &Path) -> [String; 2] {
    let [certificate, key] =
        ["cards.pem", "cards.key"].map(|name| folder.join(name).to_str().expect("a plain path").to_owned());
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "2",
        ])
        .args([
            "-subj",
            "/CN=cards",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-keyout",
            &key,
            "-out",
            &certificate,
        ])
        .output()
        .expect("openssl is there; install it with `apt-get install openssl`");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    [certificate, key]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_is_played_in_by_https() {
    let folder = tempfile::tempdir().expect("a folder");
    let [certificate, key] = certificate(folder.path());
    let room = Room::open_with(&["--certificate", &certificate, "--key", &key]);
    assert!(room.address.starts_with("https://"), "{}", room.address);
    let browser = Browser::open(&room.address, 1280, 800).await;
    sit_down(&browser, "No Bust").await;
    let cookies = browser.client.get_all_cookies().await.expect("cookies");
    let session = cookies.iter().find(|cookie| cookie.name() == "cardroom").expect("a session");
    assert_eq!((session.secure(), session.http_only()), (Some(true), Some(true)), "{session:?}");
    assert_eq!(browser.complaints().await, Vec::<String>::new());
    browser.close().await;
}

/// Fills in the fields of the sheet that is open, by their names.
async fn fill(browser: &Browser, fields: &[(&str, &str)]) {
    for (name, value) in fields {
        let script = "const sheet = [...document.querySelectorAll('dialog[open]')].at(-1); \
                      const field = sheet?.querySelector(`[name=\"${arguments[0]}\"]`); if (!field) return false; \
                      if (field.type === 'checkbox') field.checked = arguments[1] === 'yes'; else field.value = arguments[1]; \
                      return true;";
        browser.until(&format!("the field {name}"), script, vec![json!(name), json!(value)]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_gives_roles_and_passwords_and_everybody_changes_their_own() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    crate::post(&browser, "/api/register", json!({ "name": "Ann", "password": "the first one" })).await;
    log_in(&browser, "house", &room.password).await;
    browser.go("/accounts").await;
    browser.press("Roles of Ann").await;
    fill(&browser, &[("floor", "yes")]).await;
    browser.press("Give these roles").await;
    browser.sees("patron, floor").await;
    browser.press("New password for Ann").await;
    browser.press("Make a new password").await;
    browser.wait_for(".secret").await;
    let made = browser.script("return document.querySelector('.secret').textContent", vec![]).await;
    log_in(&browser, "Ann", made.as_str().expect("a password")).await;
    browser.go("/floor").await;
    browser.sees("Tables open").await;
    browser.press("Ann,").await;
    browser.press("Change password").await;
    fill(&browser, &[("old", "wrong"), ("new", "a longer one")]).await;
    browser.press("Change it").await;
    browser.sees("The password until now is not right").await;
    fill(&browser, &[("old", made.as_str().unwrap_or_default()), ("new", "a longer one")]).await;
    browser.press("Change it").await;
    browser.sees("The new password holds").await;
    log_in(&browser, "Ann", "a longer one").await;
    browser.go("/").await;
    browser.press("Ann,").await;
    browser.press("Sign out everywhere").await;
    browser.sees("Sign in").await;
    assert!(browser.ask("/api/me").await["error"].is_string(), "nobody is signed in");
    browser.close().await;
}
