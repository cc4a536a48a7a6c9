// SPDX-License-Identifier: GPL-3.0-or-later

internal import AtriumKit
internal import AtriumSession
internal import AtriumSystems

/// One of the things that the app keeps.
struct __Item__: KeptValue {
    var id = 0
    /// The name that its owner knows: one line, never empty.
    var title: String
    var isDone = false
    /// The time when it was added.
    var addedAt: Timestamp

    /// The title that a user means by this text: one line, with one blank between words.
    static func title(typed: String) throws(__NAME__Fault) -> String {
        let words = typed.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { throw .emptyTitle }
        return words.joined(separator: " ")
    }
}

/// The faults of the app.
enum __NAME__Fault: UserFacing, Hashable {
    /// There is no such number.
    case unknown(Int)
    /// A title has no words.
    case emptyTitle

    static var area: String { "__ID__" }

    var sentence: LocalizedText { Strings.sentence(of: self) }
}
