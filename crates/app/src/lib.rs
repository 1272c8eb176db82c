//! Use cases, one per file. Each takes a permit, lets the domain decide, and commits once.

pub mod access_check;
pub mod administrators;
pub mod archive;
pub mod clock_guard;
pub mod context;
pub mod debug;
pub mod demo;
pub mod documents;
pub mod entities;
pub mod evidence;
pub mod files;
pub mod identity;
pub mod installation;
pub mod jobs;
pub mod labels;
pub mod live;
pub mod logs;
pub mod master_data;
pub mod message_defaults;
pub mod notifications;
pub mod places;
pub mod requests;
pub mod retention;
pub mod seed;
pub mod setup;
pub mod tables;
pub mod temp_file;
pub mod test_mail;
pub mod webhooks;
pub mod wording;

use std::sync::Arc;

use domain::access::Scope;
use domain::master_data::ValidationContext;
use domain::secret::Secret;
use identity::EntityFacts;
use ports::{
    Clock, DebugFiles, Drives, FilePlace, Files, Inspector, Messenger, NoDebugFiles, NoDrives, NoFiles, NoInspector,
    NoPreviews, NoTextReader, NoWebhooks, Previews, Scanner, TextReader, Webhooks,
};
use store::Store;

pub use store::{Error, Result};

/// How mail servers and SMS gateways report deliveries.
#[derive(Debug, Clone, Default)]
pub struct ReportSettings {
    /// What a caller of `app/mail/bounce` must present.
    pub bounce_secret: Option<Secret>,
    /// The address to which delivery reports are sent: `bounce@docs.northgate.example`
    pub bounce_address: Option<String>,
    /// What a caller of `app/sms/report` must present.
    pub sms_secret: Option<Secret>,
    /// Where an SMS report has the message's id and its state (RFC 6901).
    pub sms_id: String,
    pub sms_state: String,
    /// States that mean delivered, and those that mean never.
    pub sms_delivered: Vec<String>,
    pub sms_failed: Vec<String>,
}

impl ReportSettings {
    /// The envelope sender of a mail: `bounce+<token>@docs.northgate.example`
    pub(crate) fn bounce_to(&self, token: &str) -> Option<String> {
        let (name, domain) = self.bounce_address.as_deref()?.split_once('@')?;
        Some(format!("{name}+{token}@{domain}"))
    }
}

/// Settings from the configuration.
#[derive(Debug, Clone)]
pub struct Settings {
    pub captcha: bool,
    pub demo: bool,
    /// Entities with their own host names: (host, country, entity).
    pub domains: Vec<(String, String, String)>,
    /// The base URL of links in messages; never taken from a request.
    pub origin: String,
    /// The maximum number of sessions per user; the next login ends the oldest.
    pub sessions_at_once: u32,
    pub reports: ReportSettings,
}

/// Everything that use cases share. Clones share the same state.
#[derive(Clone)]
pub struct App {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    /// Answers whether something may act on the clock by itself.
    pub clock_guard: Arc<clock_guard::ClockGuard>,
    pub messenger: Arc<dyn Messenger>,
    /// Reaches external systems with events; reaches none by default.
    pub webhooks: Arc<dyn Webhooks>,
    /// Storage for debug files; writes nothing by default.
    pub debug_files: Arc<dyn DebugFiles>,
    /// Storage and parser for documents; refuse everything by default.
    pub files: Arc<dyn Files>,
    /// The same storage without encryption, for the journal of purges.
    pub journal: Option<Arc<dyn Files>>,
    /// The places of this storage: the folder, and the bucket if there is one.
    pub places: Vec<Arc<dyn FilePlace>>,
    /// Reaches the drives of entities; reaches none by default.
    pub drives: Arc<dyn Drives>,
    pub inspector: Arc<dyn Inspector>,
    /// Recognises the words of documents; reads nothing by default.
    pub text_reader: Arc<dyn TextReader>,
    /// Scans uploads for malware; `None` if no scanner is configured.
    pub scanner: Option<Arc<dyn Scanner>>,
    /// The cache of rendered pages, and the queues for parsing.
    pub previews: Arc<dyn Previews>,
    pub inspections: Arc<documents::Inspections>,
    pub wording: Arc<wording::Wording>,
    pub passwords: Arc<identity::Passwords>,
    /// Serializes password logins per user at this node.
    pub login_locks: Arc<identity::LoginLocks>,
    pub tokens: Arc<identity::Tokens>,
    pub sessions: Arc<identity::Sessions>,
    pub captchas: Arc<identity::Captchas>,
    pub codes: Arc<identity::Codes>,
    /// Labels of masters in other languages.
    pub label_cache: Arc<labels::LabelCache>,
    pub sign_on: Arc<identity::SignOn>,
    pub sign_on_tickets: Arc<identity::Tickets>,
    /// Drafts of rules that are being tried at this node.
    pub trials: Arc<master_data::Trials>,
    /// Reference numbers reserved by this node.
    pub numbers: Arc<requests::Numbers>,
    /// Publishes changes to connected users.
    pub live: Arc<live::Live>,
    pub settings: Settings,
}

impl App {
    pub fn new(store: Store, clock: Arc<dyn Clock>, messenger: Arc<dyn Messenger>, settings: Settings) -> App {
        App {
            wording: wording::Wording::shared(),
            passwords: Arc::new(identity::Passwords::new()),
            login_locks: Arc::default(),
            sessions: Arc::default(),
            label_cache: Arc::default(),
            sign_on: Arc::default(),
            sign_on_tickets: Arc::new(identity::Tickets::new(store.keys())),
            codes: Arc::new(identity::Codes::new(store.keys())),
            tokens: Arc::new(identity::Tokens::new(store.keys())),
            captchas: Arc::new(identity::Captchas::new(store.keys())),
            clock_guard: Arc::new(clock_guard::ClockGuard::new(store.clone(), clock.clone())),
            store,
            clock,
            messenger,
            webhooks: Arc::new(NoWebhooks),
            debug_files: Arc::new(NoDebugFiles),
            trials: Arc::default(),
            numbers: Arc::default(),
            live: Arc::default(),
            files: Arc::new(NoFiles),
            journal: None,
            places: Vec::new(),
            drives: Arc::new(NoDrives),
            inspector: Arc::new(NoInspector),
            text_reader: Arc::new(NoTextReader),
            scanner: None,
            previews: Arc::new(NoPreviews),
            inspections: Arc::default(),
            settings,
        }
    }

    /// Sets the single sign-on systems.
    pub fn with_sign_on(mut self, sign_on: identity::SignOn) -> App {
        self.sign_on = Arc::new(sign_on);
        self
    }

    /// The time by which nodes share the work in queues.
    pub(crate) fn shared_now(&self) -> jiff::Timestamp {
        self.clock_guard.shared(self.clock.now())
    }

    /// Discards cached access of a user or of a whole entity, and makes connected users reload theirs.
    pub fn invalidate(&self, country: &str, entity: &str, user_id: Option<&str>) {
        self.sessions.invalidate(country, entity, user_id);
        self.live.invalidate(country, entity, user_id);
    }

    /// The date and country for validating a record of this scope.
    pub(crate) async fn validation_context(&self, scope: &Scope) -> Result<ValidationContext> {
        let today = self.clock.today(&self.entity_facts(scope).await?.time_zone);
        Ok(ValidationContext { today, country: scope.country.clone() })
    }

    /// Cached settings of an entity, at most a second old.
    pub(crate) async fn entity_facts(&self, scope: &Scope) -> Result<Arc<EntityFacts>> {
        match self.sessions.entity(scope, self.clock.now().as_millisecond()) {
            Some((facts, false)) => Ok(facts),
            Some((facts, true)) => {
                let (app, scope) = (self.clone(), scope.clone());
                tokio::spawn(async move { app.read_entity_facts(&scope).await.map(drop) });
                Ok(facts)
            }
            None => Box::pin(self.read_entity_facts(scope)).await,
        }
    }

    async fn read_entity_facts(&self, scope: &Scope) -> Result<Arc<EntityFacts>> {
        let (version, now) = (self.sessions.version(), self.clock.now().as_millisecond());
        let permit = domain::access::system::identity(&scope.country, &scope.entity, "system:time");
        let profile = self.store.entity_profile(&permit).await?;
        let names = domain::access::system::public_names();
        let tenants = self.store.tenant_names(&names, &scope.country, &scope.entity).await?;
        let exists = profile.is_some();
        // Defaults to the stricter rule when the entity cannot be read.
        let four_eyes = profile.as_ref().is_none_or(|profile| profile.four_eyes);
        let time_zone = profile.map_or_else(|| "UTC".to_owned(), |profile| profile.time_zone);
        let facts = Arc::new(EntityFacts { time_zone, tenants, four_eyes });
        if exists {
            self.sessions.insert_entity(scope, facts.clone(), now, version);
        }
        Ok(facts)
    }
}
