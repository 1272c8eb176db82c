use domain::Refusal;
use domain::access::{Change, Permit};
use domain::sso::{Protocol, SsoServer, is_plain_id};
use jiff::SignedDuration;
use ports::SignOnFault;
use store::audit::stamp;
use store::identity::StaffUser;

use super::users;
use crate::identity::LoginRequest;
use crate::{App, Error, Result};

/// How long failed attempts are counted.
const LOCKED_SECONDS: u64 = 30 * 60;

/// The user whose password one of the entity's directories confirms. Directories ignore case, so attempts are counted
/// case-insensitively, and before the directory is contacted; those that no directory answered are given back.
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
    let mut attempts = Vec::new();
    count_attempt(app, permit, request, &format!("directory {}", request.user_id), &mut attempts).await?;
    let (mut is_answered, mut is_down) = (false, false);
    for server in directories {
        match ask(app, permit, server, request, &mut attempts).await? {
            Ok(Some(proven)) => match users::user_of(app, permit, &proven).await? {
                Some(user) => {
                    app.store.clear_login_tries(permit, &attempts).await?;
                    users::note_success(app, permit, server, &user.user_id).await?;
                    return Ok(Some(user));
                }
                None => {
                    is_answered = true;
                    users::note_refusal(app, permit, server, &proven, "no user of this id").await?;
                }
            },
            Ok(None) => is_answered = true,
            Err(error) => {
                tracing::warn!(app_code = server.app_code, ?error, "the directory is not available");
                is_down = true;
            }
        }
    }
    if !is_answered {
        app.store.give_back_login_try(permit, &attempts).await?;
    }
    // The same for every id: it says something about the directory, not about its users.
    if is_down { Err(Error::Unavailable("a directory is not available".into())) } else { Ok(None) }
}

/// The user id that one directory proves. Attempts are counted for the account too, which several ids may lead to.
async fn ask(
    app: &App,
    permit: &Permit<Change>,
    server: &SsoServer,
    request: &LoginRequest,
    attempts: &mut Vec<(String, i64)>,
) -> Result<std::result::Result<Option<String>, SignOnFault>> {
    let directory = &app.sign_on.directory;
    let account = match directory.find(server, &request.user_id).await {
        Ok(account) => account,
        Err(fault) => return Ok(Err(fault)),
    };
    if let Some(account) = &account {
        let subject = format!("directory account {} {}", server.app_code, account.name);
        count_attempt(app, permit, request, &subject, attempts).await?;
    }
    Ok(directory.check(server, &request.user_id, account.as_ref(), &request.password).await)
}

async fn count_attempt(
    app: &App,
    permit: &Permit<Change>,
    request: &LoginRequest,
    subject: &str,
    attempts: &mut Vec<(String, i64)>,
) -> Result<()> {
    let subject = subject.to_ascii_lowercase();
    let subjects = [(subject.clone(), 10), (format!("{subject} from {}", request.network), 5)];
    let now = app.clock.now();
    let until = stamp(now + SignedDuration::from_secs(LOCKED_SECONDS as i64));
    let refusal = Refusal::TooManyTries { retry_after_seconds: LOCKED_SECONDS };
    app.store.count_login_try(permit, &subjects, &stamp(now), &until, refusal).await?;
    attempts.extend(subjects);
    Ok(())
}
