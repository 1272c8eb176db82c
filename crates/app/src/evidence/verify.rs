//! Checks a certificate or an evidence pack without a database and without secrets. Nothing of the file is trusted: no
//! more is read than the file is long, and nothing is unpacked.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use zip::{CompressionMethod, ZipArchive};

use super::certificate::{self, Totals};
use super::chain::AuditPart;
use super::pack::{self, Manifest};
use super::signed::{HashWriter, Seal};

/// The longest line of a certificate: an item with many files.
const MAX_LINE: u64 = 1024 * 1024;
/// The largest manifest or list of audit entries that is read into memory.
const MAX_JSON: u64 = 64 * 1024 * 1024;
const MAX_ENTRIES: usize = 60_000;

/// The file cannot be read at all, so nothing can be said about it.
#[derive(Debug, thiserror::Error)]
pub enum Unverifiable {
    #[error("it is neither a certificate nor an evidence pack of Docz")]
    Unknown,
    #[error("it is damaged or cut short: {0}")]
    Damaged(String),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The result of a check.
#[derive(Debug, Default)]
pub struct Checked {
    /// What the file is, in words.
    pub about: Vec<String>,
    /// The fingerprint of the key that signed it, if it has a signature.
    pub signed_by: Option<String>,
    /// What was changed, is missing or was added.
    pub faults: Vec<String>,
}

impl Checked {
    fn fault(&mut self, text: impl Into<String>) {
        self.faults.push(text.into());
    }
}

/// Checks a file. With a fingerprint, the file must be signed with that key.
pub fn verify(file: &mut (impl Read + Seek), key: Option<&str>) -> Result<Checked, Unverifiable> {
    let mut start = [0; 1];
    let seal = Seal::of(file)?;
    file.seek(SeekFrom::Start(0))?;
    let is_empty = file.read(&mut start)? == 0;
    file.seek(SeekFrom::Start(0))?;
    let mut checked = match (start[0], &seal) {
        _ if is_empty => return Err(Unverifiable::Unknown),
        (b'{', _) => check_certificate(file, seal.as_ref())?,
        (b'P', _) | (_, Some(_)) => check_pack(file, seal.as_ref())?,
        _ => return Err(Unverifiable::Unknown),
    };
    if let (Some(wanted), Some(found)) = (key, &checked.signed_by)
        && wanted != found
    {
        checked.fault(format!("it is signed with another key than {wanted}"));
    }
    Ok(checked)
}

/// Names come from the file, so they may contain anything.
fn shown(name: &str) -> String {
    name.chars().take(200).flat_map(char::escape_debug).collect()
}

#[derive(Deserialize)]
struct Item {
    #[serde(rename = "itemNo")]
    number: i64,
    kind: String,
}

fn check_certificate(file: &mut (impl Read + Seek), seal: Option<&Seal>) -> Result<Checked, Unverifiable> {
    let mut checked = Checked { signed_by: seal.map(|seal| seal.fingerprint.clone()), ..Checked::default() };
    match seal {
        None => checked.fault("the signature at its end is missing or was changed"),
        Some(seal) if !seal.is_good => checked.fault("it was changed after it was signed"),
        Some(_) => {}
    }
    let mut lines = BufReader::new(file);
    let head = line(&mut lines)?;
    let head: Value = match head.strip_suffix(",\"items\":[\n").map(|head| serde_json::from_str(&format!("{head}}}"))) {
        Some(Ok(head)) => head,
        _ if seal.is_some_and(|seal| seal.is_good) => {
            checked
                .about
                .push("a signed file of an evidence pack; verify the whole pack to check the others".to_owned());
            return Ok(checked);
        }
        _ if seal.is_some() => {
            checked.fault("its first line was changed");
            return Ok(checked);
        }
        _ => return Err(Unverifiable::Unknown),
    };
    if head["type"] != certificate::TYPE && seal.is_none() {
        return Err(Unverifiable::Unknown);
    } else if head["type"] != certificate::TYPE {
        checked.fault("it does not say that it is a destruction certificate");
    }
    let text = |value: &Value| shown(value.as_str().unwrap_or("?"));
    checked.about.push(format!(
        "destruction certificate {} of {} ({}/{}), run {} from {} to {}",
        text(&head["certificateId"]),
        text(&head["entity"]["name"]),
        text(&head["entity"]["countryCode"]),
        text(&head["entity"]["entityCode"]),
        text(&head["runId"]),
        text(&head["startedOn"]),
        text(&head["endedOn"]),
    ));
    check_items(&mut lines, &mut checked)?;
    Ok(checked)
}

/// Counts the items and compares them with the totals.
fn check_items(lines: &mut impl BufRead, checked: &mut Checked) -> Result<(), Unverifiable> {
    let (mut counted, mut last) = (Totals::default(), 0);
    loop {
        let line = line(lines)?;
        if let Some(totals) = line.strip_prefix("],\"totals\":").and_then(|rest| rest.strip_suffix(",\n")) {
            match serde_json::from_str::<Totals>(totals) {
                Ok(totals) => {
                    counted.kept = totals.kept;
                    if totals != counted {
                        checked.fault(format!("its totals say {} items, its list has {}", totals.items, counted.items));
                    }
                }
                Err(_) => checked.fault("its totals were changed"),
            }
            checked.about.push(format!("{} items destroyed", counted.items));
            return Ok(());
        }
        let item = line.trim_end().trim_end_matches(',');
        match serde_json::from_str::<Item>(item) {
            Ok(item) => {
                if item.number <= last {
                    checked.fault(format!("the item {} is out of order", item.number));
                }
                last = item.number;
                counted.count(&item.kind);
            }
            Err(_) => {
                checked.fault(format!("the line after item {last} was changed, or lines are missing"));
                return Ok(());
            }
        }
    }
}

/// The next line, empty at the end.
fn line(lines: &mut impl BufRead) -> Result<String, Unverifiable> {
    let mut bytes = Vec::new();
    lines.take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn check_pack(file: &mut (impl Read + Seek), seal: Option<&Seal>) -> Result<Checked, Unverifiable> {
    let mut checked = Checked { signed_by: seal.map(|seal| seal.fingerprint.clone()), ..Checked::default() };
    let size = file.seek(SeekFrom::End(0))?;
    let is_sealed = seal.is_some_and(|seal| seal.is_good);
    let mut zip = match ZipArchive::new(&mut *file) {
        Ok(zip) => zip,
        Err(error) if seal.is_none() => return Err(Unverifiable::Damaged(error.to_string())),
        Err(error) => {
            checked.fault(format!("it was changed after it was signed, and can no longer be opened: {error}"));
            return Ok(checked);
        }
    };
    let directory = zip.central_directory_start();
    let mut entries = Entries { declared: 0, known: HashMap::new() };
    for at in 0..zip.len().min(MAX_ENTRIES) {
        entries.add(&mut zip, at, &mut checked);
    }
    if entries.declared > size || zip.len() > MAX_ENTRIES {
        checked.fault("it has more or longer entries than fit into it");
        return Ok(checked);
    }
    match read_manifest(&mut zip, &entries, &mut checked) {
        Some(manifest) => compare(&mut zip, &entries, &manifest, &mut checked),
        None if seal.is_none() && !entries.known.contains_key(pack::AUDIT) => return Err(Unverifiable::Unknown),
        None => {}
    }
    drop(zip);
    for name in repeated_names(file, directory)? {
        checked.fault(format!("{}: is in it more than once", shown(&name)));
    }
    if !is_sealed && checked.faults.is_empty() {
        checked.fault("its contents are as signed, but the file itself was changed or packed again");
    } else if !is_sealed {
        checked.fault("the file as a whole was changed after it was signed");
    }
    Ok(checked)
}

/// The entries of a zip, by name.
struct Entries {
    /// The sum of their sizes.
    declared: u64,
    known: HashMap<String, usize>,
}

impl Entries {
    fn add<R: Read + Seek>(&mut self, zip: &mut ZipArchive<R>, at: usize, checked: &mut Checked) {
        let entry = match zip.by_index_raw(at) {
            Ok(entry) => entry,
            Err(error) => return checked.fault(format!("the entry {at} cannot be read: {error}")),
        };
        let name = entry.name().map_or_else(|_| format!("entry {at}"), |name| name.into_owned());
        let is_unsafe = name.starts_with('/') || name.contains('\\') || name.split('/').any(|part| part == "..");
        if is_unsafe {
            checked.fault(format!("{}: is not a name that a pack may contain", shown(&name)));
        }
        if entry.compression() != CompressionMethod::Stored || entry.encrypted() {
            checked.fault(format!("{}: is compressed or encrypted, which a pack never is", shown(&name)));
        } else {
            self.declared = self.declared.saturating_add(entry.size());
        }
        self.known.insert(name, at);
    }
}

/// The content of an entry, if it is not compressed and not longer than allowed.
fn read_entry<R: Read + Seek>(zip: &mut ZipArchive<R>, at: usize, limit: u64) -> io::Result<Vec<u8>> {
    let entry = zip.by_index(at).map_err(io::Error::other)?;
    if entry.compression() != CompressionMethod::Stored {
        return Err(io::Error::other("it is compressed"));
    }
    let mut bytes = Vec::new();
    entry.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(io::Error::other("it is too long")) } else { Ok(bytes) }
}

/// The content of a signed entry. Says what is wrong with it, and returns it as long as it can be read.
fn read_signed<T: serde::de::DeserializeOwned, R: Read + Seek>(
    zip: &mut ZipArchive<R>,
    entries: &Entries,
    name: &str,
    checked: &mut Checked,
) -> Option<T> {
    let Some(at) = entries.known.get(name) else {
        checked.fault(format!("{name}: is missing"));
        return None;
    };
    let bytes = match read_entry(zip, *at, MAX_JSON) {
        Ok(bytes) => bytes,
        Err(error) => {
            checked.fault(format!("{name}: was changed ({error})"));
            return None;
        }
    };
    match Seal::of(&mut io::Cursor::new(&bytes)) {
        Ok(Some(seal)) if seal.is_good => {
            if checked.signed_by.get_or_insert_with(|| seal.fingerprint.clone()) != &seal.fingerprint {
                checked.fault(format!("{name}: is signed with another key than the pack"));
            }
        }
        _ => checked.fault(format!("{name}: was changed after it was signed")),
    }
    serde_json::from_slice(&bytes).ok()
}

fn read_manifest<R: Read + Seek>(
    zip: &mut ZipArchive<R>,
    entries: &Entries,
    checked: &mut Checked,
) -> Option<Manifest> {
    let manifest: Manifest = read_signed(zip, entries, pack::MANIFEST, checked)?;
    if manifest.r#type != pack::TYPE {
        checked.fault(format!("{}: is not the manifest of an evidence pack", pack::MANIFEST));
        return None;
    }
    checked.about.push(format!(
        "evidence pack of the request {} of {} ({}/{}), made on {} by {}",
        shown(&manifest.txn_ref_no),
        shown(&manifest.entity_name),
        shown(&manifest.country_code),
        shown(&manifest.entity_code),
        shown(&manifest.made_on),
        shown(&manifest.made_by),
    ));
    checked.about.push(format!("{} files, {} not in it", manifest.files.len(), manifest.absent.len()));
    for file in &manifest.absent {
        checked.about.push(format!(
            "document {} version {} ({}) is {}; SHA-256 {}",
            file.document_no,
            file.version_no,
            shown(&file.title),
            shown(&file.reason),
            shown(&file.sha256),
        ));
    }
    Some(manifest)
}

fn compare<R: Read + Seek>(zip: &mut ZipArchive<R>, entries: &Entries, manifest: &Manifest, checked: &mut Checked) {
    let mut listed = HashSet::from([pack::MANIFEST]);
    for file in &manifest.files {
        let name = shown(&file.name);
        if !listed.insert(&file.name) {
            checked.fault(format!("{name}: is listed more than once"));
        }
        let Some(at) = entries.known.get(&file.name) else {
            checked.fault(format!("{name}: is missing"));
            continue;
        };
        match hash_of(zip, *at, file.size) {
            Ok(sha256) if sha256 == file.sha256 => {}
            _ => checked.fault(format!("{name}: was changed")),
        }
    }
    let mut added: Vec<&String> = entries.known.keys().filter(|name| !listed.contains(name.as_str())).collect();
    added.sort();
    added.into_iter().for_each(|name| checked.fault(format!("{}: was added", shown(name))));
    if let Some(part) = read_signed::<AuditPart, R>(zip, entries, pack::AUDIT, checked) {
        if part.txn_ref_no != manifest.txn_ref_no || part.entity_code != manifest.entity_code {
            checked.fault(format!("{}: is about another request", pack::AUDIT));
        }
        checked.about.push(format!("{} audit entries", part.entries.len()));
        checked.faults.extend(part.faults());
    }
}

/// The hash of an entry that should have this size.
fn hash_of<R: Read + Seek>(zip: &mut ZipArchive<R>, at: usize, size: u64) -> io::Result<String> {
    let entry = zip.by_index(at).map_err(io::Error::other)?;
    if entry.compression() != CompressionMethod::Stored || entry.size() != size {
        return Err(io::Error::other("another size"));
    }
    let mut hash = Sha256::new();
    io::copy(&mut entry.take(size + 1), &mut HashWriter(&mut hash))?;
    Ok(hex::encode(hash.finalize()))
}

/// Names that occur more than once in the directory of a zip: readers of zips disagree about which entry they mean.
fn repeated_names(file: &mut (impl Read + Seek), directory: u64) -> io::Result<Vec<String>> {
    file.seek(SeekFrom::Start(directory))?;
    let mut reader = BufReader::new(file);
    let (mut known, mut repeated) = (HashSet::new(), Vec::new());
    for _ in 0..MAX_ENTRIES {
        let mut header = [0; 46];
        if reader.read_exact(&mut header).is_err() || header[..4] != *b"PK\x01\x02" {
            break;
        }
        let length = |at: usize| i64::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let mut name = vec![0; length(28) as usize];
        if reader.read_exact(&mut name).is_err() || reader.seek_relative(length(30) + length(32)).is_err() {
            break;
        }
        let name = String::from_utf8_lossy(&name).into_owned();
        if !known.insert(name.clone()) {
            repeated.push(name);
        }
    }
    Ok(repeated)
}
