//! A real PostgreSQL, started once per test process in a folder of its own, gone with it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::scratch::scratch;
use crate::{PATIENCE, block_until};

pub struct Server {
    folder: PathBuf,
    next: AtomicU32,
}

impl Server {
    /// The one of this process.
    pub fn shared() -> &'static Server {
        static SERVER: OnceLock<Server> = OnceLock::new();
        SERVER.get_or_init(|| start(true, "shared"))
    }

    /// One that really writes to the disk, for measurements.
    pub fn durable() -> Server {
        start(false, "durable")
    }

    /// One of the caller's own, for tests that do something to the server itself.
    pub fn own(name: &str) -> Server {
        start(true, name)
    }

    /// Freezes every process of the server until the guard is dropped.
    pub fn freeze(&self) -> Frozen {
        let file = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("the server runs");
        let main = file.lines().next().expect("a process").trim().to_owned();
        signal("-STOP", std::slice::from_ref(&main));
        let children = std::fs::read_to_string(format!("/proc/{main}/task/{main}/children")).expect("its children");
        let mut processes: Vec<String> = children.split_whitespace().map(str::to_owned).collect();
        signal("-STOP", &processes);
        processes.push(main);
        Frozen { processes }
    }

    /// A program of the installed PostgreSQL.
    pub fn program(&self, name: &str) -> PathBuf {
        programs().join(name)
    }

    pub fn url(&self, database: &str) -> String {
        format!("host={} user=docz dbname={database} sslmode=disable", self.folder.display())
    }

    async fn admin(&self) -> tokio_postgres::Client {
        let connected = tokio_postgres::connect(&self.url("postgres"), tokio_postgres::NoTls).await;
        let (client, connection) = connected.expect("PostgreSQL answers");
        tokio::spawn(connection);
        client
    }

    /// A new database, empty or as a copy of another, and its url.
    pub async fn create(&self, template: Option<&str>) -> String {
        let name = format!("t{}", self.next.fetch_add(1, Ordering::SeqCst));
        let template = template.unwrap_or("template0");
        // A copy of the files takes less than half the work of a copy through the log.
        let create = format!("CREATE DATABASE {name} TEMPLATE {template} ENCODING 'UTF8' STRATEGY FILE_COPY");
        self.admin().await.batch_execute(&create).await.expect("a database can be made");
        name
    }
}

/// Removes a database, with whatever is still connected to it: hundreds of them are gigabytes.
pub(crate) async fn drop_database(url: &str) {
    let name = url.split_once("dbname=").and_then(|(_, rest)| rest.split(' ').next()).expect("a name");
    let drop = format!("DROP DATABASE {name} WITH (FORCE)");
    Server::shared().admin().await.batch_execute(&drop).await.expect("a database can be removed");
}

/// A server that does not answer.
pub struct Frozen {
    processes: Vec<String>,
}

impl Drop for Frozen {
    fn drop(&mut self) {
        signal("-CONT", &self.processes);
    }
}

fn signal(name: &str, processes: &[String]) {
    let _ = Command::new("kill").arg(name).args(processes).status();
}

fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").expect("postgresql is installed: make test does that");
    let newest =
        versions.flatten().map(|entry| entry.path().join("bin")).filter(|bin| bin.join("initdb").exists()).max();
    newest.expect("postgresql's server is installed: make test does that")
}

/// PostgreSQL refuses to run as root; `setpriv` also ends it when we end.
fn as_its_user(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.arg("--pdeathsig").arg("INT");
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    if is_root {
        command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]);
    }
    command.arg(program);
    command
}

/// A folder for something that the tests of this process copy. It stays when the process ends, and the next one removes
/// it.
pub fn template_folder(name: &str) -> PathBuf {
    let folder = scratch().join(format!("docz-template-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Removes what test processes left behind that have ended.
fn sweep() {
    let places = [std::env::temp_dir(), scratch().to_owned()];
    for entry in places.iter().flat_map(std::fs::read_dir).flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let rest = name.strip_prefix("docz-pg-").or_else(|| name.strip_prefix("docz-template-"));
        let process = rest.and_then(|rest| rest.split('-').next()).and_then(|text| text.parse::<u32>().ok());
        if process.is_some_and(|process| !Path::new(&format!("/proc/{process}")).exists()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

fn start(fast: bool, name: &str) -> Server {
    sweep();
    let place = if fast { scratch().to_owned() } else { std::env::temp_dir() };
    let folder = place.join(format!("docz-pg-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let _ = Command::new("chown").arg("postgres").arg(&folder).status();
    let bin = programs();
    let cluster = folder.join("data");
    let made = as_its_user(&bin.join("initdb"))
        .args(["--username", "docz", "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync", "-D"])
        .arg(&cluster)
        .current_dir(&folder)
        .stdout(Stdio::null())
        .status();
    assert!(made.is_ok_and(|status| status.success()), "initdb works");
    let (ready, wait) = std::sync::mpsc::channel();
    let place = folder.clone();
    // The death signal follows the thread that started the child, so that thread stays.
    std::thread::spawn(move || {
        let mut child = spawn(&bin, &cluster, &place, fast);
        let _ = ready.send(());
        let _ = child.wait();
        let _ = std::fs::remove_dir_all(&place);
    });
    wait.recv().expect("PostgreSQL starts");
    // The socket is there a moment before the server is ready.
    let mut asked = Command::new(programs().join("pg_isready"));
    asked.arg("--quiet").arg("--host").arg(&folder);
    block_until("PostgreSQL is ready", PATIENCE, || asked.status().is_ok_and(|status| status.success()));
    Server { folder, next: AtomicU32::new(0) }
}

fn spawn(bin: &Path, cluster: &Path, folder: &Path, fast: bool) -> Child {
    let mut command = as_its_user(&bin.join("postgres"));
    command.arg("-D").arg(cluster).arg("-k").arg(folder).args(["-c", "listen_addresses=", "-c", "max_connections=400"]);
    if fast {
        command.args(["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"]);
    }
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("PostgreSQL starts")
}
