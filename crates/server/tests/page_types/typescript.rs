//! Schemas of the API as TypeScript declarations.

use std::fmt::Write;

use serde_json::{Map, Value};

const HEAD: &str = "\
/**
 * What the server sends and takes, written from its code.
 * Change the Rust types and run: UPDATE=1 cargo test -p server --test page_types
 */
";

/// Every schema of a description as an exported type, in the order of their names.
pub(crate) fn types(document: &Value) -> String {
    let schemas = document["components"]["schemas"].as_object().expect("a description has schemas");
    let mut names: Vec<&String> = schemas.keys().collect();
    names.sort();
    let mut text = HEAD.to_owned();
    for name in names {
        let schema = &schemas[name];
        text.push('\n');
        text.push_str(&comment(schema, 0));
        let shape = type_of(schema, 0);
        let space = if shape.starts_with('\n') { "" } else { " " };
        writeln!(text, "export type {name} ={space}{shape};").expect("a string takes everything");
    }
    text
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

fn comment(schema: &Value, depth: usize) -> String {
    let Some(says) = description(schema) else { return String::new() };
    let says = says.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{}/** {says} */\n", indent(depth))
}

/// What a schema means; of something that may be nothing, what it means otherwise.
fn description(schema: &Value) -> Option<&str> {
    let own = schema["description"].as_str();
    own.or_else(|| description(unless_null(schema["oneOf"].as_array()?)?))
}

/// The other of two choices of which one is null.
fn unless_null(choices: &[Value]) -> Option<&Value> {
    let [null, other] = choices else { return None };
    (null["type"] == "null").then_some(other)
}

fn type_of(schema: &Value, depth: usize) -> String {
    let Some(fields) = schema.as_object() else { return "unknown".to_owned() };
    if let Some(name) = fields.get("$ref").and_then(Value::as_str) {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    if let Some(values) = fields.get("enum").and_then(Value::as_array) {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(other) =
        fields.get("oneOf").and_then(Value::as_array).and_then(|choices| unless_null(choices))
    {
        return format!("{} | null", type_of(other, depth));
    }
    if let Some(choices) = ["oneOf", "anyOf"].iter().find_map(|key| fields.get(*key)?.as_array()) {
        return union(choices, depth);
    }
    if let Some(parts) = fields.get("allOf").and_then(Value::as_array) {
        return parts.iter().map(|part| type_of(part, depth)).collect::<Vec<_>>().join(" & ");
    }
    match fields.get("type") {
        Some(Value::String(word)) => plain(word, fields, depth),
        Some(Value::Array(words)) => {
            let words = words.iter().filter_map(Value::as_str);
            words.map(|word| plain(word, fields, depth)).collect::<Vec<_>>().join(" | ")
        }
        _ => "unknown".to_owned(),
    }
}

/// Several choices, one a line with what it means where that is said.
fn union(choices: &[Value], depth: usize) -> String {
    if choices.iter().all(|choice| choice["description"].is_null()) {
        return choices.iter().map(|choice| type_of(choice, depth)).collect::<Vec<_>>().join(" | ");
    }
    let mut text = String::new();
    for choice in choices {
        let inner = type_of(choice, depth + 1);
        write!(text, "\n{}{}| {inner}", comment(choice, depth + 1), indent(depth + 1))
            .expect("a string takes everything");
    }
    text
}

fn plain(word: &str, fields: &Map<String, Value>, depth: usize) -> String {
    match word {
        "integer" | "number" => "number".to_owned(),
        "array" => array(fields, depth),
        "object" => object(fields, depth),
        "string" => numbered(fields).unwrap_or_else(|| "string".to_owned()),
        word => word.to_owned(),
    }
}

/// A word that ends in a number.
fn numbered(fields: &Map<String, Value>) -> Option<String> {
    let word = fields.get("pattern")?.as_str()?.strip_prefix('^')?.strip_suffix("[0-9]+$")?;
    Some(format!("`{word}${{number}}`"))
}

fn array(fields: &Map<String, Value>, depth: usize) -> String {
    if let Some(items) = fields.get("prefixItems").and_then(Value::as_array) {
        let items: Vec<String> = items.iter().map(|item| type_of(item, depth)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = fields.get("items").map_or_else(|| "unknown".to_owned(), |item| type_of(item, depth));
    if item.contains([' ', '\n']) && !item.starts_with('[') {
        return format!("({item})[]");
    }
    format!("{item}[]")
}

fn object(fields: &Map<String, Value>, depth: usize) -> String {
    let Some(properties) = fields.get("properties").and_then(Value::as_object) else {
        return "Record<string, never>".to_owned();
    };
    let required = fields.get("required").and_then(Value::as_array);
    let mut text = "{\n".to_owned();
    for (name, property) in properties {
        let is_required = required.is_some_and(|names| names.iter().any(|one| one == name));
        let mark = if is_required { "" } else { "?" };
        let key = if name.chars().all(|one| one.is_ascii_lowercase() || one == '_') {
            name.clone()
        } else {
            format!("\"{name}\"")
        };
        let is_new =
            property["description"].is_null() || fields.get("description") != Some(&property["description"]);
        if is_new {
            text.push_str(&comment(property, depth + 1));
        }
        writeln!(text, "{}{key}{mark}: {};", indent(depth + 1), type_of(property, depth + 1))
            .expect("a string takes everything");
    }
    write!(text, "{}}}", indent(depth)).expect("a string takes everything");
    text
}
