//! Draws PDF pages of boxes, texts and silhouettes, with the fonts that every reader has.

/// Red, green, blue, from 0 to 1.
pub(super) type Ink = [f32; 3];
pub(super) const BLACK: Ink = [0.1, 0.11, 0.14];
pub(super) const GREY: Ink = [0.42, 0.45, 0.5];
pub(super) const PALE: Ink = [0.93, 0.94, 0.96];
pub(super) const WHITE: Ink = [1.0, 1.0, 1.0];

/// A4 in points; (0, 0) is the lower left corner.
const PAGE: (u32, u32) = (595, 842);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Face {
    Plain = 1,
    Bold = 2,
    /// For machine-readable lines.
    Fixed = 3,
}

/// One page in the making.
#[derive(Default)]
pub(super) struct Canvas(String);

impl Canvas {
    pub fn area(&mut self, (x, y, wide, high): (f32, f32, f32, f32), [r, g, b]: Ink) {
        self.0.push_str(&format!("{r} {g} {b} rg {x} {y} {wide} {high} re f\n"));
    }

    pub fn frame(&mut self, (x, y, wide, high): (f32, f32, f32, f32), [r, g, b]: Ink) {
        self.0.push_str(&format!("0.8 w {r} {g} {b} RG {x} {y} {wide} {high} re S\n"));
    }

    pub fn rule(&mut self, (x, y): (f32, f32), to: f32) {
        let [r, g, b] = GREY;
        self.0.push_str(&format!("0.4 w {r} {g} {b} RG {x} {y} m {to} {y} l S\n"));
    }

    pub fn text(&mut self, (x, y): (f32, f32), (face, size): (Face, f32), ink: Ink, text: &str) {
        self.put(&format!("1 0 0 1 {x} {y}"), (face, size), ink, text);
    }

    /// The word, across the page.
    pub fn specimen(&mut self, (x, y): (f32, f32), size: f32) {
        self.put(&format!("0.87 0.5 -0.5 0.87 {x} {y}"), (Face::Bold, size), [0.86, 0.88, 0.91], "SPECIMEN");
    }

    fn put(&mut self, matrix: &str, (face, size): (Face, f32), [r, g, b]: Ink, text: &str) {
        let plain: String = text.chars().filter(|letter| letter.is_ascii() && !"()\\".contains(*letter)).collect();
        self.0.push_str(&format!("BT {r} {g} {b} rg /F{} {size} Tf {matrix} Tm ({plain}) Tj ET\n", face as u8));
    }

    /// Head and shoulders in a box.
    pub fn silhouette(&mut self, (x, y, wide, high): (f32, f32, f32, f32)) {
        self.area((x, y, wide, high), [0.87, 0.89, 0.92]);
        self.0.push_str(&format!("q {x} {y} {wide} {high} re W n\n"));
        self.ellipse((x + wide / 2.0, y + high * 0.62), (wide * 0.24, high * 0.23), GREY);
        self.ellipse((x + wide / 2.0, y), (wide * 0.42, high * 0.34), GREY);
        self.0.push_str("Q\n");
    }

    pub fn ellipse(&mut self, (x, y): (f32, f32), (wide, high): (f32, f32), [r, g, b]: Ink) {
        // How far the handles of a quarter are, in parts of the radius.
        let (across, down) = (wide * 0.5523, high * 0.5523);
        self.0.push_str(&format!("{r} {g} {b} rg {} {y} m\n", x - wide));
        let quarters = [
            ((x - wide, y + down), (x - across, y + high), (x, y + high)),
            ((x + across, y + high), (x + wide, y + down), (x + wide, y)),
            ((x + wide, y - down), (x + across, y - high), (x, y - high)),
            ((x - across, y - high), (x - wide, y - down), (x - wide, y)),
        ];
        for ((ax, ay), (bx, by), (cx, cy)) in quarters {
            self.0.push_str(&format!("{ax} {ay} {bx} {by} {cx} {cy} c\n"));
        }
        self.0.push_str("f\n");
    }
}

/// A file of these pages.
pub(super) fn pdf(pages: &[Canvas]) -> Vec<u8> {
    let font = |name: &str| format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} >>");
    let first = 6;
    let kids: String = (0..pages.len()).map(|at| format!("{} 0 R ", first + 2 * at)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len()),
        font("Helvetica"),
        font("Helvetica-Bold"),
        font("Courier"),
    ];
    let (wide, high) = PAGE;
    for (at, page) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {wide} {high}] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> >>",
            first + 2 * at + 1
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{}endstream", page.0.len(), page.0));
    }
    let mut file = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.push_str(&format!("{} 0 obj\n{object}\nendobj\n", at + 1));
    }
    let table = file.len();
    let size = objects.len() + 1;
    file.push_str(&format!("xref\n0 {size}\n0000000000 65535 f \n"));
    places.iter().for_each(|place| file.push_str(&format!("{place:010} 00000 n \n")));
    file.push_str(&format!("trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n"));
    file.into_bytes()
}
