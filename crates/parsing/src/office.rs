use std::io::{self, Cursor, Read};

use domain::document::FileType;
use domain::document::container::{ContainerFault, MAX_BYTES, MAX_ENTRIES, check_entries, check_size};
use ports::{FileFacts, InspectFault};
use zip::ZipArchive;

/// Unpacks every entry and counts the bytes, because the sizes that a zip declares may be false.
pub fn inspect(kind: FileType, bytes: &[u8]) -> Result<FileFacts, InspectFault> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| InspectFault::Unreadable)?;
    if archive.len() > MAX_ENTRIES {
        return Err(InspectFault::TooMuch);
    }
    let names = archive.file_names().map(|name| name.map(|name| name.into_owned())).collect::<Result<Vec<_>, _>>();
    let names = names.map_err(|_| InspectFault::Unreadable)?;
    check_entries(kind, names.iter().map(String::as_str)).map_err(refused)?;
    let mut unpacked = 0;
    for at in 0..archive.len() {
        let entry = archive.by_index(at).map_err(|_| InspectFault::Unreadable)?;
        let left = MAX_BYTES - unpacked;
        // A wrong checksum is detected at the entry's end.
        let read = io::copy(&mut entry.take(left + 1), &mut io::sink()).map_err(|_| InspectFault::Unreadable)?;
        unpacked += read;
        check_size(bytes.len() as u64, unpacked).map_err(refused)?;
    }
    Ok(FileFacts { pages: None, width: None, height: None, is_protected: false })
}

fn refused(fault: ContainerFault) -> InspectFault {
    match fault {
        ContainerFault::Mismatch => InspectFault::Unreadable,
        ContainerFault::TooLarge => InspectFault::TooMuch,
    }
}
