//! Every route with every body.

use api::routes::table;
use axum::body::Body;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use testkit::{Client, TestApp};

use super::recorder::{CAPTCHA, LINK, OTP, PASSWORD, Recorder, SECRET, TOKEN};

/// Bodies that are right, of the wrong type, cut off and too large.
fn bodies() -> Vec<(&'static str, String)> {
    let right = json!({
        "userId": "ADMIN", "entityCode": "NGB", "password": PASSWORD, "captchaId": "x", "captchaAnswer": CAPTCHA,
        "otpRef": "x.NGB", "otp": OTP, "resetToken": LINK, "linkToken": LINK, "token": TOKEN, "clientSecret": SECRET,
        "signingSecret": SECRET, "oldSigningSecret": SECRET, "samlToken": SECRET, "passwordSymmetricKey": SECRET,
        "smsSecret": SECRET,
    });
    let wrong = json!({ "userId": "ADMIN", "entityCode": "NGB", "password": [PASSWORD], "otp": { "x": OTP },
        "resetToken": 1, "clientSecret": { "y": SECRET } });
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

/// Every route with every body, with a forged token and as an administrator who is being debugged.
pub async fn call_every_route(app: &TestApp, admin: &Client, recorder: &mut Recorder) {
    let mut nobody = app.anonymous();
    nobody.token = Some(TOKEN.to_owned());
    let harmless = |of: &str| !["usermasterlogout", "refreshtokenjwt", "refreshtokenjwt/*"].contains(&of);
    for listed in table() {
        for (method, operation) in listed.methods {
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
                        recorder.record(&format!("{name} {method} {operation:?} {}", listed.resource), &answer);
                    }
                }
            }
        }
    }
}
