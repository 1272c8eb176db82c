//! Reads the words of documents with `pdftotext` and `tesseract`, as processes with limits.

mod bbox;
mod program;
mod tsv;

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use domain::document::FileType;
use domain::verification::Word;
use image::ImageFormat;
use image::imageops::FilterType;
use ports::{FileText, InspectFault, Inspector, TextFuture, TextReader};
use tokio::time::Instant;

pub use program::NO_SUCH_PROGRAM;
use program::{Program, ProgramFault};

/// Pages of a file that are read, as far as the time allows.
const MAX_PAGES: u32 = 100;
/// The maximum size of a file that is read.
const MAX_BYTES: usize = 50 * 1024 * 1024;
/// The width at which small print of an A4 page is readable.
const WIDTH: u32 = 2000;
/// Fewer letters and digits than this on a page are noise.
const FEWEST_CHARACTERS: usize = 8;
/// Two languages, each tried as it is, turned, and enhanced.
const FILE_LIMIT: u32 = 4;

/// Where the programs are, and how long one call of them may take.
#[derive(Debug, Clone)]
pub struct TextTools {
    pub pdftotext: PathBuf,
    pub tesseract: PathBuf,
    pub time_limit: Duration,
    /// The program that starts others under limits: `docz confine`. Tests run without it.
    pub confine: Option<PathBuf>,
}

impl Default for TextTools {
    fn default() -> TextTools {
        // A page takes a second; on a machine that is busy with calls, which come first, many times that.
        let time_limit = Duration::from_secs(30);
        TextTools { pdftotext: "pdftotext".into(), tesseract: "tesseract".into(), time_limit, confine: None }
    }
}

/// Reads the text layer of a PDF, and pictures with optical character recognition.
pub struct Tools {
    pdftotext: Program,
    tesseract: Program,
    time_limit: Duration,
    inspector: Arc<dyn Inspector>,
}

impl Tools {
    pub fn new(tools: &TextTools, inspector: Arc<dyn Inspector>) -> Tools {
        let program = |path: &PathBuf| Program::new(path.clone(), tools.confine.clone());
        Tools {
            pdftotext: program(&tools.pdftotext),
            tesseract: program(&tools.tesseract),
            time_limit: tools.time_limit,
            inspector,
        }
    }

    async fn read_file(&self, kind: FileType, file: Bytes, pages: Option<u32>) -> Result<FileText, String> {
        let count = pages.unwrap_or(1).max(1);
        if matches!(kind, FileType::Docx | FileType::Xlsx) {
            return Ok(FileText::default());
        }
        if file.len() > MAX_BYTES {
            return Ok(FileText { unread: (1..=count).collect(), ..FileText::default() });
        }
        let deadline = Instant::now() + self.time_limit * FILE_LIMIT;
        let layer = match kind {
            FileType::Pdf => match self.text_layer(&file, count.min(MAX_PAGES), deadline).await? {
                Some(layer) => layer,
                None => return Ok(FileText::default()),
            },
            _ => vec![Vec::new(); count.min(MAX_PAGES) as usize],
        };
        let mut text = FileText::default();
        let left_out = layer.len() as u32 + 1..=count;
        for (number, words) in (1..).zip(layer) {
            if is_usable(&words) {
                text.pages.push((number, words));
                continue;
            }
            match self.recognise(kind, &file, number, deadline).await? {
                Some(read) => text.pages.extend(read.into_iter().map(|words| (number, words))),
                None => text.unread.push(number),
            }
        }
        text.unread.extend(left_out);
        text.is_complete = text.unread.is_empty();
        if self.tesseract.is_missing() {
            // Nothing of any picture is known then, and nobody could look at one.
            text.unread.clear();
        }
        Ok(text)
    }

    /// The words of each page as far as there was time, or `None` when the file cannot be read.
    async fn text_layer(&self, file: &Bytes, count: u32, deadline: Instant) -> Result<Option<Vec<Vec<Word>>>, String> {
        let last = count.to_string();
        match self.pdftotext.run(&["-bbox", "-l", &last, "-", "-"], file.clone(), self.limit(deadline)).await {
            Ok(output) => Ok(Some(bbox::pages(&String::from_utf8_lossy(&output)))),
            Err(ProgramFault::TimedOut) => Ok(Some(Vec::new())),
            Err(ProgramFault::Unavailable(why)) => Err(why),
            Err(_) => Ok(None),
        }
    }

    fn limit(&self, deadline: Instant) -> Duration {
        self.time_limit.min(deadline.saturating_duration_since(Instant::now()))
    }

    /// The words of a picture: English first, because Latin capitals and numbers are misread with Tamil beside it.
    /// `None` when the page could not be read to the end.
    async fn recognise(
        &self,
        kind: FileType,
        file: &Bytes,
        page: u32,
        deadline: Instant,
    ) -> Result<Option<Vec<Vec<Word>>>, String> {
        // The preview has the orientation that the metadata of a photo asks for, and so have the boxes of its words.
        let picture = match kind {
            FileType::Png => Some(file.clone()),
            _ => self.rendered(kind, file, page).await?,
        };
        let Some(picture) = picture else { return Ok(None) };
        let Some(mut words) = self.ocr(&picture, "eng", "3", deadline).await? else { return Ok(None) };
        let mut source = picture.clone();
        if !is_usable(&words) {
            // Perhaps the page is turned, or pale and small.
            words = self.ocr(&source, "eng", "1", deadline).await?.unwrap_or_default();
        }
        if !is_usable(&words)
            && let Some(rendered) = self.rendered(kind, file, page).await?
            && let Some(enhanced) = enhanced(rendered).await
        {
            words = self.ocr(&enhanced, "eng", "1", deadline).await?.unwrap_or_default();
            source = enhanced;
        }
        let mut tamil = self.ocr(&source, "tam", "3", deadline).await?.unwrap_or_default();
        tamil.retain(|word| word.text.chars().any(|letter| ('\u{0B80}'..='\u{0BFF}').contains(&letter)));
        Ok(Some([words, tamil].into_iter().filter(|words| !words.is_empty()).collect()))
    }

    /// A page as the inspector draws it: no parser of this process touches the file itself.
    async fn rendered(&self, kind: FileType, file: &Bytes, page: u32) -> Result<Option<Bytes>, String> {
        let pieces = Box::pin(futures_util::stream::iter([Ok(file.clone())]));
        match self.inspector.picture(kind, pieces, page, WIDTH).await {
            Ok(picture) => Ok(Some(picture.bytes)),
            Err(InspectFault::Unavailable(why)) => Err(why),
            Err(_) => Ok(None),
        }
    }

    async fn ocr(
        &self,
        picture: &Bytes,
        language: &str,
        layout: &str,
        deadline: Instant,
    ) -> Result<Option<Vec<Word>>, String> {
        // Tesseract takes input that is not a picture for a list of files to read.
        if ![&b"\x89PNG\r\n\x1a\n"[..], b"\xff\xd8\xff"].iter().any(|start| picture.starts_with(start)) {
            return Ok(None);
        }
        let arguments = ["stdin", "stdout", "-l", language, "--psm", layout, "tsv"];
        match self.tesseract.run(&arguments, picture.clone(), self.limit(deadline)).await {
            Ok(output) => Ok(Some(tsv::words(&String::from_utf8_lossy(&output)))),
            Err(ProgramFault::Unavailable(why)) => Err(why),
            Err(_) => Ok(None),
        }
    }
}

fn is_usable(words: &[Word]) -> bool {
    let letters = words.iter().flat_map(|word| word.text.chars()).filter(|letter| letter.is_alphanumeric());
    letters.take(FEWEST_CHARACTERS).count() == FEWEST_CHARACTERS
}

/// A rendered picture in grey and large enough for small print.
async fn enhanced(picture: Bytes) -> Option<Bytes> {
    let work = move || {
        let mut reader = image::ImageReader::new(Cursor::new(picture)).with_guessed_format().ok()?;
        let mut limits = image::Limits::default();
        (limits.max_image_width, limits.max_image_height) = (Some(4 * WIDTH), Some(4 * WIDTH));
        limits.max_alloc = Some(256 * 1024 * 1024);
        reader.limits(limits);
        let grey = image::DynamicImage::ImageLuma8(reader.decode().ok()?.to_luma8());
        let large = if grey.width() < WIDTH { grey.resize(WIDTH, 2 * WIDTH, FilterType::Triangle) } else { grey };
        let mut png = Cursor::new(Vec::new());
        large.write_to(&mut png, ImageFormat::Png).ok()?;
        Some(Bytes::from(png.into_inner()))
    };
    tokio::task::spawn_blocking(work).await.ok().flatten()
}

impl TextReader for Tools {
    fn read(&self, kind: FileType, file: Bytes, pages: Option<u32>) -> TextFuture<'_> {
        Box::pin(self.read_file(kind, file, pages))
    }
}
