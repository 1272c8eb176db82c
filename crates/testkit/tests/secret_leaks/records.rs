//! Records that hold secrets.

use axum::body::Body;
use domain::master_data::{ALL, Definition, Kind};
use serde_json::Value;
use testkit::{Client, Samples};

use super::recorder::{PASSWORD, Recorder, SECRET};

fn is_secret(definition: &&&'static Definition) -> bool {
    definition.stored().any(|field| field.kind.is_secret())
}

/// Saves, changes, finds, lists, exports and imports records with secrets, and reads their history.
pub async fn save_secret_records(admin: &Client, recorder: &mut Recorder) {
    let mut samples = Samples::default();
    for definition in ALL.iter().filter(is_secret) {
        let mut record = samples.record(admin, definition).await;
        for field in definition.stored().filter(|field| field.kind.is_secret()) {
            record[field.name] = if field.kind == Kind::Password { PASSWORD.into() } else { SECRET.into() };
        }
        let saved = admin.operate(definition, "S", &record).await;
        recorder.record("save", &saved);
        let key: Value = definition.key().map(|field| (field.name.to_owned(), record[field.name].clone())).collect();
        let found = admin.operate(definition, "F", &key).await.expect(200);
        let mut next = found.record().clone();
        for field in definition.stored() {
            next[field.name] = record[field.name].clone();
        }
        let changed = admin.operate(definition, "U", &next).await.expect(200);
        let stale = admin.operate(definition, "U", &next).await.expect(409);
        let listed = admin.list(definition, "page=0&size=1000").await.expect(200);
        let taken = admin.verb(definition, "/export", "", "GET", &[], Body::empty()).await.expect(200);
        let history = admin.verb(definition, "/history", "", "POST", &[], key.to_string().into()).await.expect(200);
        let names: Vec<&str> = record.as_object().unwrap().keys().map(String::as_str).collect();
        let cells: Vec<String> = record
            .as_object()
            .unwrap()
            .values()
            .map(|cell| cell.as_str().map_or_else(|| cell.to_string(), str::to_owned))
            .collect();
        let csv = format!("{}\n{}\n", names.join(","), cells.join(","));
        let imported = admin.verb(definition, "/import", "", "POST", &[], csv.into()).await;
        for (name, answer) in [
            ("find", &found),
            ("update", &changed),
            ("stale", &stale),
            ("list", &listed),
            ("export", &taken),
            ("history", &history),
            ("import", &imported),
        ] {
            recorder.record(&format!("{name} {}", definition.resource), answer);
        }
    }
}
