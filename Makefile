# Two commands: `make run` plays, `make test` checks. Both set everything up by themselves.
# `make evening` plays by itself; `make .venv` only sets up; `make format` tidies the code; `make lock`, `make docs`
# and `make screenshot` remake what is kept.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run evening test lint format lock docs screenshot bench-dice clean

run: .venv
	$(BIN)/python -m bot

evening: .venv
	$(BIN)/python -m bot demo --scenario

test: .venv lint
	$(BIN)/python -m pytest

lint: .venv
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The directory is its own stamp: rebuilt when the pinned, hashed requirements change.
.venv: requirements/dev.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 ou plus récent est nécessaire.")'
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	touch .venv

# Needs uv: https://docs.astral.sh/uv/
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -o requirements/runtime.txt pyproject.toml
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra demo --group dev -c requirements/runtime.txt -o requirements/dev.txt pyproject.toml
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group pyproject.toml:benchmark -o requirements/benchmark.txt

# The list of commands in the guides.
docs: .venv
	$(BIN)/python -m docs.reference

# Needs Chromium; CHROMIUM=/path/to/it when it is not found.
screenshot: .venv
	$(BIN)/python -m docs.screenshot

# The dice against the libraries d20 and dice, which the bot does not use: an environment of their own.
bench-dice: .venv-benchmark
	.venv-benchmark/bin/python -m benchmarks.dice

.venv-benchmark: requirements/benchmark.txt
	$(PYTHON) -m venv --clear .venv-benchmark
	.venv-benchmark/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/benchmark.txt
	touch .venv-benchmark

clean:
	rm -rf .venv .venv-benchmark .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
