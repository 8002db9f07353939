//! What whoever asks for a table hears while it moves, with another node that answers as it is told.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::middleware::from_fn;
use futures_util::StreamExt as _;
use serde_json::json;
use store::{Look, Stream};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::*;

#[test]
fn rows_of_all_nodes_are_put_together_by_number() {
    let mut whole = json!({ "houses": [1], "tables": [{ "table": 2 }, { "table": 9 }] });
    merge(&mut whole, json!({ "houses": [1], "tables": [{ "table": 9, "other": 1 }, { "table": 4 }] }));
    assert_eq!(whole, json!({ "houses": [1], "tables": [{ "table": 2 }, { "table": 4 }, { "table": 9 }] }));
    // What came into boxes by the hour is told by whoever runs the table.
    let drop = |table: u32, hour: i64| json!({ "table": table, "hour": hour, "cents": 100 });
    let mut floor = json!({ "tables": [{ "table": 2 }], "drop": [drop(2, 3)] });
    merge(&mut floor, json!({ "tables": [{ "table": 1 }], "drop": [drop(1, 3), drop(1, 2)] }));
    assert_eq!(floor["drop"], json!([drop(1, 2), drop(1, 3), drop(2, 3)]), "in the order of one program");
    let mut own = json!([]);
    merge(&mut own, json!([{ "table": 3 }]));
    assert_eq!(own, json!([{ "table": 3 }]));
}

/// The table that moves.
const TABLE: TableId = 7;

/// How the other node answers a request, or this one.
#[derive(Clone, Copy, Debug)]
enum Says {
    /// The table is not there any more.
    Gone,
    /// It hangs up.
    HangsUp,
    /// It opens a socket and says something over it.
    Opens,
    /// The same, and then it hangs.
    OpensAndHangs,
    /// It hangs: it hears the request, keeps the connection, and says nothing.
    Hangs,
}

/// A node on a socket of its own that answers in an order, and what it was asked.
async fn other_node(order: Vec<Says>) -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let noted = Arc::clone(&asked);
    tokio::spawn(async move {
        let mut order = VecDeque::from(order);
        while let Ok((mut connection, _)) = listener.accept().await {
            // A connection is kept for further requests.
            loop {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    match connection.read_u8().await {
                        Ok(byte) => head.push(byte),
                        Err(_) => break,
                    }
                }
                if head.is_empty() {
                    break;
                }
                noted.lock().unwrap().push(String::from_utf8(head).unwrap());
                match order.pop_front().expect("no more requests") {
                    Says::HangsUp => break,
                    Says::Gone => {
                        let gone =
                            "HTTP/1.1 404 Not Found\r\nx-cardroom-gone: 1\r\ncontent-length: 2\r\n\r\n{}";
                        connection.write_all(gone.as_bytes()).await.unwrap();
                    }
                    Says::Hangs => std::future::pending().await,
                    says @ (Says::Opens | Says::OpensAndHangs) => {
                        let opens = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\n\
                                     upgrade: websocket\r\n\r\n";
                        connection.write_all(opens.as_bytes()).await.unwrap();
                        connection.write_all(&[0x81, 2, b'h', b'i']).await.unwrap();
                        if matches!(says, Says::OpensAndHangs) {
                            std::future::pending::<()>().await;
                        }
                        break;
                    }
                }
            }
        }
    });
    (address, asked)
}

/// What this node knows: that node 2 at an address has the table.
fn directory(address: SocketAddr, protocol: u32) -> Directory {
    let directory = Directory::new(1, "own");
    see(&directory, 2, address, protocol);
    directory
}

/// This node sees that the table is that of another one, at an address, and that there is nobody else.
fn see(directory: &Directory, holder: u64, address: SocketAddr, protocol: u32) {
    let member = |node: u64, address: String| Member {
        node,
        beat: 1,
        address,
        secret: "word".to_owned(),
        protocol,
        version: None,
        is_leaving: false,
    };
    let members = vec![member(1, String::new()), member(holder, address.to_string())];
    let holders = [(Stream(TABLE), Some(holder))].into();
    directory.see(&Look { members, holders, ..Look::default() }, |_| false);
}

/// This node on a socket of its own; where the table is here, it says that it has just gone.
async fn own_node(nodes: Nodes) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let pass = move |mut request: Request, next: Next| {
        let nodes = nodes.clone();
        async move {
            request.extensions_mut().insert(Numbered(17));
            let (parts, _) = request.into_parts();
            at_table(&nodes, TABLE, &parts, &Bytes::new(), next, address).await
        }
    };
    let app = Router::new().fallback(|| async { StatusCode::NOT_FOUND }).layer(from_fn(pass));
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    address
}

/// Asks for a socket and gives everything that is heard until it ends.
async fn ask_for_socket(address: SocketAddr) -> Vec<u8> {
    let mut connection = TcpStream::connect(address).await.unwrap();
    let ask = "GET /tables/7/socket?from=3 HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
               sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    connection.write_all(ask.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    connection.read_to_end(&mut heard).await.unwrap();
    heard
}

fn nodes(directory: Directory, protocol: u32) -> Nodes {
    Nodes::new(directory, Protocol::new(protocol), CancellationToken::new())
}

/// A socket that is asked for while the table moves is not told that there is none: it waits until somebody has it.
#[tokio::test]
async fn a_socket_waits_for_a_table_that_moves() {
    let (other, asked) = other_node(vec![Says::Gone, Says::HangsUp, Says::Gone, Says::Opens]).await;
    let own = own_node(nodes(directory(other, 2), 2)).await;
    let heard = ask_for_socket(own).await;
    let text = String::from_utf8_lossy(&heard);
    assert!(text.starts_with("HTTP/1.1 101 "), "{text}");
    let frames = heard.windows(4).position(|four| four == b"\r\n\r\n").map(|head| &heard[head + 4..]);
    // What the node says comes whole, and with its end the word to come again.
    assert_eq!(frames, Some(&[0x81, 2, b'h', b'i', 0x88, 2, 0x03, 0xF5][..]));
    let asked = asked.lock().unwrap();
    assert_eq!(asked.len(), 4);
    assert!(asked.iter().all(|head| head.starts_with("GET /tables/7/socket?from=3 ")), "{asked:?}");
}

/// The same when it was here and has just gone: then it is asked for where it is.
#[tokio::test]
async fn a_socket_follows_a_table_that_was_here() {
    let (other, asked) = other_node(vec![Says::Opens]).await;
    let whereabouts = directory(other, 2);
    // Here nothing is found; then it is seen to be the other's.
    let here = Look { holders: [(Stream(TABLE), Some(1))].into(), ..Look::default() };
    whereabouts.see(&here, |_| true);
    let own = own_node(nodes(whereabouts.clone(), 2)).await;
    whereabouts.leaves(TABLE);
    let socket = tokio::spawn(ask_for_socket(own));
    tokio::time::sleep(LOOK_AGAIN).await;
    assert!(!socket.is_finished(), "it waits");
    let member = Member {
        node: 2,
        beat: 1,
        address: other.to_string(),
        secret: "word".to_owned(),
        protocol: 2,
        version: None,
        is_leaving: false,
    };
    let there = Look { members: vec![member], holders: [(Stream(TABLE), Some(2))].into(), ..Look::default() };
    whereabouts.see(&there, |_| false);
    let heard = socket.await.unwrap();
    assert!(heard.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&heard));
    assert_eq!(asked.lock().unwrap().len(), 1);
}

/// A node that hangs answers nothing and hangs nobody up. Once it is buried nobody waits for it any longer: who has asked is
/// answered by whoever has the table then, and who listens is told to come again.
#[tokio::test]
async fn nobody_waits_for_a_node_that_hangs_and_is_buried() {
    let (hanging, heard_by_it) = other_node(vec![Says::Hangs]).await;
    let (other, asked) = other_node(vec![Says::OpensAndHangs]).await;
    let whereabouts = directory(hanging, 2);
    let own = own_node(nodes(whereabouts.clone(), 2)).await;
    let socket = tokio::spawn(ask_for_socket(own));
    while heard_by_it.lock().unwrap().is_empty() {
        tokio::time::sleep(LOOK_AGAIN).await;
    }
    assert!(!socket.is_finished(), "it waits as long as that is a node");
    see(&whereabouts, 3, other, 2);
    while asked.lock().unwrap().is_empty() {
        tokio::time::sleep(LOOK_AGAIN).await;
    }
    assert!(!socket.is_finished(), "it is open");
    // That one hangs as well.
    see(&whereabouts, 4, hanging, 2);
    let heard = socket.await.unwrap();
    assert!(heard.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&heard));
    assert!(heard.ends_with(&[0x88, 2, 0x03, 0xF5]), "{heard:?}");
}

/// What a neighbouring protocol does not know is not said to it.
#[tokio::test]
async fn a_node_of_the_protocol_before_is_told_no_numbers() {
    for (protocol, other_protocol, is_said) in [(2, 2, true), (2, 1, false), (1, 2, false), (3, 2, true)] {
        let (other, asked) = other_node(vec![Says::Opens]).await;
        let own = own_node(nodes(directory(other, other_protocol), protocol)).await;
        ask_for_socket(own).await;
        let asked = asked.lock().unwrap().join("");
        assert!(asked.contains(&format!("x-cardroom-protocol: {protocol}\r\n")), "{asked}");
        assert_eq!(
            asked.contains("x-cardroom-request: 1-17\r\n"),
            is_said,
            "{protocol} to {other_protocol}: {asked}"
        );
    }
}

/// Whoever sends half a body is not waited for for ever, and nobody sends more than a room takes.
#[tokio::test]
async fn a_body_is_waited_for_before_it_is_passed_on_but_not_for_ever() {
    let sent = |parts: usize, ends: bool| {
        let part = |_| Ok::<_, std::io::Error>(Bytes::from_static(b"{}"));
        let begun = futures_util::stream::iter((0..parts).map(part));
        let rest = futures_util::stream::pending();
        let body = if ends { Body::from_stream(begun) } else { Body::from_stream(begun.chain(rest)) };
        whole(body, Duration::from_millis(50))
    };
    assert_eq!(sent(2, true).await.unwrap(), "{}{}");
    for (parts, ends, status) in [
        (1, false, StatusCode::REQUEST_TIMEOUT),
        (0, false, StatusCode::REQUEST_TIMEOUT),
        (BODY_MOST, true, StatusCode::PAYLOAD_TOO_LARGE),
    ] {
        assert_eq!(sent(parts, ends).await.unwrap_err().into_response().status(), status);
    }
}
