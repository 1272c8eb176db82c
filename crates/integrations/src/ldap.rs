//! LDAP and Active Directory: a successful bind proves the password.

use std::sync::Arc;
use std::time::Duration;

use domain::sso::{Naming, USER_ID};
use ldap3::{
    Ldap as Connection, LdapConnAsync, LdapConnSettings, Scope, SearchEntry, StdStream, dn_escape, ldap_escape,
};
use ports::{CheckFuture, Directory, ProbeFault, ProbeFuture, SignOnFault, SsoServer};
use tokio::sync::Semaphore;

use crate::outbound::{Blocked, Outbound};

const STEP_TIMEOUT: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(12);
/// The maximum number of concurrent connections, also under heavy load.
const MAX_CONNECTIONS: usize = 8;

/// Result codes for a wrong name or password or a blocked account: constraint violation, no such object, invalid DN,
/// invalid credentials, unwilling to perform.
const NOT_PROVEN: &[u32] = &[19, 32, 34, 49, 53];

pub struct Ldap {
    outbound: Arc<Outbound>,
    slots: Arc<Semaphore>,
}

impl Ldap {
    pub fn new(outbound: Arc<Outbound>) -> Ldap {
        Ldap { outbound, slots: Arc::new(Semaphore::new(MAX_CONNECTIONS)) }
    }
}

impl Directory for Ldap {
    fn check<'a>(&'a self, server: &'a SsoServer, user_id: &'a str, password: &'a str) -> CheckFuture<'a> {
        Box::pin(async move {
            // A bind without a password is anonymous: it succeeds and proves nothing.
            if password.is_empty() || !domain::sso::is_plain_id(user_id) {
                return Ok(None);
            }
            let outbound = self.outbound.clone();
            let (server, user_id, password) = (server.clone(), user_id.to_owned(), password.to_owned());
            let work = async move { check_password(&outbound, &server, &user_id, &password).await };
            self.run_isolated(work).await.unwrap_or_else(|what| Err(SignOnFault::Unavailable(what.into())))
        })
    }

    fn probe<'a>(&'a self, server: &'a SsoServer) -> ProbeFuture<'a> {
        Box::pin(async move {
            let (outbound, server) = (self.outbound.clone(), server.clone());
            let work = async move { probe_server(&outbound, &server).await };
            self.run_isolated(work).await.unwrap_or_else(|what| Err(ProbeFault::Answer(what.into())))
        })
    }
}

impl Ldap {
    /// Runs in its own task, because the library panics on malformed responses.
    async fn run_isolated<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, &'static str> {
        let slots = self.slots.clone();
        let mut task = tokio::spawn(async move {
            let _slot = slots.acquire().await;
            work.await
        });
        match tokio::time::timeout(TIMEOUT, &mut task).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(_)) => Err("the directory's response cannot be read"),
            Err(_) => {
                task.abort();
                Err("the directory takes too long")
            }
        }
    }
}

/// Connects and binds with the search account. Without one it binds as an unknown user, which the server refuses but
/// answers.
async fn probe_server(outbound: &Outbound, server: &SsoServer) -> Result<(), ProbeFault> {
    let answer = |fault: SignOnFault| {
        let (SignOnFault::Unavailable(text) | SignOnFault::Rejected(text)) = fault;
        ProbeFault::Answer(text)
    };
    outbound.addresses(&server.host, server.port, server.address).await.map_err(|blocked| match blocked {
        Blocked::Forbidden(text) => ProbeFault::NotListed(text),
        Blocked::Unreachable(text) => ProbeFault::Unreachable(text),
    })?;
    let mut connection = connect(outbound, server).await.map_err(|fault| match fault {
        SignOnFault::Unavailable(text) | SignOnFault::Rejected(text) => ProbeFault::Unreachable(text),
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

async fn check_password(
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
        // The template contributes the domain; the id must not contain another one.
        Naming::Direct(_) if user_id.contains(['@', '\\']) => None,
        Naming::Direct(whole) => Some((whole.replace(USER_ID, user_id), Some(user_id.to_owned()))),
        Naming::Filter(filter) => find(&mut connection, server, filter, user_id).await?,
    };
    // Unknown users are bound too, so that the response takes equally long.
    let nobody = || (format!("cn=nobody,{}", server.dn_name), None);
    let is_found = found.is_some();
    let (name, known) = found.unwrap_or_else(nobody);
    let is_proven = bind(&mut connection, &name, password).await? && is_found;
    let proven = match (is_proven, &server.user_attribute, known) {
        (false, ..) => None,
        (true, None, _) => Some(user_id.to_owned()),
        (true, Some(_), Some(known)) => Some(known),
        (true, Some(attribute), None) => {
            let own = (name.as_str(), Scope::Base, "(objectClass=*)");
            search(&mut connection, own, attribute)
                .await?
                .into_iter()
                .next()
                .and_then(|entry| single_value(entry, attribute))
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
        .set_conn_timeout(STEP_TIMEOUT)
        .set_config(outbound.tls())
        .set_starttls(server.security == "StartTls")
        .set_std_stream(StdStream::Tcp(stream));
    let address = format!("{scheme}://{}:{}", server.host, server.port);
    let (driver, connection) = LdapConnAsync::with_settings(settings, &address).await.map_err(unavailable)?;
    tokio::spawn(async move {
        // Ends with the connection; callers waiting for a response get an error.
        let _ = driver.drive().await;
    });
    Ok(connection)
}

async fn bind(connection: &mut Connection, name: &str, password: &str) -> Result<bool, SignOnFault> {
    let result = connection.with_timeout(STEP_TIMEOUT).simple_bind(name, password).await.map_err(unavailable)?;
    match result.rc {
        0 => Ok(true),
        code if NOT_PROVEN.contains(&code) => Ok(false),
        code => Err(SignOnFault::Unavailable(format!("the directory answers a bind with code {code}"))),
    }
}

type DirectoryPerson = (String, Option<String>);

/// Finds the single entry that matches the filter with the service account; `None` when several match.
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
        Some(attribute) => Ok(single_value(entry, attribute).map(|value| (dn, Some(value)))),
    }
}

async fn search(
    connection: &mut Connection,
    (base, scope, filter): (&str, Scope, &str),
    attribute: &str,
) -> Result<Vec<SearchEntry>, SignOnFault> {
    let options = ldap3::SearchOptions::new().sizelimit(2).timelimit(5);
    let request = connection.with_timeout(STEP_TIMEOUT).with_search_options(options);
    let ldap3::SearchResult(entries, result) =
        request.search(base, scope, filter, vec![attribute]).await.map_err(unavailable)?;
    match result.rc {
        // 4: more than two entries; 32: the base does not exist.
        0 | 4 | 32 => {}
        code => return Err(SignOnFault::Unavailable(format!("the directory answers a search with code {code}"))),
    }
    let entries = entries.into_iter().filter(|entry| !entry.is_ref() && !entry.is_intermediate());
    Ok(entries.map(SearchEntry::construct).collect())
}

/// The attribute's value, if it has exactly one.
fn single_value(entry: SearchEntry, attribute: &str) -> Option<String> {
    let mut held = entry.attrs.into_iter().filter(|(name, _)| name.eq_ignore_ascii_case(attribute));
    match held.next()?.1.as_slice() {
        [value] => Some(value.clone()),
        _ => None,
    }
}
