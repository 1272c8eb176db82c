//! Secrets are planted in every call ("canary" marks those that the test makes up), and then searched for in every log,
//! row and answer. In a process of its own, because the test captures everything that is traced.

#![recursion_limit = "256"]

mod login;
mod panics;
mod recorder;
mod records;
mod routes;
mod second_factor;
mod sign_on;

use std::io::Write;
use std::sync::{Arc, Mutex};

use integrations::debug_folder::DebugMemory;
use recorder::Recorder;
use serde_json::json;
use testkit::servers::outbound;
use testkit::{Client, Database, TestApp};

/// Everything that was traced, at the most detailed level.
#[derive(Clone, Default)]
struct Trace(Arc<Mutex<Vec<u8>>>);

impl Trace {
    fn take(&self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut *self.0.lock().unwrap())).into_owned()
    }
}

impl Write for Trace {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Switches debugging on for everything, at its most detailed level.
async fn debug_everything(admin: &Client) {
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

/// A change to the application that keeps its debug files.
fn with_debug_files(files: &Arc<DebugMemory>, change: impl FnOnce(&mut app::App)) -> impl FnOnce(&mut app::App) {
    let writes = files.clone();
    move |parts| {
        parts.debug_files = writes;
        parts.settings.sessions_at_once = 100;
        change(parts);
    }
}

async fn leaks_on(database: Database, trace: &Trace) -> Vec<String> {
    let files = Arc::new(DebugMemory::default());
    let app = TestApp::start(database).await;
    let mut app = app.with_parts(with_debug_files(&files, |parts| parts.settings.captcha = false)).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let mut recorder = Recorder::new();
    recorder.secrets.extend(admin.token.clone());
    debug_everything(&admin).await;
    routes::call_every_route(&app, &admin, &mut recorder).await;
    records::save_secret_records(&app.new_entity("CANARY").await, &mut recorder).await;
    let servers = sign_on::SignOnServers::start().await;
    let outbound = outbound(&["ldap.test", "login.test"], &servers.certificates.authority);
    app =
        app.with_parts(with_debug_files(&files, |parts| parts.sign_on = testkit::sso::sign_on(&outbound).into())).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    recorder.secrets.extend(admin.token.clone());
    second_factor::exercise_second_factor(&app, &mut recorder).await;
    sign_on::log_in_by_directory(&app, &admin, &servers, &mut recorder).await;
    sign_on::log_in_by_provider(&app, &admin, &servers, &mut recorder).await;
    app = app.with_parts(with_debug_files(&files, |parts| parts.settings.captcha = true)).await;
    login::exercise_logins(&app, &admin, &mut recorder).await;
    app = panics::panic_with_secrets(app, &mut recorder).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    // Encrypted log entries are searched as their readers see them.
    for log in domain::logs::ALL {
        for page in 0..20 {
            let answer =
                admin.get("sms", &format!("sms/{}", log.resource), &format!("page={page}&size=1000")).await.expect(200);
            recorder.record(log.resource, &answer);
            if answer.content().len() < 1000 {
                break;
            }
        }
    }
    let traced = trace.take();
    assert!(traced.contains("answered") && traced.contains("something panicked"), "the trace was captured");
    assert!(traced.contains("a call panicked"));
    let rows = app.dump().await;
    assert!(rows.iter().filter(|row| row.starts_with("user_debug_log")).count() > 100);
    assert!(files.lines().len() > 100);
    let lines = files.lines();
    let texts = [("the trace", traced.as_str())].into_iter();
    let texts = texts.chain(rows.iter().map(|row| ("a row", row.as_str())));
    let texts = texts.chain(recorder.answers.iter().map(|answer| ("an answer", answer.as_str())));
    recorder.leaks(texts.chain(lines.iter().map(|(name, line)| (name.as_str(), line.as_str()))))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_is_in_any_log_row_or_answer() {
    let trace = Trace::default();
    let writer = trace.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .init();
    let usual = std::panic::take_hook();
    docz::panics::install();
    let mut outcomes = Vec::new();
    for database in [Database::Sqlite, Database::Postgres] {
        let trace = trace.clone();
        outcomes.push(tokio::spawn(async move { leaks_on(database, &trace).await }).await);
        if outcomes.iter().any(Result::is_err) {
            break;
        }
    }
    std::panic::set_hook(usual);
    for outcome in outcomes {
        let leaks = outcome.unwrap_or_else(|error| {
            let cause = error.into_panic();
            let said =
                cause.downcast_ref::<String>().cloned().or(cause.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            // The hook logs the location only.
            let traced = trace.take();
            let logged: Vec<&str> = traced.lines().filter(|line| line.contains("panicked")).collect();
            panic!("{}\n{}", said.unwrap_or_default(), logged[logged.len().saturating_sub(3)..].join("\n"))
        });
        assert!(
            leaks.is_empty(),
            "{} leaks:\n{}",
            leaks.len(),
            leaks.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
        );
    }
}
