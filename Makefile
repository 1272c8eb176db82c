# `make run` and `make test` need Rust, Node and nothing else to be set up.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
DATA ?= data
LISTEN ?= 127.0.0.1:8080
# What reads documents for their verification; without it verdicts are Unreadable.
READERS := tesseract-ocr tesseract-ocr-eng tesseract-ocr-tam poppler-utils

.PHONY: run build release web test test-rust test-web check format generated e2e screenshots web-figures packages bench faults package test-package clean

run: build ## Build and start the demo on a data folder in the checkout
	@scripts/packages $(READERS) || echo "Going on without: documents are not verified."
	target/debug/docz serve --demo --data $(DATA) --listen $(LISTEN)

build: ## Client and binary, with the build profile of the tests, so that both share compiled code
	@scripts/build

release: web ## The optimised binary for a server, with jemalloc, and its bill of materials (CycloneDX)
	cargo build --release --bin docz --features jemalloc
	node scripts/sbom.mjs target/release/docz.cdx.json

web: ## The client, built into the binary
	@scripts/web

test: packages format test-rust test-web e2e ## Everything

check: format ## Format and lints of the server, and the rules for dependencies; faster than its tests
	cargo clippy --workspace --all-targets -- -D warnings
	@scripts/check-dependencies

format:
	cargo fmt --all --check

generated: ## The client's types in web/src/generated, from the bodies that the server declares
	UPDATE_GENERATED=1 cargo test -p api generated_types

# Clippy compiles the tests, so that linting does not compile all crates a second time.
test-rust e2e generated: export RUSTC_WORKSPACE_WRAPPER = clippy-driver
test-rust e2e generated: export CLIPPY_ARGS = -D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__

test-rust: ## Tests and lints of the server
	cargo build --bin docz
	cargo test --workspace

test-web: ## Types, lint and tests of the client
	@scripts/test-web

e2e: ## Browser journeys against the real product
	@scripts/test-e2e

screenshots: ## Every screen in both entities, languages and sizes, in English also dark, in screenshots/
	@scripts/screenshots

web-figures: ## Script sizes, Lighthouse scores and speed of the client; prints figures, no verdict
	@scripts/web-figures

packages: ## Install missing Debian packages and servers for the tests
	@scripts/packages postgresql chromium-headless-shell slapd python3-aiosmtpd python3-venv clamav-daemon $(READERS)
	@scripts/test-servers

bench: ## Measure the server; prints figures, no verdict
	@scripts/packages postgresql wrk
	@bench/run

faults: build ## Fault injection: kill, freeze, wrong clock, full disk, full log, silent connections
	@scripts/packages postgresql faketime
	@faults/run

package: ## The Debian package with its checksums and bill of materials, in target/package/
	@scripts/package

test-package: build ## Install, start, upgrade, remove and purge the package on a Debian in a folder (as root)
	@scripts/test-package

clean:
	cargo clean
	rm -rf web/dist web/node_modules
