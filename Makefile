# SPDX-License-Identifier: Apache-2.0
#
# make explore    measure the default space and draw the page
# make test       the tests (make test-long: the exhaustive matrix as well)
# make lint       Verilator -Wall over every top and corner, ruff, mypy, directions of imports
# make coverage   what the tests reach of the RTL, in build/coverage/index.html
# make formal     the proofs (make formal-quick: those that end within minutes)
# make mutants    small defects in the RTL, and whether the tests see them (docs/mutants.md)
# make figures    every table of figures in README and docs, measured and written; what `make coverage`, `make
#                 mutants` and `make formal` found is taken from their last run
# make bench      limits on processor time, which depend on the machine
# make docs       the site, in build/site
# make diagrams   the block diagrams, from docs/diagrams/*.toml
#
# Each sets up .venv from requirements.lock first, once.

PYTHON ?= python3
JOBS   ?= $(shell nproc)

BIN   := .venv/bin
STAMP := .venv/.installed

# One more than there are processors, as some tests wait; who has no test left takes some of another's.
SPREAD := -n $(shell expr $(JOBS) + 1) --dist worksteal

.PHONY: explore test test-long coverage lint formal formal-quick mutants figures bench docs diagrams lock clean

explore: $(STAMP)
	$(BIN)/hashfab explore

test: $(STAMP)
	$(BIN)/pytest $(SPREAD) -m "not long and not bench"

test-long: $(STAMP)
	$(BIN)/pytest $(SPREAD) -m "not bench"

coverage: $(STAMP)
	rm -rf build/coverage
	HASHFAB_COVERAGE=build/coverage/runs $(BIN)/pytest $(SPREAD) -m "not long and not bench" tests/rtl tests/check \
	  --ignore tests/rtl/test_ml_dsa.py --ignore tests/rtl/test_ml_kem.py --ignore tests/rtl/test_slh_dsa.py --ignore tests/check/test_mutants.py
	$(BIN)/python -m hashfab.check.coverage build/coverage

lint: $(STAMP)
	$(BIN)/ruff check src tests docs benchmarks
	$(BIN)/ruff format --check src tests docs benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m hashfab.check.lint

formal: $(STAMP)
	$(BIN)/python -m hashfab.check.proofs --jobs $(JOBS)

formal-quick: $(STAMP)
	$(BIN)/python -m hashfab.check.proofs --quick --jobs $(JOBS)

mutants: $(STAMP)
	$(BIN)/python -m hashfab.check.mutants --jobs $(JOBS)

figures: $(STAMP)
	$(BIN)/python -m hashfab.documents.write

bench: $(STAMP)
	$(BIN)/pytest -s -q -m bench tests

docs: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

diagrams: $(STAMP)
	$(BIN)/python docs/diagrams/draw.py

$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "hashfab needs Python 3.11 or newer; set PYTHON=")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	touch $@

# Pins every dependency to its newest version. Needs pip-tools.
lock:
	pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --extra dev --no-header \
	  --no-annotate --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	  -o requirements.lock pyproject.toml

clean:
	rm -rf build .venv
