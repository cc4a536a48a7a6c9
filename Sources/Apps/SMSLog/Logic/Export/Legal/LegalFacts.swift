// SPDX-License-Identifier: GPL-3.0-or-later

/// What a signed folder says of itself, and its signature too, in English for whoever gets it.
package struct LegalFacts: Hashable, Sendable {
    /// When it was made, in UTC.
    package let madeAt: String
    /// The time zone of its local times.
    package let zone: String
    /// Which messages were asked for; nil: all.
    package let query: String?

    private static let starts = ["made: ", "time zone: ", "query: "]
    private static let all = "–"

    init(madeAt: String, zone: String, query: String?) {
        self.madeAt = madeAt
        self.zone = zone
        self.query = query
    }

    /// A line each.
    var lines: [String] { zip(Self.starts, [madeAt, zone, query ?? Self.all]).map { $0 + $1 } }

    /// The facts of a comment, which has all lines on one; nil for any other comment.
    package init?(_ comment: String) {
        let parts = comment.split(separator: "; ", maxSplits: 2)
        guard parts.count == 3, zip(parts, Self.starts).allSatisfy({ $0.hasPrefix($1) }) else { return nil }
        let values = zip(parts, Self.starts).map { String($0.dropFirst($1.count)) }
        self.init(madeAt: values[0], zone: values[1], query: values[2] == Self.all ? nil : values[2])
    }
}
