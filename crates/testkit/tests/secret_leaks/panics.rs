//! Panics whose messages hold secrets.

use std::sync::{Arc, Mutex};

use app::identity::SignOn;
use ports::{
    BeginFuture, CheckFuture, Directory, DirectoryAccount, FindFuture, FinishFuture, Handshake, IdentityProvider,
    Letter, MailServer, Messenger, ProbeFuture, SendFuture, SsoServer,
};
use serde_json::json;
use testkit::TestApp;

use super::recorder::{NEXT_PASSWORD, Recorder, SECRET};

/// Panics with everything it was given, and remembers it.
#[derive(Clone, Default)]
struct PanickingPart(Arc<Mutex<Vec<String>>>);

impl PanickingPart {
    fn panic_with(&self, held: &[&str]) -> ! {
        self.0.lock().unwrap().extend(held.iter().map(|text| (*text).to_owned()));
        panic!("{} {SECRET}", held.join(" "));
    }
}

impl Messenger for PanickingPart {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        self.panic_with(&[&letter.text])
    }
}

impl Directory for PanickingPart {
    fn find<'a>(&'a self, _: &'a SsoServer, _: &'a str) -> FindFuture<'a> {
        Box::pin(std::future::ready(Ok(None)))
    }

    fn check<'a>(
        &'a self,
        server: &'a SsoServer,
        _: &'a str,
        _: Option<&'a DirectoryAccount>,
        password: &'a str,
    ) -> CheckFuture<'a> {
        self.panic_with(&[password, server.secret.as_deref().unwrap_or_default()])
    }

    fn probe<'a>(&'a self, server: &'a SsoServer) -> ProbeFuture<'a> {
        self.panic_with(&[server.secret.as_deref().unwrap_or_default()])
    }
}

impl IdentityProvider for PanickingPart {
    fn probe<'a>(&'a self, server: &'a SsoServer) -> ProbeFuture<'a> {
        self.panic_with(&[server.secret.as_deref().unwrap_or_default()])
    }

    fn begin<'a>(&'a self, _: &'a SsoServer, handshake: &'a Handshake) -> BeginFuture<'a> {
        self.panic_with(&[&handshake.state, &handshake.nonce, &handshake.verifier])
    }

    fn finish<'a>(&'a self, _: &'a SsoServer, _: &'a Handshake, code: &'a str, _: jiff::Timestamp) -> FinishFuture<'a> {
        self.panic_with(&[code])
    }
}

/// Panics in the middle of calls, with codes, passwords and secrets in their messages.
pub async fn panic_with_secrets(app: TestApp, recorder: &mut Recorder) -> TestApp {
    let panicking = PanickingPart::default();
    let part = Arc::new(panicking.clone());
    let sign_on = SignOn { directory: part.clone(), provider: part.clone(), emergency_users: Vec::new() };
    let app = app
        .with_parts(|parts| {
            parts.messenger = part;
            parts.sign_on = sign_on.into();
            parts.settings.captcha = false;
        })
        .await;
    let nobody = app.anonymous();
    let customer = json!({ "entityCode": "NGB", "userId": "lakshmi@example.com" });
    let forgotten = json!({ "entityCode": "NGB", "userId": "BANKER2" });
    let begin = json!({ "entityCode": "NGB", "appCode": "BNK" });
    for (what, body) in
        [("customerusermasterLogin", customer), ("usermaster/forgetpassword", forgotten), ("sso/begin", begin)]
    {
        recorder.record(what, &nobody.post("sms", &format!("sms/{what}"), None, &body).await.expect(500));
    }
    let admin = app.log_in("NGB", "ADMIN").await;
    recorder.secrets.extend(admin.token.clone());
    // Saved, it would be told to administrators, and messages panic.
    let by_directory =
        "UPDATE sso_configuration SET protocol = 'LDAP', cn_name = 'uid={userId}' WHERE app_code = 'BNK'";
    app.run_sql_directly(by_directory).await;
    let login = json!({ "entityCode": "NGB", "userId": "BANKER2", "password": NEXT_PASSWORD });
    recorder.record("by directory", &nobody.post("sms", "sms/usermasterlogin", None, &login).await.expect(500));
    let test = json!({ "appCode": "BNK" });
    recorder.record("tested", &admin.post("sms", "sms/ssoconfiguration/test", Some("U"), &test).await.expect(500));
    let held = panicking.0.lock().unwrap().clone();
    assert_eq!(held.iter().filter(|text| text.contains("/auth/reset#")).count(), 1, "a link was in its message");
    // Of a mail, only the link is secret. Codes of six digits are covered elsewhere.
    let words =
        held.iter().flat_map(|text| text.split(|one: char| !(one.is_ascii_alphanumeric() || "-_.".contains(one))));
    recorder.secrets.extend(words.filter(|word| word.len() >= 40).map(str::to_owned));
    app
}
