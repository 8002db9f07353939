//! A client that checks every request and every answer against the description.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::description::Description;

/// Somebody with or without a session.
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
}

impl Client {
    /// Somebody without a session.
    pub(crate) fn new(address: SocketAddr) -> Client {
        Client { address, cookie: String::new() }
    }

    /// Comes in with a demonstration account.
    pub(crate) async fn log_in(&mut self, description: &mut Description, name: &str) {
        let credentials = Some(json!({ "name": name, "password": "demo" }));
        self.ask(description, "post /api/login", &[], credentials, 200).await;
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
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let request = format!(
            "{} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            method.to_uppercase(),
            self.address,
            self.cookie,
            body.len(),
        );
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, told) = answer.split_once("\r\n\r\n").unwrap();
        let header = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        let got: u16 = head.split(' ').nth(1).unwrap().parse().unwrap();
        assert_eq!(got, status, "{operation} {path}: {told}");
        let set = header("set-cookie: ");
        if !set.is_empty() {
            self.cookie = set.split(';').next().unwrap().to_owned();
        }
        let kind = header("content-type: ");
        let told = match kind {
            "application/json" => serde_json::from_str(told).unwrap(),
            _ => Value::String(told.to_owned()),
        };
        description.check_answer(operation, got, kind, &told);
        told
    }

    /// The first message of a table's server-sent events.
    pub(crate) async fn first_of_stream(&self, path: &str) -> Value {
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\n\r\n", self.address, self.cookie);
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut lines = BufReader::new(stream).lines();
        while let Some(line) = lines.next_line().await.unwrap() {
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
        panic!("{path} ended without a message");
    }
}
