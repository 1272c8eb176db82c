//! Copies of accepted documents for the entity's drives: a queue per entity and target, and the state of each copy.

use domain::Refusal;
use domain::access::{Change, Permit, system};
use domain::drive::{Drive, DriveKind, ShareTarget};
use domain::master_data::Value;
use domain::secret::Secret;
use serde_json::json;

use crate::audit::Entry;
use crate::batch::Batch;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Error, Result, Row, Store};

/// The waiting copies of one entity for one target.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ShareLane {
    pub country: String,
    pub entity: String,
    pub target: ShareTarget,
}

/// A copy to be made.
#[derive(Debug, Clone)]
pub struct DueShare {
    pub txn_ref_no: String,
    pub document: u32,
    pub version: u32,
    pub tries: i64,
    pub queued_on: String,
}

/// The result of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShareResult {
    Shared,
    /// Tried again at this time.
    Again {
        at: String,
        fault: String,
    },
    GivenUp {
        fault: String,
    },
}

/// A copy as the request page shows it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShareRow {
    #[serde(skip)]
    pub document: u32,
    #[serde(rename = "versionNo")]
    pub version: u32,
    pub target: String,
    pub state: String,
    pub done_on: Option<String>,
    pub fault: Option<String>,
}

/// Queues a copy of a document; one that was made before is made again.
pub fn queue_share(
    permit: &Permit<Change>,
    tenant: &str,
    txn_ref_no: &str,
    (document, version): (u32, u32),
    target: ShareTarget,
    now: &str,
) -> Statement {
    let mut values = scoped(permit, &[tenant, txn_ref_no]);
    values.extend([Value::Int(document.into()), Value::Int(version.into()), Value::text(target.name())]);
    values.extend([now, now].map(Value::text));
    Statement::raw(
        "document_share",
        r#"INSERT INTO document_share (country_code, entity_code, tenant_code, txn_ref_no, document_no, version_no,
                target, state, tries, next_try_on, queued_on)
            VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', 0, $8, $9)
            ON CONFLICT (country_code, entity_code, txn_ref_no, document_no, version_no, target) DO UPDATE
            SET state = 'waiting', tries = 0, next_try_on = excluded.next_try_on, queued_on = excluded.queued_on,
                done_on = NULL, fault = NULL"#,
        values,
    )
}

/// Drops the copies of a document that have not been made.
pub fn drop_waiting_shares(permit: &Permit<Change>, txn_ref_no: &str, document: u32) -> Statement {
    let mut values = scoped(permit, &[txn_ref_no]);
    values.push(Value::Int(document.into()));
    Statement::raw(
        "document_share",
        r#"DELETE FROM document_share
            WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND document_no = $4
            AND state <> 'shared'"#,
        values,
    )
}

fn lane(row: &dyn Row) -> Result<ShareLane> {
    let row = Record::new(row, "document_share", "entity_code");
    let target = ShareTarget::parse(row.str("target")?).ok_or_else(|| Error::internal("an unknown share target"))?;
    Ok(ShareLane { country: row.text("country_code")?, entity: row.text("entity_code")?, target })
}

impl Store {
    /// The targets that the entity has switched on and configured.
    pub async fn share_targets<Kind>(&self, permit: &Permit<Kind>) -> Result<Vec<ShareTarget>> {
        let sql = Sql::new(
            r#"SELECT entity_code, file_sharing_integration, file_sharing_url, drive_integration, drive_url
                FROM entity_master
                WHERE country_code = $1 AND entity_code = $2"#,
            scoped(permit, &[]),
        );
        let targets = |row: &dyn Row| {
            let row = Record::new(row, "entity_master", "entity_code");
            let on = [
                row.flag("file_sharing_integration")? && row.optional_str("file_sharing_url")?.is_some(),
                row.flag("drive_integration")? && row.optional_str("drive_url")?.is_some(),
            ];
            Ok(ShareTarget::ALL.into_iter().zip(on).filter(|(_, is_on)| *is_on).map(|(target, _)| target).collect())
        };
        Ok(self.first_decoded(permit, &sql, targets).await?.unwrap_or_default())
    }

    /// How to reach a target, with its secret; `None` when it was switched off.
    pub async fn drive(&self, permit: &Permit<Change>, target: ShareTarget) -> Result<Option<Drive>> {
        let sql = Sql::new(
            r#"SELECT entity_code, file_sharing_integration, file_sharing_url, file_sharing_user, file_sharing_password,
                    drive_integration, drive_kind, drive_url, drive_region, drive_user, drive_secret
                FROM entity_master
                WHERE country_code = $1 AND entity_code = $2"#,
            scoped(permit, &[]),
        );
        let found = self.first_decoded(permit, &sql, |row| {
            let row = Record::new(row, "entity_master", "entity_code");
            let (is_on, [url, user, secret], kind, region) = match target {
                ShareTarget::FileSharing => (
                    row.flag("file_sharing_integration")?,
                    ["file_sharing_url", "file_sharing_user", "file_sharing_password"],
                    DriveKind::WebDav,
                    None,
                ),
                ShareTarget::Drive => (
                    row.flag("drive_integration")?,
                    ["drive_url", "drive_user", "drive_secret"],
                    if row.optional_str("drive_kind")? == Some("S3") { DriveKind::S3 } else { DriveKind::WebDav },
                    row.optional_text("drive_region")?,
                ),
            };
            let sealed = row.optional_text(secret)?;
            let drive = row.optional_text(url)?.filter(|_| is_on).map(|url| Drive {
                entity: permit.scope().path(),
                kind,
                url,
                region: region.unwrap_or_else(|| "us-east-1".to_owned()),
                user: String::new(),
                secret: Secret::default(),
            });
            let user = row.optional_text(user)?.unwrap_or_default();
            Ok(drive.map(|drive| (Drive { user, ..drive }, sealed)))
        });
        let Some((drive, sealed)) = found.await?.flatten() else { return Ok(None) };
        let label = match target {
            ShareTarget::FileSharing => "master.fileSharingPassword",
            ShareTarget::Drive => "master.driveSecret",
        };
        let secret = match sealed.filter(|sealed| !sealed.is_empty()) {
            Some(sealed) => Secret::new(self.unseal(permit.scope(), label, &sealed).await?),
            None => Secret::default(),
        };
        Ok(Some(Drive { secret, ..drive }))
    }

    /// Entities and targets with a copy to make now. An unreadable one is its own error.
    pub async fn due_share_lanes(&self, now: &str) -> Result<Vec<Result<ShareLane>>> {
        let sql = Sql::new(
            r#"SELECT DISTINCT country_code, entity_code, target
                FROM document_share
                WHERE state = 'waiting' AND next_try_on <= $1
                ORDER BY country_code, entity_code, target"#,
            vec![Value::text(now)],
        );
        self.rows(&system::housekeeping(), &sql, lane).await
    }

    pub async fn due_shares(
        &self,
        permit: &Permit<Change>,
        target: ShareTarget,
        now: &str,
        most: i64,
    ) -> Result<Vec<DueShare>> {
        let mut values = scoped(permit, &[target.name(), now]);
        values.push(Value::Int(most));
        let sql = Sql::new(
            r#"SELECT txn_ref_no, document_no, version_no, tries, queued_on
                FROM document_share
                WHERE country_code = $1 AND entity_code = $2 AND target = $3 AND state = 'waiting' AND next_try_on <= $4
                ORDER BY next_try_on, txn_ref_no, document_no
                LIMIT $5"#,
            values,
        );
        self.readable(permit, &sql, |row| {
            let row = Record::new(row, "document_share", "txn_ref_no");
            Ok(DueShare {
                txn_ref_no: row.text("txn_ref_no")?,
                document: row.int("document_no")?,
                version: row.int("version_no")?,
                tries: row.int("tries")?,
                queued_on: row.text("queued_on")?,
            })
        })
        .await
    }

    /// Claims a copy for a while: of several nodes one succeeds.
    pub async fn claim_share(
        &self,
        permit: &Permit<Change>,
        target: ShareTarget,
        due: &DueShare,
        until: &str,
    ) -> Result<bool> {
        let mut values = vec![Value::text(until)];
        values.extend(share_key(permit, target, due));
        values.push(Value::Int(due.tries));
        let claim = Statement::raw(
            "document_share",
            r#"UPDATE document_share
                SET tries = tries + 1, next_try_on = $1
                WHERE country_code = $2 AND entity_code = $3 AND txn_ref_no = $4 AND target = $5 AND document_no = $6
                    AND version_no = $7 AND state = 'waiting' AND tries = $8"#,
            values,
        );
        match self.commit_unaudited(permit, vec![claim.or_refuse(Refusal::Stale)]).await {
            Ok(()) => Ok(true),
            Err(Error::Refused(Refusal::Stale)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Extends the claim of a copy that is being made.
    pub async fn renew_share(
        &self,
        permit: &Permit<Change>,
        target: ShareTarget,
        due: &DueShare,
        until: &str,
    ) -> Result<()> {
        let mut values = vec![Value::text(until)];
        values.extend(share_key(permit, target, due));
        values.push(Value::Int(due.tries + 1));
        let renew = Statement::raw(
            "document_share",
            r#"UPDATE document_share SET next_try_on = $1
            WHERE country_code = $2 AND entity_code = $3 AND txn_ref_no = $4 AND target = $5
                AND document_no = $6 AND version_no = $7 AND state = 'waiting' AND tries = $8"#,
            values,
        );
        self.commit_unaudited(permit, vec![renew]).await
    }

    /// Stores the result of an attempt. That a document left the product, or could not, is in the audit log.
    pub async fn settle_share(
        &self,
        permit: &Permit<Change>,
        target: ShareTarget,
        due: &DueShare,
        result: &ShareResult,
        now: &str,
    ) -> Result<()> {
        let (state, again, fault) = match result {
            ShareResult::Shared => ("shared", now, None),
            ShareResult::Again { at, fault } => ("waiting", at.as_str(), Some(fault)),
            ShareResult::GivenUp { fault } => ("failed", now, Some(fault)),
        };
        let mut values = vec![Value::text(state), Value::text(again)];
        values.push(if state == "waiting" { Value::Null } else { Value::text(now) });
        values.push(fault.map_or(Value::Null, Value::text));
        values.extend(share_key(permit, target, due));
        let settle = Statement::raw(
            "document_share",
            r#"UPDATE document_share
                SET state = $1, next_try_on = $2, done_on = $3, fault = $4
                WHERE country_code = $5 AND entity_code = $6 AND txn_ref_no = $7 AND target = $8 AND document_no = $9
                    AND version_no = $10"#,
            values,
        );
        let action = match result {
            ShareResult::Again { .. } => return self.commit_unaudited(permit, vec![settle]).await,
            ShareResult::Shared => "document-shared",
            ShareResult::GivenUp { .. } => "document-not-shared",
        };
        let detail = json!({
            "documentNo": due.document, "more": { "versionNo": due.version, "target": target.name(), "fault": fault },
        });
        let entry = Entry { action, resource: "docrequest", key: due.txn_ref_no.clone(), detail };
        self.commit(permit, Batch::audited(entry).and(settle)).await
    }

    /// The copies of a request's documents.
    pub async fn shares<Kind>(&self, permit: &Permit<Kind>, txn_ref_no: &str) -> Result<Vec<ShareRow>> {
        let sql = Sql::new(
            r#"SELECT txn_ref_no, document_no, version_no, target, state, done_on, fault
                FROM document_share
                WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3
                ORDER BY document_no, version_no, target"#,
            scoped(permit, &[txn_ref_no]),
        );
        self.readable(permit, &sql, |row| {
            let row = Record::new(row, "document_share", "txn_ref_no");
            Ok(ShareRow {
                document: row.int("document_no")?,
                version: row.int("version_no")?,
                target: row.text("target")?,
                state: row.text("state")?,
                done_on: row.optional_text("done_on")?,
                fault: row.optional_text("fault")?,
            })
        })
        .await
    }
}

fn share_key(permit: &Permit<Change>, target: ShareTarget, due: &DueShare) -> Vec<Value> {
    let mut key = scoped(permit, &[&due.txn_ref_no, target.name()]);
    key.extend([Value::Int(due.document.into()), Value::Int(due.version.into())]);
    key
}
