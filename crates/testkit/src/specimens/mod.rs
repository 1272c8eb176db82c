//! Documents with Aadhaar numbers as people send them, drawn by code, and others with numbers that are to be seen.

pub mod drawing;
mod layouts;
mod plain;
mod scans;

use domain::document::FileType;
use drawing::{Quad, Sheet, number, text_pdf};
pub use plain::without_numbers;
pub use scans::unreadable;

/// A document with the places of the digits that must not be seen.
pub struct Specimen {
    pub name: &'static str,
    pub kind: FileType,
    pub bytes: Vec<u8>,
    pub pages: u32,
    /// Pages with the corners of groups of digits, on the page as it is shown.
    pub secrets: Vec<(u32, Vec<Quad>)>,
}

fn specimen(name: &'static str, kind: FileType, bytes: Vec<u8>, quads: Vec<Quad>) -> Specimen {
    Specimen { name, kind, bytes, pages: 1, secrets: vec![(1, quads)] }
}

/// A letter with its number in the middle of the page.
fn letter(seed: u64) -> Sheet {
    let page =
        Sheet::new(420.0, 595.0).lines(50.0, 540.0, 14.0, &["GOVERNMENT OF INDIA", "MEENA KRISHNAN", "DOB 12/04/1990"]);
    page.number(50.0, 430.0, 16.0, &number(seed)).lines(
        50.0,
        400.0,
        11.0,
        &["14 Beach Road, Chennai 600001", "Proof of identity"],
    )
}

/// A card with a photo.
fn card(seed: u64) -> Sheet {
    let page = Sheet::new(340.0, 215.0).rectangle(20.0, 80.0, 75.0, 95.0).rectangle(4.0, 4.0, 332.0, 207.0);
    let page = page.lines(110.0, 170.0, 12.0, &["MEENA KRISHNAN", "DOB 12/04/1990", "FEMALE"]);
    page.text(100.0, 192.0, 12.0, "Government of India").number(95.0, 30.0, 19.0, &number(seed))
}

/// Quads of a page that is shown turned clockwise by quarters.
fn turned(quads: Vec<Quad>, quarters: u32) -> Vec<Quad> {
    (0..quarters).fold(quads, |quads, _| quads.iter().map(|quad| quad.map(|(x, y)| (1.0 - y, x))).collect())
}

/// Quads on a part of the page: its left, bottom, right and top edge.
fn cropped(sheet: &Sheet, [left, bottom, right, top]: [f32; 4]) -> Vec<Quad> {
    let (wide, high) = sheet.size;
    let point = |(x, y): (f32, f32)| ((x * wide - left) / (right - left), (top - (1.0 - y) * high) / (top - bottom));
    sheet.quads().iter().map(|quad| quad.map(point)).collect()
}

/// Documents with a number.
pub fn with_numbers() -> Vec<Specimen> {
    let mut all = text_layers();
    all.extend(layouts::layouts());
    all.extend(scans::scans());
    all.extend(scans::pictures());
    all.extend(scans::photos());
    all
}

/// Rotated, cropped and scaled pages with a text layer.
fn text_layers() -> Vec<Specimen> {
    let page = |seed: u64, name, attributes: &str, quarters: u32| {
        let sheet = letter(seed);
        specimen(name, FileType::Pdf, sheet.pdf(attributes), turned(sheet.quads(), quarters))
    };
    let crop = |seed: u64, name, attributes: &str, edges: [f32; 4], quarters: u32| {
        let sheet = letter(seed);
        specimen(name, FileType::Pdf, sheet.pdf(attributes), turned(cropped(&sheet, edges), quarters))
    };
    let edges = [20.0, 350.0, 400.0, 580.0];
    let box_of = |name: &str, edges: [f32; 4]| format!("/{name} [{} {} {} {}]", edges[0], edges[1], edges[2], edges[3]);
    let mut all = vec![
        page(1, "text", "", 0),
        page(2, "text, rotated 90", "/Rotate 90", 1),
        page(3, "text, rotated 180", "/Rotate 180", 2),
        page(4, "text, rotated 270", "/Rotate 270", 3),
        page(5, "text, user unit", "/UserUnit 2", 0),
        crop(6, "text, crop box", &box_of("CropBox", edges), edges, 0),
        crop(7, "text, crop box and rotated 90", &format!("{} /Rotate 90", box_of("CropBox", edges)), edges, 1),
        crop(8, "text, crop box and rotated 270", &format!("{} /Rotate 270", box_of("CropBox", edges)), edges, 3),
        crop(9, "text, media box elsewhere", &box_of("MediaBox", edges), edges, 0),
        crop(10, "text, media box below zero", "/MediaBox [-100 -50 420 595]", [-100.0, -50.0, 420.0, 595.0], 0),
        crop(
            11,
            "text, crop box larger than media box",
            &format!("{} /CropBox [-50 -50 500 700]", box_of("MediaBox", edges)),
            edges,
            0,
        ),
    ];
    all.extend(
        [
            (12, "text, drawn upward", 3, "0 1 -1 0 595 0"),
            (13, "text, drawn upside down", 2, "-1 0 0 -1 420 595"),
            (14, "text, drawn downward", 1, "0 -1 1 0 0 420"),
        ]
        .map(|(seed, name, quarters, matrix)| {
            let sheet = letter(seed);
            let media = if quarters == 2 { "/MediaBox [0 0 420 595]" } else { "/MediaBox [0 0 595 420]" };
            let content = format!("q {matrix} cm {} Q", sheet.content);
            specimen(name, FileType::Pdf, text_pdf(&[(media.to_owned(), content)]), turned(sheet.quads(), quarters))
        }),
    );
    all
}
