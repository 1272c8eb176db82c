//! Numbers over lines, in columns and in boxes.

use domain::document::FileType;

use super::drawing::{Sheet, number, text_pdf};
use super::{Specimen, letter, specimen, turned};

fn pdf(name: &'static str, sheet: &Sheet) -> Specimen {
    specimen(name, FileType::Pdf, sheet.pdf(""), sheet.quads())
}

fn scan(name: &'static str, sheet: &Sheet) -> Specimen {
    let shot = sheet.scan(1100);
    specimen(name, FileType::Pdf, shot.pdf(420.0, "", ""), shot.quads)
}

pub fn layouts() -> Vec<Specimen> {
    let several = letter(27).number(50.0, 300.0, 16.0, &number(127)).number(200.0, 200.0, 12.0, &number(227));
    vec![
        pdf("text, over two lines, two groups first", &two_and_one(21)),
        scan("scan, no groups", &ungrouped(24, "Aadhaar:")),
        scan("scan, two columns", &columns(125)),
        pdf("text, over two lines of a column", &broken_column(26)),
        scan("scan, over two lines", &two_and_one(121)),
        scan("scan, several numbers", &several),
        scan("scan, groups in boxes", &boxes(128)),
        pdf("text, each digit in a box", &single_boxes(29)),
        scan("scan, Tamil around it", &tamil(130)),
        scan("scan, small print", &small(131)),
        second_page(32),
    ]
}

fn blank() -> Sheet {
    Sheet::new(420.0, 595.0).text(50.0, 540.0, 13.0, "Application for an account")
}

fn two_and_one(seed: u64) -> Sheet {
    let n = number(seed);
    let first = blank().text(50.0, 480.0, 13.0, "My number is");
    let first = first.secret(140.0, 480.0, 13.0, &n[..4]).secret(175.0, 480.0, 13.0, &n[4..8]);
    first.text(50.0, 460.0, 13.0, &n[8..]).text(85.0, 460.0, 13.0, "and I live in Chennai")
}

fn ungrouped(seed: u64, label: &str) -> Sheet {
    let n = number(seed);
    let first = blank().text(50.0, 480.0, 14.0, label).secret(130.0, 480.0, 14.0, &n[..8]);
    first.text(130.0 + 8.0 * 0.556 * 14.0, 480.0, 14.0, &n[8..])
}

fn columns(seed: u64) -> Sheet {
    let left = ["Interest is paid", "each quarter to", "the account of", "the first holder", "as agreed"];
    let right = ["Identity of the", "second holder", "is given by"];
    let sheet = blank().lines(40.0, 480.0, 11.0, &left).lines(220.0, 480.0, 11.0, &right);
    sheet.number(220.0, 430.5, 11.0, &number(seed)).text(220.0, 414.0, 11.0, "as seen by us")
}

fn broken_column(seed: u64) -> Sheet {
    let n = number(seed);
    let left = ["Interest is paid", "each quarter to", "the account of", "the first holder"];
    let sheet = blank().lines(40.0, 480.0, 11.0, &left).text(220.0, 480.0, 11.0, "Identity");
    let sheet = sheet.secret(266.0, 480.0, 11.0, &n[..4]).secret(294.0, 480.0, 11.0, &n[4..8]);
    sheet.text(220.0, 463.5, 11.0, &n[8..]).text(250.0, 463.5, 11.0, "seen by us")
}

fn boxes(seed: u64) -> Sheet {
    let n = number(seed);
    let mut sheet = blank().text(50.0, 500.0, 12.0, "Aadhaar number of the applicant");
    for (at, group) in [&n[..4], &n[4..8], &n[8..]].into_iter().enumerate() {
        let x = 50.0 + at as f32 * 70.0;
        sheet = sheet.rectangle(x, 462.0, 60.0, 26.0);
        let draw = if at < 2 { Sheet::secret } else { Sheet::text };
        sheet = draw(sheet, x + 12.0, 470.0, 14.0, group);
    }
    sheet
}

fn single_boxes(seed: u64) -> Sheet {
    let mut sheet = blank().text(50.0, 500.0, 12.0, "Aadhaar number of the applicant");
    for (at, digit) in number(seed).char_indices() {
        let x = 50.0 + at as f32 * 22.0;
        sheet = sheet.rectangle(x, 462.0, 20.0, 22.0);
        let draw = if at < 8 { Sheet::secret } else { Sheet::text };
        sheet = draw(sheet, x + 6.0, 467.0, 14.0, &digit.to_string());
    }
    sheet
}

fn tamil(seed: u64) -> Sheet {
    let sheet = Sheet::new(420.0, 595.0).tamil(50.0, 540.0, 16.0, 14).tamil(50.0, 500.0, 12.0, 20);
    sheet.tamil(50.0, 470.0, 12.0, 18).number(50.0, 430.0, 15.0, &number(seed)).tamil(50.0, 395.0, 12.0, 22)
}

fn small(seed: u64) -> Sheet {
    let lines = ["Certificate of the branch", "The holder gave the number"];
    Sheet::new(595.0, 842.0).lines(60.0, 780.0, 9.0, &lines).number(60.0, 740.0, 8.0, &number(seed))
}

fn second_page(seed: u64) -> Specimen {
    let (last, media) = (letter(seed), "/MediaBox [0 0 420 595]".to_owned());
    let pages = [(media.clone(), blank().content), (format!("{media} /Rotate 90"), last.content.clone())];
    let secrets = vec![(2, turned(last.quads(), 1))];
    Specimen { name: "text, on page 2", kind: FileType::Pdf, bytes: text_pdf(&pages), pages: 2, secrets }
}
