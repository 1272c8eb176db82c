//! Pages drawn by code, with the places of the digits that must not be seen.

use std::io::Cursor;

use domain::document::FileType;
use domain::verification::aadhaar;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, GrayImage, ImageFormat, Luma};

use crate::documents::pdf_of;

/// A point of a page, in parts of its width and height.
pub type Point = (f32, f32);
/// The corners of a group of digits, clockwise from its start.
#[derive(Debug, Clone, Copy)]
pub struct Quad(pub [Point; 4]);

impl Quad {
    pub fn map(&self, place: impl Fn(Point) -> Point) -> Quad {
        Quad(self.0.map(place))
    }

    /// The part of it that is black on a page. Its edges are left out: no digit is there.
    pub fn black_part(&self, page: &GrayImage) -> f32 {
        const STEPS: u32 = 24;
        let (width, height) = (page.width() as f32, page.height() as f32);
        let [a, b, c, d] = self.0.map(|(x, y)| (x * width, y * height));
        let mix =
            |one: Point, other: Point, part: f32| (one.0 + (other.0 - one.0) * part, one.1 + (other.1 - one.1) * part);
        let part = |step: u32| 0.08 + 0.84 * step as f32 / (STEPS - 1) as f32;
        let is_black = |(across, down): (u32, u32)| {
            let (x, y) = mix(mix(a, b, part(across)), mix(d, c, part(across)), part(down));
            page.get_pixel((x as u32).min(page.width() - 1), (y as u32).min(page.height() - 1)).0[0] < 60
        };
        let points = (0..STEPS).flat_map(|across| (0..STEPS).map(move |down| (across, down)));
        points.filter(|point| is_black(*point)).count() as f32 / (STEPS * STEPS) as f32
    }
}

/// The width of digits and of spaces in Helvetica, and the height of digits, in parts of the letters' size.
const DIGIT: f32 = 0.556;
const SPACE: f32 = 0.278;
const HEIGHT: f32 = 0.71;

/// The n-th number: twelve digits with a right check digit.
pub fn number(seed: u64) -> String {
    let start = format!("{:011}", 20_000_000_000 + (seed * 7_919_777_777 + 3_456_789_012) % 79_999_999_999);
    let mut all = (0..10).map(|last| format!("{start}{last}"));
    all.find(|number| aadhaar::masked(number) != *number).expect("one of ten check digits is right")
}

pub fn grouped(number: &str) -> String {
    format!("{} {} {}", &number[..4], &number[4..8], &number[8..])
}

/// A page of text in the making: its size in points, what is drawn, and the places of the digits.
#[derive(Clone, Default)]
pub struct Sheet {
    pub size: (f32, f32),
    pub content: String,
    /// Left, bottom, width and height in points.
    pub boxes: Vec<[f32; 4]>,
}

impl Sheet {
    pub fn new(width: f32, height: f32) -> Sheet {
        Sheet { size: (width, height), ..Sheet::default() }
    }

    pub fn text(mut self, x: f32, y: f32, size: f32, text: &str) -> Sheet {
        self.content.push_str(&format!("BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n"));
        self
    }

    /// Digits that must not be seen.
    pub fn secret(mut self, x: f32, y: f32, size: f32, digits: &str) -> Sheet {
        self.boxes.push([x, y, DIGIT * size * digits.len() as f32, HEIGHT * size]);
        self.text(x, y, size, digits)
    }

    /// A number in three groups.
    pub fn number(self, x: f32, y: f32, size: f32, number: &str) -> Sheet {
        let step = (4.0 * DIGIT + SPACE) * size;
        let drawn = self.secret(x, y, size, &number[..4]).secret(x + step, y, size, &number[4..8]);
        drawn.text(x + 2.0 * step, y, size, &number[8..])
    }

    pub fn lines(mut self, x: f32, y: f32, size: f32, lines: &[&str]) -> Sheet {
        for (at, line) in lines.iter().enumerate() {
            self = self.text(x, y - at as f32 * 1.5 * size, size, line);
        }
        self
    }

    /// Tamil letters, as many as the line has.
    pub fn tamil(mut self, x: f32, y: f32, size: f32, letters: usize) -> Sheet {
        let glyphs: String = (0..letters).map(|at| format!("{:04X}", 12 + (at * 7) % 30)).collect();
        self.content.push_str(&format!("BT /F2 {size} Tf {x} {y} Td <{glyphs}> Tj ET\n"));
        self
    }

    pub fn rectangle(mut self, x: f32, y: f32, width: f32, height: f32) -> Sheet {
        self.content.push_str(&format!("{x} {y} {width} {height} re S\n"));
        self
    }

    /// The corners of the digits on the page.
    pub fn quads(&self) -> Vec<Quad> {
        let (wide, high) = self.size;
        let point = |x: f32, y: f32| (x / wide, 1.0 - y / high);
        let quad =
            |[x, y, w, h]: &[f32; 4]| Quad([point(*x, y + h), point(x + w, y + h), point(x + w, *y), point(*x, *y)]);
        self.boxes.iter().map(quad).collect()
    }

    /// As a PDF with a text layer.
    pub fn pdf(&self, page: &str) -> Vec<u8> {
        let (wide, high) = self.size;
        let page =
            if page.contains("/MediaBox") { page.to_owned() } else { format!("/MediaBox [0 0 {wide} {high}] {page}") };
        text_pdf(&[(page, self.content.clone())])
    }

    /// As a scanner or a camera makes it.
    pub fn scan(&self, width: u32) -> Shot {
        let drawn = parsing::picture(FileType::Pdf, self.pdf(""), 1, width).expect("a page");
        let image = image::load_from_memory(&drawn.bytes).expect("a picture").to_luma8();
        Shot { image, quads: self.quads() }
    }
}

/// A PDF of pages: their attributes and contents.
pub fn text_pdf(pages: &[(String, String)]) -> Vec<u8> {
    let font = 3 + 2 * pages.len();
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 3 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()),
    ];
    for (at, (page, content)) in pages.iter().enumerate() {
        let resources = format!("/Resources << /Font << /F1 {font} 0 R /F2 {} 0 R >> >>", font + 1);
        objects.push(format!("<< /Type /Page /Parent 2 0 R {page} {resources} /Contents {} 0 R >>", 4 + 2 * at));
        objects.push(stream("", content));
    }
    objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned());
    if pages.iter().any(|(_, content)| content.contains("/F2")) {
        objects.extend(tamil_font(font + 1));
    }
    pdf_of(&objects, "")
}

/// A font whose letters are chosen by their numbers in the file.
fn tamil_font(first: usize) -> [String; 4] {
    let file = include_bytes!("../../../app/assets/fonts/NotoSansTamil-Regular.ttf");
    let hex: String = file.iter().map(|byte| format!("{byte:02X}")).collect();
    let name = "/BaseFont /NotoSansTamil";
    [
        format!("<< /Type /Font /Subtype /Type0 {name} /Encoding /Identity-H /DescendantFonts [{} 0 R] >>", first + 1),
        format!(
            "<< /Type /Font /Subtype /CIDFontType2 {name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) \
             /Supplement 0 >> /FontDescriptor {} 0 R /DW 900 /CIDToGIDMap /Identity >>",
            first + 2
        ),
        format!(
            "<< /Type /FontDescriptor /FontName /NotoSansTamil /Flags 4 /FontBBox [0 -400 1500 1000] /ItalicAngle 0 \
             /Ascent 1000 /Descent -400 /CapHeight 700 /StemV 80 /FontFile2 {} 0 R >>",
            first + 3
        ),
        stream("/Filter /ASCIIHexDecode", &format!("{hex}>")),
    ]
}

fn stream(attributes: &str, content: &str) -> String {
    format!("<< /Length {} {attributes} >>\nstream\n{content}\nendstream", content.len())
}

/// A picture of a page.
#[derive(Clone)]
pub struct Shot {
    pub image: GrayImage,
    pub quads: Vec<Quad>,
}

impl Shot {
    /// Turned clockwise by quarters.
    pub fn turned(self, quarters: u32) -> Shot {
        (0..quarters).fold(self, |shot, _| Shot {
            image: DynamicImage::from(shot.image).rotate90().into_luma8(),
            quads: shot.quads.iter().map(|quad| quad.map(|(x, y)| (1.0 - y, x))).collect(),
        })
    }

    /// Seen on a desk by a camera: where the corners of the page are in the new picture, in parts of it.
    pub fn placed(&self, (width, height): (u32, u32), corners: [Point; 4], desk: u8) -> Shot {
        let forward = Projection::onto(corners);
        let backward = forward.inverse();
        let (own_width, own_height) = (self.image.width() as f32, self.image.height() as f32);
        let image = GrayImage::from_fn(width, height, |x, y| {
            let (u, v) = backward.of((x as f32 / width as f32, y as f32 / height as f32));
            let inside = (0.0..1.0).contains(&u) && (0.0..1.0).contains(&v);
            let own = inside.then(|| image::imageops::interpolate_bilinear(&self.image, u * own_width, v * own_height));
            own.flatten().unwrap_or(Luma([desk]))
        });
        Shot { image, quads: self.quads.iter().map(|quad| quad.map(|point| forward.of(point))).collect() }
    }

    /// Turned by a few degrees on a desk, with a margin around it.
    pub fn tilted(&self, degrees: f32, desk: u8) -> Shot {
        let (wide, high) = (self.image.width() as f32, self.image.height() as f32);
        let (width, height) = (wide * 1.3, high * 1.5);
        let (sin, cos) = degrees.to_radians().sin_cos();
        let corner = |x: f32, y: f32| {
            let (x, y) = (x * wide / 2.0, y * high / 2.0);
            ((cos * x - sin * y) / width + 0.5, (sin * x + cos * y) / height + 0.5)
        };
        let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        self.placed((width as u32, height as u32), corners, desk)
    }

    /// Each pixel changed by its shade and place.
    pub fn shaded(mut self, shade: impl Fn(f32, Point) -> f32) -> Shot {
        let (wide, high) = (self.image.width() as f32, self.image.height() as f32);
        for (x, y, pixel) in self.image.enumerate_pixels_mut() {
            pixel.0[0] = shade(f32::from(pixel.0[0]), (x as f32 / wide, y as f32 / high)).clamp(0.0, 255.0) as u8;
        }
        self
    }

    /// With grain of this strength; always the same.
    pub fn grainy(mut self, strength: i32) -> Shot {
        let mut state = 12_345u32;
        for pixel in self.image.pixels_mut() {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = (state >> 16) as i32 % (2 * strength + 1) - strength;
            pixel.0[0] = (i32::from(pixel.0[0]) + noise).clamp(0, 255) as u8;
        }
        self
    }

    pub fn file(&self, kind: FileType) -> Vec<u8> {
        let format = ImageFormat::from_extension(kind.extension()).expect("a picture's type");
        let mut file = Cursor::new(Vec::new());
        let image = DynamicImage::ImageLuma8(self.image.clone());
        let image = if kind == FileType::Tiff { image } else { DynamicImage::ImageRgb8(image.to_rgb8()) };
        image.write_to(&mut file, format).expect("a picture");
        file.into_inner()
    }

    pub fn jpeg(&self, quality: u8) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, quality)).expect("a JPEG");
        bytes
    }

    /// As a PDF of this width in points, with a text layer over the picture.
    pub fn pdf(&self, width: f32, page: &str, layer: &str) -> Vec<u8> {
        let height = width * self.image.height() as f32 / self.image.width() as f32;
        let jpeg: String = self.jpeg(80).iter().map(|byte| format!("{byte:02X}")).collect();
        let media =
            if page.contains("/MediaBox") { String::new() } else { format!("/MediaBox [0 0 {width} {height}]") };
        let picture = format!(
            "/Type /XObject /Subtype /Image /Width {} /Height {} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter \
             [/ASCIIHexDecode /DCTDecode]",
            self.image.width(),
            self.image.height()
        );
        let resources = "/Resources << /Font << /F1 5 0 R >> /XObject << /P 6 0 R >> >>";
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
            format!("<< /Type /Page /Parent 2 0 R {media} {page} {resources} /Contents 4 0 R >>"),
            stream("", &format!("q {width} 0 0 {height} 0 0 cm /P Do Q {layer}")),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
            stream(&picture, &format!("{jpeg}>")),
        ];
        pdf_of(&objects, "")
    }
}

/// A JPEG that says how it is to be turned, as phones do.
pub fn with_orientation(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    let length = (exif.len() as u16 + 2).to_be_bytes();
    [&jpeg[..2], b"\xFF\xE1", &length, &exif, &jpeg[2..]].concat()
}

/// Takes a square to four corners, as a camera does.
struct Projection([f32; 9]);

impl Projection {
    fn onto([a, b, c, d]: [Point; 4]) -> Projection {
        let sum = (a.0 - b.0 + c.0 - d.0, a.1 - b.1 + c.1 - d.1);
        let (one, two) = ((b.0 - c.0, b.1 - c.1), (d.0 - c.0, d.1 - c.1));
        let scale = one.0 * two.1 - two.0 * one.1;
        let g = (sum.0 * two.1 - two.0 * sum.1) / scale;
        let h = (one.0 * sum.1 - sum.0 * one.1) / scale;
        Projection([
            b.0 - a.0 + g * b.0,
            d.0 - a.0 + h * d.0,
            a.0,
            b.1 - a.1 + g * b.1,
            d.1 - a.1 + h * d.1,
            a.1,
            g,
            h,
            1.0,
        ])
    }

    fn of(&self, (x, y): Point) -> Point {
        let [a, b, c, d, e, f, g, h, i] = self.0;
        let scale = g * x + h * y + i;
        ((a * x + b * y + c) / scale, (d * x + e * y + f) / scale)
    }

    fn inverse(&self) -> Projection {
        let [a, b, c, d, e, f, g, h, i] = self.0;
        Projection([
            e * i - f * h,
            c * h - b * i,
            b * f - c * e,
            f * g - d * i,
            a * i - c * g,
            c * d - a * f,
            d * h - e * g,
            b * g - a * h,
            a * e - b * d,
        ])
    }
}
