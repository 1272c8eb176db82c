//! Canaries: secrets that are looked for afterwards in everything the product said and kept. In a process of its own,
//! because it listens to all that is traced.

#![recursion_limit = "256"]

use std::io::Write;
use std::sync::{Arc, Mutex};

use api::routes::table;
use axum::body::Body;
use domain::master_data::{ALL, Definition, Kind};
use integrations::debug_folder::DebugMemory;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ports::{Letter, MailServer, Messenger, Sending};
use serde_json::{Value, json};
use testkit::{Answer, Client, Database, Samples, TestApp};

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

const PASSWORD: &str = "Canary@Pw77310";
const NEXT_PASSWORD: &str = "Canary@Nx55120";
const OTP: &str = "canary-otp-883120";
const TOKEN: &str = "canary-token-409182";
const CAPTCHA: &str = "canary-captcha-5512";
const LINK: &str = "canary-link-771904";
const SECRET: &str = "canary-secret-630571";

/// What no log, row or answer may hold. The real ones (tokens, codes, links) join them as they are made.
struct Watch {
    canaries: Vec<String>,
    answers: Vec<String>,
}

impl Watch {
    fn new() -> Watch {
        let canaries = [PASSWORD, NEXT_PASSWORD, OTP, TOKEN, CAPTCHA, LINK, SECRET].map(str::to_owned);
        Watch { canaries: canaries.into(), answers: Vec::new() }
    }

    /// Keeps the body, and every header but the one that is made to carry a token.
    fn heard(&mut self, what: &str, answer: &Answer) {
        let headers: Vec<String> = answer
            .headers
            .iter()
            .filter(|(name, _)| *name != "authorization")
            .map(|(name, value)| format!("{name}: {value:?}"))
            .collect();
        self.answers.push(format!("{what} {} {}", headers.join(" "), String::from_utf8_lossy(&answer.bytes)));
    }

    fn hits(&self, place: &str, text: &str) -> Vec<String> {
        let plain = self.canaries.iter().filter(|canary| contains(text, canary));
        plain.map(|canary| format!("{canary} in {place}: {:.300}", around(text, canary))).collect()
    }
}

/// Codes are short, so they count only as a word; everything else counts anywhere, and in percent-encoding.
fn contains(text: &str, canary: &str) -> bool {
    if canary.len() == 6 {
        return text.split(|one: char| !one.is_ascii_alphanumeric()).any(|word| word == canary);
    }
    text.contains(canary) || text.contains(&utf8_percent_encode(canary, NON_ALPHANUMERIC).to_string())
}

fn around(text: &str, canary: &str) -> String {
    let at = text.find(canary).unwrap_or(0);
    text[..at]
        .chars()
        .rev()
        .take(150)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .chain(text[at..].chars().take(60))
        .collect()
}

/// A carrier that breaks down with the letter in its hands.
struct Stumbling;

impl Messenger for Stumbling {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, letter: &'a Letter) -> Sending<'a> {
        panic!("{} {SECRET}", letter.text);
    }
}

/// Bodies: as they should be, wrong in type, cut off, and far too large.
fn bodies() -> Vec<(&'static str, String)> {
    let right = json!({
        "userId": "ADMIN", "entityCode": "NGB", "password": PASSWORD, "captchaId": "x", "captchaAnswer": CAPTCHA,
        "otpRef": "x.NGB", "otp": OTP, "resetToken": LINK, "linkToken": LINK, "token": TOKEN, "clientSecret": SECRET,
        "signingSecret": SECRET, "samlToken": SECRET, "passwordSymmetricKey": SECRET, "smsSecret": SECRET,
    });
    let wrong = json!({ "userId": "ADMIN", "entityCode": "NGB", "password": [PASSWORD], "otp": { "x": OTP }, "resetToken": 1, "clientSecret": { "y": SECRET } });
    let cut = format!(r#"{{"entityCode":"NGB","userId":"ADMIN","password":"{PASSWORD}","otp":"{OTP}"#);
    let large = format!(r#"{{"password":"{PASSWORD}","resetToken":"{LINK}","x":"{}"}}"#, "x".repeat(300_000));
    vec![("right", right.to_string()), ("wrong", wrong.to_string()), ("cut", cut), ("large", large)]
}

fn header_jsons(client: &Client, operation: Option<&str>) -> Vec<String> {
    let mut telling = client.clone();
    telling.claims.insert("authorization".into(), TOKEN.into());
    telling.claims.insert("otp".into(), OTP.into());
    let broken =
        utf8_percent_encode(&format!(r#"{{"otp":"{OTP}","authorization":"{TOKEN}""#), NON_ALPHANUMERIC).to_string();
    vec![telling.header_json(operation), broken]
}

/// Every route with every body, by somebody with a forged token and by an administrator who is being watched.
async fn through_every_route(app: &TestApp, admin: &Client, watch: &mut Watch) {
    let mut nobody = app.anonymous();
    nobody.token = Some(TOKEN.to_owned());
    let harmless = |of: &str| !["usermasterlogout", "refreshtokenjwt", "refreshtokenjwt/*"].contains(&of);
    for listed in table() {
        for (method, operation) in listed.asked {
            for client in [&nobody, admin] {
                if client.auth.is_object() && !harmless(listed.of) {
                    continue;
                }
                let resource = listed.resource.replace('*', TOKEN);
                let bodies = if *method == "GET" { vec![("none", String::new())] } else { bodies() };
                for header in header_jsons(client, *operation) {
                    for (name, body) in &bodies {
                        let query = format!("password={PASSWORD}&otp={OTP}&{SECRET}=1");
                        let path =
                            format!("/api/{}/v1/docz/banking/{}/{resource}@{header}?{query}", listed.area, listed.area);
                        let headers = [("x-otp", OTP), ("x-time-zone", SECRET), ("idempotency-key", "k")];
                        let answer = client.send(method, &path, &headers, Body::from(body.clone())).await;
                        assert!(
                            answer.status.as_u16() != 500,
                            "{name} {method} {}: {:?}",
                            listed.resource,
                            answer.json
                        );
                        watch.heard(&format!("{name} {method} {operation:?} {}", listed.resource), &answer);
                    }
                }
            }
        }
    }
}

fn is_secret(definition: &&&'static Definition) -> bool {
    definition.stored().any(|field| field.kind.is_secret())
}

/// Real records with real secrets: saved, changed, found, listed, taken out, imported, and told in the history.
async fn through_records(admin: &Client, watch: &mut Watch) {
    let mut samples = Samples::default();
    for definition in ALL.iter().filter(is_secret) {
        let mut record = samples.record(admin, definition).await;
        for field in definition.stored().filter(|field| field.kind.is_secret()) {
            record[field.name] = if field.kind == Kind::Password { PASSWORD.into() } else { SECRET.into() };
        }
        let saved = admin.operate(definition, "S", &record).await;
        watch.heard("save", &saved);
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
            watch.heard(&format!("{name} {}", definition.resource), answer);
        }
    }
}

async fn log_in(app: &TestApp, password: &str, captcha: (&str, &str), watch: &mut Watch) -> Answer {
    let body = json!({ "entityCode": "NGB", "userId": "VIEWER", "password": password, "captchaId": captcha.0, "captchaAnswer": captcha.1 });
    let answer = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await;
    watch.heard("login", &answer);
    answer
}

/// The newest letter's word of this shape.
fn in_letter(app: &TestApp, fits: impl Fn(&str) -> bool) -> String {
    let text = app.mailbox.letters().remove(0).1.text;
    let words = text.split(|one: char| !(one.is_ascii_alphanumeric() || "-_.".contains(one)));
    words.map(str::to_owned).find(|word| fits(word)).unwrap_or_else(|| panic!("nothing fits in {text}"))
}

/// The ways in, walked to their end with secrets that are right.
async fn through_the_doors(app: &TestApp, admin: &Client, watch: &mut Watch) {
    let ask = json!({ "entityCode": "NGB", "userId": "VIEWER" });
    watch.heard("forgotten", &admin.post("sms", "sms/usermaster/forgetpassword", None, &ask).await.expect(200));
    let link = in_letter(app, |word| word.len() >= 40);
    watch.canaries.push(link.clone());
    let reset = json!({ "resetToken": link, "password": NEXT_PASSWORD });
    watch.heard("reset", &app.anonymous().post("sms", "sms/usermaster/resetpassword", None, &reset).await.expect(200));
    watch.heard("again", &app.anonymous().post("sms", "sms/usermaster/resetpassword", None, &reset).await.expect(422));
    let soon = app.app().clock.now().as_second() + 100;
    let ticket = |answer: &str| app.app().captchas.make_known(answer, soon).unwrap().0;
    log_in(app, NEXT_PASSWORD, (&ticket(CAPTCHA), "canary-captcha-wrong"), watch).await.expect(422);
    log_in(app, PASSWORD, (&ticket(CAPTCHA), CAPTCHA), watch).await.expect(422);
    let inside = log_in(app, NEXT_PASSWORD, (&ticket(CAPTCHA), CAPTCHA), watch).await.expect(200);
    let mut viewer = app.anonymous();
    viewer.take_token(&inside);
    watch.canaries.extend(viewer.token.clone());
    watch.heard("me", &viewer.get("sms", "sms/me", "").await.expect(200));
    let fresh = viewer.post("sms", "sms/refreshtokenjwt", None, &json!({})).await.expect(200);
    watch.heard("refresh", &fresh);
    viewer.take_token(&fresh);
    watch.canaries.extend(viewer.token.clone());
    watch.heard("logout", &viewer.post("sms", "sms/usermasterlogout", None, &json!({})).await.expect(200));
    let customer = json!({ "entityCode": "NGB", "userId": "arjun@example.com" });
    let sent = app.anonymous().post("sms", "sms/customerusermasterLogin", None, &customer).await.expect(200);
    watch.heard("code", &sent);
    let code = in_letter(app, |word| word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit()));
    watch.canaries.push(code.clone());
    for given in [OTP, &code] {
        let body = json!({ "otpRef": sent.record()["otpRef"], "otp": given });
        let answer = app.anonymous().post("sms", "sms/customerusermasterLogin", None, &body).await;
        watch.heard("customer", &answer);
        if let Some(token) = answer.headers.get("authorization") {
            watch.canaries.push(token.to_str().unwrap().trim_start_matches("Bearer ").to_owned());
        }
    }
}

/// A panic in the middle of a call, with a secret in its message.
async fn through_a_panic(app: TestApp, watch: &mut Watch) -> TestApp {
    let app = app.with_parts(|parts| parts.messenger = Arc::new(Stumbling)).await;
    let body = json!({ "entityCode": "NGB", "userId": "lakshmi@example.com" });
    let answer = app.anonymous().post("sms", "sms/customerusermasterLogin", None, &body).await.expect(500);
    watch.heard("panic", &answer);
    app
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

async fn story(database: Database, heard: &Heard) -> Vec<String> {
    let files = Arc::new(DebugMemory::default());
    let writes = files.clone();
    let app = TestApp::start(database).await.with_parts(|parts| {
        parts.debug_files = writes;
        parts.settings.captcha = false;
    });
    let mut app = app.await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let mut watch = Watch::new();
    watch.canaries.extend(admin.token.clone());
    watch_everything(&admin).await;
    through_every_route(&app, &admin, &mut watch).await;
    through_records(&app.new_entity("CANARY").await, &mut watch).await;
    app = app.with_parts(|parts| parts.settings.captcha = true).await;
    through_the_doors(&app, &admin, &mut watch).await;
    app = through_a_panic(app, &mut watch).await;
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
    let mut hits = watch.hits("the trace", &traced);
    hits.extend(rows.iter().flat_map(|row| watch.hits("a row", row)));
    hits.extend(watch.answers.iter().flat_map(|answer| watch.hits("an answer", answer)));
    hits.extend(files.lines().iter().flat_map(|(name, line)| watch.hits(name, line)));
    hits
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
