//! Wires configuration, store, integrations and application together.

use std::sync::Arc;

use anyhow::Context;
use app::files::EntityFileKeys;
use app::{App, Settings};
use integrations::clamd::{Clamd, ClamdAddress};
use integrations::clock::SystemClock;
use integrations::debug_folder::DebugFolder;
use integrations::drives::HttpDrives;
use integrations::files::SealedFiles;
use integrations::https::Https;
use integrations::inspector::Subprocess;
use integrations::mailbox::Mailbox;
use integrations::outbound::Outbound;
use integrations::preview_folder::PreviewFolder;
use integrations::text_reader::{TextTools, Tools};
use integrations::webhook::HttpsWebhooks;
use ports::{Files, Messenger, Scanner};
use store::{RootKey, Store};

use crate::config::Config;
use crate::files::DocumentStores;
use crate::{demo_folder, installation, private, root_key, unfinished_restore};

/// Opens the database, if it and the documents belong to the same installation.
pub async fn open_store(config: &Config) -> anyhow::Result<Store> {
    Ok(open_both(config).await?.store)
}

struct Both {
    store: Store,
    documents: DocumentStores,
    /// Each place of documents is known to be of this installation.
    is_complete: bool,
}

/// The database and the documents. All commands come through here, so that none works on a wrong pair.
async fn open_both(config: &Config) -> anyhow::Result<Both> {
    unfinished_restore::check(config)?;
    let mut documents = DocumentStores::open(config)?;
    if installation::set_aside(config, &documents).await? {
        documents = DocumentStores::open(config)?;
    }
    let places = documents.places();
    let judged = installation::judge(config, &places).await?;
    let store = open_with_key(config, &judged.installation_id).await?;
    let is_complete = installation::claim(&store, &judged.answered).await? && judged.answered.len() == places.len();
    Ok(Both { store, documents, is_complete })
}

/// Opens the database with its root key and completes an interrupted key rotation. A key is generated only for a
/// database without entities; any other needs its existing key.
async fn open_with_key(config: &Config, installation_id: &str) -> anyhow::Result<Store> {
    private::folder(&config.data).with_context(|| format!("cannot create {}", config.data.display()))?;
    for loose in private::tighten(config) {
        tracing::warn!(path = %loose.path.display(), is_tightened = loose.is_tightened, "readable by others");
    }
    let path = &config.root_key_file;
    let found = root_key::read(path)?;
    let is_missing = found.is_none();
    let key = found.unwrap_or_else(RootKey::generate);
    let store = open_with(config, key.clone()).await?;
    if store.root_key_fits().await? {
        // First, so that a start that ends here is not taken for a new database beside an old key.
        store.keep_installation_id(installation_id).await?;
        if is_missing {
            root_key::write(path, &key)?;
        }
        return Ok(store);
    }
    let next = root_key::next_path(path);
    let Some(key) = root_key::read(&next)? else {
        anyhow::ensure!(
            !is_missing,
            "the root key {} is missing, and the entities of this database need it: put your copy of the key there, \
             or name its file with root_key_file",
            path.display()
        );
        anyhow::bail!("the root key does not fit this database: is {} the right file?", path.display());
    };
    drop(store);
    let store = open_with(config, key).await?;
    anyhow::ensure!(store.root_key_fits().await?, "neither the root key nor its successor fits this database");
    store.keep_installation_id(installation_id).await?;
    root_key::promote(path)?;
    Ok(store)
}

async fn open_with(config: &Config, key: store::RootKey) -> anyhow::Result<Store> {
    match &config.database_url {
        Some(url) => {
            Store::open_postgres_with(url, key, &config.network.pool).await.context("PostgreSQL cannot be opened")
        }
        None => Store::open_sqlite_with(&config.database_file(), key, &config.network.pool)
            .await
            .context("SQLite cannot be opened"),
    }
}

/// The opened application. A demo keeps its messages in the mailbox and sends nothing.
pub struct Opened {
    pub app: App,
    pub mailbox: Option<Arc<Mailbox>>,
    /// False when a place of documents did not answer: it is compared later.
    pub is_complete: bool,
}

pub async fn open_app(config: &Config) -> anyhow::Result<Opened> {
    let settings = Settings {
        captcha: config.captcha,
        demo: config.demo,
        domains: config.domains.clone(),
        origin: config.origin.clone(),
        sessions_at_once: config.sessions_at_once,
        reports: config.reports.clone(),
    };
    let connector = config.outbound.connector(&config.data)?;
    let mailbox = config.demo.then(|| Arc::new(Mailbox::in_folder(demo_folder::mailbox(&config.data))));
    let messenger: Arc<dyn Messenger> = match &mailbox {
        Some(mailbox) => mailbox.clone(),
        None => Arc::new(config.outbound.messenger(&connector, &config.data)?),
    };
    let Both { store, documents, is_complete } = open_both(config).await?;
    let mut app =
        App::new(store, Arc::new(SystemClock), messenger, settings).with_sign_on(config.outbound.sign_on(&connector)?);
    app.drives = Arc::new(HttpDrives::new(connector.clone()));
    app.webhooks = Arc::new(HttpsWebhooks::new(Https::new(connector.clone())));
    app.debug_files = Arc::new(DebugFolder::new(config.data.join("debug")));
    app.places = documents.places();
    app.journal = Some(documents.all.clone());
    app.files = sealed(documents.all, &app.store);
    let program = std::env::current_exe().context("cannot find the running program")?;
    app.inspector = Arc::new(Subprocess::new(program.clone()));
    let tools = TextTools { confine: Some(program), ..config.text_tools.clone() };
    app.text_reader = Arc::new(Tools::new(&tools, app.inspector.clone()));
    app.scanner = open_scanner(config, &connector).map(|clamd| Arc::new(clamd) as Arc<dyn Scanner>);
    Ok(Opened { app, mailbox, is_complete })
}

/// The configured scanner for malware.
pub fn open_scanner(config: &Config, connector: &Arc<Outbound>) -> Option<Clamd> {
    let address = config.clamd.as_deref().and_then(ClamdAddress::parse)?;
    Some(Clamd::new(address, connector.clone()))
}

/// Encrypts what is stored, with the keys of the entities.
pub fn sealed(files: Arc<dyn Files>, store: &Store) -> Arc<dyn Files> {
    Arc::new(SealedFiles::new(files, Arc::new(EntityFileKeys::new(store.clone()))))
}

/// Every configured host name must belong to an existing entity.
pub async fn check_domains(config: &Config, store: &Store) -> anyhow::Result<()> {
    for (host, country, entity) in &config.domains {
        let is_found = has_entity(store, country, entity).await?;
        anyhow::ensure!(is_found, "domains.\"{host}\": there is no entity {country}/{entity}");
    }
    Ok(())
}

/// The configured entities with hosts of their own that do not exist (yet).
pub async fn unknown_outbound_entities(config: &Config, store: &Store) -> anyhow::Result<Vec<String>> {
    let mut unknown = Vec::new();
    for place in config.outbound.outbound.entities.keys() {
        let (country, entity) = place.split_once('/').unwrap_or_default();
        if !has_entity(store, country, entity).await? {
            unknown.push(place.clone());
        }
    }
    Ok(unknown)
}

async fn has_entity(store: &Store, country: &str, entity: &str) -> anyhow::Result<bool> {
    let permit = domain::access::system::identity(country, entity, "system:domains");
    Ok(store.entity_profile(&permit).await?.is_some())
}

/// Opens the folder of rendered pages and empties it, so only the serving process may call this.
pub fn open_previews(config: &Config) -> anyhow::Result<PreviewFolder> {
    let folder = config.data.join("previews");
    PreviewFolder::open(&folder).with_context(|| format!("the previews' folder {} cannot be used", folder.display()))
}
