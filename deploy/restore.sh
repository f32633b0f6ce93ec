#!/bin/sh
# Puts a copy made by backup.sh into an empty data directory of a Redis or Valkey server that does not run.
#   deploy/restore.sh feldpost-20260101T120000Z.rdb.gz /var/lib/feldpost/redis
# With appendonly yes a server reads its append-only file and never the copy beside it, so the copy becomes the
# beginning of that file; Redis 6.2, 7 and 8 and Valkey take it so.
set -eu
umask 077

[ $# = 2 ] || { echo "restore: deploy/restore.sh COPY DIRECTORY" >&2; exit 2; }
COPY=$1 TO=$2
[ -r "$COPY" ] || { echo "restore: $COPY cannot be read" >&2; exit 1; }
for there in "$TO"/appendonly.aof "$TO"/appendonlydir "$TO"/dump.rdb; do
    if [ -e "$there" ]; then
        echo "restore: $there already exists; stop the server and move $TO away first" >&2
        exit 1
    fi
done
mkdir -p "$TO"
trap 'rm -f "$TO/.restoring"' EXIT
case $COPY in
    *.gz) gzip -dc "$COPY" >"$TO/.restoring" ;;
    *) cp "$COPY" "$TO/.restoring" ;;
esac
case $(head -c 6 "$TO/.restoring") in
    REDIS* | VALKEY) ;;
    *) echo "restore: $COPY is not a backup of a Redis or Valkey server" >&2; exit 1 ;;
esac
mv "$TO/.restoring" "$TO/appendonly.aof"
echo "restore: $TO is ready; start the server on it, then feldpost check"
