//! Finds active content in PDFs: scripts, programs, attached files. The parser also finds objects in object streams and
//! with escaped names; only objects reachable through the newest cross-reference table count.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, Stream};

const MAX_DEPTH: usize = 64;
/// Actions that start or fetch something. Links (`URI`) and jumps (`GoTo`) are harmless and common.
const REFUSED: &[&[u8]] = &[b"JavaScript", b"Launch", b"ImportData", b"GoToE", b"RichMediaExecute"];
/// Actions allowed to run without a click when a document or page is opened.
const HARMLESS: &[&[u8]] = &[b"GoTo", b"Named", b"Hide", b"SetOCGState", b"Trans", b"Thread"];

pub fn is_active(pdf: &Pdf) -> bool {
    pdf.objects().into_iter().any(|object| walk(&object, 0))
}

fn walk(object: &Object, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    match object {
        Object::Dict(dict) => in_dict(dict, depth),
        Object::Stream(stream) => in_dict(stream.dict(), depth),
        Object::Array(array) => array.raw_iter().any(|item| within(&item, depth)),
        _ => false,
    }
}

/// Referenced objects are visited on their own.
fn within(item: &MaybeRef<Object>, depth: usize) -> bool {
    matches!(item, MaybeRef::NotRef(object) if walk(object, depth + 1))
}

fn in_dict(dict: &Dict, depth: usize) -> bool {
    let is = |key: &str, value: &[u8]| dict.get::<Name>(key).as_deref() == Some(value);
    let is_refused_action = REFUSED.iter().any(|action| is("S", action));
    let has_script = dict.contains_key("JavaScript") || (dict.contains_key("JS") && dict.contains_key("S"));
    let is_file_with_content = dict.contains_key("EF") && (dict.contains_key("F") || dict.contains_key("UF"));
    let has_files = dict.contains_key("EmbeddedFiles") || is("Type", b"EmbeddedFile") || is_file_with_content;
    is_refused_action
        || has_script
        || has_files
        || is("Subtype", b"RichMedia")
        || acts_on_open(dict)
        || has_form_script(dict)
        || dict.entries().any(|(_, value)| within(&value, depth))
}

/// True when opening the document does more than show a page.
fn acts_on_open(dict: &Dict) -> bool {
    let on_opening = dict.get::<Dict>("OpenAction").into_iter();
    let more = dict.get::<Dict>("AA").into_iter();
    let triggered = more.flat_map(|all| all.keys().filter_map(|key| all.get::<Dict>(&*key)).collect::<Vec<_>>());
    on_opening.chain(triggered).any(|action| is_active_action(&action))
}

fn is_active_action(action: &Dict) -> bool {
    action.get::<Name>("S").is_some_and(|kind| !HARMLESS.contains(&&*kind))
}

/// XFA forms contain their scripts as XML.
fn has_form_script(dict: &Dict) -> bool {
    let whole = dict.get::<Stream>("XFA").into_iter();
    let parts = dict.get::<Array>("XFA").into_iter().flat_map(|array| array.iter::<Object>().collect::<Vec<_>>());
    let mut streams = whole.chain(parts.filter_map(Object::into_stream));
    streams.any(|stream| stream.decoded().is_ok_and(|xml| memchr::memmem::find(&xml, b"<script").is_some()))
}
