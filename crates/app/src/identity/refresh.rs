use domain::Refusal;
use domain::access::system;
use store::audit::stamp;

use crate::{App, Result};

/// Issues a token for the next generation of the session; the old token is invalid.
pub async fn refresh(app: &App, token: &str) -> Result<String> {
    let now = app.clock.now();
    // Runs the same checks as any call: a locked user gets no new token.
    super::authenticate(app, token).await?;
    let claims = app.tokens.check(token, now.as_second()).ok_or(Refusal::NotAuthenticated)?;
    let permit = system::identity(&claims.country, &claims.entity, &claims.sub);
    let mut session = app.store.session(&permit, &claims.sid).await?.ok_or(Refusal::NotAuthenticated)?;
    session.generation = claims.generation;
    app.store.refresh_session(&permit, &session, &stamp(now)).await?;
    app.sessions.remove_token(token);
    let ends: jiff::Timestamp = session.ends_on.parse().map_err(crate::Error::internal)?;
    let place = (claims.country.as_str(), claims.entity.as_str());
    app.tokens.issue(
        place,
        &claims.sub,
        (&claims.sid, claims.generation + 1),
        now.as_second(),
        ends.as_second(),
        claims.side(),
    )
}
