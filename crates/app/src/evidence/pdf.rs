//! PDF pages of headings, facts and one table, laid out from top to bottom.

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Size, Transform};
use krilla::image::Image;
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;

use super::text::{Run, Weight, lines, shape, width};
use crate::{Error, Result};

/// A4 in points.
const PAGE: (f32, f32) = (595.0, 842.0);
const MARGIN: f32 = 42.0;
const ROOM: f32 = PAGE.0 - 2.0 * MARGIN;
const BOTTOM: f32 = PAGE.1 - 56.0;
/// Between the columns of a table.
const GAP: f32 = 8.0;
/// The height of a line, in parts of the letters' size: Tamil needs more than Latin.
const LEADING: f32 = 1.5;

const TITLE: f32 = 17.0;
const SECTION: f32 = 12.5;
const TEXT: f32 = 10.0;
const CELL: f32 = 8.0;

/// Red, green, blue.
type Ink = [u8; 3];
const INK: Ink = [23, 26, 33];
const QUIET: Ink = [84, 91, 103];
const RULE: Ink = [200, 205, 213];

enum Mark {
    Text { x: f32, y: f32, size: f32, color: Ink, runs: Vec<Run> },
    Rule { y: f32 },
    Picture { x: f32, y: f32, size: (f32, f32), image: Image },
}

/// A column of a table: its title and its share of the page's width.
pub struct Column {
    pub title: String,
    pub share: f32,
}

/// A small picture of a page.
pub struct Thumbnail {
    pub is_png: bool,
    pub bytes: Vec<u8>,
}

impl Thumbnail {
    /// The picture and its size; nothing if it cannot be read.
    fn read(&self) -> Option<(Image, (f32, f32))> {
        let read = if self.is_png { Image::from_png } else { Image::from_jpeg };
        let image = read(self.bytes.clone().into(), true).ok()?;
        let (wide, high) = image.size();
        (wide > 0 && high > 0).then_some((image, (wide as f32, high as f32)))
    }
}

/// A document in the making.
pub struct Sheet {
    pages: Vec<Vec<Mark>>,
    y: f32,
    columns: Vec<Column>,
}

impl Sheet {
    pub fn new() -> Sheet {
        Sheet { pages: vec![Vec::new()], y: MARGIN, columns: Vec::new() }
    }

    fn put(&mut self, mark: Mark) {
        if let Some(page) = self.pages.last_mut() {
            page.push(mark);
        }
    }

    fn new_page(&mut self) {
        self.pages.push(Vec::new());
        self.y = MARGIN;
        self.head();
    }

    fn line(&mut self, text: &str, (x, y): (f32, f32), (weight, size, color): (Weight, f32, Ink)) {
        self.put(Mark::Text { x, y: y + size * 1.1, size, color, runs: shape(text, weight) });
    }

    fn paragraph_in(&mut self, text: &str, style: (Weight, f32, Ink)) {
        for line in lines(text, style.0, style.1, ROOM) {
            if self.y + style.1 * LEADING > BOTTOM {
                self.new_page();
            }
            self.line(&line, (MARGIN, self.y), style);
            self.y += style.1 * LEADING;
        }
    }

    /// The name above the title.
    pub fn sender(&mut self, text: &str) {
        self.paragraph_in(text, (Weight::Regular, TEXT, QUIET));
    }

    pub fn title(&mut self, text: &str) {
        self.paragraph_in(text, (Weight::Bold, TITLE, INK));
        self.y += 6.0;
    }

    /// Begins a part of the document, after a table or not.
    pub fn section(&mut self, text: &str) {
        self.columns.clear();
        self.y += 12.0;
        if self.y + 4.0 * SECTION * LEADING > BOTTOM {
            self.new_page();
        }
        self.paragraph_in(text, (Weight::Bold, SECTION, INK));
        self.y += 4.0;
    }

    pub fn paragraph(&mut self, text: &str) {
        self.paragraph_in(text, (Weight::Regular, TEXT, INK));
        self.y += 6.0;
    }

    pub fn note(&mut self, text: &str) {
        self.paragraph_in(text, (Weight::Regular, CELL, QUIET));
        self.y += 6.0;
    }

    /// Labels and their values, side by side.
    pub fn facts(&mut self, all: &[(String, String)]) {
        let label_room = ROOM * 0.27;
        for (label, value) in all {
            let labels = lines(label, Weight::Regular, TEXT, label_room - GAP);
            let values = lines(value, Weight::Bold, TEXT, ROOM - label_room);
            let rows = labels.len().max(values.len());
            if self.y + rows as f32 * TEXT * LEADING > BOTTOM {
                self.new_page();
            }
            for at in 0..rows {
                let y = self.y;
                if let Some(text) = labels.get(at) {
                    self.line(text, (MARGIN, y), (Weight::Regular, TEXT, QUIET));
                }
                if let Some(text) = values.get(at) {
                    self.line(text, (MARGIN + label_room, y), (Weight::Bold, TEXT, INK));
                }
                self.y += TEXT * LEADING;
            }
        }
        self.y += 10.0;
    }

    /// Starts a table. Its head is repeated on every page.
    pub fn table(&mut self, columns: Vec<Column>) {
        self.columns = columns;
        self.head();
    }

    fn head(&mut self) {
        if self.columns.is_empty() {
            return;
        }
        let titles: Vec<String> = self.columns.iter().map(|column| column.title.clone()).collect();
        self.cells(&titles, (Weight::Bold, CELL, INK));
    }

    pub fn row(&mut self, cells: &[String]) {
        self.cells(cells, (Weight::Regular, CELL, INK));
    }

    /// A row with a picture of this height in its last column, which has no text.
    pub fn row_with_picture(&mut self, cells: &[String], picture: Option<&Thumbnail>, height: f32) {
        let total: f32 = self.columns.iter().map(|column| column.share).sum();
        let room = self.columns.last().map_or(0.0, |column| ROOM * column.share / total);
        if self.y + height + GAP > BOTTOM {
            self.new_page();
        }
        let (page, top) = (self.pages.len(), self.y);
        if let Some((image, (wide, high))) = picture.and_then(Thumbnail::read) {
            let scale = (room / wide).min(height / high);
            let size = (wide * scale, high * scale);
            self.put(Mark::Picture { x: PAGE.0 - MARGIN - room, y: top + 2.0, size, image });
            // The row's line is below the picture, so the text's own is not drawn.
            self.texts(cells, (Weight::Regular, CELL, INK));
            if self.pages.len() == page {
                self.y = self.y.max(top + size.1 + 6.0);
            }
        } else {
            self.texts(cells, (Weight::Regular, CELL, INK));
        }
        self.put(Mark::Rule { y: self.y + 1.5 });
        self.y += 5.0;
    }

    fn cells(&mut self, cells: &[String], style: (Weight, f32, Ink)) {
        self.texts(cells, style);
        self.put(Mark::Rule { y: self.y + 1.5 });
        self.y += 5.0;
    }

    fn texts(&mut self, cells: &[String], style: (Weight, f32, Ink)) {
        let total: f32 = self.columns.iter().map(|column| column.share).sum();
        let rooms: Vec<f32> = self.columns.iter().map(|column| ROOM * column.share / total).collect();
        let wrapped = cells.iter().zip(&rooms).map(|(cell, room)| lines(cell, style.0, style.1, room - GAP));
        let mut wrapped: Vec<_> = wrapped.map(Vec::into_iter).collect();
        let leading = style.1 * LEADING;
        // A row that does not fit begins a page; one that is longer than a page goes on there.
        let height = wrapped.iter().map(ExactSizeIterator::len).max().unwrap_or(0) as f32 * leading + 5.0;
        if self.y + height > BOTTOM && height < BOTTOM - MARGIN - 40.0 {
            self.new_page();
        }
        while wrapped.iter().any(|cell| cell.len() > 0) {
            if self.y + leading > BOTTOM {
                self.new_page();
            }
            let (mut x, y) = (MARGIN, self.y);
            for (cell, room) in wrapped.iter_mut().zip(&rooms) {
                if let Some(line) = cell.next() {
                    self.line(&line, (x, y), style);
                }
                x += room;
            }
            self.y += leading;
        }
    }

    /// The finished file. The footer of each page gets its number and their count.
    pub fn finish(self, title: &str, language: &str, footer: impl Fn(usize, usize) -> [String; 2]) -> Result<Vec<u8>> {
        let mut document = Document::new();
        let about = Metadata::new().title(title.to_owned()).language(language.to_owned()).producer("Docz".to_owned());
        document.set_metadata(about);
        let count = self.pages.len();
        for (at, marks) in self.pages.into_iter().enumerate() {
            let settings = PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(|| Error::internal("no page size"))?;
            let mut page = document.start_page_with(settings);
            let mut surface = page.surface();
            marks.iter().for_each(|mark| draw(&mut surface, mark));
            let [left, right] = footer(at + 1, count);
            let y = PAGE.1 - 30.0;
            let right_x = PAGE.0 - MARGIN - width(&right, Weight::Regular, CELL);
            for (x, text) in [(MARGIN, left), (right_x, right)] {
                let runs = shape(&text, Weight::Regular);
                draw(&mut surface, &Mark::Text { x, y, size: CELL, color: QUIET, runs });
            }
            surface.finish();
            page.finish();
        }
        document.finish().map_err(|fault| Error::internal(format!("the PDF cannot be made: {fault:?}")))
    }
}

fn color_of([red, green, blue]: Ink) -> rgb::Color {
    rgb::Color::new(red, green, blue)
}

fn draw(surface: &mut Surface<'_>, mark: &Mark) {
    match mark {
        Mark::Text { x, y, size, color, runs } => {
            surface.set_stroke(None);
            surface.set_fill(Some(Fill {
                paint: color_of(*color).into(),
                opacity: NormalizedF32::ONE,
                rule: Default::default(),
            }));
            let mut x = *x;
            for run in runs {
                surface.draw_glyphs(Point::from_xy(x, *y), &run.glyphs, run.font(), &run.text, *size, false);
                x += run.width() * size;
            }
        }
        Mark::Picture { x, y, size, image } => {
            if let Some(size) = Size::from_wh(size.0, size.1) {
                surface.push_transform(&Transform::from_translate(*x, *y));
                surface.draw_image(image.clone(), size);
                surface.pop();
            }
        }
        Mark::Rule { y } => {
            let mut path = PathBuilder::new();
            path.move_to(MARGIN, *y);
            path.line_to(PAGE.0 - MARGIN, *y);
            surface.set_fill(None);
            surface.set_stroke(Some(Stroke { paint: color_of(RULE).into(), width: 0.5, ..Stroke::default() }));
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
    }
}
