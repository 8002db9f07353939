//! Who asks, as the outside sees it: the address of the client and whether it came by https. A proxy that is named as
//! trusted says both of its clients; nobody else's word on that is taken.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

use super::Client;

/// How a request came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outside {
    /// From which address; the port is that of the connection.
    pub(crate) address: SocketAddr,
    /// Whether nobody on the way could read it.
    pub(crate) is_https: bool,
    /// Whether its connection is one of the last, which are kept for people with an account.
    pub(crate) is_kept: bool,
}

impl Outside {
    pub(super) fn of(headers: &HeaderMap, client: Client, is_tls: bool, proxies: &[IpAddr]) -> Outside {
        let Client { peer, is_kept, is_proxy } = client;
        let plain = Outside { address: peer, is_https: is_tls, is_kept };
        if !is_proxy {
            return plain;
        }
        let address = forwarded(headers, proxies).unwrap_or_else(|| peer.ip());
        let is_https = is_tls || last_word(headers, "x-forwarded-proto").is_some_and(|word| word == "https");
        Outside { address: SocketAddr::new(address, peer.port()), is_https, ..plain }
    }
}

/// The last address that a trusted proxy has not written for another trusted proxy: what stands before it was sent by
/// whoever asked, and may be made up.
fn forwarded(headers: &HeaderMap, proxies: &[IpAddr]) -> Option<IpAddr> {
    let lines = headers.get_all("x-forwarded-for").iter().rev();
    for line in lines {
        // Whatever bytes the client made up stand before what the proxy wrote.
        for word in String::from_utf8_lossy(line.as_bytes()).rsplit(',') {
            let address = address(word.trim())?.to_canonical();
            if !proxies.contains(&address) {
                return Some(address);
            }
        }
    }
    None
}

/// An address with or without a port.
fn address(word: &str) -> Option<IpAddr> {
    let bare = word.trim_start_matches('[').trim_end_matches(']');
    bare.parse().ok().or_else(|| word.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

fn last_word<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let line = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    line.rsplit(',').next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn asked(is_proxy: bool, sent: &[(&'static str, &str)]) -> Outside {
        let mut headers = HeaderMap::new();
        for (name, value) in sent {
            headers.append(*name, value.parse().unwrap());
        }
        let client = Client { peer: "127.0.0.1:9".parse().unwrap(), is_kept: false, is_proxy };
        let proxies: [IpAddr; 2] = ["127.0.0.1".parse().unwrap(), "127.0.0.2".parse().unwrap()];
        Outside::of(&headers, client, false, &proxies)
    }

    #[test]
    fn only_a_trusted_proxy_says_for_whom_it_asks() {
        let sent = [("x-forwarded-for", "192.0.2.1, 192.0.2.7"), ("x-forwarded-proto", "https")];
        let told = asked(true, &sent);
        assert_eq!(told.address.ip().to_string(), "192.0.2.7", "what stands before may be made up");
        assert!(told.is_https);
        let made_up = asked(false, &sent);
        assert_eq!(made_up.address.ip().to_string(), "127.0.0.1");
        assert!(!made_up.is_https);
    }

    #[test]
    fn proxies_before_proxies_are_passed_over_and_nonsense_is_the_proxys_own() {
        for (sent, expected) in [
            ("192.0.2.7, 127.0.0.2", "192.0.2.7"),
            ("192.0.2.7:4711", "192.0.2.7"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:80", "2001:db8::1"),
            ("192.0.2.7, nobody", "127.0.0.1"),
            ("", "127.0.0.1"),
        ] {
            assert_eq!(
                asked(true, &[("x-forwarded-for", sent)]).address.ip().to_string(),
                expected,
                "{sent}"
            );
        }
        let both = [("x-forwarded-for", "192.0.2.1"), ("x-forwarded-for", "192.0.2.2")];
        assert_eq!(asked(true, &both).address.ip().to_string(), "192.0.2.2", "the last line");
        assert!(!asked(true, &[("x-forwarded-proto", "https, http")]).is_https);
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_bytes(b"\xff\xfe, 192.0.2.9").unwrap());
        assert_eq!(forwarded(&headers, &[]), "192.0.2.9".parse().ok(), "made up bytes hide nobody");
    }
}
