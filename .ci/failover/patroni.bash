# SPDX-License-Identifier: GPL-3.0-or-later
# Two servers under Patroni, which asks etcd who the primary is. Debian 12's Patroni loses acknowledged changes with etcd's
# third interface (`etcd3`), and newer ones wait 20 seconds at least; so it is asked through the second.

start_agent() {
    # The socket of a killed server names a process whose number may be another one's by now.
    rm -f "$1"/.s.PGSQL.*
    enter "$1"
    "${inside[@]}" patroni "$1/patroni.yml" >> "$1.log" 2>&1 < /dev/null &
    echo $! > "$1.pid"
    disown
}

# Asks a node's Patroni something by its web interface, and succeeds if it answers with a number of success.
call() {
    timeout "$1" bash -c 'exec 3<> "/dev/tcp/$0/8008" &&
        printf "%s HTTP/1.0\r\nContent-Length: ${#2}\r\n\r\n%s" "$1" "$2" >&3 &&
        read -r _ code _ <&3 && [[ "$code" = 20[02] ]]' "${address[$2]}" "$3" "${4:-}" 2> /dev/null
}
# Whether a node is something, such as `primary`.
is() { call 2 "$1" "HEAD /$2"; }

# Waits until one node is the primary, and the other one its synchronous standby. One that its Patroni forgot to tell of the
# primary (https://github.com/patroni/patroni/issues/3686) is made anew from it, as an administrator would: the primary alone
# then has what was acknowledged.
await_pair() {
    local start=$SECONDS anew=
    while true; do
        for pair in 'a b' 'b a'; do
            read -r primary standby <<< "$pair"
            is "$primary" primary || continue
            if is "$standby" sync; then return; fi
            [ $((SECONDS - start)) -gt 40 ] && [ -z "$anew" ] || continue
            [ -z "${KEEP:-}" ] || tail -n 1000 ./?.log > "$KEEP/standby-$(date +%T)"
            if call 10 "$standby" 'POST /reinitialize' '{"force": true}'; then
                anew=yes
                echo "$standby" >> anew
            fi
        done
        [ $((SECONDS - start)) -lt 180 ] || fail "the servers are no pair any more"
        sleep 0.1
    done
}

start_servers() {
    local node url=http://${address[keys]}
    enter keys
    "${inside[@]}" etcd --name keys --enable-v2 --data-dir keys --listen-client-urls "$url:2379" \
        --advertise-client-urls "$url:2379" --listen-peer-urls "$url:2380" --initial-advertise-peer-urls "$url:2380" \
        --initial-cluster "keys=$url:2380" --heartbeat-interval 100 --election-timeout 1000 > keys.log 2>&1 < /dev/null &
    echo $! > keys.pid
    disown
    for node in a b; do
        cat > "$node/patroni.yml" << END
scope: atrium
name: $node
restapi: {listen: "${address[$node]}:8008", connect_address: "${address[$node]}:8008"}
etcd: {hosts: "${address[keys]}:2379"}
bootstrap:
  dcs:
    ttl: 5
    loop_wait: 1
    retry_timeout: 2
    synchronous_mode: true
    primary_stop_timeout: 1
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: {wal_keep_size: 256MB, max_connections: 60, shared_buffers: 32MB, wal_retrieve_retry_interval: 200ms}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
  pg_hba: [local all all trust, host all all samenet trust, host replication all samenet trust]
postgresql:
  listen: "${address[$node]}:5432"
  connect_address: "${address[$node]}:5432"
  data_dir: $work/$node/data
  bin_dir: $bin
  pgpass: $work/$node/pgpass
  use_unix_socket: true
  parameters: {unix_socket_directories: $work/$node}
  basebackup: [{checkpoint: fast}]
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  authentication:
    superuser: {username: postgres}
    replication: {username: replicator, password: replicator}
    rewind: {username: rewinder, password: rewinder}
END
        start_agent "$node"
    done
    await_pair
}

postmaster() { head -n 1 "$1/data/postmaster.pid"; }

# In turns: the server's first process, the whole node, and Patroni stopped until the other node is the primary, which
# acknowledges changes that the stopped one does not know of when it goes on.
fail_primary() {
    local pid tries=0
    if [ "$failure" = cut ]; then
        cut_off "$primary"
        return
    fi
    pid=$(postmaster "$primary")
    case $((round % 3)) in
        1) kill -9 "$pid" ;;
        2) kill -9 "$(cat "$primary.pid")" "$pid" $(pgrep -P "$pid") 2> /dev/null || true ;;
        0)
            kill -STOP "$(cat "$primary.pid")"
            until is "$standby" primary; do
                tries=$((tries + 1))
                [ $tries -lt 300 ] || fail "server $standby does not take over"
                sleep 0.1
            done
            for number in 1 2 3; do add_at "$standby" "p${round}x$number"; done
            kill -CONT "$(cat "$primary.pid")"
            ;;
    esac
}

mend() {
    if [ "$failure" = cut ]; then
        put_back "$primary"
    elif [ $((round % 3)) = 2 ]; then
        start_agent "$primary"
    fi
    await_pair
}
