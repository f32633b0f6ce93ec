#!/usr/bin/env bash
# Sees to it that the browser tests find a Chromium: prints where it is, else installs Debian's package
# when it may, else says in one line that those tests will be skipped. Never fails.
#   --find   only print the path, nothing if there is none
# FELDPOST_CHROMIUM names a browser to use before all others.
set -euo pipefail

find_chromium() {
    local candidate
    for candidate in "${FELDPOST_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
        if [ -n "$candidate" ] && command -v "$candidate"; then
            return
        fi
    done
    for candidate in "${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}"/chromium-*/chrome-linux*/chrome; do
        if [ -x "$candidate" ]; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    return 1
}

if [ "${1:-}" = "--find" ]; then
    find_chromium || true
    exit 0
fi
if path=$(find_chromium); then
    echo "  Chromium for the browser tests: $path"
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "  Installing Debian's chromium for the browser tests"
    log=$(mktemp)
    if { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } >"$log" 2>&1 \
        && path=$(find_chromium); then
        echo "  Chromium for the browser tests: $path"
        rm -f "$log"
    else
        echo "  No Chromium: apt-get could not install it (see $log), so the browser tests are skipped"
    fi
else
    echo "  No Chromium: the browser tests are skipped; install one (Debian: apt-get install chromium) or set FELDPOST_CHROMIUM"
fi
