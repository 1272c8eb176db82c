//! The newest time that the installation trusted, the clocks of its nodes, and due times that a wrong clock put too far
//! ahead.

use domain::access::system;
use domain::clock::Recorded;
use domain::master_data::Value;
use jiff::{SignedDuration, Timestamp};

use crate::audit::stamp;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Row, Store};

/// The clock of a running server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockNode {
    pub name: String,
    /// How far it is ahead of the database's clock.
    pub ahead: SignedDuration,
    /// When the server noted it, by the database's clock.
    pub seen_on: Timestamp,
    /// Why the server does not trust its clock.
    pub doubt: Option<String>,
}

/// The longest pauses between two tries of what waits in each queue.
const LONGEST_PAUSE: SignedDuration = SignedDuration::from_hours(1);
/// Nodes may differ by some minutes.
const MARGIN: SignedDuration = SignedDuration::from_mins(10);

fn time(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

fn recorded(row: &dyn Row) -> Result<Recorded> {
    let row = Record::new(row, "clock_record", "newest_on");
    Ok(Recorded {
        newest: row.parsed("newest_on", time)?,
        destroy_from: row.optional_parsed("destroy_from", time)?,
        slow_until: row.optional_parsed("slow_until", time)?,
        confirmed: row.int("confirmed")?,
    })
}

fn node(row: &dyn Row) -> Result<ClockNode> {
    let row = Record::new(row, "clock_node", "node");
    Ok(ClockNode {
        name: row.text("node")?,
        ahead: SignedDuration::from_millis(row.int("ahead_ms")?),
        seen_on: row.parsed("seen_on", time)?,
        doubt: row.optional_text("doubt")?,
    })
}

fn optional(at: Option<Timestamp>) -> Value {
    at.map_or(Value::Null, |at| Value::Text(stamp(at)))
}

/// What is due later than this was put off by a wrong clock.
pub(crate) fn latest_due_time(now: Timestamp) -> String {
    stamp(now.saturating_add(LONGEST_PAUSE + MARGIN).unwrap_or(now))
}

impl Store {
    pub async fn recorded_time(&self) -> Result<Option<Recorded>> {
        let permit = system::housekeeping();
        let sql = Sql::new(
            r#"SELECT newest_on, destroy_from, slow_until, confirmed FROM clock_record WHERE country_code = $1
                AND entity_code = $2"#,
            scoped(&permit, &[]),
        );
        self.first_decoded(&permit, &sql, recorded).await
    }

    /// Records a trusted time. It never goes back, and changes nothing if an operator has confirmed another one
    /// meanwhile.
    pub async fn record_time(&self, time: &Recorded) -> Result<()> {
        let permit = system::housekeeping();
        let mut values = scoped(&permit, &[&stamp(time.newest)]);
        values.extend([optional(time.destroy_from), Value::Int(time.confirmed), optional(time.slow_until)]);
        let record = Statement::raw(
            "clock_record",
            r#"INSERT INTO clock_record (country_code, entity_code, newest_on, destroy_from, confirmed, slow_until)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (country_code, entity_code) DO UPDATE
            SET newest_on = excluded.newest_on, destroy_from = excluded.destroy_from, slow_until = excluded.slow_until
            WHERE clock_record.confirmed = excluded.confirmed AND clock_record.newest_on <= excluded.newest_on"#,
            values,
        );
        self.commit_unaudited(&permit, vec![record]).await
    }

    /// Records the time that an operator confirms, be it earlier or later than the recorded one. What was missed is
    /// caught up slowly, and what nodes noted of their clocks before does not count any more.
    pub async fn confirm_time(&self, now: Timestamp, slow_until: Option<Timestamp>) -> Result<()> {
        let permit = system::housekeeping();
        let mut values = scoped(&permit, &[&stamp(now)]);
        values.push(optional(slow_until));
        let confirm = Statement::raw(
            "clock_record",
            r#"INSERT INTO clock_record (country_code, entity_code, newest_on, slow_until, confirmed)
            VALUES ($1, $2, $3, $4, 1)
            ON CONFLICT (country_code, entity_code) DO UPDATE
            SET newest_on = excluded.newest_on, destroy_from = NULL, slow_until = excluded.slow_until,
                confirmed = clock_record.confirmed + 1"#,
            values,
        );
        let forget = Statement::raw(
            "clock_node",
            r#"UPDATE clock_node SET doubt = NULL WHERE country_code = $1 AND entity_code = $2"#,
            scoped(&permit, &[]),
        );
        self.commit_unaudited(&permit, vec![confirm, forget]).await
    }

    /// The newest time in the audit log and in the runs of jobs, for a database without a recorded time.
    pub async fn newest_written(&self) -> Result<Option<Timestamp>> {
        let mut newest = Vec::new();
        for (country, entity) in self.all_entities(&system::public_names()).await? {
            let permit = system::identity(&country, &entity, "system:clock");
            newest.extend(self.last_entry_on(&permit).await?);
        }
        newest.extend(self.job_rows().await?.into_iter().map(|row| row.ended_on.unwrap_or(row.started_on)));
        Ok(newest.iter().filter_map(|at| time(at)).max())
    }

    /// The clocks of all servers, as each noted it last.
    pub async fn clock_nodes(&self) -> Result<Vec<ClockNode>> {
        let permit = system::housekeeping();
        let sql = Sql::new(
            r#"SELECT node, ahead_ms, seen_on, doubt FROM clock_node
            WHERE country_code = $1 AND entity_code = $2 ORDER BY node"#,
            scoped(&permit, &[]),
        );
        self.readable(&permit, &sql, node).await
    }

    /// Notes a server's clock, and forgets servers that noted nothing after `forget`.
    pub async fn note_clock(&self, node: &ClockNode, forget: Timestamp) -> Result<()> {
        let permit = system::housekeeping();
        let mut values = scoped(&permit, &[&node.name]);
        values.push(Value::Int(i64::try_from(node.ahead.as_millis()).unwrap_or(i64::MAX)));
        values.extend([Value::Text(stamp(node.seen_on)), node.doubt.as_ref().map_or(Value::Null, Value::text)]);
        let note = Statement::raw(
            "clock_node",
            r#"INSERT INTO clock_node (country_code, entity_code, node, ahead_ms, seen_on, doubt)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (country_code, entity_code, node) DO UPDATE
            SET ahead_ms = excluded.ahead_ms, seen_on = excluded.seen_on, doubt = excluded.doubt"#,
            values,
        );
        let old = Statement::raw(
            "clock_node",
            r#"DELETE FROM clock_node WHERE country_code = $1 AND entity_code = $2 AND node <> $3 AND seen_on < $4"#,
            scoped(&permit, &[&node.name, &stamp(forget)]),
        );
        self.commit_unaudited(&permit, vec![note, old]).await
    }

    /// Forgets a server that stops.
    pub async fn forget_clock(&self, node: &str) -> Result<()> {
        let permit = system::housekeeping();
        let forget = Statement::delete("clock_node", Filter::of(&permit).text("node", node));
        self.commit_unaudited(&permit, vec![forget]).await
    }

    /// Makes due what a wrong clock put off for longer than any pause or claim lasts.
    pub async fn bound_due_times(&self, now: Timestamp) -> Result<()> {
        let values = || vec![Value::Text(stamp(now)), Value::Text(latest_due_time(now))];
        let queues = [
            ("outbox", "state = 'waiting'"),
            ("webhook_delivery", "state = 'queued'"),
            ("document_share", "state = 'waiting'"),
            ("document_verification", "verdict = 'Waiting'"),
            ("rule_sample", "read_on IS NULL"),
        ];
        let bound = |(table, waiting): (&'static str, &str)| {
            let text = format!("UPDATE {table} SET next_try_on = $1 WHERE {waiting} AND next_try_on > $2");
            Statement::raw(table, text, values())
        };
        self.commit_unaudited(&system::housekeeping(), queues.map(bound).into()).await
    }
}
