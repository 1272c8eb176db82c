//! `[files]` of docz.toml: where the documents are stored.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use domain::secret::Secret;
use integrations::files::{FilePlaces, FilesFolder, FilesS3, S3Settings};
use ports::{FilePlace, Files};
use serde::Deserialize;

use crate::config::Config;
use crate::installation::Places;
use crate::values::{host_of, secret, web_address};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum StoreKind {
    #[default]
    Folder,
    S3,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FilesFile {
    /// Where new documents go. Existing ones are found in either place.
    pub kind: StoreKind,
    pub s3: Option<S3File>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct S3File {
    pub endpoint: String,
    #[serde(default = "usual_region")]
    pub region: String,
    pub bucket: String,
    /// The folder in the bucket, if not all of it.
    #[serde(default)]
    pub folder: String,
    pub access_key: String,
    pub secret_env: Option<String>,
    pub secret_file: Option<PathBuf>,
}

/// The one that S3-compatible stores accept unless they are configured otherwise.
fn usual_region() -> String {
    "us-east-1".to_owned()
}

impl FilesFile {
    pub fn checked(self) -> anyhow::Result<FilesFile> {
        match &self.s3 {
            None if self.kind == StoreKind::S3 => bail!("files.kind is s3, but there is no section [files.s3]"),
            Some(s3) if web_address(&s3.endpoint).is_none() => {
                bail!("files.s3.endpoint must be an http or https address with a host")
            }
            Some(s3) if s3.bucket.is_empty() => bail!("files.s3.bucket must not be empty"),
            Some(s3) if s3.secret_env.is_none() && s3.secret_file.is_none() => {
                bail!("files.s3 needs secret_env or secret_file")
            }
            _ => Ok(self),
        }
    }
}

/// The stores of documents, without encryption.
pub struct DocumentStores {
    pub folder: Arc<FilesFolder>,
    pub s3: Option<Arc<FilesS3>>,
    /// Both, with the one for new documents first.
    pub all: Arc<dyn Files>,
}

impl DocumentStores {
    pub fn open(config: &Config) -> anyhow::Result<DocumentStores> {
        let at = config.files_folder()?;
        let folder =
            FilesFolder::open(&at).with_context(|| format!("the documents' folder {} cannot be used", at.display()))?;
        let folder = Arc::new(folder);
        let s3 = config.files.s3.as_ref().map(|file| open_s3(config, file)).transpose()?.map(Arc::new);
        let all: Arc<dyn Files> = match (&s3, config.files.kind) {
            (None, _) => folder.clone(),
            (Some(s3), StoreKind::Folder) => Arc::new(FilePlaces::new(folder.clone(), s3.clone())),
            (Some(s3), StoreKind::S3) => Arc::new(FilePlaces::new(s3.clone(), folder.clone())),
        };
        Ok(DocumentStores { folder, s3, all })
    }

    /// Each with its own installation id and trash.
    pub fn places(&self) -> Places {
        let s3 = self.s3.clone().map(|s3| s3 as Arc<dyn FilePlace>);
        std::iter::once(self.folder.clone() as Arc<dyn FilePlace>).chain(s3).collect()
    }
}

/// The configured host is allowed implicitly, and no other.
fn open_s3(config: &Config, file: &S3File) -> anyhow::Result<FilesS3> {
    let key = secret("files.s3", &file.secret_env, &file.secret_file, &config.data)?.unwrap_or_default();
    let settings = S3Settings {
        endpoint: file.endpoint.clone(),
        region: file.region.clone(),
        bucket: file.bucket.clone(),
        folder: file.folder.clone(),
        access_key: file.access_key.clone(),
        secret_key: Secret::new(key),
    };
    let outbound = config.outbound.connector_to(host_of(&file.endpoint), &config.data)?;
    FilesS3::open(&settings, outbound).map_err(|error| anyhow!(error)).context("files.s3 cannot be used")
}
