//! Selects a page of a multi-page TIFF. Decoders only show the first page; pages form a chain of directories, so
//! redirecting the header selects another one.

const MAX_PAGES: usize = 1000;

pub fn count(bytes: &[u8]) -> u32 {
    u32::try_from(directories(bytes).len()).unwrap_or(1).max(1)
}

/// Makes this page (from 1) the first one.
pub fn select_page(bytes: &mut [u8], page: u32) {
    let found = directories(bytes).get(page.saturating_sub(1) as usize).copied();
    if let (Some(offset), Some(byte_order)) = (found, ByteOrder::of(bytes)) {
        bytes[4..8].copy_from_slice(&byte_order.bytes(offset));
    }
}

/// The offset of each page's directory. A cyclic chain ends at its first repetition.
fn directories(bytes: &[u8]) -> Vec<u32> {
    let mut found = Vec::new();
    let Some(byte_order) = ByteOrder::of(bytes) else { return found };
    let mut next = byte_order.long(bytes, 4);
    while let Some(offset) = next.filter(|offset| *offset != 0 && !found.contains(offset) && found.len() < MAX_PAGES) {
        let at = offset as usize;
        let Some(entries) = byte_order.short(bytes, at) else { break };
        found.push(offset);
        next = byte_order.long(bytes, at + 2 + 12 * usize::from(entries));
    }
    found
}

#[derive(Clone, Copy)]
enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    fn of(bytes: &[u8]) -> Option<ByteOrder> {
        match bytes.get(..4)? {
            b"II*\0" if bytes.len() >= 8 => Some(ByteOrder::Little),
            b"MM\0*" if bytes.len() >= 8 => Some(ByteOrder::Big),
            _ => None,
        }
    }

    fn short(self, bytes: &[u8], at: usize) -> Option<u16> {
        let two: [u8; 2] = bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(match self {
            ByteOrder::Little => u16::from_le_bytes(two),
            ByteOrder::Big => u16::from_be_bytes(two),
        })
    }

    fn long(self, bytes: &[u8], at: usize) -> Option<u32> {
        let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(match self {
            ByteOrder::Little => u32::from_le_bytes(four),
            ByteOrder::Big => u32::from_be_bytes(four),
        })
    }

    fn bytes(self, number: u32) -> [u8; 4] {
        match self {
            ByteOrder::Little => number.to_le_bytes(),
            ByteOrder::Big => number.to_be_bytes(),
        }
    }
}
