//! The review queue: what a member of the staff may decide now, over all requests.

use domain::Refusal;
use domain::access::{Actor, RequestAccess, View};
use domain::message::Message;
use domain::request::Reviewer;
use serde_json::{Value, json};
use store::requests::{QueueFilter, QueueItem};

use crate::context::entity_clock;
use crate::{App, Result};

/// The maximum page size, and how far one may page.
const MAX_ROWS: i64 = 200;
const MAX_OFFSET: i64 = 10_000;
const LEVELS: std::ops::RangeInclusive<u8> = 1..=5;

/// A page of the queue to show.
#[derive(Debug, Clone, Default)]
pub struct QueueQuery {
    pub filter: QueueFilter,
    pub page: i64,
    pub size: i64,
}

/// A page of the queue as JSON.
pub struct QueuePage {
    pub content: Vec<Value>,
    /// As far as it was counted.
    pub total: i64,
}

/// Parses the parameters of a query; unknown names are refused.
pub fn read_queue_query(pairs: &[(String, String)]) -> std::result::Result<QueueQuery, Refusal> {
    let mut query = QueueQuery { size: 25, ..QueueQuery::default() };
    for (name, value) in pairs {
        let (value, wrong) = (value.trim(), || Refusal::field(name, Message::plain("wrongFilter")));
        let number = || value.parse::<i64>().map_err(|_| wrong());
        let own = || Some(value.chars().take(100).collect::<String>());
        match name.as_str() {
            _ if value.is_empty() => {}
            "page" => query.page = Some(number()?).filter(|page| *page >= 0).ok_or_else(wrong)?,
            "size" => query.size = Some(number()?).filter(|size| (1..=MAX_ROWS).contains(size)).ok_or_else(wrong)?,
            "branchCode" => query.filter.branch = own(),
            "requestCategory" => query.filter.category = own(),
            "level" => {
                let level = value.parse().ok().filter(|level| LEVELS.contains(level));
                query.filter.level = Some(level.ok_or_else(wrong)?);
            }
            _ => return Err(wrong()),
        }
    }
    if query.page.saturating_mul(query.size) > MAX_OFFSET {
        Err(Refusal::field("page", Message::plain("wrongFilter")))
    } else {
        Ok(query)
    }
}

fn shown(item: &QueueItem) -> Value {
    json!({
        "txnRefNo": item.txn_ref_no, "documentNo": item.document, "versionNo": item.version,
        "documentTitle": item.title, "customerName": item.customer_name, "partyName": item.party_name,
        "branchCode": item.branch_code, "requestCategory": item.category, "level": item.level,
        "documentDueDate": item.due_on, "uploadedOn": item.uploaded_on, "waitingSince": item.waiting_since,
        "verdict": item.verdict.name(), "fileId": item.file_id,
    })
}

/// The documents that the caller may decide now, the oldest due date first. Callers who may not review have none.
pub async fn queue(app: &App, actor: &Actor, access: &RequestAccess<View>, query: &QueueQuery) -> Result<QueuePage> {
    if !actor.can_review() {
        return Ok(QueuePage { content: Vec::new(), total: 0 });
    }
    let today = entity_clock(app, access).await?.today.to_string();
    let place = (query.page * query.size, query.size);
    let found = app.store.review_queue(access, &Reviewer::of(actor), &query.filter, &today, place).await?;
    Ok(QueuePage { content: found.items.iter().map(shown).collect(), total: found.total })
}
