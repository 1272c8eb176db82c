//! Webhooks over HTTPS, to hosts that the operator allows.

use http::{Method, Request, header};
use ports::{WebhookCall, WebhookFuture, WebhookResponse, Webhooks};

use crate::https::Https;
use crate::outbound::{Caller, TargetKind};

pub struct HttpsWebhooks {
    https: Https,
}

impl HttpsWebhooks {
    pub fn new(https: Https) -> HttpsWebhooks {
        HttpsWebhooks { https }
    }
}

impl Webhooks for HttpsWebhooks {
    fn post<'a>(&'a self, call: &'a WebhookCall) -> WebhookFuture<'a> {
        Box::pin(async move {
            let caller = Caller::entity(TargetKind::Webhook, &call.entity);
            let mut request = Request::builder()
                .method(Method::POST)
                .uri(&call.url)
                .header(header::CONTENT_TYPE, "application/json")
                .header(header::CONTENT_LENGTH, call.body.len());
            for (name, value) in &call.headers {
                request = request.header(*name, value);
            }
            let request = request.body(call.body.clone().into_bytes()).map_err(|_| "the address cannot be used")?;
            let response = self.https.send(&caller, request).await.map_err(|blocked| blocked.to_string())?;
            let status = response.status().as_u16();
            Ok(WebhookResponse { status, text: String::from_utf8_lossy(response.body()).into_owned() })
        })
    }
}
