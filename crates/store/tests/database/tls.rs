//! Servers that speak TLS, with certificates that openssl makes for them.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

use super::{Server, make, new_folder, owner};

/// Who vouches for certificates.
pub(crate) struct Authority {
    folder: TempDir,
}

/// A certificate and its key, which a server may read.
pub(crate) struct Certified {
    pub(crate) certificate: PathBuf,
    key: PathBuf,
    _folder: TempDir,
}

impl Authority {
    pub(crate) fn new() -> Authority {
        let folder = tempfile::tempdir().unwrap();
        openssl(&["-subj", "/CN=root"], &folder.path().join("root.pem"), &folder.path().join("root.key"));
        Authority { folder }
    }

    /// The file with its certificate.
    pub(crate) fn root(&self) -> String {
        self.folder.path().join("root.pem").to_str().unwrap().to_owned()
    }

    /// A certificate for some names, such as `DNS:db.example,IP:127.0.0.1`.
    pub(crate) fn certify(&self, names: &str) -> Certified {
        let key = self.folder.path().join("root.key");
        let names = format!("subjectAltName={names}");
        let words = ["-subj", "/CN=db", "-addext", &names, "-addext", "basicConstraints=critical,CA:FALSE"];
        let vouched = ["-CA", &self.root(), "-CAkey", key.to_str().unwrap()];
        Certified::make(&[words.as_slice(), vouched.as_slice()].concat())
    }
}

impl Certified {
    /// A certificate that is its own root.
    pub(crate) fn own_root(names: &str) -> Certified {
        Certified::make(&["-subj", "/CN=db", "-addext", &format!("subjectAltName={names}")])
    }

    fn make(words: &[&str]) -> Certified {
        let folder = new_folder();
        let (certificate, key) = (folder.path().join("server.pem"), folder.path().join("server.key"));
        openssl(words, &certificate, &key);
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
        if let Some((user, group)) = owner() {
            chown(&key, Some(user), Some(group)).unwrap();
        }
        Certified { certificate, key, _folder: folder }
    }

    /// What stands in the settings of a server that has it.
    pub(crate) fn settings(&self) -> String {
        let (certificate, key) = (self.certificate.display(), self.key.display());
        format!("\nssl = on\nssl_cert_file = '{certificate}'\nssl_key_file = '{key}'\n")
    }
}

impl Server {
    /// Starts one that is reached at an address, by TLS alone if it has a certificate, and gives the address.
    pub(crate) fn at_an_address(certified: Option<&Certified>) -> (Server, String) {
        let folder = new_folder();
        let data = folder.path().join("data");
        make(&data);
        match certified {
            Some(certified) => {
                append(&data.join("postgresql.conf"), &certified.settings());
                let_in_encrypted(&data);
            }
            None => append(&data.join("pg_hba.conf"), "\nhost all all 127.0.0.0/8 trust\n"),
        }
        let address = own_address();
        (Server::of(folder, &address), address)
    }
}

/// Lets in whoever comes by TLS, with a password if it is the keeper.
pub(crate) fn let_in_encrypted(data: &Path) {
    let rules = "hostssl all keeper 127.0.0.0/8 scram-sha-256\nhostssl all all 127.0.0.0/8 trust\n";
    fs::write(data.join("pg_hba.conf"), format!("local all all trust\nlocal replication all trust\n{rules}"))
        .unwrap();
}

fn append(file: &Path, text: &str) {
    fs::write(file, fs::read_to_string(file).unwrap() + text).unwrap();
}

/// An address of this machine on which nobody else has a server.
pub(crate) fn own_address() -> String {
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = std::process::id().wrapping_mul(16) + GIVEN.fetch_add(1, Ordering::Relaxed);
        let [_, a, b, c] = number.to_be_bytes();
        let address = format!("127.{}.{b}.{}", 64 + a % 128, c.clamp(1, 254));
        if TcpListener::bind(format!("{address}:5432")).is_ok() {
            return address;
        }
    }
}

/// Makes a certificate and its key.
fn openssl(words: &[&str], certificate: &Path, key: &Path) {
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "30",
        ])
        .args(words)
        .arg("-keyout")
        .arg(key)
        .arg("-out")
        .arg(certificate)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}
