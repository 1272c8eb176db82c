use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use domain::document::FileType;
use futures_util::StreamExt;
use ports::{Cover, FileFacts, InspectFault, InspectFuture, Inspector, Picture, Pieces, Rows};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::answer::{Task, read_facts, read_picture, read_rows};

/// Concurrent processes for uploads and sheets, and separately for previews, so that previews never delay uploads.
/// `app::files::inspection_queue` decides which caller gets a slot.
pub const UPLOADS: usize = 3;
pub const PREVIEWS: usize = 3;
const TIMEOUT: Duration = Duration::from_secs(20);
/// The maximum size of a response.
const MAX_ANSWER_BYTES: u64 = 64 * 1024 * 1024;

/// Runs `docz inspect` as a separate process: it limits its own resources before reading any byte, does not inherit the
/// environment (which may contain secrets), and is killed when the caller stops waiting.
pub struct Subprocess {
    program: PathBuf,
    uploads: Semaphore,
    previews: Semaphore,
    timeout_after: Duration,
}

impl Subprocess {
    pub fn new(program: PathBuf) -> Subprocess {
        let (uploads, previews) = (Semaphore::new(UPLOADS), Semaphore::new(PREVIEWS));
        Subprocess { program, uploads, previews, timeout_after: TIMEOUT }
    }

    /// Sets how long one file may take.
    pub fn with_timeout(mut self, timeout_after: Duration) -> Subprocess {
        self.timeout_after = timeout_after;
        self
    }

    async fn run(&self, task: Task, file: Pieces<'_>) -> Result<Vec<u8>, InspectFault> {
        let slots = match &task {
            Task::Inspect(_) | Task::Png(_) | Task::Rows => &self.uploads,
            Task::Picture { .. } | Task::Cover { .. } => &self.previews,
        };
        let slot = timeout(self.timeout_after, slots.acquire()).await;
        let _slot = slot.map_err(|_| unavailable("too many files are being inspected"))?.map_err(unavailable)?;
        timeout(self.timeout_after, self.exchange(&task, file))
            .await
            .map_err(|_| unavailable("a file took too long"))?
    }

    async fn exchange(&self, task: &Task, file: Pieces<'_>) -> Result<Vec<u8>, InspectFault> {
        let mut command = Command::new(&self.program);
        command.arg("inspect").args(task.arguments()).env_clear().current_dir("/").kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(unavailable)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(unavailable("no pipe"));
        };
        let ((), answer) = tokio::try_join!(feed(input, file), read_answer(output))?;
        let status = child.wait().await.map_err(unavailable)?;
        // A process that was killed by a limit or crashed means the file cannot be read.
        if status.success() { Ok(answer) } else { Err(InspectFault::Unreadable) }
    }
}

fn unavailable(why: impl ToString) -> InspectFault {
    InspectFault::Unavailable(why.to_string())
}

async fn feed(mut input: ChildStdin, mut file: Pieces<'_>) -> Result<(), InspectFault> {
    while let Some(piece) = file.next().await {
        match input.write_all(&piece.map_err(unavailable)?).await {
            Ok(()) => (),
            // The process stopped reading; its response says why.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(unavailable(error)),
        }
    }
    Ok(())
}

async fn read_answer(output: ChildStdout) -> Result<Vec<u8>, InspectFault> {
    let mut answer = Vec::new();
    output.take(MAX_ANSWER_BYTES + 1).read_to_end(&mut answer).await.map_err(unavailable)?;
    if answer.len() as u64 > MAX_ANSWER_BYTES { Err(InspectFault::TooMuch) } else { Ok(answer) }
}

impl Inspector for Subprocess {
    fn inspect<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> InspectFuture<'a, FileFacts> {
        Box::pin(async move { read_facts(&self.run(Task::Inspect(kind), file).await?) })
    }

    fn picture<'a>(&'a self, kind: FileType, file: Pieces<'a>, page: u32, width: u32) -> InspectFuture<'a, Picture> {
        Box::pin(async move { read_picture(&self.run(Task::Picture { kind, page, width }, file).await?) })
    }

    fn png<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> InspectFuture<'a, Picture> {
        Box::pin(async move { read_picture(&self.run(Task::Png(kind), file).await?) })
    }

    fn cover<'a>(&'a self, kind: FileType, page: Pieces<'a>, covers: &'a [Cover]) -> InspectFuture<'a, Picture> {
        let covers = covers.to_vec();
        Box::pin(async move { read_picture(&self.run(Task::Cover { kind, covers }, page).await?) })
    }

    fn rows<'a>(&'a self, file: Pieces<'a>) -> InspectFuture<'a, Rows> {
        Box::pin(async move { read_rows(&self.run(Task::Rows, file).await?) })
    }
}
