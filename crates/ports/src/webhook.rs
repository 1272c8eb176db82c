use std::future::Future;
use std::pin::Pin;

/// A call to an endpoint of an external system.
#[derive(Debug, Clone)]
pub struct WebhookCall {
    /// `IN/NGB`
    pub entity: String,
    pub url: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

/// The response of an endpoint, whatever its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookResponse {
    pub status: u16,
    pub text: String,
}

/// The response, or the reason why the system did not answer.
pub type WebhookFuture<'a> = Pin<Box<dyn Future<Output = Result<WebhookResponse, String>> + Send + 'a>>;

/// Posts events to external systems. Redirects are not followed.
pub trait Webhooks: Send + Sync {
    fn post<'a>(&'a self, call: &'a WebhookCall) -> WebhookFuture<'a>;
}

/// Reaches no system.
pub struct NoWebhooks;

impl Webhooks for NoWebhooks {
    fn post<'a>(&'a self, _: &'a WebhookCall) -> WebhookFuture<'a> {
        Box::pin(std::future::ready(Err("webhooks are not set up".to_owned())))
    }
}
