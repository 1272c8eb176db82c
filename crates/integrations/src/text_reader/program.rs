use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// The maximum size of a program's output.
const MAX_OUTPUT_BYTES: u64 = 32 * 1024 * 1024;
/// Where the programs are looked for; the environment of this process may contain secrets and is not passed on.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Why a program gave no output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgramFault {
    /// Not installed.
    Missing,
    TimedOut,
    /// Exceeded a limit, or did not like its input.
    Failed,
    /// Could not be started now.
    Unavailable(String),
}

/// An external program that reads a file from its input and prints text.
pub struct Program {
    path: PathBuf,
    confine: Option<PathBuf>,
    is_missing: AtomicBool,
}

impl Program {
    pub fn new(path: PathBuf, confine: Option<PathBuf>) -> Program {
        Program { path, confine, is_missing: AtomicBool::new(false) }
    }

    pub async fn run(&self, arguments: &[&str], input: Bytes, limit: Duration) -> Result<Vec<u8>, ProgramFault> {
        if limit.is_zero() {
            return Err(ProgramFault::TimedOut);
        }
        let mut command = match &self.confine {
            Some(confine) => {
                let mut command = Command::new(confine);
                command.arg("confine").arg("--").arg(&self.path);
                command
            }
            None => Command::new(&self.path),
        };
        // One thread: several documents are read side by side.
        command.args(arguments).env_clear().env("PATH", PATH).env("OMP_THREAD_LIMIT", "1").env("LC_ALL", "C.UTF-8");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.current_dir("/").process_group(0).kill_on_drop(true);
        let child = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => self.missing(),
            _ => ProgramFault::Unavailable(error.to_string()),
        })?;
        let mut group = Group { child };
        match timeout(limit, group.exchange(input)).await {
            Ok(Err(ProgramFault::Missing)) => Err(self.missing()),
            Ok(result) => {
                self.is_missing.store(false, Ordering::Relaxed);
                result
            }
            Err(_) => Err(ProgramFault::TimedOut),
        }
    }

    /// True when the last call found no such program, and there is still none.
    pub fn is_missing(&self) -> bool {
        self.is_missing.load(Ordering::Relaxed) && !self.is_installed()
    }

    fn is_installed(&self) -> bool {
        let is_name = self.path.components().count() == 1;
        if is_name {
            PATH.split(':').any(|folder| Path::new(folder).join(&self.path).is_file())
        } else {
            self.path.is_file()
        }
    }

    /// Reports a missing program once.
    fn missing(&self) -> ProgramFault {
        if !self.is_missing.swap(true, Ordering::Relaxed) {
            tracing::warn!(program = %self.path.display(), "documents cannot be verified without this program: run \
                docz doctor");
        }
        ProgramFault::Missing
    }
}

/// The exit status of `docz confine` when there is no such program.
pub const NO_SUCH_PROGRAM: u8 = 127;

/// A process that is killed with everything it started when the caller stops waiting.
struct Group {
    child: Child,
}

impl Group {
    async fn exchange(&mut self, file: Bytes) -> Result<Vec<u8>, ProgramFault> {
        let unavailable = |error: io::Error| ProgramFault::Unavailable(error.to_string());
        let (Some(mut input), Some(output)) = (self.child.stdin.take(), self.child.stdout.take()) else {
            return Err(ProgramFault::Unavailable("no pipe".to_owned()));
        };
        let feed = async move {
            // A program that stopped reading says so with its status.
            let _ = input.write_all(&file).await;
            drop(input);
        };
        let mut printed = Vec::new();
        let mut output = output.take(MAX_OUTPUT_BYTES);
        let ((), read) = tokio::join!(feed, output.read_to_end(&mut printed));
        read.map_err(unavailable)?;
        let status = self.child.wait().await.map_err(unavailable)?;
        match status.code() {
            Some(0) => Ok(printed),
            Some(code) if code == i32::from(NO_SUCH_PROGRAM) => Err(ProgramFault::Missing),
            _ => Err(ProgramFault::Failed),
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Without an id the process has ended and was waited for.
        let group = self.child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        if let Some(group) = group {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}
