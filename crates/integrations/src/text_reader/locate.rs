//! Aadhaar numbers on a page, located on its picture as it is shown. The covered picture is read again.

use bytes::Bytes;
use domain::document::FileType;
use domain::verification::aadhaar::{Numbers, has_label, numbers};
use domain::verification::{Area, WHOLE_PAGE, Word};
use image::GrayImage;
use parsing::raster::{self, Turn};
use ports::{Cover, InspectFault};
use tokio::time::Instant;

use super::{Tools, tsv};

/// Words that tesseract is less sure of are noise to a rule.
const FOR_RULES: f32 = 40.0;
/// Words that tesseract is this sure of need not be read in another direction.
const SURE: f32 = 80.0;
/// Squares with something in them that was not read: about as many as a number in small print has.
const MANY_SQUARES: usize = 24;
/// As many as a photo has.
const PICTURE_SQUARES: usize = 150;
/// Pages with more words are no cards.
const MANY_WORDS: usize = 150;
/// How often covers are added before the whole page is covered.
const ROUNDS: usize = 3;
/// Layouts of tesseract: columns and paragraphs, and single lines anywhere.
const AUTO: &str = "3";
const SPARSE: &str = "11";

/// A page as it is shown.
pub(super) struct PagePicture {
    pub kind: FileType,
    pub bytes: Bytes,
    pub image: GrayImage,
    /// Something of the page could not be drawn.
    pub is_partial: bool,
}

/// What is known about a page before its picture is read.
pub(super) struct Hints<'a> {
    /// The numbers in its text layer.
    pub numbers: &'a Numbers,
    /// The places of the words, where it has them in its text layer and no pictures.
    pub plain_words: Option<&'a [Area]>,
    pub expects_number: bool,
}

/// What was recognised on a page.
pub(super) struct PageReading {
    /// Words for rules, in English.
    pub words: Vec<Word>,
    pub covered: Vec<Area>,
    /// True when there is an Aadhaar number, and not only something like one.
    pub has_number: bool,
    /// False for a page of text, on which nothing more can be found.
    pub has_more: bool,
    /// True for few words around something that is drawn, as on a card: a number may be in it that was not recognised.
    pub is_like_card: bool,
}

/// One way to read a page.
#[derive(Debug, Clone, Copy)]
struct Pass {
    turn: Turn,
    layout: &'static str,
    is_enhanced: bool,
}

const FIRST: Pass = Pass { turn: Turn::Upright, layout: AUTO, is_enhanced: false };

impl Pass {
    const fn sparse(turn: Turn) -> Pass {
        Pass { turn, layout: SPARSE, is_enhanced: false }
    }
}

/// For what the first pass did not read.
const TURNED: [Pass; 4] =
    [Pass::sparse(Turn::Upright), Pass::sparse(Turn::Right), Pass::sparse(Turn::Over), Pass::sparse(Turn::Left)];
/// For cards, and pages on which a number is expected, as long as none is found.
const PERSISTENT: [Pass; 6] = [
    Pass { is_enhanced: true, ..Pass::sparse(Turn::Upright) },
    Pass { is_enhanced: true, ..FIRST },
    Pass::sparse(Turn::Degrees(8.0)),
    Pass::sparse(Turn::Degrees(-8.0)),
    Pass::sparse(Turn::Degrees(18.0)),
    Pass::sparse(Turn::Degrees(-18.0)),
];

/// Numbers that were found, and the ways to read them.
#[derive(Default)]
struct Located {
    areas: Vec<Area>,
    is_certain: bool,
    passes: Vec<Pass>,
}

impl Located {
    fn add(&mut self, pass: Pass, found: Numbers) {
        if !found.areas.is_empty() {
            self.areas.extend(found.areas);
            self.is_certain |= found.is_certain;
            self.passes.push(pass);
        }
    }

    /// True when something was recognised at each of these places.
    fn confirms(&self, areas: &[Area]) -> bool {
        areas.iter().all(|area| self.areas.iter().any(|own| meets(*own, *area)))
    }
}

fn meets(one: Area, other: Area) -> bool {
    (0..2).all(|side| one[side] < other[side] + other[side + 2] && other[side] < one[side] + one[side + 2])
}

impl Tools {
    /// Reads a page and locates the numbers on it. `None` when it could not be read to the end.
    pub(super) async fn locate(
        &self,
        page: &PagePicture,
        hints: &Hints<'_>,
        deadline: Instant,
    ) -> Result<Option<PageReading>, String> {
        let Hints { numbers: layer, plain_words, expects_number } = *hints;
        let Some(read) = self.pass(&page.image, FIRST, deadline).await? else { return Ok(None) };
        let words = tsv::words(&read, 0.0);
        if words.len() >= tsv::MAX_WORDS {
            return Ok(None);
        }
        // Where the layer has a number, a near miss in the picture is likely to be that.
        let is_expected = expects_number || !layer.areas.is_empty();
        let mut located = Located::default();
        located.add(FIRST, numbers(&words, is_expected, true));
        let sure: Vec<Area> =
            tsv::words(&read, SURE).iter().filter(|word| is_text(word)).map(|word| word.area).collect();
        let rest = raster::without(&page.image, &sure);
        let is_plain = plain_words.is_some();
        // A layer may say something else than the picture that it lies over.
        let is_done = |located: &Located| is_plain || located.confirms(&layer.areas);
        let is_found = (located.is_certain || layer.is_certain) && is_done(&located);
        // Turned text of a plain page is in its layer. What is drawn besides, other than lines, may be digits.
        let unread = match plain_words {
            Some(words) => raster::drawn_squares(&raster::without_lines(&raster::without(&rest, words))),
            None => raster::drawn_squares(&rest),
        };
        if unread >= if is_found { PICTURE_SQUARES } else { MANY_SQUARES } {
            for pass in TURNED {
                if !self.add_pass(&rest, pass, is_expected, &mut located, deadline).await? {
                    return Ok(None);
                }
            }
        }
        let has_few_words = words.len() < MANY_WORDS;
        // Where a number is expected, all pages are read before one of them is searched longer.
        let is_card = has_few_words && has_label(&words) && !expects_number && !is_plain;
        if (is_card && !located.is_certain) || !is_done(&located) {
            let is_done = |located: &Located| is_done(located) && (located.is_certain || !is_card);
            if !self.persist(page, is_expected, &is_done, &mut located, deadline).await? {
                return Ok(None);
            }
        }
        let is_confirmed = is_done(&located);
        let has_number = located.is_certain || (layer.is_certain && is_confirmed);
        located.areas.extend(&layer.areas);
        let Some(mut covered) = self.cleaned(page, located, deadline).await? else { return Ok(None) };
        if !is_confirmed {
            covered.push(WHOLE_PAGE);
        }
        let is_like_card = !is_plain && has_few_words && raster::drawn_squares(&page.image) >= MANY_SQUARES;
        let words = tsv::words(&read, FOR_RULES);
        Ok(Some(PageReading { words, covered, has_number, has_more: !is_plain, is_like_card }))
    }

    /// Searches a page longer on which a number is expected: what is covered then, and whether it is certain. `None`
    /// when it could not be read to the end.
    pub(super) async fn search_longer(&self, page: &PagePicture, deadline: Instant) -> Result<Option<Numbers>, String> {
        let mut located = Located::default();
        if !self.persist(page, true, &|located| located.is_certain, &mut located, deadline).await? {
            return Ok(None);
        }
        let is_certain = located.is_certain;
        let areas = self.cleaned(page, located, deadline).await?;
        Ok(areas.map(|areas| Numbers { areas, is_certain }))
    }

    /// Reads a page in further ways until enough is found. False when that failed.
    async fn persist(
        &self,
        page: &PagePicture,
        is_expected: bool,
        is_done: &(dyn Fn(&Located) -> bool + Sync),
        located: &mut Located,
        deadline: Instant,
    ) -> Result<bool, String> {
        for pass in PERSISTENT {
            if is_done(located) {
                break;
            }
            if !self.add_pass(&page.image, pass, is_expected, located, deadline).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads a page in one more way. False when that failed.
    async fn add_pass(
        &self,
        image: &GrayImage,
        pass: Pass,
        is_expected: bool,
        located: &mut Located,
        deadline: Instant,
    ) -> Result<bool, String> {
        let Some(read) = self.pass(image, pass, deadline).await? else { return Ok(false) };
        located.add(pass, numbers_of(&read, pass, image.dimensions(), is_expected));
        Ok(true)
    }

    /// Covers what was located and reads the page again, until no number is left. `None`: it could not be read.
    async fn cleaned(
        &self,
        page: &PagePicture,
        mut located: Located,
        deadline: Instant,
    ) -> Result<Option<Vec<Area>>, String> {
        let passes = std::mem::take(&mut located.passes);
        for round in 0..ROUNDS {
            if round == ROUNDS - 1 {
                located.areas.iter_mut().for_each(widen);
            }
            let mut left = Vec::new();
            if !passes.is_empty() {
                let Some(covered) = self.covered(page, &located.areas).await? else { return Ok(None) };
                for pass in &passes {
                    let Some(read) = self.pass(&covered, *pass, deadline).await? else { return Ok(None) };
                    left.extend(numbers_of(&read, *pass, covered.dimensions(), true).areas);
                }
            }
            if left.is_empty() {
                return Ok(Some(located.areas));
            }
            located.areas.extend(left);
        }
        located.areas.push(WHOLE_PAGE);
        Ok(Some(located.areas))
    }

    /// The page as it is shown with these parts covered.
    async fn covered(&self, page: &PagePicture, areas: &[Area]) -> Result<Option<GrayImage>, String> {
        let covers: Vec<Cover> = areas.iter().map(|area| Cover::of(*area)).collect();
        let pieces = Box::pin(futures_util::stream::iter([Ok(page.bytes.clone())]));
        match self.inspector.cover(page.kind, pieces, &covers).await {
            Ok(picture) => Ok(raster::decoded(picture.bytes)),
            Err(InspectFault::Unavailable(why)) => Err(why),
            Err(_) => Ok(None),
        }
    }

    async fn pass(&self, image: &GrayImage, pass: Pass, deadline: Instant) -> Result<Option<String>, String> {
        let image = image.clone();
        let drawn = tokio::task::spawn_blocking(move || {
            let image = if pass.is_enhanced { raster::enhanced(&image) } else { image };
            raster::png(&pass.turn.applied(&image))
        });
        let Ok(picture) = drawn.await else { return Ok(None) };
        self.ocr(picture, "eng", pass.layout, deadline).await
    }
}

fn numbers_of(read: &str, pass: Pass, size: (u32, u32), is_expected: bool) -> Numbers {
    let Numbers { areas, is_certain } = numbers(&tsv::words(read, 0.0), is_expected, true);
    Numbers { areas: areas.into_iter().map(|area| pass.turn.undone(area, size)).collect(), is_certain }
}

/// True for a word and not for a speck that was taken for one.
fn is_text(word: &Word) -> bool {
    word.text.chars().filter(|letter| letter.is_alphanumeric()).count() > 1
}

/// All of the lines, and a line more on both sides.
fn widen(area: &mut Area) {
    let [_, top, _, height] = *area;
    *area = [0.0, top - height, 1.0, 3.0 * height];
}
