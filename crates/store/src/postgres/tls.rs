//! How servers of a database are talked to: what an address says of TLS, in the words that PostgreSQL's own programs know
//! (`sslmode`, `sslrootcert`), and the connections that follow from it.
//!
//! | `sslmode` | Encrypted | Who the server is |
//! |---|---|---|
//! | `disable` | no | is not looked at |
//! | `prefer` (where nothing is said) | if the server can | is not looked at |
//! | `require` | yes | is not looked at, unless a file of roots is named |
//! | `verify-ca` | yes | one of the named roots vouches for it |
//! | `verify-full` | yes | the same, and its certificate is for the name that is asked for |

use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use sha2::{Digest as _, Sha256, Sha384, Sha512};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_postgres::{Config, Socket};
use tokio_rustls::TlsConnector;

use crate::Error;

/// Whom a server must prove to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    /// Nobody.
    Nobody,
    /// Somebody for whom a root vouches.
    Vouched,
    /// The one that is asked for, for whom a root vouches.
    Named,
}

/// Makes connections that are encrypted.
#[derive(Clone)]
pub(super) struct Tls(Arc<ClientConfig>);

/// Reads the address of a database, with what it says of TLS.
pub(super) fn read(address: &str) -> Result<(Config, Tls), Error> {
    let (before, settings) = address.split_once('?').unwrap_or((address, ""));
    let (mut mode, mut roots, mut rest) = (None, None, Vec::new());
    for setting in settings.split('&').filter(|setting| !setting.is_empty()) {
        match setting.split_once('=') {
            Some(("sslmode", "verify-ca")) => mode = Some(Check::Vouched),
            Some(("sslmode", "verify-full")) => mode = Some(Check::Named),
            Some(("sslrootcert", file)) => roots = Some(PathBuf::from(decoded(file)?)),
            _ => rest.push(setting),
        }
    }
    let text = if rest.is_empty() { before.to_owned() } else { format!("{before}?{}", rest.join("&")) };
    let unread = |error: tokio_postgres::Error| said(super::hosts::told(&error));
    let mut config: Config = text.parse().map_err(unread)?;
    let is_encrypted = mode.is_some() || config.get_ssl_mode() == SslMode::Require;
    if mode.is_some() {
        config.ssl_mode(SslMode::Require);
    }
    let check = match (mode, &roots) {
        (Some(check), Some(_)) => check,
        (Some(_), None) => {
            return Err(said("who looks who the server is says sslrootcert=FILE as well".to_owned()));
        }
        // As PostgreSQL's own programs have it.
        (None, Some(_)) if is_encrypted => Check::Vouched,
        (None, Some(_)) => {
            return Err(said("sslrootcert is for sslmode=verify-full alone".to_owned()));
        }
        (None, None) => Check::Nobody,
    };
    let roots = roots.map(|file| read_roots(&file)).transpose()?;
    Ok((config, Tls(Arc::new(client(check, roots)?))))
}

fn said(what: String) -> Error {
    Error::Address { what }
}

/// A value of an address, in which `%2F` stands for a letter.
fn decoded(text: &str) -> Result<String, Error> {
    let mut bytes = Vec::new();
    let mut left = text.as_bytes();
    while let [first, rest @ ..] = left {
        let (byte, rest) = match (first, rest) {
            (b'%', [high, low, rest @ ..]) => {
                let digits = [*high, *low];
                let number =
                    std::str::from_utf8(&digits).ok().and_then(|two| u8::from_str_radix(two, 16).ok());
                (number.ok_or_else(|| said(format!("{text} has a % without a number")))?, rest)
            }
            _ => (*first, rest),
        };
        bytes.push(byte);
        left = rest;
    }
    String::from_utf8(bytes).map_err(|_| said(format!("{text} is no text")))
}

/// The roots of a file.
fn read_roots(file: &Path) -> Result<RootCertStore, Error> {
    let told = |what: String| said(format!("{}: {what}", file.display()));
    let found = CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| told(error.to_string()))?;
    let mut roots = RootCertStore::empty();
    for root in found {
        roots.add(root).map_err(|error| told(error.to_string()))?;
    }
    if roots.is_empty() { Err(told("there is no certificate in it".to_owned())) } else { Ok(roots) }
}

fn client(check: Check, roots: Option<RootCertStore>) -> Result<ClientConfig, Error> {
    let provider = Arc::new(ring::default_provider());
    let web = roots
        .map(|roots| {
            WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider)).build()
        })
        .transpose()
        .map_err(|error| said(error.to_string()))?;
    let verifier = Arc::new(Verifier { check, web, provider: Arc::clone(&provider) });
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| said(format!("TLS cannot be had: {error}")))?;
    let mut config = builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth();
    config.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok(config)
}

/// Looks who a server is, as far as is asked for.
#[derive(Debug)]
struct Verifier {
    check: Check,
    web: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        stapled: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let Some(web) = &self.web else { return Ok(ServerCertVerified::assertion()) };
        match web.verify_server_cert(certificate, between, name, stapled, now) {
            // A name is looked at last, when everything else is as it should be.
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if self.check == Check::Vouched => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Why a server is not talked to, in words, if TLS is the reason.
pub(super) fn fault(error: &tokio_postgres::Error) -> Option<String> {
    let source = std::error::Error::source(error)?;
    if source.to_string() == "server does not support TLS" {
        return Some("it does not speak TLS".to_owned());
    }
    let own = source.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref::<rustls::Error>()?;
    Some(match own {
        rustls::Error::InvalidCertificate(why) => match why {
            // A root of the same name with another key vouches for nothing of it.
            CertificateError::UnknownIssuer | CertificateError::BadSignature => {
                "none of the named roots vouches for its certificate".to_owned()
            }
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                "its certificate is for another name".to_owned()
            }
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                "its certificate has expired".to_owned()
            }
            other if format!("{other:?}").contains("CaUsedAsEndEntity") => {
                "its certificate is a root itself: make it one with CA:FALSE".to_owned()
            }
            other => format!("its certificate is not taken: {other}"),
        },
        other => format!("TLS: {other}"),
    })
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = Handshake;
    type Error = rustls::pki_types::InvalidDnsNameError;

    fn make_tls_connect(&mut self, name: &str) -> Result<Handshake, Self::Error> {
        // A socket has no name, and is not encrypted.
        let name = if name.is_empty() { "localhost" } else { name };
        let name = ServerName::try_from(name.to_owned())?;
        Ok(Handshake { connector: TlsConnector::from(Arc::clone(&self.0)), name })
    }
}

/// A connection that is about to be encrypted.
pub(super) struct Handshake {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Encrypted;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move { self.connector.connect(self.name, socket).await.map(Encrypted) })
    }
}

/// A connection that is encrypted.
pub(super) struct Encrypted(tokio_rustls::client::TlsStream<Socket>);

impl AsyncRead for Encrypted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, buffer)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

impl TlsStream for Encrypted {
    fn channel_binding(&self) -> ChannelBinding {
        let (_, connection) = self.0.get_ref();
        let certificate = connection.peer_certificates().and_then(<[_]>::first);
        certificate
            .and_then(|certificate| end_point(certificate))
            .map_or_else(ChannelBinding::none, ChannelBinding::tls_server_end_point)
    }
}

/// The hash of a certificate to which a password can be bound (RFC 5929): by the hash of its own signature, SHA-256 instead
/// of older ones. Nothing for signatures that have none of their own.
fn end_point(certificate: &[u8]) -> Option<Vec<u8>> {
    let (whole, _) = within(certificate)?;
    let (_, after) = within(whole)?;
    let (algorithm, _) = within(after)?;
    let (number, _) = within(algorithm)?;
    let rsa = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01];
    let ecdsa = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04];
    Some(match (number.strip_prefix(&rsa), number.strip_prefix(&ecdsa)) {
        (Some([0x04 | 0x05 | 0x0b]), _) | (_, Some([0x01] | [0x03, 0x02])) => {
            Sha256::digest(certificate).to_vec()
        }
        (Some([0x0c]), _) | (_, Some([0x03, 0x03])) => Sha384::digest(certificate).to_vec(),
        (Some([0x0d]), _) | (_, Some([0x03, 0x04])) => Sha512::digest(certificate).to_vec(),
        _ => return None,
    })
}

/// What stands in the first thing of something in DER, and what comes after it.
fn within(der: &[u8]) -> Option<(&[u8], &[u8])> {
    let [_, length, rest @ ..] = der else { return None };
    let (length, rest) = match usize::from(*length) {
        short @ 0..=127 => (short, rest),
        long => {
            let (digits, rest) = rest.split_at_checked(long - 128)?;
            let number = digits
                .iter()
                .try_fold(0_usize, |number, digit| Some(number.checked_mul(256)? + usize::from(*digit)));
            (number?, rest)
        }
    };
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(address: &str) -> String {
        read(address).err().expect(address).to_string()
    }

    #[test]
    fn an_address_says_how_a_server_is_talked_to() {
        for (address, mode) in [
            ("postgres://cardroom@db/room", SslMode::Prefer),
            ("postgres://cardroom@db/room?sslmode=disable", SslMode::Disable),
            ("postgres://cardroom@db/room?sslmode=require&application_name=x", SslMode::Require),
        ] {
            assert_eq!(read(address).unwrap().0.get_ssl_mode(), mode, "{address}");
        }
        for (settings, what) in [
            ("sslmode=verify-full", "says sslrootcert=FILE as well"),
            ("sslmode=verify-ca", "says sslrootcert=FILE as well"),
            ("sslrootcert=/nowhere", "sslrootcert is for sslmode=verify-full alone"),
            ("sslmode=verify-full&sslrootcert=%2Fnowhere%2Froot.pem", "/nowhere/root.pem: "),
            ("sslmode=verify-full&sslrootcert=%zz", "a % without a number"),
            ("sslmode=safe", "sslmode"),
        ] {
            let told = refused(&format!("postgres://cardroom@db/room?{settings}"));
            assert!(told.contains(what), "{settings}: {told}");
        }
    }

    #[test]
    fn der_is_read_by_its_lengths() {
        assert_eq!(within(&[0x30, 2, 7, 8, 9]), Some(([7, 8].as_slice(), [9].as_slice())));
        assert_eq!(within(&[0x30, 0x81, 2, 7, 8]), Some(([7, 8].as_slice(), [].as_slice())));
        for broken in [[].as_slice(), &[0x30], &[0x30, 5, 1], &[0x30, 0x84, 1], &[0x30, 0xff, 1, 2, 3]] {
            assert_eq!(within(broken), None, "{broken:?}");
        }
        assert_eq!(end_point(&[0x30, 2, 7, 8]), None);
    }
}
