//! Leaks put into messages on purpose, one for each kind of secret, to show that each would be found.

use serde_json::{Value, json};

use super::leaks::number_of;
use super::{Log, Secret, Sent, Way};

/// The message as it would be if it told a secret of this kind, in every place where messages say anything; none
/// if there is nothing of the kind to tell.
pub(crate) fn plants(log: &Log, secret: Secret, sent: &Sent) -> Vec<Sent> {
    let planted: Vec<String> = match sent.way {
        Way::Log { .. } | Way::Audited if secret == Secret::Proof => Vec::new(),
        Way::Log { before } => in_log(log, secret, &sent.raw, before).into_iter().collect(),
        Way::Phh { .. } | Way::List | Way::Coach | Way::Review => Vec::new(),
        _ => in_message(log, secret, sent).iter().map(Value::to_string).collect(),
    };
    planted.into_iter().map(|raw| Sent { raw, ..sent.clone() }).collect()
}

/// What the coach would say if it told a secret of this kind, in words, as a card or by a number that hangs on it.
pub(crate) fn plants_in_advice(log: &Log, secret: Secret, sent: &Sent) -> Vec<Sent> {
    let Ok(answer) = serde_json::from_str::<Value>(&sent.raw) else { return Vec::new() };
    let mut planted = Vec::new();
    for text in told(log, secret, sent.viewer, number_of(&answer)) {
        let places =
            ["/words", "/hands/0/why/0", "/hands/0/cards/0", "/hands/0/choices/0/name", "/hands/0/basis"];
        let mut put = |pointer: &str, value: Value| {
            let mut bad = answer.clone();
            if let Some(place) = bad.pointer_mut(pointer) {
                *place = value;
                planted.push(Sent { raw: bad.to_string(), ..sent.clone() });
            }
        };
        for pointer in places {
            put(pointer, json!(text));
        }
        let pointer = "/hands/0/choices/0/value";
        if let Some(value) = answer.pointer(pointer).and_then(Value::as_f64) {
            let hint = text.bytes().map(f64::from).sum::<f64>() * 1e-9;
            put(pointer, json!(value + hint));
        }
    }
    planted
}

/// The texts that tell a secret: a card or the order of several, as data and in words; or a seed.
fn told(log: &Log, secret: Secret, viewer: Option<u64>, number: u64) -> Vec<String> {
    match secret {
        Secret::Seed => return log.secret_seed(number).map(str::to_owned).into_iter().collect(),
        Secret::Proof => return log.telling_seed(viewer, number).map(str::to_owned).into_iter().collect(),
        _ => {}
    }
    let cards = log.secret_cards(secret, viewer, number);
    let Some(first) = cards.first() else { return Vec::new() };
    let mut texts = vec![first.clone(), format!("Somebody has {}.", in_words(first))];
    if secret == Secret::Deck {
        texts.push(cards.join(" "));
    }
    texts
}

fn in_words(card: &str) -> String {
    let signs = [('s', "♠"), ('h', "♥"), ('d', "♦"), ('c', "♣")];
    let sign = signs.iter().find(|(letter, _)| card.len() == 2 && card.ends_with(*letter));
    sign.map_or_else(|| "the joker".to_owned(), |(_, sign)| format!("{}{sign}", card[..1].replace('T', "10")))
}

fn in_message(log: &Log, secret: Secret, sent: &Sent) -> Vec<Value> {
    let Ok(message) = serde_json::from_str::<Value>(&sent.raw) else { return Vec::new() };
    // A seed that was secret in the middle of a finished round is public at its end.
    let last =
        ["views", "lines"].iter().filter_map(|list| Some(number_of(message[list].as_array()?.last()?)));
    let last = last.chain([number_of(&message["view"])]).max().unwrap_or(0);
    let last = log.read_at(sent, last);
    let is_seed = matches!(secret, Secret::Seed | Secret::Proof);
    let told = |at: u64| told(log, secret, sent.viewer, if is_seed { last.max(at) } else { at });
    let mut planted = Vec::new();
    let mut put = |pointer: &str, text: &str| {
        let mut bad = message.clone();
        if let Some(place) = bad.pointer_mut(pointer) {
            *place = Value::String(text.to_owned());
            planted.push(bad);
        }
    };
    for pointer in ["/view".to_owned(), middle(&message, "views")] {
        let Some(view) = message.pointer(&pointer).filter(|view| view.is_object()) else { continue };
        let hidden = hidden_place(&view["round"], &format!("{pointer}/round"));
        for text in told(number_of(view)) {
            put(&format!("{pointer}/next_step"), &text);
            if let Some(hidden) = hidden.as_ref().filter(|_| text.len() == 2) {
                put(hidden, &text);
            }
        }
    }
    if message["what"].is_string() {
        for text in told(number_of(&message)) {
            put("/what", &text);
        }
    }
    let line = middle(&message, "lines");
    if let Some(told_line) = message.pointer(&line) {
        for text in told(number_of(told_line)) {
            put(&format!("{line}/words"), &text);
            put(&format!("{line}/event"), &json!({ "event": "dealt", "card": text }).to_string());
        }
    }
    planted
}

/// The place in the middle of a list.
fn middle(message: &Value, list: &str) -> String {
    let count = message[list].as_array().map_or(0, Vec::len);
    format!("/{list}/{}", count / 2)
}

/// The first place of a card that stays empty for the viewer.
fn hidden_place(value: &Value, at: &str) -> Option<String> {
    match value {
        Value::Array(list) => {
            list.iter().enumerate().find_map(|(place, one)| hidden_place(one, &format!("{at}/{place}")))
        }
        Value::Object(fields) => fields
            .iter()
            .find_map(|(name, one)| {
                let is_hand = name == "cards" && one.is_array();
                let empty = one.as_array().filter(|_| is_hand)?.iter().position(Value::is_null);
                empty.map(|place| format!("{at}/{name}/{place}"))
            })
            .or_else(|| fields.iter().find_map(|(name, one)| hidden_place(one, &format!("{at}/{name}")))),
        _ => None,
    }
}

/// A log that reaches into the round that is on: its seed, or one of its events with a card.
fn in_log(log: &Log, secret: Secret, raw: &str, before: u64) -> Option<String> {
    let mut reply: Value = serde_json::from_str(raw).ok()?;
    let text = told(log, secret, None, before).into_iter().next()?;
    let round = log.round_at(before)?;
    let first = if secret == Secret::Seed { 1 } else { round.first };
    let entry = json!({ "first": first, "count": 1, "body": format!("{{\"told\":\"{text}\"}}") });
    reply["entries"].as_array_mut()?.push(entry);
    Some(reply.to_string())
}
