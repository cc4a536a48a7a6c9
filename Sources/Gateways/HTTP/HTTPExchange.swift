// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// Asks a server something by HTTP.
///
/// What a gateway asks is sent once: nothing is asked again by itself, and no redirection is followed, for it might lead
/// user and password elsewhere.
package protocol HTTPExchange: Sendable {
    /// The answer to a request, whatever its status.
    ///
    /// - Throws: `HTTPFault` where there is no whole answer.
    func answer(to request: HTTPRequest) async throws(HTTPFault) -> HTTPAnswer
}

/// What a server is asked.
package struct HTTPRequest: Sendable {
    /// The whole address, of which everything is percent-encoded that has to be.
    package let address: String
    /// What is sent with it, as JSON, by POST; nil: nothing, by GET.
    package let json: [UInt8]?
    /// Whether what is there is to be removed, by DELETE.
    package let isRemoval: Bool
    /// Who asks, for basic authentication.
    package let account: HTTPAccount?

    /// A request of these parts.
    package init(_ address: String, json: [UInt8]? = nil, isRemoval: Bool = false, account: HTTPAccount? = nil) {
        self.address = address
        self.isRemoval = isRemoval
        self.json = json
        self.account = account
    }
}

/// With what a server knows who asks.
package struct HTTPAccount: Sendable {
    /// The name.
    package let user: String
    /// The password.
    package let password: Secret

    /// This user.
    package init(user: String, password: Secret) {
        self.user = user
        self.password = password
    }
}

/// What a server answered.
package struct HTTPAnswer: Sendable {
    /// The status: 200 and so on.
    package let status: Int
    /// What came with it.
    package let body: [UInt8]
    /// Where it sends whoever asks.
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

    /// The status and how the body begins, for people who look for what is wrong.
    var excerpt: String { text.isEmpty ? "\(status)" : "\(status): \(text.prefix(80))" }
}

/// Why there is no answer.
package enum HTTPFault: Error, Hashable, Sendable {
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

    /// What a status means that says more of the server than of what it was asked; nil for any other.
    init?(ofServer answer: HTTPAnswer, at address: String) {
        switch answer.status {
        case 300..<400: self = .unreachable(reason: .fact(.redirected, answer.location ?? answer.excerpt))
        case 401: self = .unreachable(reason: .fact(.unauthorized, answer.excerpt))
        case 404, 405: self = .unreachable(reason: .fact(.nothingThere, address))
        default: return nil
        }
    }
}
