//! A PDF of page pictures, written page by page so that it is never whole in memory.

use bytes::Bytes;

/// The width of every page, in points: that of A4.
const PAGE_WIDTH: u32 = 595;
/// Numbers of the catalogue and of the page tree; pages follow.
const CATALOGUE: usize = 1;
const TREE: usize = 2;

/// Writes a PDF of JPEG pictures.
#[derive(Default)]
pub(super) struct PicturePdf {
    /// Bytes written.
    length: usize,
    /// The place of each object of the pages, in the order of their numbers.
    places: Vec<usize>,
    pages: Vec<usize>,
}

impl PicturePdf {
    pub fn start(&mut self) -> Bytes {
        let header = b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n".as_slice();
        self.length += header.len();
        Bytes::from_static(header)
    }

    /// A page that shows one picture. `None`: not a JPEG.
    pub fn page(&mut self, jpeg: &[u8]) -> Option<Bytes> {
        let (width, height) = jpeg_size(jpeg)?;
        let high = PAGE_WIDTH * height / width.max(1);
        let first = TREE + 1 + self.places.len();
        let (content, picture) = (first + 1, first + 2);
        let drawing = format!("q {PAGE_WIDTH} 0 0 {high} 0 0 cm /P Do Q");
        let mut out = Vec::with_capacity(jpeg.len() + 600);
        self.object(
            &mut out,
            first,
            format!(
                "<< /Type /Page /Parent {TREE} 0 R /MediaBox [0 0 {PAGE_WIDTH} {high}] \
            /Resources << /XObject << /P {picture} 0 R >> >> /Contents {content} 0 R >>"
            )
            .as_bytes(),
        );
        self.object(
            &mut out,
            content,
            format!("<< /Length {} >>\nstream\n{drawing}\nendstream", drawing.len()).as_bytes(),
        );
        let head = format!(
            "<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceRGB \
             /BitsPerComponent 8 /Filter /DCTDecode /Length {} >>\nstream\n",
            jpeg.len()
        );
        self.object(&mut out, picture, &[head.as_bytes(), jpeg, b"\nendstream"].concat());
        self.pages.push(first);
        self.length += out.len();
        Some(out.into())
    }

    /// The page tree, the catalogue and the table of objects.
    pub fn end(mut self) -> Bytes {
        let mut out = Vec::new();
        let kids: Vec<String> = self.pages.iter().map(|page| format!("{page} 0 R")).collect();
        let tree = format!("<< /Type /Pages /Count {} /Kids [{}] >>", kids.len(), kids.join(" "));
        let own = [(CATALOGUE, format!("<< /Type /Catalog /Pages {TREE} 0 R >>")), (TREE, tree)];
        let mut first = Vec::new();
        for (number, body) in own {
            first.push(self.length + out.len());
            out.extend(format!("{number} 0 obj\n{body}\nendobj\n").bytes());
        }
        let table = self.length + out.len();
        let all: Vec<usize> = first.into_iter().chain(std::mem::take(&mut self.places)).collect();
        out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", all.len() + 1).bytes());
        for place in &all {
            out.extend(format!("{place:010} 00000 n \n").bytes());
        }
        let size = all.len() + 1;
        out.extend(format!("trailer\n<< /Size {size} /Root {CATALOGUE} 0 R >>\nstartxref\n{table}\n%%EOF\n").bytes());
        out.into()
    }

    fn object(&mut self, out: &mut Vec<u8>, number: usize, body: &[u8]) {
        self.places.push(self.length + out.len());
        out.extend(format!("{number} 0 obj\n").bytes());
        out.extend(body);
        out.extend(b"\nendobj\n");
    }
}

/// Width and height from the start of the frame.
fn jpeg_size(jpeg: &[u8]) -> Option<(u32, u32)> {
    let mut rest = jpeg.strip_prefix(b"\xFF\xD8")?;
    loop {
        let (marker, length) = match rest {
            [0xFF, marker, high, low, ..] => (*marker, usize::from(*high) << 8 | usize::from(*low)),
            _ => return None,
        };
        let segment = rest.get(4..2 + length)?;
        if matches!(marker, 0xC0..=0xC2) {
            let &[_, high, low, wide, narrow, ..] = segment else { return None };
            let number = |one: u8, other: u8| u32::from(one) << 8 | u32::from(other);
            let (height, width) = (number(high, low), number(wide, narrow));
            return (width > 0 && height > 0).then_some((width, height));
        }
        rest = rest.get(2 + length..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_jpeg_makes_no_page() {
        for bytes in
            [b"".as_slice(), b"\xFF\xD8", b"\xFF\xD8\xFF\xC0\x00\x01", b"\xFF\xD8\xFF\xE0\xFF\xFF", b"%PDF-1.4"]
        {
            assert!(PicturePdf::default().page(bytes).is_none(), "{bytes:?}");
        }
    }
}
