//! The dependency rule: a crate that depends on one it must not know fails here.

mod circles;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The crates and what each may depend on. `docz` and `testkit` put everything together.
const EDGES: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("ports", &["domain"]),
    ("store", &["domain"]),
    ("parsing", &["ports", "domain"]),
    ("integrations", &["ports", "domain", "parsing"]),
    ("app", &["domain", "ports", "store"]),
    ("api", &["domain", "store", "app"]),
    ("docz", &["domain", "ports", "store", "integrations", "app", "api"]),
    ("testkit", &["domain", "ports", "store", "parsing", "integrations", "app", "api", "docz"]),
];

/// Libraries that only some crates may use: SQL is the store's, HTTP is the api's.
const OUTSIDE: &[(&str, &[&str])] = &[
    ("rusqlite", &["store", "testkit"]),
    ("tokio-postgres", &["store", "docz", "testkit"]),
    ("axum", &["api", "docz", "testkit"]),
    ("tokio", &["store", "integrations", "app", "api", "docz", "testkit"]),
    ("ldap3", &["integrations"]),
    ("lettre", &["integrations"]),
    ("openidconnect", &["integrations"]),
    ("getrandom", &["store", "integrations", "app"]),
    ("opendal", &["integrations"]),
    ("image", &["parsing", "integrations", "testkit"]),
    ("hayro", &["parsing"]),
];

fn crates() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The Rust files below these folders of `crates`, with their texts.
fn sources(folders: &[&str]) -> impl Iterator<Item = (PathBuf, String)> + use<> {
    let mut paths: Vec<PathBuf> = folders.iter().map(|folder| crates().join(folder)).collect();
    std::iter::from_fn(move || {
        loop {
            let path = paths.pop()?;
            if path.is_dir() {
                paths.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                return Some((path, text));
            }
        }
    })
}

/// The sources of the product, without its tests.
fn product() -> impl Iterator<Item = (PathBuf, String)> + use<> {
    let crates = EDGES.iter().map(|(name, _)| *name).filter(|name| *name != "testkit");
    crates.flat_map(|name| sources(&[&format!("{name}/src")]))
}

/// The dependencies of each crate, as its manifest lists them.
fn manifests() -> BTreeMap<String, Vec<String>> {
    let folders =
        std::fs::read_dir(crates()).unwrap().flatten().filter(|entry| entry.path().join("Cargo.toml").exists());
    let read = |entry: std::fs::DirEntry| {
        let text = std::fs::read_to_string(entry.path().join("Cargo.toml")).unwrap();
        let mut inside = false;
        let mut names = Vec::new();
        for line in text.lines() {
            if line.starts_with('[') {
                inside = line == "[dependencies]";
            } else if let Some(name) = line.split(['.', ' ', '=']).next().filter(|name| inside && !name.is_empty()) {
                names.push(name.to_owned());
            }
        }
        (entry.file_name().to_string_lossy().into_owned(), names)
    };
    folders.map(read).collect()
}

#[test]
fn crates_depend_only_on_allowed_crates() {
    let manifests = manifests();
    assert_eq!(manifests.len(), EDGES.len(), "a new crate needs a line here");
    for (name, allowed) in EDGES {
        let ours = manifests[*name].iter().filter(|dependency| manifests.contains_key(*dependency));
        for dependency in ours {
            assert!(allowed.contains(&dependency.as_str()), "{name} must not depend on {dependency}");
        }
    }
}

#[test]
fn libraries_are_used_by_their_crates_only() {
    for (name, dependencies) in manifests() {
        for (outside, allowed) in OUTSIDE {
            let uses = dependencies.iter().any(|dependency| dependency == outside);
            assert!(!uses || allowed.contains(&name.as_str()), "{name} must not use {outside}");
        }
    }
}

#[test]
fn the_domain_knows_no_clock_and_no_outside_world() {
    let forbidden =
        ["Timestamp::now", "SystemTime", "Instant::now", "std::env", "std::fs", "std::net::Tcp", "async fn", "rand::"];
    for (path, text) in sources(&["domain/src"]) {
        for word in forbidden {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    }
}

#[test]
fn every_statement_outside_of_migrations_is_in_the_store() {
    for (path, text) in sources(&["domain/src", "ports/src", "integrations/src", "app/src", "api/src"]) {
        for word in ["SELECT ", "INSERT INTO", "DELETE FROM", "UPDATE "] {
            assert!(!text.contains(word), "{} speaks SQL", path.display());
        }
    }
}

/// Tests wait with `testkit::until`, which has an end. A pause is right only where time is the subject, and says so.
#[test]
fn tests_wait_with_an_end() {
    let mut folders = vec![crates().join("testkit/src"), crates().join("testkit/tests")];
    let mut pauses = 0;
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|kind| kind != "rs") || path.ends_with("src/wait.rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            for at in (0..lines.len()).filter(|at| lines[*at].contains(concat!("sleep", "("))) {
                pauses += 1;
                let has_reason = lines[at.saturating_sub(1)].contains("// Time is the subject");
                assert!(has_reason, "{}:{}", path.display(), at + 1);
            }
        }
    }
    assert!(pauses > 0, "the known pauses are found");
}

/// How generic code would ask for one resource. What differs between resources is in their definitions.
const BY_NAME: &[&str] = &[
    r#"\bresource(\(\))? *[!=]= *("|[A-Z])"#,
    r#"("|[A-Z_]{3,}) *[!=]= *[a-z_.]*\bresource\b"#,
    r"match [^{]*\b(definition|mapping)\.resource\b",
    r"contains\(&[a-z_.]*\bresource\)",
    r#"^[^;]*".*\) = \(.*\bresource\)"#,
];

#[test]
fn generic_code_asks_for_no_resource_by_name() {
    let patterns: Vec<_> = BY_NAME.iter().map(|pattern| regex::Regex::new(pattern).unwrap()).collect();
    let is_found = |line: &str| patterns.iter().any(|pattern| pattern.is_match(line));
    for line in [
        r#"    if definition.resource == "master" {"#,
        "        definition.resource != USERS,",
        r#"    if "master" == definition.resource {"#,
        "    match definition.resource {",
        "        return match (definition.resource, verb) {",
        "    ACCOUNTS.contains(&self.definition.resource)",
        r#"    let (Some(levels), "authlevel") = (levels, definition.resource) else {"#,
    ] {
        assert!(is_found(line), "not found: {line}");
    }
    assert!(!is_found("    ALL.iter().find(|definition| definition.resource == resource)"));
    for (path, text) in sources(&["app/src", "api/src", "domain/src/access"]) {
        let found: Vec<&str> = text.lines().filter(|line| is_found(line)).collect();
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

/// What opens a connection to another system. PostgreSQL is the store's own.
#[test]
fn connections_are_opened_by_outbound_only() {
    let forbidden =
        ["TcpStream::connect", "UnixStream::connect", "TcpSocket::", "UdpSocket::", "HttpConnector", "reqwest::"];
    let connected = ["LdapConnAsync::new", "AsyncSmtpTransport::", "AsyncSmtpConnection::connect_tokio1"];
    // The address of clamd is the operator's own, and may be a socket's path; that of a mail server was checked before.
    // The calls of both go through `Outbound` all the same.
    let allowed = ["outbound/mod.rs", "clamd.rs", "smtp_connections.rs"];
    let allowed = allowed.map(|path| crates().join("integrations/src").join(path));
    for (path, text) in product().filter(|(path, _)| !allowed.contains(path)) {
        for word in forbidden.iter().chain(&connected) {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    }
}

/// RUSTSEC-2023-0071 is about private RSA keys only: see decision 5.
#[test]
fn the_product_has_no_private_rsa_key() {
    for (path, text) in product() {
        for word in ["RsaPrivateKey", "RsaPrivateSigningKey", "from_rsa_pem", "from_rsa_der", "rsa::"] {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    }
}

/// The width that rustfmt keeps, except in strings, comments and macros.
#[test]
fn no_line_is_longer_than_120_characters() {
    for (path, text) in sources(&[""]) {
        for (at, line) in text.lines().enumerate() {
            assert!(line.chars().count() <= 120, "{}:{}", path.display(), at + 1);
        }
    }
}
