//! Past documents on which a changed rule is tried.

use domain::access::{Permit, RequestAccess, View};
use domain::master_data::Value;
use domain::verification::aadhaar::locator_version;
use domain::verification::{Covered, DocumentText, PageText, RuleVerdict, WHOLE_PAGE};

use super::access::visible_requests;
use super::verification::label;
use crate::row::{Record, int_of};
use crate::sql::{Sql, scoped};
use crate::{Error, Result, Row, Store};

/// A verified version with its words.
#[derive(Debug, Clone)]
pub struct StoredText {
    pub txn_ref_no: String,
    pub customer_name: String,
    pub document: u32,
    pub version: u32,
    pub document_title: String,
    pub verdict: RuleVerdict,
    pub read_on: String,
    pub text: DocumentText,
    /// What is not shown of it.
    pub covered: Vec<Covered>,
}

const SELECT: &str = r#"
    SELECT r.txn_ref_no, r.customer_name, v.document_no, v.version_no, v.verdict, v.read_on, v.words, v.covered,
        v.original_only, v.locator_version,
        (SELECT d.document_title FROM docrequest_document d
            WHERE d.country_code = v.country_code AND d.entity_code = v.entity_code
                AND d.txn_ref_no = v.txn_ref_no AND d.document_no = v.document_no) AS document_title
    FROM document_verification v JOIN docrequest r
        ON r.country_code = v.country_code AND r.entity_code = v.entity_code AND r.txn_ref_no = v.txn_ref_no
"#;

/// Encrypted words, and which of their files are not shown at all.
struct Sealed {
    words: String,
    original_only: Vec<String>,
    is_located: bool,
}

impl Sealed {
    /// Digits on these pages were not located, so all of them are covered.
    fn hidden_pages(&self, text: &DocumentText) -> Vec<Covered> {
        let is_hidden = |page: &&PageText| !self.is_located || self.original_only.contains(&page.file_id);
        let whole = |page: &PageText| Covered { file_id: page.file_id.clone(), page: page.page, area: WHOLE_PAGE };
        text.pages.iter().filter(is_hidden).map(whole).collect()
    }
}

/// A version, and its encrypted words.
fn stored(row: &dyn Row) -> Result<(StoredText, Sealed)> {
    let row = Record::new(row, "document_verification", "txn_ref_no");
    let covered = row.optional_text("covered")?.map_or(Ok(Vec::new()), |list| serde_json::from_str(&list));
    let stored = StoredText {
        txn_ref_no: row.text("txn_ref_no")?,
        customer_name: row.text("customer_name")?,
        document: row.int("document_no")?,
        version: row.int("version_no")?,
        document_title: row.text("document_title")?,
        verdict: row.parsed("verdict", RuleVerdict::parse)?,
        read_on: row.text("read_on")?,
        text: DocumentText::default(),
        covered: covered.map_err(Error::internal)?,
    };
    let original_only = row.optional_parsed("original_only", |text| serde_json::from_str(text).ok())?;
    let is_located = row.int::<i64>("locator_version")? >= locator_version(false);
    Ok((stored, Sealed { words: row.text("words")?, original_only: original_only.unwrap_or_default(), is_located }))
}

impl Store {
    /// How many versions of the entity were read with a rule, of at most `most`.
    pub async fn count_texts_of_rule(&self, permit: &Permit<View>, rule_code: &str, most: i64) -> Result<i64> {
        let mut sql = Sql::new(
            r#"SELECT count(*) AS n
                FROM (SELECT v.rule_code
                FROM document_verification v
                WHERE v.country_code = $1 AND v.entity_code = $2 AND v.rule_code = $3 AND v.read_on IS NOT NULL
                AND v.words IS NOT NULL
                ORDER BY v.read_on DESC LIMIT "#,
            scoped(permit, &[rule_code]),
        );
        sql.bind(Value::Int(most)).push(") t");
        Ok(self.first_decoded(permit, &sql, int_of("document_verification", "n")).await?.unwrap_or(0))
    }

    /// The newest verified versions of a rule in requests that the caller may see.
    pub async fn texts_of_rule(
        &self,
        access: &RequestAccess<View>,
        rule_code: &str,
        today: &str,
        most: i64,
    ) -> Result<Vec<StoredText>> {
        let mut sql = visible_requests(access, SELECT, today);
        sql.and_equals("v.rule_code", Value::text(rule_code));
        sql.push(" AND v.read_on IS NOT NULL AND v.words IS NOT NULL ORDER BY v.read_on DESC LIMIT ");
        sql.bind(Value::Int(most));
        let mut texts = Vec::new();
        for (mut found, sealed) in self.decoded(access.permit(), &sql, stored).await? {
            let label = label("words", &found.txn_ref_no, found.document, found.version);
            let plain = self.unseal(access.permit().scope(), &label, &sealed.words).await;
            match plain.and_then(|plain| serde_json::from_str(&plain).map_err(Error::internal)) {
                Ok(text) => {
                    found.covered.extend(sealed.hidden_pages(&text));
                    found.text = text;
                }
                // One damaged text does not keep the others from being tried.
                Err(error) => {
                    error.report();
                    continue;
                }
            }
            texts.push(found);
        }
        Ok(texts)
    }
}
