//! Brings values into the form that is stored: secrets are encrypted or hashed, pictures are converted.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::{Account, Definition, Kind, Record, Value};
use domain::message::Message;
use store::Statement;

use super::pictures::shown_by_browsers;
use crate::identity::is_common;
use crate::{App, Result};

/// The label that binds an encrypted secret to its field.
pub fn seal_label(definition: &Definition, field: &str) -> String {
    format!("{}.{field}", definition.resource)
}

pub(super) async fn protect(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    mut record: Record,
) -> Result<Record> {
    let scope = permit.scope();
    let names = if definition.stored().any(|field| field.kind == Kind::Password) {
        names(definition, &record)
    } else {
        Vec::new()
    };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for (field, value) in definition.stored().zip(&mut record.values) {
        let Value::Text(plain) = &*value else { continue };
        match field.kind {
            Kind::Secret => {
                *value = Value::Text(app.store.seal(scope, &seal_label(definition, field.name), plain).await?)
            }
            Kind::Password if is_common(plain, &names) => {
                return Err(Refusal::field(field.name, Message::plain("passwordCommon")).into());
            }
            Kind::Password => *value = Value::Text(app.passwords.hash(plain.clone()).await?),
            Kind::Image => {
                if let Some(converted) = shown_by_browsers(app, permit, field.name, plain).await? {
                    *value = Value::Text(converted);
                }
            }
            _ => {}
        }
    }
    Ok(record)
}

/// Marks a password that an administrator set, so that the user must choose another at the next login. Seeded passwords
/// are exempt.
pub(super) fn password_set_by_admin(
    definition: &'static Definition,
    permit: &Permit<Change>,
    record: &Record,
) -> Option<Statement> {
    let user = record.get(definition, "userId").as_text()?;
    is_set_by_other(definition, permit, record).then(|| store::identity::given_password(permit, user))
}

/// True when one member of staff sets the password of another.
pub(super) fn is_set_by_other(definition: &'static Definition, permit: &Permit<Change>, record: &Record) -> bool {
    let is_other = record.get(definition, "userId").as_text() != Some(permit.actor());
    has_new_password(definition, record) && permit.actor_kind() == "staff" && is_other
}

/// True when this user record contains a password.
pub(super) fn has_new_password(definition: &'static Definition, record: &Record) -> bool {
    definition.account == Some(Account::Staff)
        && record.get(definition, "password").as_text().is_some_and(|hash| !hash.is_empty())
}

/// Values that must not be part of the password.
fn names(definition: &Definition, record: &Record) -> Vec<String> {
    let short = definition.stored().zip(&record.values).filter(|(field, _)| !field.kind.is_secret() && field.max <= 50);
    short.filter_map(|(_, value)| value.as_text().map(str::to_owned)).collect()
}

/// A record without secrets, for responses and the audit log.
pub(super) fn shown(definition: &'static Definition, record: &Record) -> serde_json::Map<String, serde_json::Value> {
    let mut map = serde_json::Map::new();
    for (field, value) in definition.stored().zip(&record.values) {
        if field.kind.is_secret() {
            map.insert(format!("{}Set", field.name), (*value != Value::Null).into());
        } else {
            map.insert(field.name.to_owned(), value.to_json());
        }
    }
    map
}

/// The same without images, which are too large for the audit log.
pub(super) fn audited(
    definition: &'static Definition,
    mut map: serde_json::Map<String, serde_json::Value>,
) -> serde_json::Value {
    for field in definition.stored().filter(|field| field.kind.is_heavy()) {
        if let Some(value) = map.get_mut(field.name).filter(|value| !value.is_null()) {
            *value = "(image)".into();
        }
    }
    map.into()
}
