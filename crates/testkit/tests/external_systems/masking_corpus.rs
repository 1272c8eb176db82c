//! The numbers of generated documents are covered where they were drawn, in the form in which the documents are shown.

use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use domain::verification::{Area, WHOLE_PAGE};
use futures_util::StreamExt;
use integrations::inspector::InProcess;
use integrations::text_reader::{TextTools, Tools};
use ports::{Cover, FileText, TextReader, UnreadFile};
use testkit::specimens::{Specimen, unreadable, with_numbers, without_numbers};

/// The width of a masked copy.
const WIDTH: u32 = 1600;

/// What is seen of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Covered,
    /// Shown only through the original: nothing was located, or a page was not read.
    Hidden,
    /// Digits can be seen.
    Missed,
    /// Something is covered on a document without a number.
    Needless,
    Clear,
}

async fn read(tools: &Tools, specimen: &Specimen, expects_number: bool) -> FileText {
    let file = UnreadFile {
        kind: specimen.kind,
        bytes: Bytes::from(specimen.bytes.clone()),
        pages: Some(specimen.pages),
        expects_number,
        needs_words: false,
    };
    tools.read(file).await.expect("it is read")
}

/// The page as it is shown, in grey.
fn shown(specimen: &Specimen, page: u32, areas: &[Area]) -> image::GrayImage {
    let drawn = parsing::picture(specimen.kind, specimen.bytes.clone(), page, WIDTH).expect("a page");
    let kind = if drawn.content_type == "image/png" {
        domain::document::FileType::Png
    } else {
        domain::document::FileType::Jpg
    };
    let covers: Vec<Cover> = areas.iter().map(|area| Cover::of(*area)).collect();
    let covered = parsing::cover(kind, drawn.bytes.to_vec(), &covers).expect("a covered page");
    image::load_from_memory(&covered.bytes).expect("a picture").to_luma8()
}

async fn outcome(tools: &Tools, specimen: &Specimen, expects_number: bool) -> Outcome {
    let read = read(tools, specimen, expects_number).await;
    if specimen.secrets.is_empty() {
        return if read.covered.is_empty() && read.unread.is_empty() { Outcome::Clear } else { Outcome::Needless };
    }
    if expects_number && !read.has_number {
        return Outcome::Hidden;
    }
    let mut worst = Outcome::Covered;
    for (page, quads) in &specimen.secrets {
        if read.unread.contains(page) || read.covered.contains(&(*page, WHOLE_PAGE)) {
            worst = Outcome::Hidden;
            continue;
        }
        let areas: Vec<Area> = read.covered.iter().filter(|(own, _)| own == page).map(|(_, area)| *area).collect();
        let picture = shown(specimen, *page, &areas);
        if quads.iter().any(|quad| quad.black_part(&picture) < 0.97) {
            return Outcome::Missed;
        }
    }
    worst
}

async fn outcomes(specimens: &[Specimen], expects_number: bool) -> Vec<(&'static str, Outcome)> {
    let tools = Arc::new(Tools::new(&TextTools::default(), Arc::new(InProcess)));
    let work = specimens.iter().map(|specimen| {
        let tools = tools.clone();
        async move {
            let started = Instant::now();
            let found = outcome(&tools, specimen, expects_number).await;
            println!("{found:?} {:.1} s: {}", started.elapsed().as_secs_f32(), specimen.name);
            (specimen.name, found)
        }
    });
    futures_util::stream::iter(work).buffer_unordered(2).collect().await
}

fn count(all: &[(&str, Outcome)], wanted: Outcome) -> usize {
    all.iter().filter(|(_, outcome)| *outcome == wanted).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_number_of_the_corpus_is_seen() {
    let all = outcomes(&with_numbers(), true).await;
    println!(
        "{} documents: {} covered, {} hidden",
        all.len(),
        count(&all, Outcome::Covered),
        count(&all, Outcome::Hidden)
    );
    let missed: Vec<_> = all.iter().filter(|(_, outcome)| *outcome == Outcome::Missed).collect();
    assert!(missed.is_empty(), "{missed:?}");
    assert!(all.len() >= 40 && count(&all, Outcome::Hidden) * 10 <= all.len(), "too many are hidden");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_that_is_not_read_is_hidden_beside_others() {
    for (name, outcome) in outcomes(&unreadable(), true).await {
        assert_eq!(outcome, Outcome::Hidden, "{name}");
    }
}

/// The second rate in docs/verification.md. It takes as long as the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement: numbers in documents of kinds that expect none may be missed"]
async fn numbers_where_none_is_expected() {
    let all = outcomes(&with_numbers(), false).await;
    let [covered, hidden, missed] =
        [Outcome::Covered, Outcome::Hidden, Outcome::Missed].map(|outcome| count(&all, outcome));
    println!("{} documents: {covered} covered, {hidden} hidden, {missed} missed", all.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_numbers_are_seen() {
    let all = outcomes(&without_numbers(), false).await;
    let needless: Vec<_> = all.iter().filter(|(_, outcome)| *outcome == Outcome::Needless).collect();
    assert!(needless.is_empty(), "{needless:?}");
}
