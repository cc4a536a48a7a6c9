// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// A note as somebody types it: `3`, or `3@2` for its second version.
struct NoteReference: CommandValue, Hashable {
    /// The note’s number.
    let id: Int
    /// The version’s number, if one was typed.
    let version: Int?

    /// The note as it is.
    init(id: Int) {
        self.id = id
        version = nil
    }

    /// - Throws: `CommandFault.notANumber`.
    init(_ word: CommandWord, of name: String) throws(CommandFault) {
        let parts = word.text.split(separator: "@", omittingEmptySubsequences: false).map { Int($0) }
        guard let id = parts[0], id > 0, parts.count == 1 || parts.count == 2 && (parts[1] ?? 0) > 0 else {
            throw .notANumber(name: name, value: word.text)
        }
        self.id = id
        version = parts.count == 2 ? parts[1] : nil
    }

    var word: String { version.map { "\(id)@\($0)" } ?? String(id) }
}
