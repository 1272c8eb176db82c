use crate::Refusal;
use crate::document::file_name;
use crate::message::Message;

/// The file types that can be uploaded.
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

/// The number of leading bytes needed to detect a type.
pub const SNIFF_LENGTH: usize = 8 * 1024;

/// Each type with its extensions, the preferred one first, and its media type.
const TYPES: &[(FileType, &[&str], &str)] = &[
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
        TYPES.iter().map(|(one, _, _)| *one)
    }

    pub fn of_extension(extension: &str) -> Option<FileType> {
        let has_extension = |extensions: &[&str]| extensions.iter().any(|known| known.eq_ignore_ascii_case(extension));
        TYPES.iter().find(|(_, extensions, _)| has_extension(extensions)).map(|(one, _, _)| *one)
    }

    /// The extension used for new file names.
    pub fn extension(self) -> &'static str {
        self.row().1[0]
    }

    pub fn content_type(self) -> &'static str {
        self.row().2
    }

    pub fn is_picture(self) -> bool {
        !matches!(self, FileType::Pdf | FileType::Docx | FileType::Xlsx)
    }

    /// Office files are containers whose entries must be checked too.
    pub fn is_container(self) -> bool {
        matches!(self, FileType::Docx | FileType::Xlsx)
    }

    fn row(self) -> &'static (FileType, &'static [&'static str], &'static str) {
        // The test below proves that every type has a row.
        TYPES.iter().find(|(one, _, _)| *one == self).unwrap_or(&TYPES[0])
    }

    /// True when these bytes start like a file of this type. Nothing may precede the signature: a leading script is how
    /// a page is disguised as a picture.
    fn has_signature(self, first: &[u8]) -> bool {
        let at = |from: usize, bytes: &[u8]| first.get(from..from + bytes.len()) == Some(bytes);
        match self {
            FileType::Pdf => at(0, b"%PDF-") || at(0, b"\xEF\xBB\xBF%PDF-"),
            FileType::Png => at(0, b"\x89PNG\r\n\x1A\n"),
            FileType::Jpg => at(0, b"\xFF\xD8\xFF"),
            FileType::Tiff => at(0, b"II*\0") || at(0, b"MM\0*"),
            FileType::Webp => at(0, b"RIFF") && at(8, b"WEBP"),
            // The four reserved bytes exclude texts that start with BM.
            FileType::Bmp => at(0, b"BM") && at(6, &[0; 4]),
            FileType::Gif => at(0, b"GIF87a") || at(0, b"GIF89a"),
            FileType::Docx | FileType::Xlsx => at(0, b"PK\x03\x04"),
        }
    }
}

/// The brands of HEIC photos, which phones take and few programs open.
const HEIC_BRANDS: [&[u8]; 7] = [b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1"];

/// True for a HEIC photo, whatever its name; by its name alone where the bytes say nothing else.
fn is_heic(extension: &str, first: &[u8]) -> bool {
    let is_named = ["heic", "heif"].iter().any(|named| named.eq_ignore_ascii_case(extension));
    let brand = first.get(8..12).filter(|_| first.get(4..8) == Some(b"ftyp"));
    is_named || brand.is_some_and(|brand| HEIC_BRANDS.contains(&brand))
}

/// The type of a file by its name, provided that it is accepted here (`pdf,png,jpg`) and the first bytes match. Parsers
/// check the rest; `container` lists what an office file must contain.
pub fn decide(file_name: &str, accepted: &str, first: &[u8]) -> Result<FileType, Refusal> {
    let extension = file_name::extension(file_name).ok_or(Refusal::UnsupportedFormat)?;
    if is_heic(extension, first) {
        return Err(Refusal::field("file", Message::plain("fileHeic")));
    }
    let by_name = FileType::of_extension(extension).ok_or(Refusal::UnsupportedFormat)?;
    let is_accepted =
        accepted.split(',').filter_map(|one| FileType::of_extension(one.trim())).any(|one| one == by_name);
    if is_accepted && by_name.has_signature(first) { Ok(by_name) } else { Err(Refusal::UnsupportedFormat) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = "pdf,png,jpg,tiff,webp,bmp,gif,docx,xlsx";
    const SIGNATURES: &[(FileType, &[u8])] = &[
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
    fn every_accepted_type_is_detected_by_name_and_by_bytes() {
        for name in crate::master_data::resources::options::FILE_TYPES {
            assert!(FileType::of_extension(name).is_some(), "{name}");
        }
        for (one, first) in SIGNATURES {
            assert_eq!(FileType::of_extension(one.extension()), Some(*one));
            let upper = format!("Scan.{}", one.extension().to_uppercase());
            assert_eq!(decide(&upper, ALL, first), Ok(*one), "{upper}");
        }
        assert_eq!(SIGNATURES.len(), FileType::all().count());
    }

    #[test]
    fn a_name_and_bytes_of_different_types_are_refused() {
        for (by_name, _) in SIGNATURES {
            for (one, first) in SIGNATURES {
                let agree = one == by_name || (one.is_container() && by_name.is_container());
                let name = format!("a.{}", by_name.extension());
                assert_eq!(decide(&name, ALL, first).is_ok(), agree, "{name} with the bytes of {one:?}");
            }
        }
    }

    #[test]
    fn a_heic_photo_says_so_whatever_its_name() {
        let photo = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic";
        let said = Err(Refusal::field("file", Message::plain("fileHeic")));
        for (name, first) in [("IMG_1.HEIC", &photo[..]), ("IMG_1.jpg", &photo[..]), ("IMG_1.heif", b"")] {
            assert_eq!(decide(name, ALL, first), said, "{name}");
        }
        let film = b"\0\0\0\x18ftypmp42\0\0\0\0";
        assert_eq!(decide("film.jpg", ALL, film), Err(Refusal::UnsupportedFormat));
    }

    #[test]
    fn a_page_disguised_as_a_picture_is_refused() {
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
                let name = format!("a.{}", one.extension());
                assert_eq!(decide(&name, ALL, page), Err(Refusal::UnsupportedFormat), "{name} {page:?}");
            }
        }
    }

    #[test]
    fn only_accepted_types_pass() {
        let jpg = b"\xFF\xD8\xFF\xE0";
        assert_eq!(decide("me.jpeg", "pdf, jpg", jpg), Ok(FileType::Jpg));
        assert_eq!(decide("me.jpg", "JPEG", jpg), Ok(FileType::Jpg));
        assert_eq!(decide("me.tif", "tiff", b"MM\0*"), Ok(FileType::Tiff));
        for accepted in ["pdf", "", "jp", "exe"] {
            assert_eq!(decide("me.jpg", accepted, jpg), Err(Refusal::UnsupportedFormat), "{accepted}");
        }
        for name in ["me", "me.", ".jpg", "me.jpg.html", "", "jpg"] {
            assert_eq!(decide(name, ALL, jpg), Err(Refusal::UnsupportedFormat), "{name}");
        }
    }
}
