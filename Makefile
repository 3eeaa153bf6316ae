# `make` lists the targets. Each one makes the environment in .venv first, if it is not there or not up to date.
PYTHON := python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

# Two processes. One that has run its tests takes some from the other's end, so that most fixtures are made only once.
# Skipped tests are listed with their reasons.
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal -rs
# Compiled modules are kept even if the shell says otherwise: else each process of the tests would compile them again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test test-all test-long test-costs test-vm test-arm64 image evening mutate new-bot check-bot bench bench-page check format words golden docs key-cards lock release setup install uninstall clean

help: ## list the targets
	@echo "Tavolino. Usage: make TARGET"
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-10s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

run: $(READY) ## start the device on a page in the browser
	@$(BIN)/python -c 'import hatch_build; hatch_build.compile_all()'  # a translation may have been edited
	@$(BIN)/tavolino emulate --open

test: $(READY) ## run the core of the tests, in a minute; ARGS="tests/hw --durations 9"
	$(PYTEST) -m "not all and not long" $(ARGS)

test-all: $(READY) ## run all tests that need no hour, in some minutes; ARGS as above
	$(PYTEST) $(ARGS)

test-long: $(READY) ## run all tests with every seed, kill and bit flip, in some hours
	$(PYTEST) -m "long or not long" --timeout 7200

test-costs: $(READY) ## measure what each test costs, or those that are new or named; ARGS=tests/hw
	@$(BIN)/python -m tests.costs $(ARGS)

test-vm: $(READY) ## install and play in whole machines, and pull their plugs; needs root, and an hour each; ARGS="trixie", "pins", "four", "pi3" or "start"
	$(BIN)/python -m tests.vm $(ARGS)

test-arm64: $(READY) ## run the tests on the processor of a Pi, emulated; needs root and half an hour; ARGS="bookworm"
	@$(BIN)/python -m tests.vm.user_mode $(ARGS)

image: $(READY) ## make the image of a card for a Raspberry Pi, and the upgrade of cards in use; some minutes
	@systemd/image/build.sh

evening: $(READY) ## play whole evenings with every kind of fault; ARGS="--seed 7 --hours 3", or --count 100 --panel 2.7-hat --jobs 2
	@$(BIN)/python -m tests.evening $(ARGS)

mutate: $(READY) ## break the code on purpose, two places at a time, and see that tests notice; ARGS="lisboa hw/"
	@$(BIN)/python -m tests.mutants $(ARGS)

new-bot: $(READY) ## begin a bot as a copy of the Magpie, with its tests; KEY=otter
	@$(BIN)/python -m tests.bots.new "$$KEY"

check-bot: $(READY) ## see whether one bot keeps the laws, in sentences; KEY=otter
	@$(BIN)/python -m tests.bots.check "$$KEY"

bench: $(READY) ## measure what the device costs on this machine, beside its budgets; ARGS="--short" for a verdict
	@$(BIN)/python -m tests.bench $(ARGS)

bench-page: $(READY) ## measure the time from a key to its pixels in a browser
	@$(BIN)/python -m tests.browser.bench

check: $(READY) ## lint, format, types, the import rule, the machine lint, tests that assert nothing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_imports.py tests/test_assertions.py tests/contract/test_machines.py

format: $(READY) ## format the code, and mend what the linter can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

words: $(READY) ## bring the translations up to date, say what is wrong, missing or does not fit; ARGS="de wyrmspan", "--common", "--settle" after a conflict
	@$(BIN)/python -m tests.words $(ARGS)

golden: $(READY) ## rewrite recorded plays and pictures, for review
	$(BIN)/python -m tests.golden

docs: $(READY) ## rewrite pictures, pages of bots and examples of docs/
	$(BIN)/python -m tests.docs.pictures docs/pictures
	$(BIN)/python -m tests.docs.examples docs
	$(BIN)/python -m tests.docs.bot_examples docs
	$(BIN)/python -m tests.docs.turns docs
	$(BIN)/python -m tests.docs.game_pages docs
	$(BIN)/python -m tests.docs.bot_pages docs
	$(BIN)/python -m tests.docs.wiring docs
	$(BIN)/python -m tests.docs.wiring_drawing docs/drawings
	$(BIN)/python -m tests.docs.box docs/drawings
	$(BIN)/python -m tests.docs.box_pictures docs/drawings
	$(BIN)/python -m tests.docs.key_card docs/keys
	$(BIN)/python -m tests.docs.animation docs/turn.gif
	$(BIN)/python -m tests.browser.picture docs/page.png

key-cards: $(READY) ## print the cards of the keys for the lid of the box into dist/keys.pdf; needs chromium
	@mkdir -p dist
	@$(BIN)/python -m tests.docs.key_card dist/keys.pdf

# Locked packages keep their versions unless ARGS=--upgrade. hatchling and babel are locked, since the device builds the
# wheel.
lock: $(READY) ## lock what the device installs, each file by its hash; ARGS="--upgrade"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@printf 'hatchling\nbabel\n' | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --only-binary :all: \
	  --generate-hashes --no-annotate --custom-compile-command "make lock" --extra pins --extra usb $(ARGS) \
	  --output-file systemd/requirements.txt pyproject.toml -

release: $(READY) ## make all of a release in dist/, from the tag that is checked out; TAG=v0.1.0 if the commit has several
	@systemd/release.sh $(TAG)

setup: $(READY) ## make the environment, and nothing else

install: ## install the device on this Raspberry Pi, or upgrade it; needs sudo; ARGS="--read-only"
	@systemd/install.sh $(ARGS)

uninstall: ## remove the device from this Raspberry Pi; needs sudo; keeps plays unless ARGS="--purge"
	@systemd/uninstall.sh $(ARGS)

clean: ## remove the environment and what tools left behind
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

# The stamp is removed first and made again last, so that an install that failed is tried again.
$(READY): pyproject.toml hatch_build.py
	@rm -f $@
	@command -v $(PYTHON) >/dev/null || { echo "Python is missing. Install it: apt-get install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Tavolino needs Python 3.11 or newer; this is $$($(PYTHON) -V)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv is missing. Install it: apt-get install python3-venv" >&2; exit 1; }
	@echo "Making the environment in $(VENV), once. This takes a minute."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
