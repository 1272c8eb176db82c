use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;

use super::aggregate::RequestRow;
use crate::audit::Entry;
use crate::batch::Batch;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Result, Row, Store};

/// A meeting with parties of a request.
#[derive(Debug, Clone)]
pub struct Meeting {
    pub tenant_code: String,
    pub txn_ref_no: String,
    pub meeting_id: String,
    pub subject: String,
    pub starts_at: String,
    pub duration_minutes: i64,
    pub place: Option<String>,
    pub remarks: Option<String>,
    pub parties: Vec<u32>,
    pub is_cancelled: bool,
    pub version_number: i64,
    pub created_by: String,
    pub updated_on: String,
}

const COLUMNS: &str = "tenant_code, txn_ref_no, meeting_id, subject, starts_at, duration_minutes, place, remarks, \
    parties, is_cancelled, version_number, created_by, updated_on";

fn meeting(row: &dyn Row) -> Result<Meeting> {
    let row = Record::new(row, "docrequest_meeting", "meeting_id");
    Ok(Meeting {
        tenant_code: row.text("tenant_code")?,
        txn_ref_no: row.text("txn_ref_no")?,
        meeting_id: row.text("meeting_id")?,
        subject: row.text("subject")?,
        starts_at: row.text("starts_at")?,
        duration_minutes: row.int("duration_minutes")?,
        place: row.optional_text("place")?,
        remarks: row.optional_text("remarks")?,
        parties: row.parsed("parties", numbers)?,
        is_cancelled: row.flag("is_cancelled")?,
        version_number: row.int("version_number")?,
        created_by: row.text("created_by")?,
        updated_on: row.text("updated_on")?,
    })
}

/// Parses a list made by [`listed`].
fn numbers(list: &str) -> Option<Vec<u32>> {
    if list.is_empty() {
        return Some(Vec::new());
    }
    list.split(',').map(|number| number.parse().ok()).collect()
}

fn text(value: &Option<String>) -> Value {
    value.as_ref().map_or(Value::Null, Value::text)
}

fn listed(parties: &[u32]) -> String {
    parties.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn entry(action: &'static str, request: &RequestRow, meeting: &Meeting) -> Entry {
    let for_user = request.is_forwarded.then_some(&request.owner);
    let detail = serde_json::json!({ "txnId": request.txn_id, "branchCode": request.branch_code, "forUser": for_user,
        "more": { "meetingId": meeting.meeting_id, "subject": meeting.subject, "startsAt": meeting.starts_at } });
    Entry { action, resource: "docrequest", key: meeting.txn_ref_no.clone(), detail }
}

pub fn plan_meeting(permit: &Permit<Change>, request: &RequestRow, meeting: &Meeting, now: &str) -> Batch {
    let mut values = scoped(
        permit,
        &[&meeting.tenant_code, &meeting.txn_ref_no, &meeting.meeting_id, &meeting.subject, &meeting.starts_at],
    );
    values.extend([
        Value::Int(meeting.duration_minutes),
        text(&meeting.place),
        text(&meeting.remarks),
        Value::Text(listed(&meeting.parties)),
        Value::Bool(false),
        Value::Int(1),
        Value::text(now),
        Value::text(permit.actor()),
        Value::text(now),
        Value::text(permit.actor()),
    ]);
    let insert = Statement::raw(
        "docrequest_meeting",
        r#"INSERT INTO docrequest_meeting (country_code, entity_code, tenant_code, txn_ref_no, meeting_id, subject,
                starts_at, duration_minutes, place, remarks, parties, is_cancelled, version_number, created_on,
                created_by, updated_on, updated_by)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)"#,
        values,
    );
    Batch::audited(entry("meetingplanned", request, meeting)).and(insert)
}

/// Moves or cancels a meeting, unless it changed meanwhile.
pub fn move_meeting(permit: &Permit<Change>, request: &RequestRow, meeting: &Meeting, now: &str) -> Batch {
    let mut values = vec![
        Value::text(&meeting.subject),
        Value::text(&meeting.starts_at),
        Value::Int(meeting.duration_minutes),
        text(&meeting.place),
        text(&meeting.remarks),
        Value::Text(listed(&meeting.parties)),
        Value::Bool(meeting.is_cancelled),
        Value::text(now),
        Value::text(permit.actor()),
    ];
    values.extend(scoped(permit, &[&meeting.txn_ref_no, &meeting.meeting_id]));
    values.push(Value::Int(meeting.version_number));
    let update = Statement::raw(
        "docrequest_meeting",
        r#"UPDATE docrequest_meeting
            SET subject = $1, starts_at = $2, duration_minutes = $3, place = $4, remarks = $5, parties = $6,
                is_cancelled = $7, updated_on = $8, updated_by = $9, version_number = version_number + 1
            WHERE country_code = $10 AND entity_code = $11 AND txn_ref_no = $12 AND meeting_id = $13
                AND version_number = $14"#,
        values,
    );
    let action = if meeting.is_cancelled { "meetingcancelled" } else { "meetingmoved" };
    Batch::audited(entry(action, request, meeting)).and(update.or_refuse(Refusal::Stale))
}

impl Store {
    /// The meetings of a request. The caller has checked access to it.
    pub async fn meetings_of<Kind>(&self, permit: &Permit<Kind>, txn_ref_no: &str) -> Result<Vec<Meeting>> {
        let sql = Sql::new(
            format!(
                r#"SELECT {COLUMNS}
                    FROM docrequest_meeting
                    WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3
                    ORDER BY starts_at DESC
                    LIMIT 200"#
            ),
            scoped(permit, &[txn_ref_no]),
        );
        self.decoded(permit, &sql, meeting).await
    }
}
