//! TLS: a certificate and its key from two files, read again when they change, without a stop.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use sha2::{Digest, Sha256};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// Where the certificate and its key are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, with those that vouch for it, in PEM.
    pub certificate: PathBuf,
    /// The key, in PEM.
    pub key: PathBuf,
}

/// Why there is no TLS.
#[derive(Debug)]
pub(crate) struct TlsFault(String);

impl fmt::Display for TlsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The certificate in use.
#[derive(Clone)]
pub(crate) struct Certificates {
    shelf: Arc<Shelf>,
    acceptor: TlsAcceptor,
}

struct Shelf {
    files: TlsFiles,
    provider: Arc<CryptoProvider>,
    now: RwLock<Arc<CertifiedKey>>,
    /// What the files held when they were last looked at.
    seen: Mutex<[u8; 32]>,
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shelf").field("files", &self.files).finish_non_exhaustive()
    }
}

impl ResolvesServerCert for Shelf {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.now.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl Certificates {
    /// Reads a certificate and its key.
    pub(crate) fn read(files: TlsFiles) -> Result<Certificates, TlsFault> {
        let provider = Arc::new(ring::default_provider());
        let (key, seen) = read(&files, &provider)?;
        let shelf = Arc::new(Shelf {
            files,
            provider: Arc::clone(&provider),
            now: RwLock::new(Arc::new(key)),
            seen: Mutex::new(seen),
        });
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| TlsFault(format!("TLS cannot be had: {error}")))?;
        let resolver: Arc<dyn ResolvesServerCert> = Arc::clone(&shelf) as _;
        let mut config = config.with_no_client_auth().with_cert_resolver(resolver);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Certificates { shelf, acceptor: TlsAcceptor::from(Arc::new(config)) })
    }

    /// Agrees on a secret with whoever has connected.
    pub(super) async fn greet(&self, connection: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        self.acceptor.accept(connection).await
    }

    /// Reads the files again if they have changed; what cannot be used leaves the one in use in place. Says whether
    /// there is a new one.
    pub(crate) fn look_again(&self) -> bool {
        let shelf = &self.shelf;
        let mut seen = shelf.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(held) = digest(&shelf.files) else { return false };
        if *seen == held {
            return false;
        }
        *seen = held;
        match read(&shelf.files, &shelf.provider) {
            Ok((key, _)) => {
                *shelf.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(key);
                tracing::info!("the certificate was read again");
                true
            }
            Err(fault) => {
                tracing::warn!("the certificate stays as it was: {fault}");
                false
            }
        }
    }
}

/// What the files hold, as a hash.
fn digest(files: &TlsFiles) -> io::Result<[u8; 32]> {
    let mut hash = Sha256::new();
    for file in [&files.certificate, &files.key] {
        let bytes = std::fs::read(file)?;
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(&bytes);
    }
    Ok(hash.finalize().into())
}

fn read(files: &TlsFiles, provider: &CryptoProvider) -> Result<(CertifiedKey, [u8; 32]), TlsFault> {
    let told = |file: &Path, what: &dyn fmt::Display| TlsFault(format!("{}: {what}", file.display()));
    let unread = |error: io::Error| TlsFault(format!("the certificate or its key cannot be read ({error})"));
    let seen = digest(files).map_err(unread)?;
    let chain = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| told(&files.certificate, &error))?;
    if chain.is_empty() {
        return Err(told(&files.certificate, &"there is no certificate in it"));
    }
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| told(&files.key, &error))?;
    let key = CertifiedKey::from_der(chain, key, provider)
        .map_err(|error| told(&files.key, &format!("the key does not go with the certificate ({error})")))?;
    Ok((key, seen))
}
