// SPDX-License-Identifier: GPL-3.0-or-later

/// What has changed in a store since somebody was last told.
public enum Changes<Change: Hashable & Sendable>: Hashable, Sendable {
    /// These things, each once, in the order in which they first changed.
    case these([Change])
    /// Anything: another process has written, or more has changed than is told one by one.
    case unknown

    /// More changes than these are told as `unknown`: whoever hears of so many loads everything anyway.
    static var most: Int { 1000 }

    /// Both changes together.
    public func union(_ later: Changes) -> Changes {
        guard case .these(let first) = self, case .these(let second) = later,
            first.count + second.count <= Self.most
        else { return .unknown }
        var known = Set(first)
        return .these(first + second.filter { known.insert($0).inserted })
    }

    /// Whether nothing is said to have changed.
    public var isEmpty: Bool { self == .these([]) }

    /// Whether something may have changed of which this is true.
    public func mayHave(_ isMeant: (Change) -> Bool) -> Bool {
        if case .these(let changes) = self { changes.contains(where: isMeant) } else { true }
    }
}
