//! Logging in with passwords, links, captchas and codes.

use serde_json::json;
use testkit::{Answer, Client, TestApp};

use super::recorder::{CAPTCHA, NEXT_PASSWORD, OTP, PASSWORD, Recorder, is_unused};

/// Six digits.
pub fn is_code(word: &str) -> bool {
    word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit())
}

async fn log_in(app: &TestApp, password: &str, captcha: (&str, &str), recorder: &mut Recorder) -> Answer {
    let body = json!({ "entityCode": "NGB", "userId": "VIEWER", "password": password, "captchaId": captcha.0,
        "captchaAnswer": captcha.1 });
    let answer = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await;
    recorder.record("login", &answer);
    answer
}

/// The word of this shape in the newest mail.
pub fn word_in_mail(app: &TestApp, fits: impl Fn(&str) -> bool) -> String {
    let text = app.mailbox.letters().remove(0).1.text;
    let words = text.split(|one: char| !(one.is_ascii_alphanumeric() || "-_.".contains(one)));
    words.map(str::to_owned).find(|word| fits(word)).unwrap_or_else(|| panic!("nothing fits in {text}"))
}

/// Every way to log in, with right and wrong secrets.
pub async fn exercise_logins(app: &TestApp, admin: &Client, recorder: &mut Recorder) {
    let ask = json!({ "entityCode": "NGB", "userId": "VIEWER" });
    recorder.record("forgotten", &admin.post("sms", "sms/usermaster/forgetpassword", None, &ask).await.expect(200));
    let link = word_in_mail(app, |word| word.len() >= 40);
    recorder.secrets.push(link.clone());
    let reset = json!({ "resetToken": link, "password": NEXT_PASSWORD });
    recorder
        .record("reset", &app.anonymous().post("sms", "sms/usermaster/resetpassword", None, &reset).await.expect(200));
    recorder
        .record("again", &app.anonymous().post("sms", "sms/usermaster/resetpassword", None, &reset).await.expect(422));
    let soon = app.app().clock.now().as_second() + 100;
    let ticket = |answer: &str| app.app().captchas.make_known(answer, soon).unwrap().0;
    log_in(app, NEXT_PASSWORD, (&ticket(CAPTCHA), "canary-captcha-wrong"), recorder).await.expect(422);
    log_in(app, PASSWORD, (&ticket(CAPTCHA), CAPTCHA), recorder).await.expect(422);
    let inside = log_in(app, NEXT_PASSWORD, (&ticket(CAPTCHA), CAPTCHA), recorder).await.expect(200);
    let mut viewer = app.anonymous();
    viewer.take_token(&inside);
    recorder.secrets.extend(viewer.token.clone());
    recorder.record("me", &viewer.get("sms", "sms/me", "").await.expect(200));
    let fresh = viewer.post("sms", "sms/refreshtokenjwt", None, &json!({})).await.expect(200);
    recorder.record("refresh", &fresh);
    viewer.take_token(&fresh);
    recorder.secrets.extend(viewer.token.clone());
    recorder.record("logout", &viewer.post("sms", "sms/usermasterlogout", None, &json!({})).await.expect(200));
    // A password where the id belongs.
    let body = json!({ "entityCode": "NGB", "userId": PASSWORD, "password": "x", "captchaId": ticket(CAPTCHA),
        "captchaAnswer": CAPTCHA });
    recorder.record("misplaced", &app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(422));
    let (sent, code) = loop {
        let customer = json!({ "entityCode": "NGB", "userId": "arjun@example.com" });
        let sent = app.anonymous().post("sms", "sms/customerusermasterLogin", None, &customer).await.expect(200);
        let code = word_in_mail(app, is_code);
        if is_unused(app, &code).await {
            break (sent, code);
        }
        app.clock.advance_seconds(61);
    };
    recorder.record("code", &sent);
    recorder.secrets.push(code.clone());
    for given in [OTP, &code] {
        let body = json!({ "otpRef": sent.record()["otpRef"], "otp": given });
        let answer = app.anonymous().post("sms", "sms/customerusermasterLogin", None, &body).await;
        recorder.record("customer", &answer);
        if let Some(token) = answer.headers.get("authorization") {
            let token = token.to_str().unwrap().trim_start_matches("Bearer ").to_owned();
            recorder.secrets.push(token.clone());
            hand_off(app, &token, recorder).await;
        }
    }
}

/// The customer goes on on a phone, which reads the code off the screen.
async fn hand_off(app: &TestApp, token: &str, recorder: &mut Recorder) {
    let actor = app::identity::authenticate(app.app(), token).await.expect("a session");
    let address = app::identity::begin_handoff(app.app(), &actor, None).await.expect("a code").address;
    let (code_ref, code) = address.split_once("#link=").and_then(|(_, read)| read.split_once('~')).expect("a code");
    recorder.secrets.push(code.to_owned());
    for _ in 0..2 {
        let body = json!({ "otpRef": code_ref, "otp": code });
        let answer = app.anonymous().post("sms", "sms/customerusermasterLogin", None, &body).await;
        recorder.record("hand-off", &answer);
        if let Some(token) = answer.headers.get("authorization") {
            recorder.secrets.push(token.to_str().unwrap().trim_start_matches("Bearer ").to_owned());
        }
    }
}
