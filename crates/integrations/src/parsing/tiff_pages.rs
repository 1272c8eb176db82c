//! Scanners put many pages into one TIFF; a decoder shows the first. The pages are a chain of directories, so a page comes
//! first when the header points to it.

const MOST_PAGES: usize = 1000;

pub fn count(bytes: &[u8]) -> u32 {
    u32::try_from(directories(bytes).len()).unwrap_or(1).max(1)
}

/// Makes this page (from 1) the first one.
pub fn turn_to(bytes: &mut [u8], page: u32) {
    let found = directories(bytes).get(page.saturating_sub(1) as usize).copied();
    if let (Some(offset), Some(order)) = (found, Order::of(bytes)) {
        bytes[4..8].copy_from_slice(&order.bytes(offset));
    }
}

/// Where each page's directory lies. A chain that bites its own tail ends there.
fn directories(bytes: &[u8]) -> Vec<u32> {
    let mut found = Vec::new();
    let Some(order) = Order::of(bytes) else { return found };
    let mut next = order.long(bytes, 4);
    while let Some(offset) = next.filter(|offset| *offset != 0 && !found.contains(offset) && found.len() < MOST_PAGES) {
        let at = offset as usize;
        let Some(entries) = order.short(bytes, at) else { break };
        found.push(offset);
        next = order.long(bytes, at + 2 + 12 * usize::from(entries));
    }
    found
}

#[derive(Clone, Copy)]
enum Order {
    Little,
    Big,
}

impl Order {
    fn of(bytes: &[u8]) -> Option<Order> {
        match bytes.get(..4)? {
            b"II*\0" if bytes.len() >= 8 => Some(Order::Little),
            b"MM\0*" if bytes.len() >= 8 => Some(Order::Big),
            _ => None,
        }
    }

    fn short(self, bytes: &[u8], at: usize) -> Option<u16> {
        let two: [u8; 2] = bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(match self {
            Order::Little => u16::from_le_bytes(two),
            Order::Big => u16::from_be_bytes(two),
        })
    }

    fn long(self, bytes: &[u8], at: usize) -> Option<u32> {
        let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(match self {
            Order::Little => u32::from_le_bytes(four),
            Order::Big => u32::from_be_bytes(four),
        })
    }

    fn bytes(self, number: u32) -> [u8; 4] {
        match self {
            Order::Little => number.to_le_bytes(),
            Order::Big => number.to_be_bytes(),
        }
    }
}
