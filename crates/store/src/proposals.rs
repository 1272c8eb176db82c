//! Changes that one administrator proposed and another has to approve.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;
use domain::message::Message;
use serde_json::{Map, Value as Json};

use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Result, Row, Store};

/// Most proposals returned: those that wait first, then the newest.
const MOST: i64 = 200;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    pub proposal_id: String,
    pub resource: String,
    /// `{ name: value }`
    pub key: Map<String, Json>,
    /// `S`, `U` or `D`.
    pub operation: String,
    /// `{ name: [old, new] }`
    pub fields: Map<String, Json>,
    /// `{ name: sealed value }`
    pub secrets: Map<String, Json>,
    /// `waiting`, `approved`, `declined` or `withdrawn`.
    pub state: String,
    pub proposed_by: String,
    pub proposed_on: String,
    pub decided_by: Option<String>,
    pub decided_on: Option<String>,
    /// Why it was declined.
    pub remarks: Option<String>,
    /// The proposer's session was opened by SSO, which had changed lately.
    pub by_changed_sso: bool,
}

impl Proposal {
    pub fn is_waiting(&self) -> bool {
        self.state == "waiting"
    }
}

/// What is proposed.
#[derive(Debug)]
pub struct NewProposal<'a> {
    pub proposal_id: &'a str,
    pub resource: &'a str,
    pub operation: &'a str,
    pub key: &'a Map<String, Json>,
    pub fields: &'a Map<String, Json>,
    pub secrets: &'a Map<String, Json>,
    pub by_changed_sso: bool,
}

fn proposal(row: &dyn Row) -> Result<Proposal> {
    let row = Record::new(row, "entity_proposal", "proposal_id");
    let map = |name: &str| row.parsed(name, |text| serde_json::from_str(text).ok());
    Ok(Proposal {
        proposal_id: row.text("proposal_id")?,
        resource: row.text("resource")?,
        key: map("record_key")?,
        operation: row.text("operation")?,
        fields: map("fields")?,
        secrets: map("secrets")?,
        state: row.text("state")?,
        proposed_by: row.text("proposed_by")?,
        proposed_on: row.text("proposed_on")?,
        decided_by: row.optional_text("decided_by")?,
        decided_on: row.optional_text("decided_on")?,
        remarks: row.optional_text("remarks")?,
        by_changed_sso: row.flag("by_changed_sso")?,
    })
}

const SELECT: &str = r#"
SELECT proposal_id, resource, record_key, operation, fields, secrets, state, proposed_by, proposed_on, decided_by,
    decided_on, remarks, by_changed_sso
FROM entity_proposal WHERE country_code = $1 AND entity_code = $2"#;

impl Store {
    /// Those that wait first, then the newest; ids are ordered by time.
    pub async fn proposals<Kind>(&self, permit: &Permit<Kind>) -> Result<Vec<Proposal>> {
        let text = format!("{SELECT} ORDER BY CASE WHEN state = 'waiting' THEN 0 ELSE 1 END, proposal_id DESC LIMIT ");
        let mut sql = Sql::new(text, scoped(permit, &[]));
        sql.bind(Value::Int(MOST));
        self.decoded(permit, &sql, proposal).await
    }

    pub async fn proposal<Kind>(&self, permit: &Permit<Kind>, proposal_id: &str) -> Result<Option<Proposal>> {
        let sql = Sql::new(format!("{SELECT} AND proposal_id = $3"), scoped(permit, &[proposal_id]));
        self.first_decoded(permit, &sql, proposal).await
    }
}

/// Refused while another proposal of the record waits.
pub fn propose(permit: &Permit<Change>, new: &NewProposal, now: &str) -> Statement {
    let json = |map: &Map<String, Json>| serde_json::to_string(map).unwrap_or_default();
    let (key, fields, secrets) = (json(new.key), json(new.fields), json(new.secrets));
    let what = [new.proposal_id, new.resource, new.operation, &key, &fields, &secrets];
    let by = [permit.actor(), now];
    let mut values = scoped(permit, &[&what[..], &by].concat());
    values.push(Value::Bool(new.by_changed_sso));
    Statement::raw(
        "entity_proposal",
        r#"
INSERT INTO entity_proposal (country_code, entity_code, proposal_id, resource, operation, record_key, fields, secrets,
    state, proposed_by, proposed_on, by_changed_sso)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9, $10, $11) ON CONFLICT DO NOTHING"#,
        values,
    )
    .or_refuse(Refusal::Conflict(Message::plain("proposalWaiting")))
}

/// Decides a waiting proposal; of two decisions at once the second is refused. Its secrets are no longer needed.
pub fn decide(permit: &Permit<Change>, proposal_id: &str, state: &str, remarks: Option<&str>, now: &str) -> Statement {
    let mut set = [state, permit.actor(), now].map(Value::text).to_vec();
    set.push(remarks.map_or(Value::Null, Value::text));
    Statement::raw(
        "entity_proposal",
        r#"
UPDATE entity_proposal SET state = $1, decided_by = $2, decided_on = $3, remarks = $4, secrets = '{}'
WHERE country_code = $5 AND entity_code = $6 AND proposal_id = $7 AND state = 'waiting'"#,
        [set, scoped(permit, &[proposal_id])].concat(),
    )
    .or_refuse(Refusal::Stale)
}
