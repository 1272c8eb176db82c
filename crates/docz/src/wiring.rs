//! Puts the parts together.

use std::fs;
use std::sync::Arc;

use anyhow::Context;
use app::{App, Settings};
use integrations::clock::SystemClock;
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

pub async fn open_app(config: &Config) -> anyhow::Result<App> {
    let settings = Settings { captcha: config.captcha, demo: config.demo, domains: config.domains.clone() };
    Ok(App::new(open_store(config).await?, Arc::new(SystemClock), settings))
}
