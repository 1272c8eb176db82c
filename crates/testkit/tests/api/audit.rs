//! The audit chain is intact when left alone and shows every manipulation.

use serde_json::json;
use testkit::{TestApp, on_both_databases};

on_both_databases!(
    parallel_saves_keep_the_chain_intact,
    an_edited_row_is_detected,
    a_removed_row_is_detected,
    a_truncated_chain_is_detected_by_its_checkpoint,
    an_edited_detail_is_detected,
    a_missing_end_is_detected_without_a_checkpoint,
    a_missing_log_of_an_entity_is_detected,
    a_removed_head_is_detected,
    a_forged_head_is_detected_and_never_sealed_again,
    a_removed_checkpoint_is_detected,
    a_missing_entity_is_detected,
    deleted_heads_are_not_sealed_a_second_time,
    a_consistent_rollback_is_detected_by_exported_heads,
);

async fn faults(app: &TestApp) -> Vec<String> {
    app.app().store.verify_audit(&domain::access::system::audit_reader()).await.unwrap().faults
}

async fn parallel_saves_keep_the_chain_intact(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let industry = domain::master_data::find("industrymaster").unwrap();
    let before = admin.list(industry, "page=0").await.expect(200).total();
    let saves: Vec<_> = (0..200)
        .map(|number| {
            let admin = admin.clone();
            let body = json!({ "industryCode": format!("P{}", number % 150), "industryDesc": "Parallel" });
            tokio::spawn(async move { admin.operate(industry, "S", &body).await.status.as_u16() })
        })
        .collect();
    let mut saved = 0;
    for one in saves {
        match one.await.unwrap() {
            200 => saved += 1,
            status => assert_eq!(status, 409),
        }
    }
    assert_eq!(saved, 150);
    assert_eq!(admin.list(industry, "page=0").await.expect(200).total(), before + 150);
    assert_eq!(faults(&app).await, Vec::<String>::new());
}

async fn an_edited_row_is_detected(app: TestApp) {
    assert_eq!(faults(&app).await, Vec::<String>::new());
    app.run_sql_directly("UPDATE audit_log SET actor = 'SOMEONE' WHERE entity_code = 'NGB' AND seq = 10").await;
    let found = faults(&app).await;
    assert!(found.len() == 1 && found[0].contains("entry 10: was changed"), "{found:?}");
}

async fn a_removed_row_is_detected(app: TestApp) {
    app.run_sql_directly("DELETE FROM audit_log WHERE entity_code = 'KALVI' AND seq = 20").await;
    let found = faults(&app).await;
    assert!(found.iter().any(|fault| fault.contains("IN/KALVI") && fault.contains("entry 21")), "{found:?}");
}

async fn a_truncated_chain_is_detected_by_its_checkpoint(app: TestApp) {
    app.app().store.write_checkpoints().await.unwrap();
    assert_eq!(faults(&app).await, Vec::<String>::new());
    app.run_sql_directly("DELETE FROM audit_log WHERE entity_code = 'NGB' AND seq > 30").await;
    let found = faults(&app).await;
    assert!(found.iter().any(|fault| fault.contains("is missing, a checkpoint knows it")), "{found:?}");
}

async fn an_edited_detail_is_detected(app: TestApp) {
    app.run_sql_directly(
        "UPDATE audit_log SET detail = (SELECT detail FROM audit_log WHERE entity_code = 'NGB' AND \
                          seq = 5 ORDER BY shard LIMIT 1) WHERE entity_code = 'NGB' AND seq = 6",
    )
    .await;
    let found = faults(&app).await;
    assert!(found.len() == 1 && found[0].contains("has a changed detail"), "{found:?}");
}

async fn save(app: &TestApp, code: &str) {
    let industry = domain::master_data::find("industrymaster").unwrap();
    let body = json!({ "industryCode": code, "industryDesc": "Saved" });
    app.log_in("NGB", "ADMIN").await.operate(industry, "S", &body).await.expect(200);
}

async fn assert_fault(app: &TestApp, part: &str) {
    let found = faults(app).await;
    assert!(found.iter().any(|fault| fault.contains(part)), "{part}: {found:?}");
}

async fn a_missing_end_is_detected_without_a_checkpoint(app: TestApp) {
    let last = app.count("SELECT max(seq) FROM audit_log WHERE entity_code = 'NGB' AND shard = 0").await;
    app.run_sql_directly("DELETE FROM audit_log WHERE entity_code = 'NGB' AND shard = 0 AND seq > 30").await;
    assert_fault(&app, &format!("IN/NGB shard 0: the entries 31 to {last} are missing")).await;
}

async fn a_missing_log_of_an_entity_is_detected(app: TestApp) {
    app.app().store.write_checkpoints().await.unwrap();
    for table in ["audit_log", "audit_checkpoint"] {
        app.run_sql_directly(&format!("DELETE FROM {table} WHERE entity_code = 'NGB'")).await;
    }
    assert_fault(&app, "IN/NGB shard 0: the entries 1 to ").await;
    assert_fault(&app, "checkpoints are missing").await;
    for table in ["audit_head", "audit_register"] {
        app.run_sql_directly(&format!("DELETE FROM {table} WHERE entity_code = 'NGB'")).await;
    }
    assert_fault(&app, "IN/NGB: the register of its shards is missing").await;
    assert_fault(&app, "IN/NGB: has no audit log").await;
}

async fn a_removed_head_is_detected(app: TestApp) {
    app.run_sql_directly("DELETE FROM audit_head WHERE entity_code = 'NGB' AND shard = 0").await;
    assert_fault(&app, "IN/NGB shard 0: its head is missing").await;
    app.run_sql_directly("DELETE FROM audit_log WHERE entity_code = 'NGB' AND shard = 0").await;
    assert_fault(&app, "IN/NGB: 1 of ").await;
    save(&app, "GAP").await;
    assert_fault(&app, "IN/NGB: 1 of ").await;
}

async fn a_forged_head_is_detected_and_never_sealed_again(app: TestApp) {
    app.run_sql_directly("DELETE FROM audit_log WHERE entity_code = 'NGB' AND shard = 0 AND seq > 30").await;
    let forge = "UPDATE audit_head SET seq = 30, mac = (SELECT l.mac FROM audit_log l WHERE l.entity_code = 'NGB' AND \
                 l.shard = 0 AND l.seq = 30) WHERE entity_code = 'NGB' AND shard = 0";
    app.run_sql_directly(forge).await;
    assert_fault(&app, "IN/NGB shard 0: its head was changed").await;
    let app = app.with_parts(|_| ()).await;
    for code in ["F1", "F2", "F3"] {
        save(&app, code).await;
    }
    assert_fault(&app, "IN/NGB shard 0: its head was changed").await;
}

async fn a_removed_checkpoint_is_detected(app: TestApp) {
    for code in ["C1", "C2", "C3"] {
        save(&app, code).await;
        app.app().store.write_checkpoints().await.unwrap();
    }
    assert_eq!(faults(&app).await, Vec::<String>::new());
    let of_ngb = "entity_code = 'NGB' AND shard = (SELECT max(shard) FROM audit_checkpoint WHERE entity_code = 'NGB' \
                  GROUP BY shard ORDER BY count(*) DESC LIMIT 1)";
    let count = app.count(&format!("SELECT count(*) FROM audit_checkpoint WHERE {of_ngb}")).await;
    assert!(count >= 2, "{count}");
    // Not the newest first: what remains looks complete at its end.
    for (end, missing) in [("min", "IN/NGB: 1 of "), ("max", "IN/NGB: 2 of ")] {
        let place = format!("SELECT {end}(seq) FROM audit_checkpoint WHERE {of_ngb}");
        app.run_sql_directly(&format!("DELETE FROM audit_checkpoint WHERE {of_ngb} AND seq = ({place})")).await;
        assert_fault(&app, missing).await;
    }
}

/// The tables of an entity as its destroyer would empty them.
async fn a_missing_entity_is_detected(app: TestApp) {
    for table in ["audit_log", "audit_checkpoint", "audit_head", "audit_register", "entity_key"] {
        app.run_sql_directly(&format!("DELETE FROM {table} WHERE entity_code = 'KALVI'")).await;
    }
    let app = app.with_parts(|_| ()).await;
    assert_fault(&app, "IN/KALVI: its keys are missing").await;
    assert_fault(&app, "installation: 1 of 2 entities are missing").await;
    assert_eq!(app.count("SELECT count(*) FROM entity_key").await, 1, "verification creates no keys");
    app.run_sql_directly("UPDATE audit_register SET parts = 1 WHERE entity_code = ''").await;
    assert_fault(&app, "the register of the entities is missing or was changed").await;
}

async fn deleted_heads_are_not_sealed_a_second_time(app: TestApp) {
    app.run_sql_directly("DELETE FROM audit_log WHERE entity_code = 'NGB' AND seq > 30").await;
    app.run_sql_directly("DELETE FROM audit_head").await;
    app.run_sql_directly("DELETE FROM audit_register").await;
    let app = app.with_parts(|_| ()).await;
    save(&app, "AGAIN").await;
    assert_fault(&app, "IN/NGB: the register of its shards is missing").await;
    assert_fault(&app, "IN/NGB shard 0: its head is missing").await;
    assert_fault(&app, "the register of the entities is missing").await;
}

async fn a_consistent_rollback_is_detected_by_exported_heads(app: TestApp) {
    let tables = ["audit_log", "audit_head", "audit_register", "audit_checkpoint"];
    for table in tables {
        app.run_sql_directly(&format!("CREATE TABLE kept_{table} AS SELECT * FROM {table}")).await;
    }
    save(&app, "LATER").await;
    app.app().store.write_checkpoints().await.unwrap();
    let kept = app.app().store.export_heads().await.unwrap();
    for heads in &kept {
        assert_eq!(app.app().store.compare_with_heads(heads).await.unwrap(), Vec::<String>::new());
    }
    for table in tables {
        app.run_sql_directly(&format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM kept_{table}")).await;
    }
    assert_eq!(faults(&app).await, Vec::<String>::new(), "the database alone cannot tell");
    let bank = kept.iter().find(|heads| heads.entity_code == "NGB").unwrap();
    let found = app.app().store.compare_with_heads(bank).await.unwrap();
    assert!(found.iter().any(|fault| fault.contains("is missing; exported at")), "{found:?}");
    assert!(found.iter().any(|fault| fault.contains("checkpoint")), "{found:?}");
    let forged = store::audit::EntityHeads { checkpoints: 0, ..bank.clone() };
    let found = app.app().store.compare_with_heads(&forged).await.unwrap();
    assert!(found[0].contains("not signed by this entity"), "{found:?}");
}
