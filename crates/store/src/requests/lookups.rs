//! What requests refer to: document types, templates, customers of earlier requests.

use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess};
use domain::master_data::Value;
use domain::master_data::resources::MOST_OF_PARTY;
use domain::request::{Customer, RequestPolicy};
use jiff::civil::Date;

use super::access::push_visible_requests;
use super::rows::sort_name;
use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::statement::{Insert, Statement};
use crate::{Error, Result, Row, Store};

/// A document as master data defines it.
#[derive(Debug, Clone)]
pub struct DocumentKind {
    pub code: String,
    pub title: String,
    pub category: String,
    pub types: String,
    pub max_size_mb: i64,
    pub max_files: i64,
    pub keep_original: bool,
    pub compliance: Option<String>,
}

/// A document of a template that matches a request.
#[derive(Debug, Clone)]
pub struct Proposed {
    pub kind: DocumentKind,
    pub template_code: String,
    pub mandatory: bool,
    pub instructions: Option<String>,
}

const KIND: &str = "d.document_code, t.title_desc, d.document_category_code, d.document_types, d.max_size_mb, \
    d.max_files, d.keep_original, d.compliance_applicable";
const KIND_FROM: &str = "document_definition d JOIN document_title t ON t.country_code = d.country_code \
    AND t.entity_code = d.entity_code AND t.title_code = d.title_code";

/// The customer has confirmed the address `$3`.
const VERIFIED: &str = "EXISTS (SELECT 1 FROM verified_address v \
    WHERE v.country_code = customer_user.country_code AND v.entity_code = customer_user.entity_code \
    AND v.user_id = customer_user.user_id AND v.address = $3)";

fn kind(row: &dyn Row) -> Result<DocumentKind> {
    let row = Record::new(row, "document_definition", "document_code");
    Ok(DocumentKind {
        code: row.text("document_code")?,
        title: row.text("title_desc")?,
        category: row.text("document_category_code")?,
        types: row.text("document_types")?,
        max_size_mb: row.int("max_size_mb")?,
        max_files: row.int("max_files")?,
        keep_original: row.flag("keep_original")?,
        compliance: row.optional_text("compliance_applicable")?,
    })
}

fn proposed(row: &dyn Row) -> Result<Proposed> {
    let kind = kind(row)?;
    let row = Record::new(row, "template_document", "template_code");
    Ok(Proposed {
        kind,
        template_code: row.text("template_code")?,
        mandatory: row.flag("mandatory")?,
        instructions: row.optional_text("instructions")?,
    })
}

fn policy_of(row: &Record, today: Date) -> Result<RequestPolicy> {
    Ok(RequestPolicy {
        today,
        expiry_days: row.int("transaction_expiry_days")?,
        reminder_days: row.int("customer_notification_reminder_days")?,
        levels: row.int::<u8>("verification_levels")?.min(5),
        purge_days: row.int("document_purging_days")?,
        prefix: row.parsed("reference_no_prefix", |text| text.chars().next())?,
        by_mail: row.flag("email_notification")?,
        by_sms: row.flag("sms_notification")?,
        address_lines_required: row.flag("address_lines_required")?,
    })
}

/// ` AND column IN (…)`
fn within(sql: &mut Sql, column: &str, values: &[String]) {
    sql.push(" AND ").push(column).push(" IN (");
    for (at, value) in values.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" }).bind(Value::text(value));
    }
    sql.push(")");
}

impl Store {
    /// The levels of authorised parties, by number.
    pub async fn party_levels<Kind>(&self, permit: &Permit<Kind>) -> Result<Vec<(u8, String)>> {
        let sql = Sql::new(
            r#"SELECT level_no, auth_level_code
                FROM authorization_level
                WHERE country_code = $1 AND entity_code = $2 AND level_no <= $3 AND coalesce(applies_to,
                    'Party') = 'Party'
                ORDER BY level_no, auth_level_code"#,
            [scoped(permit, &[]), vec![Value::Int(MOST_OF_PARTY)]].concat(),
        );
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "authorization_level", "auth_level_code");
            Ok((row.int("level_no")?, row.text("auth_level_code")?))
        })
        .await
    }

    /// The entity's settings for requests. An expired or inactive entity has none.
    pub async fn policy<Kind>(&self, permit: &Permit<Kind>, today: Date) -> Result<RequestPolicy> {
        let sql = Sql::new(
            r#"SELECT entity_code, transaction_expiry_days, customer_notification_reminder_days, verification_levels,
                    document_purging_days, reference_no_prefix, email_notification, sms_notification,
                    address_lines_required, expiry_date, status
                FROM entity_master
                WHERE country_code = $1 AND entity_code = $2"#,
            scoped(permit, &[]),
        );
        let found = self.first_decoded(permit, &sql, |row| {
            let row = Record::new(row, "entity_master", "entity_code");
            let is_over = row.str("expiry_date")? < today.to_string().as_str();
            let is_active = row.str("status")? == "Active";
            Ok((is_over, is_active, policy_of(&row, today)?))
        });
        match found.await? {
            None => Err(Error::internal("the entity has no row")),
            Some((true, ..)) => Err(Refusal::EntityExpired.into()),
            Some((_, false, _)) => Err(Refusal::EntityInactive.into()),
            Some((_, _, policy)) => Ok(policy),
        }
    }

    /// The document types with these codes.
    pub async fn document_kinds<Kind>(&self, permit: &Permit<Kind>, codes: &[String]) -> Result<Vec<DocumentKind>> {
        if codes.is_empty() {
            return Ok(Vec::new());
        }
        let text = format!("SELECT {KIND} FROM {KIND_FROM} WHERE d.country_code = $1 AND d.entity_code = $2");
        let mut sql = Sql::new(text, scoped(permit, &[]));
        within(&mut sql, "d.document_code", codes);
        self.decoded(permit, &sql, kind).await
    }

    /// The documents of every template mapped to such a customer and request; the more specific mapping wins.
    pub async fn proposed<Kind>(
        &self,
        permit: &Permit<Kind>,
        customer_type: &str,
        category: &str,
        sub_category: &str,
        customer_category: &str,
    ) -> Result<Vec<Proposed>> {
        let text = format!(
            r#"SELECT {KIND}, i.template_code, i.mandatory, i.instructions
                FROM template_mapping m
                JOIN template_document i ON i.country_code = m.country_code AND i.entity_code = m.entity_code
                    AND i.template_code = m.template_code
                JOIN document_definition d ON d.country_code = i.country_code AND d.entity_code = i.entity_code
                    AND d.document_code = i.document_code
                JOIN document_title t ON t.country_code = d.country_code AND t.entity_code = d.entity_code
                    AND t.title_code = d.title_code
                WHERE m.country_code = $1 AND m.entity_code = $2 AND m.customer_type_code = $3 AND m.category_code = $4
                    AND coalesce(m.sub_category_code, '') IN ('', $5) AND coalesce(m.customer_category_code, '') IN ('',
                    $6)
                ORDER BY coalesce(m.sub_category_code, '') DESC, coalesce(m.customer_category_code, '') DESC,
                    i.template_code, i.sequence_no, i.document_code"#
        );
        let sql = Sql::new(text, scoped(permit, &[customer_type, category, sub_category, customer_category]));
        self.decoded(permit, &sql, proposed).await
    }

    /// Customers whose name or email address begins with `start`, of requests the caller may see.
    pub async fn earlier_customers<Kind: Clone + Send + Sync + 'static>(
        &self,
        access: &RequestAccess<Kind>,
        tenant: &str,
        start: &str,
        today: &str,
        most: i64,
    ) -> Result<Vec<Customer>> {
        let start = sort_name(start);
        let end = format!("{start}\u{10ffff}");
        let values = scoped(access.permit(), &[tenant, &start, &end, &start, &end]);
        let mut sql = Sql::new(
            r#"SELECT email_address, details
                FROM docrequest_customer c
                WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3 AND ((name_sort >= $4
                    AND name_sort < $5) OR (email_address >= $6 AND email_address < $7)) AND EXISTS ("#,
            values,
        );
        push_visible_requests(&mut sql, access, "SELECT 1 FROM docrequest r", today);
        sql.push(" AND r.email_address = c.email_address) ORDER BY name_sort LIMIT ");
        sql.bind(Value::Int(most));
        let customer = |row: &dyn Row| {
            let row = Record::new(row, "docrequest_customer", "email_address");
            row.parsed("details", |text| serde_json::from_str(text).ok())
        };
        self.readable(access.permit(), &sql, customer).await
    }

    pub async fn is_known_customer<Kind>(&self, permit: &Permit<Kind>, tenant: &str, email: &str) -> Result<bool> {
        let sql = Sql::new(
            r#"SELECT 1
                FROM docrequest_customer
                WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3 AND email_address = $4"#,
            scoped(permit, &[tenant, email]),
        );
        Ok(self.first(permit, &sql, |_| ()).await?.is_some())
    }

    /// The existing login of a person: by user id, or by a confirmed address. Two people may share a telephone, so a
    /// person with a mail address is matched by that alone, and a telephone matches only customers without one.
    pub async fn customer_login<Kind>(
        &self,
        permit: &Permit<Kind>,
        email: Option<&str>,
        mobile: Option<&str>,
    ) -> Result<Option<String>> {
        let (value, columns) = match (email, mobile) {
            (Some(email), _) => (email, ["user_id = $3", "mail_id = $3 AND "]),
            (None, Some(mobile)) => {
                (mobile, ["user_id = $3", "mobile_number = $3 AND coalesce(mail_id, '') = '' AND "])
            }
            (None, None) => return Ok(None),
        };
        for (is_theirs, verified) in columns.into_iter().zip(["", VERIFIED]) {
            let sql = Sql::new(
                format!(
                    r#"SELECT user_id
                        FROM customer_user
                        WHERE country_code = $1 AND entity_code = $2 AND {is_theirs}{verified}
                        ORDER BY user_id
                        LIMIT 1"#
                ),
                scoped(permit, &[value]),
            );
            if let Some(found) = self.first_decoded(permit, &sql, text_of("customer_user", "user_id")).await? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

const REPLACE_CUSTOMER: &str = r#"(country_code, entity_code, tenant_code, email_address) DO UPDATE
    SET name_sort = excluded.name_sort, details = excluded.details, updated_on = excluded.updated_on"#;

/// Stores a customer for later requests. A new one is counted; the primary key stops a double insert.
pub fn keep_customer(
    permit: &Permit<Change>,
    tenant: &str,
    customer: &Customer,
    is_new: bool,
    now: &str,
) -> Vec<Statement> {
    let details = serde_json::to_string(customer).unwrap_or_default();
    let name = sort_name(&customer.customer_name);
    let columns = ["country_code", "entity_code", "tenant_code", "email_address", "name_sort", "details", "updated_on"];
    let row = scoped(permit, &[tenant, &customer.email_address, &name, &details, now]);
    let insert = Insert::new("docrequest_customer", &columns, [row]);
    if !is_new {
        return vec![insert.on_conflict(REPLACE_CUSTOMER).into()];
    }
    let keep = Statement::from(insert.on_conflict("DO NOTHING")).or_refuse(Refusal::Stale);
    let count = [(("customers", String::new()), 1)].into();
    std::iter::once(keep).chain(super::count::add(permit.scope(), tenant, "", &count)).collect()
}
