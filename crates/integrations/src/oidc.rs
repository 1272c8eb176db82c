//! OpenID Connect: the authorization code flow with PKCE and full validation of the signed token.

use std::pin::Pin;
use std::time::SystemTime;

use http::Uri;
use jiff::Timestamp;
use openidconnect::core::{
    CoreClient, CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreResponseMode, CoreResponseType,
};
use openidconnect::{
    AsyncHttpClient, AuthenticationFlow, AuthorizationCode, ClientId, ClientSecret, CsrfToken, DiscoveryError,
    HttpRequest, HttpResponse, IssuerUrl, Nonce, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError,
    Scope, TokenResponse,
};
use ports::{BeginFuture, FinishFuture, Handshake, IdentityProvider, ProbeFault, ProbeFuture, SignOnFault, SsoServer};
use serde_json::Value;

use crate::https::Https;
use crate::outbound::{Blocked, Caller, TargetKind};

/// Only signatures with a key pair are accepted: no shared secret (HS256), no `none`.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 7] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// The clocks of provider and product may differ by this many seconds.
const LEEWAY: i64 = 60;
/// A token is issued after the login began, which ends after ten minutes.
const MAX_AGE: i64 = 600;

pub struct OpenId {
    https: Https,
}

/// The library requires an error type.
#[derive(Debug)]
struct HttpError(Blocked);

impl std::fmt::Display for HttpError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(formatter)
    }
}

impl std::error::Error for HttpError {}

/// Adapts [`Https`] to the library's client trait.
struct HttpClient<'a> {
    https: &'a Https,
    caller: Caller,
}

impl<'c> AsyncHttpClient<'c> for HttpClient<'_> {
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            // Wherever the provider says that its endpoints are.
            if request.uri().scheme_str() != Some("https") {
                return Err(HttpError(Blocked::ClearText("the provider names an endpoint without https".into())));
            }
            self.https.send(&self.caller, request).await.map_err(HttpError)
        })
    }
}

fn unavailable(error: impl std::fmt::Display) -> SignOnFault {
    SignOnFault::Unavailable(error.to_string())
}

/// The error with all its causes.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}

fn issuer(server: &SsoServer) -> Result<IssuerUrl, SignOnFault> {
    let port = if server.port == 443 { String::new() } else { format!(":{}", server.port) };
    let path = server.issuer_path.as_deref().unwrap_or_default();
    IssuerUrl::new(format!("https://{}{port}{path}", server.host)).map_err(unavailable)
}

impl OpenId {
    pub fn new(https: Https) -> OpenId {
        OpenId { https }
    }

    fn client(&self, server: &SsoServer) -> HttpClient<'_> {
        HttpClient { https: &self.https, caller: caller(server) }
    }

    /// The provider's metadata and keys.
    async fn metadata(&self, server: &SsoServer) -> Result<CoreProviderMetadata, SignOnFault> {
        let found = CoreProviderMetadata::discover_async(issuer(server)?, &self.client(server)).await;
        found.map_err(|error| SignOnFault::Unavailable(with_causes(&error)))
    }

    async fn probe_server(&self, server: &SsoServer) -> Result<(), ProbeFault> {
        let issuer = issuer(server).map_err(|_| ProbeFault::Answer("the issuer is not a valid URL".into()))?;
        // Connects although a failure is remembered: somebody has just mended the settings.
        self.https.outbound().forget_failure(&caller(server).target(&server.host, server.port));
        let found = CoreProviderMetadata::discover_async(issuer, &self.client(server)).await;
        let metadata = found.map_err(|error| match &error {
            DiscoveryError::Request(HttpError(Blocked::Forbidden(text))) => ProbeFault::NotListed(text.clone()),
            DiscoveryError::Request(HttpError(Blocked::ClearText(text))) => ProbeFault::ClearText(text.clone()),
            DiscoveryError::Request(HttpError(blocked)) => ProbeFault::Unreachable(blocked.to_string()),
            _ => ProbeFault::Answer(with_causes(&error)),
        })?;
        let token_endpoint = metadata.token_endpoint().map(|endpoint| endpoint.url().scheme());
        if token_endpoint.is_some_and(|scheme| scheme != "https") {
            return Err(ProbeFault::ClearText("the provider's token endpoint has no https".into()));
        }
        let page = metadata.authorization_endpoint().url().as_str();
        self.check_page(server, page)
            .map_err(|_| ProbeFault::NotListed("the provider's login page is on another host".into()))
    }

    async fn page(&self, server: &SsoServer, handshake: &Handshake) -> Result<String, SignOnFault> {
        let metadata = self.metadata(server).await?;
        self.check_page(server, metadata.authorization_endpoint().url().as_str())?;
        let modes = metadata.response_modes_supported().cloned().unwrap_or_default();
        let client = CoreClient::from_provider_metadata(metadata, ClientId::new(server.dn_name.clone()), None)
            .set_redirect_uri(RedirectUrl::new(handshake.redirect.clone()).map_err(unavailable)?);
        let verifier = PkceCodeVerifier::new(handshake.verifier.clone());
        let (state, nonce) = (CsrfToken::new(handshake.state.clone()), Nonce::new(handshake.nonce.clone()));
        let flow = AuthenticationFlow::<CoreResponseType>::AuthorizationCode;
        let mut request = client
            .authorize_url(flow, move || state, move || nonce)
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .add_scope(Scope::new("profile".into()))
            .add_scope(Scope::new("email".into()));
        // In the fragment, the code reaches the browser but no server log.
        if modes.contains(&CoreResponseMode::Fragment) {
            request = request.add_extra_param("response_mode", "fragment");
        }
        Ok(request.url().0.to_string())
    }

    /// Users are only redirected to listed hosts, over https.
    fn check_page(&self, server: &SsoServer, address: &str) -> Result<(), SignOnFault> {
        let uri: Uri = address.parse().map_err(unavailable)?;
        let port = uri.port_u16().unwrap_or(443);
        let is_good = uri.scheme_str() == Some("https")
            && uri.host().is_some_and(|host| self.https.outbound().allows(&caller(server), host, port));
        if is_good {
            Ok(())
        } else {
            Err(SignOnFault::Rejected("the provider's login page is on a host that is not listed".into()))
        }
    }

    async fn redeem(
        &self,
        server: &SsoServer,
        handshake: &Handshake,
        code: &str,
        now: Timestamp,
    ) -> Result<String, SignOnFault> {
        let rejected = |error: &dyn std::error::Error| SignOnFault::Rejected(with_causes(error));
        let metadata = self.metadata(server).await?;
        let secret = server.secret.clone().map(ClientSecret::new);
        let client = CoreClient::from_provider_metadata(metadata, ClientId::new(server.dn_name.clone()), secret)
            .set_redirect_uri(RedirectUrl::new(handshake.redirect.clone()).map_err(unavailable)?);
        let tokens = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(unavailable)?
            .set_pkce_verifier(PkceCodeVerifier::new(handshake.verifier.clone()))
            .request_async(&self.client(server))
            .await
            .map_err(|error| match &error {
                RequestTokenError::Request(HttpError(Blocked::ClearText(text))) => SignOnFault::Rejected(text.clone()),
                RequestTokenError::Request(http_error) => unavailable(http_error),
                // The response is not logged: it may contain tokens.
                RequestTokenError::Parse(..) => SignOnFault::Rejected("the token response cannot be read".into()),
                other => rejected(other),
            })?;
        let token = tokens.id_token().ok_or_else(|| SignOnFault::Rejected("the id token is missing".into()))?;
        let time = SystemTime::from(now);
        let verifier = client.id_token_verifier().set_allowed_algs(ALGORITHMS).set_time_fn(move || time.into());
        token.claims(&verifier, &Nonce::new(handshake.nonce.clone())).map_err(|error| rejected(&error))?;
        let claims = verified_claims(&token.to_string())?;
        check_validity(&claims, &server.dn_name, now.as_second())?;
        claim(&claims, &server.cn_name)
    }
}

fn caller(server: &SsoServer) -> Caller {
    Caller::entity(TargetKind::IdentityProvider, &server.entity)
}

/// The claims of a token whose signature was verified.
fn verified_claims(token: &str) -> Result<Value, SignOnFault> {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let payload = token.split('.').nth(1).and_then(|part| URL_SAFE_NO_PAD.decode(part).ok());
    let claims = payload.and_then(|payload| serde_json::from_slice(&payload).ok());
    claims.ok_or_else(|| SignOnFault::Rejected("the id token cannot be read".into()))
}

/// What the library leaves to its callers: when the token is valid, and for which client it was issued.
fn check_validity(claims: &Value, client: &str, now: i64) -> Result<(), SignOnFault> {
    let rejected = |text: &str| Err(SignOnFault::Rejected(text.to_owned()));
    let seconds = |name: &str| claims[name].as_f64().map(|seconds| seconds as i64);
    let is_ahead = |at: i64| at > now + LEEWAY;
    if !claims["nbf"].is_null() && seconds("nbf").is_none_or(is_ahead) {
        return rejected("the token is not valid yet");
    }
    if seconds("iat").is_none_or(|at| is_ahead(at) || at < now - MAX_AGE - LEEWAY) {
        return rejected("the token was issued at another time");
    }
    if !claims["azp"].is_null() && claims["azp"] != client {
        return rejected("the token was issued for another client");
    }
    Ok(())
}

fn claim(claims: &Value, name: &str) -> Result<String, SignOnFault> {
    let missing = || SignOnFault::Rejected(format!("the claim {name} is missing"));
    // An unverified address proves nothing about its owner.
    if name == "email" && claims["email_verified"] != true {
        return Err(SignOnFault::Rejected("the mail address is not verified".into()));
    }
    claims[name].as_str().filter(|value| !value.is_empty()).map(str::to_owned).ok_or_else(missing)
}

impl IdentityProvider for OpenId {
    fn probe<'a>(&'a self, server: &'a SsoServer) -> ProbeFuture<'a> {
        Box::pin(self.probe_server(server))
    }

    fn begin<'a>(&'a self, server: &'a SsoServer, handshake: &'a Handshake) -> BeginFuture<'a> {
        Box::pin(self.page(server, handshake))
    }

    fn finish<'a>(
        &'a self,
        server: &'a SsoServer,
        handshake: &'a Handshake,
        code: &'a str,
        now: Timestamp,
    ) -> FinishFuture<'a> {
        Box::pin(self.redeem(server, handshake, code, now))
    }
}
