use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::report::Figure;

#[derive(Debug, Clone, Copy)]
pub enum Load {
    List,
    Find,
    Save,
    /// Compared with a bare handler that commits the same rows: record, counter, audit entry.
    SaveWhole,
}

impl Load {
    pub fn name(self) -> &'static str {
        match self {
            Load::List => "list 100",
            Load::Find => "find one",
            Load::Save => "durable save, bare: record only",
            Load::SaveWhole => "durable save, bare: same rows",
        }
    }
}

/// A database with the demo data.
pub struct Place {
    data: PathBuf,
    url: Option<String>,
}

fn program(name: &str) -> PathBuf {
    std::env::current_exe().expect("a path").with_file_name(name)
}

impl Place {
    pub async fn prepare(database: &str, server: &testkit::Server, folder: &Path) -> Place {
        let data = folder.join(database);
        let url = match database {
            "PostgreSQL" | "mails" => Some(server.url(&server.create(None).await)),
            _ => None,
        };
        Place { data, url }.seeded()
    }

    pub fn on_sqlite(folder: &Path) -> Place {
        Place { data: folder.join("SQLite"), url: None }.seeded()
    }

    fn seeded(self) -> Place {
        let place = self;
        let status = place.command("seed", &[]).stdout(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "the demo can be seeded");
        place
    }

    fn command(&self, verb: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program("docz"));
        command.args(verb.split(' ')).arg("--data").arg(&self.data).args(arguments).env("DOCZ_CAPTCHA", "off");
        match &self.url {
            Some(url) => command.env("DOCZ_DATABASE_URL", url),
            None => command.env_remove("DOCZ_DATABASE_URL"),
        };
        command
    }

    /// The database argument of the bare handler.
    fn bare(&self) -> String {
        self.url.clone().unwrap_or_else(|| self.data.join("docz.sqlite").display().to_string())
    }

    /// Fills the measured table with exactly `rows` rows of one entity.
    pub async fn fill(&self, rows: u64) {
        let counted = format!(
            "DELETE FROM record_count WHERE resource = 'industrymaster'; INSERT INTO record_count VALUES ('IN', \
             'NGB', 'industrymaster', '', 0, {rows});"
        );
        let columns = "'IN', 'NGB', 'R' || substr('0000000' || n, -7), 'Industry ' || n, 1, \
                       '2026-11-15T00:00:00.000Z', 'x', '2026-11-15T00:00:00.000Z', 'x'";
        match &self.url {
            None => {
                let sql = format!(
                    "PRAGMA foreign_keys = OFF; DELETE FROM industry; INSERT INTO industry {NAMES} WITH RECURSIVE \
                     s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {rows}) SELECT {columns} FROM s; \
                     {counted} ANALYZE; PRAGMA wal_checkpoint(TRUNCATE);"
                );
                let connection = rusqlite::Connection::open(self.bare()).expect("SQLite opens");
                connection.busy_timeout(Duration::from_secs(60)).expect("a timeout");
                connection.execute_batch(&sql).expect("rows are made");
            }
            Some(url) => {
                let columns = columns.replace("substr('0000000' || n, -7)", "lpad(n::text, 7, '0')");
                let sql = format!(
                    "SET session_replication_role = replica; DELETE FROM industry; INSERT INTO industry {NAMES} \
                     SELECT {columns} FROM generate_series(1, {rows}) n; {counted}"
                );
                let (client, connection) =
                    tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("PostgreSQL answers");
                tokio::spawn(connection);
                client.batch_execute(&sql).await.expect("rows are made");
                client.batch_execute("VACUUM ANALYZE industry").await.expect("statistics");
            }
        }
    }
}

/// The columns that the bare handler reads and writes too.
const NAMES: &str = "(country_code, entity_code, industry_code, industry_desc, version_number, created_on, \
                     created_by, updated_on, updated_by)";

/// The tables of a request that a reminder needs.
const REQUEST_TABLES: [&str; 4] = ["docrequest", "docrequest_party", "docrequest_document", "docrequest_reminder"];

/// The request that is copied for reminders.
const DUE_REQUEST: &str = "SELECT min(txn_ref_no) FROM docrequest WHERE entity_code = 'NGB' AND status = 'Requested' \
                           AND length(txn_ref_no) < 16";

/// The statement that copies the rows of a request: table, columns, numbers, words of the search.
type CopyRows = fn(&str, &[String], &str, &str) -> String;

/// The tables of a closed request with documents.
const CLOSED_TABLES: [&str; 6] = [
    "docrequest",
    "docrequest_party",
    "docrequest_document",
    "docrequest_version",
    "docrequest_file",
    "docrequest_review",
];

/// Copies a closed request under other references. The stored files of the copies do not exist.
fn copy_closed(table: &str, columns: &[String], numbers: &str, words: &str) -> String {
    let value = |column: &String| match column.as_str() {
        "txn_ref_no" | "txn_id" | "storage_id" => {
            format!("r.{column} || '{}' || k.n", if column == "storage_id" { "" } else { "-" })
        }
        "search" => words.to_owned(),
        _ => format!("r.{column}"),
    };
    let values: Vec<String> = columns.iter().map(value).collect();
    let one = "SELECT max(v.txn_ref_no) FROM docrequest_version v JOIN docrequest c ON c.country_code = \
               v.country_code AND c.entity_code = v.entity_code AND c.txn_ref_no = v.txn_ref_no WHERE v.entity_code = \
               'NGB' AND c.closed_on IS NOT NULL AND length(v.txn_ref_no) < 16";
    format!(
        "INSERT INTO {table} ({}) SELECT {} FROM {table} r CROSS JOIN {numbers} WHERE r.txn_ref_no = ({one})",
        columns.join(", "),
        values.join(", ")
    )
}

/// Copies one row of a request under other references, due for a reminder.
fn copy_due(table: &str, columns: &[String], numbers: &str, words: &str) -> String {
    let value = |column: &String| match column.as_str() {
        "txn_ref_no" | "txn_id" => format!("r.{column} || '-' || k.n"),
        // A copy is found by its own reference, or the job would correct the words of each.
        "search" => words.to_owned(),
        "remind_on" | "asked_on" => "'2098-01-01'".to_owned(),
        "reminded_on" | "skipped_on" => "''".to_owned(),
        "expires_on" | "open_until" => "'2100-01-01'".to_owned(),
        _ => format!("r.{column}"),
    };
    let values: Vec<String> = columns.iter().map(value).collect();
    format!(
        "INSERT INTO {table} ({}) SELECT {} FROM {table} r CROSS JOIN {numbers} WHERE r.txn_ref_no = ({DUE_REQUEST})",
        columns.join(", "),
        values.join(", ")
    )
}

impl Place {
    /// Adds requests whose parties are due for a reminder, and no others are.
    pub async fn add_due_requests(&self, count: u64) {
        let before = format!(
            "DELETE FROM docrequest_reminder; INSERT INTO docrequest_reminder (country_code, entity_code, \
             tenant_code, txn_ref_no, remind_on) SELECT country_code, entity_code, tenant_code, txn_ref_no, \
             '2200-01-01' FROM docrequest WHERE txn_ref_no = ({DUE_REQUEST});"
        );
        self.add_copies(count, &REQUEST_TABLES, &before, copy_due).await;
    }

    /// Adds closed requests with documents that are no longer kept.
    pub async fn add_closed_requests(&self, count: u64) {
        self.add_copies(count, &CLOSED_TABLES, "DELETE FROM retention_state", copy_closed).await;
    }

    async fn add_copies(&self, count: u64, tables: &[&str], before: &str, copy: CopyRows) {
        match &self.url {
            None => {
                let connection = rusqlite::Connection::open(self.bare()).expect("SQLite opens");
                connection.busy_timeout(Duration::from_secs(60)).expect("a timeout");
                connection.execute_batch(before).expect("a statement");
                let numbers = format!(
                    "(WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {count}) SELECT n \
                     FROM n) k"
                );
                let words = "replace(r.search, lower(r.txn_ref_no), lower(r.txn_ref_no) || '-' || k.n)";
                for table in tables {
                    let sql = "SELECT name FROM pragma_table_info(?1) WHERE name <> 'row_no'";
                    let mut found = connection.prepare(sql).expect("a statement");
                    let names = found.query_map([table], |row| row.get(0)).expect("columns");
                    let names = names.collect::<rusqlite::Result<Vec<String>>>().expect("names");
                    connection.execute(&copy(table, &names, &numbers, words), []).expect("rows are made");
                }
                connection.execute_batch("ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)").expect("statistics");
            }
            Some(url) => {
                let (client, connection) =
                    tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("PostgreSQL answers");
                tokio::spawn(connection);
                // A database without statistics once took ten times as long to copy.
                client.batch_execute("ANALYZE").await.expect("statistics");
                client.batch_execute(before).await.expect("a statement");
                let words = "replace(r.search::TEXT, lower(r.txn_ref_no), lower(r.txn_ref_no) || '-' || k.n)::TSVECTOR";
                for table in tables {
                    let sql = "SELECT column_name::TEXT FROM information_schema.columns WHERE table_name = $1";
                    let names = client.query(sql, &[table]).await.expect("columns");
                    let names: Vec<String> = names.iter().map(|row| row.get(0)).collect();
                    let rows = copy(table, &names, &format!("generate_series(1, {count}) AS k(n)"), words);
                    client.batch_execute(&rows).await.expect("rows are made");
                }
                client.batch_execute("VACUUM ANALYZE").await.expect("statistics");
            }
        }
    }

    /// The most memory of one pass of a job, in MiB, and what it prints.
    pub fn watch_job(&self, name: &str, now: &str) -> (u64, String) {
        let mut job = self.command("jobs run", &[name, "--now", now]);
        let mut child = job.stdout(std::process::Stdio::piped()).spawn().expect("the job runs");
        let status = format!("/proc/{}/status", child.id());
        let mut most = 0;
        while child.try_wait().expect("a state").is_none() {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let peak = peak.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
            most = most.max(peak.unwrap_or(0) / 1024);
            std::thread::sleep(Duration::from_millis(100));
        }
        let output = child.wait_with_output().expect("its output");
        (most, String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Adds mails that wait to be sent to a server on this machine, and nothing else waits.
    pub async fn add_mails(&self, count: usize, port: u16) {
        let allowed = "[outbound]\nallow = [\"localhost\"]\nnetworks = [\"127.0.0.0/8\"]\n";
        std::fs::write(self.data.join("docz.toml"), allowed).expect("the settings can be written");
        let url = self.url.as_ref().expect("two nodes share a PostgreSQL");
        let (client, connection) =
            tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("PostgreSQL answers");
        tokio::spawn(connection);
        let columns = "country_code, entity_code, tenant_code, txn_ref_no, party_seq_no, user_id, event, channel, \
                       recipient, subject, body, next_try_on, created_on, state, tries";
        let sql = format!(
            "UPDATE email_configuration SET host = 'localhost', port = {port}; DELETE FROM outbox WHERE message_id <> \
             (SELECT min(message_id) FROM outbox WHERE entity_code = 'NGB' AND channel = 'Email' AND event = \
             'RequestCreated'); INSERT INTO outbox (message_id, {columns}) SELECT message_id || '.' || n, {columns} \
             FROM outbox CROSS JOIN generate_series(2, {count}) n"
        );
        client.batch_execute(&sql).await.expect("mails are made");
        client.batch_execute("VACUUM ANALYZE").await.expect("statistics");
    }

    /// Starts one pass of a job, as a node does that is no demo.
    pub fn start_job(&self, name: &str) -> Child {
        self.command("jobs run", &[name]).stdout(Stdio::null()).spawn().expect("the job runs")
    }

    /// Runs one pass of a job and returns what it prints.
    pub fn run_job(&self, name: &str, now: &str) -> String {
        let output = self.command("jobs run", &[name, "--now", now]).output().expect("the job runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

/// The memory of a process.
pub fn resident_mib(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// A running server to measure.
pub struct Subject {
    child: Child,
    port: u16,
    token: Option<String>,
    pub cold_start_ms: u128,
    pub fresh_mib: u64,
}

impl Drop for Subject {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Subject {
    pub fn docz(place: &Place, port: u16) -> Subject {
        let began = Instant::now();
        let listen = format!("127.0.0.1:{port}");
        let child = place
            .command("serve", &["--demo", "--listen", &listen])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut subject =
            Subject { child: child.expect("docz starts"), port, token: None, cold_start_ms: 0, fresh_mib: 0 };
        subject.wait("/readyz");
        subject.cold_start_ms = began.elapsed().as_millis();
        std::thread::sleep(Duration::from_secs(2));
        subject.fresh_mib = subject.idle_mib();
        subject.token = Some(subject.log_in());
        std::thread::sleep(Duration::from_secs(1));
        subject
    }

    pub fn bare(place: &Place, port: u16) -> Subject {
        let mut command = Command::new(program("bare"));
        let child = command.arg(port.to_string()).arg(place.bare()).arg(place.data.join("bare-files")).spawn();
        let child = child.expect("bare starts");
        let subject = Subject { child, port, token: None, cold_start_ms: 0, fresh_mib: 0 };
        subject.wait("/list");
        subject
    }

    fn request(&self, text: &str) -> Option<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.write_all(text.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        Some(answer)
    }

    fn wait(&self, path: &str) {
        let ask = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        for _ in 0..10_000 {
            if self.request(&ask).is_some_and(|answer| answer.starts_with("HTTP/1.1 200")) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("no answer from {path}");
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    fn log_in(&self) -> String {
        self.log_in_as("ADMIN")
    }

    pub fn log_in_as(&self, user: &str) -> String {
        let body = format!(r#"{{"entityCode":"NGB","userId":"{user}","password":"Docz@2026"}}"#);
        let head = "POST /api/sms/v1/docz/banking/sms/usermasterlogin HTTP/1.1\r\nhost: x\r\nconnection: close";
        let answer =
            self.request(&format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len())).expect("an answer");
        let line = answer.lines().find(|line| line.starts_with("authorization: ")).expect("a token");
        line.trim_start_matches("authorization: ").to_owned()
    }

    pub fn idle_mib(&self) -> u64 {
        resident_mib(self.child.id())
    }

    /// Reads and discards the whole list or its export; returns megabytes and seconds.
    pub fn read_all(&self, verb: &str) -> (u64, f64) {
        let began = Instant::now();
        let token = self.token.as_deref().unwrap_or_default();
        let path = format!("/api/admin/v1/docz/banking/admin/industrymaster{verb}");
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let ask = format!("GET {path} HTTP/1.1\r\nhost: x\r\nauthorization: {token}\r\nconnection: close\r\n\r\n");
        stream.write_all(ask.as_bytes()).expect("a request");
        let mut piece = vec![0; 1 << 16];
        let mut total = 0;
        while let Ok(length) = stream.read(&mut piece) {
            if length == 0 {
                break;
            }
            total += length as u64;
        }
        (total / 1_000_000, began.elapsed().as_secs_f64())
    }

    pub fn cpu_seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
        (ticks(11) + ticks(12)) / 100.0
    }

    fn script(&self, load: Load) -> (String, String) {
        static RUN: AtomicU64 = AtomicU64::new(0);
        let run = RUN.fetch_add(1, Ordering::SeqCst);
        let header = |operation: &str| {
            format!(
                "@%7B%22userId%22%3A%22ADMIN%22%2C%22entityCode%22%3A%22NGB%22%2C%22screenId%22%3A%22SD-ADM-013%22\
                 %2C%22operation%22%3A%22{operation}%22%7D"
            )
        };
        let path = "/api/admin/v1/docz/banking/admin/industrymaster";
        let (url, body) = match (load, self.token.is_some()) {
            (Load::List, true) => (format!("{path}{}?page=0&size=100", header("FA")), ""),
            (Load::Find, true) => (format!("{path}{}", header("F")), r#"'{"industryCode":"R0000500"}'"#),
            (Load::Save | Load::SaveWhole, true) => (format!("{path}{}", header("S")), "SAVE"),
            (Load::List, false) => ("/list".to_owned(), ""),
            (Load::Find, false) => ("/find".to_owned(), r#"'{"industryCode":"R0000500"}'"#),
            (Load::Save, false) => ("/save".to_owned(), "SAVE"),
            (Load::SaveWhole, false) => ("/save-whole".to_owned(), "SAVE"),
        };
        let token =
            self.token.as_ref().map_or_else(String::new, |token| format!("wrk.headers['Authorization'] = '{token}'\n"));
        let body = match body {
            "" => String::new(),
            "SAVE" => format!(
                "wrk.method = 'POST'\nlocal n = 0\nrequest = function()\n n = n + 1\n return wrk.format('POST', nil, \
                 nil, string.format('{{\"industryCode\":\"B{run:03}%06d\",\"industryDesc\":\"Bench\"}}', n))\nend\n"
            ),
            find => format!("wrk.method = 'POST'\nwrk.body = {find}\n"),
        };
        (
            url,
            format!(
                "{token}{body}done = function(s, l, r) io.write(string.format('FIGURES %d %d %f %d\\n', s.requests, \
                 s.duration, l:percentile(99), s.errors.status + s.errors.connect + s.errors.read + \
                 s.errors.timeout)) end\n"
            ),
        )
    }

    /// Runs wrk with one thread, so that the codes of saves are unique.
    pub fn measure(&self, load: Load, clients: usize, seconds: u64) -> Figure {
        let (path, script) = self.script(load);
        let file = std::env::temp_dir().join(format!("docz-bench-{}.lua", std::process::id()));
        std::fs::write(&file, script).expect("a script");
        let url = format!("http://127.0.0.1:{}{path}", self.port);
        let before = self.cpu_seconds();
        let output = Command::new("wrk")
            .args(["-t1", &format!("-c{clients}"), &format!("-d{seconds}s"), "-s"])
            .arg(&file)
            .arg(&url)
            .output()
            .expect("wrk is installed");
        let cpu = self.cpu_seconds() - before;
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find(|line| line.starts_with("FIGURES")).unwrap_or_else(|| panic!("{text}"));
        let numbers: Vec<f64> = line.split_whitespace().skip(1).filter_map(|number| number.parse().ok()).collect();
        Figure {
            per_second: numbers[0] / (numbers[1] / 1e6),
            p99_ms: numbers[2] / 1000.0,
            cpu_us: cpu * 1e6 / numbers[0],
            errors: numbers[3] as u64,
        }
    }
}
