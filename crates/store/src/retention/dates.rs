//! The periods of an entity, and the dates of its closed requests.

use std::collections::HashMap;

use domain::access::{Change, Permit};
use domain::master_data::Value;
use domain::request::Verdict;
use domain::retention::{Dates, EarlierPeriod, KeptRequest, KeptVersion, Kind, Period, Periods};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value as Json;

use crate::requests::{HELD, RequestAggregate, push_list};
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Result, Row, Store};

/// How long an entity keeps what, and the version of the Entity Master that says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetentionSettings {
    pub periods: Periods,
    pub time_zone: String,
    pub entity_version: i64,
}

impl RetentionSettings {
    /// Equal for settings that yield equal dates.
    pub fn fingerprint(&self) -> String {
        format!("{} {}", self.periods.fingerprint(), self.time_zone)
    }
}

/// The settings that the stored dates were computed with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RetentionState {
    /// Empty before the first computation.
    pub applied: String,
    /// The settings of a computation in progress, and the last request it reached.
    pub computing: Option<String>,
    pub computed_to: String,
    /// The day of the last warnings.
    pub warned_on: Option<String>,
    /// Details of the action log before this time are erased.
    pub details_erased_on: Option<String>,
}

/// A request with its stored dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRow {
    pub txn_ref_no: String,
    pub tenant_code: String,
    pub customer_reference: String,
    /// The column is still to be filled from the request's details.
    pub lacks_reference: bool,
    pub version_number: i64,
    pub is_held: bool,
    pub purge_after: Option<Date>,
    pub record_purge_after: Option<Date>,
    pub purged_on: Option<String>,
    pub kept: KeptRequest,
    /// In the order of `kept.versions`.
    pub versions: Vec<StoredVersion>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredVersion {
    pub title: String,
    pub kind: Option<Kind>,
    pub purge_after: Option<Date>,
}

impl KeptRow {
    /// True when the stored dates are these.
    pub fn has(&self, dates: &Dates) -> bool {
        let stored = self.versions.iter().map(|version| (version.kind, version.purge_after));
        let computed = dates.versions.iter().map(|(kind, day)| (Some(*kind), *day));
        !self.lacks_reference
            && self.purge_after == dates.documents
            && self.record_purge_after == dates.records
            && stored.eq(computed)
    }
}

fn day(stamp: &str, zone: &TimeZone) -> Option<Date> {
    stamp.parse::<Timestamp>().ok().map(|moment| moment.to_zoned(zone.clone()).date())
}

impl RequestAggregate {
    /// What the dates of this request depend on.
    pub fn kept(&self, zone: &TimeZone) -> KeptRequest {
        let versions = self.versions.iter().map(|version| {
            let is_of = |review: &&crate::requests::ReviewRow| {
                review.document == version.document && review.version == version.number
            };
            let last = self.reviews.iter().filter(is_of).max_by_key(|review| review.number);
            let rejected = last.filter(|review| review.verdict == Verdict::Rejected);
            KeptVersion {
                document: version.document,
                version: version.number,
                rejected_on: rejected.and_then(|review| day(&review.reviewed_on, zone)),
                is_purged: version.purged_on.is_some(),
            }
        });
        let uploaded = self.versions.iter().map(|version| &version.uploaded_on);
        let closed = self.request.closed_on.as_ref().map(|closed| uploaded.fold(closed, Ord::max));
        KeptRequest { closed_on: closed.and_then(|closed| day(closed, zone)), versions: versions.collect() }
    }
}

/// The statements that store the dates of a request.
pub fn set_dates(
    permit: &Permit<Change>,
    txn_ref_no: &str,
    customer_reference: &str,
    kept: &KeptRequest,
    dates: &Dates,
) -> Vec<Statement> {
    let text = |day: Option<Date>| day.map_or(Value::Null, |day| Value::Text(day.to_string()));
    let mut values = vec![text(dates.documents), text(dates.records)];
    values.push(Value::text(customer_reference));
    values.extend(scoped(permit, &[txn_ref_no]));
    let mut all = vec![Statement::raw(
        "docrequest",
        r#"UPDATE docrequest
            SET purge_after = $1, record_purge_after = $2, customer_reference = $3
            WHERE country_code = $4 AND entity_code = $5 AND txn_ref_no = $6"#,
        values,
    )];
    for (version, (kind, last_day)) in kept.versions.iter().zip(&dates.versions) {
        let mut values = vec![text(*last_day), Value::text(kind.name())];
        values.extend(scoped(permit, &[txn_ref_no]));
        values.extend([Value::Int(version.document.into()), Value::Int(version.version.into())]);
        all.push(Statement::raw(
            "docrequest_version",
            r#"UPDATE docrequest_version
                SET purge_after = $1, purge_kind = $2
                WHERE country_code = $3 AND entity_code = $4 AND txn_ref_no = $5 AND document_no = $6
                    AND version_no = $7"#,
            values,
        ));
    }
    all
}

/// Records that a period was shortened.
pub fn shorten(
    permit: &Permit<Change>,
    (kind, old_days, new_days): (Kind, u32, u32),
    now: &str,
    effective_on: Date,
) -> Statement {
    let change_id = format!("{now}.{}", kind.name());
    let mut values = scoped(permit, &[&change_id, kind.name()]);
    values.extend([Value::Int(old_days.into()), Value::Int(new_days.into())]);
    values.extend([Value::text(now), Value::Text(effective_on.to_string())]);
    Statement::raw(
        "retention_change",
        r#"INSERT INTO retention_change (country_code, entity_code, change_id, period, old_days, new_days, changed_on,
                effective_on)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"#,
        values,
    )
}

/// The last review of a version.
const LAST_REVIEW: &str = "FROM docrequest_review w WHERE w.country_code = v.country_code \
    AND w.entity_code = v.entity_code AND w.txn_ref_no = v.txn_ref_no AND w.document_no = v.document_no \
    AND w.version_no = v.version_no ORDER BY w.review_no DESC LIMIT 1";

impl Store {
    pub async fn retention_settings<K>(&self, permit: &Permit<K>) -> Result<Option<RetentionSettings>> {
        let sql = Sql::new(
            r#"SELECT entity_code, reject_documents_purge_days, document_purging_days, record_purge_required,
                    record_purge_days, utc_time_zone, version_number
                FROM entity_master
                WHERE country_code = $1 AND entity_code = $2"#,
            scoped(permit, &[]),
        );
        let settings = |row: &dyn Row| {
            let row = Record::new(row, "entity_master", "entity_code");
            let period = |days| Period { days, earlier: Vec::new() };
            let records = if row.flag("record_purge_required")? {
                row.optional_int("record_purge_days")?.unwrap_or(0)
            } else {
                0
            };
            let periods = Periods {
                rejected: period(row.int("reject_documents_purge_days")?),
                documents: period(row.int("document_purging_days")?),
                records: period(records),
            };
            let (time_zone, entity_version) = (row.text("utc_time_zone")?, row.int("version_number")?);
            Ok(RetentionSettings { periods, time_zone, entity_version })
        };
        let Some(mut found) = self.first_decoded(permit, &sql, settings).await? else { return Ok(None) };
        let sql = Sql::new(
            r#"SELECT change_id, period, old_days, effective_on
                FROM retention_change
                WHERE country_code = $1 AND entity_code = $2
                ORDER BY change_id"#,
            scoped(permit, &[]),
        );
        let change = |row: &dyn Row| {
            let row = Record::new(row, "retention_change", "change_id");
            let until = row.parsed("effective_on", |text| text.parse().ok())?;
            Ok((row.parsed("period", Kind::parse)?, EarlierPeriod { days: row.int("old_days")?, until }))
        };
        for (kind, earlier) in self.decoded(permit, &sql, change).await? {
            let period = match kind {
                Kind::Rejected => &mut found.periods.rejected,
                Kind::Documents => &mut found.periods.documents,
                Kind::Records => &mut found.periods.records,
            };
            period.earlier.push(earlier);
        }
        Ok(Some(found))
    }

    pub async fn retention_state<K>(&self, permit: &Permit<K>) -> Result<RetentionState> {
        let sql = Sql::new(
            r#"SELECT entity_code, applied, computing, computed_to, warned_on, details_erased_on
                FROM retention_state
                WHERE country_code = $1 AND entity_code = $2"#,
            scoped(permit, &[]),
        );
        let state = |row: &dyn Row| {
            let row = Record::new(row, "retention_state", "entity_code");
            Ok(RetentionState {
                applied: row.text("applied")?,
                computing: row.optional_text("computing")?,
                computed_to: row.text("computed_to")?,
                warned_on: row.optional_text("warned_on")?,
                details_erased_on: row.optional_text("details_erased_on")?,
            })
        };
        Ok(self.first_decoded(permit, &sql, state).await?.unwrap_or_default())
    }

    /// Stores how far a computation got, with the dates that it computed.
    pub async fn save_retention_state(
        &self,
        permit: &Permit<Change>,
        state: &RetentionState,
        mut dates: Vec<Statement>,
    ) -> Result<()> {
        let optional = |text: &Option<String>| text.as_ref().map_or(Value::Null, Value::text);
        let mut values = scoped(permit, &[&state.applied]);
        values.extend([optional(&state.computing), Value::text(&state.computed_to), optional(&state.warned_on)]);
        dates.push(Statement::raw(
            "retention_state",
            r#"INSERT INTO retention_state (country_code, entity_code, applied, computing, computed_to, warned_on)
                VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (country_code, entity_code) DO UPDATE
                SET applied = excluded.applied, computing = excluded.computing, computed_to = excluded.computed_to,
                    warned_on = excluded.warned_on"#,
            values,
        ));
        self.commit_unaudited(permit, dates).await
    }

    /// The next closed requests after a reference, in order. One that cannot be read is an error of its own.
    pub async fn kept_after(
        &self,
        permit: &Permit<Change>,
        after: &str,
        most: u32,
        zone: &TimeZone,
    ) -> Result<Vec<(String, Result<KeptRow>)>> {
        let mut sql = requests_sql(permit);
        sql.push(" AND r.closed_on IS NOT NULL AND r.txn_ref_no > ").bind(Value::text(after));
        sql.push(" ORDER BY r.txn_ref_no LIMIT ").bind(Value::Int(most.into()));
        self.kept_rows(permit, &sql, zone).await
    }

    /// One request, closed or not.
    pub async fn kept_request(
        &self,
        permit: &Permit<Change>,
        txn_ref_no: &str,
        zone: &TimeZone,
    ) -> Result<Option<KeptRow>> {
        let mut sql = requests_sql(permit);
        sql.and_equals("r.txn_ref_no", Value::text(txn_ref_no));
        self.kept_rows(permit, &sql, zone).await?.pop().map(|(_, row)| row).transpose()
    }

    /// Several requests, closed or not, in the order of their references. One that cannot be read is an error of its
    /// own.
    pub async fn kept_requests(
        &self,
        permit: &Permit<Change>,
        references: &[String],
        zone: &TimeZone,
    ) -> Result<Vec<(String, Result<KeptRow>)>> {
        let mut sql = requests_sql(permit);
        sql.push(" AND r.txn_ref_no IN ");
        push_list(&mut sql, references);
        sql.push(" ORDER BY r.txn_ref_no");
        self.kept_rows(permit, &sql, zone).await
    }

    async fn kept_rows(
        &self,
        permit: &Permit<Change>,
        sql: &Sql,
        zone: &TimeZone,
    ) -> Result<Vec<(String, Result<KeptRow>)>> {
        let read = |row: &dyn Row| {
            let key = Record::new(row, "docrequest", "txn_ref_no").text("txn_ref_no");
            (key, kept_row(row, zone))
        };
        let mut all = Vec::new();
        for (key, row) in self.rows(permit, sql, read).await? {
            all.push((key?, row));
        }
        if all.is_empty() {
            return Ok(all);
        }
        let mut sql = Sql::new(
            format!(
                r#"SELECT v.txn_ref_no, v.document_no, v.version_no, v.uploaded_on, v.purge_after, v.purge_kind,
                        v.purged_on, d.document_title, (SELECT w.verdict {LAST_REVIEW}) AS verdict,
                        (SELECT w.reviewed_on {LAST_REVIEW}) AS reviewed_on
                    FROM docrequest_version v
                    JOIN docrequest_document d ON d.country_code = v.country_code AND d.entity_code = v.entity_code
                        AND d.txn_ref_no = v.txn_ref_no AND d.document_no = v.document_no
                    WHERE v.country_code = $1 AND v.entity_code = $2 AND v.txn_ref_no IN ("#
            ),
            scoped(permit, &[]),
        );
        for (at, (key, _)) in all.iter().enumerate() {
            sql.push(if at > 0 { ", " } else { "" }).bind(Value::text(key));
        }
        sql.push(") ORDER BY v.txn_ref_no, v.document_no, v.version_no");
        let read = |row: &dyn Row| {
            let key = Record::new(row, "docrequest_version", "txn_ref_no").text("txn_ref_no");
            (key, version_row(row, zone))
        };
        let mut versions: HashMap<String, Vec<Result<ReadVersion>>> = HashMap::new();
        for (key, version) in self.rows(permit, &sql, read).await? {
            versions.entry(key?).or_default().push(version);
        }
        for (key, row) in &mut all {
            let Ok(kept) = row else { continue };
            if let Err(error) = add_versions(kept, versions.remove(key).unwrap_or_default()) {
                *row = Err(error);
            }
        }
        Ok(all)
    }
}

fn requests_sql(permit: &Permit<Change>) -> Sql {
    let text = format!(
        r#"SELECT r.txn_ref_no, r.tenant_code, r.customer_reference,
                CASE WHEN r.customer_reference IS NULL THEN r.details END AS details, r.version_number, r.closed_on,
                r.purge_after, r.purged_on, r.record_purge_after,
                CAST(CASE WHEN {HELD} THEN 1 ELSE 0 END AS BIGINT) AS held
            FROM docrequest r
            WHERE r.country_code = $1 AND r.entity_code = $2"#
    );
    Sql::new(text, scoped(permit, &[]))
}

fn kept_row(row: &dyn Row, zone: &TimeZone) -> Result<KeptRow> {
    let row = Record::new(row, "docrequest", "txn_ref_no");
    let in_details = row.optional_parsed("details", |text| serde_json::from_str::<Json>(text).ok())?;
    let in_details = in_details.and_then(|found| found["customer"]["customerReference"].as_str().map(str::to_owned));
    let stored_day = |name: &str| row.optional_parsed(name, |text| text.parse().ok());
    Ok(KeptRow {
        txn_ref_no: row.text("txn_ref_no")?,
        tenant_code: row.text("tenant_code")?,
        lacks_reference: row.optional_str("customer_reference")?.is_none(),
        customer_reference: row.optional_text("customer_reference")?.or(in_details).unwrap_or_default(),
        version_number: row.int("version_number")?,
        is_held: row.int::<i64>("held")? == 1,
        purge_after: stored_day("purge_after")?,
        record_purge_after: stored_day("record_purge_after")?,
        purged_on: row.optional_text("purged_on")?,
        kept: KeptRequest {
            closed_on: row.optional_parsed("closed_on", |text| day(text, zone))?,
            versions: Vec::new(),
        },
        versions: Vec::new(),
    })
}

/// A version, its stored dates, and the day of its upload.
type ReadVersion = (KeptVersion, StoredVersion, Date);

fn version_row(row: &dyn Row, zone: &TimeZone) -> Result<ReadVersion> {
    let row = Record::new(row, "docrequest_version", "txn_ref_no");
    let is_rejected = row.optional_parsed("verdict", Verdict::parse)? == Some(Verdict::Rejected);
    let reviewed_on = row.optional_parsed("reviewed_on", |text| day(text, zone))?;
    let version = KeptVersion {
        document: row.int("document_no")?,
        version: row.int("version_no")?,
        rejected_on: reviewed_on.filter(|_| is_rejected),
        is_purged: row.optional_str("purged_on")?.is_some(),
    };
    let stored = StoredVersion {
        title: row.text("document_title")?,
        kind: row.optional_parsed("purge_kind", Kind::parse)?,
        purge_after: row.optional_parsed("purge_after", |text| text.parse().ok())?,
    };
    Ok((version, stored, row.parsed("uploaded_on", |text| day(text, zone))?))
}

/// A request does not close before its last upload; otherwise the clock was wrong when it closed.
fn add_versions(row: &mut KeptRow, versions: Vec<Result<ReadVersion>>) -> Result<()> {
    for version in versions {
        let (version, stored, uploaded_on) = version?;
        row.kept.closed_on = row.kept.closed_on.map(|closed| closed.max(uploaded_on));
        row.kept.versions.push(version);
        row.versions.push(stored);
    }
    Ok(())
}
