//! Automatic verification: the versions that wait for it, its results, and the recognised words.

use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess, system};
use domain::master_data::Value;
use domain::request::RejectReason;
use domain::verification::aadhaar::{self, locator_version};
use domain::verification::{
    Covered, DocumentText, Evidence, KeywordType, RuleDetail, RuleMode, RuleVerdict, Verification, WHOLE_PAGE,
};
use jiff::Timestamp;

use super::aggregate::{NO_RULE, VersionRow};
use crate::audit::stamp;
use crate::clock::latest_due_time;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Error, Result, Row, Store};

/// A version that waits to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueVerification {
    pub country: String,
    pub entity: String,
    pub txn_ref_no: String,
    pub document: u32,
    pub version: u32,
    pub rule_code: String,
    pub tries: i64,
    /// True when only the numbers in it are located again: its verdict stays.
    pub is_verified: bool,
}

impl DueVerification {
    pub fn has_rule(&self) -> bool {
        self.rule_code != NO_RULE
    }

    pub fn key(&self) -> String {
        format!("{}/{}/{}/{}/{}", self.country, self.entity, self.txn_ref_no, self.document, self.version)
    }
}

/// A rule and what it may do by itself.
#[derive(Debug, Clone)]
pub struct Rule {
    pub details: Vec<RuleDetail>,
    pub mode: RuleMode,
    pub reject_reason: Option<RejectReason>,
}

/// The rule of one of a request's documents.
#[derive(Debug, Clone)]
pub struct RuleOfDocument {
    pub document: u32,
    pub rule_code: String,
}

/// What may be shown of a version.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LocatedNumbers {
    pub covered: Vec<Covered>,
    /// Files that are shown only as originals.
    pub original_only: Vec<String>,
    /// Pictures could not be recognised, so the version is searched again once they can be.
    pub lacks_recognition: bool,
}

impl LocatedNumbers {
    /// What is not shown of these pages: all of those of files that are shown only as originals.
    pub fn hidden_parts<'a>(&self, pages: impl Iterator<Item = (&'a str, u32)>) -> Vec<Covered> {
        let is_hidden = |(file_id, _): &(&str, u32)| self.original_only.iter().any(|hidden| hidden == file_id);
        let whole = |(file_id, page): (&str, u32)| Covered { file_id: file_id.to_owned(), page, area: WHOLE_PAGE };
        self.covered.iter().cloned().chain(pages.filter(is_hidden).map(whole)).collect()
    }

    pub fn hides_something(&self) -> bool {
        !self.covered.is_empty() || !self.original_only.is_empty()
    }

    /// The values of the columns: covered parts, files, and the version of the search.
    fn values(&self) -> Result<[Value; 3]> {
        let covered = serde_json::to_string(&self.covered).map_err(Error::internal)?;
        let original_only = serde_json::to_string(&self.original_only).map_err(Error::internal)?;
        Ok([Value::text(&covered), Value::text(&original_only), Value::Int(locator_version(!self.lacks_recognition))])
    }
}

/// A result, encrypted and ready to be stored.
#[derive(Debug, Clone)]
pub struct Verified {
    pub verdict: RuleVerdict,
    evidence: String,
    words: String,
    located: [Value; 3],
}

/// Binds encrypted data to its version.
pub(super) fn label(what: &str, txn_ref_no: &str, document: u32, version: u32) -> String {
    format!("verification.{what}|{txn_ref_no}|{document}|{version}")
}

/// Stores a result. Refused as stale when the version does not wait any more.
pub fn verified(permit: &Permit<Change>, due: &DueVerification, result: &Verified, now: &str) -> Statement {
    let mut values = [result.verdict.name(), now, &result.evidence, &result.words].map(Value::text).to_vec();
    values.extend(result.located.clone());
    values.extend(key(permit, due));
    Statement::raw(
        "document_verification",
        r#"
        UPDATE document_verification
        SET verdict = $1, read_on = $2, evidence = $3, words = $4, covered = $5, original_only = $6,
            locator_version = $7, tries = 0
        WHERE country_code = $8 AND entity_code = $9 AND txn_ref_no = $10 AND document_no = $11 AND version_no = $12
            AND verdict = 'Waiting'
        "#,
        values,
    )
    .or_refuse(Refusal::Stale)
}

fn key(permit: &Permit<Change>, due: &DueVerification) -> Vec<Value> {
    let mut values = scoped(permit, &[&due.txn_ref_no]);
    values.extend([Value::Int(due.document.into()), Value::Int(due.version.into())]);
    values
}

fn due(row: &dyn Row) -> Result<DueVerification> {
    let row = Record::new(row, "document_verification", "txn_ref_no");
    Ok(DueVerification {
        country: row.text("country_code")?,
        entity: row.text("entity_code")?,
        txn_ref_no: row.text("txn_ref_no")?,
        document: row.int("document_no")?,
        version: row.int("version_no")?,
        rule_code: row.text("rule_code")?,
        tries: row.int("tries")?,
        is_verified: row.parsed("verdict", RuleVerdict::parse)? != RuleVerdict::Waiting,
    })
}

fn detail(row: &dyn Row) -> Result<RuleDetail> {
    let row = Record::new(row, "verification_rule_detail", "rule_code");
    Ok(RuleDetail {
        rule_code: row.text("rule_code")?,
        number: row.int("sequence_no")?,
        keyword_type: row.parsed("keyword_type", KeywordType::parse)?,
        keywords: row.text("keywords")?,
        length: row.optional_int("keyword_length")?.unwrap_or(0),
        mask: row.optional_text("character_mask")?,
    })
}

impl Store {
    /// The rules of a request's documents, by document number. A rule without details is left out.
    pub async fn rules_of_request<Kind>(
        &self,
        access: &RequestAccess<Kind>,
        txn_ref_no: &str,
    ) -> Result<Vec<RuleOfDocument>> {
        let sql = Sql::new(
            r#"SELECT d.document_no, k.rule_code
                FROM docrequest_document d
                JOIN document_definition k ON k.country_code = d.country_code AND k.entity_code = d.entity_code
                    AND k.document_code = d.document_code
                JOIN verification_rule m ON m.country_code = k.country_code AND m.entity_code = k.entity_code
                    AND m.rule_code = k.rule_code
                WHERE d.country_code = $1 AND d.entity_code = $2 AND d.txn_ref_no = $3
                    AND EXISTS (SELECT 1 FROM verification_rule_detail r WHERE r.country_code = k.country_code
                    AND r.entity_code = k.entity_code AND r.rule_code = k.rule_code)"#,
            scoped(access.permit(), &[txn_ref_no]),
        );
        self.decoded(access.permit(), &sql, |row| {
            let row = Record::new(row, "docrequest_document", "document_no");
            Ok(RuleOfDocument { document: row.int("document_no")?, rule_code: row.text("rule_code")? })
        })
        .await
    }

    /// The rule of each document definition that has one.
    pub async fn rules_by_document<Kind>(&self, permit: &Permit<Kind>) -> Result<Vec<(String, String)>> {
        let sql = Sql::new(
            r#"SELECT k.document_code, k.rule_code
                FROM document_definition k
                WHERE k.country_code = $1 AND k.entity_code = $2
                    AND EXISTS (SELECT 1 FROM verification_rule_detail r WHERE r.country_code = k.country_code
                    AND r.entity_code = k.entity_code AND r.rule_code = k.rule_code)"#,
            scoped(permit, &[]),
        );
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "document_definition", "document_code");
            Ok((row.text("document_code")?, row.text("rule_code")?))
        })
        .await
    }

    /// A rule with its details in order.
    pub async fn rule<Kind>(&self, permit: &Permit<Kind>, rule_code: &str) -> Result<Rule> {
        let details = Sql::new(
            r#"SELECT rule_code, sequence_no, keywords, keyword_type, keyword_length, character_mask
                FROM verification_rule_detail
                WHERE country_code = $1 AND entity_code = $2 AND rule_code = $3
                ORDER BY sequence_no"#,
            scoped(permit, &[rule_code]),
        );
        let mode = Sql::new(
            r#"SELECT rule_code, rule_mode, reject_reason
                FROM verification_rule
                WHERE country_code = $1 AND entity_code = $2 AND rule_code = $3"#,
            scoped(permit, &[rule_code]),
        );
        let mode = self.first_decoded(permit, &mode, |row| {
            let row = Record::new(row, "verification_rule", "rule_code");
            let mode = row.optional_parsed("rule_mode", RuleMode::parse)?;
            Ok((mode, row.optional_parsed("reject_reason", RejectReason::parse)?))
        });
        let (mode, reject_reason) = mode.await?.unwrap_or_default();
        let details = self.decoded(permit, &details, detail).await?;
        Ok(Rule { details, mode: mode.unwrap_or(RuleMode::Advise), reject_reason })
    }

    /// Versions to read now. Tenants take turns, so that one with many documents does not delay the others.
    pub async fn due_verifications(&self, now: &str, most: i64) -> Result<Vec<Result<DueVerification>>> {
        let sql = Sql::new(
            r#"SELECT country_code, entity_code, txn_ref_no, document_no, version_no, rule_code, tries, verdict
                FROM (SELECT country_code, entity_code, txn_ref_no, document_no, version_no, rule_code, tries, verdict,
                    queued_on, row_number() OVER (PARTITION BY country_code, entity_code,
                    tenant_code ORDER BY queued_on, txn_ref_no,
                    document_no) AS turn FROM document_verification WHERE verdict = 'Waiting'
                    AND next_try_on <= $1) AS due
                ORDER BY turn, queued_on, txn_ref_no, document_no
                LIMIT $2"#,
            vec![Value::text(now), Value::Int(most)],
        );
        self.rows(&system::housekeeping(), &sql, due).await
    }

    /// Versions whose numbers a search before this version of it located, the newest first.
    pub async fn due_locations(&self, now: Timestamp, wanted: i64, most: i64) -> Result<Vec<Result<DueVerification>>> {
        let times = [stamp(now), latest_due_time(now)].map(Value::Text);
        let values = [vec![Value::Int(wanted)], times.into(), vec![Value::Int(most)]].concat();
        let sql = Sql::new(
            r#"
            SELECT country_code, entity_code, txn_ref_no, document_no, version_no, rule_code, tries, verdict
            FROM document_verification
            WHERE verdict <> 'Waiting' AND locator_version < $1 AND (next_try_on <= $2 OR next_try_on > $3)
            ORDER BY locator_version, queued_on DESC LIMIT $4
            "#,
            values,
        );
        self.rows(&system::housekeeping(), &sql, due).await
    }

    /// Sets when a version that this node has claimed may be claimed again.
    pub async fn renew_verification(&self, permit: &Permit<Change>, due: &DueVerification, until: &str) -> Result<()> {
        let mut values = vec![Value::text(until)];
        values.extend(key(permit, due));
        values.push(Value::Int(due.tries + 1));
        let renew = Statement::raw(
            "document_verification",
            r#"UPDATE document_verification SET next_try_on = $1
            WHERE country_code = $2 AND entity_code = $3 AND txn_ref_no = $4 AND document_no = $5 AND version_no = $6
                AND tries = $7"#,
            values,
        );
        self.commit_unaudited(permit, vec![renew]).await
    }

    /// Gives back a claim, with its try, until a later time: nothing is wrong with the version itself.
    pub async fn postpone_verification(
        &self,
        permit: &Permit<Change>,
        due: &DueVerification,
        until: &str,
    ) -> Result<()> {
        let mut values = vec![Value::text(until)];
        values.extend(key(permit, due));
        values.push(Value::Int(due.tries + 1));
        let postpone = Statement::raw(
            "document_verification",
            r#"UPDATE document_verification SET next_try_on = $1, tries = tries - 1
            WHERE country_code = $2 AND entity_code = $3 AND txn_ref_no = $4 AND document_no = $5 AND version_no = $6
                AND tries = $7"#,
            values,
        );
        self.commit_unaudited(permit, vec![postpone]).await
    }

    /// Claims a version until a time: of several nodes one succeeds, the others are refused as stale.
    pub async fn claim_verification(
        &self,
        permit: &Permit<Change>,
        due: &DueVerification,
        wanted: i64,
        until: &str,
    ) -> Result<()> {
        let mut values = vec![Value::text(until)];
        values.extend(key(permit, due));
        values.extend([Value::Int(due.tries), Value::Int(wanted)]);
        let claim = Statement::raw(
            "document_verification",
            r#"UPDATE document_verification
                SET tries = tries + 1, next_try_on = $1
                WHERE country_code = $2 AND entity_code = $3 AND txn_ref_no = $4 AND document_no = $5
                    AND version_no = $6 AND tries = $7 AND (verdict = 'Waiting' OR locator_version < $8)"#,
            values,
        );
        self.commit_unaudited(permit, vec![claim.or_refuse(Refusal::Stale)]).await
    }

    /// Stores what was read in a version without a rule. Nothing was decided, so the audit log has no entry.
    pub async fn store_reading(
        &self,
        permit: &Permit<Change>,
        due: &DueVerification,
        result: &Verified,
        now: &str,
    ) -> Result<()> {
        self.commit_unaudited(permit, vec![verified(permit, due, result, now)]).await
    }

    /// Stores the numbers that were located again, and the evidence if given. Verdict and words stay, so the audit log
    /// has no entry.
    pub async fn store_location(
        &self,
        permit: &Permit<Change>,
        due: &DueVerification,
        located: &LocatedNumbers,
        evidence: Option<&[Evidence]>,
    ) -> Result<()> {
        let mut values = located.values()?.to_vec();
        values.push(match evidence {
            None => Value::Null,
            Some(evidence) => {
                let label = label("evidence", &due.txn_ref_no, due.document, due.version);
                let plain = serde_json::to_string(evidence).map_err(Error::internal)?;
                Value::text(self.seal(permit.scope(), &label, &plain).await?)
            }
        });
        values.extend(key(permit, due));
        let statement = Statement::raw(
            "document_verification",
            r#"
            UPDATE document_verification SET covered = $1, original_only = $2, locator_version = $3,
                evidence = COALESCE(CAST($4 AS TEXT), evidence), tries = 0
            WHERE country_code = $5 AND entity_code = $6 AND txn_ref_no = $7 AND document_no = $8 AND version_no = $9
                AND verdict <> 'Waiting' AND locator_version <= $3
            "#,
            values,
        );
        self.commit_unaudited(permit, vec![statement.or_refuse(Refusal::Stale)]).await
    }

    /// True when the definition of a request's document says that it has an Aadhaar number, or the rule that it names.
    pub async fn expects_aadhaar<Kind>(&self, permit: &Permit<Kind>, txn_ref_no: &str, document: u32) -> Result<bool> {
        let mut values = scoped(permit, &[txn_ref_no]);
        values.push(Value::Int(document.into()));
        let sql = Sql::new(
            r#"
            SELECT k.document_code, k.contains_aadhaar, k.rule_code FROM docrequest_document d
            JOIN document_definition k ON k.country_code = d.country_code AND k.entity_code = d.entity_code
                AND k.document_code = d.document_code
            WHERE d.country_code = $1 AND d.entity_code = $2 AND d.txn_ref_no = $3 AND d.document_no = $4
            "#,
            values,
        );
        let definition = self.first_decoded(permit, &sql, |row| {
            let row = Record::new(row, "document_definition", "document_code");
            Ok((row.flag("contains_aadhaar")?, row.optional_text("rule_code")?))
        });
        match definition.await? {
            None => Ok(false),
            Some((true, _)) => Ok(true),
            Some((false, None)) => Ok(false),
            Some((false, Some(rule))) => Ok(aadhaar::is_expected_by(&self.rule(permit, &rule).await?.details)),
        }
    }

    /// What was located in a version does not count any more, so it is searched again.
    pub async fn forget_location(
        &self,
        permit: &Permit<Change>,
        txn_ref_no: &str,
        document: u32,
        version: u32,
    ) -> Result<()> {
        let mut values = scoped(permit, &[txn_ref_no]);
        values.extend([Value::Int(document.into()), Value::Int(version.into())]);
        let forget = Statement::raw(
            "document_verification",
            r#"UPDATE document_verification SET locator_version = 0, tries = 0
            WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND document_no = $4 AND version_no = $5
                AND verdict <> 'Waiting'"#,
            values,
        );
        self.commit_unaudited(permit, vec![forget]).await
    }

    /// Encrypts a result with the entity's key.
    pub async fn seal_verification(
        &self,
        permit: &Permit<Change>,
        due: &DueVerification,
        result: &Verification,
        (text, located): (&DocumentText, &LocatedNumbers),
    ) -> Result<Verified> {
        let seal = async |what: &str, plain: serde_json::Result<String>| {
            let label = label(what, &due.txn_ref_no, due.document, due.version);
            self.seal(permit.scope(), &label, &plain.map_err(Error::internal)?).await
        };
        Ok(Verified {
            verdict: result.verdict,
            evidence: seal("evidence", serde_json::to_string(&result.details)).await?,
            words: seal("words", serde_json::to_string(text)).await?,
            located: located.values()?,
        })
    }

    /// Decrypts the evidence of loaded versions. One that cannot be decrypted is left out.
    pub(super) async fn with_evidence<Kind>(
        &self,
        permit: &Permit<Kind>,
        txn_ref_no: &str,
        mut versions: Vec<VersionRow>,
    ) -> Result<Vec<VersionRow>> {
        for row in &mut versions {
            let Some(verification) = &mut row.verification else { continue };
            let Some(sealed) = verification.evidence.take() else { continue };
            let label = label("evidence", txn_ref_no, row.document, row.number);
            verification.evidence = self.unseal(permit.scope(), &label, &sealed).await.ok();
        }
        Ok(versions)
    }
}
