# `make demo` and `make test` do everything on a machine that has Python 3.11 or newer and make.

VENV := .venv
BIN := $(VENV)/bin
# The first Python on the PATH that is new enough; `make PYTHON=/path/to/python` takes another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null && $$p -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install

.PHONY: demo test browser lint types contracts units promises golden ward bench docs clean

demo: $(VENV)/.demo
	@$(BIN)/python examples/demo.py

test: $(VENV)/.test browser lint types contracts units

lint: $(VENV)/.test
	$(BIN)/ruff check --no-cache src tests examples benchmarks ward
	$(BIN)/ruff format --no-cache --check src tests examples benchmarks ward

types: $(VENV)/.test
	$(BIN)/mypy

contracts: $(VENV)/.test
	$(BIN)/lint-imports --no-cache

units: $(VENV)/.test
	$(BIN)/python -m pytest -n 2 --dist worksteal

# The test of the page needs a browser. Where it cannot be installed, the tests name it at the end as not run.
browser:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || test "$$(id -u)" != 0 || ! command -v apt-get >/dev/null \
		|| { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1 \
		|| echo "chromium could not be installed: the page is not tested in a browser"

# What the tests look at in slices, at length: takes hours, may be stopped, goes on where it stopped. What was found is
# kept in tests/promises/ledger.jsonl; `make promises MINUTES=30` ends after that time.
MINUTES ?= 1000
promises: $(VENV)/.test
	$(BIN)/python tests/promises/readers.py --minutes $(MINUTES)

# The figures of the docs; each benchmark can be run alone.
bench: $(VENV)/.test
	failed=0; for one in $(filter-out benchmarks/intervals.py,$(wildcard benchmarks/*.py)); do echo "== $$one"; $(BIN)/python $$one || failed=1; done; exit $$failed

# Golden files by their real writers, in throw-away environments; takes a while and some downloads.
golden: $(VENV)/.test
	$(BIN)/python tests/golden/make/all.py

# Training runs with one injected cause each, and healthy ones.
ward: $(VENV)/.ward
	$(VENV)-ward/bin/python ward/run.py

docs: $(VENV)/.test
	$(BIN)/python -m traindx.reports.json_schema docs/schema

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer with venv was found: install one (on Debian: python3 and python3-venv), or name it with make PYTHON=..."; exit 2; }
	$(PYTHON) -m venv $(VENV) || { echo "$(PYTHON) cannot make a virtual environment: install its venv package (on Debian: python3-venv)"; rm -rf $(VENV); exit 2; }
	$(PIP) --upgrade "pip>=25.1"
	@touch $@

$(VENV)/.demo: $(VENV)/.made pyproject.toml constraints.txt
	$(PIP) -c constraints.txt -e ".[plot]"
	@touch $@

$(VENV)/.test: $(VENV)/.made pyproject.toml constraints.txt
	$(PIP) torch==2.13.0
	$(PIP) -c constraints.txt -e ".[plot]" --group dev --group frameworks
	@touch $@ $(VENV)/.demo

$(VENV)/.ward: $(VENV)/.made constraints.txt
	$(PYTHON) -m venv $(VENV)-ward
	$(VENV)-ward/bin/python -m pip install --quiet torch==2.13.0
	$(VENV)-ward/bin/python -m pip install --quiet scikit-learn
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-ward demo-output dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
