use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hayro::hayro_interpret::{InterpreterSettings, InterpreterWarning};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use ports::{FileFacts, InspectFault, Picture};

use crate::{MAX_HEIGHT, active};

/// The maximum number of drawing operators on a page. The densest plans have several hundred thousand.
const MAX_OPERATORS: usize = 1_000_000;

/// Nothing is known of a PDF with a password but that it has one.
pub fn inspect(bytes: Vec<u8>) -> Result<FileFacts, InspectFault> {
    let pdf = match open(bytes) {
        Ok(pdf) => pdf,
        Err(InspectFault::NoPicture) => {
            return Ok(FileFacts { pages: None, width: None, height: None, is_protected: true });
        }
        Err(fault) => return Err(fault),
    };
    if active::is_active(&pdf) {
        return Err(InspectFault::Active);
    }
    let first = pdf.pages().first().ok_or(InspectFault::Unreadable)?;
    let (width, height) = first.render_dimensions();
    Ok(FileFacts {
        pages: Some(pages(&pdf)),
        width: Some(width.round() as u32),
        height: Some(height.round() as u32),
        is_protected: false,
    })
}

pub fn picture(bytes: Vec<u8>, page: u32, width: u32) -> Result<Picture, InspectFault> {
    let pdf = open(bytes)?;
    let at = (page as usize).checked_sub(1).ok_or(InspectFault::NoSuchPage)?;
    let shown = pdf.pages().get(at).ok_or(InspectFault::NoSuchPage)?;
    if has_more_operators(shown, MAX_OPERATORS) {
        return Err(InspectFault::TooMuch);
    }
    let scale = scale(shown.render_dimensions(), width).ok_or(InspectFault::Unreadable)?;
    let size = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let is_partial = Arc::new(AtomicBool::new(false));
    let noted = is_partial.clone();
    // A picture that cannot be decoded is left blank, and a font that cannot be used is replaced.
    let note = move |warning: InterpreterWarning| {
        if matches!(warning, InterpreterWarning::ImageDecodeFailure | InterpreterWarning::UnsupportedFont) {
            noted.store(true, Ordering::Relaxed);
        }
    };
    let settings = InterpreterSettings { warning_sink: Arc::new(note), ..InterpreterSettings::default() };
    let drawing = RenderSettings::default();
    let drawn = render(shown, &RenderCache::new(), &settings, &drawing, &size);
    let bytes = drawn.into_png().map_err(|_| InspectFault::Unreadable)?;
    let is_partial = is_partial.load(Ordering::Relaxed);
    Ok(Picture { content_type: "image/png", bytes: bytes.into(), pages: pages(&pdf), is_partial })
}

/// Counting is much cheaper than drawing. Operators inside forms are limited only by the process limits.
fn has_more_operators(page: &Page, most: usize) -> bool {
    let mut operators = page.operations();
    (0..=most).all(|_| operators.next().is_some())
}

fn open(bytes: Vec<u8>) -> Result<Pdf, InspectFault> {
    Pdf::new(bytes).map_err(|error| match error {
        LoadPdfError::Decryption(_) => InspectFault::NoPicture,
        LoadPdfError::Invalid => InspectFault::Unreadable,
    })
}

fn pages(pdf: &Pdf) -> u32 {
    u32::try_from(pdf.pages().len()).unwrap_or(u32::MAX)
}

/// Scales to the requested width, unless the page would become too high or too thin to draw.
fn scale((wide, high): (f32, f32), width: u32) -> Option<f32> {
    let scale = (width as f32 / wide).min(MAX_HEIGHT as f32 / high);
    let is_drawable = scale.is_finite() && wide * scale >= 1.0 && high * scale >= 1.0;
    is_drawable.then_some(scale)
}
