//! The folder as a place of one installation, with its trash.

use std::path::Path;
use std::{fs, io};

use jiff::Timestamp;
use ports::files::{TrashedFile, TrashedFiles};
use ports::{FileFault, FileFuture, FilePlace};

use super::durable::{make_folder, rename, sync_folder, write_new};
use super::folder::{FilesFolder, blocking, fault, io_fault, missing_or_fault, part_name, path, run_blocking};
use super::trash::{self, MARKER, trash_path};

impl FilesFolder {
    async fn read_marker(&self) -> Result<Option<String>, FileFault> {
        let marker = self.root.join(MARKER);
        let read = blocking(move || match fs::read_to_string(marker) {
            Ok(text) => Ok(Some(text.trim().to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        });
        read.await.map_err(io_fault)
    }

    async fn write_marker(&self, installation_id: &str) -> Result<(), FileFault> {
        let (partial, marker) = (self.root.join(part_name(MARKER)), self.root.join(MARKER));
        let text = format!("{installation_id}\n");
        run_blocking(move || write_new(&partial, text.as_bytes()).and_then(|()| rename(&partial, &marker))).await
    }

    async fn relocate(&self, from: &str, to: &str) -> Result<(), FileFault> {
        let (from, to) = (self.root.join(from), self.root.join(to));
        let renamed = blocking(move || {
            if let Some(folder) = to.parent() {
                make_folder(folder)?;
                folder.parent().map_or(Ok(()), sync_folder)?;
            }
            rename(&from, &to)
        });
        renamed.await.map_err(missing_or_fault)
    }

    /// The folder of one pass goes with its last file; until then it is not empty.
    async fn leave_trash(&self, path: &str) {
        if let Some(folder) = self.root.join(path).parent().map(Path::to_owned) {
            let _ = blocking(move || fs::remove_dir(folder)).await;
        }
    }
}

impl FilePlace for FilesFolder {
    fn name(&self) -> String {
        format!("folder {}", self.root.display())
    }

    fn owner(&self) -> FileFuture<'_, Option<String>> {
        Box::pin(self.read_marker())
    }

    fn claim<'a>(&'a self, installation_id: &'a str) -> FileFuture<'a, ()> {
        Box::pin(async move {
            match self.read_marker().await? {
                Some(found) if found == installation_id => Ok(()),
                Some(_) => Err(FileFault::Exists),
                None => self.write_marker(installation_id).await,
            }
        })
    }

    fn discard<'a>(&'a self, id: &'a str, now: Timestamp) -> FileFuture<'a, ()> {
        Box::pin(async move { self.relocate(&path(id)?, &trash_path(id, now)).await })
    }

    fn trash(&self) -> TrashedFiles<'_> {
        trash::list(&self.store)
    }

    fn recover<'a>(&'a self, file: &'a TrashedFile) -> FileFuture<'a, ()> {
        Box::pin(async move {
            let from = trash_path(&file.id, file.moved_on);
            self.relocate(&from, &path(&file.id)?).await?;
            self.leave_trash(&from).await;
            Ok(())
        })
    }

    fn destroy<'a>(&'a self, file: &'a TrashedFile) -> FileFuture<'a, ()> {
        Box::pin(async move {
            let path = trash_path(&file.id, file.moved_on);
            self.store.delete(&path).await.map_err(fault)?;
            self.leave_trash(&path).await;
            Ok(())
        })
    }
}
