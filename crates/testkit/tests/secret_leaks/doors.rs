//! The ways in.

use serde_json::json;
use testkit::{Answer, Client, TestApp};

use super::watch::{CAPTCHA, NEXT_PASSWORD, OTP, PASSWORD, Watch, is_new};

/// Six digits.
pub fn is_code(word: &str) -> bool {
    word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit())
}

async fn log_in(app: &TestApp, password: &str, captcha: (&str, &str), watch: &mut Watch) -> Answer {
    let body = json!({ "entityCode": "NGB", "userId": "VIEWER", "password": password, "captchaId": captcha.0, "captchaAnswer": captcha.1 });
    let answer = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await;
    watch.heard("login", &answer);
    answer
}

/// The newest letter's word of this shape.
pub fn in_letter(app: &TestApp, fits: impl Fn(&str) -> bool) -> String {
    let text = app.mailbox.letters().remove(0).1.text;
    let words = text.split(|one: char| !(one.is_ascii_alphanumeric() || "-_.".contains(one)));
    words.map(str::to_owned).find(|word| fits(word)).unwrap_or_else(|| panic!("nothing fits in {text}"))
}

/// The ways in, walked to their end with secrets that are right.
pub async fn through_the_doors(app: &TestApp, admin: &Client, watch: &mut Watch) {
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
    // A password where the id belongs.
    let body = json!({ "entityCode": "NGB", "userId": PASSWORD, "password": "x", "captchaId": ticket(CAPTCHA), "captchaAnswer": CAPTCHA });
    watch.heard("misplaced", &app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(422));
    let (sent, code) = loop {
        let customer = json!({ "entityCode": "NGB", "userId": "arjun@example.com" });
        let sent = app.anonymous().post("sms", "sms/customerusermasterLogin", None, &customer).await.expect(200);
        let code = in_letter(app, is_code);
        if is_new(app, &code).await {
            break (sent, code);
        }
        app.clock.advance_seconds(61);
    };
    watch.heard("code", &sent);
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
