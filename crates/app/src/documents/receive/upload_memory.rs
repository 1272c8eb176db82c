//! Small uploads are held in memory until they are parsed, so that they are parsed while they are stored and not read
//! again. A sender holds no parser while the file arrives, only a part of this memory.

use bytes::Bytes;
use domain::Refusal;
use futures_util::{StreamExt, stream};
use ports::{FileFault, Pieces};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::Result;
use crate::files::{MIB, file_fault};

/// Larger uploads are parsed after they were stored.
const MAX_HELD: u64 = 8 * MIB;
/// For all uploads of this node, in KiB. An upload without room is handled like a large one.
const ROOM: usize = 32 * 1024;

pub struct UploadMemory(Semaphore);

impl Default for UploadMemory {
    fn default() -> UploadMemory {
        UploadMemory(Semaphore::new(ROOM))
    }
}

/// A whole upload in memory.
pub(super) struct Held<'a> {
    pieces: Vec<Bytes>,
    _room: SemaphorePermit<'a>,
}

impl Held<'_> {
    pub(crate) fn pieces(&self) -> Pieces<'_> {
        Box::pin(stream::iter(self.pieces.iter().cloned().map(Ok)))
    }
}

impl UploadMemory {
    /// Room for an upload of this size, if it is small and there is any.
    pub(super) fn room(&self, size: Option<u64>) -> Option<(u64, SemaphorePermit<'_>)> {
        let size = size.filter(|size| *size <= MAX_HELD)?;
        let room = self.0.try_acquire_many(u32::try_from(size.div_ceil(1024)).ok()?).ok()?;
        Some((size, room))
    }
}

/// Reads a whole upload of the declared size.
pub(crate) async fn hold<'a>((size, room): (u64, SemaphorePermit<'a>), mut body: Pieces<'_>) -> Result<Held<'a>> {
    let (mut pieces, mut length) = (Vec::new(), 0);
    while let Some(piece) = body.next().await {
        let piece = piece.map_err(|error| file_fault(FileFault::Cut(error)))?;
        length += piece.len() as u64;
        if length > size {
            return Err(Refusal::BadRequest("the file is longer than declared").into());
        }
        pieces.push(piece);
    }
    Ok(Held { pieces, _room: room })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(sizes: &[usize]) -> Pieces<'static> {
        let pieces: Vec<_> = sizes.iter().map(|size| Ok(Bytes::from(vec![b'x'; *size]))).collect();
        Box::pin(stream::iter(pieces))
    }

    #[tokio::test]
    async fn small_uploads_share_a_fixed_amount_of_memory() {
        let memory = UploadMemory::default();
        assert!(memory.room(None).is_none() && memory.room(Some(MAX_HELD + 1)).is_none());
        let mut held = Vec::new();
        for _ in 0..4 {
            held.push(hold(memory.room(Some(MAX_HELD)).expect("room"), body(&[1000, 24])).await.unwrap());
        }
        assert!(memory.room(Some(1)).is_none(), "the others are parsed later");
        let again: Vec<_> = held[0].pieces().collect().await;
        assert_eq!(again.into_iter().map(|piece| piece.unwrap().len()).collect::<Vec<_>>(), [1000, 24]);
        held.pop();
        assert!(memory.room(Some(MAX_HELD)).is_some());
    }

    #[tokio::test]
    async fn more_than_was_declared_is_not_held() {
        let memory = UploadMemory::default();
        let refused = hold(memory.room(Some(1500)).expect("room"), body(&[1000, 501])).await.map(drop);
        assert!(refused.is_err());
        assert_eq!(memory.0.available_permits(), ROOM);
    }
}
