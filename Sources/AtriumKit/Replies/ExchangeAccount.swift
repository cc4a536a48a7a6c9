// SPDX-License-Identifier: GPL-3.0-or-later

/// The result of an import or export, by kinds: the same facts for every app and format.
public struct ExchangeAccount: Equatable, Sendable {
    /// The number of read items: each is kept or left out.
    public var read: Int { kept + leftOut }
    /// The number of kept or written items.
    public let kept: Int
    /// The number of these that were changed.
    public let changed: Int
    /// The number of items that are not kept.
    public let leftOut: Int
    /// The numbers of changed or left-out items by the name of the reason.
    public let reasons: [String: Int]

    /// An account of these numbers.
    public init(kept: Int, changed: Int = 0, leftOut: Int = 0, reasons: [String: Int] = [:]) {
        self.kept = kept
        self.changed = changed
        self.leftOut = leftOut
        self.reasons = reasons.filter { $0.value > 0 }
    }

    /// A fact for each kind.
    public var facts: [Fact] {
        [
            Fact("read", .number(read)), Fact("kept", .number(kept)), Fact("changed", .number(changed)),
            Fact("leftOut", .number(leftOut)),
            Fact("reasons", .list(reasons.sorted { $0.key < $1.key }.map { .text("\($0.key): \($0.value)") })),
        ]
    }
}
