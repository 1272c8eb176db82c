//! Limits for office files, which are zip containers: they can be zip bombs or disguise other content.

use super::FileType;

pub const MAX_ENTRIES: usize = 1000;
pub const MAX_BYTES: u64 = 100 * 1024 * 1024;
/// Unpacked bytes per packed byte, over the whole container.
pub const MAX_RATIO: u64 = 100;
/// Below this unpacked size the ratio is ignored: small files can compress very well.
const RATIO_MIN_SIZE: u64 = 1024 * 1024;

/// The reason for refusing a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContainerFault {
    /// The content does not match the name, or contains macros.
    Mismatch,
    TooLarge,
}

/// Checks the entry names. Macros and paths that leave the folder are refused.
pub fn check_entries<'a>(kind: FileType, names: impl ExactSizeIterator<Item = &'a str>) -> Result<(), ContainerFault> {
    if names.len() > MAX_ENTRIES {
        return Err(ContainerFault::TooLarge);
    }
    let main = match kind {
        FileType::Docx => "word/document.xml",
        FileType::Xlsx => "xl/workbook.xml",
        _ => return Err(ContainerFault::Mismatch),
    };
    let (mut has_types, mut has_main) = (false, false);
    for name in names {
        let is_outside = name.starts_with('/') || name.contains('\\') || name.split('/').any(|part| part == "..");
        if is_outside || name.to_ascii_lowercase().ends_with("vbaproject.bin") {
            return Err(ContainerFault::Mismatch);
        }
        has_types |= name == "[Content_Types].xml";
        has_main |= name == main;
    }
    if has_types && has_main { Ok(()) } else { Err(ContainerFault::Mismatch) }
}

/// Refuses containers that unpack to too much. Checked against the declared size and again against the real one.
pub fn check_size(packed: u64, unpacked: u64) -> Result<(), ContainerFault> {
    let too_dense = unpacked > RATIO_MIN_SIZE && unpacked / packed.max(1) >= MAX_RATIO;
    if unpacked > MAX_BYTES || too_dense { Err(ContainerFault::TooLarge) } else { Ok(()) }
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
        assert_eq!(check(FileType::Xlsx, &word), Err(ContainerFault::Mismatch));
        assert_eq!(check(FileType::Docx, &["word/document.xml"]), Err(ContainerFault::Mismatch));
        assert_eq!(check(FileType::Png, &word), Err(ContainerFault::Mismatch));
        for odd in ["../x", "/x", "a\\b", "word/vbaProject.bin"] {
            assert_eq!(check(FileType::Docx, &[&word[..], &[odd]].concat()), Err(ContainerFault::Mismatch), "{odd}");
        }
        let many = vec!["a"; MAX_ENTRIES + 1];
        assert_eq!(check(FileType::Docx, &many), Err(ContainerFault::TooLarge));
    }

    #[test]
    fn bombs_are_recognised_by_size_and_ratio() {
        assert_eq!(check_size(10 * 1024 * 1024, 90 * 1024 * 1024), Ok(()));
        assert_eq!(check_size(90 * 1024 * 1024, MAX_BYTES + 1), Err(ContainerFault::TooLarge));
        assert_eq!(check_size(100 * 1024, 11 * 1024 * 1024), Err(ContainerFault::TooLarge));
        assert_eq!(check_size(1000, 500_000), Ok(()), "a small sheet of equal cells");
        assert_eq!(check_size(0, u64::MAX), Err(ContainerFault::TooLarge));
    }
}
