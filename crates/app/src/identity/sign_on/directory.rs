use domain::Refusal;
use domain::access::{Change, Permit};
use domain::sso::{Protocol, SsoServer, is_plain_id};
use jiff::SignedDuration;
use store::audit::stamp;
use store::identity::StaffUser;

use super::users;
use crate::identity::LoginRequest;
use crate::{App, Error, Result};

/// How long failed attempts are counted.
const LOCKED_SECONDS: u64 = 30 * 60;

/// The user whose password one of the entity's directories confirms. Directories ignore case, so attempts are counted
/// case-insensitively, and before the directory is contacted.
pub async fn check_directories(
    app: &App,
    permit: &Permit<Change>,
    servers: &[SsoServer],
    request: &LoginRequest,
) -> Result<Option<StaffUser>> {
    let directories: Vec<&SsoServer> = servers.iter().filter(|server| server.protocol == Protocol::Ldap).collect();
    if directories.is_empty() || !is_plain_id(&request.user_id) {
        return Ok(None);
    }
    let attempts = count_attempt(app, permit, request).await?;
    let mut fault = None;
    for server in directories {
        match app.sign_on.directory.check(server, &request.user_id, &request.password).await {
            Ok(Some(proven)) => match users::user_of(app, permit, &proven).await? {
                Some(user) => {
                    app.store.clear_login_tries(permit, &attempts).await?;
                    users::note_success(app, permit, server, &user.user_id).await?;
                    return Ok(Some(user));
                }
                None => users::note_refusal(app, permit, server, &proven, "no user of this id").await?,
            },
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(app_code = server.app_code, ?error, "the directory is not available");
                fault = Some(error);
            }
        }
    }
    // The same for every id: it says something about the directory, not about its users.
    fault.map_or(Ok(None), |_| Err(Error::Unavailable("a directory is not available".into())))
}

async fn count_attempt(app: &App, permit: &Permit<Change>, request: &LoginRequest) -> Result<Vec<(String, i64)>> {
    let user = request.user_id.to_ascii_lowercase();
    let subjects = vec![(format!("directory {user}"), 10), (format!("directory {user} from {}", request.network), 5)];
    let now = app.clock.now();
    let until = stamp(now + SignedDuration::from_secs(LOCKED_SECONDS as i64));
    let refusal = Refusal::TooManyTries { retry_after_seconds: LOCKED_SECONDS };
    app.store.count_login_try(permit, &subjects, &stamp(now), &until, refusal).await?;
    Ok(subjects)
}
