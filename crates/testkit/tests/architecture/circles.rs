//! Files that import each other in a circle cannot be read, tested or moved alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A module path within its crate: `requests::find`.
type Module = Vec<String>;

/// What one file imports, and what it hands on under its own name.
#[derive(Default)]
struct Imports {
    /// Paths from the root of the crate.
    used: Vec<Module>,
    /// A name that the file exports again, and where it comes from.
    again: BTreeMap<String, Module>,
}

/// The modules of a crate by their paths, with the text of each file. Tests are left out.
fn modules(source: &Path) -> BTreeMap<Module, String> {
    let mut all = BTreeMap::new();
    let mut folders = vec![(source.to_path_buf(), Module::new())];
    while let Some((folder, path)) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let inner = |name: &str| [path.clone(), vec![name.to_owned()]].concat();
            if entry.path().is_dir() {
                folders.push((entry.path(), inner(&name)));
            } else if let Some(stem) = name.strip_suffix(".rs").filter(|stem| !stem.ends_with("tests")) {
                let module = if matches!(stem, "mod" | "lib" | "main") { path.clone() } else { inner(stem) };
                let text = std::fs::read_to_string(entry.path()).unwrap();
                let product = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned();
                all.insert(module, product);
            }
        }
    }
    all
}

/// Every path of a `use` tree, with its parts: `a::{b, c::d}` has two.
fn leaves(tree: &str, start: &[String]) -> Vec<Module> {
    let tree = tree.trim();
    if let Some(list) = tree.strip_prefix('{') {
        let list = list.trim_end().trim_end_matches('}');
        let (mut depth, mut parts, mut part) = (0, Vec::new(), String::new());
        for letter in list.chars() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if letter == ',' && depth == 0 {
                parts.push(std::mem::take(&mut part));
            } else {
                part.push(letter);
            }
        }
        parts.push(part);
        return parts.iter().filter(|part| !part.trim().is_empty()).flat_map(|part| leaves(part, start)).collect();
    }
    let name = |text: &str| text.split(" as ").next().unwrap_or_default().trim().to_owned();
    match tree.split_once("::") {
        Some((head, rest)) => leaves(rest, &[start, &[name(head)]].concat()),
        None => vec![[start, &[name(tree)]].concat()],
    }
}

/// A written path from the root of the crate. `None`: it leads to another crate.
fn absolute(path: &[String], module: &Module, all: &BTreeMap<Module, String>) -> Option<Module> {
    let mut own = module.clone();
    let mut rest = path;
    match rest.first()?.as_str() {
        "crate" => (own, rest) = (Module::new(), &rest[1..]),
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|part| part == "super") {
                own.pop()?;
                rest = &rest[1..];
            }
        }
        first => {
            own.push(first.to_owned());
            all.get(&own)?;
            rest = &rest[1..];
        }
    }
    own.extend(rest.iter().cloned());
    Some(own)
}

fn imports(module: &Module, text: &str, all: &BTreeMap<Module, String>) -> Imports {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = Imports::default();
    for statement in code.split(';') {
        let line = statement.rfind("use ").map(|at| (&statement[..at], &statement[at + 4..]));
        let Some((before, tree)) = line.filter(|(before, _)| before.ends_with(['\n', ' ', ')']) || before.is_empty())
        else {
            continue;
        };
        let is_again = before.lines().last().is_some_and(|line| line.trim_start().starts_with("pub"));
        for leaf in leaves(tree, &[]) {
            let Some(path) = absolute(&leaf, module, all) else { continue };
            match leaf.last().filter(|_| is_again) {
                Some(name) => {
                    found.again.insert(name.clone(), path);
                }
                None => found.used.push(path),
            }
        }
    }
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let path = code[at..].split(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter)).next();
            let parts: Vec<String> = path.unwrap_or_default().split("::").map(str::to_owned).collect();
            found.used.extend(absolute(&parts, module, all));
        }
    }
    found
}

/// The file that declares what a path names. Names that a module exports again lead to where they come from.
fn declared_in(path: &Module, all: &BTreeMap<Module, String>, of: &BTreeMap<Module, Imports>) -> Module {
    let mut path = path.clone();
    for _ in 0..4 {
        let known = (0..=path.len()).rev().map(|length| &path[..length]).find(|start| all.contains_key(*start));
        let module = known.unwrap_or_default().to_vec();
        let again = path.get(module.len()).and_then(|name| of.get(&module)?.again.get(name));
        match again {
            Some(target) => path = [target.clone(), path[module.len() + 1..].to_vec()].concat(),
            None => return module,
        }
    }
    path
}

/// Which modules import which.
fn edges(source: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let all = modules(source);
    let of: BTreeMap<Module, Imports> =
        all.iter().map(|(module, text)| (module.clone(), imports(module, text, &all))).collect();
    let targets = |module: &Module| {
        let used = of[module].used.iter().map(|path| declared_in(path, &all, &of));
        used.filter(|target| target != module && !target.is_empty()).collect()
    };
    all.keys().map(|module| (module.clone(), targets(module))).collect()
}

fn reached(from: &Module, edges: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut found, mut waiting) = (BTreeSet::new(), vec![from]);
    while let Some(next) = waiting.pop() {
        for target in edges.get(next).into_iter().flatten() {
            if found.insert(target.clone()) {
                waiting.push(target);
            }
        }
    }
    found
}

/// Groups of modules that reach each other.
fn circles(edges: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<BTreeSet<Module>> {
    let reach: BTreeMap<&Module, BTreeSet<Module>> = edges.keys().map(|from| (from, reached(from, edges))).collect();
    let mut all = BTreeSet::new();
    for (from, targets) in &reach {
        let back = targets.iter().filter(|to| reach.get(to).is_some_and(|targets| targets.contains(*from)));
        let circle: BTreeSet<Module> = back.cloned().collect();
        if circle.len() > 1 {
            all.insert(circle);
        }
    }
    all.into_iter().collect()
}

/// Each folder is one module: which folders import their siblings, at any depth.
fn between_folders(edges: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    let folders: BTreeSet<&[String]> =
        edges.keys().flat_map(|module| (1..module.len()).map(|length| &module[..length])).collect();
    let mut all: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, to) in edges.iter().flat_map(|(from, targets)| targets.iter().map(move |to| (from, to))) {
        let common = from.iter().zip(to).take_while(|(one, other)| one == other).count();
        let sibling =
            |module: &Module| module.get(..=common).filter(|folder| folders.contains(folder)).map(<[_]>::to_vec);
        if let (Some(from), Some(to)) = (sibling(from), sibling(to)) {
            all.entry(from).or_default().insert(to);
        }
    }
    all
}

/// The most files that may import each other.
const MOST: usize = 3;

fn shown(circles: &[&BTreeSet<Module>]) -> String {
    let names = |circle: &&BTreeSet<Module>| circle.iter().map(|one| one.join("::")).collect::<Vec<_>>().join(", ");
    circles.iter().map(names).collect::<Vec<_>>().join("\n")
}

#[test]
fn few_files_and_no_folders_import_each_other_in_a_circle() {
    for (name, _) in super::EDGES.iter().filter(|(name, _)| *name != "testkit") {
        let edges = edges(&super::crates().join(name).join("src"));
        let all = circles(&edges);
        let large: Vec<_> = all.iter().filter(|circle| circle.len() > MOST).collect();
        assert!(large.is_empty(), "{name}:\n{}", shown(&large));
        let between = circles(&between_folders(&edges));
        assert!(between.is_empty(), "folders of {name}:\n{}", shown(&between.iter().collect::<Vec<_>>()));
    }
}

#[test]
fn a_circle_is_found_through_names_that_are_exported_again() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("lib.rs", "mod a;\nmod b;\nmod c;\n");
    write("a.rs", "use crate::b::{self, Deep};\n\npub struct A;\n");
    write("b/mod.rs", "//! Nothing of its own.\nmod deep;\npub use deep::Deep;\n");
    write("b/deep.rs", "pub struct Deep(super::super::c::C);\n");
    write("c.rs", "use super::a::A;\n\npub struct C(A);\n");
    let found = circles(&edges(folder.path()));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(shown(&[&found[0]]), "a, b::deep, c");
}

#[test]
fn a_circle_between_nested_folders_is_found() {
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Module>();
    let edges = [("a::b::x", "a::c::y"), ("a::c::z", "a::b::w"), ("a::b::x", "d::e"), ("d::e", "f")];
    let mut all: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, to) in edges {
        all.entry(path(from)).or_default().insert(path(to));
        all.entry(path(to)).or_default();
    }
    let found = circles(&between_folders(&all));
    assert_eq!(shown(&found.iter().collect::<Vec<_>>()), "a::b, a::c");
}
