//! Several files as one zip, written to a temporary file and sent from there.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};

use bytes::Bytes;
use domain::document::file_name;
use futures_util::StreamExt;
use ports::{OpenFile, Pieces};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::files::read_fault;
use crate::{Error, Result, temp_file};

/// How many parts may wait for the disk before the sender waits.
const QUEUE_LENGTH: usize = 4;

enum ArchivePart {
    Begin(String),
    Piece(Bytes),
    /// Marks completeness: an archive without it is never sent. With the archive's comment.
    End(String),
}

/// A zip in progress.
pub struct Archive {
    parts: mpsc::Sender<ArchivePart>,
    written: JoinHandle<Result<File>>,
    names: HashSet<String>,
}

impl Archive {
    pub fn start() -> Result<Archive> {
        let file = temp_file::create()?;
        let (parts, incoming) = mpsc::channel(QUEUE_LENGTH);
        let written = tokio::task::spawn_blocking(move || write(file, incoming));
        Ok(Archive { parts, written, names: HashSet::new() })
    }

    /// Adds a file under the cleaned folders and name; a duplicate name gets a number. Returns the whole name.
    pub async fn add(&mut self, path: &[&str], mut file: Pieces<'_>) -> Result<String> {
        let name = self.free_name(path);
        self.send(ArchivePart::Begin(name.clone())).await?;
        while let Some(piece) = file.next().await {
            let piece = piece.map_err(|error| read_fault(&error))?;
            self.send(ArchivePart::Piece(piece)).await?;
        }
        Ok(name)
    }

    pub async fn finish(self) -> Result<OpenFile> {
        temp_file::stream(self.finish_with(String::new()).await?)
    }

    /// The finished file, which ends with this comment.
    pub async fn finish_with(self, comment: String) -> Result<File> {
        self.send(ArchivePart::End(comment)).await?;
        self.written.await.map_err(Error::internal)?
    }

    async fn send(&self, part: ArchivePart) -> Result<()> {
        self.parts.send(part).await.map_err(|_| Error::internal("the archive cannot be written"))
    }

    fn free_name(&mut self, path: &[&str]) -> String {
        let wanted = path.iter().map(|part| file_name::clean(part)).collect::<Vec<_>>().join("/");
        let (stem, extension) = match file_name::extension(&wanted) {
            Some(extension) if !extension.contains('/') => wanted.split_at(wanted.len() - extension.len() - 1),
            _ => (wanted.as_str(), ""),
        };
        let numbered = (2..).map(|number| format!("{stem} ({number}){extension}"));
        let mut all = std::iter::once(wanted.clone()).chain(numbered);
        // Case-insensitive file systems would overwrite one file with the other.
        let name = all.find(|name| !self.names.contains(&name.to_lowercase())).unwrap_or_default();
        self.names.insert(name.to_lowercase());
        name
    }
}

/// Stored without compression, because most files are compressed already.
fn write(file: File, mut incoming: mpsc::Receiver<ArchivePart>) -> Result<File> {
    let mut zip = ZipWriter::new(BufWriter::new(file));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    while let Some(part) = incoming.blocking_recv() {
        match part {
            ArchivePart::Begin(name) => zip.start_file(name, stored).map_err(Error::internal)?,
            ArchivePart::Piece(piece) => zip.write_all(&piece).map_err(Error::internal)?,
            ArchivePart::End(comment) => {
                zip.set_comment(comment).map_err(Error::internal)?;
                let written = zip.finish().map_err(Error::internal)?;
                return written.into_inner().map_err(Error::internal);
            }
        }
    }
    Err(Error::internal("the archive was not completed"))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use futures_util::{TryStreamExt, stream};

    use super::*;

    fn pieces(text: &'static str) -> Pieces<'static> {
        Box::pin(stream::iter(text.as_bytes().chunks(3).map(|part| Ok(Bytes::from_static(part)))))
    }

    #[tokio::test]
    async fn every_file_has_a_unique_name() {
        let mut archive = Archive::start().unwrap();
        archive.add(&["Meena", "PAN.pdf"], pieces("the first")).await.unwrap();
        archive.add(&["Meena", "pan.pdf"], pieces("the second")).await.unwrap();
        archive.add(&["..", "../../etc/passwd"], pieces("the third")).await.unwrap();
        archive.add(&["மீனா", "ஆதார்"], pieces("")).await.unwrap();
        let sent = archive.finish().await.unwrap();
        let bytes: Vec<Bytes> = sent.pieces.try_collect().await.unwrap();
        let bytes = bytes.concat();
        assert_eq!(bytes.len() as u64, sent.size);
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let expected = [
            ("Meena/PAN.pdf", "the first"),
            ("Meena/pan (2).pdf", "the second"),
            ("file/passwd", "the third"),
            ("மீனா/ஆதார்", ""),
        ];
        assert_eq!(zip.len(), expected.len());
        for (at, (name, text)) in expected.into_iter().enumerate() {
            let mut entry = zip.by_index(at).unwrap();
            let mut read = String::new();
            entry.read_to_string(&mut read).unwrap();
            assert_eq!((entry.name().unwrap().as_ref(), read.as_str()), (name, text));
        }
    }

    #[tokio::test]
    async fn a_file_that_cannot_be_read_fails_the_archive() {
        let mut archive = Archive::start().unwrap();
        let broken = stream::iter([Ok(Bytes::from_static(b"half")), Err(std::io::Error::other("gone"))]);
        assert!(matches!(archive.add(&["a.pdf"], Box::pin(broken)).await, Err(Error::Unavailable(_))));
    }
}
