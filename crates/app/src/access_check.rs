//! Explains why a user can or cannot do something, from the same tables that decide it.

use domain::Refusal;
use domain::access::explain::{AccessFacts, AccountState, Question, explain};
use domain::access::{Action, BusinessAction, Permit, SCREENS, View, system};
use domain::message::Message;
use serde_json::{Map, Value, json};
use store::identity::{EntityProfile, StaffUser};
use store::{Batch, Entry};

use crate::{App, Error, Result};

/// The user and the access to check.
#[derive(Debug)]
pub struct AccessQuestion {
    pub user_id: String,
    pub question: Question,
}

/// Reads `userId` and at least one of `screenCode` with `actionCode`, `businessAction`, `level`, and `tenantCode` with
/// `branchCode`.
pub fn read_question(body: &Map<String, Value>) -> Result<AccessQuestion, Refusal> {
    let wrong =
        |key: &'static str, field: &'static str| Refusal::field(field, Message::about(key, "accesscheck", field));
    let text = |name: &str| body.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let user_id = text("userId").filter(|user| user.len() <= 50).ok_or_else(|| wrong("select", "userId"))?.to_owned();
    let mut question = Question::default();
    if let Some(screen) = text("screenCode") {
        let known =
            SCREENS.iter().find(|known| known.code == screen).ok_or_else(|| wrong("selectValid", "screenCode"))?;
        let action = text("actionCode").unwrap_or("access");
        let action = Action::parse(action).ok_or_else(|| wrong("selectValid", "actionCode"))?;
        question.screen = Some((known.code.to_owned(), action));
    }
    if let Some(code) = text("businessAction") {
        question.business = Some(BusinessAction::parse(code).ok_or_else(|| wrong("selectValid", "businessAction"))?);
    }
    if let Some(level) = body.get("level").filter(|level| !level.is_null()) {
        let number = level.as_i64().or_else(|| level.as_str().and_then(|text| text.parse().ok()));
        question.level =
            Some(number.filter(|level| (1..=999).contains(level)).ok_or_else(|| wrong("enterValid", "level"))?);
    }
    if let Some(branch) = text("branchCode") {
        let tenant = text("tenantCode").ok_or_else(|| wrong("select", "tenantCode"))?;
        question.branch = Some((tenant.to_owned(), branch.to_owned()));
    }
    Ok(AccessQuestion { user_id, question })
}

/// Every step with its deciding records. The check itself is audited.
pub async fn check(app: &App, permit: &Permit<View>, request: &AccessQuestion) -> Result<Value> {
    let facts = facts(app, permit, &request.user_id).await?;
    let steps = explain(&facts, &request.question);
    let decides = steps.iter().find(|step| !step.passed).map(|step| step.name);
    let shown: Vec<Value> = steps
        .iter()
        .map(|step| {
            let records: Vec<Value> =
                step.records.iter().map(|one| json!({ "resource": one.resource, "key": one.key })).collect();
            json!({ "step": step.name, "passed": step.passed, "reason": step.reason, "records": records })
        })
        .collect();
    audit(app, permit, request, decides).await?;
    Ok(json!({
        "userId": facts.user_id,
        "allowed": decides.is_none(),
        "decides": decides,
        "roles": facts.roles.iter().map(|role| role.code.as_str()).collect::<Vec<_>>(),
        "level": facts.roles.iter().map(|role| role.level).max().unwrap_or(0),
        "steps": shown,
    }))
}

async fn facts(app: &App, permit: &Permit<View>, user_id: &str) -> Result<AccessFacts> {
    let scope = permit.scope();
    let reading = system::identity(&scope.country, &scope.entity, permit.actor());
    let profile = app.store.entity_profile(&reading).await?.ok_or_else(|| Error::internal("no entity"))?;
    let user = app.store.staff_user(&reading, user_id).await?;
    let today = app.clock.today(&profile.time_zone).to_string();
    Ok(AccessFacts {
        user_id: user_id.to_owned(),
        entity_code: scope.entity.clone(),
        user: user.as_ref().map_or(AccountState::Unknown, |user| user_state(user, &today)),
        entity: entity_state(&profile, &today),
        roles: app.store.roles(&reading, user_id).await?,
        branches: app.store.branch_grants(&reading, user_id).await?,
    })
}

fn user_state(user: &StaffUser, today: &str) -> AccountState {
    if user.status != "Active" {
        AccountState::Inactive
    } else if user.expiry_date.as_str() < today {
        AccountState::Expired
    } else {
        AccountState::Good
    }
}

fn entity_state(entity: &EntityProfile, today: &str) -> AccountState {
    if entity.status != "Active" || entity.start_date.as_str() > today {
        AccountState::Inactive
    } else if entity.expiry_date.as_str() < today {
        AccountState::Expired
    } else {
        AccountState::Good
    }
}

async fn audit(app: &App, permit: &Permit<View>, request: &AccessQuestion, decides: Option<&str>) -> Result<()> {
    let question = &request.question;
    let detail = json!({
        "screenCode": question.screen.as_ref().map(|(screen, _)| screen),
        "actionCode": question.screen.as_ref().map(|(_, action)| action.code()),
        "businessAction": question.business.map(BusinessAction::code),
        "level": question.level,
        "decides": decides,
    });
    let entry = Entry { action: "access-check", resource: "usermaster", key: request.user_id.clone(), detail };
    let scope = permit.scope();
    let writing = system::identity(&scope.country, &scope.entity, permit.actor());
    app.store.commit(&writing, Batch::audited(entry)).await
}
