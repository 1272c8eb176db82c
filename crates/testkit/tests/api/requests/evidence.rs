//! Evidence packs: what is in one, and that every change of it is found without a database.

use std::io::{Cursor, Read, Write};

use app::evidence::{Checked, Unverifiable, fingerprint, verify};
use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases, on_sqlite};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::super::certificates::text_of_pdf;
use super::{Desk, png};

on_both_databases!(a_pack_holds_the_whole_request, a_changed_audit_entry_is_never_signed,);

on_sqlite!(
    a_flipped_byte_is_found_wherever_it_is,
    missing_added_repeated_and_strange_entries_are_named,
    a_pack_of_another_key_is_refused,
    a_file_that_is_no_pack_cannot_be_verified,
    a_purged_document_is_listed_with_its_hash,
    the_timeline_is_in_the_language_of_the_page,
    the_command_verifies_a_pack_without_a_database,
);

/// A request with two versions of a document, a remark and a decision about one of them.
async fn worked_on(app: &TestApp) -> (Desk, String) {
    let banker = Desk::staff(app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    let no = json!({ "reasonCode": "UNREADABLE", "remark": "மங்கலாக உள்ளது" });
    let checker = Desk::staff(app, "CHECKER1").await;
    checker.review(&txn, 1, "reject", no).await.expect(200);
    meena.upload_and_submit(&txn, 1).await.expect(200);
    banker.call("document/remark", "S", &json!({ "txnRefNo": txn, "text": "Thank you" })).await.expect(200);
    (banker, txn)
}

async fn pack(banker: &Desk, txn: &str) -> Vec<u8> {
    banker.get("document/evidence", &format!("txnRefNo={txn}")).await.expect(200).bytes.to_vec()
}

fn check(pack: &[u8]) -> Checked {
    verify(&mut Cursor::new(pack), None).unwrap()
}

fn names(pack: &[u8]) -> Vec<String> {
    let zip = ZipArchive::new(Cursor::new(pack)).unwrap();
    zip.file_names().map(|name| name.unwrap().to_string()).collect()
}

fn entry(pack: &[u8], name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut zip = ZipArchive::new(Cursor::new(pack)).unwrap();
    zip.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

fn parsed(pack: &[u8], name: &str) -> Value {
    serde_json::from_slice(&entry(pack, name)).unwrap()
}

/// A zip with these entries, as another program would write it.
fn packed(entries: &[(&str, Vec<u8>)], method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

async fn a_pack_holds_the_whole_request(app: TestApp) {
    let (banker, txn) = worked_on(&app).await;
    let allowed = banker.find(&txn).await.expect(200).record()["allowed"].clone();
    assert!(allowed.as_array().unwrap().contains(&json!("evidence")), "{allowed}");
    let pack = pack(&banker, &txn).await;
    let checked = check(&pack);
    assert_eq!(checked.faults, Vec::<String>::new());
    assert!(checked.about[0].contains(&txn) && checked.about[0].contains("IN/NGB"), "{:?}", checked.about);
    let keys = app.app().store.public_keys().await.unwrap();
    let own = keys.iter().find(|(_, entity, _)| entity == "NGB").unwrap();
    assert_eq!(checked.signed_by, Some(fingerprint(&own.2)));

    let names = names(&pack);
    assert_eq!(names.iter().filter(|name| name.starts_with("documents/")).count(), 2, "both versions: {names:?}");
    for name in
        ["decisions.json", "messages.json", "timeline.json", "timeline.pdf", "index.pdf", "audit.json", "SHA256SUMS"]
    {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
    let decisions = parsed(&pack, "decisions.json");
    let review = &decisions["documents"][0]["versions"][0]["reviews"][0];
    assert_eq!((review["verdict"].as_str(), review["by"].as_str()), (Some("reject"), Some("CHECKER1")), "{review}");
    let messages = parsed(&pack, "messages.json");
    assert_eq!(messages["remarks"][0]["text"], "Thank you");
    assert!(!messages["messages"].as_array().unwrap().is_empty());
    let timeline = parsed(&pack, "timeline.json");
    let actions: Vec<&str> =
        timeline.as_array().unwrap().iter().map(|event| event["action"].as_str().unwrap()).collect();
    assert_eq!((actions[0], *actions.last().unwrap()), ("send", "evidence"), "the pack itself is audited");
    assert!(entry(&pack, "timeline.pdf").starts_with(b"%PDF-"));
    let audit = parsed(&pack, "audit.json");
    for entry in audit["entries"].as_array().unwrap() {
        let is_private = entry["actor"] == "customer:meena@example.com" && entry["action"] == "stage";
        assert_eq!(entry["detail"].is_null(), is_private, "what a customer prepares stays private: {entry}");
    }

    let place = tempfile::tempdir().unwrap();
    ZipArchive::new(Cursor::new(&pack)).unwrap().extract(place.path()).unwrap();
    let mut sums = std::process::Command::new("sha256sum");
    let sums = sums.args(["--check", "--strict", "SHA256SUMS"]).current_dir(place.path()).output().unwrap();
    assert!(sums.status.success(), "{}", String::from_utf8_lossy(&sums.stdout));

    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.get("document/evidence", &format!("txnRefNo={txn}")).await.expect(403);
    banker.get("document/evidence", "txnRefNo=N0000000000000").await.expect(404);
}

async fn a_changed_audit_entry_is_never_signed(app: TestApp) {
    let (banker, txn) = worked_on(&app).await;
    pack(&banker, &txn).await;
    app.run_sql_directly("UPDATE audit_log SET at = '2020-01-01T00:00:00.000Z' WHERE action = 'reject'").await;
    banker.get("document/evidence", &format!("txnRefNo={txn}")).await.expect(503);
}

async fn a_flipped_byte_is_found_wherever_it_is(app: TestApp) {
    let (banker, txn) = worked_on(&app).await;
    let pack = pack(&banker, &txn).await;
    let flipped = |at: usize| {
        let mut bytes = pack.clone();
        bytes[at] ^= 0x10;
        bytes
    };
    // In each entry: its first, middle and last byte, and the entry is named.
    let mut zip = ZipArchive::new(Cursor::new(&pack)).unwrap();
    for at in 0..zip.len() {
        let (name, start, size) = {
            let entry = zip.by_index_raw(at).unwrap();
            (entry.name().unwrap().into_owned(), entry.data_start().unwrap() as usize, entry.size() as usize)
        };
        for at in [start, start + size / 2, start + size - 1] {
            let faults = check(&flipped(at)).faults;
            assert!(faults.iter().any(|fault| fault.starts_with(&name)), "{name} at {at}: {faults:?}");
        }
    }
    // The headers, the directory, the end, and the signature at the very end.
    let directory = zip.central_directory_start() as usize;
    for at in (0..directory).step_by(331).chain(directory..pack.len()) {
        assert!(!check(&flipped(at)).faults.is_empty(), "byte {at} of {}", pack.len());
    }
    // Every shorter file is refused, one way or the other.
    for length in [0, 1, 100, pack.len() / 2, directory, pack.len() - 400, pack.len() - 1] {
        match verify(&mut Cursor::new(&pack[..length]), None) {
            Ok(checked) => assert!(!checked.faults.is_empty(), "{length} bytes"),
            Err(Unverifiable::Damaged(_) | Unverifiable::Unknown) => {}
            Err(other) => panic!("{length} bytes: {other}"),
        }
    }
    assert!(!check(&[&pack[..], b"more"].concat()).faults.is_empty());
}

async fn missing_added_repeated_and_strange_entries_are_named(app: TestApp) {
    let (banker, txn) = worked_on(&app).await;
    let pack = pack(&banker, &txn).await;
    let names = names(&pack);
    let all: Vec<(&str, Vec<u8>)> = names.iter().map(|name| (name.as_str(), entry(&pack, name))).collect();
    let faults = |entries: &[(&str, Vec<u8>)], method| check(&packed(entries, method)).faults;
    let stored = CompressionMethod::Stored;
    let has = |faults: &[String], text: &str| assert!(faults.iter().any(|fault| fault == text), "{text}: {faults:?}");

    let same = faults(&all, stored);
    assert_eq!(same, ["its contents are as signed, but the file itself was changed or packed again"]);
    for left_out in &names {
        let rest: Vec<_> = all.iter().filter(|(name, _)| name != left_out).cloned().collect();
        has(&faults(&rest, stored), &format!("{left_out}: is missing"));
    }
    for name in ["new.txt", "documents/../../etc/passwd", "/etc/passwd", "a\u{1b}[31m.txt"] {
        let more: Vec<_> = all.iter().cloned().chain([(name, b"x".to_vec())]).collect();
        let shown: String = name.chars().flat_map(char::escape_debug).collect();
        has(&faults(&more, stored), &format!("{shown}: was added"));
    }
    // A second entry of the same name, which a writer refuses to make: two names of the same length, one renamed.
    let more: Vec<_> = all.iter().cloned().chain([("messages.jsoX", b"{}".to_vec())]).collect();
    let mut twice = packed(&more, stored);
    let wrong: Vec<usize> = (0..twice.len() - 13).filter(|at| twice[*at..].starts_with(b"messages.jsoX")).collect();
    wrong.into_iter().for_each(|at| twice[at..at + 13].copy_from_slice(b"messages.json"));
    has(&check(&twice).faults, "messages.json: is in it more than once");

    let deflated = faults(&all, CompressionMethod::Deflated);
    has(&deflated, "decisions.json: is compressed or encrypted, which a pack never is");
    // 200 MiB of zeros in 200 KiB are not unpacked.
    let bomb: Vec<_> = all.iter().cloned().chain([("zeros", vec![0; 200 << 20])]).collect();
    let started = std::time::Instant::now();
    let bomb = packed(&bomb, CompressionMethod::Deflated);
    assert!(bomb.len() < 2 << 20);
    let packing = started.elapsed();
    has(&check(&bomb).faults, "zeros: is compressed or encrypted, which a pack never is");
    assert!(started.elapsed() < packing * 2, "the entry was unpacked");

    // A part of the pack on its own.
    assert_eq!(check(&entry(&pack, "audit.json")).faults, Vec::<String>::new());
    // An edited manifest, signed with nothing.
    let edited: Vec<_> = all
        .iter()
        .map(|(name, bytes)| match *name {
            "manifest.json" => {
                (*name, String::from_utf8(bytes.clone()).unwrap().replace(&txn, "N2600000000000").into_bytes())
            }
            _ => (*name, bytes.clone()),
        })
        .collect();
    has(&faults(&edited, stored), "manifest.json: was changed after it was signed");
}

async fn a_pack_of_another_key_is_refused(app: TestApp) {
    let (banker, txn) = worked_on(&app).await;
    let pack = pack(&banker, &txn).await;
    let keys = app.app().store.public_keys().await.unwrap();
    let of = |code: &str| fingerprint(&keys.iter().find(|(_, entity, _)| entity == code).unwrap().2);
    let faults = |key: &str| verify(&mut Cursor::new(&pack), Some(key)).unwrap().faults;
    assert_eq!(faults(&of("NGB")), Vec::<String>::new());
    assert_eq!(faults(&of("KALVI")), [format!("it is signed with another key than {}", of("KALVI"))]);
}

async fn a_file_that_is_no_pack_cannot_be_verified(app: TestApp) {
    drop(app);
    let unknown = |bytes: &[u8]| verify(&mut Cursor::new(bytes), None).is_err();
    assert!(unknown(b"") && unknown(b"PK") && unknown(b"{}") && unknown(&png()) && unknown(&[b'{'; 5000]));
    assert!(unknown(&packed(&[("a.txt", b"x".to_vec())], CompressionMethod::Stored)));
}

async fn a_purged_document_is_listed_with_its_hash(app: TestApp) {
    let (banker, txn) = worked_on(&app).await;
    app.run_sql_directly(
        "UPDATE docrequest_file SET purged_on = '2031-11-17T20:00:00.000Z', file_name = '', \
                          sealed_key = NULL, storage_id = '' WHERE version_no = 1",
    )
    .await;
    let pack = pack(&banker, &txn).await;
    assert_eq!(check(&pack).faults, Vec::<String>::new());
    let manifest = parsed(&pack, "manifest.json");
    let absent = &manifest["absent"][0];
    assert_eq!((absent["versionNo"].as_i64(), absent["reason"].as_str()), (Some(1), Some("purged")), "{absent}");
    assert_eq!(absent["sha256"].as_str().unwrap().len(), 64);
    assert_eq!(names(&pack).iter().filter(|name| name.starts_with("documents/")).count(), 1);
}

async fn the_timeline_is_in_the_language_of_the_page(app: TestApp) {
    let (mut banker, txn) = worked_on(&app).await;
    for (language, title, rejected) in
        [("en", "Timeline of the request", "Document rejected"), ("ta", "கோரிக்கையின் காலவரிசை", "நிராகரிக்கப்பட்டது")]
    {
        banker.client.language = Some(language);
        let pack = pack(&banker, &txn).await;
        assert_eq!(check(&pack).faults, Vec::<String>::new());
        let text = text_of_pdf(&entry(&pack, "timeline.pdf"));
        assert!(text.contains(title) && text.contains(rejected), "{language}: {text}");
        assert!(text.contains("(CHECKER1)") && text.contains("(BANKER1)"), "names and ids: {text}");
        let index = entry(&pack, "index.pdf");
        let text = text_of_pdf(&index);
        for wanted in [rejected, "Meena", "meena@example.com", "(CHECKER1)", "docz audit verify"] {
            assert!(text.contains(wanted), "{language}, {wanted}: {text}");
        }
        assert!(index.windows(14).any(|bytes| bytes == b"/Subtype/Image"), "a picture of the first page");
    }
}

async fn the_command_verifies_a_pack_without_a_database(app: TestApp) {
    let (banker, txn) = worked_on(&app).await;
    let pack = pack(&banker, &txn).await;
    let key = check(&pack).signed_by.unwrap();
    let place = tempfile::tempdir().unwrap();
    let docz = |bytes: &[u8], key: &[&str]| {
        let file = place.path().join("pack.zip");
        std::fs::write(&file, bytes).unwrap();
        let mut command = std::process::Command::new(testkit::binary());
        let done = command.args(["audit", "verify"]).arg(&file).args(key).current_dir(place.path()).output().unwrap();
        let text = [done.stdout, done.stderr].concat();
        (done.status.code().unwrap(), String::from_utf8(text).unwrap())
    };
    let (code, text) = docz(&pack, &["--key", &key.to_uppercase()]);
    assert!(code == 0 && text.contains(&txn), "{code} {text}");
    assert!(
        text.contains(&format!("signed by key {key}, as expected")) && text.contains("Nothing was changed."),
        "{text}"
    );
    assert!(docz(&pack, &[]).1.contains("compare it"));
    let (code, text) = docz(&pack, &["--key", &"0".repeat(64)]);
    assert!(code == 2 && text.contains("FAULT it is signed with another key"), "{code} {text}");
    assert_eq!(docz(&pack, &["--key", "abc"]).0, 1);
    let mut changed = pack.clone();
    changed[100] ^= 1;
    let (code, text) = docz(&changed, &["--key", &key]);
    assert!(code == 2 && text.contains("was changed") && !text.contains("Nothing"), "{code} {text}");
    assert_eq!(docz(b"not a zip", &[]).0, 1);
    assert_eq!(docz(&pack[..pack.len() / 2], &[]).0, 1, "cut short");
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 1, "no data folder is made");
}
