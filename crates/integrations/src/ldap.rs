//! Passwords of a directory (LDAP, Active Directory): whoever can bind with one has it.

use std::sync::Arc;
use std::time::Duration;

use domain::sso::{Naming, USER_ID};
use ldap3::{
    Ldap as Connection, LdapConnAsync, LdapConnSettings, Scope, SearchEntry, StdStream, dn_escape, ldap_escape,
};
use ports::{Checking, Directory, ProbeFault, Probing, SignOnFault, SsoServer};
use tokio::sync::Semaphore;

use crate::outbound::{Blocked, Outbound};

const STEP_PATIENCE: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(12);
/// A storm of logins keeps this many connections busy, no more.
const AT_ONCE: usize = 8;

/// What a server says when name or password is wrong, or the account may not be used: no such attribute value,
/// no such object, bad name, wrong password, unwilling.
const NOT_PROVEN: &[u32] = &[19, 32, 34, 49, 53];

pub struct Ldap {
    outbound: Arc<Outbound>,
    turns: Arc<Semaphore>,
}

impl Ldap {
    pub fn new(outbound: Arc<Outbound>) -> Ldap {
        Ldap { outbound, turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Directory for Ldap {
    fn check<'a>(&'a self, server: &'a SsoServer, user_id: &'a str, password: &'a str) -> Checking<'a> {
        Box::pin(async move {
            // A bind without a password is anonymous: it succeeds and proves nothing.
            if password.is_empty() || !domain::sso::is_plain_id(user_id) {
                return Ok(None);
            }
            let outbound = self.outbound.clone();
            let (server, user_id, password) = (server.clone(), user_id.to_owned(), password.to_owned());
            let work = async move { ask(&outbound, &server, &user_id, &password).await };
            self.apart(work).await.unwrap_or_else(|what| Err(SignOnFault::Unavailable(what.into())))
        })
    }

    fn probe<'a>(&'a self, server: &'a SsoServer) -> Probing<'a> {
        Box::pin(async move {
            let (outbound, server) = (self.outbound.clone(), server.clone());
            let work = async move { try_out(&outbound, &server).await };
            self.apart(work).await.unwrap_or_else(|what| Err(ProbeFault::Answer(what.into())))
        })
    }
}

impl Ldap {
    /// In a task of its own: the library panics on answers it cannot read.
    async fn apart<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, &'static str> {
        let turns = self.turns.clone();
        let mut task = tokio::spawn(async move {
            let _turn = turns.acquire().await;
            work.await
        });
        match tokio::time::timeout(PATIENCE, &mut task).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(_)) => Err("the directory's answer cannot be read"),
            Err(_) => {
                // Nobody waits for it any longer, so it need not be asked.
                task.abort();
                Err("the directory takes too long")
            }
        }
    }
}

/// Connects and binds as it is set up: with the search account, or without one as nobody, which is refused but answered.
async fn try_out(outbound: &Outbound, server: &SsoServer) -> Result<(), ProbeFault> {
    let answer = |fault: SignOnFault| {
        let (SignOnFault::Unavailable(text) | SignOnFault::Rejected(text)) = fault;
        ProbeFault::Answer(text)
    };
    outbound.addresses(&server.host, server.port, server.address).await.map_err(|blocked| match blocked {
        Blocked::Forbidden(text) => ProbeFault::NotListed(text),
        Blocked::Silent(text) => ProbeFault::Silent(text),
    })?;
    let mut connection = connect(outbound, server).await.map_err(|fault| match fault {
        SignOnFault::Unavailable(text) | SignOnFault::Rejected(text) => ProbeFault::Silent(text),
    })?;
    let Some(service) = &server.service_dn else {
        bind(&mut connection, &format!("cn=nobody,{}", server.dn_name), "nobody").await.map_err(answer)?;
        let _ = connection.unbind().await;
        return Ok(());
    };
    let secret = server.secret.as_deref().unwrap_or_default();
    if secret.is_empty() || !bind(&mut connection, service, secret).await.map_err(answer)? {
        return Err(ProbeFault::Account);
    }
    let base = (server.dn_name.as_str(), Scope::Base, "(objectClass=*)");
    let found = search(&mut connection, base, "1.1").await.map_err(answer)?;
    let _ = connection.unbind().await;
    if found.is_empty() { Err(ProbeFault::Base) } else { Ok(()) }
}

fn unavailable(error: impl std::fmt::Display) -> SignOnFault {
    SignOnFault::Unavailable(error.to_string())
}

async fn ask(
    outbound: &Outbound,
    server: &SsoServer,
    user_id: &str,
    password: &str,
) -> Result<Option<String>, SignOnFault> {
    let mut connection = connect(outbound, server).await?;
    let found = match Naming::of(&server.cn_name) {
        Naming::Below(part) => {
            Some((format!("{},{}", part.replace(USER_ID, &dn_escape(user_id)), server.dn_name), None))
        }
        // Such a name carries its own domain; an id must not bring another.
        Naming::Direct(_) if user_id.contains(['@', '\\']) => None,
        Naming::Direct(whole) => Some((whole.replace(USER_ID, user_id), Some(user_id.to_owned()))),
        Naming::Filter(filter) => find(&mut connection, server, filter, user_id).await?,
    };
    // Somebody who is not there is asked about all the same, so that it takes as long.
    let nobody = || (format!("cn=nobody,{}", server.dn_name), None);
    let is_there = found.is_some();
    let (name, known) = found.unwrap_or_else(nobody);
    let is_proven = bind(&mut connection, &name, password).await? && is_there;
    let proven = match (is_proven, &server.user_attribute, known) {
        (false, ..) => None,
        (true, None, _) => Some(user_id.to_owned()),
        (true, Some(_), Some(known)) => Some(known),
        (true, Some(attribute), None) => {
            let own = (name.as_str(), Scope::Base, "(objectClass=*)");
            search(&mut connection, own, attribute).await?.into_iter().next().and_then(|entry| one(entry, attribute))
        }
    };
    let _ = connection.unbind().await;
    Ok(proven)
}

async fn connect(outbound: &Outbound, server: &SsoServer) -> Result<Connection, SignOnFault> {
    let stream = outbound.connect(&server.host, server.port, server.address).await.map_err(unavailable)?;
    let stream = stream.into_std().map_err(unavailable)?;
    let scheme = if server.security == "Tls" { "ldaps" } else { "ldap" };
    let settings = LdapConnSettings::new()
        .set_conn_timeout(STEP_PATIENCE)
        .set_config(outbound.tls())
        .set_starttls(server.security == "StartTls")
        .set_std_stream(StdStream::Tcp(stream));
    let address = format!("{scheme}://{}:{}", server.host, server.port);
    let (driver, connection) = LdapConnAsync::with_settings(settings, &address).await.map_err(unavailable)?;
    tokio::spawn(async move {
        // It ends with the connection, and whoever waits on that is told.
        let _ = driver.drive().await;
    });
    Ok(connection)
}

async fn bind(connection: &mut Connection, name: &str, password: &str) -> Result<bool, SignOnFault> {
    let result = connection.with_timeout(STEP_PATIENCE).simple_bind(name, password).await.map_err(unavailable)?;
    match result.rc {
        0 => Ok(true),
        code if NOT_PROVEN.contains(&code) => Ok(false),
        code => Err(SignOnFault::Unavailable(format!("the directory answers a bind with code {code}"))),
    }
}

type DirectoryPerson = (String, Option<String>);

/// The one entry that the filter fits, found by the service account; of several, none.
async fn find(
    connection: &mut Connection,
    server: &SsoServer,
    filter: &str,
    user_id: &str,
) -> Result<Option<DirectoryPerson>, SignOnFault> {
    if let Some(service) = &server.service_dn {
        let secret = server.secret.as_deref().unwrap_or_default();
        if secret.is_empty() || !bind(connection, service, secret).await? {
            return Err(SignOnFault::Unavailable("the directory does not accept the service account".into()));
        }
    }
    let filter = filter.replace(USER_ID, &ldap_escape(user_id));
    let attribute = server.user_attribute.as_deref().unwrap_or("1.1");
    let mut found = search(connection, (&server.dn_name, Scope::Subtree, &filter), attribute).await?;
    let only = if found.len() == 1 { found.pop() } else { None };
    let Some(entry) = only else { return Ok(None) };
    let dn = entry.dn.clone();
    match &server.user_attribute {
        None => Ok(Some((dn, None))),
        Some(attribute) => Ok(one(entry, attribute).map(|value| (dn, Some(value)))),
    }
}

async fn search(
    connection: &mut Connection,
    (base, scope, filter): (&str, Scope, &str),
    attribute: &str,
) -> Result<Vec<SearchEntry>, SignOnFault> {
    let options = ldap3::SearchOptions::new().sizelimit(2).timelimit(5);
    let asked = connection.with_timeout(STEP_PATIENCE).with_search_options(options);
    let ldap3::SearchResult(entries, result) =
        asked.search(base, scope, filter, vec![attribute]).await.map_err(unavailable)?;
    match result.rc {
        // 4: more than two; 32: the base is not there.
        0 | 4 | 32 => {}
        code => return Err(SignOnFault::Unavailable(format!("the directory answers a search with code {code}"))),
    }
    let entries = entries.into_iter().filter(|entry| !entry.is_ref() && !entry.is_intermediate());
    Ok(entries.map(SearchEntry::construct).collect())
}

/// The attribute's value, when it has exactly one.
fn one(entry: SearchEntry, attribute: &str) -> Option<String> {
    let mut held = entry.attrs.into_iter().filter(|(name, _)| name.eq_ignore_ascii_case(attribute));
    match held.next()?.1.as_slice() {
        [value] => Some(value.clone()),
        _ => None,
    }
}
