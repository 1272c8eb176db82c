//! The binary as an operator uses it: a real process, a real port, a real folder.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

use testkit::{PATIENCE, binary, block_until};

pub fn docz(data: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(binary())
        .args(arguments)
        .arg("--data")
        .arg(data)
        .env_remove("DOCZ_DATABASE_URL")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

pub fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A data folder with the demo in it. It is made once, because that takes seconds, and copied.
pub fn seed(data: &Path) {
    static SEEDED: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = testkit::template_folder("seeded");
        let made = docz(&folder, &["seed"], "");
        assert!(made.status.success(), "{}", text(&made));
        folder
    });
    std::fs::create_dir_all(data).unwrap();
    let copied = Command::new("cp").arg("-a").arg(SEEDED.join(".")).arg(data).status().unwrap();
    assert!(copied.success());
}

pub const CREATE: [&str; 14] = [
    "admin",
    "create-entity",
    "--entity",
    "ACME",
    "--entity-type",
    "Bank",
    "--name",
    "Acme Bank",
    "--state",
    "TN",
    "--mail",
    "admin@acme.example",
    "--mobile",
    "+919840000001",
];

struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(data: &Path) -> Served {
        Served::logging(data, "info", Stdio::null())
    }

    fn logging(data: &Path, level: &str, log: Stdio) -> Served {
        let mut child = Command::new(binary())
            .args(["serve", "--demo", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .env("DOCZ_CAPTCHA", "off")
            .env("DOCZ_LOG", level)
            .env_remove("DOCZ_DATABASE_URL")
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_owned();
        Served { child, address }
    }

    fn request(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn log_in(&self, password: &str) -> String {
        self.log_in_as("ADMIN", password)
    }

    fn log_in_as(&self, user: &str, password: &str) -> String {
        let body = format!(r#"{{"entityCode":"NGB","userId":"{user}","password":"{password}"}}"#);
        self.request(&format!(
            "POST /api/sms/v1/docz/banking/sms/usermasterlogin HTTP/1.1\r\nhost: x\r\nconnection: \
             close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    /// Sends a body of bytes and returns the bytes of the answer.
    fn send(&self, head: &str, body: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let length = format!("host: x\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
        stream.write_all(&[head.as_bytes(), length.as_bytes(), body].concat()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    fn stop(mut self) {
        Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(self.child.wait().unwrap().success(), "a stopped server ends well");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Includes what libraries log, down to the bytes of a connection.
#[test]
fn the_trace_log_holds_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let served = Served::logging(&folder.path().join("data"), "trace", std::fs::File::create(&log).unwrap().into());
    let inside = served.log_in("Docz@2026");
    let token = inside.lines().find_map(|line| line.strip_prefix("authorization: Bearer ")).expect("a token").trim();
    served.log_in("canary-password-1");
    let header = "%7B%22otp%22%3A%22canary-otp-2%22%2C%22authorization%22%3A%22canary-token-3%22%7D";
    for resource in ["sms/me", "admin/branchmaster", "sms/refreshtokenjwt/canary-path-4", "nowhere/at-all"] {
        for (method, token) in [("GET", token), ("POST", token), ("POST", "canary-bearer-5")] {
            let body = r#"{"password":"canary-body-6"}"#;
            served.request(&format!(
                "{method} /api/sms/v1/docz/banking/{resource}@{header}?x=canary-query-7 HTTP/1.1\r\nhost: \
                 x\r\nauthorization: Bearer {token}\r\nx-otp: canary-header-8\r\nconnection: close\r\ncontent-length: \
                 {}\r\n\r\n{body}",
                body.len()
            ));
        }
    }
    let token = token.to_owned();
    served.stop();
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(said.contains("answered") && said.len() > 1000, "the log was written");
    for secret in ["canary", "Docz@2026", &token] {
        let line = said.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "{secret} in {line:?}");
    }
}

#[test]
fn serving_the_demo_twice_finds_its_data_again_and_keeps_its_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let first = Served::start(&data);
    assert!(first.request("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").ends_with("ok"));
    assert!(first.log_in("Docz@2026").starts_with("HTTP/1.1 200"));
    first.stop();
    let again = Served::start(&data);
    assert!(again.log_in("Docz@2026").contains("Northgate Bank"));
    // A command beside the running server writes to an audit shard of its own.
    let reset = docz(&data, &["admin", "reset-password", "--entity", "NGB", "--user", "ADMIN"], "Fresh@2027\n");
    assert!(reset.status.success(), "{}", text(&reset));
    assert!(again.log_in("Docz@2026").starts_with("HTTP/1.1 422"));
    let told = again.log_in("Fresh@2027");
    assert!(told.starts_with("HTTP/1.1 200") && told.contains("\"passwordChange\":true"), "{told}");
    again.stop();
    let verified = docz(&data, &["audit", "verify"], "");
    assert!(verified.status.success() && text(&verified).contains("entries in 3 shards"), "{}", text(&verified));
    for file in files_below(&data) {
        let bytes = std::fs::read(&file).unwrap();
        assert!(!bytes.windows(9).any(|window| window == b"Docz@2026"), "{}", file.display());
    }
}

pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let (folders, mut files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| files_below(folder)));
    files
}

#[test]
fn a_new_root_key_changes_no_signing_key() {
    let folder = tempfile::tempdir().unwrap();
    seed(folder.path());
    let keys = || text(&docz(folder.path(), &["audit", "key"], ""));
    let before = keys();
    let prints: Vec<&str> = before.lines().filter_map(|line| line.split_once(' ')).map(|(_, print)| print).collect();
    assert!(before.contains("IN/NGB ") && prints.iter().all(|print| print.len() == 64), "{before}");
    assert!(prints.len() >= 2 && prints[0] != prints[1], "each entity has its own: {before}");
    assert!(docz(folder.path(), &["keys", "rotate"], "").status.success());
    assert_eq!(keys(), before);
}

#[test]
fn an_edited_audit_row_makes_verify_exit_with_2() {
    let folder = tempfile::tempdir().unwrap();
    seed(folder.path());
    let connection = rusqlite::Connection::open(folder.path().join("docz.sqlite")).unwrap();
    connection.execute("UPDATE audit_log SET action = 'X' WHERE entity_code = 'NGB' AND seq = 3", []).unwrap();
    let verified = docz(folder.path(), &["audit", "verify"], "");
    assert_eq!(verified.status.code(), Some(2), "{}", text(&verified));
    assert!(text(&verified).contains("FAULT IN/NGB shard 0 entry 3: was changed"));
}

#[test]
fn a_missing_end_of_the_log_stays_visible_when_work_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    seed(&data);
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (heads, lines, state) = (file("heads.jsonl"), file("entries.jsonl"), file("state.json"));
    let entries: [&str; 7] = ["audit", "export", "--entries", "--to", &lines, "--state", &state];
    assert!(docz(&data, &["audit", "export", "--to", &heads], "").status.success());
    assert!(docz(&data, &entries, "").status.success());
    let reset = ["admin", "reset-password", "--entity", "NGB", "--user", "ADMIN"];
    assert!(docz(&data, &reset, "Fresh@2027\n").status.success());
    let verified = docz(&data, &["audit", "verify", "--against", &heads], "");
    assert!(verified.status.success(), "{}", text(&verified));
    let first = std::fs::read_to_string(&lines).unwrap().lines().count();
    assert!(docz(&data, &entries, "").status.success());
    let exported = std::fs::read_to_string(&lines).unwrap();
    assert!(exported.lines().count() > first && exported.lines().count() < first + 5, "only what is new");
    let last: serde_json::Value = serde_json::from_str(exported.lines().last().unwrap()).unwrap();
    assert!(last["mac"].as_str().unwrap().len() == 64 && last.get("detail").is_none(), "{last}");
    let connection = rusqlite::Connection::open(data.join("docz.sqlite")).unwrap();
    connection.execute("DELETE FROM audit_log WHERE entity_code = 'NGB' AND seq > 30", []).unwrap();
    assert!(docz(&data, &reset, "Fresh@2028\n").status.success());
    let verified = docz(&data, &["audit", "verify", "--against", &heads], "");
    assert_eq!(verified.status.code(), Some(2), "{}", text(&verified));
    assert!(text(&verified).contains("entries before it are missing"), "{}", text(&verified));
    assert!(text(&verified).contains("exported at"), "{}", text(&verified));
    std::fs::write(&heads, "not an export\n").unwrap();
    let refused = docz(&data, &["audit", "verify", "--against", &heads], "");
    assert!(!refused.status.success() && text(&refused).contains("line 1 is not an export"), "{}", text(&refused));
}

#[test]
fn a_backup_comes_back_and_keys_are_rotated() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy, other) = (folder.path().join("data"), folder.path().join("copy"), folder.path().join("other"));
    seed(&data);
    let stored = || files_below(&data.join("files")).into_iter().map(|path| std::fs::read(path).unwrap());
    let before: Vec<Vec<u8>> = stored().collect();
    // A rotation that ended before it reached the database.
    std::fs::write(data.join("root.next"), "ab".repeat(32)).unwrap();
    let rotated = docz(&data, &["keys", "rotate"], "");
    assert!(rotated.status.success() && text(&rotated).contains("keys of 2 entities"), "{}", text(&rotated));
    assert!(stored().eq(before), "keys are wrapped anew, files stay as they are");
    let checked = docz(&data, &["doctor", "--files"], "");
    assert!(text(&checked).contains("documents match their records"), "{}", text(&checked));
    assert!(docz(&data, &["audit", "verify"], "").status.success(), "the chain outlives the root key");
    let backed = docz(&data, &["backup", "--to", copy.to_str().unwrap()], "");
    assert!(backed.status.success(), "{}", text(&backed));
    let stored_and_copied = files_below(&copy.join("files")).into_iter().chain(files_below(&data.join("files")));
    for path in stored_and_copied.filter(|path| !path.ends_with("installation")) {
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"DZ01") && !bytes.windows(4).any(|part| part == b"%PDF" || part == b"IHDR"));
    }
    let documents = std::fs::read_to_string(copy.join("files.sha256")).unwrap();
    let listed: Vec<&str> = documents.lines().filter_map(|line| line.split_once("  ")).map(|(_, id)| id).collect();
    assert!(!listed.is_empty(), "the demo's requests have documents");
    assert!(!docz(&other, &["restore", "--from", copy.to_str().unwrap()], "").status.success(), "not without the key");
    std::fs::create_dir_all(&other).unwrap();
    std::fs::copy(data.join("root.key"), other.join("root.key")).unwrap();
    let restored = docz(&other, &["restore", "--from", copy.to_str().unwrap()], "");
    assert!(restored.status.success(), "{}", text(&restored));
    for id in &listed {
        let at = format!("files/{}/{id}", &id[..2]);
        assert_eq!(std::fs::read(data.join(&at)).unwrap(), std::fs::read(other.join(&at)).unwrap());
    }
    assert!(
        !docz(&other, &["restore", "--from", copy.to_str().unwrap()], "").status.success(),
        "not over what is there"
    );
    std::fs::remove_file(other.join("docz.sqlite")).unwrap();
    std::fs::remove_dir_all(other.join("files")).unwrap();
    let bent = copy.join(format!("files/{}/{}", &listed[0][..2], listed[0]));
    let whole = std::fs::read(&bent).unwrap();
    std::fs::write(&bent, b"x").unwrap();
    assert!(text(&docz(&other, &["restore", "--from", copy.to_str().unwrap()], "")).contains("damaged"));
    assert!(!other.join("docz.sqlite").exists(), "nothing half restored");
    std::fs::write(&bent, whole).unwrap();
    let mut damaged = std::fs::OpenOptions::new().append(true).open(copy.join("docz.sqlite")).unwrap();
    damaged.write_all(b"x").unwrap();
    assert!(text(&docz(&other, &["restore", "--from", copy.to_str().unwrap()], "")).contains("damaged"));
}

/// Closes all requests of the seed long ago.
const CLOSE_ALL: &str = "UPDATE docrequest SET closed_on = '2010-01-01T00:00:00.000Z', decision = 'cancel', status = \
                         'Rejected', open_until = NULL; UPDATE docrequest_version SET uploaded_on = \
                         '2010-01-01T00:00:00.000Z'";

#[test]
fn what_was_purged_after_a_backup_is_purged_again_when_it_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy, other) = (folder.path().join("data"), folder.path().join("copy"), folder.path().join("other"));
    seed(&data);
    let open = |data: &Path| rusqlite::Connection::open(data.join("docz.sqlite")).unwrap();
    let count = |data: &Path, sql: &str| open(data).query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    let backed = docz(&data, &["backup", "--to", copy.to_str().unwrap()], "");
    assert!(backed.status.success(), "{}", text(&backed));
    let (versions, requests) = ("SELECT count(*) FROM docrequest_version", "SELECT count(*) FROM docrequest");
    let (all_versions, all_requests) = (count(&data, versions), count(&data, requests));
    assert!(all_versions > 0);
    // Of one entity also the records.
    open(&data).execute_batch(CLOSE_ALL).unwrap();
    open(&data).execute_batch("UPDATE entity_master SET record_purge_required = 0 WHERE entity_code = 'NGB'").unwrap();
    let purged = docz(&data, &["jobs", "run", "purge"], "");
    assert!(purged.status.success(), "{}", text(&purged));
    let left = count(&data, requests);
    assert!(left > 0 && left < all_requests, "{left} of {all_requests}");
    assert_eq!(count(&data, "SELECT count(*) FROM docrequest_file WHERE storage_id <> ''"), 0);
    let doctor = docz(&data, &["doctor", "--files"], "");
    assert!(text(&doctor).contains("0 documents match their records"), "{}", text(&doctor));
    std::fs::create_dir_all(&other).unwrap();
    std::fs::copy(data.join("root.key"), other.join("root.key")).unwrap();
    let old_files = data.join("files");
    let restore = ["restore", "--from", copy.to_str().unwrap(), "--purged", old_files.to_str().unwrap()];
    let restored = docz(&other, &restore, "");
    assert!(restored.status.success() && text(&restored).contains("are purged again"), "{}", text(&restored));
    assert_eq!(count(&other, requests), left);
    assert_eq!(count(&other, "SELECT count(*) FROM docrequest_version WHERE purged_on IS NULL"), 0);
    assert_eq!(
        count(&other, "SELECT count(*) FROM docrequest_file WHERE storage_id <> '' OR sealed_key IS NOT NULL"),
        0
    );
    let is_document = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        !name.starts_with("purgejournal") && name != "installation"
    };
    assert_eq!(files_below(&other.join("files")).iter().filter(|path| is_document(path)).count(), 0);
    let verified = docz(&other, &["audit", "verify"], "");
    assert!(verified.status.success(), "{}", text(&verified));
}

#[tokio::test]
async fn a_postgres_backup_comes_back_into_an_empty_database() {
    // A server of its own does not have the roles yet.
    let (server, new_server) = (testkit::Server::shared(), testkit::Server::own("restore"));
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let (from, to) = (server.url(&server.create(None).await), new_server.url(&new_server.create(None).await));
    let run =
        |url: &str, arguments: &[&str]| docz(&data, &[arguments, &["--database-url", url]].concat(), "Strong@2026\n");
    let made = run(&from, &CREATE);
    assert!(made.status.success(), "{}", text(&made));
    let backed = run(&from, &["backup", "--to", copy.to_str().unwrap()]);
    assert!(backed.status.success(), "{}", text(&backed));
    let right = std::fs::read(data.join("root.key")).unwrap();
    std::fs::remove_file(data.join("root.key")).unwrap();
    std::fs::write(data.join("root.key"), "ab".repeat(32)).unwrap();
    let wrong = run(&to, &["restore", "--from", copy.to_str().unwrap()]);
    assert!(!wrong.status.success() && text(&wrong).contains("needs another root key"), "{}", text(&wrong));
    std::fs::write(data.join("root.key"), right).unwrap();
    let restored = run(&to, &["restore", "--from", copy.to_str().unwrap()]);
    assert!(restored.status.success() && text(&restored).contains("audit entries were checked"), "{}", text(&restored));
    assert!(!run(&to, &["restore", "--from", copy.to_str().unwrap()]).status.success(), "not over what is there");
    let (client, connection) = tokio_postgres::connect(&to, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let owner = "SELECT viewowner FROM pg_views WHERE viewname = 'docrequest_search'";
    assert_eq!(client.query_one(owner, &[]).await.unwrap().get::<_, String>(0), "docz_finder");
}

#[test]
fn a_rotation_that_was_cut_short_is_finished_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    seed(data);
    let old = std::fs::read(data.join("root.key")).unwrap();
    assert!(docz(data, &["keys", "rotate"], "").status.success());
    // As if the machine had stopped after the database changed over and before the file did.
    std::fs::rename(data.join("root.key"), data.join("root.next")).unwrap();
    std::fs::write(data.join("root.key"), old).unwrap();
    let migrated = docz(data, &["migrate"], "");
    assert!(migrated.status.success(), "{}", text(&migrated));
    assert!(!data.join("root.next").exists());
    assert!(docz(data, &["audit", "verify"], "").status.success());
}

#[test]
fn jobs_are_run_manually_beside_a_server_and_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let line = |output: &Output| -> serde_json::Value {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(text.lines().count(), 1, "{text}");
        serde_json::from_str(&text).unwrap()
    };
    seed(&data);
    let served = Served::start(&data);
    for name in ["checkpoints", "deliver", "encrypt", "expire", "share", "statistics", "sweep", "sweep-files"] {
        let run = docz(&data, &["jobs", "run", name], "");
        assert!(run.status.success(), "{name}: {}", text(&run));
        assert_eq!((&line(&run)["job"], &line(&run)["failures"]), (&name.into(), &0.into()));
    }
    // With a later clock open requests expire, and their parties are notified in the demo's mailbox.
    let later = "2099-01-01T06:00:00Z";
    let expired = docz(&data, &["jobs", "run", "expire", "--now", later], "");
    assert!(expired.status.success() && line(&expired)["done"].as_u64().unwrap() > 0, "{}", text(&expired));
    let sent = docz(&data, &["jobs", "run", "deliver", "--now", later], "");
    assert!(sent.status.success() && line(&sent)["done"].as_u64().unwrap() > 0, "{}", text(&sent));
    let mailbox = served.request("GET /demo/mailbox.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    assert!(mailbox.contains("\"channel\":\"Email\""), "{mailbox}");
    let earlier = docz(&data, &["jobs", "run", "remind", "--now", "2098-01-01T06:00:00Z"], "");
    assert!(earlier.status.success(), "a set time is trusted and not recorded: {}", text(&earlier));
    let listed = text(&docz(&data, &["jobs", "list"], ""));
    assert!(listed.contains("expire") && listed.contains("last run"), "{listed}");
    assert!(listed.contains("ok            clock") && !listed.contains("waits"), "{listed}");
    let accepted = docz(&data, &["jobs", "accept-clock"], "");
    assert!(accepted.status.success() && line(&accepted)["known"].is_string(), "{}", text(&accepted));
    served.stop();
    let doctor = text(&docz(&data, &["doctor"], ""));
    assert!(doctor.contains("ok            job expire: last run"), "{doctor}");
    assert!(docz(&data, &["jobs", "run", "expire"], "").status.success(), "without a server");
    let unknown = docz(&data, &["jobs", "run", "nothing"], "");
    assert!(unknown.status.code() == Some(1) && text(&unknown).contains("sweep-files"), "{}", text(&unknown));
    // One broken row is reported, and nothing else fails.
    let connection = rusqlite::Connection::open(data.join("docz.sqlite")).unwrap();
    let broken = "UPDATE docrequest SET details = '{', open_until = '2000-01-01' WHERE txn_ref_no = (SELECT \
                  min(txn_ref_no) FROM docrequest)";
    assert_eq!(connection.execute(broken, []).unwrap(), 1);
    let failed = docz(&data, &["jobs", "run", "expire"], "");
    assert_eq!((failed.status.code(), &line(&failed)["failures"]), (Some(1), &1.into()), "{}", text(&failed));
    assert!(text(&docz(&data, &["doctor"], "")).contains("WARN          job expire"));
    // What a wrong clock wrote.
    let ahead = "UPDATE job SET next_due = '2099-01-01T00:00:00.000Z' WHERE name = 'expire'";
    assert_eq!(connection.execute(ahead, []).unwrap(), 1);
    let doctor = docz(&data, &["doctor"], "");
    assert!(!doctor.status.success() && text(&doctor).contains("FAIL          job expire"), "{}", text(&doctor));
    assert!(text(&docz(&data, &["jobs", "list"], "")).contains("WARN: a wrong clock wrote these times"));
    // The server counts it each time, and logs it once.
    let log = folder.path().join("log");
    let served = Served::logging(&data, "info", std::fs::File::create(&log).unwrap().into());
    let failed = || {
        let metrics = served.request("GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        let line = metrics.lines().find_map(|line| line.strip_prefix("docz_job_failed_total{job=\"expire\"} "));
        line.and_then(|count| count.trim().parse::<u64>().ok()).unwrap_or(0)
    };
    block_until("the job has failed twice", PATIENCE, || failed() >= 2);
    let metrics = served.request("GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    for line in ["docz_clock_trusted 1", "docz_clock_difference_seconds 0"] {
        assert!(metrics.lines().any(|found| found == line), "{line}: {metrics}");
    }
    served.stop();
    let said = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = said.lines().filter(|line| line.contains("a job skipped a record that failed")).collect();
    assert!(lines.len() == 1 && lines[0].contains("cannot be read") && lines[0].contains("IN/"), "{lines:?}");
}

#[test]
fn another_time_is_refused_outside_of_a_demo() {
    let folder = tempfile::tempdir().unwrap();
    assert!(docz(folder.path(), &CREATE, "Strong@2026\n").status.success());
    let refused = docz(folder.path(), &["jobs", "run", "expire", "--now", "2099-01-01T06:00:00Z"], "");
    assert!(refused.status.code() == Some(1) && text(&refused).contains("only where a demo"), "{}", text(&refused));
}

#[test]
fn a_real_entity_can_be_made_and_wrong_settings_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = CREATE;
    let weak = docz(folder.path(), &arguments, "short\n");
    assert!(!weak.status.success() && text(&weak).contains("Password Must Be Atleast 7 Characters"), "{}", text(&weak));
    let made = docz(folder.path(), &arguments, "Strong@2026\n");
    assert!(made.status.success(), "{}", text(&made));
    assert!(!docz(folder.path(), &arguments, "Strong@2026\n").status.success(), "not twice");
    assert!(text(&docz(folder.path(), &["doctor"], "")).contains("the root key fits"));
    std::fs::write(folder.path().join("docz.toml"), "lisen = \"127.0.0.1:1\"\n").unwrap();
    let refused = docz(folder.path(), &["migrate"], "");
    assert!(!refused.status.success() && text(&refused).contains("lisen"), "{}", text(&refused));
    std::fs::write(folder.path().join("docz.toml"), "captcha = false\n").unwrap();
    assert!(text(&docz(folder.path(), &["serve"], "")).contains("--demo only"));
}

#[test]
fn doctor_asks_the_malware_scanner() {
    let folder = tempfile::tempdir().unwrap();
    let doctor = || text(&docz(folder.path(), &["doctor"], ""));
    assert!(doctor().contains("missing       scan.clamd: uploads are not scanned for malware"), "{}", doctor());
    let mut clamd = testkit::servers::Clamd::start();
    let settings = format!("[scan]\nclamd = \"{}\"\n", clamd.socket().display());
    std::fs::write(folder.path().join("docz.toml"), settings).unwrap();
    assert!(doctor().contains("ok            ClamAV"), "{}", doctor());
    clamd.stop();
    assert!(doctor().contains("FAIL          clamd:"), "{}", doctor());
}

#[test]
fn outbound_settings_are_read_and_mistakes_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let check = |toml: &str| {
        std::fs::write(folder.path().join("docz.toml"), toml).unwrap();
        let output = docz(folder.path(), &["doctor"], "");
        (output.status.success(), text(&output))
    };
    assert!(check("").1.contains("no outbound hosts"));
    let good = "[outbound]\nallow = [\"ldap.acme.example:636\"]\nnetworks = [\"10.0.0.0/8\"]\n[sso]\nemergency_users \
                = [\"ACME/ADMIN\"]\n";
    let gateway = "[sms_gateway]\nurl = \"https://sms.example/\"\nbody = '{\"to\":\"{{to}}\",\"text\":\"{{text}}\"}'\n";
    let (works, said) = check(&format!("{good}{gateway}"));
    assert!(works && said.contains("1 outbound hosts") && said.contains("ok            SMS gateway"), "{said}");
    let own = "[outbound.entities.\"IN/NONE\"]\nallow = [\"ldap.none.example:636\"]\n";
    let (works, said) = check(own);
    assert!(works && said.contains("IN/NONE only: ldap.none.example:636"), "{said}");
    assert!(said.contains("\"IN/NONE\": there is no such entity"), "{said}");
    for (toml, named) in [
        ("[outbound]\nnetworks = [\"ten\"]\n".to_owned(), "outbound.networks"),
        ("[outbound]\nca_file = \"none.pem\"\n".to_owned(), "outbound.ca_file"),
        ("[outbound]\nallowed = []\n".to_owned(), "allowed"),
        (format!("{gateway}method = \"DELETE\"\n"), "DELETE"),
        (format!("{gateway}secret_env = \"DOCZ_TEST_NEVER_SET\"\n"), "DOCZ_TEST_NEVER_SET"),
        ("[sso]\nemergency_users = [\"ADMIN\"]\n".to_owned(), "entity/user"),
    ] {
        let (works, said) = check(&toml);
        assert!(!works && said.contains(named), "{toml}: {said}");
    }
}

#[test]
fn created_files_are_private_to_their_owner() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    let run = |arguments: &str| {
        let command = format!("umask 0; exec {} {arguments} --data {}", binary().display(), data.display());
        let output = Command::new("sh").args(["-c", &command]).env_remove("DOCZ_DATABASE_URL").output().unwrap();
        assert!(output.status.success(), "{}", text(&output));
        text(&output)
    };
    run("seed");
    let said = run(&format!("backup --to {}", copy.display()));
    assert!(said.contains("names, addresses and remarks are not: keep it as safe as the original"), "{said}");
    let mut made = 0;
    let mut paths = vec![data.clone(), copy];
    while let Some(path) = paths.pop() {
        assert_eq!(mode(&path) & 0o077, 0, "{} is {:o}", path.display(), mode(&path));
        made += 1;
        if path.is_dir() {
            paths.extend(std::fs::read_dir(&path).unwrap().flatten().map(|entry| entry.path()));
        }
    }
    assert!(made > 100, "{made} files and folders were looked at");
    // As a version before this one left it.
    let database = data.join("docz.sqlite");
    for path in [&database, &data] {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let said = run("doctor");
    assert!(said.contains("docz.sqlite was open to others (0755)") && mode(&database) == 0o700, "{said}");
    assert!(said.contains(&format!("WARN          {} is open to others (0755)", data.display())), "{said}");
    assert_eq!(mode(&data), 0o755, "the folder is the operator's");
}

#[test]
fn damaged_documents_are_found_by_doctor_and_backup() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    seed(&data);
    let whole = docz(&data, &["doctor", "--files"], "");
    assert!(whole.status.success() && text(&whole).contains("documents match their records"), "{}", text(&whole));
    let connection = rusqlite::Connection::open(data.join("docz.sqlite")).unwrap();
    connection.execute("UPDATE audit_log SET action = 'X' WHERE entity_code = 'NGB' AND seq = 3", []).unwrap();
    let mut query = connection.prepare("SELECT txn_ref_no, storage_id FROM docrequest_file LIMIT 2").unwrap();
    let rows = query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))).unwrap();
    let files: Vec<(String, PathBuf)> =
        rows.map(|row| row.unwrap()).map(|(txn, id)| (txn, data.join("files").join(&id[..2]).join(id))).collect();
    let mut changed = std::fs::read(&files[0].1).unwrap();
    changed[50] ^= 1;
    std::fs::write(&files[0].1, &changed).unwrap();
    std::fs::remove_file(&files[1].1).unwrap();
    assert_eq!(docz(&data, &["audit", "verify"], "").status.code(), Some(2));
    let checks: [&[&str]; 2] = [&["doctor", "--files"], &["backup", "--to", copy.to_str().unwrap()]];
    for arguments in checks {
        let output = docz(&data, arguments, "");
        let said = text(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        for ((txn, path), what) in files.iter().zip(["has other content", "is missing"]) {
            let id = path.file_name().unwrap().to_str().unwrap();
            let line = said.lines().find(|line| line.contains(id)).unwrap_or_else(|| panic!("{id} in {said}"));
            assert!(line.contains(txn) && line.contains(what), "{line}");
        }
        assert_eq!(said.matches("DAMAGED").count(), 2, "{said}");
    }
    assert!(copy.join("manifest.json").exists() && copy.join("docz.sqlite").exists(), "the copy is kept");
}

/// Over a real connection: the length that was promised never comes, so every client notices.
#[test]
fn a_large_document_that_was_changed_is_cut_off_counted_and_logged() {
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    seed(&data);
    let served = Served::logging(&data, "info", std::fs::File::create(&log).unwrap().into());
    let inside = served.log_in_as("BANKER1", "Docz@2026");
    let token = inside.lines().find_map(|line| line.strip_prefix("authorization: ")).expect("a token").trim();
    let connection = rusqlite::Connection::open(data.join("docz.sqlite")).unwrap();
    let open = "SELECT r.txn_ref_no, d.document_no FROM docrequest r JOIN docrequest_document d USING (country_code, \
                entity_code, txn_ref_no) WHERE entity_code = 'NGB' AND r.owner = 'BANKER1' AND d.status = 'Requested' \
                AND d.document_types LIKE '%PDF%' AND d.document_code <> 'AADHAAR' LIMIT 1";
    let (txn, document) =
        connection.query_row(open, [], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))).unwrap();
    let address = |resource: &str, header: &str, query: &str| {
        format!(
            "/api/banker/v1/docz/banking/transaction/document/{resource}@{header}\
             ?txnRefNo={txn}&documentNo={document}{query} HTTP/1.1\r\nauthorization: {token}\r\n"
        )
    };
    // A comment of the page makes it large.
    let page = format!("Agreement) Tj ET\n%{}\nBT /F1 48 Tf 60 600 Td (End", "x".repeat(1_500_000));
    let whole = testkit::documents::pdf(&[&page]);
    let save = address("upload", "%7B%22operation%22%3A%22S%22%7D", "&fileName=large.pdf");
    let uploaded = String::from_utf8(served.send(&format!("POST {save}"), &whole)).unwrap();
    assert!(uploaded.starts_with("HTTP/1.1 200"), "{uploaded}");
    let kept = "SELECT file_id, storage_id FROM docrequest_file ORDER BY uploaded_on DESC LIMIT 1";
    let (file, id) =
        connection.query_row(kept, [], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))).unwrap();
    let read = || served.send(&format!("GET {}", address("content", "%7B%7D", &format!("&fileId={file}"))), b"");
    assert!(read().ends_with(&whole));
    let path = data.join("files").join(&id[..2]).join(&id);
    let mut changed = std::fs::read(&path).unwrap();
    changed[700_000] ^= 1;
    std::fs::write(path, changed).unwrap();
    let answer = read();
    let head = String::from_utf8_lossy(&answer[..1000]).to_lowercase();
    assert!(head.contains(&format!("content-length: {}", whole.len())), "{head}");
    assert!(answer.len() < whole.len(), "the end is missing");
    let metrics = served.request("GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    assert!(metrics.contains("docz_damaged_documents_total 1"), "{metrics}");
    served.stop();
    let said = std::fs::read_to_string(&log).unwrap();
    let line = said.lines().find(|line| line.contains("doctor --files")).expect("a line in the log");
    assert!(line.contains(&txn) && line.contains("has other content"), "{line}");
}

/// The demo's documents go to S3 and back, while one of them is downloaded all the time, and some moves are killed.
#[test]
fn documents_are_moved_to_s3_and_back_while_they_are_read() {
    let server = testkit::servers::S3Server::start();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    seed(&data);
    server.configure(&data, "folder");
    let served = Served::start(&data);
    let inside = served.log_in_as("BANKER1", "Docz@2026");
    let token = inside.lines().find_map(|line| line.strip_prefix("authorization: ")).expect("a token").trim();
    let connection = rusqlite::Connection::open(data.join("docz.sqlite")).unwrap();
    let known = "SELECT f.txn_ref_no, f.document_no, f.file_id, f.size FROM docrequest_file f JOIN docrequest r USING \
                 (country_code, entity_code, txn_ref_no) WHERE entity_code = 'NGB' AND r.owner = 'BANKER1' AND \
                 f.version_no > 0 LIMIT 1";
    let query = connection
        .query_row(known, [], |row| {
            let (txn, document, file) = (row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?);
            Ok(format!("txnRefNo={txn}&documentNo={document}&fileId={file}"))
        })
        .unwrap();
    let head = format!(
        "GET /api/banker/v1/docz/banking/transaction/document/content@%7B%7D?{query} HTTP/1.1\r\nauthorization: \
         {token}\r\n"
    );
    let body = |answer: Vec<u8>| {
        let head = answer.windows(4).position(|part| part == b"\r\n\r\n").expect("a head");
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer[..answer.len().min(2000)]));
        answer[head..].to_vec()
    };
    let content = body(served.send(&head, b""));
    // Besides the marker of the installation, which stays in both places.
    let count = files_below(&data.join("files")).len() - 1;
    let is_done = std::sync::atomic::AtomicBool::new(false);
    let reads = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut reads = 0;
            while !is_done.load(std::sync::atomic::Ordering::SeqCst) {
                assert!(body(served.send(&head, b"")) == content, "the document stays as it is");
                reads += 1;
            }
            reads
        });
        let move_all = |to: &str| {
            for pause in [300, 900] {
                let mut child = Command::new(binary())
                    .args(["files", "move", "--to", to, "--data"])
                    .arg(&data)
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap();
                // Time is the subject: a move ends wherever it has come to.
                std::thread::sleep(Duration::from_millis(pause));
                child.kill().unwrap();
                child.wait().unwrap();
            }
            let moved = docz(&data, &["files", "move", "--to", to], "");
            assert!(moved.status.success() && text(&moved).contains("were moved"), "{}", text(&moved));
        };
        move_all("s3");
        assert_eq!((files_below(&data.join("files")).len(), server.keys().len()), (1, count + 1));
        let checked = docz(&data, &["doctor", "--files"], "");
        assert!(checked.status.success() && text(&checked).contains("it answers"), "{}", text(&checked));
        assert!(text(&checked).contains("documents match their records"), "{}", text(&checked));
        move_all("folder");
        is_done.store(true, std::sync::atomic::Ordering::SeqCst);
        reader.join().unwrap()
    });
    // A killed move may leave part of a file, which the job `sweep-files` removes.
    let is_whole = |path: &PathBuf| !path.starts_with(data.join("files/part"));
    let back = files_below(&data.join("files")).into_iter().filter(is_whole).count();
    assert_eq!((back, server.keys().len()), (count + 1, 1));
    assert!(reads > 3, "{reads} downloads");
    served.stop();
}

#[test]
fn restoring_with_the_wrong_root_key_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy, other) = (folder.path().join("data"), folder.path().join("copy"), folder.path().join("other"));
    assert!(docz(&data, &CREATE, "Strong@2026\n").status.success());
    assert!(docz(&data, &["backup", "--to", copy.to_str().unwrap()], "").status.success());
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("root.key"), "ab".repeat(32)).unwrap();
    let wrong = docz(&other, &["restore", "--from", copy.to_str().unwrap()], "");
    assert!(!wrong.status.success() && text(&wrong).contains("needs another root key"), "{}", text(&wrong));
    assert!(!other.join("docz.sqlite").exists() && !other.join("files").exists());
    std::fs::remove_file(other.join("root.key")).unwrap();
    std::fs::copy(data.join("root.key"), other.join("root.key")).unwrap();
    let right = docz(&other, &["restore", "--from", copy.to_str().unwrap()], "");
    assert!(right.status.success(), "{}", text(&right));
}

#[test]
fn a_lost_root_key_is_asked_for_and_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (key, kept) = (folder.path().join("root.key"), folder.path().join("kept.key"));
    assert!(docz(folder.path(), &["migrate"], "").status.success());
    std::fs::remove_file(&key).unwrap();
    assert!(docz(folder.path(), &CREATE, "Strong@2026\n").status.success(), "nothing needs a key yet");
    std::fs::rename(&key, &kept).unwrap();
    for arguments in [&["migrate"] as &[&str], &["doctor"], &["audit", "verify"], &["keys", "rotate"]] {
        let lost = docz(folder.path(), arguments, "");
        assert!(!lost.status.success() && text(&lost).contains("root.key is missing"), "{}", text(&lost));
    }
    assert!(!key.exists(), "no other key was made");
    std::fs::rename(&kept, &key).unwrap();
    assert!(docz(folder.path(), &["audit", "verify"], "").status.success());
}

#[test]
fn one_server_at_a_time_has_a_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    seed(&data);
    let served = Served::start(&data);
    let holder = format!("process {} (docz serve)", served.child.id());
    let others: [&[&str]; 5] = [
        &["serve", "--listen", "127.0.0.1:0"],
        &["migrate"],
        &["seed"],
        &["keys", "rotate"],
        &["restore", "--from", "nowhere"],
    ];
    for arguments in others {
        let refused = docz(&data, arguments, "");
        assert!(!refused.status.success() && text(&refused).contains(&holder), "{arguments:?}: {}", text(&refused));
    }
    let beside: [&[&str]; 3] =
        [&["doctor", "--files"], &["audit", "verify"], &["backup", "--to", copy.to_str().unwrap()]];
    for arguments in beside {
        let done = docz(&data, arguments, "");
        assert!(done.status.success(), "{arguments:?}: {}", text(&done));
    }
    served.stop();
    assert!(docz(&data, &["migrate"], "").status.success(), "the lock went with the server");
}

#[test]
fn settings_that_cannot_work_stop_the_server_before_it_changes_anything() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let refused = docz(data, &["serve", "--listen", &taken], "");
    assert!(!refused.status.success() && text(&refused).contains("listen: 127.0.0.1"), "{}", text(&refused));
    for (toml, named) in [
        ("origin = \"not a url\"", "origin"),
        ("login_per_minute = 0", "login_per_minute"),
        ("[sms_gateway]\nurl = \"nonsense\"", "sms_gateway.url"),
        ("captcha = \"hidden-word\"", "line 1, captcha: expected a boolean"),
        ("[scan]\nclamd = \"hidden-word", "line 2, scan.clamd"),
        ("\nunknown_name = \"hidden-word\"", "line 2, unknown_name: unknown field `unknown_name`"),
    ] {
        std::fs::write(data.join("docz.toml"), toml).unwrap();
        let refused = docz(data, &["serve", "--listen", "127.0.0.1:0"], "");
        assert!(!refused.status.success() && text(&refused).contains(named), "{}", text(&refused));
        assert!(!text(&refused).contains("hidden-word"), "values may be secrets: {}", text(&refused));
    }
    std::fs::remove_file(data.join("docz.toml")).unwrap();
    let mut serve = Command::new(binary());
    serve.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data).env("DOCZ_LOG", "inof");
    let refused = serve.env_remove("DOCZ_DATABASE_URL").output().unwrap();
    assert!(!refused.status.success() && text(&refused).contains("DOCZ_LOG"), "{}", text(&refused));
    assert!(!data.join("docz.sqlite").exists() && !data.join("root.key").exists(), "nothing was made");
    std::fs::write(data.join("docz.toml"), "[domains]\n\"docs.acme.example\" = \"IN/NOPE\"\n").unwrap();
    let refused = docz(data, &["serve", "--listen", "127.0.0.1:0"], "");
    assert!(text(&refused).contains("docs.acme.example") && text(&refused).contains("IN/NOPE"), "{}", text(&refused));
    assert!(!refused.status.success());
}

#[test]
fn programs_that_read_documents_run_under_limits() {
    let confined = |script: &str| {
        let output = Command::new(binary()).args(["confine", "--", "sh", "-c", script]).output().unwrap();
        text(&output)
    };
    let limits = confined("ulimit -v; ulimit -t; ulimit -f; ulimit -n; ulimit -c");
    assert_eq!(limits.split_whitespace().collect::<Vec<_>>(), ["1048576", "15", "0", "64", "0"]);
    assert!(
        !confined("echo x > /tmp/docz-confine-test && cat /tmp/docz-confine-test").contains('x'),
        "nothing is written"
    );
    let may_unshare = Command::new("unshare").args(["--map-root-user", "--net", "--", "true"]).status();
    if may_unshare.is_ok_and(|status| status.success()) {
        let interfaces = confined("cat /proc/net/dev");
        assert_eq!(interfaces.lines().filter(|line| line.contains(':')).count(), 1, "only loopback: {interfaces}");
    }
    let missing = Command::new(binary()).args(["confine", "--", "/nonexistent/program"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(127));
}

#[test]
fn the_demos_documents_are_verified_by_hand_and_the_doctor_names_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    seed(&data);
    let database = rusqlite::Connection::open(data.join("docz.sqlite")).unwrap();
    let others = "DELETE FROM document_verification WHERE rule_code NOT IN ('PAN', 'AADHAAR')";
    database.execute(others, []).unwrap();
    let run = docz(&data, &["jobs", "run", "verify"], "");
    assert!(run.status.success(), "{}", text(&run));
    let line: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert!(line["done"].as_i64().unwrap() > 10 && line["failures"] == 0, "{line}");
    let again = docz(&data, &["jobs", "run", "verify"], "");
    let again: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(again["done"], 0);
    let count = |verdict: &str| -> i64 {
        let sql = "SELECT count(*) FROM document_verification WHERE verdict = ?1";
        database.query_row(sql, [verdict], |row| row.get(0)).unwrap()
    };
    assert!(count("Pass") > 5 && count("Fail") > 0, "{} pass, {} fail", count("Pass"), count("Fail"));
    assert_eq!(count("Unreadable"), 0);

    std::fs::write(data.join("docz.toml"), "[verification]\ntesseract = \"/nonexistent/tesseract\"\n").unwrap();
    let doctor = text(&docz(&data, &["doctor"], ""));
    assert!(
        doctor.contains("missing       /nonexistent/tesseract") && doctor.contains("install tesseract-ocr"),
        "{doctor}"
    );
    assert!(doctor.contains("ok            pdftotext"), "{doctor}");
}
