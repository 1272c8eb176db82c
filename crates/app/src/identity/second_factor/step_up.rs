//! Step-up: users confirm their identity again before a sensitive action.

use domain::Refusal;
use domain::access::{Actor, system};
use store::audit::stamp;

use super::challenge::{Challenge, Purpose, Verified, challenge, load_challenge, verify_challenge};
use crate::{App, Result};

pub async fn start_step_up(app: &App, actor: &Actor) -> Result<Challenge> {
    let permit = system::identity(&actor.scope.country, &actor.scope.entity, &actor.user_id);
    challenge(app, &permit, Purpose::StepUp, &actor.user_id).await
}

/// A correct code allows sensitive actions for a limited time, in this session only.
pub async fn step_up(app: &App, actor: &Actor, factor_ref: &str, code: &str) -> Result<()> {
    let challenge = load_challenge(app, Purpose::StepUp, factor_ref).await?;
    let Verified { user_id, permit, .. } = verify_challenge(app, challenge, code).await?;
    let scope = permit.scope();
    if user_id != actor.user_id || scope.entity != actor.scope.entity || scope.country != actor.scope.country {
        return Err(Refusal::OtpInvalid.into());
    }
    app.store.step_up(&permit, &actor.session_id, &user_id, &stamp(app.clock.now())).await?;
    app.invalidate(&actor.scope.country, &actor.scope.entity, Some(&actor.user_id));
    Ok(())
}
