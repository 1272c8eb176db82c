//! Ten years of both demo entities: what is destroyed, and when, is what a plain re-implementation expects.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use testkit::{TestApp, on_both_databases};

on_both_databases!(ten_years_destroy_what_the_rules_say);

const DAY: i64 = 86_400;
const STEP: i64 = 15;
const YEARS: i64 = 10;

/// Periods of an entity: rejected, documents, records.
type Days = [i64; 3];

struct Paper {
    key: String,
    txn: String,
    rejected: Option<Date>,
}

fn day(stamp: &str) -> Date {
    stamp.parse::<Timestamp>().unwrap().to_zoned(jiff::tz::TimeZone::get("Asia/Kolkata").unwrap()).date()
}

/// The last day of keeping. A shortened period keeps what the old one kept, for a week.
fn last(from: Date, days: i64, old: Option<(i64, Date)>) -> Option<Date> {
    if days == 0 {
        return None;
    }
    let own = from + days.days();
    Some(match old {
        Some((old, until)) if old > days => own.max((from + old.days()).min(until)),
        _ => own,
    })
}

async fn ten_years_destroy_what_the_rules_say(app: TestApp) {
    app::seed::fill(app.app()).await.unwrap();
    let mut periods: BTreeMap<&str, Days> = [("NGB", [365, 1825, 2555]), ("KALVI", [100, 365, 1825])].into();
    for (entity, [rejected, documents, records]) in &periods {
        app.run_sql_directly(&format!(
            "UPDATE entity_master SET utc_time_zone = 'Asia/Kolkata', \
                                       reject_documents_purge_days = {rejected}, document_purging_days = {documents}, \
                                       record_purge_required = true, record_purge_days = {records} WHERE entity_code \
                                       = '{entity}'"
        ))
        .await;
    }
    // Two of three requests are closed, spread over a year and a half.
    let all =
        app.texts("SELECT entity_code || ' ' || txn_ref_no FROM docrequest ORDER BY entity_code, txn_ref_no").await;
    let mut closed: BTreeMap<String, Date> = BTreeMap::new();
    for (at, key) in all.iter().enumerate() {
        let (entity, txn) = key.split_once(' ').unwrap();
        if at % 3 == 0 {
            app.run_sql_directly(&format!(
                "UPDATE docrequest SET closed_on = NULL, decision = NULL WHERE entity_code \
                = '{entity}' AND txn_ref_no = '{txn}'"
            ))
            .await;
            continue;
        }
        let on = format!("{}T12:00:00.000Z", app.day((at as i64 * 37) % 540));
        app.run_sql_directly(&format!(
            "UPDATE docrequest SET closed_on = '{on}', decision = 'cancel', status = \
                                       'Rejected', open_until = NULL WHERE entity_code = '{entity}' AND txn_ref_no \
                                       = '{txn}'"
        ))
        .await;
        closed.insert(key.clone(), day(&on));
    }
    let texts = app
        .texts(
            "SELECT v.entity_code || ' ' || v.txn_ref_no || ' ' || CAST(v.document_no AS TEXT) || ' ' \
                           || CAST(v.version_no AS TEXT) || ' ' || coalesce((SELECT w.verdict || ' ' || w.reviewed_on \
                           FROM docrequest_review w WHERE w.country_code = v.country_code AND w.entity_code = \
                           v.entity_code AND w.txn_ref_no = v.txn_ref_no AND w.document_no = v.document_no AND \
                           w.version_no = v.version_no ORDER BY w.review_no DESC LIMIT 1), '- -') FROM \
                           docrequest_version v",
        )
        .await;
    let papers: Vec<Paper> = texts
        .iter()
        .map(|text| {
            let parts: Vec<&str> = text.split(' ').collect();
            let rejected = (parts[4] == "reject").then(|| day(parts[5]));
            Paper { key: parts[..4].join(" "), txn: parts[..2].join(" "), rejected }
        })
        .filter(|paper| closed.contains_key(&paper.txn))
        .collect();
    assert!(papers.len() > 10 && papers.iter().any(|paper| paper.rejected.is_some()), "{} papers", papers.len());
    let held = closed.keys().next().unwrap().clone();
    let (mut is_held, mut shortened) = (false, None);
    let mut expected: BTreeSet<String> = BTreeSet::new();
    for step in 0..YEARS * 365 / STEP {
        let today = app.day(0);
        let today: Date = today.parse().unwrap();
        match step * STEP / 365 {
            1 if !is_held && step * STEP % 365 < STEP => {
                is_held = true;
                let (entity, txn) = held.split_once(' ').unwrap();
                app.run_sql_directly(&format!(
                    "INSERT INTO legal_hold (country_code, entity_code, tenant_code, \
                    hold_id, txn_ref_no, reason, set_by, set_on) VALUES ('IN', '{entity}', 'X', 'H', '{txn}', \
                    'Court', 'ADMIN', '2026')"
                ))
                .await;
            }
            3 if shortened.is_none() => {
                // What an approved proposal writes.
                shortened = Some((1825, today + 7.days()));
                periods.insert("NGB", [365, 900, 2555]);
                app.run_sql_directly(
                    "UPDATE entity_master SET document_purging_days = 900, version_number = \
                                      version_number + 1 WHERE entity_code = 'NGB'",
                )
                .await;
                app.run_sql_directly(&format!(
                    "INSERT INTO retention_change (country_code, entity_code, change_id, \
                    period, old_days, new_days, changed_on, effective_on) VALUES ('IN', 'NGB', 'C', 'documents', \
                    1825, 900, '{today}', '{}')",
                    today + 7.days()
                ))
                .await;
                periods.insert("KALVI", [100, 365, 2400]);
                app.run_sql_directly(
                    "UPDATE entity_master SET record_purge_days = 2400, version_number = \
                                      version_number + 1 WHERE entity_code = 'KALVI'",
                )
                .await;
            }
            6 if is_held => {
                is_held = false;
                app.run_sql_directly("UPDATE legal_hold SET lifted_by = 'ADMIN', lifted_on = '2032'").await;
            }
            _ => {}
        }
        let run = app.run_job("purge").await;
        assert!(run.is_ok(), "{run:?}");
        for (txn, closed_on) in closed.iter().filter(|(txn, _)| !is_held || **txn != held) {
            let entity = txn.split(' ').next().unwrap();
            let [rejected_days, document_days, record_days] = periods[entity];
            let old = shortened.filter(|_| entity == "NGB");
            let documents = last(*closed_on, document_days, old).unwrap();
            for paper in papers.iter().filter(|paper| paper.txn == *txn) {
                let rejected = paper.rejected.and_then(|on| last(on, rejected_days, None)).map(|on| on.max(*closed_on));
                if rejected.map_or(documents, |on| on.min(documents)) < today {
                    expected.insert(paper.key.clone());
                }
            }
            if last(*closed_on, record_days, None).unwrap().max(documents) < today {
                expected.insert(txn.clone());
            }
        }
        let found = app
            .texts(
                "SELECT entity_code || ' ' || txn_ref_no || coalesce(' ' || CAST(document_no AS TEXT) \
                               || ' ' || CAST(version_no AS TEXT), '') FROM purge_item WHERE version_no IS NULL OR \
                               version_no > 0",
            )
            .await;
        let set: BTreeSet<String> = found.iter().cloned().collect();
        assert_eq!((set.len(), &set), (found.len(), &expected), "on {today}");
        app.clock.advance_seconds(STEP * DAY);
    }
    let open = all.len() - closed.len();
    assert_eq!(expected.len(), papers.len() + closed.len(), "all of it in the end");
    assert_eq!(app.count("SELECT count(*) FROM docrequest").await, open as i64);
    let faults = app.app().store.verify_audit(&domain::access::system::audit_reader()).await.unwrap().faults;
    assert!(faults.is_empty());
}
