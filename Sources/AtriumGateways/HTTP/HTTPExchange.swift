// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
public import AtriumSession

/// Sends requests to a server by HTTP.
///
/// A gateway’s request is sent once: it is never repeated automatically, and no redirection is followed, as one might
/// lead user and password elsewhere.
public protocol HTTPExchange: Sendable {
    /// The answer to a request, whatever its status.
    ///
    /// - Throws: `HTTPFault` if there is no whole answer.
    func answer(to request: HTTPRequest) async throws(HTTPFault) -> HTTPAnswer
}

/// A request to a server.
public struct HTTPRequest: Sendable {
    /// The whole address, of which everything is percent-encoded that has to be.
    package let address: String
    /// The body, as JSON, by POST; `nil`: none, by GET.
    package let json: [UInt8]?
    /// Whether it removes the resource, by DELETE.
    package let isRemoval: Bool
    /// The account, for basic authentication.
    package let account: HTTPAccount?

    /// A request of these parts.
    package init(_ address: String, json: [UInt8]? = nil, isRemoval: Bool = false, account: HTTPAccount? = nil) {
        self.address = address
        self.isRemoval = isRemoval
        self.json = json
        self.account = account
    }
}

/// The user and password that a server knows.
public struct HTTPAccount: Sendable {
    /// The name.
    package let user: String
    package let password: Secret

    /// This user.
    public init(user: String, password: Secret) {
        self.user = user
        self.password = password
    }
}

/// The answer of a server.
public struct HTTPAnswer: Sendable {
    /// The status: 200 and so on.
    package let status: Int
    /// The bytes after the head.
    package let body: [UInt8]
    /// The address that it redirects to.
    package let location: String?

    /// An answer of these parts.
    package init(status: Int, body: [UInt8], location: String? = nil) {
        self.status = status
        self.body = body
        self.location = location
    }

    /// The body as text, without blanks around it.
    var text: String {
        String(decoding: body, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true)
            .map { $0.hasSuffix("\r") ? $0.dropLast() : $0 }.joined(separator: " ")
    }

    /// The status and the start of the body, for people who look for the fault.
    var excerpt: String { text.isEmpty ? "\(status)" : "\(status): \(text.prefix(80))" }
}

/// The reason why there is no answer.
public enum HTTPFault: Error, Hashable, Sendable {
    /// The server has not been asked.
    case unsent(GatewayReason)
    /// The server may have got all of it.
    case unclear(GatewayReason)
}

extension GatewayFault {
    init(_ fault: HTTPFault) {
        switch fault {
        case .unsent(let reason): self = .unreachable(reason: reason)
        case .unclear(let reason): self = .lost(reason: reason)
        }
    }

    /// The meaning of a status that says more about the server than about the request; `nil` for any other.
    init?(ofServer answer: HTTPAnswer, at address: String) {
        switch answer.status {
        case 300..<400: self = .unreachable(reason: .fact(.redirected, answer.location ?? answer.excerpt))
        case 401: self = .unreachable(reason: .fact(.unauthorized, answer.excerpt))
        case 404, 405: self = .unreachable(reason: .fact(.nothingThere, address))
        default: return nil
        }
    }
}

/// The address of a gateway: `http://` or `https://`, a host, perhaps a port and a path, and nothing else.
public struct GatewayAddress: Hashable, Sendable {
    /// The stored form, without a slash at its end.
    public let text: String
    /// Host and port, as they were written.
    public let host: String
    /// The path, empty or with a slash in front of it.
    package let path: String

    /// The address of a text; `nil` if it is none.
    public init?(_ text: String) {
        guard let mark = text.firstRange(of: "://"), ["http", "https"].contains(text[..<mark.lowerBound].lowercased()),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"?#@\"\\<>".utf8.contains($0) })
        else { return nil }
        let rest = text[mark.upperBound...]
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        guard end > rest.startIndex, rest.first != ":" else { return nil }
        host = String(rest[..<end])
        var path = String(rest[end...])
        while path.hasSuffix("/") { path.removeLast() }
        self.path = path
        self.text = text[..<mark.lowerBound].lowercased() + "://" + host + path
    }

    /// Whether requests can be read on their way: without TLS to another machine.
    public var isReadable: Bool {
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        let isHere =
            name == "localhost" || name == "::1"
            || name.hasPrefix("127.") && name.allSatisfy { "0"..."9" ~= $0 || $0 == "." }
        return text.hasPrefix("http:") && !isHere
    }

    /// A value of a query, of which everything is encoded but what is safe anywhere (RFC 3986, 2.3).
    static func encoded(_ text: some StringProtocol) -> String {
        EscapedBytes.encoded(text.utf8, keeping: EscapedBytes.isUnreserved)
    }
}
