//! Messages that wait for a while, so that what happens meanwhile is told in the same one, or takes them back.

use std::collections::BTreeMap;

use domain::access::{Change, Permit};
use domain::master_data::Value;

use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Row, Store};

/// Nobody has begun to send it.
const UNTOUCHED: &str = "state = 'waiting' AND tries = 0";

/// The messages to parties about an event of a request that nobody has begun to send.
fn untouched(permit: &Permit<Change>, txn_ref_no: &str, event: &str) -> Filter {
    let filter = Filter::of(permit).text("txn_ref_no", txn_ref_no).text("event", event);
    filter.and("party_seq_no > 0").and(UNTOUCHED)
}

/// Takes back the messages to parties about an event of a request that nobody has begun to send.
pub fn withdraw_messages(permit: &Permit<Change>, txn_ref_no: &str, event: &str) -> Statement {
    Statement::delete("outbox", untouched(permit, txn_ref_no, event))
}

/// As `withdraw_messages`, for the messages of one moment.
pub fn withdraw_messages_of(permit: &Permit<Change>, txn_ref_no: &str, event: &str, enqueued_on: &str) -> Statement {
    Statement::delete("outbox", untouched(permit, txn_ref_no, event).text("created_on", enqueued_on))
}

impl Store {
    /// When each party was last told of an event of a request.
    pub async fn last_told<Kind>(
        &self,
        permit: &Permit<Kind>,
        txn_ref_no: &str,
        event: &str,
    ) -> Result<BTreeMap<u32, String>> {
        let sql = Sql::new(
            format!(
                r#"SELECT party_seq_no, max(created_on) AS told_on
                    FROM outbox
                    WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND event = $4
                        AND NOT ({UNTOUCHED})
                    GROUP BY party_seq_no"#
            ),
            scoped(permit, &[txn_ref_no, event]),
        );
        let told = |row: &dyn Row| {
            let row = Record::new(row, "outbox", "party_seq_no");
            Ok((row.int("party_seq_no")?, row.text("told_on")?))
        };
        Ok(self.decoded(permit, &sql, told).await?.into_iter().collect())
    }

    /// The number of messages to parties about an event of this moment, and how many of them wait untouched.
    pub async fn held_messages<Kind>(
        &self,
        permit: &Permit<Kind>,
        txn_ref_no: &str,
        event: &str,
        enqueued_on: &str,
    ) -> Result<(u64, u64)> {
        let mut values = scoped(permit, &[txn_ref_no, event]);
        values.push(Value::text(enqueued_on));
        let sql = Sql::new(
            format!(
                r#"SELECT count(*) AS sent, count(CASE WHEN {UNTOUCHED} THEN 1 END) AS held
                    FROM outbox
                    WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND event = $4
                        AND party_seq_no > 0 AND created_on = $5"#
            ),
            values,
        );
        let counts = |row: &dyn Row| {
            let row = Record::new(row, "outbox", "sent");
            Ok((row.int("sent")?, row.int("held")?))
        };
        Ok(self.decoded(permit, &sql, counts).await?.into_iter().next().unwrap_or_default())
    }
}
