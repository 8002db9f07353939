//! Whoever is put out while a slow hash is worked on comes in by none that was checked before: what is written rests on what was
//! checked.

mod house;

use std::time::Duration;

use client::{Ask, Patron};
use house::raw::{LONG, begun, until_closed};
use house::{Folder, House, quiet};
use serde_json::{Value, json};
use tokio::time::sleep;

/// A request to log in, by hand.
fn login(house: &House, name: &str, password: &str) -> String {
    let body = json!({ "name": name, "password": password }).to_string();
    format!(
        "POST /api/login HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        house.site.0,
        body.len()
    )
}

/// Passwords of the same address that keep the room busy, so that what comes after them there waits.
async fn keep_busy(house: &House, last: u8) -> Vec<tokio::net::TcpStream> {
    let mut busy = Vec::new();
    for _ in 0..12 {
        busy.push(begun(house.site, last, &login(house, "nobody", "guess")).await);
    }
    sleep(Duration::from_millis(20)).await;
    busy
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_login_that_was_checked_before_a_reset_opens_nothing() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let owner = house.staff("owner").await;
    let mallory = Patron::register(house.site, "Mallory", "long enough").await.unwrap();
    let busy = keep_busy(&house, 9).await;
    let mut coming = begun(house.site, 9, &login(&house, "Mallory", "long enough")).await;
    sleep(Duration::from_millis(20)).await;
    let reset = format!("/api/people/{}/password", mallory.person);
    let told: Value = owner.post(&reset, &json!({})).await.unwrap();
    let heard = until_closed(&mut coming, LONG).await.unwrap();
    drop(busy);
    let status = heard.split(' ').nth(1);
    if status == Some("200") {
        let cookie = heard.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next()).unwrap();
        let back = Patron { cookie: cookie.to_owned(), ..mallory.clone() };
        assert_eq!(back.ask(Ask::get("/api/me")).await.unwrap().status, 401, "{heard}");
    } else {
        assert_eq!(status, Some("400"), "{heard}");
    }
    assert_eq!(mallory.ask(Ask::get("/api/me")).await.unwrap().status, 401);
    Patron::login(house.site, "Mallory", told["password"].as_str().unwrap()).await.unwrap();
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_change_that_was_checked_before_a_reset_or_a_log_out_changes_nothing() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let owner = house.staff("owner").await;
    for (number, way) in ["reset", "log out everywhere"].into_iter().enumerate() {
        let name = ["Mallory", "Victor"][number];
        let mallory = Patron::register(house.site, name, "long enough").await.unwrap();
        let other = Patron::login(house.site, name, "long enough").await.unwrap();
        let body = json!({ "old": "long enough", "new": "mine for ever" }).to_string();
        let busy = keep_busy(&house, 9).await;
        let asked = format!(
            "POST /api/password HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            house.site.0,
            mallory.cookie,
            body.len()
        );
        let mut coming = begun(house.site, 9, &asked).await;
        sleep(Duration::from_millis(20)).await;
        let (path, secret) = match way {
            "reset" => (format!("/api/people/{}/password", mallory.person), None),
            _ => ("/api/logout/everywhere".to_owned(), Some("long enough".to_owned())),
        };
        let by = if secret.is_none() { &owner } else { &other };
        let told: Value = by.post(&path, &json!({})).await.unwrap();
        let secret = secret.unwrap_or_else(|| told["password"].as_str().unwrap().to_owned());
        let heard = until_closed(&mut coming, LONG).await.unwrap();
        drop(busy);
        assert!(!heard.starts_with("HTTP/1.1 200"), "{way}: {heard}");
        assert!(heard.starts_with("HTTP/1.1 40"), "{way}: {heard}");
        assert_eq!(mallory.ask(Ask::get("/api/me")).await.unwrap().status, 401, "{way}: they are put out");
        assert!(Patron::login(house.site, name, "mine for ever").await.is_err(), "{way}");
        Patron::login(house.site, name, &secret).await.unwrap();
    }
    house.close().await;
}
