//! An administrator whom the operator adds: the way out where nobody could approve a second one.

use domain::Refusal;
use domain::access::{Change, Permit, View, system};
use domain::master_data::{self, Definition, Purpose, Value as Stored, validate};
use domain::message::Message;
use serde_json::{Map, Value};
use store::Batch;
use store::master_data::{Filter, ListQuery};

use crate::master_data::save_with_batch;
use crate::{App, Error, Result};

pub struct NewAdministrator {
    pub country: String,
    pub entity: String,
    pub user: String,
    pub mail: String,
    pub mobile: String,
    /// The user whose home branch, roles and branches the new one gets.
    pub like: String,
    pub password: String,
}

/// The mappings that are copied.
const MAPPINGS: [&str; 2] = ["userrolemapping", "userbranchaccess"];
/// The most mappings of one user.
const MOST: i64 = 1000;

/// Creates the user, who must choose another password at the first login.
pub async fn create_administrator(app: &App, new: &NewAdministrator) -> Result<()> {
    let permit = system::operator(&new.country, &new.entity);
    let users = find("usermaster")?;
    let like = app
        .store
        .find_record(&permit, users, &[Stored::text(&new.like)])
        .await?
        .ok_or_else(|| Refusal::field("like", Message::about("selectValid", "usermaster", "userId")))?;
    let mut body = own_fields(users, like.to_map());
    let own =
        [("userId", &new.user), ("mailId", &new.mail), ("mobileNumber", &new.mobile), ("password", &new.password)];
    body.extend(own.map(|(name, value)| (name.to_owned(), value.as_str().into())));
    body.insert("firstName".into(), "Second".into());
    body.insert("lastName".into(), "Administrator".into());
    for name in ["designation", "secondName", "preferredName", "alternateMobileNumber"] {
        body.remove(name);
    }
    let mut batch = Batch::default().and(store::identity::given_password(&permit, &new.user));
    for name in MAPPINGS {
        batch = batch.join(copies(app, &permit, find(name)?, new).await?);
    }
    save_with_batch(app, &permit, users, &body, batch).await
}

fn find(resource: &str) -> Result<&'static Definition> {
    master_data::find(resource).ok_or_else(|| Error::internal(format!("no resource {resource}")))
}

/// A record without version and times.
fn own_fields(definition: &'static Definition, record: Map<String, Value>) -> Map<String, Value> {
    record.into_iter().filter(|(name, _)| definition.field(name).is_some()).collect()
}

/// The mappings of the other user, for the new one.
async fn copies(
    app: &App,
    permit: &Permit<Change>,
    mapping: &'static Definition,
    new: &NewAdministrator,
) -> Result<Batch> {
    let field = mapping.field("userId").ok_or_else(|| Error::internal("a mapping without a user"))?;
    let filters = vec![Filter { field, value: Stored::text(&new.like) }];
    let view: Permit<View> = permit.clone().into();
    let query = ListQuery { filters, ..ListQuery::default() };
    let page = app.store.list_page(&view, mapping, &query, 0, MOST).await?;
    let rows: Vec<Map<String, Value>> =
        serde_json::from_slice(&[b"[", &page.json[..], b"]"].concat()).map_err(Error::internal)?;
    let context = app.validation_context(permit.scope()).await?;
    let now = store::audit::stamp(app.clock.now());
    let mut batch = Batch::default();
    for row in rows {
        let mut body = own_fields(mapping, row);
        body.insert("userId".into(), new.user.as_str().into());
        let record = validate(mapping, &body, Purpose::Save, &context)?;
        let detail = serde_json::json!({ "record": body });
        batch = batch.join(store::master_data::insert(mapping, permit.scope(), permit.actor(), &record, &now, detail));
    }
    Ok(batch)
}
