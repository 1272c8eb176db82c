//! Scans, pictures and photos.

use domain::document::FileType;

use super::drawing::{Sheet, Shot, grouped, number, with_orientation};
use super::{Specimen, card, cropped, letter, specimen};
use crate::documents::tiff_of;

/// Scans as PDF, with and without a text layer.
pub fn scans() -> Vec<Specimen> {
    let pdf = |name, shot: &Shot, page: &str, layer: &str| {
        specimen(name, FileType::Pdf, shot.pdf(420.0, page, layer), shot.quads.clone())
    };
    let shot = |seed: u64| letter(seed).scan(1000);
    let misread = |seed: u64| {
        let n = number(seed);
        let digit = if n.as_bytes()[5] == b'8' { '3' } else { '8' };
        format!("{}{digit}{}", &n[..5], &n[6..])
    };
    let hidden = |text: &str| format!("BT 3 Tr /F1 16 Tf 50 430 Td ({text}) Tj ET");
    let (n, wrong) = (number(43), misread(44));
    let crop = letter(48);
    let edges = [20.0, 350.0, 400.0, 580.0];
    vec![
        pdf("scan", &shot(41), "", ""),
        pdf("scan with a line of the scanner", &shot(42), "", "BT /F1 9 Tf 250 12 Td (Scanned with CamScanner) Tj ET"),
        pdf("scan with an invisible layer", &shot(43), "", &hidden(&grouped(&n))),
        pdf("scan with a misread digit in an invisible layer", &shot(44), "", &hidden(&grouped(&wrong))),
        pdf("scan, sideways", &shot(46).turned(1), "", ""),
        pdf(
            "scan, sideways with a line of text",
            &shot(146).turned(3),
            "",
            "BT /F1 9 Tf 20 12 Td (Scanned with CamScanner) Tj ET",
        ),
        specimen(
            "scan, sideways and turned back",
            FileType::Pdf,
            shot(49).turned(3).pdf(595.0, "/Rotate 90", ""),
            shot(49).quads,
        ),
        specimen(
            "scan, crop box",
            FileType::Pdf,
            crop.scan(1000).pdf(420.0, "/CropBox [20 350 400 580]", ""),
            cropped(&crop, edges),
        ),
        pdf("scan, grey", &shot(50).shaded(|shade, _| 90.0 + shade * 0.4), "", ""),
        pdf("scan, grainy", &shot(51).grainy(40), "", ""),
        pdf("scan, low resolution", &letter(52).scan(560), "", ""),
        pdf("scan, white on black", &shot(54).shaded(|shade, _| 255.0 - shade), "", ""),
    ]
}

/// Pictures of all types.
pub fn pictures() -> Vec<Specimen> {
    let shot = |seed: u64| card(seed).scan(1000);
    let file = |name, shot: &Shot, kind| specimen(name, kind, shot.file(kind), shot.quads.clone());
    let pages = [Sheet::new(340.0, 215.0).text(60.0, 100.0, 20.0, "Back of the card").scan(900), card(67).scan(900)];
    let tiff = tiff_of(&pages.each_ref().map(|shot| shot.image.clone()));
    let two = {
        let (upright, sideways) = (card(68).scan(800), card(69).scan(800).turned(1));
        let both = [
            (upright, [(0.05, 0.03), (0.75, 0.03), (0.75, 0.43), (0.05, 0.43)]),
            (sideways, [(0.2, 0.47), (0.6, 0.47), (0.6, 0.97), (0.2, 0.97)]),
        ];
        let placed = both.map(|(shot, corners)| shot.placed((1100, 1500), corners, 255));
        let mut page = placed[0].clone();
        page.image
            .pixels_mut()
            .zip(placed[1].image.pixels())
            .for_each(|(under, over)| under.0[0] = under.0[0].min(over.0[0]));
        page.quads.extend(&placed[1].quads);
        page
    };
    vec![
        file("card, PNG", &shot(61), FileType::Png),
        specimen("card, poor JPEG", FileType::Jpg, shot(62).jpeg(25), shot(62).quads),
        file("card, TIFF", &shot(63), FileType::Tiff),
        file("card, WebP", &shot(64), FileType::Webp),
        file("card, BMP", &card(65).scan(700), FileType::Bmp),
        specimen(
            "card, turned by its metadata",
            FileType::Jpg,
            with_orientation(&shot(66).turned(3).jpeg(80), 6),
            shot(66).quads,
        ),
        Specimen {
            name: "card, second page of a TIFF",
            kind: FileType::Tiff,
            bytes: tiff,
            pages: 2,
            secrets: vec![(2, pages[1].quads.clone())],
        },
        file("two cards, one sideways", &two, FileType::Png),
    ]
}

/// Photos of cards on a desk.
pub fn photos() -> Vec<Specimen> {
    let file = |name, shot: &Shot| specimen(name, FileType::Jpg, shot.jpeg(75), shot.quads.clone());
    let shot = |seed: u64| card(seed).scan(1100);
    let grid = |shade: f32, (x, y): (f32, f32)| shade - 40.0 * ((x * 13.0).sin() * (y * 9.0).cos()).abs();
    let leaning = [(0.12, 0.2), (0.9, 0.14), (0.84, 0.82), (0.18, 0.88)];
    let far = [(0.3, 0.35), (0.72, 0.36), (0.72, 0.63), (0.3, 0.62)];
    vec![
        file("photo, 4 degrees", &shot(81).tilted(4.0, 120)),
        file("photo, 12 degrees", &shot(83).tilted(12.0, 140)),
        file("photo, in perspective", &shot(84).placed((1300, 950), leaning, 100)),
        file("photo, sideways", &shot(85).tilted(3.0, 130).turned(1)),
        file("photo, upside down", &shot(86).tilted(-3.0, 130).turned(2)),
        file(
            "photo, uneven light",
            &shot(87).tilted(2.0, 110).shaded(|shade, (x, y)| shade * (1.0 - 0.35 * x - 0.15 * y)),
        ),
        file("photo, patterned background", &shot(88).tilted(-2.0, 160).shaded(grid)),
        file("photo, grainy", &shot(89).tilted(3.0, 120).grainy(45)),
        file("photo, from afar", &shot(90).placed((1900, 1400), far, 105)),
    ]
}

/// Documents of which a number is not to be read, with other numbers that are: they are to be hidden.
pub fn unreadable() -> Vec<Specimen> {
    let lines = ["MEENA KRISHNAN", "DOB 12/04/1990", "FEMALE"];
    let side = |seed: u64| {
        let page = Sheet::new(340.0, 215.0).rectangle(20.0, 80.0, 75.0, 95.0).lines(110.0, 170.0, 12.0, &lines);
        page.number(150.0, 40.0, 1.5, &number(seed)).text(40.0, 15.0, 11.0, "1800 300 1947  help@uidai.gov.in")
    };
    let sides = [card(91).scan(900), side(92).scan(900)];
    // The layer has a number where something else is drawn.
    let other = letter(94).scan(1000);
    let layer = format!("BT 3 Tr /F1 14 Tf 50 540 Td ({}) Tj ET", grouped(&number(95)));
    vec![
        specimen(
            "card with a telephone number",
            FileType::Png,
            side(93).scan(900).file(FileType::Png),
            side(93).quads(),
        ),
        Specimen {
            name: "card, front and back",
            kind: FileType::Tiff,
            bytes: tiff_of(&sides.each_ref().map(|shot| shot.image.clone())),
            pages: 2,
            secrets: (1..).zip(sides.iter().map(|shot| shot.quads.clone())).collect(),
        },
        specimen("scan with a number elsewhere in its layer", FileType::Pdf, other.pdf(420.0, "", &layer), other.quads),
    ]
}
