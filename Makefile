# `make` lists what there is. `make play` and `make test` need nothing but Python 3.11 or newer.

.DEFAULT_GOAL := help
SHELL := /bin/bash
BIN := .venv/bin
STAMP := .venv/installed
PLAYABLE := .venv/playable
UV := uv==0.13.8
# Games and tests start many processes: what one of them compiles the others find, whatever the shell is set to.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help
help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: install
install: $(STAMP) ## make .venv with the locked dependencies and Feldpost itself

$(STAMP): pyproject.toml requirements.lock deploy/make_venv.sh
	@PYTHON="$(PYTHON)" deploy/make_venv.sh
	@touch $(PLAYABLE) $@

# What plays needs none of the tools of development, and is there in a third of the time.
$(PLAYABLE): pyproject.toml deploy/requirements.lock deploy/build.lock deploy/make_venv.sh
	@PYTHON="$(PYTHON)" deploy/make_venv.sh play
	@touch $@

.PHONY: play
play: $(PLAYABLE) ## open the local web channel and play
	@echo "  Starting Feldpost: the links follow in a moment"
	@$(BIN)/feldpost local

# Runs a lane of the tests; the few that fail beside all others run once more, alone. Environment EIGHTH is passed on. Bytecode is
# kept even where the environment says not to: else each worker, and each bot that a test starts, compiles everything for itself.
LANE = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -n auto --dist worksteal --lane
AGAIN = || { [ $$? = 1 ] && $(BIN)/python -m tests.again; }

.PHONY: quick
quick: $(STAMP) ## run the tests without browsers, processes, sweeps and the longest
	@$(LANE) quick $(ARGS) $(AGAIN)

.PHONY: test
test: $(STAMP) ## run every test once, and one eighth of every sweep (EIGHTH=0 to 7, next or none)
	@deploy/ensure_chromium.sh
	@$(LANE) test $(ARGS) $(AGAIN)

.PHONY: sweep
sweep: $(STAMP) ## run every test and every sweep whole; goes on where it stopped (PART=1/4, ARGS=--anew)
	@deploy/ensure_chromium.sh
	@$(LANE) sweep $(if $(PART),--part $(PART)) $(ARGS) $(AGAIN)

.PHONY: check
check: $(STAMP) ## lint, formatting, types and import contracts, in under a minute
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports

.PHONY: tidy
tidy: $(STAMP) ## sort imports and lay code out as `make check` wants it
	@$(BIN)/ruff check --quiet --fix-only --select I,RUF022
	@$(BIN)/ruff format

.PHONY: bench
bench: $(STAMP) ## measure speed and sizes (ARGS=--json for machines)
	@$(BIN)/python -m benchmarks $(ARGS)

.PHONY: look
look: $(STAMP) ## write the gallery of pictures
	@$(BIN)/python -m renderer.gallery $(ARGS)

.PHONY: lock
lock: ## renew the locks to the newest versions that pyproject.toml allows (UPGRADE= keeps what is locked)
	@test -x .venv-lock/bin/uv || (python3 -m venv .venv-lock && .venv-lock/bin/pip install --quiet $(UV))
	@.venv-lock/bin/uv pip compile pyproject.toml --extra dev --extra map --extra train -o requirements.lock $(UPGRADE) $(LOCK_OPTIONS)
	@# What the image installs: the same versions without the tools of development.
	@.venv-lock/bin/uv pip compile pyproject.toml --constraint requirements.lock -o deploy/requirements.lock \
		--no-annotate $(LOCK_OPTIONS)
	@echo hatchling | .venv-lock/bin/uv pip compile - --constraint requirements.lock -o deploy/build.lock \
		--no-annotate $(LOCK_OPTIONS)
	@echo "  Renewed: $$(grep -c '^[a-z].*==' requirements.lock) packages"

UPGRADE := --upgrade
LOCK_OPTIONS := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make lock"

.PHONY: clean
clean: ## remove what the tools made; the games in var stay
	@rm -rf .venv .venv-lock .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage htmlcov build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
