use std::io;
use std::ops::Range;
use std::sync::Arc;

use domain::secret::Secret;
use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use opendal::{ErrorKind, HttpTransporter, OperationContext, Operator, Writer, services};
use ports::files::{TrashedFile, TrashedFiles, is_storage_id};
use ports::{FileContext, FileFault, FileFuture, FilePlace, Files, Ids, OpenFile, Pieces, StoredFile, WrittenFile};

use super::s3_http::GuardedHttp;
use super::trash::{self, MARKER, trash_path};
use crate::outbound::{Caller, Outbound, TargetKind};

/// Larger files are sent in parts of this size, the smallest that S3 accepts.
const PART_BYTES: usize = 5 * 1024 * 1024;

#[derive(Debug, Clone)]
pub struct S3Settings {
    /// `https://s3.acme.example`
    pub endpoint: String,
    pub region: String,
    pub bucket: String,
    /// The folder in the bucket; empty for all of it.
    pub folder: String,
    pub access_key: String,
    pub secret_key: Secret,
}

/// A bucket of an S3-compatible store: `<folder>/<first two characters of the id>/<id>`.
pub struct FilesS3 {
    store: Operator,
    name: String,
}

/// Connects with nothing but the given settings: no environment, no profile, no metadata service.
pub(crate) fn operator(settings: &S3Settings, outbound: Arc<Outbound>, caller: Caller) -> Result<Operator, String> {
    let service = services::S3::default()
        .endpoint(&settings.endpoint)
        .region(&settings.region)
        .bucket(&settings.bucket)
        .root(&settings.folder)
        .access_key_id(&settings.access_key)
        .secret_access_key(settings.secret_key.open())
        .disable_config_load()
        .disable_ec2_metadata();
    let transport = HttpTransporter::new(GuardedHttp::new(outbound, caller));
    let context = OperationContext::new().with_http_transport(transport);
    Ok(Operator::new(service).map_err(|error| error.to_string())?.with_context(context))
}

impl FilesS3 {
    pub fn open(settings: &S3Settings, outbound: Arc<Outbound>) -> Result<FilesS3, String> {
        let S3Settings { endpoint, bucket, folder, .. } = settings;
        let name = format!("bucket {bucket}{}{folder} at {endpoint}", if folder.is_empty() { "" } else { "/" });
        Ok(FilesS3 { store: operator(settings, outbound, Caller::operator(TargetKind::Storage))?, name })
    }

    /// Whether the store answers and the bucket can be read.
    pub async fn check(&self) -> Result<(), FileFault> {
        let mut entries = self.store.lister("").await.map_err(fault)?;
        entries.try_next().await.map(drop).map_err(fault)
    }

    async fn write(&self, id: &str, pieces: Pieces<'_>) -> Result<WrittenFile, FileFault> {
        let path = path(id)?;
        if self.store.exists(&path).await.map_err(fault)? {
            return Err(FileFault::Exists);
        }
        let size = upload(&self.store, &path, pieces).await?;
        Ok(WrittenFile { size, sealed_key: None })
    }

    async fn read(&self, id: &str, range: Range<u64>) -> Result<OpenFile, FileFault> {
        let path = path(id)?;
        let size = self.store.stat(&path).await.map_err(fault)?.content_length();
        let end = range.end.min(size);
        let start = range.start.min(end);
        if start == end {
            return Ok(OpenFile { size, pieces: Box::pin(stream::empty()) });
        }
        // In one request, so that the file can be read to its end when it is deleted meanwhile. The first piece makes
        // the request: a file that was moved since `stat` is missing, and is looked for in its new place.
        let reader = self.store.reader(&path).await.map_err(fault)?;
        let mut rest = reader.into_bytes_stream(start..end).await.map_err(fault)?;
        let first = match rest.try_next().await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(FileFault::Missing),
            first => first,
        };
        let first = stream::iter(first.map_err(|error| FileFault::Unavailable(error.to_string()))?).map(Ok);
        Ok(OpenFile { size, pieces: Box::pin(first.chain(rest)) })
    }
}

impl FilesS3 {
    async fn read_marker(&self) -> Result<Option<String>, FileFault> {
        match self.store.read(MARKER).await {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes.to_vec()).trim().to_owned())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(fault(error)),
        }
    }

    /// S3 cannot rename: the original goes when its copy is complete.
    async fn relocate(&self, from: &str, to: &str) -> Result<(), FileFault> {
        let size = self.store.stat(from).await.map_err(fault)?.content_length();
        self.store.copy(from, to).await.map_err(fault)?;
        if self.store.stat(to).await.map_err(fault)?.content_length() != size {
            return Err(FileFault::Unavailable(format!("S3: the copy of {from} has another size")));
        }
        self.store.delete(from).await.map_err(fault)
    }
}

/// Sends a file, in parts when it is large. It becomes visible with the last part.
pub(crate) async fn upload(store: &Operator, path: &str, mut pieces: Pieces<'_>) -> Result<u64, FileFault> {
    let writer = store.writer_with(path).chunk(PART_BYTES).await.map_err(fault)?;
    let mut upload = Upload(Some(writer));
    let mut size = 0;
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(FileFault::Cut)?;
        size += piece.len() as u64;
        upload.writer()?.write(piece).await.map_err(fault)?;
    }
    upload.writer()?.close().await.map_err(fault)?;
    upload.0 = None;
    Ok(size)
}

/// An unfinished upload. Its parts are discarded unless it was completed, also when the caller stops waiting.
struct Upload(Option<Writer>);

impl Upload {
    fn writer(&mut self) -> Result<&mut Writer, FileFault> {
        self.0.as_mut().ok_or_else(|| FileFault::Unavailable("the upload has ended".to_owned()))
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if let (Some(mut writer), Ok(runtime)) = (self.0.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(async move { writer.abort().await });
        }
    }
}

impl Files for FilesS3 {
    fn put<'a>(&'a self, id: &'a str, _: &'a FileContext, pieces: Pieces<'a>) -> FileFuture<'a, WrittenFile> {
        Box::pin(self.write(id, pieces))
    }

    fn open<'a>(&'a self, file: &'a StoredFile, range: Range<u64>) -> FileFuture<'a, OpenFile> {
        Box::pin(self.read(&file.id, range))
    }

    fn delete<'a>(&'a self, id: &'a str) -> FileFuture<'a, ()> {
        Box::pin(async move { self.store.delete(&path(id)?).await.map_err(fault) })
    }

    fn older_than(&self, before: Timestamp) -> Ids<'_> {
        let entries = stream::once(async { self.store.lister_with("").recursive(true).await }).try_flatten();
        let ids = entries.map_err(fault).try_filter_map(move |entry| async move {
            let is_old = entry.metadata().last_modified().is_some_and(|at| at.into_inner() < before);
            // Not a file in the trash.
            let is_stored = path(entry.name()).is_ok_and(|path| path == entry.path());
            Ok((is_old && is_stored).then(|| entry.name().to_owned()))
        });
        Box::pin(ids)
    }

    /// Parts of uploads that a killed process left behind are invisible; a lifecycle rule of the bucket removes them.
    fn drop_unfinished(&self, _: Timestamp) -> FileFuture<'_, u64> {
        Box::pin(std::future::ready(Ok(0)))
    }
}

impl FilePlace for FilesS3 {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn owner(&self) -> FileFuture<'_, Option<String>> {
        Box::pin(self.read_marker())
    }

    fn claim<'a>(&'a self, installation_id: &'a str) -> FileFuture<'a, ()> {
        Box::pin(async move {
            match self.read_marker().await? {
                Some(found) if found == installation_id => Ok(()),
                Some(_) => Err(FileFault::Exists),
                None => self.store.write(MARKER, format!("{installation_id}\n")).await.map(drop).map_err(fault),
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
        Box::pin(async move { self.relocate(&trash_path(&file.id, file.moved_on), &path(&file.id)?).await })
    }

    fn destroy<'a>(&'a self, file: &'a TrashedFile) -> FileFuture<'a, ()> {
        Box::pin(async move { self.store.delete(&trash_path(&file.id, file.moved_on)).await.map_err(fault) })
    }
}

fn path(id: &str) -> Result<String, FileFault> {
    if is_storage_id(id) { Ok(format!("{}/{id}", &id[..2])) } else { Err(FileFault::BadId) }
}

pub(crate) fn fault(error: opendal::Error) -> FileFault {
    match error.kind() {
        ErrorKind::NotFound => FileFault::Missing,
        kind => FileFault::Unavailable(format!("S3: {kind}, {}", error.message())),
    }
}
