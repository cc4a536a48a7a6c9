// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A gateway as the user has set it up, and how it does.
package struct Gateway: Codable, Hashable, Sendable {
    /// How the user calls it; unique among the user’s gateways.
    package let name: String
    /// What it is.
    package let kind: GatewayKind
    /// Where it is: the path of a folder, or an address.
    package let place: String
    /// As whom messages are handed over; nil for a folder.
    package let user: String?
    /// The password, sealed; nil for a folder.
    package var secret: [UInt8]?
    /// Who is said to send; nil: whom the gateway says.
    package let sender: String?
    /// The number of the card that sends, from 1 on; nil: the one that the gateway prefers.
    package let sim: Int?
    /// Where its calls are waited for: an address of this machine and a port; nil: nowhere, it is only asked.
    package var listen: String?
    /// Under which address it reaches that place, where it is another one.
    package var callback: String?
    /// The key with which it signs its calls, sealed; nil: nobody asks for a signature.
    package var signing: [UInt8]?
    /// Why nobody can listen there.
    package var deaf: String?
    /// When it called last.
    package var heard: Timestamp?
    /// Its place among the user’s gateways: the first one sends.
    package var position = 0
    /// How many messages it is given in a day; without a limit they are counted too, for one may be put in the afternoon.
    package var limit: DailyLimit
    /// How often in a row it could not be reached.
    package var failures = 0
    /// When it is asked again, after it could not be reached.
    package var retry: Timestamp?
    /// Why it could not be reached.
    package var trouble: String?

    /// A gateway that nobody has asked yet.
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

/// What kinds of gateways there are.
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

/// How many messages a gateway is given in a day at most, and how many it was given today.
package struct DailyLimit: Codable, Hashable, Sendable {
    /// Where clocks are changed a day may have so long.
    private static let longestDay = Duration.seconds(26 * 3600)

    /// So many messages at most; nil: as many as there are.
    package var most: Int?
    /// How many it was given on the day that ends at `end`.
    package private(set) var count: Int
    /// When that day ends; nil: it was given none yet.
    package private(set) var end: Timestamp?

    package init(most: Int? = nil, count: Int = 0, end: Timestamp? = nil) {
        self.most = most
        self.count = count
        self.end = end
    }

    /// How many messages it was given today.
    package func count(at now: Timestamp) -> Int { isDay(of: now) ? count : 0 }

    /// How many more it may be given today; nil: as many as there are.
    package func rest(at now: Timestamp) -> Int? { most.map { max(0, $0 - count(at: now)) } }

    /// When it may be given the next message; nil: now.
    package func opens(after now: Timestamp) -> Timestamp? { rest(at: now) == 0 ? end : nil }

    /// Counts a message.
    ///
    /// - Parameter end: When today ends.
    package mutating func add(at now: Timestamp, dayEnds end: Timestamp) {
        count = count(at: now) + 1
        self.end = end
    }

    /// Counts a message no more: the gateway has not taken it.
    package mutating func takeBack() { count = max(0, count - 1) }

    /// Whether the day that was counted is today; it is not where the clock was far ahead.
    private func isDay(of now: Timestamp) -> Bool { end.map { now < $0 && $0 <= now + Self.longestDay } ?? false }
}

/// How long to wait before something is tried again.
package enum BackOff {
    private static let (first, longest) = (5, 900)

    /// Five seconds after the first failure, and twice as long after each further one, up to a quarter of an hour.
    package static func pause(after failures: Int) -> Duration {
        // Eight doublings are beyond the longest.
        .seconds(min(longest, first << max(0, min(failures - 1, 8))))
    }
}
