#!/usr/bin/env bash
# Makes .venv and puts the locked dependencies and Feldpost itself into it. Called by `make install`; with the word `play`, by
# `make play`, it leaves out the tools of development: a third of the time, and what they need is added when they are asked for.
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

locks=(requirements.lock)
if [ "${1:-}" = play ]; then
    locks=(deploy/requirements.lock deploy/build.lock)
fi
count=$(cat "${locks[@]}" | grep -c '^[a-z].*==')

# Counts packages as pip fetches them, where somebody watches; a log keeps the line above alone.
told() {
    local line name number=0
    while IFS= read -r line; do
        case $line in
            "Collecting "* | "Processing "*) # the latter where the wheel is at hand
                number=$((number + 1))
                name=${line#* }
                name=${name%% *}
                name=${name##*/}
                name=${name%%[=<>; (]*}
                [ -t 1 ] && printf '\r\033[K  %s of %s: %s' "$number" "$count" "${name%%-[0-9]*}"
                ;;
            "Installing collected packages"*) [ -t 1 ] && printf '\r\033[K  Unpacking them' ;;
        esac
    done
    [ -t 1 ] && printf '\r\033[K'
    return 0
}

say "Installing $count locked packages"
# What is used is compiled at its first import; all of it would take as long again as to unpack it.
.venv/bin/python -m pip install --progress-bar off --no-compile --require-hashes "${locks[@]/#/--requirement=}" \
    2> >(grep -v '^WARNING' >&2) | told
.venv/bin/python -m pip install -qq --no-deps --no-build-isolation --editable .
say "Ready: .venv/bin/feldpost ($(.venv/bin/feldpost version))"
