//! Temporary files for exports: unnamed on disk, sent as a stream, deleted on close.

use std::fs::File;
use std::io::{Seek, SeekFrom};

use bytes::{Bytes, BytesMut};
use futures_util::stream as streams;
pub use ports::OpenFile;
use tokio::io::AsyncReadExt;

use crate::{Error, Result};

const CHUNK_BYTES: usize = 64 * 1024;

/// Creates an empty temporary file.
pub fn create() -> Result<File> {
    tempfile::tempfile().map_err(Error::internal)
}

/// Streams the file from its start.
pub fn stream(mut file: File) -> Result<OpenFile> {
    let size = file.seek(SeekFrom::End(0)).map_err(Error::internal)?;
    file.seek(SeekFrom::Start(0)).map_err(Error::internal)?;
    let next = async |mut file: tokio::fs::File| -> std::io::Result<Option<(Bytes, tokio::fs::File)>> {
        let mut piece = BytesMut::with_capacity(CHUNK_BYTES);
        let length = file.read_buf(&mut piece).await?;
        Ok((length > 0).then(|| (piece.freeze(), file)))
    };
    Ok(OpenFile { size, pieces: Box::pin(streams::try_unfold(tokio::fs::File::from_std(file), next)) })
}
