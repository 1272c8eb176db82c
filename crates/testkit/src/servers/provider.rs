//! An OpenID provider of the tests' own: real TLS, real signatures, and wrong ones on request.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::{RawForm, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::service::TowerToHyperService;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use rcgen::{KeyPair, PublicKeyData};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio_rustls::TlsAcceptor;

use super::Certificates;

pub const CLIENT: &str = "docz-client";
pub const SECRET: &str = "provider canary secret";

/// What a code stands for.
#[derive(Debug, Clone)]
pub struct Grant {
    pub challenge: String,
    pub redirect: String,
    pub claims: Value,
    pub signed: Signed,
}

/// By whom the answer is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signed {
    Rightly,
    /// By another key that claims the same name.
    ByAnother,
    /// With the client's secret, as if it were a key.
    WithTheSecret,
    NotAtAll,
}

struct Inner {
    port: u16,
    key: KeyPair,
    other: KeyPair,
    grants: Mutex<HashMap<String, Grant>>,
    /// Where the token endpoint is said to be, when not here.
    token_endpoint: Mutex<Option<String>>,
    fragment: Mutex<bool>,
    calls: Mutex<Vec<String>>,
    /// The verifiers it received and the ID tokens it issued.
    told: Mutex<Vec<String>>,
}

#[derive(Clone)]
pub struct Provider(Arc<Inner>);

impl Provider {
    pub async fn start(certificates: &Certificates) -> Provider {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let inner = Inner {
            port: listener.local_addr().expect("an address").port(),
            key: KeyPair::generate().expect("a key"),
            other: KeyPair::generate().expect("a key"),
            grants: Mutex::default(),
            token_endpoint: Mutex::default(),
            fragment: Mutex::default(),
            calls: Mutex::default(),
            told: Mutex::default(),
        };
        let provider = Provider(Arc::new(inner));
        let router = Router::new()
            .route("/realms/bank/.well-known/openid-configuration", get(about))
            .route("/realms/bank/keys", get(keys))
            .route("/realms/bank/token", post(token))
            .route("/moved/token", post(moved))
            .with_state(provider.clone());
        tokio::spawn(serve(listener, acceptor(certificates), router));
        provider
    }

    pub fn port(&self) -> u16 {
        self.0.port
    }

    pub fn issuer(&self) -> String {
        format!("https://login.test:{}/realms/bank", self.0.port)
    }

    /// A login at the provider's page has issued this code.
    pub fn grant(&self, code: &str, grant: Grant) {
        self.0.grants.lock().expect("a lock").insert(code.to_owned(), grant);
    }

    pub fn say_token_endpoint(&self, address: &str) {
        *self.0.token_endpoint.lock().expect("a lock") = Some(address.to_owned());
    }

    pub fn offer_fragment(&self) {
        *self.0.fragment.lock().expect("a lock") = true;
    }

    pub fn calls(&self) -> Vec<String> {
        self.0.calls.lock().expect("a lock").clone()
    }

    /// Secrets that only the provider and the product may know.
    pub fn told(&self) -> Vec<String> {
        self.0.told.lock().expect("a lock").clone()
    }

    fn note(&self, call: &str) {
        self.0.calls.lock().expect("a lock").push(call.to_owned());
    }

    fn sign(&self, grant: &Grant) -> String {
        let named = |algorithm| Header { kid: Some("k1".into()), ..Header::new(algorithm) };
        let pair = |key: &KeyPair| EncodingKey::from_ec_der(&key.serialize_der());
        let signed = match grant.signed {
            Signed::Rightly => encode(&named(Algorithm::ES256), &grant.claims, &pair(&self.0.key)),
            Signed::ByAnother => encode(&named(Algorithm::ES256), &grant.claims, &pair(&self.0.other)),
            Signed::WithTheSecret => {
                encode(&named(Algorithm::HS256), &grant.claims, &EncodingKey::from_secret(SECRET.as_bytes()))
            }
            Signed::NotAtAll => {
                let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
                return format!("{}.{}.", part(json!({ "alg": "none" })), part(grant.claims.clone()));
            }
        };
        signed.expect("a signature")
    }
}

async fn about(State(provider): State<Provider>) -> Json<Value> {
    provider.note("about");
    let issuer = provider.issuer();
    let elsewhere = provider.0.token_endpoint.lock().expect("a lock").clone();
    let mut about = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/page"),
        "token_endpoint": elsewhere.unwrap_or_else(|| format!("{issuer}/token")),
        "jwks_uri": format!("{issuer}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
    });
    if *provider.0.fragment.lock().expect("a lock") {
        about["response_modes_supported"] = json!(["query", "fragment"]);
    }
    Json(about)
}

async fn keys(State(provider): State<Provider>) -> Json<Value> {
    provider.note("keys");
    // An uncompressed point: 4, x, y.
    let point = provider.0.key.der_bytes();
    let part = |from: usize| URL_SAFE_NO_PAD.encode(&point[from..from + 32]);
    let key =
        json!({ "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "k1", "x": part(1), "y": part(33) });
    Json(json!({ "keys": [key] }))
}

async fn moved(State(provider): State<Provider>) -> Response {
    provider.note("moved");
    (StatusCode::TEMPORARY_REDIRECT, [("location", format!("{}/token", provider.issuer()))]).into_response()
}

async fn token(State(provider): State<Provider>, headers: HeaderMap, RawForm(form): RawForm) -> Response {
    provider.note("token");
    let fields = form_fields(&form);
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    let refuse = |why: &str| (StatusCode::BAD_REQUEST, Json(json!({ "error": why }))).into_response();
    let known = format!("Basic {}", STANDARD.encode(format!("{CLIENT}:{}", SECRET.replace(' ', "+"))));
    if headers.get("authorization").and_then(|value| value.to_str().ok()) != Some(&known) {
        return refuse("invalid_client");
    }
    // A code is valid once, with its verifier, at the address it was issued for.
    let grant = provider.0.grants.lock().expect("a lock").remove(field("code"));
    let Some(grant) = grant else { return refuse("invalid_grant") };
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(field("code_verifier").as_bytes()));
    if challenge != grant.challenge || field("redirect_uri") != grant.redirect {
        return refuse("invalid_grant");
    }
    let id_token = provider.sign(&grant);
    provider.0.told.lock().expect("a lock").extend([field("code_verifier").to_owned(), id_token.clone()]);
    let answer = json!({ "access_token": "canary-access-token", "token_type": "Bearer", "id_token": id_token });
    Json(answer).into_response()
}

/// The fields of a form or of a query.
pub fn form_fields(text: &[u8]) -> HashMap<String, String> {
    form_urlencoded::parse(text).into_owned().collect()
}

fn acceptor(certificates: &Certificates) -> TlsAcceptor {
    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    let chain = CertificateDer::pem_file_iter(certificates.certificate()).expect("a file");
    let chain = chain.map(|one| one.expect("a certificate")).collect();
    let key = PrivateKeyDer::from_pem_file(certificates.key()).expect("a key");
    let ring = Arc::new(rustls::crypto::ring::default_provider());
    let builder = rustls::ServerConfig::builder_with_provider(ring).with_safe_default_protocol_versions();
    let config = builder.expect("versions").with_no_client_auth().with_single_cert(chain, key);
    TlsAcceptor::from(Arc::new(config.expect("a certificate that fits its key")))
}

async fn serve(listener: tokio::net::TcpListener, acceptor: TlsAcceptor, router: Router) {
    while let Ok((stream, _)) = listener.accept().await {
        let (acceptor, router) = (acceptor.clone(), router.clone());
        tokio::spawn(async move {
            let Ok(stream) = acceptor.accept(stream).await else { return };
            let builder = hyper_util::server::conn::auto::Builder::new(TokioExecutor::new());
            let service = TowerToHyperService::new(router);
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
