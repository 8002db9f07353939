//! A room of several nodes in one process: each has a hall of its own, over one real PostgreSQL.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::fs;
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use client::{Patron, Reply, Site};
use room::TableId;
use serde_json::Value;
use server::{Config, NodeConfig, PROTOCOL};
use store::{Database, Place};

use crate::database::Server;
use crate::house::{Folder, House, quiet};

/// How long anything is waited for, on a slow machine too.
const PATIENCE: Duration = Duration::from_secs(60);

/// The nodes of one room.
pub(crate) struct Halls {
    pub(crate) server: Server,
    pub(crate) address: String,
    folders: Vec<Folder>,
    pub(crate) nodes: Vec<Option<House>>,
}

impl Halls {
    /// Opens so many nodes, each with what is set for it.
    pub(crate) async fn open(count: usize, set: impl Fn(&mut Config)) -> Halls {
        let server = Server::start();
        let address = server.database();
        let folders = (0..count).map(|_| Folder::new()).collect();
        let mut halls = Halls { server, address, folders, nodes: Vec::new() };
        for node in 0..count {
            if node > 0 {
                let key = |node: usize| halls.folders[node].path().join("tips.key");
                fs::copy(key(0), key(node)).unwrap();
            }
            let mut config = quiet(&halls.folders[node]);
            config.place = halls.address.parse::<Place>().unwrap();
            let address = (Ipv4Addr::LOCALHOST, 0).into();
            config.node = Some(NodeConfig { address, protocol: PROTOCOL });
            set(&mut config);
            halls.nodes.push(Some(House::open(config).await));
        }
        halls
    }

    pub(crate) fn node(&self, node: usize) -> &House {
        self.nodes[node].as_ref().expect("it is open")
    }

    pub(crate) fn site(&self, node: usize) -> Site {
        self.node(node).site
    }

    /// The same person by way of another node.
    pub(crate) fn at(&self, node: usize, patron: &Patron) -> Patron {
        Patron { site: self.site(node), ..patron.clone() }
    }

    pub(crate) fn database(&self) -> Database {
        Database::at(&self.address).unwrap()
    }

    pub(crate) fn sql(&self, sql: &str) -> String {
        self.server.sql(&self.address, sql)
    }

    /// Waits until the database says something.
    pub(crate) async fn wait_for(&self, sql: &str, wanted: &str) {
        let began = Instant::now();
        loop {
            let said = self.sql(sql);
            if said == wanted {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{sql} gives {said}, not {wanted}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until a table is held by somebody who lives.
    pub(crate) async fn wait_until_held(&self, table: TableId) {
        let held = format!("SELECT count(*) FROM leases JOIN members USING (node) WHERE scope = {table}");
        self.wait_for(&held, "1").await;
    }

    pub(crate) async fn close(mut self) {
        for node in self.nodes.drain(..).flatten() {
            node.close().await;
        }
    }
}

/// An answer as it is compared: without the time at which it was asked.
pub(crate) fn compared(reply: &Reply) -> (u16, String) {
    fn without_now(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("now_ms");
                fields.values_mut().for_each(without_now);
            }
            Value::Array(all) => all.iter_mut().for_each(without_now),
            _ => {}
        }
    }
    let body = match serde_json::from_str::<Value>(&reply.body) {
        Ok(mut value) => {
            without_now(&mut value);
            value.to_string()
        }
        Err(_) => reply.body.clone(),
    };
    (reply.status, body)
}
