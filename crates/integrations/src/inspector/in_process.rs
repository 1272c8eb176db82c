use domain::document::FileType;
use futures_util::StreamExt;
use ports::{Cover, FileFacts, InspectFault, InspectFuture, Inspector, Picture, Pieces, Rows};

use super::MAX_BYTES;
use super::answer::{Task, perform, read_facts, read_picture, read_rows};

/// Runs the same parsers without isolation, for tests without the binary.
pub struct InProcess;

async fn run(task: Task, mut file: Pieces<'_>) -> Result<Vec<u8>, InspectFault> {
    let mut whole = Vec::new();
    while let Some(piece) = file.next().await {
        whole.extend_from_slice(&piece.map_err(|error| InspectFault::Unavailable(error.to_string()))?);
        if whole.len() as u64 > MAX_BYTES {
            return Err(InspectFault::TooMuch);
        }
    }
    // A panic in a parser means the file cannot be read.
    tokio::task::spawn_blocking(move || perform(task, whole)).await.map_err(|_| InspectFault::Unreadable)
}

impl Inspector for InProcess {
    fn inspect<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> InspectFuture<'a, FileFacts> {
        Box::pin(async move { read_facts(&run(Task::Inspect(kind), file).await?) })
    }

    fn picture<'a>(&'a self, kind: FileType, file: Pieces<'a>, page: u32, width: u32) -> InspectFuture<'a, Picture> {
        Box::pin(async move { read_picture(&run(Task::Picture { kind, page, width }, file).await?) })
    }

    fn png<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> InspectFuture<'a, Picture> {
        Box::pin(async move { read_picture(&run(Task::Png(kind), file).await?) })
    }

    fn cover<'a>(&'a self, kind: FileType, page: Pieces<'a>, covers: &'a [Cover]) -> InspectFuture<'a, Picture> {
        let covers = covers.to_vec();
        Box::pin(async move { read_picture(&run(Task::Cover { kind, covers }, page).await?) })
    }

    fn rows<'a>(&'a self, file: Pieces<'a>) -> InspectFuture<'a, Rows> {
        Box::pin(async move { read_rows(&run(Task::Rows, file).await?) })
    }
}
