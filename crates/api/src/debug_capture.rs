//! Captures the bodies of a user whose debug switches are on. For everyone else it costs one check of a flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use domain::format::is_text;
use http_body_util::BodyExt;
use serde::de::IgnoredAny;

/// Most bytes of a body that are searched for field names.
const MAX_BYTES: usize = 256 * 1024;

/// The captured part of a body. Nothing is captured until the caller is known to be in debug mode.
#[derive(Default)]
pub struct DebugCapture {
    is_on: AtomicBool,
    bytes: Mutex<Vec<u8>>,
}

impl DebugCapture {
    pub fn start(&self) {
        self.is_on.store(true, Ordering::Relaxed);
    }

    fn capture(&self, data: &[u8]) {
        if self.is_on.load(Ordering::Relaxed) {
            let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
            let room = MAX_BYTES.saturating_sub(bytes.len()).min(data.len());
            bytes.extend_from_slice(&data[..room]);
        }
    }

    /// The field names and the number of bytes; the values are dropped here.
    pub fn fields(&self) -> (Vec<String>, usize) {
        let bytes = std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        let fields = serde_json::from_slice::<std::collections::BTreeMap<String, IgnoredAny>>(&bytes);
        let names = fields.map(|fields| fields.into_keys().filter(|name| is_text(name)).collect());
        (names.unwrap_or_default(), bytes.len())
    }
}

/// Copies the body to `capture` while it is read.
pub fn capture_body(body: Body, capture: Arc<DebugCapture>) -> Body {
    Body::new(body.map_frame(move |frame| {
        if let Some(data) = frame.data_ref() {
            capture.capture(data);
        }
        frame
    }))
}
