//! Who may approve a proposal: somebody whose access does not come from the one who proposed it.

/// Days for which handed-over access and changed sign-on keep somebody from approving.
pub const CLOSE_DAYS: i64 = 30;

/// What ties an approver to the proposer. Times are stamps, which compare as texts.
#[derive(Debug, Clone, Default)]
pub struct Closeness {
    /// When the proposer last created the approver, gave a role, or changed an address or password.
    pub handed_over_on: Option<String>,
    /// When the approver last did so to the proposer.
    pub gave_access_on: Option<String>,
    pub is_session_by_sso: bool,
    /// When SSO was last changed.
    pub sso_changed_on: Option<String>,
}

/// Why somebody may not approve yet, with the time of the cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    TooClose(String),
    GaveAccess(String),
    BySso(String),
}

/// `since` is the time 30 days ago.
pub fn may_approve(closeness: &Closeness, since: &str) -> Result<(), Refused> {
    let is_recent = |time: &&String| time.as_str() > since;
    if let Some(time) = closeness.handed_over_on.as_ref().filter(is_recent) {
        return Err(Refused::TooClose(time.clone()));
    }
    if let Some(time) = closeness.gave_access_on.as_ref().filter(is_recent) {
        return Err(Refused::GaveAccess(time.clone()));
    }
    match closeness.sso_changed_on.as_ref().filter(is_recent) {
        Some(time) if closeness.is_session_by_sso => Err(Refused::BySso(time.clone())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handed_over_access_and_changed_sign_on_count_for_thirty_days() {
        let (since, before, after) = ("2026-04-01T00:00:00Z", "2026-03-31T00:00:00Z", "2026-04-02T00:00:00Z");
        let close = |time: &str| Closeness { handed_over_on: Some(time.into()), ..Closeness::default() };
        assert_eq!(may_approve(&close(before), since), Ok(()));
        assert_eq!(may_approve(&close(after), since), Err(Refused::TooClose(after.into())));
        let gave = |time: &str| Closeness { gave_access_on: Some(time.into()), ..Closeness::default() };
        assert_eq!(may_approve(&gave(before), since), Ok(()));
        assert_eq!(may_approve(&gave(after), since), Err(Refused::GaveAccess(after.into())));
        let sso = |is_session_by_sso: bool, time: &str| Closeness {
            is_session_by_sso,
            sso_changed_on: Some(time.into()),
            ..Closeness::default()
        };
        assert_eq!(may_approve(&sso(true, after), since), Err(Refused::BySso(after.into())));
        assert_eq!((may_approve(&sso(false, after), since), may_approve(&sso(true, before), since)), (Ok(()), Ok(())));
    }
}
