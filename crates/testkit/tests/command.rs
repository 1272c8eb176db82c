//! The binary as a newcomer and an operator meet it: a real process, a real port, a real folder.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

fn binary() -> PathBuf {
    // Tests lie in target/<profile>/deps, the binary one above.
    let own = std::env::current_exe().unwrap();
    own.parent().unwrap().parent().unwrap().join("docz")
}

fn docz(data: &Path, arguments: &[&str], input: &str) -> Output {
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

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

const CREATE: [&str; 14] = [
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
        let body = format!(r#"{{"entityCode":"NGB","userId":"ADMIN","password":"{password}"}}"#);
        self.request(&format!(
            "POST /api/sms/v1/docz/banking/sms/usermasterlogin HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
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

/// The libraries below us are heard too, down to the bytes of a connection.
#[test]
fn the_log_at_its_most_talkative_holds_no_secret() {
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
                "{method} /api/sms/v1/docz/banking/{resource}@{header}?x=canary-query-7 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\nx-otp: canary-header-8\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
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
    // A command beside the running server writes to an audit lane of its own.
    let reset = docz(&data, &["admin", "reset-password", "--entity", "NGB", "--user", "ADMIN"], "Fresh@2027\n");
    assert!(reset.status.success(), "{}", text(&reset));
    assert!(again.log_in("Docz@2026").starts_with("HTTP/1.1 422"));
    let told = again.log_in("Fresh@2027");
    assert!(told.starts_with("HTTP/1.1 200") && told.contains("\"passwordChange\":true"), "{told}");
    again.stop();
    let verified = docz(&data, &["audit", "verify"], "");
    assert!(verified.status.success() && text(&verified).contains("entries in 3 lanes"), "{}", text(&verified));
    for file in files_below(&data) {
        let bytes = std::fs::read(&file).unwrap();
        assert!(!bytes.windows(9).any(|window| window == b"Docz@2026"), "{}", file.display());
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let (folders, mut files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| files_below(folder)));
    files
}

#[test]
fn an_edited_audit_row_makes_verify_exit_with_2() {
    let folder = tempfile::tempdir().unwrap();
    assert!(docz(folder.path(), &["seed"], "").status.success());
    let connection = rusqlite::Connection::open(folder.path().join("docz.sqlite")).unwrap();
    connection.execute("UPDATE audit_log SET action = 'X' WHERE entity_code = 'NGB' AND seq = 3", []).unwrap();
    let verified = docz(folder.path(), &["audit", "verify"], "");
    assert_eq!(verified.status.code(), Some(2), "{}", text(&verified));
    assert!(text(&verified).contains("FAULT IN/NGB lane 0 entry 3: was changed"));
}

#[test]
fn a_backup_comes_back_and_keys_are_rotated() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy, other) = (folder.path().join("data"), folder.path().join("copy"), folder.path().join("other"));
    assert!(docz(&data, &["seed"], "").status.success());
    let rotated = docz(&data, &["keys", "rotate"], "");
    assert!(rotated.status.success() && text(&rotated).contains("keys of 2 entities"), "{}", text(&rotated));
    assert!(docz(&data, &["audit", "verify"], "").status.success(), "the chain outlives the root key");
    let backed = docz(&data, &["backup", "--to", copy.to_str().unwrap()], "");
    assert!(backed.status.success(), "{}", text(&backed));
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

#[tokio::test]
async fn a_postgres_backup_comes_back_into_an_empty_database() {
    let server = testkit::Server::shared();
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let (from, to) = (server.url(&server.create(None).await), server.url(&server.create(None).await));
    let run =
        |url: &str, arguments: &[&str]| docz(&data, &[arguments, &["--database-url", url]].concat(), "Strong@2026\n");
    let made = run(&from, &CREATE);
    assert!(made.status.success(), "{}", text(&made));
    let backed = run(&from, &["backup", "--to", copy.to_str().unwrap()]);
    assert!(backed.status.success(), "{}", text(&backed));
    let restored = run(&to, &["restore", "--from", copy.to_str().unwrap()]);
    assert!(restored.status.success() && text(&restored).contains("audit entries were checked"), "{}", text(&restored));
    assert!(!run(&to, &["restore", "--from", copy.to_str().unwrap()]).status.success(), "not over what is there");
}

#[test]
fn a_rotation_that_was_cut_short_is_finished_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    assert!(docz(data, &["seed"], "").status.success());
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
fn whom_to_talk_to_is_read_and_mistakes_in_it_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let check = |toml: &str| {
        std::fs::write(folder.path().join("docz.toml"), toml).unwrap();
        let output = docz(folder.path(), &["doctor"], "");
        (output.status.success(), text(&output))
    };
    assert!(check("").1.contains("no outbound hosts"));
    let good = "[outbound]\nallow = [\"ldap.acme.example:636\"]\nnetworks = [\"10.0.0.0/8\"]\n[sso]\nemergency_users = [\"ACME/ADMIN\"]\n";
    let gateway = "[sms_gateway]\nurl = \"https://sms.example/\"\nbody = '{\"to\":\"{{to}}\",\"text\":\"{{text}}\"}'\n";
    let (works, said) = check(&format!("{good}{gateway}"));
    assert!(works && said.contains("1 outbound hosts") && said.contains("ok            SMS gateway"), "{said}");
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
