// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// The hosts of an address, in the order in which all connections of a store try them.
///
/// The host that answered last comes first, and one to which a connection was lost comes last: trying a silent one takes
/// seconds. Until a host has answered, and for an address with one host, libpq’s own order holds.
package final class PostgreSQLHosts: Sendable {
    struct Host: Hashable, Sendable {
        var name: String
        var address: String
        var port: String
    }

    private struct State {
        var hosts: [Host] = []
        var losses = 0
    }

    private let state = Mutex(State())

    /// The hosts of an address that no connection has asked yet.
    package init() {}

    /// The number of connections that were lost.
    var losses: Int { state.withLock { $0.losses } }

    /// The parameters that set the order of the hosts.
    var parameters: [(String, String)] {
        let hosts = state.withLock { $0.hosts }
        guard hosts.count > 1 else { return [] }
        return [("host", \Host.name), ("hostaddr", \.address), ("port", \.port)].map { name, part in
            (name, hosts.map { $0[keyPath: part] }.joined(separator: ","))
        }
    }

    /// Notes the hosts of a connection that was made, and the one that answered, which it returns.
    func answered(by library: LibPQ, _ connection: OpaquePointer?) -> Host? {
        guard let (host, hosts) = Self.present(of: connection, library) else { return nil }
        state.withLock { state in
            if state.hosts.isEmpty { state.hosts = hosts }
            state.hosts = [host] + state.hosts.filter { $0 != host }
        }
        return host
    }

    /// Notes that a host did not answer in time, which comes last from then on.
    ///
    /// - Returns: The number of hosts.
    func passed(by library: LibPQ, _ connection: OpaquePointer?) -> Int {
        guard let (host, hosts) = Self.present(of: connection, library) else { return 1 }
        state.withLock { state in
            if state.hosts.isEmpty { state.hosts = hosts }
            state.hosts = state.hosts.filter { $0 != host } + [host]
        }
        return hosts.count
    }

    /// The host that a connection is at, and all of its address; `nil` if there is only one.
    private static func present(of connection: OpaquePointer?, _ library: LibPQ) -> (host: Host, all: [Host])? {
        let hosts = hosts(of: connection, library)
        let (name, port) = (library.host(connection), library.port(connection))
        guard hosts.count > 1, let name, let port else { return nil }
        let host = hosts.first {
            ($0.name.isEmpty ? $0.address : $0.name) == String(cString: name) && $0.port == String(cString: port)
        }
        return host.map { ($0, hosts) }
    }

    /// Notes that a connection to a host was lost.
    func lost(_ host: Host?) {
        state.withLock { state in
            state.losses += 1
            guard let host else { return }
            state.hosts = state.hosts.filter { $0 != host } + [host]
        }
    }

    private static func hosts(of connection: OpaquePointer?, _ library: LibPQ) -> [Host] {
        let lists = library.settings(of: connection).mapValues {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let (names, addresses, ports) = (lists["host"] ?? [], lists["hostaddr"] ?? [], lists["port"] ?? [])
        return (0..<max(names.count, addresses.count)).map { place in
            // One port is that of all hosts.
            let port = ports.count == 1 ? ports.first : ports.indices.contains(place) ? ports[place] : nil
            return Host(
                name: names.indices.contains(place) ? names[place] : "",
                address: addresses.indices.contains(place) ? addresses[place] : "", port: port ?? "")
        }
    }
}
