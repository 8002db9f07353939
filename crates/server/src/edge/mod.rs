//! The edge of the room: who gets a connection, how long each is waited for, and how all of them end.

mod line;
mod outside;
mod places;
mod tls;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tower_service::Service;

use crate::api::Limits;
use crate::measures::Measures;
use line::{Intake, Line};
pub(crate) use outside::Outside;
use places::{Place, Places};
pub use tls::TlsFiles;
pub(crate) use tls::{Certificates, TlsFault};

/// How long those who are being served when the room closes have to be done.
const GRACE: Duration = Duration::from_millis(1_500);
/// How long connections may take to end once they are cut.
const CUT: Duration = Duration::from_millis(500);
/// How long the edge rests when the system gives it no connection.
const REST: Duration = Duration::from_millis(100);
/// How large the head of a request may be.
const HEAD_MOST: usize = 32 * 1024;

/// How a room meets the network.
#[derive(Clone)]
pub(crate) struct Edge {
    pub(crate) limits: Limits,
    /// The proxies whose word on whom they speak for is taken.
    pub(crate) proxies: Arc<[IpAddr]>,
    /// The certificates, if the room speaks TLS itself.
    pub(crate) certificates: Option<Certificates>,
    /// Done when the room closes, so that streams and sockets end by themselves.
    pub(crate) stopping: CancellationToken,
    /// Counts the connections.
    pub(crate) measures: Measures,
    /// The other nodes, where several run the room.
    pub(crate) nodes: Option<crate::directory::Directory>,
}

impl Edge {
    /// Gives connections to whoever may have one until `stop` is done; a little later none is left.
    pub(crate) async fn serve(&self, listener: TcpListener, app: Router, stop: impl Future<Output = ()>) {
        let places = Places::new(self.limits);
        let cut = CancellationToken::new();
        tokio::pin!(stop);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut stop => break,
            };
            match accepted {
                Ok((connection, peer)) => self.meet(connection, peer, &places, &cut, &app),
                Err(error) => {
                    tracing::warn!("no connection can be taken: {error}");
                    sleep(REST).await;
                }
            }
        }
        drop(listener);
        self.stopping.cancel();
        all_gone(&places, GRACE).await;
        cut.cancel();
        all_gone(&places, CUT).await;
    }

    /// Serves a connection beside the others, if there is a place for it; if not, it is closed.
    fn meet(
        &self,
        connection: TcpStream,
        peer: SocketAddr,
        places: &Places,
        cut: &CancellationToken,
        app: &Router,
    ) {
        let is_proxy = self.is_proxy(peer.ip());
        // Another node brings the clients of all.
        let is_node = self.nodes.as_ref().is_some_and(|nodes| nodes.is_at(peer.ip()));
        let Some(place) = places.take(peer.ip(), is_proxy || is_node) else {
            return self.measures.refused_connection();
        };
        let connected = self.measures.connected();
        // Messages are small and people wait for them: a second one must not wait until the first is confirmed.
        if let Err(error) = connection.set_nodelay(true) {
            tracing::warn!("a connection will be slow: {error}");
        }
        // A proxy and another node bring what many send.
        let received = if is_proxy || is_node { f64::INFINITY } else { self.limits.received_per_second };
        let intake = Intake::new(received, Instant::now());
        let (edge, app, cut) = (self.clone(), app.clone(), cut.clone());
        tokio::spawn(async move {
            let _connected = connected;
            let client = Client { peer, is_kept: place.is_kept, is_proxy };
            let Some(certificates) = edge.certificates.clone() else {
                let line = Line::new(connection, edge.limits.unread, intake, cut, place);
                return edge.speak(line, client, app).await;
            };
            let shaken = tokio::select! {
                shaken = timeout(edge.head_of(&place), certificates.greet(connection)) => shaken,
                () = cut.cancelled() => return,
            };
            if let Ok(Ok(connection)) = shaken {
                let line = Line::new(connection, edge.limits.unread, intake, cut, place);
                edge.speak(line, client, app).await;
            }
        });
    }

    fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies.contains(&address.to_canonical())
    }

    /// How long a request's head is waited for; not long where few places are left.
    fn head_of(&self, place: &Place) -> Duration {
        if place.is_kept { self.limits.head / 4 } else { self.limits.head }
    }

    /// Answers one request after another.
    async fn speak<S>(&self, line: Line<S>, client: Client, app: Router)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (is_tls, proxies) = (self.certificates.is_some(), Arc::clone(&self.proxies));
        let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
            let mut request = request.map(Body::new);
            let outside = Outside::of(request.headers(), client, is_tls, &proxies);
            request.extensions_mut().insert(ConnectInfo(outside.address));
            request.extensions_mut().insert(outside);
            app.clone().call(request)
        });
        let head = if client.is_kept { self.limits.head / 4 } else { self.limits.head };
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(head).max_buf_size(HEAD_MOST);
        let connection = http.serve_connection(TokioIo::new(line), service).with_upgrades();
        tokio::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = self.stopping.cancelled() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!("a connection from {} ended: {error}", client.peer);
        }
    }
}

/// Who is at the other end of a connection.
#[derive(Clone, Copy)]
struct Client {
    peer: SocketAddr,
    is_kept: bool,
    is_proxy: bool,
}

/// Waits until no connection is left, though not for longer than this.
async fn all_gone(places: &Places, most: Duration) {
    let until = Instant::now() + most;
    while places.taken() > 0 && Instant::now() < until {
        sleep(Duration::from_millis(5)).await;
    }
}
