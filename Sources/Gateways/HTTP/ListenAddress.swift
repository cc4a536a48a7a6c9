// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Where calls of gateways are waited for: a port of this machine, of the loopback interface unless it says more.
package struct ListenAddress: Hashable, Sendable {
    /// The address of an interface, such as 127.0.0.1 or ::1.
    package let host: String
    /// The port.
    package let port: UInt16

    private static let loopback = "127.0.0.1"

    /// Reads `8085`, `0.0.0.0:8085` or `[::1]:8085`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let last = parts.last, last.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let port = UInt16(last), port > 0 else {
            return nil
        }
        let named = parts.dropLast().joined(separator: ":")
        var host = parts.count == 1 ? Self.loopback : named
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard Self.isAddress(host), host.contains(":") == (host != named && parts.count > 1) else { return nil }
        self.host = host
        self.port = port
    }

    private static func isAddress(_ host: String) -> Bool {
        var (old, new) = (in_addr(), in6_addr())
        return inet_pton(AF_INET, host, &old) == 1 || inet_pton(AF_INET6, host, &new) == 1
    }

    /// As it is kept: address and port.
    package var text: String { isOfVersion6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether the address is one of version 6.
    package var isOfVersion6: Bool { host.contains(":") }

    /// Whether nobody but this machine reaches it.
    package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }
}
