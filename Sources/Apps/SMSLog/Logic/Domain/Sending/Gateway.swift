// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// A gateway as the user has set it up, and how it does.
package struct Gateway: Codable, Hashable, Sendable {
    /// Gateways in the user’s order.
    package static func ordered(_ gateways: [Gateway]) -> [Gateway] {
        gateways.sorted { ($0.position, $0.name) < ($1.position, $1.name) }
    }

    /// The user’s name for it; unique among the user’s gateways.
    package let name: String
    package let kind: GatewayKind
    /// The place: the path of a folder, or an address.
    package let place: String
    /// The user name for handing over messages; `nil` for a folder.
    package let user: String?
    /// The password, sealed; `nil` for a folder.
    package var secret: [UInt8]?
    /// The sender of the messages; `nil`: the gateway’s own.
    package let sender: String?
    /// The number of the card that sends, from 1 on; `nil`: the one that the gateway prefers.
    package let sim: Int?
    /// The address of this machine and the port that wait for its calls; `nil`: none, it is only asked.
    package var listen: String?
    /// The address under which it reaches that place, if it is another one.
    package var callback: String?
    /// The key with which it signs its calls, sealed; `nil`: signatures are not checked.
    package var signing: [UInt8]?
    /// The reason why nothing can listen there.
    package var deaf: String?
    /// The date of its last call.
    package var heard: Timestamp?
    /// Its place among the user’s gateways: the first one sends.
    package var position = 0
    /// The number of messages per day; they are also counted without a limit, for one may be set in the afternoon.
    package var limit: DailyLimit
    /// The number of successive failures to reach it.
    package var failures = 0
    /// The date of the next try, after it could not be reached.
    package var retry: Timestamp?
    /// Why it could not be reached.
    package var trouble: String?

    /// A gateway that was not asked yet.
    package init(
        name: String, kind: GatewayKind, place: String, user: String? = nil, secret: [UInt8]? = nil,
        sender: String? = nil, sim: Int? = nil, limit: DailyLimit = DailyLimit()
    ) {
        self.name = name
        self.kind = kind
        self.place = place
        self.user = user
        self.secret = secret
        self.sender = sender
        self.sim = sim
        self.limit = limit
    }

    /// The same after it was reached.
    package var reached: Gateway {
        var gateway = self
        (gateway.failures, gateway.retry, gateway.trouble) = (0, nil, nil)
        return gateway
    }

    /// The same after it could not be reached.
    package func failed(at now: Timestamp, _ reason: String) -> Gateway {
        var gateway = self
        gateway.failures = failures + 1
        gateway.retry = now + BackOff.pause(after: gateway.failures)
        gateway.trouble = reason
        return gateway
    }
}

package enum GatewayKind: String, Codable, Hashable, Sendable, CaseIterable {
    /// A folder that another program empties.
    case folder
    /// The folders of gammu-smsd.
    case gammu
    /// The database of gammu-smsd.
    case gammuDatabase = "gammu-database"
    /// Kannel’s sendsms service.
    case kannel
    /// A telephone with the app “SMS Gateway for Android”.
    case android

    /// The kinds by their names for users; for which program a place is of what kind shows there.
    package static let named = allCases.filter { $0 != .gammuDatabase }

    /// Whether it is reached over a network, with a user and a password.
    package var isOfNetwork: Bool { self == .kannel || self == .android }
}

/// The maximum number of messages for a gateway per day, and the number today.
package struct DailyLimit: Codable, Hashable, Sendable {
    /// The longest possible day, if clocks are changed.
    private static let longestDay = Duration.seconds(26 * 3600)

    /// The maximum number of messages; `nil`: no limit.
    package var most: Int?
    /// The number of messages on the day that ends at `end`.
    package private(set) var count: Int
    /// The end of that day; `nil`: no message was counted yet.
    package private(set) var end: Timestamp?

    package init(most: Int? = nil, count: Int = 0, end: Timestamp? = nil) {
        self.most = most
        self.count = count
        self.end = end
    }

    /// The number of messages today.
    package func count(at now: Timestamp) -> Int { isDay(of: now) ? count : 0 }

    /// The number of messages left for today; `nil`: no limit.
    package func rest(at now: Timestamp) -> Int? { most.map { max(0, $0 - count(at: now)) } }

    /// The date from which it may be given the next message; `nil`: now.
    package func opens(after now: Timestamp) -> Timestamp? { rest(at: now) == 0 ? end : nil }

    /// Counts a message.
    ///
    /// - Parameter end: The end of today.
    package mutating func add(at now: Timestamp, dayEnds end: Timestamp) {
        count = count(at: now) + 1
        self.end = end
    }

    /// Counts a message no more: the gateway has not taken it.
    package mutating func takeBack() { count = max(0, count - 1) }

    /// Whether the counted day is today; it is not if the clock was far ahead.
    private func isDay(of now: Timestamp) -> Bool { end.map { now < $0 && $0 <= now + Self.longestDay } ?? false }
}

/// The pause before something is tried again.
package enum BackOff {
    private static let (first, longest) = (5, 900)

    /// Five seconds after the first failure, and twice as long after each further one, up to a quarter of an hour.
    package static func pause(after failures: Int) -> Duration {
        // Eight doublings are beyond the longest.
        .seconds(min(longest, first << max(0, min(failures - 1, 8))))
    }
}
