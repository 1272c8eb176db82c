//! Several files as one zip, written to the disk as they come and sent from there.

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

use crate::documents::read_fault;
use crate::{Error, Result, temp_file};

/// So many pieces wait for the disk, then the sender waits.
const WAITING: usize = 4;

enum ArchivePart {
    Begin(String),
    Piece(Bytes),
    /// Without it the rest was never coming, and nothing is sent.
    End,
}

/// A zip that is being made.
pub struct Archive {
    steps: mpsc::Sender<ArchivePart>,
    written: JoinHandle<Result<File>>,
    names: HashSet<String>,
}

impl Archive {
    pub fn start() -> Result<Archive> {
        let file = temp_file::make()?;
        let (steps, coming) = mpsc::channel(WAITING);
        let written = tokio::task::spawn_blocking(move || write(file, coming));
        Ok(Archive { steps, written, names: HashSet::new() })
    }

    /// Adds a file under these folders and this name, cleaned; a name that is taken gets a number.
    pub async fn add(&mut self, path: &[&str], mut file: Pieces<'_>) -> Result<()> {
        let name = self.free_name(path);
        self.step(ArchivePart::Begin(name)).await?;
        while let Some(piece) = file.next().await {
            let piece = piece.map_err(|error| read_fault(&error))?;
            self.step(ArchivePart::Piece(piece)).await?;
        }
        Ok(())
    }

    pub async fn finish(self) -> Result<OpenFile> {
        self.step(ArchivePart::End).await?;
        temp_file::send(self.written.await.map_err(Error::internal)??)
    }

    async fn step(&self, step: ArchivePart) -> Result<()> {
        self.steps.send(step).await.map_err(|_| Error::internal("the archive cannot be written"))
    }

    fn free_name(&mut self, path: &[&str]) -> String {
        let wished = path.iter().map(|part| file_name::clean(part)).collect::<Vec<_>>().join("/");
        let (stem, ending) = match file_name::extension(&wished) {
            Some(ending) if !ending.contains('/') => wished.split_at(wished.len() - ending.len() - 1),
            _ => (wished.as_str(), ""),
        };
        let numbered = (2..).map(|number| format!("{stem} ({number}){ending}"));
        let mut all = std::iter::once(wished.clone()).chain(numbered);
        // Systems that do not tell small from large letters would write one over the other.
        let name = all.find(|name| !self.names.contains(&name.to_lowercase())).unwrap_or_default();
        self.names.insert(name.to_lowercase());
        name
    }
}

/// What is sent is packed already, so it is stored as it is.
fn write(file: File, mut coming: mpsc::Receiver<ArchivePart>) -> Result<File> {
    let mut zip = ZipWriter::new(BufWriter::new(file));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    while let Some(step) = coming.blocking_recv() {
        match step {
            ArchivePart::Begin(name) => zip.start_file(name, stored).map_err(Error::internal)?,
            ArchivePart::Piece(piece) => zip.write_all(&piece).map_err(Error::internal)?,
            ArchivePart::End => {
                let written = zip.finish().map_err(Error::internal)?;
                return written.into_inner().map_err(Error::internal);
            }
        }
    }
    Err(Error::internal("the archive was given up"))
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
    async fn files_come_back_under_names_of_their_own() {
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
    async fn a_file_that_breaks_breaks_the_archive() {
        let mut archive = Archive::start().unwrap();
        let broken = stream::iter([Ok(Bytes::from_static(b"half")), Err(std::io::Error::other("gone"))]);
        assert!(matches!(archive.add(&["a.pdf"], Box::pin(broken)).await, Err(Error::Unavailable(_))));
    }
}
