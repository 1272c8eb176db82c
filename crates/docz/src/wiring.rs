//! Puts the parts together.

use std::fs;
use std::sync::Arc;

use anyhow::Context;
use app::{App, Settings};
use integrations::clock::SystemClock;
use integrations::debug_folder::DebugFolder;
use integrations::files::FilesFolder;
use integrations::inspector::Subprocess;
use integrations::mailbox::Mailbox;
use integrations::preview_folder::PreviewFolder;
use ports::Messenger;
use store::Store;

use crate::config::Config;
use crate::root_key;

/// Opens the database with its key; finishes a key rotation that was cut short.
pub async fn open_store(config: &Config) -> anyhow::Result<Store> {
    fs::create_dir_all(&config.data).with_context(|| format!("{} cannot be made", config.data.display()))?;
    let store = open_with(config, root_key::load(&config.root_key_file)?).await?;
    if store.root_key_fits().await? {
        return Ok(store);
    }
    let next = root_key::next_path(&config.root_key_file);
    anyhow::ensure!(
        next.exists(),
        "the root key does not fit this database: is {} the right file?",
        config.root_key_file.display()
    );
    drop(store);
    let store = open_with(config, root_key::load(&next)?).await?;
    anyhow::ensure!(store.root_key_fits().await?, "neither the root key nor its successor fits this database");
    root_key::promote(&config.root_key_file)?;
    Ok(store)
}

async fn open_with(config: &Config, key: store::RootKey) -> anyhow::Result<Store> {
    match &config.database_url {
        Some(url) => Store::open_postgres(url, key).await.context("PostgreSQL cannot be opened"),
        None => Store::open_sqlite(&config.database_file(), key).await.context("SQLite cannot be opened"),
    }
}

/// Messages of a demo stay in its mailbox; nobody outside is ever written to.
pub struct Opened {
    pub app: App,
    pub mailbox: Option<Arc<Mailbox>>,
}

pub async fn open_app(config: &Config) -> anyhow::Result<Opened> {
    let settings = Settings {
        captcha: config.captcha,
        demo: config.demo,
        domains: config.domains.clone(),
        origin: config.origin.clone(),
        sessions_at_once: config.sessions_at_once,
    };
    let door = config.outside.door(&config.data)?;
    let mailbox = config.demo.then(|| Arc::new(Mailbox::default()));
    let messenger: Arc<dyn Messenger> = match &mailbox {
        Some(mailbox) => mailbox.clone(),
        None => Arc::new(config.outside.post(&door, &config.data)?),
    };
    let mut app = App::new(open_store(config).await?, Arc::new(SystemClock), messenger, settings)
        .with_sign_on(config.outside.sign_on(&door)?);
    app.debug_files = Arc::new(DebugFolder::new(config.data.join("debug")));
    app.files = Arc::new(open_files(config)?);
    app.inspector = Arc::new(Subprocess::new(std::env::current_exe().context("the own program is not found")?));
    Ok(Opened { app, mailbox })
}

/// The documents' folder.
pub fn open_files(config: &Config) -> anyhow::Result<FilesFolder> {
    let folder = config.files_folder()?;
    FilesFolder::open(&folder).with_context(|| format!("the documents' folder {} cannot be used", folder.display()))
}

/// Rendered pages; emptied, so only for the process that serves.
pub fn open_previews(config: &Config) -> anyhow::Result<PreviewFolder> {
    let folder = config.data.join("previews");
    PreviewFolder::open(&folder).with_context(|| format!("the previews' folder {} cannot be used", folder.display()))
}
