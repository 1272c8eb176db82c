//! The baseline: a bare axum handler that runs the same single query without login, scope or audit.
//!
//!     bare <port> <sqlite file | PostgreSQL url> <folder for files>

#[path = "bare_files.rs"]
mod files;

use std::io::Write;
use std::sync::{Arc, mpsc};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::{get, post};
use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::oneshot;

const LIST: &str = "SELECT country_code, entity_code, industry_code, industry_desc, version_number, created_on, \
                    created_by, updated_on, updated_by FROM industry WHERE country_code = $1 AND entity_code = $2 \
                    ORDER BY industry_code LIMIT $3";
const FIND: &str = "SELECT country_code, entity_code, industry_code, industry_desc, version_number, created_on, \
                    created_by, updated_on, updated_by FROM industry WHERE country_code = $1 AND entity_code = $2 AND \
                    industry_code = $3";
const SAVE: &str = "INSERT INTO industry (country_code, entity_code, industry_code, industry_desc, version_number, \
                    created_on, created_by, updated_on, updated_by) VALUES ('IN', 'NGB', $1, $2, 1, \
                    '2026-11-15T00:00:00.000Z', 'x', '2026-11-15T00:00:00.000Z', 'x')";
const NAMES: [&str; 9] = [
    "countryCode",
    "entityCode",
    "industryCode",
    "industryDesc",
    "versionNumber",
    "createdOn",
    "createdBy",
    "updatedOn",
    "updatedBy",
];

/// The rows of a save of the product: record, counter, audit entry. Invented texts of the same length.
const COUNT: &str = "INSERT INTO record_count (country_code, entity_code, resource, tenant_code, shard, n) VALUES \
                     ('IN', 'NGB', 'industrymaster', '', $SHARD, 1) ON CONFLICT (country_code, entity_code, resource, \
                     tenant_code, shard) DO UPDATE SET n = record_count.n + excluded.n";
const AUDIT: &str = "INSERT INTO audit_log (country_code, entity_code, shard, seq, at, actor, actor_kind, action, \
                     resource, record_key, detail, detail_hash, prev, mac) VALUES ('IN', 'NGB', $SHARD, $3, \
                     '2026-11-15T00:00:00.000Z', 'ADMIN', 'staff', 'S', 'industrymaster', $4, $5, $6, $6, $6)";

/// The bare handler's own shards; the product uses low numbers.
const FIRST_SHARD: usize = 5000;

fn on_shard(sql: &str, shard: usize) -> String {
    sql.replace("$SHARD", &shard.to_string())
}

/// As random as the keyed hash of a record's key.
fn record_key(seq: i64) -> String {
    let mixed = (seq as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    format!("{mixed:016x}{:016x}", mixed.rotate_left(31))
}

/// Code, name, whether the counter and the audit entry are written too, and the waiting caller.
type Save = (String, String, bool, oneshot::Sender<()>);

struct Sqlite {
    file: String,
    readers: Mutex<Vec<Connection>>,
    writer: mpsc::Sender<Save>,
}

struct Postgres {
    clients: Vec<(tokio_postgres::Client, [tokio_postgres::Statement; 4])>,
    next: std::sync::atomic::AtomicUsize,
    seq: std::sync::atomic::AtomicI64,
}

fn open(file: &str) -> Connection {
    let connection = Connection::open(file).unwrap();
    connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON").unwrap();
    connection.busy_timeout(std::time::Duration::from_secs(5)).unwrap();
    connection
}

/// Commits all waiting saves as one group.
fn writer(connection: Connection, saves: mpsc::Receiver<Save>) {
    let (count, audit) = (on_shard(COUNT, FIRST_SHARD), on_shard(AUDIT, FIRST_SHARD));
    let (sealed, hash) = (sealed(), hash());
    let mut seq = now_ms();
    while let Ok(first) = saves.recv() {
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        let mut done = Vec::new();
        let mut next = Some(first);
        while let Some((code, name, whole, reply)) = next {
            connection.prepare_cached(SAVE).unwrap().execute([code, name]).unwrap();
            if whole {
                seq += 1;
                let values = rusqlite::params![seq, record_key(seq), sealed, hash];
                connection.prepare_cached(&count).unwrap().execute([]).unwrap();
                connection.prepare_cached(&numbered(&audit)).unwrap().execute(values).unwrap();
            }
            done.push(reply);
            next = if done.len() < 256 { saves.try_recv().ok() } else { None };
        }
        connection.execute_batch("COMMIT").unwrap();
        for reply in done {
            let _ = reply.send(());
        }
    }
}

/// The audit entry alone, with placeholders that count from one.
fn numbered(audit: &str) -> String {
    audit.replace("$3", "?1").replace("$4", "?2").replace("$5", "?3").replace("$6", "?4")
}

fn sealed() -> String {
    "s".repeat(284)
}

fn hash() -> String {
    "h".repeat(64)
}

/// The first sequence number of this run, higher than those of any earlier run.
fn now_ms() -> i64 {
    std::time::UNIX_EPOCH.elapsed().unwrap().as_millis() as i64 * 1000
}

fn put(out: &mut Vec<u8>, at: usize, text: &str, is_number: bool) {
    out.extend_from_slice(if at == 0 { b"{\"" } else { b",\"" });
    out.extend_from_slice(NAMES[at].as_bytes());
    out.extend_from_slice(b"\":");
    if is_number { out.extend_from_slice(text.as_bytes()) } else { serde_json::to_writer(out, text).unwrap() }
}

impl Sqlite {
    fn rows(&self, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Vec<u8> {
        let idle = self.readers.lock().pop();
        let connection = idle.unwrap_or_else(|| open(&self.file));
        let mut out = b"[".to_vec();
        {
            let mut statement = connection.prepare_cached(sql).unwrap();
            let mut rows = statement.query(values).unwrap();
            while let Some(row) = rows.next().unwrap() {
                if out.len() > 1 {
                    out.push(b',');
                }
                for at in 0..9 {
                    match row.get_ref(at).unwrap() {
                        rusqlite::types::ValueRef::Integer(number) => put(&mut out, at, &number.to_string(), true),
                        cell => put(&mut out, at, cell.as_str().unwrap(), false),
                    }
                }
                out.push(b'}');
            }
        }
        out.push(b']');
        self.readers.lock().push(connection);
        out
    }
}

impl Postgres {
    async fn rows(&self, which: usize, values: &[&(dyn tokio_postgres::types::ToSql + Sync)]) -> Vec<u8> {
        let at = self.next.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % self.clients.len();
        let (client, statements) = &self.clients[at];
        let mut out = b"[".to_vec();
        for row in client.query(&statements[which], values).await.unwrap() {
            if out.len() > 1 {
                out.push(b',');
            }
            for at in 0..9 {
                if at == 4 {
                    put(&mut out, at, &row.get::<_, i64>(at).to_string(), true);
                } else {
                    put(&mut out, at, row.get(at), false);
                }
            }
            out.push(b'}');
        }
        let _ = out.write(b"]");
        out
    }
}

impl Postgres {
    async fn save_whole(&self, code: &str, name: &str) {
        let seq = self.seq.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let (key, sealed, hash) = (record_key(seq), sealed(), hash());
        self.rows(3, &[&code, &name, &seq, &key, &sealed, &hash]).await;
    }
}

fn code_in(body: &Bytes) -> (String, String) {
    let body: serde_json::Value = serde_json::from_slice(body).unwrap();
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    (text("industryCode"), text("industryDesc"))
}

fn sqlite_router(file: &str) -> Router {
    let (sender, receiver) = mpsc::channel();
    let connection = open(file);
    std::thread::spawn(move || writer(connection, receiver));
    let state = Arc::new(Sqlite { file: file.to_owned(), readers: Mutex::default(), writer: sender });
    Router::new()
        .route("/list", get(|State(db): State<Arc<Sqlite>>| async move { db.rows(LIST, &[&"IN", &"NGB", &100i64]) }))
        .route(
            "/find",
            post(|State(db): State<Arc<Sqlite>>, body: Bytes| async move {
                db.rows(FIND, &[&"IN", &"NGB", &code_in(&body).0])
            }),
        )
        .route(
            "/save",
            post(|State(db): State<Arc<Sqlite>>, body: Bytes| async move {
                let (reply, done) = oneshot::channel();
                let (code, name) = code_in(&body);
                db.writer.send((code, name, false, reply)).unwrap();
                done.await.unwrap();
                "{}"
            }),
        )
        .route(
            "/save-whole",
            post(|State(db): State<Arc<Sqlite>>, body: Bytes| async move {
                let (reply, done) = oneshot::channel();
                let (code, name) = code_in(&body);
                db.writer.send((code, name, true, reply)).unwrap();
                done.await.unwrap();
                "{}"
            }),
        )
        .with_state(state)
}

/// All three rows in one statement, as the product sends them.
fn whole(shard: usize) -> String {
    let [count, audit] = [COUNT, AUDIT].map(|sql| on_shard(sql, shard));
    format!(
        "WITH a AS ({SAVE} RETURNING 1), b AS ({count} RETURNING 1), c AS ({audit} RETURNING 1) SELECT 1 WHERE false"
    )
}

async fn postgres_router(url: &str) -> Router {
    let mut clients = Vec::new();
    for at in 0..24 {
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let statements = [
            client.prepare(LIST).await.unwrap(),
            client.prepare(FIND).await.unwrap(),
            client.prepare(SAVE).await.unwrap(),
            client.prepare(&whole(FIRST_SHARD + at)).await.unwrap(),
        ];
        clients.push((client, statements));
    }
    let state = Arc::new(Postgres { clients, next: Default::default(), seq: now_ms().into() });
    Router::new()
        .route(
            "/list",
            get(|State(db): State<Arc<Postgres>>| async move { db.rows(0, &[&"IN", &"NGB", &100i64]).await }),
        )
        .route(
            "/find",
            post(|State(db): State<Arc<Postgres>>, body: Bytes| async move {
                db.rows(1, &[&"IN", &"NGB", &code_in(&body).0]).await
            }),
        )
        .route(
            "/save",
            post(|State(db): State<Arc<Postgres>>, body: Bytes| async move {
                let (code, name) = code_in(&body);
                db.rows(2, &[&code, &name]).await;
                "{}"
            }),
        )
        .route(
            "/save-whole",
            post(|State(db): State<Arc<Postgres>>, body: Bytes| async move {
                let (code, name) = code_in(&body);
                db.save_whole(&code, &name).await;
                "{}"
            }),
        )
        .with_state(state)
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let place = arguments[2].as_str();
    let router = if place.contains("host=") { postgres_router(place).await } else { sqlite_router(place) };
    let router = router.merge(files::router(&arguments[3]));
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{}", arguments[1])).await.unwrap();
    axum::serve(listener, router).await.unwrap();
}
