//! The audit chain is intact when left alone and shows every manipulation.

use serde_json::json;
use testkit::{TestApp, on_both_databases};

on_both_databases!(
    parallel_saves_keep_the_chain_intact,
    an_edited_row_is_detected,
    a_removed_row_is_detected,
    a_truncated_chain_is_detected_by_its_checkpoint,
    an_edited_detail_is_detected,
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
    app.run_sql_directly("UPDATE audit_log SET detail = (SELECT detail FROM audit_log WHERE entity_code = 'NGB' AND seq = 5 ORDER BY shard LIMIT 1) WHERE entity_code = 'NGB' AND seq = 6").await;
    let found = faults(&app).await;
    assert!(found.len() == 1 && found[0].contains("has a changed detail"), "{found:?}");
}
