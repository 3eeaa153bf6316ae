# `make` lists the targets. `make run` and `make test` set up what they need.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup run test test-long check format golden docs clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-10s %s\n", $$1, $$2}'

setup: $(READY) ## make the environment in .venv

$(READY): pyproject.toml
	python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

run: $(READY) ## start the device in the emulator
	$(BIN)/tavolino emulate

test: $(READY) ## run the tests
	$(BIN)/python -m pytest -n 2

test-long: $(READY) ## run the tests with every seed
	$(BIN)/python -m pytest -n 2 -m "long or not long"

check: $(READY) ## lint, types, the import rule, the machine lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_imports.py tests/contract/test_machines.py

format: $(READY) ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: $(READY) ## write recorded plays and pictures anew, for review
	$(BIN)/python -m tests.golden

docs: $(READY) ## write the generated parts of docs/ anew
	$(BIN)/python -m firmware.diagrams docs

clean: ## remove the environment and what tools left
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
