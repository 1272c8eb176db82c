//! Detects polyglot files: a zip is read from its end and an HTML page from its first tag, so either can hide in a
//! document or a picture.

use std::io::Cursor;

use domain::document::FileType;
use memchr::{memchr_iter, memmem};
use zip::ZipArchive;

/// A zip's directory ends within this many bytes of the file's end.
const ZIP_TAIL: usize = 22 + 65_535;
/// Tags that only a page or a program contains, with a following character so that no photograph contains one by
/// chance.
const TAGS: &[(&[u8], &[u8])] =
    &[(b"<script", b"> \t\r\n/"), (b"<html", b"> \t\r\n"), (b"<?php", b" \t\r\n"), (b"<!doctype html", b"> \t\r\n")];

pub fn is_mixed(kind: FileType, bytes: &[u8]) -> bool {
    match kind {
        FileType::Docx | FileType::Xlsx => false,
        FileType::Pdf => is_zip(bytes) || has_trailing_data(bytes),
        // Data after a picture (padding, a second picture, a short film, editor metadata) is common on phones.
        _ => is_zip(bytes) || has_tag(bytes) || has_pdf(bytes),
    }
}

fn is_zip(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(ZIP_TAIL)..];
    memmem::rfind(tail, b"PK\x05\x06").is_some()
        && ZipArchive::new(Cursor::new(bytes)).is_ok_and(|archive| !archive.is_empty())
}

/// Newlines and padding may follow a PDF's end. A PDF without an end marker is left to the parser.
fn has_trailing_data(bytes: &[u8]) -> bool {
    let end = memmem::rfind(bytes, b"%%EOF").map(|at| at + 5);
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, 0 | 0x1A);
    end.is_some_and(|end| !bytes[end..].iter().all(is_blank))
}

fn has_tag(bytes: &[u8]) -> bool {
    memchr_iter(b'<', bytes).any(|at| {
        let rest = &bytes[at..];
        TAGS.iter().any(|(tag, then)| {
            let is_tag = rest.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
            is_tag && rest.get(tag.len()).is_some_and(|next| then.contains(next))
        })
    })
}

/// Readers accept a PDF whose header is within the first kilobyte.
fn has_pdf(bytes: &[u8]) -> bool {
    memmem::find(&bytes[..bytes.len().min(1024 + 5)], b"%PDF-").is_some()
}
