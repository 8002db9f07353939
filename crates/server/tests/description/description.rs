//! The description of the API as a judge of what is really sent.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// The description, closed: a field that it does not name is a fault.
pub(crate) struct Description {
    document: Value,
    asked: HashSet<String>,
    judges: RefCell<HashMap<String, Rc<Validator>>>,
}

impl Description {
    /// The judge that a document makes.
    pub(crate) fn of(document: &Value) -> Description {
        let mut document = document.clone();
        let mut parts = HashSet::new();
        note_parts(&document, &mut parts);
        let schemas = document["components"]["schemas"].as_object_mut().unwrap();
        for (name, schema) in schemas.iter_mut() {
            if !parts.contains(name) {
                close(schema);
            }
        }
        Description { document, asked: HashSet::new(), judges: RefCell::default() }
    }

    /// Checks a value against a named schema.
    pub(crate) fn check(&self, schema: &str, value: &Value) {
        self.judge(&json!({ "$ref": format!("#/components/schemas/{schema}") }), value, schema);
    }

    /// The operation such as "get /api/me".
    fn operation(&self, operation: &str) -> &Value {
        let (method, path) = operation.split_once(' ').unwrap();
        let found = &self.document["paths"][path][method];
        assert!(found.is_object(), "{operation} is not described");
        found
    }

    /// Checks what is asked.
    pub(crate) fn check_request(&self, operation: &str, body: &Value) {
        let schema = &self.operation(operation)["requestBody"]["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{operation} takes no body");
        self.judge(schema, body, operation);
    }

    /// Checks what is answered, and notes that it was asked if it was done.
    pub(crate) fn check_answer(&mut self, operation: &str, status: u16, kind: &str, body: &Value) {
        let content = &self.operation(operation)["responses"][status.to_string()]["content"];
        let kinds = content.as_object().unwrap_or_else(|| panic!("{operation}: {status} is not described"));
        let (_, told) = kinds
            .iter()
            .find(|(described, _)| kind.starts_with(described.as_str()))
            .unwrap_or_else(|| panic!("{operation}: {kind} is not described"));
        self.judge(&told["schema"], body, operation);
        if status == 200 {
            self.note(operation);
        }
    }

    /// Notes that an operation was tried.
    pub(crate) fn note(&mut self, operation: &str) {
        self.operation(operation);
        self.asked.insert(operation.to_owned());
    }

    /// Fails if the description has an operation that nobody has tried.
    pub(crate) fn assert_all_asked(&self) {
        for (path, methods) in self.document["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                let operation = format!("{method} {path}");
                assert!(self.asked.contains(&operation), "{operation} was not tried");
            }
        }
    }

    /// The words that a field may hold in the choices of a schema.
    pub(crate) fn words(&self, schema: &str, field: &str) -> Vec<String> {
        let choices = self.document["components"]["schemas"][schema]["oneOf"].as_array().unwrap();
        let words = choices.iter().map(|choice| choice["properties"][field]["enum"][0].as_str().unwrap());
        words.map(str::to_owned).collect()
    }

    fn judge(&self, schema: &Value, value: &Value, about: &str) {
        let make = || {
            let mut whole = schema.clone();
            whole["components"] = self.document["components"].clone();
            Rc::new(jsonschema::draft202012::new(&whole).unwrap())
        };
        let judge = Rc::clone(self.judges.borrow_mut().entry(schema.to_string()).or_insert_with(make));
        let faults: Vec<String> =
            judge.iter_errors(value).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
        assert!(faults.is_empty(), "{about}: {value:#}\nis not as described:\n{}", faults.join("\n"));
    }
}

/// Notes the schemas that are only a part of others, which add fields of their own.
fn note_parts(value: &Value, names: &mut HashSet<String>) {
    match value {
        Value::Object(fields) => {
            for part in fields.get("allOf").and_then(Value::as_array).into_iter().flatten() {
                let name = part["$ref"].as_str().and_then(|name| name.rsplit('/').next());
                names.extend(name.map(str::to_owned));
            }
            fields.values().for_each(|field| note_parts(field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| note_parts(item, names)),
        _ => {}
    }
}

fn close(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    let is_object =
        |fields: &Map<String, Value>| fields.contains_key("properties") || fields.contains_key("allOf");
    if is_object(fields) {
        fields.insert("unevaluatedProperties".to_owned(), Value::Bool(false));
    }
    for key in ["oneOf", "prefixItems"] {
        fields.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten().for_each(close);
    }
    if let Some(items) = fields.get_mut("items") {
        close(items);
    }
    let properties = fields.get_mut("properties").and_then(Value::as_object_mut);
    properties.into_iter().flat_map(|map| map.values_mut()).for_each(close);
}
