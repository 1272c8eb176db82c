use std::io::Cursor;

use domain::document::FileType;
use image::codecs::gif::GifDecoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{AnimationDecoder, DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgb, RgbImage};
use ports::{Cover, FileFacts, InspectFault, Picture};

use crate::{MAX_HEIGHT, MAX_PIXELS, tiff_pages};

const MAX_MEMORY: u64 = 512 * 1024 * 1024;
const QUALITY: u8 = 85;

/// Decodes the whole picture, so that a truncated one is refused at upload and not found in review.
pub fn inspect(kind: FileType, bytes: Vec<u8>) -> Result<FileFacts, InspectFault> {
    let pages = pages(kind, &bytes);
    let image = decode(kind, bytes)?;
    Ok(FileFacts { pages: Some(pages), width: Some(image.width()), height: Some(image.height()), is_protected: false })
}

pub fn picture(kind: FileType, mut bytes: Vec<u8>, page: u32, width: u32) -> Result<Picture, InspectFault> {
    let pages = pages(kind, &bytes);
    if page == 0 || page > pages {
        return Err(InspectFault::NoSuchPage);
    }
    if kind == FileType::Tiff {
        tiff_pages::select_page(&mut bytes, page);
    }
    let mut image = decode(kind, bytes.clone())?;
    let is_partial = is_animated(kind, &bytes);
    if image.width() > width || image.height() > MAX_HEIGHT {
        image = image.thumbnail(width, MAX_HEIGHT);
    }
    Ok(Picture { is_partial, ..jpeg(&on_white(&image), pages)? })
}

/// True when a picture has more frames than the first, which is the only one that is shown.
fn is_animated(kind: FileType, bytes: &[u8]) -> bool {
    let file = Cursor::new(bytes);
    match kind {
        FileType::Gif => GifDecoder::new(file).is_ok_and(|decoder| decoder.into_frames().take(2).count() > 1),
        FileType::Webp => WebPDecoder::new(file).is_ok_and(|decoder| decoder.has_animation()),
        FileType::Png => PngDecoder::new(file).is_ok_and(|decoder| decoder.is_apng().unwrap_or(true)),
        _ => false,
    }
}

fn jpeg(image: &RgbImage, pages: u32) -> Result<Picture, InspectFault> {
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    image.write_with_encoder(encoder).map_err(|_| InspectFault::Unreadable)?;
    Ok(Picture { content_type: "image/jpeg", bytes: bytes.into(), pages, is_partial: false })
}

/// A page with these parts filled in black. Parts beyond its edges are cut off.
pub fn cover(kind: FileType, bytes: Vec<u8>, covers: &[Cover]) -> Result<Picture, InspectFault> {
    let mut image = on_white(&decode(kind, bytes)?);
    let (wide, high) = image.dimensions();
    for at in covers {
        let pixels = |from: f64, size: f64, whole: u32| {
            let place = |part: f64| (part.clamp(0.0, 1.0) * f64::from(whole)).round() as u32;
            place(from)..place(from + size).min(whole)
        };
        for y in pixels(at.y, at.height, high) {
            for x in pixels(at.x, at.width, wide) {
                image.put_pixel(x, y, Rgb([0, 0, 0]));
            }
        }
    }
    jpeg(&image, 1)
}

/// The longest side of a converted logo or banner.
const MAX_LOGO_SIDE: u32 = 1600;

/// The first page of a picture as PNG, with its transparency.
pub fn png(kind: FileType, bytes: Vec<u8>) -> Result<Picture, InspectFault> {
    let mut image = decode(kind, bytes)?;
    if image.width().max(image.height()) > MAX_LOGO_SIDE {
        image = image.thumbnail(MAX_LOGO_SIDE, MAX_LOGO_SIDE);
    }
    // PNG has no floating-point samples, and eight bits are enough for a screen.
    let image = if image.color().has_alpha() { image.to_rgba8().into() } else { DynamicImage::from(image.to_rgb8()) };
    let mut png = Cursor::new(Vec::new());
    image.write_to(&mut png, ImageFormat::Png).map_err(|_| InspectFault::Unreadable)?;
    Ok(Picture { content_type: "image/png", bytes: png.into_inner().into(), pages: 1, is_partial: false })
}

fn pages(kind: FileType, bytes: &[u8]) -> u32 {
    match kind {
        FileType::Tiff => tiff_pages::count(bytes),
        _ => 1,
    }
}

fn decode(kind: FileType, bytes: Vec<u8>) -> Result<DynamicImage, InspectFault> {
    let unreadable = |_| InspectFault::Unreadable;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format(kind)?);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(InspectFault::TooMuch);
    }
    // Phones store the orientation as metadata instead of rotating the pixels.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    image.apply_orientation(orientation);
    Ok(image)
}

fn format(kind: FileType) -> Result<ImageFormat, InspectFault> {
    match kind {
        FileType::Png => Ok(ImageFormat::Png),
        FileType::Jpg => Ok(ImageFormat::Jpeg),
        FileType::Tiff => Ok(ImageFormat::Tiff),
        FileType::Webp => Ok(ImageFormat::WebP),
        FileType::Bmp => Ok(ImageFormat::Bmp),
        FileType::Gif => Ok(ImageFormat::Gif),
        FileType::Pdf | FileType::Docx | FileType::Xlsx => Err(InspectFault::NoPicture),
    }
}

/// Draws transparent pixels on white.
fn on_white(image: &DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.to_rgb8();
    }
    let clear = image.to_rgba8();
    let mut paper = RgbImage::new(clear.width(), clear.height());
    for (under, over) in paper.pixels_mut().zip(clear.pixels()) {
        let [.., alpha] = over.0;
        let blend = |ink: u8| ((u32::from(ink) * u32::from(alpha) + 255 * (255 - u32::from(alpha))) / 255) as u8;
        under.0 = [blend(over.0[0]), blend(over.0[1]), blend(over.0[2])];
    }
    paper
}
