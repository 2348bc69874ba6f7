# The targets that continuous integration runs are check and test.

# Every module of the tree; the ones below the root are modules of their own so that
# their dependencies are not the library's.
MODULES := $(shell find . -name go.mod -not -path '*/.*' -not -path '*/testdata/*' -not -path './dist/*' | sed 's|/go.mod$$||' | sort)

# The race detector needs a C compiler on most systems; without one, tests run without it.
RACE := $(shell if [ "$$(go env CGO_ENABLED)" = 1 ] && command -v "$$(go env CC)" >/dev/null 2>&1; then echo -race; fi)

# How often a fuzz target runs in fuzz-smoke: counted, not timed, so that a slow
# machine tests as much as a fast one.
FUZZ ?= 20000x
COUNT ?= 8
BASE ?= HEAD~1
# Which Go benchmarks bench-compare runs, by regular expression.
BENCH ?= .
RESULTS := $(CURDIR)/bench/results
OUT := $(RESULTS)/new.txt

HYPERSCAN := $(shell if pkg-config --exists libhs 2>/dev/null && command -v "$$(go env CC)" >/dev/null 2>&1; then echo -tags hyperscan; fi)

.PHONY: all check fmt vet staticcheck tidy generated cross test fuzz-smoke bench bench-page bench-inner bench-compare golden collector

all: check test

check: fmt vet staticcheck tidy generated

fmt:
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "gofmt these:"; echo "$$files"; exit 1; fi

vet:
	@set -e; for m in $(MODULES); do (cd $$m && go vet ./...); done

staticcheck:
	@set -e; tool=$$(go tool -n staticcheck); for m in $(MODULES); do (cd $$m && "$$tool" ./...); done

tidy:
	@set -e; for m in $(MODULES); do (cd $$m && go mod tidy -diff); done

# Generated files are made anew and must not differ.
generated:
	@set -e; state() { git status --porcelain; git diff HEAD | git hash-object --stdin; }; \
	before=$$(state); for m in $(MODULES); do (cd $$m && go generate ./...); done; after=$$(state); \
	if [ "$$before" != "$$after" ]; then echo "generated files differ; commit what go generate makes:"; git status --short; exit 1; fi

# The command for systems other than this one, one of each peculiarity: no getrusage, no
# sonic, 32 bits, no processes.
cross:
	@set -e; for t in windows/amd64 darwin/arm64 linux/386 linux/riscv64 wasip1/wasm; do \
	echo "build $$t"; GOOS=$${t%/*} GOARCH=$${t#*/} CGO_ENABLED=0 go build -o /dev/null ./cmd/redactbench; done

test:
	@set -e; for m in $(MODULES); do (cd $$m && go test $(RACE) ./...); done
	go test -tags purego ./internal/scan

# Builds the Collector with the processor of integrations/otel and runs it: minutes, and
# many modules to fetch.
collector:
	cd integrations/otel && REDACTBENCH_COLLECTOR=build go test -count=1 -timeout 30m -v -run '^TestCollector$$' .

fuzz-smoke:
	@set -e; for m in $(MODULES); do cd $(CURDIR)/$$m; for p in $$(go list ./...); do \
	for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz' || true); do \
	go test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZ) $$p; done; done; done

# Measures the engine beside other libraries, prints the ratios and the targets, and
# writes all figures as JSON. Hyperscan takes part where it is installed.
bench:
	cd bench && go run $(HYPERSCAN) . --json $(RESULTS)/bench.json $(PAGE)

# The same, and puts the figures into BENCHMARKS.md.
bench-page: PAGE := --page ../BENCHMARKS.md
bench-page: bench

# The Go benchmarks of this tree, to OUT.
bench-inner:
	@mkdir -p $(RESULTS)
	@set -e; for m in $(MODULES); do (cd $$m && go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) ./...); done > $(OUT)

# Measures BASE in a tree of its own, then this tree, and compares. This Makefile does
# both, since BASE's may not know how.
bench-compare:
	@set -e; dir=$$(mktemp -d); trap 'git worktree remove --force "$$dir"' EXIT; \
	git worktree add --quiet --detach "$$dir" $(BASE); \
	$(MAKE) --no-print-directory -C "$$dir" -f $(CURDIR)/Makefile bench-inner RESULTS=$(RESULTS) OUT=$(RESULTS)/base.txt
	@$(MAKE) --no-print-directory bench-inner
	go tool benchstat $(RESULTS)/base.txt $(RESULTS)/new.txt

# Writes the golden files anew, in the packages whose tests have the flag.
golden:
	go test $$(grep -rl --include='*_test.go' '"update"' . | xargs -n1 dirname | sort -u) -update
