//! Customers who log in, and the names and addresses of the staff.

use std::collections::HashMap;

use domain::access::{Change, Permit};

use crate::requests::push_list;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// A customer who may log in.
#[derive(Debug, Clone)]
pub struct Customer {
    pub user_id: String,
    pub display_name: String,
    pub language: String,
    pub mail: Option<String>,
    pub mobile: Option<String>,
    pub expiry_date: Option<String>,
    pub status: String,
}

fn customer(row: &dyn Row) -> Result<Customer> {
    let row = Record::new(row, "customer_user", "user_id");
    Ok(Customer {
        user_id: row.text("user_id")?,
        display_name: row.text("first_name")?,
        language: row.text("user_language")?,
        mail: row.optional_text("mail_id")?,
        mobile: row.optional_text("mobile_number")?,
        expiry_date: row.optional_text("expiry_date")?,
        status: row.text("status")?,
    })
}

impl Store {
    pub async fn customer(&self, permit: &Permit<Change>, user_id: &str) -> Result<Option<Customer>> {
        Ok(self.customers(permit, "user_id", user_id).await?.pop())
    }

    /// The customer with this mobile number, unless two have it.
    pub async fn customer_with_mobile(&self, permit: &Permit<Change>, mobile: &str) -> Result<Option<Customer>> {
        let mut found = self.customers(permit, "mobile_number", mobile).await?;
        Ok(found.pop().filter(|_| found.is_empty()))
    }

    async fn customers(&self, permit: &Permit<Change>, column: &str, value: &str) -> Result<Vec<Customer>> {
        let sql = Sql::new(
            format!(
                r#"SELECT user_id, first_name, user_language, mail_id, mobile_number, expiry_date, status
                    FROM customer_user
                    WHERE country_code = $1 AND entity_code = $2 AND {column} = $3
                    LIMIT 2"#
            ),
            scoped(permit, &[value]),
        );
        self.decoded(permit, &sql, customer).await
    }

    /// A staff member's mail address, name and language.
    pub async fn staff_address(
        &self,
        permit: &Permit<Change>,
        user_id: &str,
    ) -> Result<Option<(String, String, String)>> {
        let sql = Sql::new(
            r#"SELECT user_id, mail_id, coalesce(preferred_name, first_name) AS display_name, user_language
                FROM staff_user
                WHERE country_code = $1 AND entity_code = $2 AND user_id = $3 AND status = 'Active'"#,
            scoped(permit, &[user_id]),
        );
        self.first_decoded(permit, &sql, |row| {
            let row = Record::new(row, "staff_user", "user_id");
            Ok((row.text("mail_id")?, row.text("display_name")?, row.text("user_language")?))
        })
        .await
    }

    /// Names of staff members by user id, also of those who left.
    pub async fn staff_names<K>(&self, permit: &Permit<K>, ids: &[String]) -> Result<HashMap<String, String>> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let mut sql = Sql::new(
            r#"SELECT user_id, first_name, last_name
                FROM staff_user
                WHERE country_code = $1 AND entity_code = $2 AND user_id IN "#,
            scoped(permit, &[]),
        );
        push_list(&mut sql, ids);
        let named = self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "staff_user", "user_id");
            Ok((row.text("user_id")?, format!("{} {}", row.text("first_name")?, row.text("last_name")?)))
        });
        Ok(named.await?.into_iter().collect())
    }
}
