# Everything below needs git, make and Python (3.11 or newer, with venv); the rest is set up in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= auto

# Containers often set this. Then every hook would load its modules one by one, and pytest would compile all tests again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test lint bench truth soak stress fuzz faults docs pictures examples clean

demo: $(VENV)/installed
	$(BIN)/entire demo

test: lint
	$(BIN)/python -m pytest -n $(WORKERS)

lint: $(VENV)/installed
	$(BIN)/ruff check src tests bench tools
	$(BIN)/ruff format --check src tests bench tools
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(VENV)/installed
	$(BIN)/python -m bench

# Who wrote which line, scenario by scenario, as the installed hooks and `entire blame` see it.
truth: $(VENV)/installed
	$(BIN)/python -m tests.truth

soak: $(VENV)/installed
	ENTIRE_SOAK=1 $(BIN)/python -m pytest -n $(WORKERS) -m property

# Sessions, commits, pushes and clean-ups at once; RUNS says how often.
RUNS ?= 1
stress: $(VENV)/installed
	$(BIN)/python -m tools.stress --runs $(RUNS)

# Hostile input for everything that reads some; a second call continues where the first one ended.
CASES ?= 1000000
fuzz: $(VENV)/installed
	$(BIN)/python -m tools.fuzz --cases $(CASES)

# Half an hour or more; the tests have a sample. `FAULTS="--quick --kind kill"` is a short form.
faults: $(VENV)/installed
	$(BIN)/python -m tests.faults $(FAULTS)

# What the documentation shows of screens is made by running the commands.
docs: pictures examples

pictures: $(VENV)/installed
	$(BIN)/python -m tools.screens

examples: $(VENV)/installed
	$(BIN)/python -m tools.examples
	$(BIN)/python -m tools.agents

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache

# Tools first (they change rarely), then the wheel itself: tests run on what people install. The first is a pip whose
# launchers do not load `re`, which would cost every hook as much as three git calls. Python 3.11 puts setuptools beside
# it, which every start of Python would load a part of; tools that install programs leave it out, too.
$(VENV)/tools: constraints.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --upgrade pip
	$(BIN)/python -m pip uninstall --quiet --yes setuptools
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt \
		hatchling hypothesis import-linter mypy pytest pytest-xdist ruff wcwidth click google-re2 pyahocorasick \
		jinja2 markdown-it-py pygments starlette uvicorn
	touch $@

$(VENV)/installed: $(VENV)/tools $(shell find src -type f -not -name '*.pyc') README.md
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w dist .
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall dist/entire-*.whl
	touch $@
