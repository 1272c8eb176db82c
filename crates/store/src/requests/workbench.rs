//! The requests behind the documents of the rule workbench.

use std::collections::HashMap;

use domain::access::{RequestAccess, View};
use domain::master_data::Value;

use super::access::visible_requests;
use crate::row::Record;
use crate::{Result, Store};

impl Store {
    /// Those of the requests that the caller may see, each with the name of its customer.
    pub async fn visible_customers(
        &self,
        access: &RequestAccess<View>,
        numbers: &[&str],
        today: &str,
    ) -> Result<HashMap<String, String>> {
        let mut sql = visible_requests(access, "SELECT r.txn_ref_no, r.customer_name FROM docrequest r", today);
        sql.push(" AND r.txn_ref_no IN (''");
        for number in numbers {
            sql.push(", ").bind(Value::text(*number));
        }
        sql.push(")");
        let rows = self.decoded(access.permit(), &sql, |row| {
            let row = Record::new(row, "docrequest", "txn_ref_no");
            Ok((row.text("txn_ref_no")?, row.text("customer_name")?))
        });
        Ok(rows.await?.into_iter().collect())
    }
}
