//! Documents with numbers that are to be seen.

use domain::document::FileType;

use super::Specimen;
use super::drawing::{Sheet, Shot};

/// Documents without a number, in which nothing is to be covered.
pub fn without_numbers() -> Vec<Specimen> {
    let text = |name, lines: &[&str]| {
        let sheet = Sheet::new(420.0, 595.0).lines(40.0, 540.0, 11.0, lines);
        Specimen { name, kind: FileType::Pdf, bytes: sheet.pdf(""), pages: 1, secrets: Vec::new() }
    };
    let scan = |name, lines: &[&str]| {
        let shot = Sheet::new(420.0, 595.0).lines(40.0, 540.0, 11.0, lines).scan(1000);
        Specimen { name, kind: FileType::Png, bytes: shot.file(FileType::Png), pages: 1, secrets: Vec::new() }
    };
    let rows = [
        "Date        Text             Amount",
        "03/04/2025  ATM 4471         2 500.00",
        "05/04/2025  UPI 9841030001   1 250.00",
        "09/04/2025  NEFT N129925     48 310.00",
        "12/04/2025  Cheque 004512    7 200.00",
    ];
    let portrait = Shot { image: image::GrayImage::new(600, 800), quads: Vec::new() }.shaded(|_, (x, y)| {
        let face = ((x - 0.5).powi(2) * 4.0 + (y - 0.4).powi(2) * 3.0).sqrt();
        if face < 0.4 { 190.0 - 60.0 * face } else { 90.0 + 60.0 * y }
    });
    vec![
        text("card number", &["Northgate Bank", "Card 4111 1111 1111 1111", "Card 5555 5555 5555 4444", "valid 12/27"]),
        scan("card number, scan", &["Northgate Bank", "Card 4539 1488 0343 6467", "valid 12/27"]),
        text("statement", &rows),
        scan("statement, scan", &rows),
        text(
            "account numbers",
            &[
                "Account 50100234567",
                "Account 0012345678901",
                "Loan 123456789012345",
                "IFSC NGBK0001234 MICR 600240002",
            ],
        ),
        text("phone numbers", &["Call +91 98410 30001", "or 044 2811 2345", "or 1800 425 0018", "or +919841030002"]),
        text("years", &["Assets 2022 2023 2024", "Sales 2025 2026 2027", "12/04/1990 to 31/03/2024"]),
        text(
            "amounts",
            &["Quarter one    2500         3100         4200", "Quarter two    2600         3300         4400"],
        ),
        scan("PAN card", &["INCOME TAX DEPARTMENT", "MEENA KRISHNAN", "ABCDE1234F", "12/04/1990"]),
        text("enrolment number", &["Enrolment 1234/12345/12345", "12/04/2019 10:30:45", "Pin 600 001"]),
        scan(
            "passport",
            &["P<INDKRISHNAN<<MEENA<<<<<<<<<<<<<<<<<<<<<<<<<", "M1234567<8IND9004128F2904115<<<<<<<<<<<<<<04"],
        ),
        Specimen { name: "portrait", kind: FileType::Jpg, bytes: portrait.jpeg(80), pages: 1, secrets: Vec::new() },
    ]
}
