use crate::Refusal;
use crate::document::file_name;

/// What may be handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileType {
    Pdf,
    Png,
    Jpg,
    Tiff,
    Webp,
    Bmp,
    Gif,
    Docx,
    Xlsx,
}

/// So many bytes from the beginning are enough to tell.
pub const SNIFFED: usize = 8 * 1024;

/// Each type with its endings, our own first, and what it is called on the wire.
const KNOWN: &[(FileType, &[&str], &str)] = &[
    (FileType::Pdf, &["pdf"], "application/pdf"),
    (FileType::Png, &["png"], "image/png"),
    (FileType::Jpg, &["jpg", "jpeg"], "image/jpeg"),
    (FileType::Tiff, &["tiff", "tif"], "image/tiff"),
    (FileType::Webp, &["webp"], "image/webp"),
    (FileType::Bmp, &["bmp"], "image/bmp"),
    (FileType::Gif, &["gif"], "image/gif"),
    (FileType::Docx, &["docx"], "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    (FileType::Xlsx, &["xlsx"], "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
];

impl FileType {
    pub fn all() -> impl Iterator<Item = FileType> {
        KNOWN.iter().map(|(one, _, _)| *one)
    }

    pub fn of_ending(ending: &str) -> Option<FileType> {
        let is_one = |endings: &[&str]| endings.iter().any(|known| known.eq_ignore_ascii_case(ending));
        KNOWN.iter().find(|(_, endings, _)| is_one(endings)).map(|(one, _, _)| *one)
    }

    /// The ending that we give it ourselves.
    pub fn ending(self) -> &'static str {
        self.row().1[0]
    }

    pub fn content_type(self) -> &'static str {
        self.row().2
    }

    pub fn is_picture(self) -> bool {
        !matches!(self, FileType::Pdf | FileType::Docx | FileType::Xlsx)
    }

    /// Office files are containers that have to be looked into.
    pub fn is_container(self) -> bool {
        matches!(self, FileType::Docx | FileType::Xlsx)
    }

    fn row(self) -> &'static (FileType, &'static [&'static str], &'static str) {
        // Every type has its row: see the test below.
        KNOWN.iter().find(|(one, _, _)| *one == self).unwrap_or(&KNOWN[0])
    }

    /// Do these bytes begin like a file of this type? Nothing may come before: what stands in front of a file's
    /// beginning is how a page is smuggled in as a picture.
    fn begins(self, first: &[u8]) -> bool {
        let at = |from: usize, bytes: &[u8]| first.get(from..from + bytes.len()) == Some(bytes);
        match self {
            FileType::Pdf => at(0, b"%PDF-") || at(0, b"\xEF\xBB\xBF%PDF-"),
            FileType::Png => at(0, b"\x89PNG\r\n\x1A\n"),
            FileType::Jpg => at(0, b"\xFF\xD8\xFF"),
            FileType::Tiff => at(0, b"II*\0") || at(0, b"MM\0*"),
            FileType::Webp => at(0, b"RIFF") && at(8, b"WEBP"),
            // The four reserved bytes keep out texts that begin with BM.
            FileType::Bmp => at(0, b"BM") && at(6, &[0; 4]),
            FileType::Gif => at(0, b"GIF87a") || at(0, b"GIF89a"),
            FileType::Docx | FileType::Xlsx => at(0, b"PK\x03\x04"),
        }
    }
}

/// The type of a file by its name, provided that it is asked for (`pdf,png,jpg`) and that its first bytes agree. Whether
/// the rest agrees is for whoever parses it: `container` says what an office file has to hold.
pub fn decide(file_name: &str, asked_for: &str, first: &[u8]) -> Result<FileType, Refusal> {
    let ending = file_name::ending(file_name).ok_or(Refusal::UnsupportedFormat)?;
    let named = FileType::of_ending(ending).ok_or(Refusal::UnsupportedFormat)?;
    let asked = asked_for.split(',').filter_map(|one| FileType::of_ending(one.trim())).any(|one| one == named);
    if asked && named.begins(first) { Ok(named) } else { Err(Refusal::UnsupportedFormat) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = "pdf,png,jpg,tiff,webp,bmp,gif,docx,xlsx";
    const BEGINNINGS: &[(FileType, &[u8])] = &[
        (FileType::Pdf, b"%PDF-1.7\n"),
        (FileType::Png, b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"),
        (FileType::Jpg, b"\xFF\xD8\xFF\xE0\0\x10JFIF"),
        (FileType::Tiff, b"II*\0\x08\0\0\0"),
        (FileType::Webp, b"RIFF\x24\0\0\0WEBPVP8 "),
        (FileType::Bmp, b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0"),
        (FileType::Gif, b"GIF89a\x01\0\x01\0"),
        (FileType::Docx, b"PK\x03\x04\x14\0"),
        (FileType::Xlsx, b"PK\x03\x04\x14\0"),
    ];

    #[test]
    fn every_type_that_can_be_asked_for_is_known_by_name_and_by_its_bytes() {
        for name in crate::master_data::resources::options::FILE_TYPES {
            assert!(FileType::of_ending(name).is_some(), "{name}");
        }
        for (one, first) in BEGINNINGS {
            assert_eq!(FileType::of_ending(one.ending()), Some(*one));
            let upper = format!("Scan.{}", one.ending().to_uppercase());
            assert_eq!(decide(&upper, ALL, first), Ok(*one), "{upper}");
        }
        assert_eq!(BEGINNINGS.len(), FileType::all().count());
    }

    #[test]
    fn a_name_and_bytes_of_different_types_are_refused() {
        for (named, _) in BEGINNINGS {
            for (one, first) in BEGINNINGS {
                let agree = one == named || (one.is_container() && named.is_container());
                let name = format!("a.{}", named.ending());
                assert_eq!(decide(&name, ALL, first).is_ok(), agree, "{name} with the bytes of {one:?}");
            }
        }
    }

    #[test]
    fn a_page_dressed_as_a_picture_is_refused() {
        let pages: &[&[u8]] = &[
            b"<!doctype html><script>alert(1)</script>",
            b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
            b"<html>%PDF-1.7",
            b" \x89PNG\r\n\x1A\n",
            b"BM<script>alert(1)</script>",
            b"GIF8",
            b"MZ\x90\0",
            b"",
        ];
        for page in pages {
            for one in FileType::all() {
                let name = format!("a.{}", one.ending());
                assert_eq!(decide(&name, ALL, page), Err(Refusal::UnsupportedFormat), "{name} {page:?}");
            }
        }
    }

    #[test]
    fn only_what_was_asked_for_is_taken() {
        let jpg = b"\xFF\xD8\xFF\xE0";
        assert_eq!(decide("me.jpeg", "pdf, jpg", jpg), Ok(FileType::Jpg));
        assert_eq!(decide("me.jpg", "JPEG", jpg), Ok(FileType::Jpg));
        assert_eq!(decide("me.tif", "tiff", b"MM\0*"), Ok(FileType::Tiff));
        for asked_for in ["pdf", "", "jp", "exe"] {
            assert_eq!(decide("me.jpg", asked_for, jpg), Err(Refusal::UnsupportedFormat), "{asked_for}");
        }
        for name in ["me", "me.", ".jpg", "me.jpg.html", "", "jpg"] {
            assert_eq!(decide(name, ALL, jpg), Err(Refusal::UnsupportedFormat), "{name}");
        }
    }
}
