// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import Glibc

/// The content of a gateway’s call.
public enum Callback: Hashable, Sendable {
    /// A report on a message.
    case report(DeliveryReport)
    /// A message that came in.
    case message(ReceivedMessage)
    /// Something that changes nothing.
    case nothing
}

/// The reason why a call is not from a gateway.
public enum CallbackFault: Error, Hashable, Sendable {
    /// It says nothing that a gateway says.
    case notUnderstood
    /// Its signature is missing, or was not made with the key.
    case notSigned
}

/// The address that a gateway calls: calls to it are taken as the gateway’s.
public struct CallbackAddress: Hashable, Sendable {
    /// The purpose of a call.
    public enum Purpose: String, Sendable {
        /// To report on a message.
        case report
        /// To hand over one that came in.
        case message
        /// For whatever there is to tell.
        case event
    }

    /// The address without the last part of its path.
    public let base: String
    /// The secret part of it.
    public let token: String

    /// An address of a user’s gateway below `root`.
    public init(root: String, owner: Int64, gateway: String, token: String) {
        base = "\(root)/\(owner)/\(GatewayAddress.encoded(gateway))/\(token)"
        self.token = token
    }

    /// The address to call for a purpose.
    package func text(_ purpose: Purpose) -> String { "\(base)/\(purpose.rawValue)" }
}

/// The place to listen for calls of gateways: a port of this machine, by default of the loopback interface.
public struct ListenAddress: Hashable, Sendable {
    /// The address of an interface, such as 127.0.0.1 or ::1.
    package let host: String
    /// The port.
    public let port: UInt16

    private static let loopback = "127.0.0.1"

    /// Reads `8085`, `0.0.0.0:8085` or `[::1]:8085`; nil for anything else.
    public init?(_ text: String) {
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

    /// The stored form: address and port.
    public var text: String { isOfVersion6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether the address is one of version 6.
    package var isOfVersion6: Bool { host.contains(":") }

    /// Whether only this machine reaches it.
    public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }
}

/// A request to us by HTTP: anyone who can reach the port may have sent it.
public struct IncomingCall: Hashable, Sendable {
    /// The parts of the path, decoded.
    public let path: [String]
    /// The values of the query by their names, decoded; of several of one name the last.
    package let query: [String: String]
    /// The fields of the head that callbacks use, by their names in lower case.
    package let fields: [String: String]
    /// The bytes after the head.
    package let body: [UInt8]

    /// The fields that are worth keeping.
    package static let fieldsOfUse = ["x-signature", "x-timestamp"]

    /// A call.
    ///
    /// - Parameter target: The text behind the method, as it was sent: `/a/b?c=d`.
    package init(target: String, fields: [String: String] = [:], body: [UInt8] = []) {
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = (halves.first ?? "").split(separator: "/").map { Self.decoded($0) }
        let pairs = halves.count > 1 ? halves[1].split(separator: "&") : []
        query = Dictionary(
            pairs.map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (Self.value(parts[0]), parts.count > 1 ? Self.value(parts[1]) : "")
            }, uniquingKeysWith: { $1 })
        self.fields = fields
        self.body = body
    }

    private static func decoded(_ text: Substring) -> String {
        String(decoding: EscapedBytes.decoded(text.utf8), as: UTF8.self)
    }

    /// A name or a value of a query, in which `+` is a blank.
    private static func value(_ text: Substring) -> String { decoded(text.replacing("+", with: " ")) }
}
