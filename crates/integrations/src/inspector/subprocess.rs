use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use domain::document::FileType;
use futures_util::StreamExt;
use ports::{FileFacts, InspectFault, Inspecting, Inspector, Picture, Pieces, Rows};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::answer::{Task, read_facts, read_picture, read_rows};

/// Processes at once that check uploads and read sheets, and besides them those that render previews: pages to look at
/// never take the place of files that come in. Who gets a place is decided in `app::documents::shares`.
pub const UPLOADS: usize = 3;
pub const PREVIEWS: usize = 3;
const WAIT: Duration = Duration::from_secs(20);
/// Most bytes of an answer.
const ANSWER: u64 = 64 * 1024 * 1024;

/// `docz inspect` as a process of its own: with limits that it sets itself before it reads a byte, without our environment
/// (which may hold secrets), a few at once, and dead when nobody waits for it any more.
pub struct Subprocess {
    program: PathBuf,
    uploads: Semaphore,
    previews: Semaphore,
    patience: Duration,
}

impl Subprocess {
    pub fn new(program: PathBuf) -> Subprocess {
        let (uploads, previews) = (Semaphore::new(UPLOADS), Semaphore::new(PREVIEWS));
        Subprocess { program, uploads, previews, patience: WAIT }
    }

    /// With another idea of how long a file may take.
    pub fn with_patience(mut self, patience: Duration) -> Subprocess {
        self.patience = patience;
        self
    }

    async fn run(&self, task: Task, file: Pieces<'_>) -> Result<Vec<u8>, InspectFault> {
        let places = match task {
            Task::Look(_) | Task::Rows => &self.uploads,
            Task::Picture { .. } => &self.previews,
        };
        let place = timeout(self.patience, places.acquire()).await;
        let _place = place.map_err(|_| busy("too many files at once"))?.map_err(busy)?;
        timeout(self.patience, self.talk(task, file)).await.map_err(|_| busy("a file took too long"))?
    }

    async fn talk(&self, task: Task, file: Pieces<'_>) -> Result<Vec<u8>, InspectFault> {
        let mut command = Command::new(&self.program);
        command.arg("inspect").args(task.arguments()).env_clear().current_dir("/").kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(busy)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(busy("no pipe"));
        };
        let ((), answer) = tokio::try_join!(feed(input, file), listen(output))?;
        let status = child.wait().await.map_err(busy)?;
        // Killed by a limit, or broken by what it read: that says enough about the file.
        if status.success() { Ok(answer) } else { Err(InspectFault::Unreadable) }
    }
}

fn busy(why: impl ToString) -> InspectFault {
    InspectFault::Unavailable(why.to_string())
}

async fn feed(mut input: ChildStdin, mut file: Pieces<'_>) -> Result<(), InspectFault> {
    while let Some(piece) = file.next().await {
        match input.write_all(&piece.map_err(busy)?).await {
            Ok(()) => (),
            // It has heard enough; its answer says of what.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(busy(error)),
        }
    }
    Ok(())
}

async fn listen(output: ChildStdout) -> Result<Vec<u8>, InspectFault> {
    let mut answer = Vec::new();
    output.take(ANSWER + 1).read_to_end(&mut answer).await.map_err(busy)?;
    if answer.len() as u64 > ANSWER { Err(InspectFault::TooMuch) } else { Ok(answer) }
}

impl Inspector for Subprocess {
    fn look<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> Inspecting<'a, FileFacts> {
        Box::pin(async move { read_facts(&self.run(Task::Look(kind), file).await?) })
    }

    fn picture<'a>(&'a self, kind: FileType, file: Pieces<'a>, page: u32, width: u32) -> Inspecting<'a, Picture> {
        Box::pin(async move { read_picture(&self.run(Task::Picture { kind, page, width }, file).await?) })
    }

    fn rows<'a>(&'a self, file: Pieces<'a>) -> Inspecting<'a, Rows> {
        Box::pin(async move { read_rows(&self.run(Task::Rows, file).await?) })
    }
}
