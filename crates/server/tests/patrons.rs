//! What the page shows of every book: no working notes, and the table's own stakes on its notice.

mod house;

use client::{Ask, Patron};
use house::{Folder, House, quiet};
use serde_json::Value;

/// What stands in working notes and nowhere else.
const NOTES: &str = include_str!("../../books/tests/internal-notes.txt");

fn texts<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| texts(field, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What a drawing writes, without the type that it carries.
fn written(svg: &str) -> String {
    let texts = svg.split("<text").skip(1).filter_map(|part| part.split_once('>')?.1.split_once("</text>"));
    texts.map(|(text, _)| text).collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_answer_about_a_book_carries_a_working_note_and_notices_name_the_tables_stakes() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let guest = Patron::guest(house.site, "Reader").await.unwrap();
    let books: Value = guest.get("/api/books").await.unwrap();
    for id in books.as_array().unwrap().iter().map(|book| book["id"].as_str().unwrap()) {
        let book: Value = guest.get(&format!("/api/books/{id}")).await.unwrap();
        let mut found = Vec::new();
        texts(&book, &mut found);
        let mut page: Vec<String> = found.into_iter().map(str::to_owned).collect();
        if let Some(handle) = book["schedules"][0]["handle"].as_str() {
            let reply =
                guest.ask(Ask::get(&format!("/api/books/{id}/sign.svg?schedule={handle}"))).await.unwrap();
            assert_eq!(reply.status, 200, "{id}");
            page.push(written(&reply.body));
        }
        for text in &page {
            let small = text.to_lowercase();
            let note = NOTES.lines().find(|note| small.contains(note));
            assert_eq!(note, None, "{id}: {text}");
        }
    }
    let notice = async |query: &str| {
        let reply = guest
            .ask(Ask::get(&format!("/api/books/pinnacle/holdem/sign.svg?schedule=3{query}")))
            .await
            .unwrap();
        (reply.status, reply.body)
    };
    let (status, svg) = notice("&limit=600-1200").await;
    assert_eq!(status, 200);
    assert!(written(&svg).contains("Limit $6 - $12, blinds $3 and $6"), "{}", written(&svg));
    assert!(written(&notice("").await.1).contains("$30 - $60"), "without a table all limits are named");
    assert_eq!(notice("&limit=700-1300").await.0, 400, "a limit that is not served");
    assert_eq!(notice("&limit=six").await.0, 400, "no limit at all");
    house.close().await;
}
