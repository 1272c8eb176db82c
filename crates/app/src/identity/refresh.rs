use domain::Refusal;
use domain::access::{Side, system};
use jiff::SignedDuration;
use store::audit::stamp;

use crate::{App, Result};

/// Two tabs may refresh with the same token at the same time: for this long its second use is no attack.
const GRACE: SignedDuration = SignedDuration::from_secs(10);

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

/// Ends the session of a token that was replaced and is used for a refresh again: it was probably stolen.
pub async fn end_replayed(app: &App, token: &str) -> Result<()> {
    let now = app.clock.now();
    let Some(claims) = app.tokens.check(token, now.as_second()) else { return Ok(()) };
    let permit = match claims.side() {
        Side::Staff => system::identity(&claims.country, &claims.entity, &claims.sub),
        Side::Customer => system::customer(&claims.country, &claims.entity, &claims.sub),
    };
    let Some(session) = app.store.session(&permit, &claims.sid).await? else { return Ok(()) };
    let is_replaced = session.user_id == claims.sub && claims.generation < session.generation;
    if session.is_ended || !is_replaced || session.refreshed_on > stamp(now - GRACE) {
        return Ok(());
    }
    tracing::warn!(target: "security", "a replaced token was used again: its session is ended");
    app.store.end_replayed_session(&permit, &session, &stamp(now)).await?;
    app.invalidate(&claims.country, &claims.entity, Some(&claims.sub));
    Ok(())
}
