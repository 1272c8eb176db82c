use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::{Certificates, bound_to_us};
use crate::{PATIENCE, block_until};

/// A real slapd with a few people, never the system's own service.
pub struct DirectoryServer {
    /// Plain, and STARTTLS.
    pub port: u16,
    pub tls_port: u16,
    child: Child,
    _folder: TempDir,
}

const SETTINGS: &str = include_str!("../../servers/slapd.conf");
const PEOPLE: &str = include_str!("../../servers/people.ldif");

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port").port()
}

impl DirectoryServer {
    pub fn start(certificates: &Certificates) -> DirectoryServer {
        let folder = tempfile::tempdir().expect("a folder");
        let text = SETTINGS
            .replace("@FOLDER@", &folder.path().display().to_string())
            .replace("@CERTIFICATE@", &certificates.certificate().display().to_string())
            .replace("@KEY@", &certificates.key().display().to_string())
            .replace("@AUTHORITY@", &certificates.authority_file().display().to_string());
        let settings = folder.path().join("slapd.conf");
        let people = folder.path().join("people.ldif");
        std::fs::write(&settings, text).expect("a file");
        std::fs::write(&people, PEOPLE).expect("a file");
        let loaded = Command::new("/usr/sbin/slapadd").arg("-f").arg(&settings).arg("-l").arg(&people).output();
        let loaded = loaded.expect("slapd is installed: make test does that");
        assert!(loaded.status.success(), "{}", String::from_utf8_lossy(&loaded.stderr));
        // A port may be taken between being found free and being used.
        for _ in 0..10 {
            let (port, tls_port) = (free_port(), free_port());
            let child = bound_to_us("/usr/sbin/slapd")
                .args(["-d", "0", "-h", &format!("ldap://127.0.0.1:{port}/ ldaps://127.0.0.1:{tls_port}/"), "-f"])
                .arg(&settings)
                .stderr(Stdio::null())
                .spawn()
                .expect("slapd starts");
            if let Some(child) = answers(child, [port, tls_port]) {
                return DirectoryServer { port, tls_port, child, _folder: folder };
            }
        }
        panic!("slapd does not answer");
    }
}

fn answers(mut child: Child, ports: [u16; 2]) -> Option<Child> {
    let mut has_ended = false;
    block_until("slapd answers or ends", PATIENCE, || {
        has_ended = child.try_wait().ok().flatten().is_some();
        has_ended || ports.iter().all(|port| TcpStream::connect(("127.0.0.1", *port)).is_ok())
    });
    (!has_ended).then_some(child)
}

impl Drop for DirectoryServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
