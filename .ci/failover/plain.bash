# SPDX-License-Identifier: GPL-3.0-or-later
# A server and its synchronous standby, which this script promotes.

# Starts the server in a folder, and waits until it answers.
start() {
    # The socket of a killed server names a process whose number may be another one's by now.
    rm -f "$1"/.s.PGSQL.*
    enter "$1"
    "${inside[@]}" "$bin/postgres" -D "$work/$1/data" -k "$work/$1" -c listen_addresses="${address[$1]:-}" \
        -c max_connections=60 -c shared_buffers=32MB \
        -c wal_retrieve_retry_interval=200ms > "$1.log" 2>&1 < /dev/null &
    echo $! > "$1.pid"
    disown
    local tries=0
    until "$bin/pg_isready" -q -h "$work/$1"; do
        tries=$((tries + 1))
        [ $tries -lt 200 ] || fail "server $1 does not answer"
        sleep 0.05
    done
}
# In the middle of whatever it does: the server and all its processes.
kill_server() {
    local pid
    pid=$(cat "$1.pid")
    kill -9 "$pid" $(pgrep -P "$pid") 2> /dev/null || true
}

# Makes the server in a folder the synchronous standby of another one.
follow() {
    local standby=$1 primary=$2 tries=0
    rm -rf "${standby:?}/data"
    enter "$standby"
    # A cable that was just put back carries nothing for a moment.
    until "${inside[@]}" "$bin/pg_isready" -q -h "${host[$primary]}"; do
        tries=$((tries + 1))
        [ $tries -lt 200 ] || fail "server $primary does not answer"
        sleep 0.05
    done
    "${inside[@]}" "$bin/pg_basebackup" -h "${host[$primary]}" -D "$standby/data" -R -X stream -c fast
    echo "primary_conninfo = 'host=${host[$primary]} user=postgres application_name=$standby'" \
        >> "$standby/data/postgresql.auto.conf"
    start "$standby"
    ask "$primary" "ALTER SYSTEM SET synchronous_standby_names = '*'"
    ask "$primary" 'SELECT pg_reload_conf()' > /dev/null
    until [ "$(ask "$primary" "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')")" = 1 ]; do
        tries=$((tries + 1))
        [ $tries -lt 200 ] || fail "server $standby does not follow"
        sleep 0.05
    done
}

start_servers() {
    "$bin/initdb" -D a/data -U postgres -A trust -E UTF8 --locale=C.UTF-8 > /dev/null
    printf 'host all all samenet trust\nhost replication all samenet trust\n' >> a/data/pg_hba.conf
    start a
    follow b a
    primary=a standby=b
}

fail_primary() {
    if [ "$failure" = cut ]; then cut_off "$primary"; else kill_server "$primary"; fi
    "$bin/pg_ctl" promote -w -D "$standby/data" > /dev/null
    ask "$standby" "ALTER SYSTEM SET synchronous_standby_names = ''"
    ask "$standby" 'SELECT pg_reload_conf()' > /dev/null
    read -r primary standby <<< "$standby $primary"
}

mend() {
    if [ "$failure" = cut ]; then
        # It still takes itself for the primary: it ends before it is heard again.
        kill_server "$standby"
        put_back "$standby"
    fi
    follow "$standby" "$primary"
}
