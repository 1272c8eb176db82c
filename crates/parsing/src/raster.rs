//! Rendered pages as grey pixels: turned, with parts painted white, and as input of tesseract.

use std::io::Cursor;

use bytes::Bytes;
use domain::verification::Area;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::imageops::FilterType;
use image::{DynamicImage, ExtendedColorType, GrayImage, ImageEncoder};

/// The largest side of a picture that is decoded; the inspector draws none that is larger.
const MAX_SIDE: u32 = 8_000;
const MAX_MEMORY: u64 = 256 * 1024 * 1024;
/// Small pictures are enlarged up to this width, and at most by `MAX_ZOOM`.
const LEAST_WIDTH: u32 = 1_600;
const MAX_ZOOM: u32 = 3;
/// The side of a square in which something is drawn or not, in pixels.
const SQUARE: u32 = 16;
/// The difference between the lightest and the darkest pixel of a square with a letter.
const CONTRAST: u8 = 70;

/// How a page is turned before it is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Turn {
    Upright,
    /// By a quarter, clockwise.
    Right,
    Over,
    Left,
    /// By a few degrees, clockwise.
    Degrees(f32),
}

/// A rendered picture, large enough for small print.
pub fn decoded(picture: Bytes) -> Option<GrayImage> {
    let mut reader = image::ImageReader::new(Cursor::new(picture)).with_guessed_format().ok()?;
    let mut limits = image::Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let grey = DynamicImage::from(reader.decode().ok()?.into_luma8());
    let (width, height) = (grey.width(), grey.height());
    let wanted = LEAST_WIDTH.min(width * MAX_ZOOM);
    if width >= wanted || height > 2 * LEAST_WIDTH {
        return Some(grey.into_luma8());
    }
    Some(grey.resize_exact(wanted, height * wanted / width, FilterType::CatmullRom).into_luma8())
}

/// The picture as tesseract gets it. It reads its input byte by byte, so a small file is worth the work.
pub fn png(image: &GrayImage) -> Bytes {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, PngFilter::Up);
    let written = encoder.write_image(image.as_raw(), image.width(), image.height(), ExtendedColorType::L8);
    debug_assert!(written.is_ok(), "a picture in memory can be written");
    bytes.into()
}

/// Dark on white, with more contrast, and without the lines of forms: for pale, grey and framed numbers.
pub fn enhanced(image: &GrayImage) -> GrayImage {
    let mut counts = [0u32; 256];
    image.as_raw().iter().for_each(|shade| counts[usize::from(*shade)] += 1);
    let part = image.width() * image.height() / 50;
    let shade_after = |most: u32, shades: Vec<usize>| {
        let mut seen = 0;
        let after = |shade: &usize| {
            seen += counts[*shade];
            seen > most
        };
        shades.into_iter().find(after).unwrap_or(0) as f32
    };
    let (dark, light) = (shade_after(part, (0..256).collect()), shade_after(part, (0..256).rev().collect()));
    let is_inverted = shade_after(25 * part, (0..256).collect()) < (dark + light) / 2.0;
    let scale = 255.0 / (light - dark).max(1.0);
    let mut shades = [0; 256];
    for (shade, clear) in (0u8..=255).zip(&mut shades) {
        let wide = ((f32::from(shade) - dark) * scale).clamp(0.0, 255.0) as u8;
        *clear = if is_inverted { 255 - wide } else { wide };
    }
    let mut clear = image.clone();
    clear.iter_mut().for_each(|shade| *shade = shades[usize::from(*shade)]);
    remove_lines(&mut clear);
    clear
}

/// The page without lines and bars.
pub fn without_lines(image: &GrayImage) -> GrayImage {
    let mut rest = image.clone();
    remove_lines(&mut rest);
    rest
}

/// Paints lines white that are longer than the strokes of letters.
fn remove_lines(image: &mut GrayImage) {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let longest = width / 20;
    let mut lines = Vec::new();
    let mut look = |count: usize, place: &dyn Fn(usize) -> usize| {
        let mut start = 0;
        for at in 0..=count {
            if at == count || image.as_raw()[place(at)] > 128 {
                if at - start > longest {
                    lines.extend((start..at).map(place));
                }
                start = at + 1;
            }
        }
    };
    (0..height).for_each(|y| look(width, &|x| y * width + x));
    (0..width).for_each(|x| look(height, &|y| y * width + x));
    lines.into_iter().for_each(|at| image.as_flat_samples_mut().samples[at] = 255);
}

impl Turn {
    pub fn applied(self, image: &GrayImage) -> GrayImage {
        match self {
            Turn::Upright => image.clone(),
            Turn::Right => DynamicImage::from(image.clone()).rotate90().into_luma8(),
            Turn::Over => DynamicImage::from(image.clone()).rotate180().into_luma8(),
            Turn::Left => DynamicImage::from(image.clone()).rotate270().into_luma8(),
            Turn::Degrees(degrees) => tilted(image, degrees),
        }
    }

    /// The place on the page of an area of the turned page.
    pub fn undone(self, area: Area, (width, height): (u32, u32)) -> Area {
        let [left, top, wide, high] = area;
        match self {
            Turn::Upright => area,
            Turn::Right => [top, 1.0 - left - wide, high, wide],
            Turn::Over => [1.0 - left - wide, 1.0 - top - high, wide, high],
            Turn::Left => [1.0 - top - high, left, high, wide],
            Turn::Degrees(degrees) => {
                let corners = [(left, top), (left + wide, top), (left, top + high), (left + wide, top + high)];
                let size = (width as f32, height as f32);
                let places = corners.map(|(x, y)| source((x * size.0, y * size.1), size, degrees));
                let [x, right] = ends(places.map(|place| place.0 / size.0));
                let [y, bottom] = ends(places.map(|place| place.1 / size.1));
                [x, y, right - x, bottom - y]
            }
        }
    }
}

fn ends(places: [f32; 4]) -> [f32; 2] {
    [places.iter().copied().fold(f32::INFINITY, f32::min), places.iter().copied().fold(f32::NEG_INFINITY, f32::max)]
}

/// The place on the page of a point of the page that is turned about its middle.
fn source((x, y): (f32, f32), (width, height): (f32, f32), degrees: f32) -> (f32, f32) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (x, y) = (x - width / 2.0, y - height / 2.0);
    (cos * x + sin * y + width / 2.0, cos * y - sin * x + height / 2.0)
}

fn tilted(image: &GrayImage, degrees: f32) -> GrayImage {
    let (width, height) = image.dimensions();
    let size = (width as f32, height as f32);
    let shade = |x: u32, y: u32| f32::from(image.as_raw()[(y * width + x) as usize]);
    let mut pixels = Vec::with_capacity((width * height) as usize);
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let (x, y) = source((x as f32, y as f32), size, degrees);
        let is_inside = x >= 0.0 && y >= 0.0 && x < size.0 - 1.0 && y < size.1 - 1.0;
        pixels.push(if is_inside {
            let (left, top, right, down) = (x as u32, y as u32, x.fract(), y.fract());
            let upper = shade(left, top) * (1.0 - right) + shade(left + 1, top) * right;
            let lower = shade(left, top + 1) * (1.0 - right) + shade(left + 1, top + 1) * right;
            (upper * (1.0 - down) + lower * down) as u8
        } else {
            255
        });
    }
    GrayImage::from_raw(width, height, pixels).unwrap_or_else(|| image.clone())
}

/// The page without these parts.
pub fn without(image: &GrayImage, areas: &[Area]) -> GrayImage {
    let mut rest = image.clone();
    let (width, height) = (image.width() as f32, image.height() as f32);
    for [left, top, wide, high] in areas {
        let place = |part: f32, length: f32| (part.clamp(0.0, 1.0) * length) as usize;
        let (from, to) = (place(*left, width), (place(left + wide, width) + 1).min(image.width() as usize));
        for y in place(*top, height)..(place(top + high, height) + 1).min(image.height() as usize) {
            let row = y * image.width() as usize;
            rest.as_flat_samples_mut().samples[row + from.min(to)..row + to].fill(255);
        }
    }
    rest
}

/// The number of squares in which something is drawn.
pub fn drawn_squares(image: &GrayImage) -> usize {
    let squares = |length: u32| (0..length.div_ceil(SQUARE)).map(|at| at * SQUARE);
    let is_drawn = |(left, top): (u32, u32)| {
        let (mut dark, mut light) = (255, 0);
        for y in top..(top + SQUARE).min(image.height()) {
            let row = (y * image.width()) as usize;
            let right = (left + SQUARE).min(image.width()) as usize;
            for shade in &image.as_raw()[row + left as usize..row + right] {
                (dark, light) = (*shade.min(&dark), *shade.max(&light));
            }
        }
        light - dark.min(light) >= CONTRAST
    };
    squares(image.height())
        .flat_map(|top| squares(image.width()).map(move |left| (left, top)))
        .filter(|at| is_drawn(*at))
        .count()
}

/// True when something is drawn in an area.
pub fn has_ink(image: &GrayImage, [left, top, wide, high]: Area) -> bool {
    let place = |part: f32, length: u32| (part.clamp(0.0, 1.0) * length as f32) as u32;
    let (x, y) = (place(left, image.width()), place(top, image.height()));
    let (right, bottom) = (place(left + wide, image.width()), place(top + high, image.height()));
    right > x
        && bottom > y
        && drawn_squares(&image::imageops::crop_imm(image, x, y, right - x, bottom - y).to_image()) > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot() -> GrayImage {
        GrayImage::from_fn(200, 100, |x, y| {
            image::Luma([if (20..40).contains(&x) && (10..20).contains(&y) { 0 } else { 255 }])
        })
    }

    #[test]
    fn an_area_of_a_turned_page_is_found_on_the_page() {
        let page = spot();
        for turn in [Turn::Upright, Turn::Right, Turn::Over, Turn::Left, Turn::Degrees(10.0), Turn::Degrees(-15.0)] {
            let turned = turn.applied(&page);
            let (width, height) = turned.dimensions();
            let dark: Vec<(u32, u32)> =
                turned.enumerate_pixels().filter(|(_, _, shade)| shade.0[0] < 128).map(|(x, y, _)| (x, y)).collect();
            let [left, right] =
                [dark.iter().map(|at| at.0).min().unwrap(), dark.iter().map(|at| at.0).max().unwrap() + 1];
            let [top, bottom] =
                [dark.iter().map(|at| at.1).min().unwrap(), dark.iter().map(|at| at.1).max().unwrap() + 1];
            let parts = [
                left as f32 / width as f32,
                top as f32 / height as f32,
                (right - left) as f32 / width as f32,
                (bottom - top) as f32 / height as f32,
            ];
            let [x, y, wide, high] = turn.undone(parts, page.dimensions());
            let slack = if matches!(turn, Turn::Degrees(_)) { 0.02 } else { 0.0001 };
            assert!(x <= 0.1 + slack && x + wide >= 0.2 - slack, "{turn:?}: {x} {wide}");
            assert!(y <= 0.1 + slack && y + high >= 0.2 - slack, "{turn:?}: {y} {high}");
            assert!(wide < 0.25 && high < 0.25, "{turn:?}: {wide} {high}");
        }
    }

    #[test]
    fn white_letters_in_frames_become_black_ones_without() {
        // A stroke of a letter, in a frame as wide as the page.
        let is_drawn = |x: u32, y: u32| (100..104).contains(&x) && (40..48).contains(&y) || y == 20 || y == 70;
        let page = GrayImage::from_fn(200, 100, |x, y| image::Luma([if is_drawn(x, y) { 200 } else { 60 }]));
        let clear = enhanced(&page);
        let shades = [(102, 45), (102, 20), (50, 45)].map(|(x, y)| clear.get_pixel(x, y).0[0]);
        assert_eq!(shades, [0, 255, 255]);
    }

    #[test]
    fn ink_is_found_and_painted_over() {
        let page = spot();
        assert!(
            drawn_squares(&page) > 0 && has_ink(&page, [0.05, 0.05, 0.2, 0.2]) && !has_ink(&page, [0.5, 0.5, 0.2, 0.2])
        );
        assert_eq!(drawn_squares(&without(&page, &[[0.05, 0.05, 0.2, 0.2]])), 0);
    }
}
