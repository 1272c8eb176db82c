//! Laws that hold for every resource, including those added later.

use domain::master_data::{ALL, Definition, Field, Kind};
use serde_json::{Map, Value, json};
use testkit::{Answer, Client, Samples, TestApp, on_both_databases};

on_both_databases!(
    a_saved_record_can_be_found_changed_and_deleted,
    a_missing_required_field_is_named_with_its_message,
    a_value_that_is_too_long_is_refused,
    a_value_of_the_wrong_type_is_refused,
    an_unknown_field_is_refused,
    a_second_record_with_the_same_key_is_refused,
    a_record_in_use_cannot_be_deleted,
    a_viewer_changes_nothing_and_a_banker_sees_nothing,
    a_stale_version_changes_nothing,
    another_entity_has_no_such_record,
    every_change_is_in_the_history_and_the_chain_holds,
    a_secret_never_comes_back,
    hostile_text_is_kept_as_text_or_refused,
);

fn key_of(definition: &Definition, record: &Value) -> Value {
    definition.key().map(|field| (field.name.to_owned(), record[field.name].clone())).collect::<Map<_, _>>().into()
}

/// The entity record exists once and cannot be created.
fn is_the_entity(definition: &Definition) -> bool {
    definition.resource == "master"
}

/// An existing record: a new one, or the entity itself.
async fn existing(client: &Client, samples: &mut Samples, definition: &'static Definition) -> (Value, Value) {
    let body = samples.record(client, definition).await;
    if is_the_entity(definition) {
        let found = client.operate(definition, "F", &json!({})).await.expect(200).record().clone();
        return (body, found);
    }
    let saved = client.operate(definition, "S", &body).await;
    assert_eq!(saved.status, 200, "{} {body} {}", definition.resource, saved.json);
    (body, saved.record().clone())
}

#[track_caller]
fn assert_same(definition: &Definition, body: &Value, record: &Value) {
    for field in definition.stored().filter(|field| !field.kind.is_secret()) {
        assert_eq!(body[field.name], record[field.name], "{} {}", definition.resource, field.name);
    }
}

fn changed(definition: &Definition, record: &Value) -> Option<Value> {
    let field = definition
        .stored()
        .find(|field| matches!(field.kind, Kind::Text) && !field.key && field.reference.is_none())?;
    let has_rule = matches!(field.name, "documentTypes" | "eventTypes");
    let mut body = record.clone();
    body[field.name] = if has_rule { record[field.name].clone() } else { json!("Chan") };
    Some(body)
}

async fn a_saved_record_can_be_found_changed_and_deleted(app: TestApp) {
    let client = app.new_entity("LAW").await;
    let mut samples = Samples::default();
    for definition in ALL {
        let (body, saved) = existing(&client, &mut samples, definition).await;
        let key = key_of(definition, &saved);
        if !is_the_entity(definition) {
            assert_same(definition, &body, &saved);
            assert_eq!(saved["versionNumber"], 1);
        }
        let found = client.operate(definition, "F", &key).await.expect(200);
        assert_eq!(found.code(), "EnTxn0023");
        assert_eq!(*found.record(), saved, "{}", definition.resource);
        let listed = client.list(definition, "").await.expect(200);
        assert!(listed.content().iter().any(|one| key_of(definition, one) == key), "{}", definition.resource);
        let version = saved["versionNumber"].as_i64().unwrap();
        let update = changed(definition, &saved).unwrap_or(saved);
        let updated = client.operate(definition, "U", &update).await.expect(200);
        assert_eq!(updated.code(), "EnTxn0019");
        assert_eq!(updated.record()["versionNumber"], version + 1);
        let again = client.operate(definition, "F", &key).await.expect(200);
        assert_eq!(again.record(), updated.record(), "{}", definition.resource);
        assert_same(definition, &update, again.record());
        if is_the_entity(definition) {
            continue;
        }
        let deleted = client.operate(definition, "D", &key).await.expect(200);
        assert_eq!(deleted.code(), "EnTxn0020");
        let gone = client.operate(definition, "F", &key).await.expect(404);
        assert_eq!(gone.error(), "No Records Found");
    }
}

fn without(body: &Value, name: &str) -> Value {
    let mut body = body.clone();
    body.as_object_mut().unwrap().remove(name);
    body
}

fn with(body: &Value, name: &str, value: Value) -> Value {
    let mut body = body.clone();
    body[name] = value;
    body
}

#[track_caller]
fn assert_named(answer: &Answer, definition: &Definition, field: &Field) {
    assert_eq!(answer.status, 422, "{} {} {}", definition.resource, field.name, answer.json);
    assert!(answer.fields().contains(&field.name), "{} {} {}", definition.resource, field.name, answer.json);
}

async fn a_missing_required_field_is_named_with_its_message(app: TestApp) {
    let client = app.new_entity("LAW").await;
    let mut samples = Samples::default();
    for definition in ALL {
        let body = samples.record(&client, definition).await;
        for field in definition.stored().filter(|field| field.required) {
            for missing in
                [without(&body, field.name), with(&body, field.name, Value::Null), with(&body, field.name, json!(""))]
            {
                let is_text = !matches!(field.kind, Kind::Int { .. } | Kind::Bool);
                if !is_text && missing[field.name] == json!("") {
                    continue;
                }
                let answer = client.operate(definition, "S", &missing).await;
                assert_named(&answer, definition, field);
                let said = answer.json["data"]["ErrorCodeDTO"].as_array().unwrap().iter();
                let said: Vec<&str> =
                    said.filter(|one| one["field"] == field.name).filter_map(|one| one["message"].as_str()).collect();
                assert!(said[0].starts_with("Please Enter ") || said[0].starts_with("Please Select "), "{said:?}");
            }
        }
    }
}

async fn a_value_that_is_too_long_is_refused(app: TestApp) {
    let client = app.new_entity("LAW").await;
    let mut samples = Samples::default();
    for definition in ALL {
        let body = samples.record(&client, definition).await;
        for field in definition.stored().filter(|field| field.max > 0) {
            let long = match field.kind {
                Kind::Int { .. } => json!(10i64.pow(field.max as u32)),
                Kind::Enum(_) | Kind::Bool => continue,
                _ => json!("x1@".repeat(field.max).chars().take(field.max + 1).collect::<String>()),
            };
            let answer = client.operate(definition, "S", &with(&body, field.name, long)).await;
            assert_named(&answer, definition, field);
        }
    }
}

async fn a_value_of_the_wrong_type_is_refused(app: TestApp) {
    let client = app.new_entity("LAW").await;
    let mut samples = Samples::default();
    for definition in ALL {
        let body = samples.record(&client, definition).await;
        for field in definition.stored() {
            for wrong in [json!({ "a": 1 }), json!([1]), json!(1.5)] {
                let answer = client.operate(definition, "S", &with(&body, field.name, wrong)).await;
                assert_named(&answer, definition, field);
            }
            if matches!(field.kind, Kind::Int { .. } | Kind::Bool) {
                assert_named(
                    &client.operate(definition, "S", &with(&body, field.name, json!("7"))).await,
                    definition,
                    field,
                );
            }
        }
    }
}

async fn an_unknown_field_is_refused(app: TestApp) {
    let client = app.new_entity("LAW").await;
    let mut samples = Samples::default();
    for definition in ALL {
        let body = samples.record(&client, definition).await;
        let answer = client.operate(definition, "S", &with(&body, "isAdmin", json!(true))).await.expect(422);
        assert_eq!(answer.fields(), ["isAdmin"], "{}", definition.resource);
        client.list(definition, "isAdmin=true").await.expect(422);
        client.list(definition, "sort=isAdmin").await.expect(422);
    }
}

async fn a_second_record_with_the_same_key_is_refused(app: TestApp) {
    let client = app.new_entity("LAW").await;
    let mut samples = Samples::default();
    for definition in ALL {
        let (body, saved) = existing(&client, &mut samples, definition).await;
        let body = if is_the_entity(definition) { with(&body, "entityName", json!("Another name")) } else { body };
        let answer = client.operate(definition, "S", &body).await.expect(409);
        let error = answer.error();
        if definition.is_mapping() {
            let key = key_of(definition, &saved);
            let parts = definition.key().filter_map(|field| key[field.name].as_str());
            let pair = parts.collect::<Vec<_>>().join(" · ");
            assert_eq!(error, format!("This Combination Already Exists: {pair}"), "{}", definition.resource);
        } else {
            assert!(error.starts_with("This ") && error.ends_with(" Already Exists"), "{error}")
        }
        let found = client.operate(definition, "F", &key_of(definition, &saved)).await.expect(200);
        assert_eq!(*found.record(), saved, "the first one is as it was");
    }
}

async fn a_record_in_use_cannot_be_deleted(app: TestApp) {
    let client = app.new_entity("LAW").await;
    let mut samples = Samples::default();
    for definition in ALL {
        let (_, saved) = existing(&client, &mut samples, definition).await;
        for reference in definition.stored().filter_map(|field| field.reference) {
            let parent = domain::master_data::find(reference.resource).unwrap();
            let key: Map<String, Value> =
                reference.pairs.iter().map(|(own, key)| ((*key).to_owned(), saved[*own].clone())).collect();
            let answer = client.operate(parent, "D", &key.into()).await.expect(409);
            assert_eq!(
                answer.error(),
                "Can't delete! This data is already used.",
                "{} {}",
                definition.resource,
                parent.resource
            );
        }
    }
}

async fn a_viewer_changes_nothing_and_a_banker_sees_nothing(app: TestApp) {
    let viewer = app.log_in("NGB", "VIEWER").await;
    let banker = app.log_in("NGB", "BANKER1").await;
    let nobody = app.anonymous();
    for definition in ALL {
        let listed = viewer.list(definition, "page=0&size=1").await.expect(200);
        let record =
            listed.content().first().unwrap_or_else(|| panic!("{} has no demo data", definition.resource)).clone();
        let before = app.count(&format!("SELECT count(*) FROM {}", definition.table)).await;
        for operation in ["S", "U", "D"] {
            viewer.operate(definition, operation, &record).await.expect(403);
        }
        for operation in ["FA", "F", "S", "U", "D"] {
            banker.operate(definition, operation, &record).await.expect(403);
            if definition.resource != "tenancymaintenance" || operation != "FA" && operation != "F" {
                nobody.operate(definition, operation, &record).await.expect(401);
            }
        }
        assert_eq!(app.count(&format!("SELECT count(*) FROM {}", definition.table)).await, before);
    }
}

async fn a_stale_version_changes_nothing(app: TestApp) {
    let client = app.new_entity("LAW").await;
    let mut samples = Samples::default();
    for definition in ALL {
        let (_, saved) = existing(&client, &mut samples, definition).await;
        let updated = client.operate(definition, "U", &saved).await.expect(200).record().clone();
        client.operate(definition, "U", &saved).await.expect(409);
        client.operate(definition, "U", &without(&saved, "versionNumber")).await.expect(422);
        client
            .operate(definition, "D", &with(&key_of(definition, &saved), "versionNumber", json!(1000)))
            .await
            .expect(409);
        let found = client.operate(definition, "F", &key_of(definition, &saved)).await.expect(200);
        assert_eq!(*found.record(), updated);
    }
}

async fn another_entity_has_no_such_record(app: TestApp) {
    let ours = app.new_entity("LAW").await;
    let theirs = app.new_entity("OTHER").await;
    let mut samples = Samples::default();
    for definition in ALL {
        let (body, saved) = existing(&ours, &mut samples, definition).await;
        let key = key_of(definition, &saved);
        if definition.key().next().is_some() {
            let missing = theirs.operate(definition, "F", &key).await.expect(404);
            theirs.operate(definition, "D", &key).await.expect(404);
            theirs.operate(definition, "U", &without(&without(&saved, "entityCode"), "countryCode")).await.expect(404);
            let listed = theirs.list(definition, "").await.expect(200);
            assert!(listed.content().iter().all(|one| one["entityCode"] == "OTHER"));
            assert_eq!(missing.error(), "No Records Found");
        }
        // Naming our entity in the body or in the header JSON is refused.
        theirs.operate(definition, "F", &with(&key, "entityCode", json!("LAW"))).await.expect(403);
        theirs.operate(definition, "S", &with(&body, "entityCode", json!("LAW"))).await.expect(403);
        let mut liar = theirs.clone();
        liar.claims.insert("entityCode".into(), json!("LAW"));
        liar.operate(definition, "F", &key).await.expect(403);
        let found = ours.operate(definition, "F", &key).await.expect(200);
        assert_eq!(*found.record(), saved);
    }
}

async fn every_change_is_in_the_history_and_the_chain_holds(app: TestApp) {
    let client = app.new_entity("LAW").await;
    let mut samples = Samples::default();
    for definition in ALL {
        let (_, saved) = existing(&client, &mut samples, definition).await;
        client.operate(definition, "U", &changed(definition, &saved).unwrap_or(saved.clone())).await.expect(200);
        let key = key_of(definition, &saved);
        let mut expected = vec!["U", "S"];
        if !is_the_entity(definition) {
            client.operate(definition, "D", &key).await.expect(200);
            expected.insert(0, "D");
        }
        let answer = client.verb(definition, "/history", "", "POST", &[], key.to_string().into()).await.expect(200);
        let actions: Vec<&str> = answer.content().iter().filter_map(|entry| entry["action"].as_str()).collect();
        assert_eq!(actions, expected, "{}", definition.resource);
    }
    let verdict = app.app().store.verify_audit(&domain::access::system::audit_reader()).await.unwrap();
    assert_eq!(verdict.faults, Vec::<String>::new());
    assert!(verdict.entries > 100);
}

async fn a_secret_never_comes_back(app: TestApp) {
    let client = app.new_entity("LAW").await;
    let mut samples = Samples::default();
    for definition in ALL.iter().filter(|definition| definition.fields.iter().any(|field| field.kind.is_secret())) {
        let (body, saved) = existing(&client, &mut samples, definition).await;
        let body = if is_the_entity(definition) {
            with(&body, "versionNumber", saved["versionNumber"].clone())
        } else {
            with(&body, "versionNumber", json!(1))
        };
        let updated = client.operate(definition, "U", &body).await.expect(200);
        let key = key_of(definition, &saved);
        let answers = [
            updated,
            client.operate(definition, "F", &key).await.expect(200),
            client.list(definition, "").await.expect(200),
            client.list(definition, "page=0&size=50").await.expect(200),
            client.verb(definition, "/history", "", "POST", &[], key.to_string().into()).await.expect(200),
            client.verb(definition, "/export", "", "GET", &[], "".into()).await.expect(200),
            client.verb(definition, "/options", "", "GET", &[], "".into()).await,
        ];
        for answer in answers {
            let text = String::from_utf8_lossy(&answer.bytes).to_lowercase();
            assert!(!text.contains("canary"), "{} {text}", definition.resource);
            assert!(!text.contains("argon2"), "{} {text}", definition.resource);
        }
        for field in definition.stored().filter(|field| field.kind.is_secret()) {
            let column = store::master_data::Table::column(field.name);
            let table = definition.table;
            let readable =
                app.count(&format!("SELECT count(*) FROM {table} WHERE lower({column}) LIKE '%canary%'")).await;
            let kept = app
                .count(&format!("SELECT count(*) FROM {table} WHERE {column} IS NOT NULL AND entity_code = 'LAW'"))
                .await;
            assert_eq!((readable, kept > 0), (0, true), "{table}.{column}");
        }
    }
}

async fn hostile_text_is_kept_as_text_or_refused(app: TestApp) {
    let client = app.new_entity("LAW").await;
    let mut samples = Samples::default();
    let hostile = [
        "'); DROP TABLE branch;--",
        "<script>alert(1)</script>",
        "{{7*7}}",
        "\u{202e}\u{200f}مرحبا 🙂",
        "a\u{0}b",
        "../../x",
        "%s%n",
        "${x}",
    ];
    for definition in ALL {
        let (_, saved) = existing(&client, &mut samples, definition).await;
        let mut record = saved;
        for field in
            definition.stored().filter(|field| !matches!(field.kind, Kind::Int { .. } | Kind::Bool) && !field.key)
        {
            for text in hostile {
                let answer = client.operate(definition, "U", &with(&record, field.name, json!(text))).await;
                match answer.status.as_u16() {
                    200 if field.kind.is_secret() => record = answer.record().clone(),
                    200 => {
                        assert_eq!(answer.record()[field.name], text, "{}", definition.resource);
                        record = answer.record().clone();
                        let found = client.operate(definition, "F", &key_of(definition, &record)).await.expect(200);
                        assert_eq!(found.record()[field.name], text);
                    }
                    422 => assert!(
                        answer.fields().contains(&field.name),
                        "{} {} {}",
                        definition.resource,
                        field.name,
                        answer.json
                    ),
                    other => panic!("{} {} {text:?}: {other} {}", definition.resource, field.name, answer.json),
                }
            }
            // Back to something valid before the next field.
        }
        for text in hostile {
            let encoded = percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC);
            let answer = client.list(definition, &format!("page=0&q={encoded}")).await;
            assert!(answer.status == 200 || answer.status == 422, "{} {}", definition.resource, answer.json);
        }
    }
    assert!(app.count("SELECT count(*) FROM branch").await > 0);
}
