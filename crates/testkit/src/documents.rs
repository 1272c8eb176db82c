//! Files as customers send them, small and real.

use std::io::{Cursor, Write};

use domain::document::FileType;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::{DynamicImage, GrayImage, ImageFormat, Luma, Rgb, RgbImage};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A PDF with one A4 page for each text.
pub fn pdf(pages: &[&str]) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len()).map(|at| format!("{} 0 R", 4 + 2 * at)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for (at, text) in pages.iter().enumerate() {
        let drawn = format!("BT /F1 48 Tf 60 700 Td ({text}) Tj ET");
        let resources = "/Resources << /Font << /F1 3 0 R >> >>";
        let content = 5 + 2 * at;
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] {resources} /Contents {content} 0 R >>"
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{drawn}\nendstream", drawn.len()));
    }
    pdf_of(&objects, "")
}

/// A PDF with these lines of text.
pub fn letter(lines: &[&str]) -> Vec<u8> {
    letters(&[lines])
}

/// A PDF with these lines of text on each page.
pub fn letters(pages: &[&[&str]]) -> Vec<u8> {
    let font = 3 + 2 * pages.len();
    let numbers: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 3 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", numbers.join(" "), pages.len()),
    ];
    for (page, lines) in pages.iter().enumerate() {
        let lines: Vec<String> = lines.iter().map(|line| format!("({line}) Tj T*")).collect();
        let drawn = format!("BT /F1 28 Tf 60 740 Td 44 TL {} ET", lines.join(" "));
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 {font} 0 R >> >> \
             /Contents {} 0 R >>",
            4 + 2 * page
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{drawn}\nendstream", drawn.len()));
    }
    objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned());
    pdf_of(&objects, "")
}

/// The same as a picture, as a scanner makes it.
pub fn scan(lines: &[&str]) -> Vec<u8> {
    parsing::picture(FileType::Pdf, letter(lines), 1, 1200).expect("a page").bytes.to_vec()
}

/// A PDF that opens only with a password.
pub fn protected_pdf() -> Vec<u8> {
    let key = "5A".repeat(32);
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [] /Count 0 >>".to_owned(),
        format!("<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <{key}> /U <{key}> >>"),
    ];
    let id = "0123456789ABCDEF0123456789ABCDEF";
    pdf_of(&objects, &format!("/Encrypt 3 0 R /ID [<{id}> <{id}>]"))
}

/// A PDF of one page that repeats the same drawing; a few bytes for each million.
pub fn dense_pdf(operators: &str, times: usize) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let block = operators.repeat(1000);
    (0..times / 1000).for_each(|_| packed.write_all(block.as_bytes()).expect("bytes"));
    let packed: String = packed.finish().expect("bytes").iter().map(|byte| format!("{byte:02X}")).collect();
    pdf_of(
        &[
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>".to_owned(),
            format!(
                "<< /Length {} /Filter [/ASCIIHexDecode /FlateDecode] >>\nstream\n{packed}>\nendstream",
                packed.len() + 1
            ),
        ],
        "",
    )
}

/// A PDF of one empty page with this in its catalogue, in its page, and besides.
pub fn pdf_with(catalogue: &str, page: &str, more: &[&str]) -> Vec<u8> {
    pdf_of(&one_page(catalogue, page, more), "")
}

/// The same with its objects in an object stream, as most programs write them today.
pub fn packed_pdf_with(catalogue: &str, page: &str, more: &[&str]) -> Vec<u8> {
    let objects = one_page(catalogue, page, more);
    let (mut places, mut bodies) = (String::new(), String::new());
    for (at, object) in objects.iter().enumerate() {
        places.push_str(&format!("{} {} ", at + 1, bodies.len()));
        bodies.push_str(&format!("{object}\n"));
    }
    let (stream, table, size) = (objects.len() + 1, objects.len() + 2, objects.len() + 3);
    let mut file = b"%PDF-1.7\n".to_vec();
    let start = file.len();
    file.extend(
        format!(
            "{stream} 0 obj\n<< /Type /ObjStm /N {} /First {} /Length {} \
             >>\nstream\n{places}{bodies}\nendstream\nendobj\n",
            objects.len(),
            places.len(),
            places.len() + bodies.len()
        )
        .bytes(),
    );
    let end = file.len();
    // Free, then each object by its place in the stream, then the stream and this table by where they begin.
    let mut rows = vec![[0u8, 0, 0, 0, 0]];
    let row = |kind: u8, place: usize, at: usize| {
        let place = u32::try_from(place).expect("a small file").to_be_bytes();
        [kind, place[1], place[2], place[3], at as u8]
    };
    rows.extend((0..objects.len()).map(|at| row(2, stream, at)));
    rows.extend([row(1, start, 0), row(1, end, 0)]);
    let length = rows.len() * 5;
    let head =
        format!("{table} 0 obj\n<< /Type /XRef /Size {size} /W [1 3 1] /Root 1 0 R /Length {length} >>\nstream\n");
    file.extend(head.bytes());
    file.extend(rows.concat());
    file.extend(format!("\nendstream\nendobj\nstartxref\n{end}\n%%EOF\n").bytes());
    file
}

/// A PDF with one object written anew behind its end, as programs do that sign or fill in.
pub fn updated_pdf(before: &[u8], number: usize, object: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(before);
    let (_, last) = text.trim_end().trim_end_matches("%%EOF").rsplit_once("startxref").expect("a PDF");
    let mut file = before.to_vec();
    let place = file.len();
    file.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
    let start = file.len();
    let table = format!("xref\n{number} 1\n{place:010} 00000 n \n");
    let trailer = format!("trailer\n<< /Size 4 /Root 1 0 R /Prev {} >>\nstartxref\n{start}\n%%EOF\n", last.trim());
    file.extend(table.bytes().chain(trailer.bytes()));
    file
}

fn one_page(catalogue: &str, page: &str, more: &[&str]) -> Vec<String> {
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R {catalogue} >>"),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] {page} >>"),
    ];
    objects.extend(more.iter().map(|object| (*object).to_owned()));
    objects
}

pub fn pdf_of(objects: &[String], trailer: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n{object}\nendobj\n", at + 1).bytes());
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    places.iter().for_each(|place| file.extend(format!("{place:010} 00000 n \n").bytes()));
    let trailer = format!("trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n");
    file.extend(trailer.bytes());
    file
}

/// A picture of this type and size.
pub fn picture(kind: FileType, width: u32, height: u32) -> Vec<u8> {
    let format = ImageFormat::from_extension(kind.extension()).expect("a picture's type");
    let paint = |x: u32, y: u32| Rgb([(x % 256) as u8, (y % 256) as u8, 128]);
    let image = DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, paint));
    let mut file = Cursor::new(Vec::new());
    image.write_to(&mut file, format).expect("a picture");
    file.into_inner()
}

/// A scan of several pages, each a little wider than the one before.
pub fn tiff(pages: u16) -> Vec<u8> {
    let page = |at: u16| GrayImage::from_pixel(u32::from(at) + 10, 10, Luma([at as u8]));
    tiff_of(&(0..pages).map(page).collect::<Vec<_>>())
}

/// A grey TIFF of several pages.
pub fn tiff_of(pages: &[GrayImage]) -> Vec<u8> {
    let mut file = b"II*\0".to_vec();
    let mut link = file.len();
    file.extend([0; 4]);
    for page in pages {
        let pixels = file.len() as u32;
        file.extend(page.as_raw());
        file.resize(file.len().next_multiple_of(2), 0);
        let here = file.len() as u32;
        file[link..link + 4].copy_from_slice(&here.to_le_bytes());
        let (width, height) = page.dimensions();
        // Width, height, bits, compression, black is zero, where, samples, rows, how many bytes.
        let entries = [
            (256u16, width),
            (257, height),
            (258, 8),
            (259, 1),
            (262, 1),
            (273, pixels),
            (277, 1),
            (278, height),
            (279, width * height),
        ];
        file.extend((entries.len() as u16).to_le_bytes());
        for (tag, value) in entries {
            file.extend(
                [&tag.to_le_bytes()[..], &4u16.to_le_bytes(), &1u32.to_le_bytes(), &value.to_le_bytes()].concat(),
            );
        }
        link = file.len();
        file.extend([0; 4]);
    }
    file
}

/// A TIFF that claims to be this large.
pub fn tiff_that_claims(width: u32, height: u32) -> Vec<u8> {
    let mut file = tiff(1);
    for (tag, value) in [(256u16, width), (257, height), (278, height)] {
        let entry = [&tag.to_le_bytes()[..], &4u16.to_le_bytes(), &1u32.to_le_bytes()].concat();
        let at = file.windows(entry.len()).position(|bytes| bytes == entry).expect("an entry") + entry.len();
        file[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    file
}

/// A PNG that claims to be this large.
pub fn png_that_claims(width: u32, height: u32) -> Vec<u8> {
    let mut file = picture(FileType::Png, 1, 1);
    file[16..20].copy_from_slice(&width.to_be_bytes());
    file[20..24].copy_from_slice(&height.to_be_bytes());
    let check = crc32(&file[12..29]);
    file[29..33].copy_from_slice(&check.to_be_bytes());
    file
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0u32, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}

/// A zip of these entries.
pub fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        writer.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("a zip").into_inner()
}

pub fn docx(text: &str) -> Vec<u8> {
    let types =
        "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>";
    zip(&[("[Content_Types].xml", types.as_bytes()), ("word/document.xml", text.as_bytes())])
}
