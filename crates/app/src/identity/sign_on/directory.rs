use domain::Refusal;
use domain::access::{Change, Permit};
use domain::sso::{Protocol, SsoServer, is_plain_id};
use jiff::SignedDuration;
use store::audit::stamp;
use store::identity::StaffUser;

use super::person;
use crate::identity::LoginRequest;
use crate::{App, Error, Result};

/// How long tries are remembered.
const LOCKED_SECONDS: u64 = 30 * 60;

/// The user whom one of the entity's directories proves. A directory does not tell capitals apart, so tries are
/// counted without them, and before it is asked.
pub async fn by_directory(
    app: &App,
    permit: &Permit<Change>,
    servers: &[SsoServer],
    request: &LoginRequest,
) -> Result<Option<StaffUser>> {
    let directories: Vec<&SsoServer> = servers.iter().filter(|server| server.protocol == Protocol::Ldap).collect();
    if directories.is_empty() || !is_plain_id(&request.user_id) {
        return Ok(None);
    }
    let tries = count(app, permit, request).await?;
    let mut fault = None;
    for server in directories {
        match app.sign_on.directory.check(server, &request.user_id, &request.password).await {
            Ok(Some(proven)) => match person::user_of(app, permit, &proven).await? {
                Some(user) => {
                    app.store.clear_login_tries(permit, &tries).await?;
                    person::note_success(app, permit, server, &user.user_id).await?;
                    return Ok(Some(user));
                }
                None => person::note_refusal(app, permit, server, &proven, "no user of this id").await?,
            },
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(app_code = server.app_code, ?error, "the directory could not be asked");
                fault = Some(error);
            }
        }
    }
    // The same for every id: it says something about the directory, and nothing about anybody in it.
    fault.map_or(Ok(None), |_| Err(Error::Unavailable("a directory could not be asked".into())))
}

async fn count(app: &App, permit: &Permit<Change>, request: &LoginRequest) -> Result<Vec<(String, i64)>> {
    let user = request.user_id.to_ascii_lowercase();
    let subjects = vec![(format!("directory {user}"), 10), (format!("directory {user} from {}", request.network), 5)];
    let now = app.clock.now();
    let until = stamp(now + SignedDuration::from_secs(LOCKED_SECONDS as i64));
    let refusal = Refusal::TooManyTries { retry_after_seconds: LOCKED_SECONDS };
    app.store.count_login_try(permit, &subjects, &stamp(now), &until, refusal).await?;
    Ok(subjects)
}
