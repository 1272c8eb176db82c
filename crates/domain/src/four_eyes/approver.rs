//! Who may approve a proposal: somebody whose access does not come from the one who proposed it.

/// Days for which handed-over access, changed addresses and changed sign-on keep somebody from approving.
pub const CLOSE_DAYS: i64 = 30;

/// What ties an approver to the proposer, and what makes it doubtful that they are two. Times are stamps, which compare
/// as texts.
#[derive(Debug, Clone, Default)]
pub struct Closeness {
    /// When the proposer last created the approver, gave a role, or changed an address or password.
    pub handed_over_on: Option<String>,
    /// When the approver last did so to the proposer.
    pub gave_access_on: Option<String>,
    /// When the approver last changed the own address, to which links for a new password go.
    pub moved_on: Option<String>,
    pub is_session_by_sso: bool,
    /// The proposer's session was opened by SSO, which had changed lately.
    pub is_proposed_by_changed_sso: bool,
    /// When SSO was last changed.
    pub sso_changed_on: Option<String>,
}

/// Why somebody may not approve yet, with the time of the cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    TooClose(String),
    GaveAccess(String),
    Moved(String),
    BySso(String),
    /// Nobody may: the proposer has to propose it again.
    ProposedBySso,
}

/// `since` is the time 30 days ago.
pub fn may_approve(closeness: &Closeness, since: &str) -> Result<(), Refused> {
    let recent = |time: &Option<String>| time.clone().filter(|time| is_recent(time, since));
    if closeness.is_proposed_by_changed_sso {
        return Err(Refused::ProposedBySso);
    }
    if let Some(time) = recent(&closeness.handed_over_on) {
        return Err(Refused::TooClose(time));
    }
    if let Some(time) = recent(&closeness.gave_access_on) {
        return Err(Refused::GaveAccess(time));
    }
    if let Some(time) = recent(&closeness.moved_on) {
        return Err(Refused::Moved(time));
    }
    match recent(&closeness.sso_changed_on) {
        Some(time) if closeness.is_session_by_sso => Err(Refused::BySso(time)),
        _ => Ok(()),
    }
}

/// True when this time is after the time 30 days ago.
pub fn is_recent(time: &str, since: &str) -> bool {
    time > since
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handed_over_access_changed_addresses_and_changed_sign_on_count_for_thirty_days() {
        let (since, before, after) = ("2026-04-01T00:00:00Z", "2026-03-31T00:00:00Z", "2026-04-02T00:00:00Z");
        let close = |time: &str| Closeness { handed_over_on: Some(time.into()), ..Closeness::default() };
        assert_eq!(may_approve(&close(before), since), Ok(()));
        assert_eq!(may_approve(&close(after), since), Err(Refused::TooClose(after.into())));
        let gave = |time: &str| Closeness { gave_access_on: Some(time.into()), ..Closeness::default() };
        assert_eq!(may_approve(&gave(before), since), Ok(()));
        assert_eq!(may_approve(&gave(after), since), Err(Refused::GaveAccess(after.into())));
        let moved = |time: &str| Closeness { moved_on: Some(time.into()), ..Closeness::default() };
        assert_eq!(may_approve(&moved(before), since), Ok(()));
        assert_eq!(may_approve(&moved(after), since), Err(Refused::Moved(after.into())));
        let sso = |is_session_by_sso: bool, time: &str| Closeness {
            is_session_by_sso,
            sso_changed_on: Some(time.into()),
            ..Closeness::default()
        };
        assert_eq!(may_approve(&sso(true, after), since), Err(Refused::BySso(after.into())));
        assert_eq!((may_approve(&sso(false, after), since), may_approve(&sso(true, before), since)), (Ok(()), Ok(())));
        let proposed = Closeness { is_proposed_by_changed_sso: true, ..Closeness::default() };
        assert_eq!(may_approve(&proposed, since), Err(Refused::ProposedBySso));
    }
}
