//! Copies documents to WebDAV servers and S3 buckets of entities, on hosts that the operator allows.

use std::io;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::drive::{Drive, DriveKind, is_drive_address};
use futures_util::TryStreamExt;
use http::{Method, Request, StatusCode, header};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Empty, StreamBody};
use hyper::body::{Bytes, Frame};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use ports::{DriveFile, DriveFuture, Drives};
use tokio::time::timeout;

use crate::files::{S3Settings, operator, upload};
use crate::http_client::GuardedClient;
use crate::https::target_of;
use crate::outbound::{Caller, Outbound, TargetKind};

const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

type DriveBody = UnsyncBoxBody<Bytes, io::Error>;

pub struct HttpDrives {
    outbound: Arc<Outbound>,
}

impl HttpDrives {
    pub fn new(outbound: Arc<Outbound>) -> HttpDrives {
        HttpDrives { outbound }
    }

    /// The limit is for the whole copy, so it ends before that of one call.
    fn remember_silence(&self, drive: &Drive) {
        let target = drive.url.parse().ok().and_then(|url| target_of(&caller(drive), &url).ok());
        if let Some((target, _)) = target {
            self.outbound.remember_failure(&target, "the copy took too long");
        }
    }

    async fn to_webdav(&self, drive: &Drive, file: DriveFile) -> Result<(), String> {
        let client = GuardedClient::new(self.outbound.clone(), caller(drive));
        let folder = format!("{}/{}/", drive.url.trim_end_matches('/'), utf8_percent_encode(&file.folder, IN_PATH));
        let made = send(&client, drive, "MKCOL", &folder, None).await?;
        // A folder that exists already answers 405.
        if !made.is_success() && made != StatusCode::METHOD_NOT_ALLOWED {
            return Err(format!("the server answers {} to a new folder", made.as_u16()));
        }
        let url = format!("{folder}{}", utf8_percent_encode(&file.name, IN_PATH));
        match send(&client, drive, "PUT", &url, Some(file)).await? {
            status if status.is_success() => Ok(()),
            status => Err(format!("the server answers {} to a file", status.as_u16())),
        }
    }

    async fn to_s3(&self, drive: &Drive, file: DriveFile) -> Result<(), String> {
        let (endpoint, bucket, folder) = split(&drive.url).ok_or("the address has no bucket")?;
        let settings = S3Settings {
            endpoint,
            bucket,
            folder,
            region: drive.region.clone(),
            access_key: drive.user.clone(),
            secret_key: drive.secret.clone(),
        };
        let store = operator(&settings, self.outbound.clone(), caller(drive))?;
        let path = format!("{}/{}", file.folder, file.name);
        upload(&store, &path, file.pieces).await.map(drop).map_err(|fault| fault.to_string())
    }
}

fn caller(drive: &Drive) -> Caller {
    Caller::entity(TargetKind::Drive, &drive.entity)
}

async fn send(
    client: &GuardedClient<DriveBody>,
    drive: &Drive,
    method: &str,
    url: &str,
    file: Option<DriveFile>,
) -> Result<StatusCode, String> {
    let method = Method::from_bytes(method.as_bytes()).map_err(|error| error.to_string())?;
    let mut request = Request::builder().method(method).uri(url);
    if !drive.user.is_empty() {
        let login = STANDARD.encode(format!("{}:{}", drive.user, drive.secret.open()));
        request = request.header(header::AUTHORIZATION, format!("Basic {login}"));
    }
    let body = match file {
        Some(file) => {
            request = request.header(header::CONTENT_LENGTH, file.size);
            StreamBody::new(file.pieces.map_ok(Frame::data)).boxed_unsync()
        }
        None => Empty::new().map_err(|never| match never {}).boxed_unsync(),
    };
    let request = request.body(body).map_err(|_| "the address cannot be used")?;
    Ok(client.request(request).await?.status())
}

/// `https://host/bucket/folder` as endpoint, bucket and folder.
fn split(url: &str) -> Option<(String, String, String)> {
    let (scheme, rest) = url.split_once("://")?;
    let (host, path) = rest.split_once('/')?;
    let (bucket, folder) = path.split_once('/').unwrap_or((path, ""));
    (!bucket.is_empty()).then(|| (format!("{scheme}://{host}"), bucket.to_owned(), folder.to_owned()))
}

impl Drives for HttpDrives {
    fn put<'a>(&'a self, drive: &'a Drive, file: DriveFile) -> DriveFuture<'a> {
        Box::pin(async move {
            let sent = async {
                match drive.kind {
                    DriveKind::WebDav => self.to_webdav(drive, file).await,
                    DriveKind::S3 => self.to_s3(drive, file).await,
                }
            };
            // Settings of an earlier version may still have one.
            if !is_drive_address(&drive.url) {
                return Err("the address has a query, a fragment or dot segments".to_owned());
            }
            if !drive.user.is_empty() && drive.secret.open().is_empty() {
                return Err("the drive has a user but no password; enter it again".to_owned());
            }
            let total = self.outbound.limits(TargetKind::Drive).total;
            match timeout(total, sent).await {
                Ok(done) => done,
                Err(_) => {
                    self.remember_silence(drive);
                    Err("the drive did not answer in time".to_owned())
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_bucket_is_split() {
        let parts = |url| split(url).map(|(endpoint, bucket, folder)| [endpoint, bucket, folder].join("|"));
        assert_eq!(parts("https://s3.example/docs/a/b").as_deref(), Some("https://s3.example|docs|a/b"));
        assert_eq!(parts("http://127.0.0.1:9/docs").as_deref(), Some("http://127.0.0.1:9|docs|"));
        assert_eq!(parts("https://s3.example/"), None);
        assert_eq!(parts("https://s3.example"), None);
    }
}
