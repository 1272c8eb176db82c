//! Changes to the entity that one administrator proposed and another has to approve.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;
use domain::message::Message;
use serde_json::Value as Json;

use crate::batch::Statement;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// Most proposals returned, newest first.
const MOST: i64 = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    pub proposal_id: String,
    /// `{ name: [old, new] }`
    pub fields: Json,
    /// `waiting`, `approved`, `declined` or `withdrawn`.
    pub state: String,
    pub proposed_by: String,
    pub proposed_on: String,
    pub decided_by: Option<String>,
    pub decided_on: Option<String>,
}

impl Proposal {
    pub fn is_waiting(&self) -> bool {
        self.state == "waiting"
    }
}

fn proposal(row: &dyn Row) -> Result<Proposal> {
    let row = Record::new(row, "entity_proposal", "proposal_id");
    Ok(Proposal {
        proposal_id: row.text("proposal_id")?,
        fields: row.parsed("fields", |text| serde_json::from_str(text).ok())?,
        state: row.text("state")?,
        proposed_by: row.text("proposed_by")?,
        proposed_on: row.text("proposed_on")?,
        decided_by: row.optional_text("decided_by")?,
        decided_on: row.optional_text("decided_on")?,
    })
}

const COLUMNS: &str = "SELECT proposal_id, fields, state, proposed_by, proposed_on, decided_by, decided_on FROM entity_proposal WHERE country_code = $1 AND entity_code = $2";

impl Store {
    /// The newest proposals first; ids are ordered by time.
    pub async fn proposals<Kind>(&self, permit: &Permit<Kind>) -> Result<Vec<Proposal>> {
        let mut sql = Sql::new(format!("{COLUMNS} ORDER BY proposal_id DESC LIMIT "), scoped(permit, &[]));
        sql.bind(Value::Int(MOST));
        self.decoded(permit, &sql, proposal).await
    }

    pub async fn proposal<Kind>(&self, permit: &Permit<Kind>, proposal_id: &str) -> Result<Option<Proposal>> {
        let sql = Sql::new(format!("{COLUMNS} AND proposal_id = $3"), scoped(permit, &[proposal_id]));
        self.first_decoded(permit, &sql, proposal).await
    }
}

/// Refused while another proposal waits.
pub fn propose(permit: &Permit<Change>, proposal_id: &str, fields: &Json, now: &str) -> Statement {
    let values = scoped(permit, &[proposal_id, &fields.to_string(), permit.actor(), now]);
    Statement::new(
        "INSERT INTO entity_proposal (country_code, entity_code, proposal_id, fields, state, proposed_by, proposed_on) VALUES ($1, $2, $3, $4, 'waiting', $5, $6) ON CONFLICT DO NOTHING",
        values,
    )
    .or_refuse(Refusal::Conflict(Message::plain("proposalWaiting")))
}

/// Decides a waiting proposal; of two decisions at once the second is refused.
pub fn decide(permit: &Permit<Change>, proposal_id: &str, state: &str, now: &str) -> Statement {
    let set = [state, permit.actor(), now].map(Value::text).to_vec();
    Statement::new(
        "UPDATE entity_proposal SET state = $1, decided_by = $2, decided_on = $3 WHERE country_code = $4 AND entity_code = $5 AND proposal_id = $6 AND state = 'waiting'",
        [set, scoped(permit, &[proposal_id])].concat(),
    )
    .or_refuse(Refusal::Stale)
}
