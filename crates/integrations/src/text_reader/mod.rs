//! Reads the words of documents with `pdftotext` and `tesseract`, as processes with limits.

mod bbox;
mod locate;
mod program;
mod tsv;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bbox::Layer;
use bytes::Bytes;
use domain::document::FileType;
use domain::verification::aadhaar::numbers;
use domain::verification::{Area, WHOLE_PAGE, Word};
use locate::{Hints, PagePicture};
use parsing::raster;
use ports::{FileText, InspectFault, Inspector, TextFuture, TextReader, UnreadFile};
use tokio::time::Instant;

pub use program::NO_SUCH_PROGRAM;
use program::{Program, ProgramFault};

/// Pages of a file that are read, as far as the time allows.
const MAX_PAGES: u32 = 100;
/// The maximum size of a file that is read.
const MAX_BYTES: usize = 50 * 1024 * 1024;
/// The width at which small print of an A4 page is readable, and that of a masked copy.
const WIDTH: u32 = 1600;
/// Fewer letters and digits than this on a page are noise.
const FEWEST_CHARACTERS: usize = 8;
/// The time for a file, in calls of a program.
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
    pdfimages: Program,
    tesseract: Program,
    time_limit: Duration,
    inspector: Arc<dyn Inspector>,
}

impl Tools {
    pub fn new(tools: &TextTools, inspector: Arc<dyn Inspector>) -> Tools {
        let program = |path: &PathBuf| Program::new(path.clone(), tools.confine.clone());
        Tools {
            pdftotext: program(&tools.pdftotext),
            // A part of the same package.
            pdfimages: program(&tools.pdftotext.with_file_name("pdfimages")),
            tesseract: program(&tools.tesseract),
            time_limit: tools.time_limit,
            inspector,
        }
    }

    async fn read_file(&self, file: UnreadFile) -> Result<FileText, String> {
        let count = file.pages.unwrap_or(1).max(1);
        if matches!(file.kind, FileType::Docx | FileType::Xlsx) {
            return Ok(FileText::default());
        }
        if file.bytes.len() > MAX_BYTES {
            return Ok(FileText { unread: (1..=count).collect(), ..FileText::default() });
        }
        let deadline = Instant::now() + self.time_limit * FILE_LIMIT;
        let mut layers = match file.kind {
            FileType::Pdf => self.text_layer(&file.bytes, count.min(MAX_PAGES), deadline).await?,
            _ => vec![Layer::default(); count.min(MAX_PAGES) as usize],
        };
        if layers.iter().any(Layer::has_words) {
            self.note_pictures(&file.bytes, &mut layers, deadline).await?;
        }
        let (mut text, mut unsure) = (FileText::default(), Vec::new());
        let read = layers.len() as u32;
        for (number, layer) in (1..).zip(&layers) {
            match self.read_page(&file, number, layer, &mut text, deadline).await? {
                Page::Read => {}
                Page::Unsure { is_like_card } => unsure.push((number, is_like_card)),
                Page::Unread => text.unread.push(number),
                // Nothing of a file with a password can be read or shown.
                Page::NoPicture => return Ok(FileText::default()),
            }
        }
        if file.expects_number {
            self.search_longer_in(&file, unsure, &mut text, deadline).await?;
        }
        text.unread.extend(read + 1..=count);
        text.is_complete = text.unread.is_empty();
        if self.tesseract.is_missing() {
            // Nothing of any picture is known then, and nobody could look at one. What the layer has stays covered.
            text.unread.clear();
            text.lacks_recognition = true;
        }
        Ok(text)
    }

    /// Searches pages longer that have no number: those like cards, and others until one has a number. If the file has
    /// one then, what is like a card is hidden: it may be the other side, and its number was not read.
    async fn search_longer_in(
        &self,
        file: &UnreadFile,
        mut unsure: Vec<(u32, bool)>,
        text: &mut FileText,
        deadline: Instant,
    ) -> Result<(), String> {
        let mut hidden = Vec::new();
        unsure.sort_by_key(|(_, is_like_card)| !is_like_card);
        for (number, is_like_card) in unsure {
            if text.has_number && !is_like_card {
                break;
            }
            let Ok(picture) = self.rendered(file, number).await? else { continue };
            let Some(found) = self.search_longer(&picture, deadline).await? else {
                text.unread.push(number);
                continue;
            };
            text.has_number |= found.is_certain;
            hidden.extend((is_like_card && !found.is_certain).then_some((number, WHOLE_PAGE)));
            text.covered.extend(found.areas.into_iter().map(|area| (number, area)));
        }
        if text.has_number {
            text.covered.extend(hidden);
        }
        Ok(())
    }

    /// The words of each page as far as there was time.
    async fn text_layer(&self, file: &Bytes, count: u32, deadline: Instant) -> Result<Vec<Layer>, String> {
        let last = count.to_string();
        let arguments = ["-cropbox", "-bbox", "-l", &last, "-", "-"];
        match self.pdftotext.run(&arguments, file.clone(), self.limit(deadline)).await {
            Ok(output) => Ok(bbox::pages(&String::from_utf8_lossy(&output))),
            Err(ProgramFault::TimedOut) => Ok(Vec::new()),
            Err(ProgramFault::Unavailable(why)) => Err(why),
            // The pages may still be drawn and recognised.
            Err(_) => Ok(vec![Layer::default(); count as usize]),
        }
    }

    /// Notes which pages have no pictures. Where that is not known, they may have some.
    async fn note_pictures(&self, file: &Bytes, layers: &mut [Layer], deadline: Instant) -> Result<(), String> {
        let last = layers.len().to_string();
        match self.pdfimages.run(&["-list", "-l", &last, "-"], file.clone(), self.limit(deadline)).await {
            Ok(output) => {
                let pages = bbox::pages_with_pictures(&String::from_utf8_lossy(&output));
                for (number, layer) in (1..).zip(layers) {
                    layer.has_pictures = pages.contains(&number);
                }
                Ok(())
            }
            Err(ProgramFault::Unavailable(why)) => Err(why),
            Err(_) => Ok(()),
        }
    }

    /// Adds the words and the numbers of a page. The text layer alone is not enough: a scan may have one that says
    /// little or something else than the picture.
    async fn read_page(
        &self,
        file: &UnreadFile,
        number: u32,
        layer: &Layer,
        text: &mut FileText,
        deadline: Instant,
    ) -> Result<Page, String> {
        let picture = match self.rendered(file, number).await? {
            Ok(picture) => picture,
            Err(InspectFault::NoPicture) => return Ok(Page::NoPicture),
            Err(_) => {
                text.pages.extend(layer.on_picture(None).filter(|words| is_usable(words)).map(|words| (number, words)));
                return Ok(Page::Unread);
            }
        };
        let placed = layer.on_picture(Some(picture.image.dimensions()));
        let is_placed = placed.is_some() && !layer.is_full();
        let words = placed.or_else(|| layer.on_picture(None)).unwrap_or_default();
        let numbers = numbers(&words, file.expects_number, layer.is_upright());
        let has_layer = is_usable(&words);
        // Text that is not seen where the layer has it is somewhere else on the page.
        let is_seen = is_placed && numbers.areas.iter().all(|area| raster::has_ink(&picture.image, *area));
        if !is_seen || picture.is_partial {
            text.covered.push((number, WHOLE_PAGE));
            text.pages.extend(has_layer.then_some((number, words)));
            return Ok(Page::Unread);
        }
        let areas: Vec<Area> = words.iter().map(|word| word.area).collect();
        let plain_words = (layer.is_plain() && is_placed).then_some(&*areas);
        let hints = Hints { numbers: &numbers, plain_words, expects_number: file.expects_number };
        let read = self.locate(&picture, &hints, deadline).await?;
        if has_layer {
            text.pages.push((number, words.clone()));
        }
        let Some(read) = read else {
            text.covered.extend(numbers.areas.into_iter().map(|area| (number, area)));
            return Ok(Page::Unread);
        };
        text.covered.extend(read.covered.into_iter().map(|area| (number, area)));
        text.has_number |= read.has_number;
        let is_unsure = read.has_more && !read.has_number;
        let page = if is_unsure { Page::Unsure { is_like_card: read.is_like_card } } else { Page::Read };
        if has_layer && letters(&words) * 2 >= letters(&read.words) {
            return Ok(page);
        }
        let tamil = if file.needs_words { self.tamil(&picture, deadline).await? } else { Vec::new() };
        text.pages
            .extend([read.words, tamil].into_iter().filter(|words| !words.is_empty()).map(|words| (number, words)));
        Ok(page)
    }

    fn limit(&self, deadline: Instant) -> Duration {
        self.time_limit.min(deadline.saturating_duration_since(Instant::now()))
    }

    /// The words in Tamil, apart from English: Latin capitals and numbers are misread with Tamil beside it.
    async fn tamil(&self, picture: &PagePicture, deadline: Instant) -> Result<Vec<Word>, String> {
        let read = self.ocr(raster::png(&picture.image), "tam", "3", deadline).await?;
        let mut words = read.map(|tsv| tsv::words(&tsv, 40.0)).unwrap_or_default();
        words.retain(|word| word.text.chars().any(|letter| ('\u{0B80}'..='\u{0BFF}').contains(&letter)));
        Ok(words)
    }

    /// A page as the inspector draws it, as it is shown: no parser of this process touches the file itself.
    async fn rendered(&self, file: &UnreadFile, page: u32) -> Result<Result<PagePicture, InspectFault>, String> {
        let pieces = Box::pin(futures_util::stream::iter([Ok(file.bytes.clone())]));
        let drawn = match self.inspector.picture(file.kind, pieces, page, WIDTH).await {
            Ok(picture) => picture,
            Err(InspectFault::Unavailable(why)) => return Err(why),
            Err(fault) => return Ok(Err(fault)),
        };
        let kind = if drawn.content_type == "image/png" { FileType::Png } else { FileType::Jpg };
        let (bytes, encoded, is_partial) = (drawn.bytes.clone(), drawn.bytes, drawn.is_partial);
        let image = tokio::task::spawn_blocking(move || raster::decoded(encoded)).await.ok().flatten();
        Ok(image.map(|image| PagePicture { kind, bytes, image, is_partial }).ok_or(InspectFault::Unreadable))
    }

    /// What tesseract prints about a picture. `None` when it fails or takes too long.
    async fn ocr(
        &self,
        picture: Bytes,
        language: &str,
        layout: &str,
        deadline: Instant,
    ) -> Result<Option<String>, String> {
        // Only the neural network: loading the older engine takes as long as reading a card.
        let arguments = ["stdin", "stdout", "-l", language, "--oem", "1", "--psm", layout, "tsv"];
        match self.tesseract.run(&arguments, picture, self.limit(deadline)).await {
            Ok(output) => Ok(Some(String::from_utf8_lossy(&output).into_owned())),
            Err(ProgramFault::Unavailable(why)) => Err(why),
            Err(_) => Ok(None),
        }
    }
}

/// How far the reading of a page came.
enum Page {
    Read,
    /// No number was found in something that may have one.
    Unsure {
        is_like_card: bool,
    },
    Unread,
    NoPicture,
}

fn letters(words: &[Word]) -> usize {
    words.iter().flat_map(|word| word.text.chars()).filter(|letter| letter.is_alphanumeric()).count()
}

fn is_usable(words: &[Word]) -> bool {
    letters(words) >= FEWEST_CHARACTERS
}

impl TextReader for Tools {
    fn read(&self, file: UnreadFile) -> TextFuture<'_> {
        Box::pin(self.read_file(file))
    }

    fn can_recognise(&self) -> bool {
        !self.tesseract.is_missing()
    }
}
