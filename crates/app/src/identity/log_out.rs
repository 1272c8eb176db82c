use domain::access::{Actor, Side, system};
use store::audit::stamp;

use crate::{App, Result};

/// Ends the session and those that its device opened again; their tokens are invalid at once.
pub async fn log_out(app: &App, actor: &Actor) -> Result<()> {
    let (country, entity) = (&actor.scope.country, &actor.scope.entity);
    let permit = match actor.side {
        Side::Staff => system::identity(country, entity, &actor.user_id),
        Side::Customer => system::customer(country, entity, &actor.user_id),
    }
    .with_origin(actor.origin(""));
    app.store.end_device_sessions(&permit, &actor.session_id, &actor.user_id, &stamp(app.clock.now())).await?;
    app.invalidate(country, entity, Some(&actor.user_id));
    Ok(())
}
