use std::collections::HashMap;

use domain::access::Permit;
use domain::master_data::ALL;

use super::Table;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

impl Store {
    /// The Tamil texts of the entity's masters by their English text.
    pub async fn tamil_labels<Kind>(&self, permit: &Permit<Kind>) -> Result<HashMap<String, String>> {
        let fields = ALL.iter().flat_map(|definition| definition.translated().map(|names| (definition.table, names)));
        let select = |(table, (label, tamil)): (&str, (&str, &str))| {
            let (label, tamil) = (Table::column(label), Table::column(tamil));
            format!(
                r#"SELECT {label} AS label, {tamil} AS tamil
                    FROM {table}
                    WHERE country_code = $1 AND entity_code = $2 AND {tamil} IS NOT NULL AND {label} IS NOT NULL"#
            )
        };
        let text = fields.map(select).collect::<Vec<_>>().join(" UNION ");
        let pair = |row: &dyn Row| {
            let row = Record::new(row, "labels", "label");
            Ok((row.text("label")?, row.text("tamil")?))
        };
        Ok(self.decoded(permit, &Sql::new(text, scoped(permit, &[])), pair).await?.into_iter().collect())
    }
}
