#!/usr/bin/env bash
# Reads the append-only file of a stopped server of Feldpost's own to its end and says where it is damaged.
#   deploy/check_aof.sh var/redis
#   deploy/check_aof.sh var/redis --fix     asks, then cuts the file off where the damage begins: copy the folder first
# The checker is the program of the server that Feldpost starts. FELDPOST names the command (default .venv/bin/feldpost
# beside this folder, else the one on the PATH).
set -euo pipefail

[ $# = 1 ] || { [ $# = 2 ] && [ "$2" = --fix ]; } || { echo "check: deploy/check_aof.sh DIRECTORY [--fix]" >&2; exit 2; }
here=$(dirname "$(readlink -f "$0" 2>/dev/null || echo "$0")")
feldpost=${FELDPOST:-$here/../.venv/bin/feldpost}
[ -x "$feldpost" ] || feldpost=$(command -v feldpost)
python=$(dirname "$(readlink -f "$feldpost" 2>/dev/null || echo "$feldpost")")/python
if command -v flock >/dev/null && [ -e "$1/data.lock" ] && ! flock -n "$1/data.lock" true; then
    echo "check: a server still uses $1; stop Feldpost first" >&2
    exit 1
fi
server=$("$python" -c 'import asyncio; from bot.storage.binaries import find_binary; print(asyncio.run(find_binary()).path)')
# A server that is called by these names is a checker.
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
ln -s "$server" "$place/redis-check-aof"
ln -s "$server" "$place/redis-check-rdb"

# The compacted beginning is a copy (RDB), commands follow it: in a file of its own, or behind it in one file of an older
# server. Each is read alone, since the checker of Valkey 9.1 takes a beginning of its own kind (VALKEY080) for damaged
# where it is given the manifest.
found=no sound=yes
for file in "$1"/appendonlydir/*.base.rdb "$1"/appendonlydir/*.aof "$1"/appendonly.aof; do
    [ -s "$file" ] || continue
    found=yes
    case $file:$(head -c 6 "$file") in
        *.base.rdb:* | *:VALKEY) "$place/redis-check-rdb" "$file" || sound=no ;;
        *) "$place/redis-check-aof" ${2:+"$2"} "$file" || sound=no ;;
    esac
done
[ $found = yes ] || { echo "check: $1 has no append-only file" >&2; exit 1; }
[ $sound = yes ] || { echo "check: the data in $1 are damaged" >&2; exit 1; }
echo "check: the data in $1 are sound"
