use domain::document::FileType;
use futures_util::StreamExt;
use ports::{FileFacts, InspectFault, Inspecting, Inspector, Picture, Pieces, Rows};

use super::MOST_BYTES;
use super::answer::{Task, perform, read_facts, read_picture, read_rows};

/// The twin, for tests without the binary: the same parsers, without the distance.
pub struct InProcess;

async fn run(task: Task, mut file: Pieces<'_>) -> Result<Vec<u8>, InspectFault> {
    let mut whole = Vec::new();
    while let Some(piece) = file.next().await {
        whole.extend_from_slice(&piece.map_err(|error| InspectFault::Unavailable(error.to_string()))?);
        if whole.len() as u64 > MOST_BYTES {
            return Err(InspectFault::TooMuch);
        }
    }
    // A parser that panics has met something that it cannot read.
    tokio::task::spawn_blocking(move || perform(task, whole)).await.map_err(|_| InspectFault::Unreadable)
}

impl Inspector for InProcess {
    fn look<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> Inspecting<'a, FileFacts> {
        Box::pin(async move { read_facts(&run(Task::Look(kind), file).await?) })
    }

    fn picture<'a>(&'a self, kind: FileType, file: Pieces<'a>, page: u32, width: u32) -> Inspecting<'a, Picture> {
        Box::pin(async move { read_picture(&run(Task::Picture { kind, page, width }, file).await?) })
    }

    fn rows<'a>(&'a self, file: Pieces<'a>) -> Inspecting<'a, Rows> {
        Box::pin(async move { read_rows(&run(Task::Rows, file).await?) })
    }
}
