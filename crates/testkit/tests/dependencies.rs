//! Dependencies: their licences, where they come from, and the bill of materials of a release.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().parent().unwrap()
}

fn json_of(program: &str, arguments: &[&str]) -> Value {
    let output = Command::new(program).args(arguments).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The licences that `deny.toml` allows, so that there is one list.
fn allowed_licences() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).unwrap();
    let list = text.split_once("allow = [").unwrap().1.split_once(']').unwrap().0;
    list.split(',').map(|name| name.trim().trim_matches('"').to_owned()).filter(|name| !name.is_empty()).collect()
}

/// True when one of the alternatives is allowed, for each part that applies.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let is_known = |name: &str| allowed.contains(name.trim().trim_matches(['(', ')']));
    let expression = expression.replace('/', " OR ");
    expression.split(" AND ").all(|part| part.split(" OR ").any(is_known))
}

#[test]
fn crates_have_an_allowed_licence_and_come_from_crates_io() {
    let allowed = allowed_licences();
    let metadata = json_of(
        "cargo",
        &["metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"],
    );
    for package in metadata["packages"].as_array().unwrap() {
        let (name, licence) = (&package["name"], package["license"].as_str().unwrap_or_default());
        match package["source"].as_str() {
            None => assert_eq!(licence, "UNLICENSED", "{name} is not ours"),
            Some(source) => {
                assert_eq!(source, "registry+https://github.com/rust-lang/crates.io-index", "{name}");
                assert!(is_allowed(licence, &allowed), "{name} has the licence {licence:?}: see deny.toml");
            }
        }
    }
}

#[test]
fn packages_of_the_client_have_an_allowed_licence_and_a_hash() {
    let mut allowed = allowed_licences();
    // Fonts, and public domain.
    allowed.extend(["OFL-1.1", "Unlicense"].map(str::to_owned));
    let lock: Value = serde_json::from_slice(&std::fs::read(root().join("web/package-lock.json")).unwrap()).unwrap();
    for (path, package) in lock["packages"].as_object().unwrap().iter().filter(|(path, _)| !path.is_empty()) {
        assert!(package["integrity"].as_str().is_some_and(|hash| hash.starts_with("sha512-")), "{path} has no hash");
        if package["dev"] != true && package["devOptional"] != true {
            let licence = package["license"].as_str().unwrap_or_default();
            assert!(is_allowed(licence, &allowed), "{path} has the licence {licence:?}");
        }
    }
}

#[test]
fn the_bill_of_materials_names_what_is_shipped_and_nothing_else() {
    let bom = json_of("node", &["scripts/sbom.mjs"]);
    assert_eq!((&bom["bomFormat"], &bom["specVersion"]), (&"CycloneDX".into(), &"1.6".into()));
    assert_eq!(bom["metadata"]["component"]["name"], "docz");
    let components = bom["components"].as_array().unwrap();
    let names: BTreeSet<&str> = components.iter().map(|one| one["name"].as_str().unwrap()).collect();
    for shipped in ["store", "rusqlite", "tokio", "tikv-jemallocator", "react", "@mantine/core"] {
        assert!(names.contains(shipped), "{shipped} is missing");
    }
    for tool in ["testkit", "rcgen", "vitest", "vite", "typescript"] {
        assert!(!names.contains(tool), "{tool} is not shipped");
    }
    let ours = ["api", "app", "domain", "integrations", "parsing", "ports", "store"];
    for one in components.iter().filter(|one| !ours.contains(&one["name"].as_str().unwrap())) {
        let hash = one["hashes"][0]["content"].as_str().unwrap_or_default();
        assert!(matches!(hash.len(), 64 | 128) && one["licenses"][0]["expression"].is_string(), "{one}");
    }
    let known: BTreeSet<&str> = components.iter().map(|one| one["bom-ref"].as_str().unwrap()).collect();
    for one in bom["dependencies"].as_array().unwrap() {
        for needed in one["dependsOn"].as_array().into_iter().flatten() {
            assert!(known.contains(needed.as_str().unwrap()), "{needed} has no component");
        }
    }
}
