//! QR codes as pictures.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use qrcode::QrCode;
use qrcode::render::svg;

use crate::{Error, Result};

/// An address as a QR code, as the source of an image.
pub fn qr_picture(address: &str) -> Result<String> {
    let code = QrCode::new(address).map_err(Error::internal)?;
    let image = code.render::<svg::Color>().min_dimensions(200, 200).quiet_zone(true).build();
    Ok(format!("data:image/svg+xml;base64,{}", STANDARD.encode(image)))
}
