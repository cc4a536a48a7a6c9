// SPDX-License-Identifier: GPL-3.0-or-later

/// What an import or export came to, by kinds: the same facts for every app and format.
public struct ExchangeAccount: Equatable, Sendable {
    /// How many things were read.
    public let read: Int
    /// How many are kept, or were written.
    public let kept: Int
    /// How many of these are not wholly as they were.
    public let changed: Int
    /// How many are not kept.
    public let leftOut: Int
    /// How often each reason was met for which something was changed or left out, by its name.
    public let reasons: [String: Int]

    /// An account of these numbers.
    public init(read: Int, kept: Int, changed: Int = 0, leftOut: Int = 0, reasons: [String: Int] = [:]) {
        self.read = read
        self.kept = kept
        self.changed = changed
        self.leftOut = leftOut
        self.reasons = reasons.filter { $0.value > 0 }
    }

    /// The name of a case without its values.
    package static func name(of reason: some Any) -> String { String("\(reason)".prefix { $0 != "(" }) }

    /// A fact for each kind.
    public var facts: [Fact] {
        [
            Fact("read", .number(read)), Fact("kept", .number(kept)), Fact("changed", .number(changed)),
            Fact("leftOut", .number(leftOut)),
            Fact("reasons", .list(reasons.sorted { $0.key < $1.key }.map { .text("\($0.key): \($0.value)") })),
        ]
    }
}
