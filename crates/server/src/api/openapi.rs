//! The description of the API, made from the code that answers.

use std::collections::HashSet;
use std::sync::LazyLock;

use axum::http::header;
use axum::response::IntoResponse;
use serde_json::{Value, json};

/// The description of every path and of everything that is sent and received, as an OpenAPI document.
///
/// # Panics
/// Never: the document is plain data.
#[must_use]
pub fn document() -> Value {
    let described = super::paths(super::api(), super::status()).into_openapi();
    let mut document = serde_json::to_value(&described).expect("a description is plain data");
    document["info"] = json!({
        "title": "Cardroom",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "A card room: lobby, tables as numbered streams, records, floor and cage. \
                        Money is integer cents, times are milliseconds since 1970.",
        "license": { "name": "MIT OR Apache-2.0" },
    });
    // Numbers of tables and people are plain integers, not types of their own.
    let number =
        document["components"]["schemas"].as_object_mut().and_then(|schemas| schemas.shift_remove("u32"));
    if let Some(number) = number {
        write_in_place(&mut document, "#/components/schemas/u32", &number);
    }
    let methods = document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    for operation in methods.filter_map(Value::as_object_mut).flat_map(|methods| methods.values_mut()) {
        add_common_refusals(operation);
    }
    let mut sent = HashSet::new();
    for operation in operations(&document) {
        note_schemas(&document, &operation["responses"], &mut sent);
    }
    for name in &sent {
        require_everything(&mut document["components"]["schemas"][name]);
    }
    document
}

/// What any request may be told before it reaches whatever answers it.
fn add_common_refusals(operation: &mut Value) {
    let mut refusals = vec![("400", "The request is not right")];
    if operation["requestBody"].is_object() {
        refusals.extend([
            ("413", "The body is too large"),
            ("415", "The body is not said to be JSON"),
            ("422", "The body is JSON, but not what is asked for"),
        ]);
    }
    refusals.extend([("429", "Too many requests"), ("503", "The room has more to do than it can hold")]);
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for (status, description) in refusals {
        let schema = json!({ "$ref": "#/components/schemas/Failure" });
        responses.entry(status).or_insert_with(
            || json!({ "description": description, "content": { "application/json": { "schema": schema } } }),
        );
    }
}

/// Writes a schema wherever it is referred to.
fn write_in_place(part: &mut Value, name: &str, schema: &Value) {
    match part {
        Value::Object(fields) if fields.get("$ref").is_some_and(|one| one == name) => {
            fields.shift_remove("$ref");
            for (key, value) in schema.as_object().into_iter().flatten() {
                fields.entry(key.clone()).or_insert_with(|| value.clone());
            }
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| write_in_place(field, name, schema)),
        Value::Array(parts) => parts.iter_mut().for_each(|part| write_in_place(part, name, schema)),
        _ => {}
    }
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    let paths = document["paths"].as_object().into_iter().flat_map(|paths| paths.values());
    paths.filter_map(Value::as_object).flat_map(|methods| methods.values())
}

/// Notes the name of every schema that a part of the document leads to.
fn note_schemas(document: &Value, part: &Value, names: &mut HashSet<String>) {
    match part {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str).and_then(|name| name.rsplit('/').next());
            if let Some(name) = name
                && names.insert(name.to_owned())
            {
                note_schemas(document, &document["components"]["schemas"][name], names);
            }
            fields.values().for_each(|field| note_schemas(document, field, names));
        }
        Value::Array(parts) => parts.iter().for_each(|part| note_schemas(document, part, names)),
        _ => {}
    }
}

/// What is sent always carries every field; one that holds nothing is null.
fn require_everything(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(properties) = fields.get("properties").and_then(Value::as_object) {
                let names: Vec<Value> = properties.keys().map(|name| json!(name)).collect();
                fields.insert("required".to_owned(), Value::Array(names));
            }
            fields.values_mut().for_each(require_everything);
        }
        Value::Array(parts) => parts.iter_mut().for_each(require_everything),
        _ => {}
    }
}

/// The description, made once.
pub(crate) static DESCRIPTION: LazyLock<Value> = LazyLock::new(document);

static DOCUMENT: LazyLock<String> = LazyLock::new(|| DESCRIPTION.to_string());

/// This description.
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "status",
    responses((status = 200, description = "An OpenAPI document", body = Object)),
)]
pub(crate) async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.as_str())
}
