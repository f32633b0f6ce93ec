#!/usr/bin/env bash
# Proves that a copy restores: puts it into a fresh directory, has Feldpost start a Redis server of its own on it, and
# replays every game from its record. Touches nothing else.
#   deploy/restore_drill.sh backups/feldpost-20260101T120000Z.rdb.gz
# FELDPOST names the command (default .venv/bin/feldpost beside this folder, else the one on the PATH).
set -euo pipefail

[ $# = 1 ] || { echo "drill: deploy/restore_drill.sh COPY" >&2; exit 2; }
here=$(dirname "$(readlink -f "$0" 2>/dev/null || echo "$0")")
feldpost=${FELDPOST:-$here/../.venv/bin/feldpost}
[ -x "$feldpost" ] || feldpost=feldpost
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

"$here/restore.sh" "$1" "$place/redis"
env -u REDIS_URL FELDPOST_VAR="$place" REDIS_URL= "$feldpost" games --verify
echo "drill: the copy restores, and every game in it can continue"
