// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumFiles
import Glibc

/// The reason why a gateway has not taken a message.
public enum GatewayFault: Error, Hashable, Sendable {
    /// It will never take this message.
    case refused(reason: GatewayReason)
    /// It does not take this message now.
    case busy(reason: GatewayReason)
    /// It takes no message now: it cannot be reached.
    case unreachable(reason: GatewayReason)
    /// It is unknown whether it has taken the message: its answer was lost.
    case lost(reason: GatewayReason)

    /// The reason; words from outside may hold anything.
    public var reason: GatewayReason {
        switch self {
        case .refused(let reason), .busy(let reason), .unreachable(let reason), .lost(let reason): reason
        }
    }

    /// Whether other messages need not be tried now.
    public var isOfGateway: Bool {
        switch self {
        case .unreachable, .lost: true
        case .refused, .busy: false
        }
    }
}

extension GatewayFault {
    /// The fault of a gateway whose folder or file cannot be used: it may come back.
    package init(_ fault: FileFault) {
        self = .unreachable(reason: .said("\(fault.path): \(String(cString: strerror(fault.reason.number)))"))
    }
}

/// The reason of a failure: a fact that is known here, or words of the gateway or of the system.
public enum GatewayReason: Hashable, Sendable {
    /// Words from outside.
    case said(String)
    /// A fact, with what belongs to it.
    case fact(GatewayFact, String)
}

/// A fault of a gateway that is known here.
public enum GatewayFact: String, Hashable, Sendable, CaseIterable {
    /// No computer has the name.
    case unknownHost = "unknown-host"
    /// Nothing answers at the place.
    case noListener = "no-listener"
    /// There was no answer in this number of seconds.
    case timedOut = "timed-out"
    /// There is no secure connection, for this reason.
    case insecure
    /// The connection broke, for this reason.
    case disconnected
    /// User or password are not accepted.
    case unauthorized
    /// The server does not know the address.
    case nothingThere = "nothing-there"
    /// The server sends on to another address.
    case redirected
    /// The server says that something is wrong with itself.
    case serverFault = "server-fault"
    /// The answer is none of this kind of gateway.
    case notUnderstood = "not-understood"
    /// This program does not speak to such a gateway; this other one does.
    case otherProgram = "other-program"
    /// Listening at the place is impossible, for this reason.
    case cannotListen = "cannot-listen"
    /// The password cannot be read.
    case noPassword = "no-password"
    /// The file is no database of gammu-smsd.
    case otherDatabase = "other-database"
    /// Another program has kept the file locked for too long.
    case locked
    /// The file, or the folder that it is in, may not be written.
    case readOnly = "read-only"
    /// The message has more parts than this number.
    case tooManyParts = "too-many-parts"
}

extension GatewayReason: ExpressibleByStringLiteral {
    /// Makes a reason of words from outside.
    public init(stringLiteral value: String) { self = .said(value) }
}

extension GatewayReason {
    /// The prefix of facts that are kept as text.
    private static let mark = "atrium."

    /// The stored form: words as they are, facts as `atrium.CODE: DETAIL`.
    public var stored: String {
        switch self {
        case .said(let text): text
        case .fact(let fact, let detail): "\(Self.mark)\(fact.rawValue): \(detail)"
        }
    }

    /// Reads the stored form.
    public init(stored text: String) {
        self = .said(text)
        guard text.hasPrefix(Self.mark), let colon = text.firstIndex(of: ":") else { return }
        let code = text[..<colon].dropFirst(Self.mark.count)
        guard let fact = GatewayFact(rawValue: String(code)) else { return }
        self = .fact(fact, String(text[text.index(after: colon)...].drop { $0 == " " }))
    }
}
