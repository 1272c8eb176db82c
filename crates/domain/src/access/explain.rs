//! Explains step by step why a user can or cannot do something, from the same tables that build an [`super::Actor`].

use super::{Action, AppCode, BusinessAction, Role};

/// The state of a user account or an entity today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountState {
    Good,
    Unknown,
    Inactive,
    Expired,
}

/// A row of User Branch Access, with the state of its branch and tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchGrant {
    pub tenant: String,
    pub branch: String,
    pub allowed: bool,
    pub branch_active: bool,
    pub tenant_active: bool,
}

impl BranchGrant {
    /// True when access is allowed and both branch and tenant are active.
    pub fn is_open(&self) -> bool {
        self.allowed && self.branch_active && self.tenant_active
    }
}

/// The stored facts that decide about access.
#[derive(Debug, Clone)]
pub struct AccessFacts {
    pub user_id: String,
    pub entity_code: String,
    pub user: AccountState,
    pub entity: AccountState,
    pub roles: Vec<Role>,
    pub branches: Vec<BranchGrant>,
}

/// The access to check. Omitted parts are not checked.
#[derive(Debug, Clone, Default)]
pub struct Question {
    pub screen: Option<(String, Action)>,
    pub business: Option<BusinessAction>,
    pub level: Option<i64>,
    /// Tenant and branch.
    pub branch: Option<(String, String)>,
}

/// A record that decides the step: resource and key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidingRecord {
    pub resource: &'static str,
    pub key: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckStep {
    pub name: &'static str,
    pub passed: bool,
    /// A key of the wording.
    pub reason: &'static str,
    /// The records that grant access; for a failed step, the records that would have to grant it.
    pub records: Vec<DecidingRecord>,
}

fn step(
    name: &'static str,
    reasons: (&'static str, &'static str),
    passed: bool,
    records: Vec<DecidingRecord>,
) -> CheckStep {
    CheckStep { name, passed, reason: if passed { reasons.0 } else { reasons.1 }, records }
}

fn record(resource: &'static str, key: &[&str]) -> DecidingRecord {
    DecidingRecord { resource, key: key.iter().map(|part| (*part).to_owned()).collect() }
}

/// The steps in the order in which the server checks them. All must pass; the first failure decides.
pub fn explain(facts: &AccessFacts, question: &Question) -> Vec<CheckStep> {
    let mut steps = vec![user(facts), entity(facts), roles(facts)];
    if let Some((screen, action)) = &question.screen {
        steps.extend([app(facts, screen), on_screen(facts, screen, Action::Access)]);
        if *action != Action::Access {
            steps.push(on_screen(facts, screen, *action));
        }
    }
    steps.extend(question.business.map(|action| business(facts, action)));
    steps.extend(question.level.map(|level| authorization(facts, level)));
    steps.extend(question.branch.as_ref().map(|(tenant, code)| branch(facts, tenant, code)));
    steps
}

fn user(facts: &AccessFacts) -> CheckStep {
    let reason = match facts.user {
        AccountState::Good => "userGood",
        AccountState::Unknown => "userUnknown",
        AccountState::Inactive => "userInactive",
        AccountState::Expired => "userExpired",
    };
    step("user", (reason, reason), facts.user == AccountState::Good, vec![record("usermaster", &[&facts.user_id])])
}

fn entity(facts: &AccessFacts) -> CheckStep {
    let reason = match facts.entity {
        AccountState::Good => "entityGood",
        AccountState::Expired => "entityExpired",
        AccountState::Unknown | AccountState::Inactive => "entityInactive",
    };
    step("entity", (reason, reason), facts.entity == AccountState::Good, vec![record("master", &[&facts.entity_code])])
}

fn roles(facts: &AccessFacts) -> CheckStep {
    let mut records: Vec<DecidingRecord> =
        facts.roles.iter().map(|role| record("userrolemapping", &[&facts.user_id, &role.code])).collect();
    if records.is_empty() {
        records.push(record("userrolemapping", &[&facts.user_id]));
    }
    step("role", ("roleGiven", "roleNone"), !facts.roles.is_empty(), records)
}

/// The records of the roles that grant it; of every role when none does.
fn granted_by(
    facts: &AccessFacts,
    has: impl Fn(&Role) -> bool,
    at: impl Fn(&Role) -> DecidingRecord,
) -> (bool, Vec<DecidingRecord>) {
    let held: Vec<DecidingRecord> = facts.roles.iter().filter(|role| has(role)).map(&at).collect();
    if held.is_empty() { (false, facts.roles.iter().map(at).collect()) } else { (true, held) }
}

/// Only roles mapped to the screen are considered, or all roles when none is mapped.
fn app(facts: &AccessFacts, screen: &str) -> CheckStep {
    let Some(app) = AppCode::of_screen(screen) else {
        return step("app", ("appMapped", "screenUnknown"), false, vec![record("smsscreendefinition", &[screen])]);
    };
    let mapped: Vec<Role> = facts.roles.iter().filter(|role| role.screens.contains_key(screen)).cloned().collect();
    let roles = if mapped.is_empty() { facts.roles.clone() } else { mapped };
    let counted = AccessFacts { roles, ..facts.clone() };
    let (passed, records) =
        granted_by(&counted, |role| role.may_call(screen), |role| record("roleappmapping", &[&role.code, app.code()]));
    step("app", ("appMapped", "appNotMapped"), passed, records)
}

fn on_screen(facts: &AccessFacts, screen: &str, action: Action) -> CheckStep {
    let has = |role: &Role| role.may_call(screen) && role.holds(screen, action);
    let (passed, records) =
        granted_by(facts, has, |role| record("rolescreenmapping", &[&role.code, screen, action.code()]));
    match action {
        Action::Access => step("screen", ("screenMapped", "screenNotMapped"), passed, records),
        _ => step("action", ("actionHeld", "actionNotHeld"), passed, records),
    }
}

fn business(facts: &AccessFacts, action: BusinessAction) -> CheckStep {
    let (passed, records) = granted_by(
        facts,
        |role| role.business.contains(&action),
        |role| record("roleactionmapping", &[&role.code, action.code()]),
    );
    step("business", ("businessHeld", "businessNotHeld"), passed, records)
}

fn authorization(facts: &AccessFacts, level: i64) -> CheckStep {
    let (passed, records) =
        granted_by(facts, |role| role.level >= level, |role| record("roledefinition", &[&role.code]));
    step("level", ("levelReaches", "levelTooLow"), passed, records)
}

fn branch(facts: &AccessFacts, tenant: &str, code: &str) -> CheckStep {
    let grant = facts.branches.iter().find(|grant| grant.tenant == tenant && grant.branch == code);
    let own = record("userbranchaccess", &[&facts.user_id, tenant, code]);
    let (reason, records) = match grant {
        None => ("branchNotListed", vec![own]),
        Some(grant) if !grant.allowed => ("branchRefused", vec![own]),
        Some(grant) if !grant.tenant_active => ("tenantInactive", vec![own, record("tenancymaintenance", &[tenant])]),
        Some(grant) if !grant.branch_active => ("branchInactive", vec![own, record("branchmaster", &[code, tenant])]),
        Some(_) => ("branchGranted", vec![own]),
    };
    step("branch", (reason, reason), reason == "branchGranted", records)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::access::{Actions, Powers};

    const SCREENS: [&str; 3] = ["SD-ADM-001", "SD-SMS-002", "SD-BNK-002"];

    /// A role built from the bits of a number: each bit is one row of a mapping.
    fn role(code: &str, bits: u32) -> Role {
        let on = |at: u32| bits & (1 << at) != 0;
        let mut screens = HashMap::new();
        for (at, screen) in SCREENS.into_iter().enumerate() {
            let mut actions = Actions::default();
            let rows = [(Action::Access, 2 * at as u32), (Action::View, 2 * at as u32 + 1)];
            rows.into_iter().filter(|(_, bit)| on(*bit)).for_each(|(action, _)| actions.insert(action));
            if actions != Actions::default() {
                screens.insert(screen.to_owned(), actions);
            }
        }
        let apps = [(AppCode::Admin, 6), (AppCode::Sms, 7), (AppCode::Banker, 8)];
        Role {
            code: code.into(),
            apps: apps.into_iter().filter(|(_, bit)| on(*bit)).map(|(app, _)| app).collect(),
            screens,
            business: on(9).then_some(BusinessAction::Approve).into_iter().collect(),
            level: i64::from(bits >> 10 & 3),
        }
    }

    fn facts(roles: Vec<Role>) -> AccessFacts {
        AccessFacts {
            user_id: "U".into(),
            entity_code: "E".into(),
            user: AccountState::Good,
            entity: AccountState::Good,
            roles,
            branches: Vec::new(),
        }
    }

    fn verdict(facts: &AccessFacts, question: &Question) -> bool {
        explain(facts, question).iter().all(|step| step.passed)
    }

    #[test]
    fn the_explanation_always_agrees_with_the_permit() {
        // All combinations of two roles would be 2^24; this stride covers every bit many times.
        for number in (0u32..1 << 24).step_by(9973) {
            let roles = vec![role("A", number & 0xfff), role("B", number >> 12)];
            let powers = Powers::of(&roles);
            let may = |screen: &str, action| {
                powers.screens.get(screen).is_some_and(|held| held.has(Action::Access) && held.has(action))
            };
            let facts = facts(roles);
            for screen in SCREENS {
                for action in [Action::Access, Action::View] {
                    let question = Question { screen: Some((screen.into(), action)), ..Question::default() };
                    assert_eq!(verdict(&facts, &question), may(screen, action), "{number} {screen} {action:?}");
                }
            }
            let question = Question { business: Some(BusinessAction::Approve), ..Question::default() };
            assert_eq!(verdict(&facts, &question), powers.business.contains(&BusinessAction::Approve));
            for level in 1..=3 {
                let question = Question { level: Some(level), ..Question::default() };
                assert_eq!(verdict(&facts, &question), powers.level >= level);
            }
        }
    }

    #[test]
    fn a_refusal_names_the_missing_record() {
        let without_app = facts(vec![role("A", 0b11)]);
        let question = Question { screen: Some((SCREENS[0].into(), Action::View)), ..Question::default() };
        let steps = explain(&without_app, &question);
        let decides = steps.iter().find(|step| !step.passed).unwrap();
        assert_eq!((decides.name, decides.reason), ("app", "appNotMapped"));
        assert_eq!(decides.records, [record("roleappmapping", &["A", "ADM"])]);
    }

    #[test]
    fn a_branch_is_open_only_while_grant_branch_and_tenant_are_active() {
        let grant = BranchGrant {
            tenant: "T".into(),
            branch: "B".into(),
            allowed: true,
            branch_active: true,
            tenant_active: true,
        };
        let question = Question { branch: Some(("T".into(), "B".into())), ..Question::default() };
        let reason = |grant: Option<BranchGrant>| {
            let facts = AccessFacts { branches: grant.into_iter().collect(), ..facts(vec![role("A", 0)]) };
            explain(&facts, &question).last().unwrap().reason
        };
        assert_eq!(reason(Some(grant.clone())), "branchGranted");
        assert_eq!(reason(Some(BranchGrant { allowed: false, ..grant.clone() })), "branchRefused");
        assert_eq!(reason(Some(BranchGrant { branch_active: false, ..grant.clone() })), "branchInactive");
        assert_eq!(reason(Some(BranchGrant { tenant_active: false, ..grant })), "tenantInactive");
        assert_eq!(reason(None), "branchNotListed");
    }
}
