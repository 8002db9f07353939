//! What belongs to another node's table is passed on to it: requests, sockets and event streams, with the same numbers and
//! answers, so that a client needs only one address. The lobby, the floor and the own tables are put together from all.
//! While a table is on its way to another node, whoever wants it waits for it here; who asked in vain is told to come again.

mod joined;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, OriginalUri, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use nodes::{Protocol, Saying};
use room::TableId;
use serde_json::Value;
use store::Member;
use tokio_util::sync::CancellationToken;

use super::error::ApiError;
use super::{AppState, BODY_MOST};
use crate::directory::{Directory, Whereabouts};
use crate::edge::Outside;
use crate::hall::{DeskAct, DeskRead, Read};

/// What a node shows another.
const SECRET: HeaderName = HeaderName::from_static("x-cardroom-node");
/// For which client it asks.
const FOR: HeaderName = HeaderName::from_static("x-cardroom-for");
/// Which protocol it speaks.
const PROTOCOL: HeaderName = HeaderName::from_static("x-cardroom-protocol");
/// Under which number it knows the request.
const REQUEST: HeaderName = HeaderName::from_static("x-cardroom-request");

/// Says that a node has no such table any more.
const GONE: HeaderName = HeaderName::from_static("x-cardroom-gone");

/// How long a table is waited for that is on its way to another node.
const PATIENCE: Duration = Duration::from_secs(15);
/// How often it is looked meanwhile.
const LOOK_AGAIN: Duration = Duration::from_millis(40);
/// How long another node's part of the lobby is waited for.
const PART: Duration = Duration::from_secs(3);
/// How large such a part may be.
const PART_MOST: usize = 64 * 1024 * 1024;

/// The other nodes of the room.
#[derive(Clone)]
pub(crate) struct Nodes {
    directory: Directory,
    protocol: Protocol,
    client: Client<HttpConnector, Body>,
    stopping: CancellationToken,
}

/// Marks a request that another node has let in, which speaks a protocol: it is answered here, whatever the directory says.
#[derive(Clone, Copy)]
struct LetIn(Protocol);

/// The number under which this node knows a request.
#[derive(Clone, Copy)]
pub(super) struct Numbered(pub(super) u64);

/// Whose a request is.
enum Whose {
    /// Whatever node is asked.
    Anybody,
    /// That of a table.
    Table(TableId),
    /// Of the node that does for all what one must do.
    OnDuty,
    /// What is done by way of a desk: of a table's node if it is done at one.
    AtDesk(Desk),
    /// Of all of them together.
    All,
}

/// How what is done by way of a desk is read.
type Desk = fn(&[u8]) -> Option<DeskAct>;

impl Nodes {
    pub(crate) fn new(directory: Directory, protocol: Protocol, stopping: CancellationToken) -> Nodes {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        connector.set_connect_timeout(Some(Duration::from_secs(2)));
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Nodes { directory, protocol, client, stopping }
    }

    /// Whether another node passes a request on: then it is for the client that it names.
    pub(crate) fn let_in(&self, request: &mut Request, outside: Outside) -> bool {
        let Some(shown) = request.headers().get(SECRET) else { return false };
        if !self.directory.is_member(shown.as_bytes()) {
            return false;
        }
        let named = request.headers().get(FOR).and_then(|named| named.to_str().ok()?.parse().ok());
        let address: SocketAddr = named.unwrap_or(outside.address);
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(Outside { address, ..outside });
        let said = |name: HeaderName| request.headers().get(name).and_then(|said| said.to_str().ok());
        let protocol = said(PROTOCOL).and_then(|number| number.parse().ok()).unwrap_or(0);
        if let Some(number) = said(REQUEST).filter(|_| self.protocol.says(Saying::Request)) {
            tracing::Span::current().record("passed_on", number);
        }
        request.extensions_mut().insert(LetIn(Protocol::new(protocol)));
        true
    }

    /// What is spoken with another node; the lower protocol, also where the directory is not up to date.
    fn spoken_with(&self, member: &Member) -> Protocol {
        self.protocol.min(Protocol::new(member.protocol))
    }

    /// Asks another node what was asked here.
    async fn ask(
        &self,
        member: &Member,
        parts: &Parts,
        body: Body,
        from: SocketAddr,
    ) -> Result<Response, Fault> {
        let uri = parts.extensions.get::<OriginalUri>().map_or(&parts.uri, |original| &original.0);
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let mut request = Request::builder()
            .method(parts.method.clone())
            .uri(format!("http://{}{path}", member.address))
            .body(body)
            .map_err(|_| Fault::Unsent)?;
        let headers = request.headers_mut();
        for (name, value) in parts.headers.iter().filter(|(name, _)| **name != header::HOST) {
            headers.append(name.clone(), value.clone());
        }
        let set = |headers: &mut HeaderMap, name, value: String| {
            HeaderValue::from_str(&value).map(|value| headers.insert(name, value)).map_err(|_| Fault::Unsent)
        };
        set(headers, SECRET, member.secret.clone())?;
        set(headers, FOR, from.to_string())?;
        set(headers, PROTOCOL, self.protocol.to_string())?;
        headers.remove(REQUEST);
        if let Some(Numbered(number)) = parts.extensions.get::<Numbered>()
            && self.spoken_with(member).says(Saying::Request)
        {
            set(headers, REQUEST, format!("{}-{number}", self.directory.own()))?;
        }
        // One that hangs keeps its connections and answers nothing: whoever has buried it waits for it no longer.
        let answered = tokio::select! {
            answered = self.client.request(request) => answered,
            () = self.directory.clone().left(member.node) => return Err(Fault::Lost),
        };
        match answered {
            Ok(response) => Ok(response.map(|body| self.until_left(member.node, Body::new(body)))),
            Err(error) if error.is_connect() => Err(Fault::Unsent),
            Err(_) => Err(Fault::Lost),
        }
    }

    /// What a node answers, as long as it is one: a stream of one that hangs ends, so that its client comes again.
    fn until_left(&self, node: u64, body: Body) -> Body {
        let left = Box::pin(self.directory.clone().left(node));
        Body::from_stream(body.into_data_stream().take_until(left))
    }

    /// Waits until a client's socket is to be parted from a node's.
    fn parted(&self, node: u64) -> impl Future<Output = ()> + Send + 'static {
        let (left, stopping) = (self.directory.clone().left(node), self.stopping.clone());
        async move {
            tokio::select! {
                () = left => {}
                () = stopping.cancelled() => {}
            }
        }
    }

    /// Whether a table is another node's, or on its way there.
    pub(super) fn is_away(&self, table: TableId) -> bool {
        !matches!(self.directory.of(table), Whereabouts::Here | Whereabouts::Unknown)
    }

    /// Waits until it is known where a table is: one that nobody has is waited for, one that is not known is looked for
    /// once more.
    async fn find(&self, table: TableId, until: Instant) -> Whereabouts {
        let turn = self.directory.turn();
        loop {
            let found = self.directory.of(table);
            let is_sure = match found {
                Whereabouts::Here | Whereabouts::There(_) => true,
                Whereabouts::Moving => false,
                // The look that was under way may have begun before the table was opened.
                Whereabouts::Unknown => self.directory.turn() >= turn + 2,
            };
            if is_sure || Instant::now() >= until {
                return found;
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }
}

/// Why another node gave no answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// It was not reached.
    Unsent,
    /// Nobody knows what became of the request.
    Lost,
}

/// Passes on what is another node's.
pub(crate) async fn pass_on(
    State(state): State<AppState>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let Some(nodes) = state.nodes.clone() else { return next.run(request).await };
    if let Some(LetIn(protocol)) = request.extensions().get::<LetIn>().copied() {
        return match nodes.protocol.with(protocol) {
            Some(_) => for_another(&nodes, request, next).await,
            None => ApiError::Broken(format!(
                "this node speaks protocol {} and the one that asks {protocol}: bring the nodes to versions next to \
                 each other",
                nodes.protocol
            ))
            .into_response(),
        };
    }
    // Whoever shows a secret that is none takes this node for one that was at its address before: it is answered, and
    // nothing is passed on from here, or it would come back. Nothing is told about another node's table.
    if request.headers().contains_key(SECRET) {
        return match table_of(request.uri().path()).is_some_and(|table| nodes.is_away(table)) {
            true => gone(unreached()),
            false => for_another(&nodes, request, next).await,
        };
    }
    let whose = whose(&state, request.method(), request.uri().path()).await;
    match whose {
        Whose::Anybody => next.run(request).await,
        Whose::All => put_together(&nodes, request, next, from).await,
        Whose::OnDuty => match nodes.directory.on_duty() {
            None => next.run(request).await,
            Some(member) => {
                let (parts, body) = request.into_parts();
                nodes.ask(&member, &parts, body, from).await.unwrap_or_else(|_| unreached())
            }
        },
        Whose::Table(_) | Whose::AtDesk(_) => {
            let (parts, body) = request.into_parts();
            let body = match whole(body, state.limits.body).await {
                Ok(body) => body,
                Err(error) => return error.into_response(),
            };
            let table = match whose {
                Whose::Table(table) => Some(table),
                Whose::AtDesk(desk) => acts_at(&state, desk(&body)).await,
                Whose::Anybody | Whose::OnDuty | Whose::All => None,
            };
            match table {
                Some(table) => at_table(&nodes, table, &parts, &body, next, from).await,
                None => next.run(Request::from_parts(parts, Body::from(body))).await,
            }
        }
    }
}

/// All of a body before it is passed on, which is not waited for for ever.
async fn whole(body: Body, patience: Duration) -> Result<Bytes, ApiError> {
    let refused = |status, what: &str| ApiError::Unreadable(status, what.to_owned());
    match tokio::time::timeout(patience, to_bytes(body, BODY_MOST)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(_)) => Err(refused(StatusCode::PAYLOAD_TOO_LARGE, "it is too long")),
        Err(_) => Err(refused(StatusCode::REQUEST_TIMEOUT, "the body did not come in time")),
    }
}

/// Answers what another node has passed on, and says so if the table has gone from here.
async fn for_another(nodes: &Nodes, request: Request, next: Next) -> Response {
    let table = table_of(request.uri().path());
    let response = next.run(request).await;
    match is_refused(&response) && table.is_some_and(|table| nodes.is_away(table)) {
        true => gone(response),
        false => response,
    }
}

/// Says with an answer that the table is not here.
fn gone(mut response: Response) -> Response {
    response.headers_mut().insert(GONE, HeaderValue::from_static("1"));
    response
}

/// Lets whoever has a table answer, and waits for a table that is on its way. A command has an id, so that it is sent again
/// if nobody knows what became of it; anything else only if it was not sent.
async fn at_table(
    nodes: &Nodes,
    table: TableId,
    parts: &Parts,
    body: &Bytes,
    next: Next,
    from: SocketAddr,
) -> Response {
    let until = Instant::now() + PATIENCE;
    let is_sure = parts.method == Method::GET || parts.uri.path().ends_with("/commands");
    loop {
        let fault = match nodes.find(table, until).await {
            Whereabouts::Moving => return unreached(),
            Whereabouts::There(member) => {
                match nodes.ask(&member, parts, Body::from(body.clone()), from).await {
                    // It has just given the table up.
                    Ok(response) if response.headers().contains_key(GONE) => Fault::Unsent,
                    Ok(response) if response.status() == StatusCode::SWITCHING_PROTOCOLS => {
                        return joined::join(parts, response, nodes.parted(member.node));
                    }
                    Ok(response) => return response,
                    Err(fault) => fault,
                }
            }
            Whereabouts::Here | Whereabouts::Unknown => {
                let request = Request::from_parts(parts.clone(), Body::from(body.clone()));
                let response = next.clone().run(request).await;
                if !nodes.is_away(table) || !is_refused(&response) {
                    return response;
                }
                Fault::Unsent
            }
        };
        if (fault == Fault::Lost && !is_sure) || Instant::now() >= until {
            return unreached();
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

/// Whether a node says that it has no such table, or does not answer for it.
fn is_refused(response: &Response) -> bool {
    matches!(response.status(), StatusCode::NOT_FOUND | StatusCode::SERVICE_UNAVAILABLE)
}

fn unreached() -> Response {
    let what = "the table is on its way to another machine; try again";
    let mut response = ApiError::Broken(what.to_owned()).into_response();
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// The table that a path is about.
fn table_of(path: &str) -> Option<TableId> {
    path.trim_start_matches('/').strip_prefix("tables/")?.split('/').next()?.parse().ok()
}

/// Whose a request is, by its path.
async fn whose(state: &AppState, method: &Method, path: &str) -> Whose {
    if let Some(table) = table_of(path) {
        return Whose::Table(table);
    }
    let words: Vec<&str> = path.trim_matches('/').split('/').collect();
    match words[..] {
        ["lobby" | "floor"] | ["me", "tables"] if method == Method::GET => Whose::All,
        ["tips"] => Whose::OnDuty,
        ["lists"] if method == Method::POST => {
            Whose::AtDesk(|body| serde_json::from_slice(body).ok().map(DeskAct::List))
        }
        ["jackpots"] if method == Method::POST => {
            Whose::AtDesk(|body| serde_json::from_slice(body).ok().map(DeskAct::Jackpot))
        }
        ["corrections", asked, _] => {
            let waiting = state.hall.ask(Read::AskedCorrections).await.unwrap_or_default();
            let asked = asked.parse::<u64>().ok();
            let found = waiting.iter().find(|one| Some(one.asked) == asked);
            found.map_or(Whose::Anybody, |one| Whose::Table(one.table))
        }
        _ => Whose::Anybody,
    }
}

/// At which table something is done by way of a desk.
async fn acts_at(state: &AppState, act: Option<DeskAct>) -> Option<TableId> {
    let act = act?;
    state.hall.ask(|reply| DeskRead::ActsAt(act, reply)).await.ok()?
}

/// Answers with the own rows and those of all other nodes.
async fn put_together(nodes: &Nodes, request: Request, next: Next, from: SocketAddr) -> Response {
    let (parts, _) = request.into_parts();
    let own = next.run(Request::from_parts(parts.clone(), Body::empty())).await;
    if own.status() != StatusCode::OK {
        return own;
    }
    let asked = nodes.directory.others().into_iter().map(|member| {
        let (nodes, parts) = (nodes.clone(), parts.clone());
        async move {
            let answer = tokio::time::timeout(PART, nodes.ask(&member, &parts, Body::empty(), from)).await;
            read(answer.ok()?.ok()?).await
        }
    });
    let parts_of_others = futures_util::future::join_all(asked).await;
    let (head, body) = own.into_parts();
    let Some(mut whole) = read(Response::new(body)).await else { return unreached() };
    for part in parts_of_others.into_iter().flatten() {
        merge(&mut whole, part);
    }
    let mut response = axum::Json(whole).into_response();
    for (name, value) in &head.headers {
        if *name != header::CONTENT_LENGTH {
            response.headers_mut().insert(name.clone(), value.clone());
        }
    }
    response
}

async fn read(response: Response) -> Option<Value> {
    let body = to_bytes(response.into_body(), PART_MOST).await.ok()?;
    serde_json::from_slice(&body).ok()
}

/// Puts rows of tables among others, and what the floor reads of their drop, by hour and number; what both have is there
/// once.
fn merge(whole: &mut Value, mut part: Value) {
    for name in ["tables", "drop"] {
        if let (Some(whole), Some(part)) = (rows(whole, name), rows(&mut part, name)) {
            let place = |row: &Value| (row["hour"].as_i64(), row["table"].as_u64());
            for row in part.drain(..) {
                if !whole.iter().any(|own| place(own) == place(&row)) {
                    whole.push(row);
                }
            }
            whole.sort_by_key(place);
        }
    }
}

/// The rows of an answer that go by this name; the rows of tables may be all of it.
fn rows<'a>(value: &'a mut Value, name: &str) -> Option<&'a mut Vec<Value>> {
    if value.is_array() && name == "tables" {
        value.as_array_mut()
    } else {
        value.get_mut(name)?.as_array_mut()
    }
}
