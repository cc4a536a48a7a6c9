# SPDX-License-Identifier: GPL-3.0-or-later
# A network of this script's own: a bridge, at which the programs that use the servers are, and a namespace for each node,
# whose cable to the bridge can be cut. It ends with the processes in it.

declare -A address=([a]=10.77.0.1 [b]=10.77.0.2 [keys]=10.77.0.3)
declare -A holder=()

make_network() {
    local node tries
    ip link set lo up
    ip link add bridge type bridge
    ip address add 10.77.0.100/24 dev bridge
    ip link set bridge up
    for node in "${!address[@]}"; do
        unshare --net sleep infinity &
        holder[$node]=$!
        tries=0
        until [ "$(readlink "/proc/${holder[$node]}/ns/net")" != "$(readlink /proc/self/ns/net)" ]; do
            tries=$((tries + 1))
            [ $tries -lt 200 ] || fail "node $node has no network"
            sleep 0.01
        done
        ip link add "cable-$node" type veth peer name cable netns "${holder[$node]}"
        ip link set "cable-$node" master bridge up
        enter "$node"
        "${inside[@]}" ip address add "${address[$node]}/24" dev cable
        "${inside[@]}" ip link set cable up
        "${inside[@]}" ip link set lo up
    done
}
# The words before a command that runs at a node.
enter() { inside=(nsenter --net --target "${holder[$1]}" --); }
cut_off() { ip link set "cable-$1" down; }
put_back() { ip link set "cable-$1" up; }
