//! One action on a request, and how it changes the stored rows.

use domain::request::{Decision, Request, RequestAction};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Value as Json, json};

use super::aggregate::{RequestAggregate, ReviewRow, VersionRow};
use crate::audit::Entry;

/// One action: what was done, by whom and when.
#[derive(Debug, Clone)]
pub struct ActionTaken {
    pub action: RequestAction,
    pub actor: String,
    /// The owner, when the actor stands in for the owner.
    pub for_user: Option<String>,
    pub now: String,
    /// The entity's time zone.
    pub zone: TimeZone,
    pub document: Option<u32>,
    /// Why a request was closed or a document claimed.
    pub reason: Option<String>,
    /// Why a document was rejected.
    pub reason_code: Option<String>,
    pub remark: Option<String>,
    pub detail: Json,
}

impl ActionTaken {
    /// The entity's calendar day of the action.
    pub fn day(&self) -> Date {
        self.now.parse::<Timestamp>().unwrap_or_default().to_zoned(self.zone.clone()).date()
    }

    /// The audit entry of the action.
    pub fn entry(&self, aggregate: &RequestAggregate, before: Option<&RequestAggregate>) -> Entry {
        // A removed document is named as it was before.
        let named = |number| aggregate.document(number).or_else(|| before?.document(number));
        let title = self.document.and_then(named).map(|document| document.title.clone());
        let detail = json!({
            "txnId": aggregate.request.txn_id, "branchCode": aggregate.request.branch_code,
            "forUser": self.for_user, "documentNo": self.document, "documentTitle": title, "reason": self.reason,
            "reasonCode": self.reason_code, "remark": self.remark, "status": aggregate.request.status.name(),
            "more": self.detail,
        });
        Entry { action: self.action.name(), resource: "docrequest", key: aggregate.request.txn_ref_no.clone(), detail }
    }

    /// The entry for an action recorded later: the log holds when and by whom it was recorded, the entry when and by
    /// whom it was done.
    pub fn late_entry(&self, aggregate: &RequestAggregate) -> Entry {
        let mut entry = self.entry(aggregate, None);
        entry.detail["told"] = json!({ "at": self.now, "by": self.actor });
        entry
    }
}

impl RequestAggregate {
    /// Copies the outcome of the domain rules into the rows.
    pub fn apply_outcome(&mut self, next: &Request, step: &ActionTaken) {
        let request = &mut self.request;
        request.is_sent = next.is_sent;
        request.is_modified = next.is_modified;
        request.is_expired = next.is_expired;
        request.expires_on = next.expires_on;
        request.decision = next.decision;
        request.status = next.status();
        let counts = next.counts();
        request.requested = counts.requested;
        request.accepted = counts.accepted;
        request.rejected = counts.rejected;
        request.not_required = counts.not_required;
        let is_claimed = |document: &&domain::request::Document| document.claim.is_some() || document.waiver.is_some();
        let claimed = next.documents.iter().filter(is_claimed).count() as i64;
        (request.in_review, request.claimed) = if request.is_running() { (counts.in_review, claimed) } else { (0, 0) };
        if next.is_sent && request.sent_on.is_none() {
            request.sent_on = Some(step.now.clone());
        }
        if next.decision.is_some() && request.closed_on.is_none() {
            request.closed_on = Some(step.now.clone());
            request.reason = step.reason.clone().filter(|_| next.decision != Some(Decision::Approved));
        }
        for document in &next.documents {
            self.apply_document(document, step);
        }
    }

    fn apply_document(&mut self, next: &domain::request::Document, step: &ActionTaken) {
        let Some(row) = self.documents.iter_mut().find(|row| row.number == next.number) else { return };
        row.status = next.status;
        row.accepted_levels = next.accepted_levels;
        match (&next.claim, &row.claim_by) {
            (Some(by), None) => {
                row.claim_by = Some(by.name());
                row.claim_reason = step.reason.clone();
                row.claim_on = Some(step.now.clone());
            }
            (None, Some(_)) => (row.claim_by, row.claim_reason, row.claim_on) = (None, None, None),
            _ => {}
        }
        match (&next.waiver, &row.waiver_by) {
            (Some(by), None) => {
                row.waiver_by = Some(by.name());
                row.waiver_reason = step.reason.clone();
                row.waiver_on = Some(step.now.clone());
            }
            (None, Some(_)) => (row.waiver_by, row.waiver_reason, row.waiver_on) = (None, None, None),
            _ => {}
        }
        for version in &next.versions {
            let known = self.versions.iter().any(|row| row.document == next.number && row.number == version.number);
            if !known {
                self.versions.push(VersionRow {
                    document: next.number,
                    number: version.number,
                    uploaded_by: version.uploaded_by.name(),
                    uploaded_on: step.now.clone(),
                    purged_on: None,
                    verification: None,
                });
            }
            let is_of = |row: &&ReviewRow| row.document == next.number && row.version == version.number;
            let known = self.reviews.iter().filter(is_of).count();
            for (at, review) in version.reviews.iter().enumerate().skip(known) {
                self.reviews.push(ReviewRow {
                    document: next.number,
                    version: version.number,
                    number: at as u32 + 1,
                    level: review.level,
                    reviewed_by: review.by.name(),
                    reviewed_on: step.now.clone(),
                    verdict: review.verdict,
                    reason_code: step.reason_code.clone(),
                    remark: step.remark.clone(),
                });
            }
        }
    }
}
