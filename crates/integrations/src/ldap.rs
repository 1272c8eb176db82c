//! LDAP and Active Directory: a successful bind proves the password.

use std::sync::Arc;

use domain::sso::{Naming, USER_ID};
use ldap3::{
    Ldap as Connection, LdapConnAsync, LdapConnSettings, Scope, SearchEntry, StdStream, dn_escape, ldap_escape,
};
use ports::{CheckFuture, Directory, DirectoryAccount, FindFuture, ProbeFault, ProbeFuture, SignOnFault, SsoServer};
use tokio::task::JoinSet;

use crate::outbound::{Blocked, DIRECTORY_STEP, Outbound, Target, TargetKind};

/// Result codes for a wrong name or password or a blocked account: constraint violation, no such object, invalid DN,
/// invalid credentials, unwilling to perform.
const NOT_PROVEN: &[u32] = &[19, 32, 34, 49, 53];

pub struct Ldap {
    outbound: Arc<Outbound>,
}

/// Why there is no answer to use.
enum Fault {
    /// No connection, or no answer.
    Connection(Blocked),
    /// An answer that proves nothing about anybody.
    Answer(String),
}

impl From<Fault> for SignOnFault {
    fn from(fault: Fault) -> SignOnFault {
        match fault {
            Fault::Connection(blocked) => SignOnFault::Unavailable(blocked.to_string()),
            Fault::Answer(text) => SignOnFault::Unavailable(text),
        }
    }
}

impl From<Fault> for ProbeFault {
    fn from(fault: Fault) -> ProbeFault {
        match fault {
            Fault::Connection(Blocked::Forbidden(text)) => ProbeFault::NotListed(text),
            Fault::Connection(Blocked::ClearText(text)) => ProbeFault::ClearText(text),
            Fault::Connection(blocked) => ProbeFault::Unreachable(blocked.to_string()),
            Fault::Answer(text) => ProbeFault::Answer(text),
        }
    }
}

fn target_of(server: &SsoServer) -> Target {
    Target {
        kind: TargetKind::Directory,
        entity: Some(server.entity.clone()),
        host: server.host.clone(),
        port: server.port,
        address: server.address,
    }
}

impl Ldap {
    pub fn new(outbound: Arc<Outbound>) -> Ldap {
        Ldap { outbound }
    }

    /// Runs in its own task, because the library panics on malformed responses.
    async fn run<T: Send + 'static>(
        &self,
        server: &SsoServer,
        work: impl Future<Output = Result<T, Fault>> + Send + 'static,
    ) -> Result<T, Fault> {
        let mut task = JoinSet::new();
        let answered = async {
            task.spawn(work);
            match task.join_next().await {
                Some(Ok(Err(Fault::Connection(blocked)))) => Err(blocked),
                Some(Ok(answer)) => Ok(answer),
                _ => Ok(Err(Fault::Answer("the directory's response cannot be read".into()))),
            }
        };
        self.outbound.call(&target_of(server), answered).await.unwrap_or_else(|blocked| Err(Fault::Connection(blocked)))
    }
}

impl Directory for Ldap {
    fn find<'a>(&'a self, server: &'a SsoServer, user_id: &'a str) -> FindFuture<'a> {
        Box::pin(async move {
            if !domain::sso::is_plain_id(user_id) {
                return Ok(None);
            }
            let account = |name, user_id| Some(DirectoryAccount { name, user_id });
            match Naming::of(&server.cn_name) {
                Naming::Below(part) => {
                    let name = format!("{},{}", part.replace(USER_ID, &dn_escape(user_id)), server.dn_name);
                    Ok(account(name, None))
                }
                // The template contributes the domain; the id must not contain another one.
                Naming::Direct(_) if user_id.contains(['@', '\\']) => Ok(None),
                Naming::Direct(whole) => Ok(account(whole.replace(USER_ID, user_id), Some(user_id.to_owned()))),
                Naming::Filter(filter) => {
                    let filter = filter.replace(USER_ID, &ldap_escape(user_id));
                    let (outbound, owned) = (self.outbound.clone(), server.clone());
                    Ok(self.run(server, async move { find_account(&outbound, &owned, &filter).await }).await?)
                }
            }
        })
    }

    fn check<'a>(
        &'a self,
        server: &'a SsoServer,
        user_id: &'a str,
        account: Option<&'a DirectoryAccount>,
        password: &'a str,
    ) -> CheckFuture<'a> {
        Box::pin(async move {
            // A bind without a password is anonymous: it succeeds and proves nothing.
            if password.is_empty() || !domain::sso::is_plain_id(user_id) {
                return Ok(None);
            }
            let (outbound, owned, account) = (self.outbound.clone(), server.clone(), account.cloned());
            let (user_id, password) = (user_id.to_owned(), password.to_owned());
            let work = async move { check_password(&outbound, &owned, &user_id, account, &password).await };
            Ok(self.run(server, work).await?)
        })
    }

    /// Connects although a failure is remembered: somebody has just mended the settings.
    fn probe<'a>(&'a self, server: &'a SsoServer) -> ProbeFuture<'a> {
        Box::pin(async move {
            self.outbound.forget_failure(&target_of(server));
            let (outbound, owned) = (self.outbound.clone(), server.clone());
            self.run(server, async move { probe_server(&outbound, &owned).await }).await?
        })
    }
}

/// Connects and binds with the search account. Without one it binds as an unknown user, which the server refuses but
/// answers.
async fn probe_server(outbound: &Outbound, server: &SsoServer) -> Result<Result<(), ProbeFault>, Fault> {
    let mut connection = connect(outbound, server).await?;
    let Some(service) = &server.service_dn else {
        bind(&mut connection, &format!("cn=nobody,{}", server.dn_name), "nobody").await?;
        let _ = connection.unbind().await;
        return Ok(Ok(()));
    };
    let secret = server.secret.as_deref().unwrap_or_default();
    if secret.is_empty() || !bind(&mut connection, service, secret).await? {
        return Ok(Err(ProbeFault::Account));
    }
    let base = (server.dn_name.as_str(), Scope::Base, "(objectClass=*)");
    let found = search(&mut connection, base, "1.1").await?;
    let _ = connection.unbind().await;
    Ok(if found.is_empty() { Err(ProbeFault::Base) } else { Ok(()) })
}

async fn check_password(
    outbound: &Outbound,
    server: &SsoServer,
    user_id: &str,
    account: Option<DirectoryAccount>,
    password: &str,
) -> Result<Option<String>, Fault> {
    let mut connection = connect(outbound, server).await?;
    // Unknown users are bound too, so that the response takes equally long.
    let nobody = || (format!("cn=nobody,{}", server.dn_name), None);
    let is_found = account.is_some();
    let (name, known) = account.map_or_else(nobody, |account| (account.name, account.user_id));
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

async fn connect(outbound: &Outbound, server: &SsoServer) -> Result<Connection, Fault> {
    let is_plain = server.security == "None";
    let stream = outbound.connect(&target_of(server), is_plain).await.map_err(Fault::Connection)?;
    let stream = stream.into_std().map_err(silent)?;
    let scheme = if server.security == "Tls" { "ldaps" } else { "ldap" };
    let settings = LdapConnSettings::new()
        .set_conn_timeout(DIRECTORY_STEP)
        .set_config(outbound.tls())
        .set_starttls(server.security == "StartTls")
        .set_std_stream(StdStream::Tcp(stream));
    let address = format!("{scheme}://{}:{}", server.host, server.port);
    let (driver, connection) = LdapConnAsync::with_settings(settings, &address).await.map_err(silent)?;
    tokio::spawn(async move {
        // Ends with the connection; callers waiting for a response get an error.
        let _ = driver.drive().await;
    });
    Ok(connection)
}

fn silent(error: impl std::fmt::Display) -> Fault {
    Fault::Connection(Blocked::Unreachable(error.to_string()))
}

async fn bind(connection: &mut Connection, name: &str, password: &str) -> Result<bool, Fault> {
    let result = connection.with_timeout(DIRECTORY_STEP).simple_bind(name, password).await.map_err(silent)?;
    match result.rc {
        0 => Ok(true),
        code if NOT_PROVEN.contains(&code) => Ok(false),
        code => Err(Fault::Answer(format!("the directory answers a bind with code {code}"))),
    }
}

/// Finds the single entry that matches the filter with the service account; `None` when several match.
async fn find_account(
    outbound: &Outbound,
    server: &SsoServer,
    filter: &str,
) -> Result<Option<DirectoryAccount>, Fault> {
    let mut connection = connect(outbound, server).await?;
    if let Some(service) = &server.service_dn {
        let secret = server.secret.as_deref().unwrap_or_default();
        if secret.is_empty() || !bind(&mut connection, service, secret).await? {
            return Err(Fault::Answer("the directory does not accept the service account".into()));
        }
    }
    let attribute = server.user_attribute.as_deref().unwrap_or("1.1");
    let mut found = search(&mut connection, (&server.dn_name, Scope::Subtree, filter), attribute).await?;
    let _ = connection.unbind().await;
    let only = if found.len() == 1 { found.pop() } else { None };
    let Some(entry) = only else { return Ok(None) };
    let name = entry.dn.clone();
    match &server.user_attribute {
        None => Ok(Some(DirectoryAccount { name, user_id: None })),
        Some(attribute) => {
            Ok(single_value(entry, attribute).map(|value| DirectoryAccount { name, user_id: Some(value) }))
        }
    }
}

async fn search(
    connection: &mut Connection,
    (base, scope, filter): (&str, Scope, &str),
    attribute: &str,
) -> Result<Vec<SearchEntry>, Fault> {
    let options = ldap3::SearchOptions::new().sizelimit(2).timelimit(5);
    let request = connection.with_timeout(DIRECTORY_STEP).with_search_options(options);
    let ldap3::SearchResult(entries, result) =
        request.search(base, scope, filter, vec![attribute]).await.map_err(silent)?;
    match result.rc {
        // 4: more than two entries; 32: the base does not exist.
        0 | 4 | 32 => {}
        code => return Err(Fault::Answer(format!("the directory answers a search with code {code}"))),
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
