# The system's own Python where it is new enough: distributions build it with profiles, and a table
# takes a sixth less time with it than with a Python that was built without them.
NEW_ENOUGH := -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
DEFAULT := $(shell /usr/bin/python3 $(NEW_ENOUGH) && echo /usr/bin/python3 || echo python3)
PYTHON ?= $(DEFAULT)

# Each Python has an environment of its own: .venv for the default, .venv-3.13 for PYTHON=python3.13.
VERSION = $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
VENV := .venv$(if $(filter-out $(DEFAULT),$(PYTHON)),-$(VERSION))
BIN := $(VENV)/bin
# One more than cores: some tests wait for a browser, a server or a terminal.
PYTEST := $(BIN)/pytest -n $(shell expr 1 + $$(getconf _NPROCESSORS_ONLN)) --dist worksteal

# Compiled Python is kept, whatever the shell says: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test soak busy plain coverage mutants faults check audit bench docs clean

play: $(VENV)/play.ready
	@$(BIN)/pasch

test: $(VENV)/dev.ready $(VENV)/gcc.ready $(VENV)/tmux.ready $(VENV)/chromium.ready
	$(PYTEST)

# What the tests prove in short, at length: whole games in every window, size and language.
soak: $(VENV)/dev.ready $(VENV)/gcc.ready $(VENV)/tmux.ready $(VENV)/chromium.ready
	$(PYTEST) -m soak

# The same tests on a machine that has sixteen other things to do: none may depend on being quick.
LOOPS := 16
busy: $(VENV)/dev.ready $(VENV)/gcc.ready $(VENV)/tmux.ready $(VENV)/chromium.ready
	@loops=; trap 'kill $$loops' EXIT; trap 'exit 130' INT TERM; \
		for each in $$(seq $(LOOPS)); do while :; do :; done & loops="$$loops $$!"; done; \
		$(PYTEST)

# The rules and the tables without a compiler. Left out is what takes plain Python too long, all that
# solves or reviews, and what holds the compiler against plain Python anyway.
NOT_PLAIN := tests/games/*_solution.py \
	tests/table/test_reviews.py tests/terminal/test_solve.py
plain: $(VENV)/dev.ready $(VENV)/tmux.ready
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/core tests/games tests/table \
		tests/terminal $(addprefix --ignore=,$(wildcard $(NOT_PLAIN)))

# The same, and which lines they reach; takes twice as long.
coverage: $(VENV)/dev.ready $(VENV)/gcc.ready $(VENV)/tmux.ready $(VENV)/chromium.ready
	$(PYTEST) --cov --cov-report=term

# Whether a test notices when a line is changed; takes a good while.
mutants: $(VENV)/dev.ready
	$(BIN)/python -m tests.mutants

# What holds while servers are killed, disks are full and strangers send anything; takes hours.
faults: $(VENV)/dev.ready $(VENV)/gcc.ready
	$(BIN)/python -m tests.faults
	$(PYTEST) -m soak tests/server/test_described.py

check: $(VENV)/dev.ready node_modules/ready build/verify.js
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/node node_modules/eslint/bin/eslint.js --max-warnings 0 .
	$(BIN)/node node_modules/typescript/bin/tsc
	@$(MAKE) --no-print-directory $(VENV)/audited.ready

# Audit again, and fail where the database of known faults can't be reached.
audit: $(VENV)/dev.ready
	@rm -f $(VENV)/audited.ready
	@$(MAKE) --no-print-directory $(VENV)/audited.ready NOT_REACHED=false

# pip-audit has status 1 both for faults and for a database that does not answer; only faults go to stdout.
NOT_REACHED := true
$(VENV)/audited.ready: constraints.txt | $(VENV)/dev.ready
	@[ -x $(BIN)/pip-audit ] || $(BIN)/pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt 'pip-audit>=2.7' 2>/dev/null; \
	if faults=$$($(BIN)/pip-audit --strict --requirement constraints.txt --no-deps --disable-pip 2>/dev/null); \
		then touch $@; \
	elif [ -n "$$faults" ]; \
		then echo "$$faults"; exit 1; \
	else echo "packages were not audited: the database of known faults can't be reached"; $(NOT_REACHED); \
	fi

bench: $(VENV)/dev.ready $(VENV)/chromium.ready
	$(BIN)/python bench/playouts.py
	$(BIN)/python bench/peers.py
	$(BIN)/python bench/strength.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/memory.py
	$(BIN)/python bench/review.py
	$(BIN)/python bench/solve.py
	$(BIN)/python bench/pocket.py
	$(BIN)/python bench/truth.py
	$(BIN)/python bench/intervals.py
	$(BIN)/python bench/ratings.py
	$(BIN)/python bench/calibration.py
	$(BIN)/python bench/rollouts.py
	$(BIN)/python bench/first_page.py
	$(BIN)/python bench/first_choice.py
	$(BIN)/python bench/prompt.py
	$(BIN)/python bench/load.py
	$(BIN)/python bench/crowd.py

docs: $(VENV)/dev.ready $(VENV)/chromium.ready
	$(BIN)/python docs/make.py
	$(BIN)/python docs/columns_and_actions.py
	$(BIN)/python docs/speed.py
	$(BIN)/python docs/structure.py --draw
	$(BIN)/python docs/walks.py

clean:
	rm -rf .venv .venv-* node_modules build

$(VENV)/pip.ready:
	@command -v $(PYTHON) >/dev/null || { echo "pasch needs Python 3.11 or newer: install python3, or say make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "pasch needs Python 3.11 or newer, $(PYTHON) is $$($(PYTHON) -V); say make PYTHON=..."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv is missing: install python3-venv"; exit 1; }
	@touch $@

$(VENV)/play.ready: pyproject.toml constraints.txt | $(VENV)/pip.ready
	@echo "Setting up pasch in $(VENV) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

$(VENV)/dev.ready: pyproject.toml constraints.txt | $(VENV)/pip.ready
	@echo "Setting up pasch and its tools in $(VENV) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

# Node comes with the tools of Python, ESLint and TypeScript from npm.
node_modules/ready: package.json package-lock.json | $(VENV)/dev.ready
	@echo "Setting up the tools for JavaScript in node_modules ..."
	@$(BIN)/npm ci --silent --ignore-scripts \
		|| { echo "ESLint and TypeScript can't be fetched from npm; $(BIN)/npm ci tells why"; exit 1; }
	@touch $@

# The script of the page that stands alone, every line where it is in the page.
build/verify.js: src/pasch/client/verify.html
	@mkdir -p $(@D)
	@sed -e '1,/<script>/s/.*//' -e '/<\/script>/,$$d' $< > $@

# The tests play in a real terminal.
$(VENV)/tmux.ready: | $(VENV)/pip.ready
	@command -v tmux >/dev/null \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -q && apt-get install -q -y tmux; } \
		|| { echo "the tests play in a real terminal: install tmux"; exit 1; }
	@touch $@

# They cut the power of a disk that is made by a C library.
$(VENV)/gcc.ready: | $(VENV)/pip.ready
	@command -v gcc >/dev/null \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -q && apt-get install -q -y gcc libc6-dev; } \
		|| { echo "the tests build a small C library: install gcc"; exit 1; }
	@touch $@

# And in a real browser; the one without a window of its own takes half the time.
BROWSERS := chromium-headless-shell chromium chromium-browser google-chrome
$(VENV)/chromium.ready: | $(VENV)/pip.ready
	@( for browser in $(BROWSERS); do command -v $$browser >/dev/null && exit 0; done; exit 1 ) \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -q \
			&& { apt-get install -q -y chromium-headless-shell || apt-get install -q -y chromium; }; } \
		|| { echo "the tests play in a real browser: install chromium"; exit 1; }
	@touch $@
