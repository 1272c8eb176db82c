use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use domain::secret::Secret;
use integrations::files::{FilesS3, S3Settings};
use tempfile::TempDir;

use super::{bound_to_us, outbound};
use crate::{PATIENCE, block_until};

pub const DRIVE_USER: &str = "docz";
pub const DRIVE_PASSWORD: &str = "drive canary password";
const BUCKET: &str = "documents";

/// A program that `scripts/test-servers` installs beside the compiled code.
pub fn program(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("this program has a path");
    let program = own.ancestors().nth(3).expect("three folders above").join("test-servers/bin").join(name);
    assert!(program.exists(), "scripts/test-servers installs {}: make test does that", program.display());
    program
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port").port()
}

/// Starts a server on a free port and waits until it answers.
fn start(command: impl Fn(u16) -> Command) -> (Child, u16) {
    for _ in 0..10 {
        let port = free_port();
        if let Some(child) = start_on(port, &command) {
            return (child, port);
        }
    }
    panic!("the server does not answer");
}

fn start_on(port: u16, command: impl Fn(u16) -> Command) -> Option<Child> {
    let mut child = command(port).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the server starts");
    let mut has_ended = false;
    block_until("the server answers or ends", PATIENCE, || {
        has_ended = child.try_wait().ok().flatten().is_some();
        has_ended || TcpStream::connect(("127.0.0.1", port)).is_ok()
    });
    (!has_ended).then_some(child)
}

/// moto with one empty bucket.
pub struct S3Server {
    pub port: u16,
    child: Child,
}

impl S3Server {
    pub fn start() -> S3Server {
        let (child, port) = start(S3Server::command);
        let server = S3Server { port, child };
        server.request("PUT", &format!("/{BUCKET}"));
        server
    }

    /// An unsigned call, which moto accepts; returns the answer as text.
    pub fn request(&self, method: &str, path: &str) -> String {
        use std::io::{Read, Write};
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server answers");
        let host = format!("127.0.0.1:{}", self.port);
        let call =
            format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
        stream.write_all(call.as_bytes()).expect("the server listens");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The keys of all objects, as the server lists them.
    pub fn keys(&self) -> Vec<String> {
        let listed = self.request("GET", &format!("/{BUCKET}?list-type=2"));
        listed
            .split("<Key>")
            .skip(1)
            .filter_map(|rest| rest.split_once("</Key>"))
            .map(|(key, _)| key.to_owned())
            .collect()
    }

    pub fn endpoint(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The address of a folder in the bucket, as an entity configures it.
    pub fn drive(&self, folder: &str) -> String {
        format!("{}/{BUCKET}/{folder}", self.endpoint())
    }

    pub fn settings(&self) -> S3Settings {
        S3Settings {
            endpoint: self.endpoint(),
            region: "us-east-1".to_owned(),
            bucket: BUCKET.to_owned(),
            folder: "stored".to_owned(),
            access_key: DRIVE_USER.to_owned(),
            secret_key: Secret::new(DRIVE_PASSWORD),
        }
    }

    pub fn files(&self) -> FilesS3 {
        FilesS3::open(&self.settings(), outbound(&["127.0.0.1"], "")).expect("a store")
    }

    /// `[files]` of docz.toml, with the secret in `s3.secret` of the data folder.
    pub fn configure(&self, data: &Path, kind: &str) {
        std::fs::create_dir_all(data).expect("a folder");
        std::fs::write(data.join("s3.secret"), DRIVE_PASSWORD).expect("a file");
        let text = format!(
            "[outbound]\nnetworks = [\"127.0.0.0/8\"]\n[files]\nkind = \"{kind}\"\n[files.s3]\nendpoint \
             = \"{}\"\nbucket = \"{BUCKET}\"\naccess_key = \"{DRIVE_USER}\"\nsecret_file = \"s3.secret\"\n",
            self.endpoint()
        );
        std::fs::write(data.join("docz.toml"), text).expect("a file");
    }

    /// On the same port, with an empty bucket.
    pub fn start_again(&mut self) {
        let port = self.port;
        self.child = start_on(port, S3Server::command).expect("the server starts again");
        self.request("PUT", &format!("/{BUCKET}"));
    }

    fn command(port: u16) -> Command {
        let mut command = bound_to_us(program("moto_server").to_str().expect("a path"));
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        command
    }

    pub fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// wsgidav with a login and an empty folder.
pub struct WebDavServer {
    pub port: u16,
    child: Child,
    folder: TempDir,
}

impl WebDavServer {
    pub fn start() -> WebDavServer {
        let folder = tempfile::tempdir().expect("a folder");
        let shared = folder.path().join("shared");
        std::fs::create_dir(&shared).expect("a folder");
        let settings = folder.path().join("wsgidav.json");
        let text = serde_json::json!({
            "provider_mapping": { "/": shared },
            "simple_dc": { "user_mapping": { "*": { DRIVE_USER: { "password": DRIVE_PASSWORD } } } },
            "http_authenticator": { "accept_basic": true, "accept_digest": false, "default_to_digest": false },
        });
        std::fs::write(&settings, text.to_string()).expect("a file");
        let (child, port) = start(|port| {
            let mut command = bound_to_us(program("wsgidav").to_str().expect("a path"));
            command.args(["--host", "127.0.0.1", "--port", &port.to_string(), "--config"]).arg(&settings);
            command
        });
        WebDavServer { port, child, folder }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// The names and contents of all files, below the shared folder.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let root = self.folder.path().join("shared");
        let mut found = Vec::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                match entry.path() {
                    path if path.is_dir() => folders.push(path),
                    path => {
                        let name = path.strip_prefix(&root).expect("below the root").display().to_string();
                        found.push((name, std::fs::read(&path).expect("a file")));
                    }
                }
            }
        }
        found.sort();
        found
    }
}

impl Drop for WebDavServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
