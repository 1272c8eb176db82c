//! Hostile and broken connections: real sockets, a real process, a real PostgreSQL that stops answering.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use docz::server::{Settings, serve};
use testkit::{Client, Database, PATIENCE, TestApp, binary, until};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const SHORT: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(3600);
const ALIVE: &str = "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
const LOG_IN: &str = "/api/sms/v1/docz/banking/sms/usermasterlogin";

fn settings() -> Settings {
    Settings {
        connections: 1000,
        per_address: 1000,
        first_request: LONG,
        idle: LONG,
        body_bytes_per_second: 1024,
        hsts: false,
    }
}

/// The product behind a real listener, until the test ends.
async fn start(settings: Settings) -> SocketAddr {
    let app = TestApp::start(Database::Sqlite).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        serve(listener, app.api.clone(), app.router.clone(), settings, std::future::pending()).await;
        drop(app);
    });
    address
}

async fn connect(address: SocketAddr, text: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that has refused the connection may not read it.
    let _ = stream.write_all(text).await;
    stream
}

/// Everything until the server closes; an aborted connection is closed, too.
async fn rest(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("the server closes it");
    let _ = read;
    String::from_utf8_lossy(&all).into_owned()
}

/// One answer of a connection that may stay open: head, and as much body as it says.
async fn answer(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    let read = async {
        loop {
            let text = String::from_utf8_lossy(&all).to_ascii_lowercase();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
                if body.len() >= length.trim().parse::<usize>().unwrap() {
                    return text;
                }
            }
            let mut piece = [0; 4096];
            let count = stream.read(&mut piece).await.unwrap_or(0);
            assert!(count > 0, "the connection ended within an answer: {text}");
            all.extend_from_slice(&piece[..count]);
        }
    };
    tokio::time::timeout(PATIENCE, read).await.expect("an answer")
}

async fn is_alive(address: SocketAddr) -> bool {
    rest(&mut connect(address, ALIVE.as_bytes()).await).await.ends_with("ok")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_do_not_ask_for_anything_are_closed() {
    let address = start(Settings { first_request: SHORT, ..settings() }).await;
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice();
    let with_settings = [preface, &[0, 0, 0, 4, 0, 0, 0, 0, 0]].concat();
    for begun in [b"".as_slice(), b"P", b"G", b"GET /healthz HTTP/1.1\r\nhost: x\r\n", preface, &with_settings] {
        let mut stream = connect(address, begun).await;
        assert!(!rest(&mut stream).await.contains("ok"), "{begun:?}");
        assert!(is_alive(address).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_without_requests_is_closed_after_a_while() {
    let address = start(Settings { idle: SHORT, first_request: SHORT, ..settings() }).await;
    let mut stream = connect(address, b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(answer(&mut stream).await.ends_with("ok"));
    assert_eq!(rest(&mut stream).await, "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_full_of_silent_connections_answers_others() {
    for full in [Settings { connections: 8, ..settings() }, Settings { per_address: 8, ..settings() }] {
        let address = start(full).await;
        let mut silent = Vec::new();
        for _ in 0..50 {
            silent.push(connect(address, b"").await);
            assert!(is_alive(address).await);
        }
        // All but the last few were closed to make room.
        for stream in &mut silent[..40] {
            assert_eq!(rest(stream).await, "");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_at_work_are_kept_when_the_server_is_full() {
    let address = start(Settings { connections: 2, ..settings() }).await;
    // Two calls that are being sent; the server says when it waits for their bodies.
    let head = format!(
        "POST {LOG_IN} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n"
    );
    let mut calls = Vec::new();
    for _ in 0..2 {
        let mut call = connect(address, head.as_bytes()).await;
        assert!(answer(&mut call).await.starts_with("http/1.1 100"));
        calls.push(call);
    }
    assert!(!is_alive(address).await, "the third has to go");
    for call in &mut calls {
        call.write_all(b"{}").await.unwrap();
        assert!(rest(call).await.starts_with("HTTP/1.1 4"), "it was answered");
    }
    assert!(is_alive(address).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_hardly_comes_is_given_up() {
    let address = start(Settings { first_request: SHORT, ..settings() }).await;
    let head = format!("POST {LOG_IN} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{{");
    let mut stream = connect(address, head.as_bytes()).await;
    let said = rest(&mut stream).await;
    assert!(said.starts_with("HTTP/1.1 400") && said.contains("connection: close"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_early_refusal_of_a_small_body_keeps_the_connection() {
    let address = start(settings()).await;
    let mut stream = connect(address, b"POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-length: 30000\r\n\r\n").await;
    // Time is the subject: the answer is ready before the body is there, and the server waits a moment for the body.
    tokio::time::sleep(Duration::from_millis(50)).await;
    stream.write_all(&[b'x'; 30_000]).await.unwrap();
    let refused = answer(&mut stream).await;
    assert!(refused.starts_with("http/1.1 404") && !refused.contains("connection: close"), "{refused}");
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert!(answer(&mut stream).await.ends_with("ok"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_early_refusal_of_a_large_body_says_that_the_connection_ends_and_arrives() {
    let address = start(settings()).await;
    let head = format!("POST {LOG_IN} HTTP/1.1\r\nhost: x\r\ncontent-length: 209715200\r\n\r\n");
    let stream = connect(address, head.as_bytes()).await;
    let (mut reader, mut writer) = stream.into_split();
    // A client that reads only after sending still gets the answer.
    let mut sent = 0;
    let piece = vec![b'x'; 64 * 1024];
    while sent < 209_715_200 && writer.write_all(&piece).await.is_ok() {
        sent += piece.len();
        if sent >= 2_000_000 {
            break;
        }
    }
    let mut said = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, reader.read_to_end(&mut said)).await.expect("the server closes it");
    let said = String::from_utf8_lossy(&said);
    assert!(said.starts_with("HTTP/1.1 413") && said.contains("connection: close"), "{said}");
}

/// The kernel has accepted these connections, so a server that stops still answers them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_wait_to_be_accepted_are_answered_when_the_server_stops() {
    let app = TestApp::start(Database::Sqlite).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut waiting = Vec::new();
    for _ in 0..50 {
        waiting.push(connect(address, ALIVE.as_bytes()).await);
    }
    let stopped = serve(listener, app.api.clone(), app.router.clone(), settings(), std::future::ready(()));
    tokio::time::timeout(PATIENCE, stopped).await.expect("the server stops");
    for stream in &mut waiting {
        assert!(rest(stream).await.ends_with("ok"));
    }
}

/// While the database does not answer, calls fail in time; they succeed when it is back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_postgres_makes_calls_fail_in_time_and_not_for_ever() {
    let server = testkit::Server::own("frozen");
    let url = server.url(&server.create(None).await);
    let pool = store::Pool { timeout: Duration::from_secs(1), ..store::Pool::default() };
    let store = store::Store::open_postgres_with(&url, store::RootKey::new([7; 32]), &pool).await.unwrap();
    let settings = app::Settings {
        captcha: false,
        demo: true,
        domains: Vec::new(),
        origin: "http://localhost".to_owned(),
        sessions_at_once: 3,
        reports: app::ReportSettings::default(),
    };
    let clock = Arc::new(integrations::clock::SystemClock);
    let mailbox = Arc::new(integrations::mailbox::Mailbox::default());
    let app = app::App::new(store, clock, mailbox, settings);
    let api = api::Api::new(app, &api::Rates::HIGH, api::Proxies::default(), Box::new(String::new));
    let client = Client::anonymous(api::router(api));
    let list = || client.get("app", "entity/entityList", "countryCode=IN");
    list().await.expect(200);
    let frozen = server.freeze();
    // More calls than connections: waiting for one, or for an answer, ends in time.
    let calls = futures_util::future::join_all((0..40).map(|_| list()));
    for answer in tokio::time::timeout(PATIENCE, calls).await.expect("every call is answered") {
        let answer = answer.expect(503);
        assert!(answer.headers.contains_key("retry-after"));
    }
    drop(frozen);
    until("it recovers", PATIENCE, async || list().await.status == 200).await;
}

/// A real process on a folder of its own.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    /// `shell` runs before the server does, in the same process.
    pub fn start(data: &Path, toml: &str, shell: &str) -> Process {
        std::fs::create_dir_all(data).unwrap();
        std::fs::write(data.join("docz.toml"), toml).unwrap();
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(format!("{shell} exec \"$0\" serve --listen 127.0.0.1:0 --data \"$1\""))
            .args([&binary(), data])
            .env_remove("DOCZ_DATABASE_URL")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Nobody reads the log.
        drop(child.stderr.take());
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("://").next().unwrap().parse().expect("an address");
        Process { child, address }
    }

    pub fn ask(&self, request: &str) -> String {
        let mut stream = std::net::TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_server_that_cannot_write_its_log_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    // A full disk, and a pipe whose reader has gone.
    for shell in ["exec 2>/dev/full; export DOCZ_LOG=trace;", "export DOCZ_LOG=trace;"] {
        let process = Process::start(folder.path(), "", shell);
        for _ in 0..3 {
            let call = "GET /api/sms/v1/docz/banking/sms/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
            assert!(process.ask(call).starts_with("HTTP/1.1 401"), "a call is logged");
            assert!(process.ask(ALIVE).ends_with("ok"));
        }
    }
}

#[test]
fn more_silent_connections_than_open_files_do_not_stop_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path(), "", "ulimit -Sn 64; ulimit -Hn 128;");
    // A soft limit below the hard one is raised at the start: 96 connections, 24 of them from here.
    let silent: Vec<_> = (0..200).map(|_| std::net::TcpStream::connect(process.address).unwrap()).collect();
    for _ in 0..3 {
        assert!(process.ask(ALIVE).ends_with("ok"));
    }
    drop(silent);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", process.child.id())).unwrap();
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    assert_eq!(files.split_whitespace().nth(3), Some("128"), "{files}");
}

#[test]
fn metrics_and_api_docs_are_closed_to_strangers() {
    let folder = tempfile::tempdir().unwrap();
    let toml = "origin = \"https://docs.acme.example\"\n[metrics]\ntoken_env = \"ACME_METRICS\"\n";
    let process = Process::start(folder.path(), toml, "export ACME_METRICS=a-token-of-the-operator;");
    let get = |path: &str, headers: &str| {
        process.ask(&format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\r\n"))
    };
    // A proxy on this machine passes on what comes from others, with or without saying so.
    assert!(get("/metrics", "").starts_with("HTTP/1.1 403"), "from this machine");
    let forwarded = "x-forwarded-for: 203.0.113.9\r\n";
    assert!(get("/metrics", forwarded).starts_with("HTTP/1.1 403"));
    let with = |token: &str| format!("{forwarded}authorization: Bearer {token}\r\n");
    assert!(get("/metrics", &with("a-token-of-somebody-else")).starts_with("HTTP/1.1 403"));
    assert!(get("/metrics", &with("a-token-of-the-operator")).starts_with("HTTP/1.1 200"));
    for path in ["/api/docs", "/api/docs/docs.js", "/api/openapi.json"] {
        assert!(get(path, "").starts_with("HTTP/1.1 404"), "{path}");
    }
    for path in ["/healthz", "/admin/branch-master", "/api/sms/v1/docz/banking/sms/me"] {
        let answer = get(path, "");
        for header in [
            "strict-transport-security: max-age=31536000; includeSubDomains\r\n",
            "cache-control: no-store",
            "referrer-policy: no-referrer",
            "x-content-type-options: nosniff",
        ] {
            assert!(answer.contains(header), "{path}: {answer}");
        }
        // The client's page has one too, where the client is built.
        let has_policy = answer.contains("content-security-policy: default-src 'none'; ");
        assert!(has_policy || path.starts_with("/admin"), "{path}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_names_one_host() {
    let address = start(settings()).await;
    let ask = async |head: &str| rest(&mut connect(address, format!("{head}\r\n\r\n").as_bytes()).await).await;
    for bad in [
        "GET /healthz HTTP/1.1\r\nconnection: close",
        "GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close",
        "GET /healthz HTTP/1.1\r\nhost: a\r\nhost: a\r\nconnection: close",
        "GET http://a/healthz HTTP/1.1\r\nhost: b\r\nconnection: close",
    ] {
        let said = ask(bad).await;
        assert!(said.starts_with("HTTP/1.1 400") && !said.ends_with("ok"), "{bad}: {said}");
    }
    for good in ["GET http://a/healthz HTTP/1.1\r\nhost: a\r\nconnection: close", "GET /healthz HTTP/1.0"] {
        assert!(ask(good).await.ends_with("ok"), "{good}");
    }
}

pub fn doctor(data: &Path, toml: &str) -> (bool, String) {
    std::fs::write(data.join("docz.toml"), toml).unwrap();
    let done = Command::new(binary()).args(["doctor", "--data"]).arg(data).env_remove("DOCZ_DATABASE_URL").output();
    let Output { status, stdout, stderr } = done.unwrap();
    (status.success(), format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr)))
}

#[test]
fn limits_and_pools_are_shown_and_mistakes_in_them_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let toml = "[limits]\nuser_per_second = 33\nconnections = 44\nconnections_per_address = \
                5\n[database]\nconnections = 66\nsqlite_readers = 7\ntimeout_seconds = 8\n";
    let (works, said) = doctor(folder.path(), toml);
    assert!(works, "{said}");
    for part in ["33 calls", "44 in all, 5 an address", "66 PostgreSQL connections, 7 SQLite readers, 8 s"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    for (toml, named) in [
        ("[limits]\nuser_per_second = 0\n", "user_per_second"),
        ("[limits]\nsearch_per_second = -5\n", "search_per_second"),
        ("[limits]\nstreams_per_user = \"many\"\n", "streams_per_user"),
        ("[limits]\naddress_per_second = 4000000000\n", "limits.address_per_second"),
        ("[limits]\nconnections = 4000000000\n", "limits.connections"),
        ("[limits]\nconnection = 5\n", "connection"),
        ("[database]\nconnections = 0\n", "connections"),
        ("[database]\nconnections = 5000\n", "database.connections"),
        ("[database]\ntimeout_seconds = 0\n", "timeout_seconds"),
        ("login_per_minute = 0\n", "login_per_minute"),
        ("sessions_at_once = 0\n", "sessions_at_once"),
        ("hsts = true\n", "hsts"),
        ("[metrics]\ntoken_env = \"DOCZ_TEST_NEVER_SET\"\n", "metrics.token_env"),
    ] {
        let (works, said) = doctor(folder.path(), toml);
        assert!(!works && said.contains(named), "{toml}: {said}");
    }
}

#[test]
fn doctor_says_who_reads_the_metrics_and_whether_browsers_must_use_https() {
    let folder = tempfile::tempdir().unwrap();
    for (toml, metrics, https) in [
        ("", "metrics       closed", "https         browsers are not told"),
        (
            "origin = \"https://docs.acme.example\"\n[metrics]\nlisten = \"127.0.0.1:9100\"\n",
            "metrics       at 127.0.0.1:9100",
            "https         browsers are told",
        ),
        ("origin = \"https://docs.acme.example\"\nhsts = false\n", "metrics       closed", "browsers are not told"),
    ] {
        let (_, said) = doctor(folder.path(), toml);
        assert!(said.contains(metrics) && said.contains(https), "{toml}: {said}");
    }
}
