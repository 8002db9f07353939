//! Fields that the API does not know. The description of the API says which ones it does, so that what is refused and
//! what is described cannot differ.

use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::openapi::DESCRIPTION;

/// How what was sent differs from what is described.
#[derive(Debug, PartialEq, Eq)]
enum Other {
    /// It is something else altogether; whoever reads it says what.
    Kind,
    /// It is a list or an object where neither is described, which whoever reads it might take all the same; where it stands.
    Shape { path: Vec<String> },
    /// A field is not described; where it stands, and those that are.
    Field { path: Vec<String>, known: Vec<String> },
}

/// The first field of what was sent that the API does not know, in a sentence.
pub(crate) fn unknown<T: ToSchema>(sent: &Value) -> Option<String> {
    match check(&schemas()[&*T::name()], sent) {
        Err(Other::Field { mut path, known }) => {
            path.reverse();
            let known = match known.as_slice() {
                [] => "none are known there".to_owned(),
                known => format!("known are {}", known.join(", ")),
            };
            Some(format!("the field {:?} is not known here; {known}", path.join(".")))
        }
        // What is read by names could be read by places as well, which nobody describes.
        Err(Other::Shape { path }) if path.is_empty() => {
            Some("name what is sent: an object, not a list".to_owned())
        }
        Err(Other::Shape { mut path }) => {
            path.reverse();
            Some(format!("{:?} is written in another way; /api/openapi.json describes it", path.join(".")))
        }
        Ok(()) | Err(Other::Kind) => None,
    }
}

/// The first word behind the question mark of an address that the API does not know there, in a sentence. The path is the
/// one of the description, such as `/api/tables/{table}`.
pub(crate) fn unknown_in_address(path: &str, query: &str) -> Option<String> {
    let described = DESCRIPTION["paths"].get(path)?.as_object()?;
    let parameters = described.values().filter_map(|operation| operation["parameters"].as_array()).flatten();
    let in_query = parameters.filter(|one| one["in"] == "query");
    let known: Vec<&str> = in_query.filter_map(|one| one["name"].as_str()).collect();
    let asked = query.split('&').map(|pair| pair.split('=').next().unwrap_or_default());
    let other = asked.filter(|name| !name.is_empty()).find(|name| !known.contains(name))?;
    let other: String = other.chars().take(64).collect();
    Some(match known.is_empty() {
        true => format!("{other:?} is not known in this address; nothing stands behind its path"),
        false => format!("{other:?} is not known in this address; known are {}", known.join(", ")),
    })
}

fn schemas() -> &'static Value {
    &DESCRIPTION["components"]["schemas"]
}

/// The schema itself, where it is only named.
fn resolved(schema: &Value) -> &Value {
    match schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
        Some(name) => resolved(&schemas()[name]),
        None => schema,
    }
}

fn check(schema: &Value, sent: &Value) -> Result<(), Other> {
    let schema = resolved(schema);
    let ways = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array());
    if let Some(ways) = ways {
        return check_ways(ways, sent);
    }
    if !is_of_kind(schema, sent) {
        let is_whole = sent.is_array() || sent.is_object();
        return Err(if is_whole { Other::Shape { path: Vec::new() } } else { Other::Kind });
    }
    match sent {
        Value::Object(fields) => check_fields(schema, fields),
        Value::Array(parts) => {
            let places = schema["prefixItems"].as_array();
            let checked = parts.iter().enumerate().map(|(number, part)| {
                let place = places.and_then(|places| places.get(number)).unwrap_or(&schema["items"]);
                check(place, part).map_err(|other| within(other, &number.to_string()))
            });
            worst(checked)
        }
        _ => Ok(()),
    }
}

/// One of several ways must know everything; if none does, the one that came furthest says what it does not know.
fn check_ways(ways: &[Value], sent: &Value) -> Result<(), Other> {
    let mut furthest = Other::Kind;
    for way in ways {
        match check(way, sent) {
            Ok(()) => return Ok(()),
            Err(other) if other.weight() > furthest.weight() => furthest = other,
            Err(_) => {}
        }
    }
    Err(furthest)
}

/// Of all that is not as it is described, what says the most: nothing is passed by because of what stands before it.
fn worst(checked: impl Iterator<Item = Result<(), Other>>) -> Result<(), Other> {
    let others = checked.filter_map(Result::err);
    // The first of several that say as much.
    others.reduce(|one, other| if other.weight() > one.weight() { other } else { one }).map_or(Ok(()), Err)
}

impl Other {
    /// How much it says: a field more than a shape, and what lies deeper more.
    fn weight(&self) -> (u8, usize) {
        match self {
            Other::Kind => (0, 0),
            Other::Shape { path } => (1, path.len()),
            Other::Field { path, .. } => (2, path.len()),
        }
    }
}

fn check_fields(schema: &Value, fields: &Map<String, Value>) -> Result<(), Other> {
    let mut known = Vec::new();
    let takes_any = !note_fields(schema, &mut known);
    // What is said to be one of a few words, such as the kind of a command, decides first.
    for (name, field) in &known {
        let words = resolved(field)["enum"].as_array();
        if let (Some(words), Some(sent)) = (words, fields.get(*name))
            && sent.is_string()
            && !words.contains(sent)
        {
            return Err(Other::Kind);
        }
    }
    worst(fields.iter().map(|(name, value)| match known.iter().find(|(one, _)| one == name) {
        Some((_, field)) => check(field, value).map_err(|other| within(other, name)),
        None if takes_any => Ok(()),
        None => {
            let known = known.iter().map(|(name, _)| (*name).to_owned()).collect();
            Err(Other::Field { path: vec![name.clone()], known })
        }
    }))
}

/// Notes the fields that a schema describes; says whether it describes all that there may be.
fn note_fields<'a>(schema: &'a Value, known: &mut Vec<(&'a str, &'a Value)>) -> bool {
    let schema = resolved(schema);
    let parts = ["allOf", "oneOf", "anyOf"].into_iter().filter_map(|word| schema[word].as_array()).flatten();
    let mut says_any = false;
    let mut is_whole = true;
    for part in parts {
        says_any = true;
        is_whole &= note_fields(part, known);
    }
    if let Some(fields) = schema["properties"].as_object() {
        says_any = true;
        known.extend(fields.iter().map(|(name, field)| (name.as_str(), field)));
    }
    says_any && is_whole && !schema["additionalProperties"].is_object()
}

fn within(other: Other, name: &str) -> Other {
    match other {
        Other::Kind => Other::Kind,
        Other::Shape { mut path } => {
            path.push(name.to_owned());
            Other::Shape { path }
        }
        Other::Field { mut path, known } => {
            path.push(name.to_owned());
            Other::Field { path, known }
        }
    }
}

fn is_of_kind(schema: &Value, sent: &Value) -> bool {
    let schema = resolved(schema);
    // What is put together from several is an object of all their fields.
    if let Some(parts) = schema["allOf"].as_array()
        && !parts.iter().all(|part| is_of_kind(part, sent))
    {
        return false;
    }
    if let Some(ways) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array())
        && !ways.iter().any(|way| is_of_kind(way, sent))
    {
        return false;
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(sent)
    {
        return false;
    }
    let is = |kind: &str| match kind {
        "object" => sent.is_object(),
        "array" => sent.is_array(),
        "string" => sent.is_string(),
        "integer" | "number" => sent.is_number(),
        "boolean" => sent.is_boolean(),
        "null" => sent.is_null(),
        _ => true,
    };
    match &schema["type"] {
        Value::String(kind) => is(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(is),
        _ => true,
    }
}
