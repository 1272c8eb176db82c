use std::path::{Path, PathBuf};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tempfile::TempDir;

/// An authority of our own, and a certificate for names that lead to this machine.
pub struct Certificates {
    folder: TempDir,
    pub authority: String,
}

pub const NAMES: [&str; 4] = ["localhost", "mail.test", "ldap.test", "login.test"];

impl Certificates {
    pub fn make() -> Certificates {
        Certificates::until(None)
    }

    /// The server's certificate ends on a day: year, month, day.
    pub fn ending(day: (i32, u8, u8)) -> Certificates {
        Certificates::until(Some(day))
    }

    fn until(end: Option<(i32, u8, u8)>) -> Certificates {
        let mut params = CertificateParams::new(Vec::new()).expect("parameters");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(rcgen::DnType::CommonName, "Docz test authority");
        let authority =
            CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("an authority");
        let key = KeyPair::generate().expect("a key");
        let mut own = CertificateParams::new(NAMES.map(str::to_owned).to_vec()).expect("parameters");
        own.distinguished_name.push(rcgen::DnType::CommonName, "Docz test server");
        if let Some((year, month, day)) = end {
            own.not_after = rcgen::date_time_ymd(year, month, day);
        }
        let own = own.signed_by(&key, &authority).expect("a certificate");
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).expect("a file");
        write("authority.pem", authority.pem());
        write("server.pem", own.pem());
        write("server.key", key.serialize_pem());
        let authority = authority.pem();
        Certificates { folder, authority }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn authority_file(&self) -> PathBuf {
        self.folder.path().join("authority.pem")
    }

    pub fn certificate(&self) -> PathBuf {
        self.folder.path().join("server.pem")
    }

    pub fn key(&self) -> PathBuf {
        self.folder.path().join("server.key")
    }
}
