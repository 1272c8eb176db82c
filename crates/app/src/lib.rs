//! Use cases, one verb per file. Each takes a permit, asks the domain, and commits once.

pub mod access_check;
pub mod archive;
pub mod debug;
pub mod demo;
pub mod documents;
pub mod entities;
pub mod identity;
pub mod logs;
pub mod master_data;
pub mod places;
pub mod requests;
pub mod seed;
pub mod spool;
pub mod tables;
pub mod wording;

use std::sync::Arc;

use domain::access::Scope;
use domain::master_data::Moment;
use identity::EntityFacts;
use ports::{Clock, DebugFiles, Files, Inspector, Messenger, NoDebugFiles, NoFiles, NoInspector};
use store::Store;

pub use store::{Error, Result};

/// What can be set from outside.
#[derive(Debug, Clone)]
pub struct Settings {
    pub captcha: bool,
    pub demo: bool,
    /// Host names of entities that come under a name of their own: (host, country, entity).
    pub domains: Vec<(String, String, String)>,
    /// Where links in messages lead; never taken from a request.
    pub origin: String,
    /// How many sessions a user may have; the next login ends the oldest.
    pub sessions_at_once: u32,
}

/// Everything that use cases share.
pub struct App {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub messenger: Arc<dyn Messenger>,
    /// Where debug files go; nowhere until someone gives a folder.
    pub debug_files: Arc<dyn DebugFiles>,
    /// Where documents are kept, and who parses them; nobody until someone is given.
    pub files: Arc<dyn Files>,
    pub inspector: Arc<dyn Inspector>,
    pub wording: wording::Wording,
    pub passwords: identity::Passwords,
    pub tokens: identity::Tokens,
    pub sessions: identity::Sessions,
    pub captchas: identity::Captchas,
    pub codes: identity::Codes,
    pub sign_on: identity::SignOn,
    pub sign_on_tickets: identity::Tickets,
    /// Reference numbers that this node may give away.
    pub numbers: requests::Numbers,
    /// Who hears of changes as they happen.
    pub live: requests::Live,
    pub settings: Settings,
}

impl App {
    pub fn new(store: Store, clock: Arc<dyn Clock>, messenger: Arc<dyn Messenger>, settings: Settings) -> App {
        let tokens = identity::Tokens::new(store.keys());
        let captchas = identity::Captchas::new(store.keys());
        let codes = identity::Codes::new(store.keys());
        App {
            wording: wording::Wording::load(),
            passwords: identity::Passwords::new(),
            sessions: identity::Sessions::default(),
            sign_on: identity::SignOn::default(),
            sign_on_tickets: identity::Tickets::new(store.keys()),
            store,
            clock,
            messenger,
            debug_files: Arc::new(NoDebugFiles),
            numbers: requests::Numbers::default(),
            live: requests::Live::default(),
            files: Arc::new(NoFiles),
            inspector: Arc::new(NoInspector),
            codes,
            tokens,
            captchas,
            settings,
        }
    }

    /// With whoever proves the staff's identity elsewhere.
    pub fn with_sign_on(mut self, sign_on: identity::SignOn) -> App {
        self.sign_on = sign_on;
        self
    }

    /// What is believed of a user, or of all of an entity, is read again; whoever of them listens is looked at again.
    pub(crate) fn doubt(&self, country: &str, entity: &str, user_id: Option<&str>) {
        self.sessions.forget(country, entity, user_id);
        self.live.doubt(country, entity, user_id);
    }

    /// Date and country that a record of this scope is checked against.
    pub(crate) async fn moment(&self, scope: &Scope) -> Result<Moment> {
        let today = self.clock.today(&self.entity_facts(scope).await?.time_zone);
        Ok(Moment { today, country: scope.country.clone() })
    }

    /// What is known of an entity, a second old at most.
    pub(crate) async fn entity_facts(&self, scope: &Scope) -> Result<Arc<EntityFacts>> {
        match self.sessions.entity(scope, self.clock.now().as_millisecond()) {
            Some(facts) => Ok(facts),
            None => Box::pin(self.read_entity_facts(scope)).await,
        }
    }

    async fn read_entity_facts(&self, scope: &Scope) -> Result<Arc<EntityFacts>> {
        let moment = self.sessions.moment();
        let permit = domain::access::system::identity(&scope.country, &scope.entity, "system:time");
        let profile = self.store.entity_profile(&permit).await?;
        let names = domain::access::system::public_names();
        let tenants = self.store.tenant_names(&names, &scope.country, &scope.entity).await?;
        let is_there = profile.is_some();
        let time_zone = profile.map_or_else(|| "UTC".to_owned(), |profile| profile.time_zone);
        let facts = Arc::new(EntityFacts { time_zone, tenants });
        if is_there {
            self.sessions.keep_entity(scope, facts.clone(), self.clock.now().as_millisecond(), moment);
        }
        Ok(facts)
    }
}
