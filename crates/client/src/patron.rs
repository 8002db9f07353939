//! Somebody with a session.

use std::net::{IpAddr, SocketAddr};

use room::{PersonId, TableId};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::TcpSocket;

use crate::{Ask, ClientFault, Reply, Seat, Site, Watch};

/// Somebody with a session: a guest, or one with an account.
#[derive(Clone, Debug)]
pub struct Patron {
    /// The server.
    pub site: Site,
    /// Who.
    pub person: PersonId,
    /// The name the server gave or knows.
    pub name: String,
    /// The session's cookie.
    pub cookie: String,
}

#[derive(Deserialize)]
struct Me {
    person: PersonId,
    name: String,
}

impl Patron {
    /// Comes in as a guest.
    ///
    /// # Errors
    /// When the server lets no guest in.
    pub async fn guest(site: Site, name: &str) -> Result<Patron, ClientFault> {
        Patron::enter(site, "/api/guest", &json!({ "name": name })).await
    }

    /// Makes an account.
    ///
    /// # Errors
    /// When the name is taken or the password too short.
    pub async fn register(site: Site, name: &str, password: &str) -> Result<Patron, ClientFault> {
        Patron::enter(site, "/api/register", &json!({ "name": name, "password": password })).await
    }

    /// Logs in.
    ///
    /// # Errors
    /// When the name or the password is not right.
    pub async fn login(site: Site, name: &str, password: &str) -> Result<Patron, ClientFault> {
        Patron::enter(site, "/api/login", &json!({ "name": name, "password": password })).await
    }

    async fn enter(site: Site, path: &str, body: &Value) -> Result<Patron, ClientFault> {
        let reply = site.ask(&Ask::post(path, body)).await?;
        let Me { person, name } = reply.json()?;
        let cookie = reply.header("set-cookie").and_then(|cookie| cookie.split(';').next());
        let cookie = cookie.ok_or_else(|| ClientFault::Unreadable("no session came".to_owned()))?.to_owned();
        Ok(Patron { site, person, name, cookie })
    }

    /// Asks with the session.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn ask(&self, ask: Ask) -> Result<Reply, ClientFault> {
        self.site.ask(&ask.with("Cookie", &self.cookie)).await
    }

    /// Reads something as JSON.
    ///
    /// # Errors
    /// When the server does not give it.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ClientFault> {
        self.ask(Ask::get(path)).await?.json()
    }

    /// Does something and reads what comes of it as JSON.
    ///
    /// # Errors
    /// When the server does not do it.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T, ClientFault> {
        self.ask(Ask::post(path, body)).await?.json()
    }

    /// Watches something that goes on.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn watch(&self, path: &str) -> Result<Watch, ClientFault> {
        self.site.watch(&Ask::get(path).with("Cookie", &self.cookie)).await
    }

    /// Follows a table over a WebSocket, from its present state or from the last event that is known.
    ///
    /// # Errors
    /// When there is no such table.
    pub async fn table(&self, table: TableId, from: Option<u64>) -> Result<Seat, ClientFault> {
        Seat::open(self.site, table, Some(self), from).await
    }

    /// The same from one of the machine's own addresses, so that many patrons on one machine are not taken for one.
    ///
    /// # Errors
    /// When there is no such table, or the machine has not that address.
    pub async fn table_from(
        &self,
        address: IpAddr,
        table: TableId,
        from: Option<u64>,
    ) -> Result<Seat, ClientFault> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.bind(SocketAddr::new(address, 0))?;
        Seat::over(socket.connect(self.site.0).await?, self.site, table, Some(self), from).await
    }
}
