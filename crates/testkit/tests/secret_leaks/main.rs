//! Canaries: secrets that are looked for afterwards in everything the product said and kept. In a process of its own,
//! because it listens to all that is traced.

#![recursion_limit = "256"]

mod doors;
mod factors;
mod panics;
mod records;
mod routes;
mod sign_on;
mod watch;

use std::io::Write;
use std::sync::{Arc, Mutex};

use integrations::debug_folder::DebugMemory;
use serde_json::json;
use testkit::servers::outbound;
use testkit::{Client, Database, TestApp};
use watch::Watch;

/// Everything that was traced, at the most talkative level there is.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Heard {
    fn take(&self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut *self.0.lock().unwrap())).into_owned()
    }
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Debugging of everything at its most talkative.
async fn watch_everything(admin: &Client) {
    let user = domain::master_data::find("userdebug").unwrap();
    let on = json!({ "userId": "ADMIN", "debugEnabled": true, "debugLevel": "trace" });
    admin.operate(user, "S", &on).await.expect(200);
    let modules = domain::master_data::find("debugconfiguration").unwrap();
    for code in ["ADM", "BNK", "CUS", "SMS"] {
        let mut record = admin.operate(modules, "F", &json!({ "moduleCode": code })).await.expect(200).record().clone();
        for (name, value) in
            [("debugEnabled", json!(true)), ("debugLevel", json!("trace")), ("debugMode", json!("Both"))]
        {
            record[name] = value;
        }
        admin.operate(modules, "U", &record).await.expect(200);
    }
}

/// A change to the product that goes on writing its debug files.
fn keeping(files: &Arc<DebugMemory>, change: impl FnOnce(&mut app::App)) -> impl FnOnce(&mut app::App) {
    let writes = files.clone();
    move |parts| {
        parts.debug_files = writes;
        parts.settings.sessions_at_once = 100;
        change(parts);
    }
}

async fn story(database: Database, heard: &Heard) -> Vec<String> {
    let files = Arc::new(DebugMemory::default());
    let app = TestApp::start(database).await;
    let mut app = app.with_parts(keeping(&files, |parts| parts.settings.captcha = false)).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let mut watch = Watch::new();
    watch.canaries.extend(admin.token.clone());
    watch_everything(&admin).await;
    routes::through_every_route(&app, &admin, &mut watch).await;
    records::through_records(&app.new_entity("CANARY").await, &mut watch).await;
    let others = sign_on::Others::start().await;
    let outbound = outbound(&["ldap.test", "login.test"], &others.certificates.authority);
    app = app.with_parts(keeping(&files, |parts| parts.sign_on = testkit::sso::sign_on(&outbound).into())).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    watch.canaries.extend(admin.token.clone());
    factors::through_the_second_factor(&app, &mut watch).await;
    sign_on::through_the_directory(&app, &admin, &others, &mut watch).await;
    sign_on::through_the_provider(&app, &admin, &others, &mut watch).await;
    app = app.with_parts(keeping(&files, |parts| parts.settings.captcha = true)).await;
    doors::through_the_doors(&app, &admin, &mut watch).await;
    app = panics::through_panics(app, &mut watch).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    // What is sealed in the database is looked at as its readers see it.
    for log in domain::logs::ALL {
        for page in 0..20 {
            let answer =
                admin.get("sms", &format!("sms/{}", log.resource), &format!("page={page}&size=1000")).await.expect(200);
            watch.heard(log.resource, &answer);
            if answer.content().len() < 1000 {
                break;
            }
        }
    }
    let traced = heard.take();
    assert!(traced.contains("answered") && traced.contains("something panicked"), "the listener hears");
    assert!(traced.contains("a call panicked"));
    let rows = app.dump().await;
    assert!(rows.iter().filter(|row| row.starts_with("user_debug_log")).count() > 100);
    assert!(files.lines().len() > 100);
    let lines = files.lines();
    let texts = [("the trace", traced.as_str())].into_iter();
    let texts = texts.chain(rows.iter().map(|row| ("a row", row.as_str())));
    let texts = texts.chain(watch.answers.iter().map(|answer| ("an answer", answer.as_str())));
    watch.hits(texts.chain(lines.iter().map(|(name, line)| (name.as_str(), line.as_str()))))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_is_in_any_log_row_or_answer() {
    let heard = Heard::default();
    let writer = heard.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .init();
    let usual = std::panic::take_hook();
    docz::panics::install();
    let mut outcomes = Vec::new();
    for database in [Database::Sqlite, Database::Postgres] {
        let heard = heard.clone();
        outcomes.push(tokio::spawn(async move { story(database, &heard).await }).await);
        if outcomes.iter().any(Result::is_err) {
            break;
        }
    }
    std::panic::set_hook(usual);
    for outcome in outcomes {
        let hits = outcome.unwrap_or_else(|error| {
            let cause = error.into_panic();
            let said =
                cause.downcast_ref::<String>().cloned().or(cause.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            panic!("{}", said.unwrap_or_default())
        });
        assert!(
            hits.is_empty(),
            "{} hits:\n{}",
            hits.len(),
            hits.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
        );
    }
}
