//! Somebody whose every request and every answer is checked against the description.

use client::{Ask, Patron, Site};
use serde_json::{Value, json};

use super::description::Description;

/// Somebody with or without a session.
pub(crate) struct Caller {
    pub(crate) site: Site,
    pub(crate) cookie: String,
}

impl Caller {
    /// Somebody without a session.
    pub(crate) fn new(site: Site) -> Caller {
        Caller { site, cookie: String::new() }
    }

    /// Comes in with a demonstration account.
    pub(crate) async fn log_in(&mut self, description: &mut Description, name: &str) {
        let credentials = Some(json!({ "name": name, "password": "demo" }));
        self.ask(description, "post /api/login", &[], credentials, 200).await;
    }

    /// The session as somebody at a table has it.
    pub(crate) fn patron(&self, person: u32, name: &str) -> Patron {
        Patron { site: self.site, person, name: name.to_owned(), cookie: self.cookie.clone() }
    }

    /// Asks, and checks what is asked and answered; a part of the path is named as in the description, a part
    /// of the query by a "?" before its name.
    pub(crate) async fn ask(
        &mut self,
        description: &mut Description,
        operation: &str,
        parts: &[(&str, &str)],
        body: Option<Value>,
        status: u16,
    ) -> Value {
        let (method, template) = operation.split_once(' ').unwrap();
        let mut path = template.to_owned();
        for (name, value) in parts {
            match name.strip_prefix('?') {
                Some(name) => path.push_str(&format!("?{name}={value}")),
                None => path = path.replace(&format!("{{{name}}}"), value),
            }
        }
        if let Some(body) = &body {
            description.check_request(operation, body);
        }
        let body = body.map(|body| body.to_string());
        let ask = Ask { method: method.to_uppercase(), body, ..Ask::get(&path) };
        let reply = self.site.ask(&ask.with("cookie", &self.cookie)).await.unwrap();
        assert_eq!(reply.status, status, "{operation} {path}: {}", reply.body);
        if let Some(set) = reply.header("set-cookie") {
            self.cookie = set.split(';').next().unwrap().to_owned();
        }
        let kind = reply.header("content-type").unwrap_or_default();
        let told = match kind {
            "application/json" => serde_json::from_str(&reply.body).unwrap(),
            _ => Value::String(reply.body.clone()),
        };
        description.check_answer(operation, reply.status, kind, &told);
        told
    }

    /// The first message of a table's server-sent events.
    pub(crate) async fn first_of_stream(&self, path: &str) -> Value {
        let mut stream = self.site.watch(&Ask::get(path).with("cookie", &self.cookie)).await.unwrap();
        while let Some(line) = stream.line().await.unwrap() {
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
        panic!("{path} ended without a message");
    }
}
