# All the set-up there is: `make run` and `make test` on a machine with Rust and Node.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
DATA ?= data
LISTEN ?= 127.0.0.1:8080

.PHONY: run build release web test test-rust test-web check format generated e2e screenshots web-figures packages bench faults clean

run: build ## Build and start the demo on a data folder in the checkout
	target/debug/docz serve --demo --data $(DATA) --listen $(LISTEN)

build: ## Client and binary, with the profile of the tests: what one of them has compiled the other need not
	@scripts/build

release: web ## The binary for a server in earnest: optimised as a whole, with an allocator of its own
	cargo build --release --bin docz --features jemalloc

web: ## The client, built into the binary
	@scripts/web

test: packages format test-rust test-web e2e ## Everything

check: format ## Format and lints of the server, quicker than its tests
	cargo clippy --workspace --all-targets -- -D warnings

format:
	cargo fmt --all --check

generated: ## The client's types in web/src/generated, from the bodies that the server declares
	UPDATE_GENERATED=1 cargo test -p api generated_types

# Tests are built by the linter, which is the compiler with more to say: to lint by itself would read all dependencies once more.
test-rust e2e generated: export RUSTC_WORKSPACE_WRAPPER = clippy-driver
test-rust e2e generated: export CLIPPY_ARGS = -D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__

test-rust: ## The server's own tests, and its lints
	cargo build --bin docz
	cargo test --workspace

test-web: ## The client's own tests
	@scripts/test-web

e2e: ## Browser journeys against the real product
	@scripts/test-e2e

screenshots: ## Every screen in both entities, languages and sizes, with an index, into screenshots/
	@scripts/screenshots

web-figures: ## Weight, Lighthouse and speed of the client; prints, judges nothing
	@scripts/web-figures

packages: ## Debian packages that tests need and this machine misses
	@scripts/packages postgresql chromium-headless-shell slapd python3-aiosmtpd

bench: ## Measure; prints figures, judges nothing
	@scripts/packages postgresql wrk
	@bench/run

faults: build ## Kill, freeze, fill and crowd the running product; says of each case whether it held
	@scripts/packages postgresql
	@faults/run

clean:
	cargo clean
	rm -rf web/dist web/node_modules
