//! Files that are made on the way out: on the disk without a name, sent in pieces, gone when they are closed.

use std::fs::File;
use std::io::{Seek, SeekFrom};

use bytes::{Bytes, BytesMut};
use futures_util::stream;
pub use ports::OpenFile;
use tokio::io::AsyncReadExt;

use crate::{Error, Result};

const PIECE: usize = 64 * 1024;

/// A new one.
pub fn make() -> Result<File> {
    tempfile::tempfile().map_err(Error::internal)
}

/// From its beginning, to be sent.
pub fn send(mut file: File) -> Result<OpenFile> {
    let size = file.seek(SeekFrom::End(0)).map_err(Error::internal)?;
    file.seek(SeekFrom::Start(0)).map_err(Error::internal)?;
    let next = async |mut file: tokio::fs::File| -> std::io::Result<Option<(Bytes, tokio::fs::File)>> {
        let mut piece = BytesMut::with_capacity(PIECE);
        let length = file.read_buf(&mut piece).await?;
        Ok((length > 0).then(|| (piece.freeze(), file)))
    };
    Ok(OpenFile { size, pieces: Box::pin(stream::try_unfold(tokio::fs::File::from_std(file), next)) })
}
