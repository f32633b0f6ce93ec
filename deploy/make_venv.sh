#!/usr/bin/env bash
# Makes .venv and puts the locked dependencies and Feldpost itself into it. Called by `make install`.
# PYTHON names the interpreter to use; otherwise the first of the usual ones that is new enough.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '  %s\n' "$*"; }
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    local candidate
    for candidate in ${PYTHON:-python3.11 python3.12 python3.13 python3.14 python3 python}; do
        if command -v "$candidate" >/dev/null && new_enough "$candidate"; then
            printf '%s' "$candidate"
            return
        fi
    done
    printf 'Feldpost needs Python 3.11 or newer, and %s is not that (%s). Install it, or name it: make install PYTHON=/path/to/python3.11\n' \
        "${PYTHON:-python3}" "$("${PYTHON:-python3}" --version 2>&1 || true)" >&2
    return 1
}

export PIP_DISABLE_PIP_VERSION_CHECK=1
if ! { [ -x .venv/bin/python ] && new_enough .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1; }; then
    python=$(find_python)
    say "Making .venv with $("$python" --version)"
    rm -rf .venv
    if ! problem=$("$python" -m venv .venv 2>&1); then
        printf 'Python cannot make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv. It said:\n%s\n' "$problem" >&2
        exit 1
    fi
fi

say "Installing the $(grep -c '^[a-z].*==' requirements.lock) locked packages of requirements.lock"
.venv/bin/python -m pip install -qq --require-hashes --requirement requirements.lock
say "Installing Feldpost"
.venv/bin/python -m pip install -qq --no-deps --no-build-isolation --editable .
say "Ready: .venv/bin/feldpost ($(.venv/bin/feldpost version))"
