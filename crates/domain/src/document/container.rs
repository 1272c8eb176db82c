//! What an office file may hold: it is a zip, and a zip can be a bomb or something else altogether.

use super::FileType;

pub const MOST_ENTRIES: usize = 1000;
pub const MOST_BYTES: u64 = 100 * 1024 * 1024;
/// Bytes unpacked per byte packed, of the whole.
pub const MOST_RATIO: u64 = 100;
/// Small files pack better than that by chance.
const RATIO_FROM: u64 = 1024 * 1024;

/// Why a container is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContainerFault {
    /// Not what its name says, or with what runs by itself.
    NotThis,
    TooMuch,
}

/// Is this what such a file holds? Macros and names that lead out of a folder are in no honest one.
pub fn check_entries<'a>(kind: FileType, names: impl ExactSizeIterator<Item = &'a str>) -> Result<(), ContainerFault> {
    if names.len() > MOST_ENTRIES {
        return Err(ContainerFault::TooMuch);
    }
    let main = match kind {
        FileType::Docx => "word/document.xml",
        FileType::Xlsx => "xl/workbook.xml",
        _ => return Err(ContainerFault::NotThis),
    };
    let (mut has_types, mut has_main) = (false, false);
    for name in names {
        let is_outside = name.starts_with('/') || name.contains('\\') || name.split('/').any(|part| part == "..");
        if is_outside || name.to_ascii_lowercase().ends_with("vbaproject.bin") {
            return Err(ContainerFault::NotThis);
        }
        has_types |= name == "[Content_Types].xml";
        has_main |= name == main;
    }
    if has_types && has_main { Ok(()) } else { Err(ContainerFault::NotThis) }
}

/// Is so much too much to unpack? Asked of what an entry claims, and again of what really comes out.
pub fn check_size(packed: u64, unpacked: u64) -> Result<(), ContainerFault> {
    let too_dense = unpacked > RATIO_FROM && unpacked / packed.max(1) >= MOST_RATIO;
    if unpacked > MOST_BYTES || too_dense { Err(ContainerFault::TooMuch) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: FileType, names: &[&str]) -> Result<(), ContainerFault> {
        check_entries(kind, names.iter().copied())
    }

    #[test]
    fn an_office_file_holds_what_its_name_says() {
        let word = ["[Content_Types].xml", "_rels/.rels", "word/document.xml"];
        let sheet = ["[Content_Types].xml", "xl/workbook.xml"];
        assert_eq!(check(FileType::Docx, &word), Ok(()));
        assert_eq!(check(FileType::Xlsx, &sheet), Ok(()));
        assert_eq!(check(FileType::Xlsx, &word), Err(ContainerFault::NotThis));
        assert_eq!(check(FileType::Docx, &["word/document.xml"]), Err(ContainerFault::NotThis));
        assert_eq!(check(FileType::Png, &word), Err(ContainerFault::NotThis));
        for odd in ["../x", "/x", "a\\b", "word/vbaProject.bin"] {
            assert_eq!(check(FileType::Docx, &[&word[..], &[odd]].concat()), Err(ContainerFault::NotThis), "{odd}");
        }
        let many = vec!["a"; MOST_ENTRIES + 1];
        assert_eq!(check(FileType::Docx, &many), Err(ContainerFault::TooMuch));
    }

    #[test]
    fn bombs_are_told_by_their_size_and_their_density() {
        assert_eq!(check_size(10 * 1024 * 1024, 90 * 1024 * 1024), Ok(()));
        assert_eq!(check_size(90 * 1024 * 1024, MOST_BYTES + 1), Err(ContainerFault::TooMuch));
        assert_eq!(check_size(100 * 1024, 11 * 1024 * 1024), Err(ContainerFault::TooMuch));
        assert_eq!(check_size(1000, 500_000), Ok(()), "a small sheet of equal cells");
        assert_eq!(check_size(0, u64::MAX), Err(ContainerFault::TooMuch));
    }
}
