// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// What of a note leads elsewhere, as somebody types it: the number of a link, or the name of an attachment.
enum LinkReference: CommandValue, Hashable {
    case number(Int)
    case file(String)

    init(_ word: CommandWord, of _: String) {
        self = NoteReference.number(word.text).map(Self.number) ?? .file(word.text)
    }

    var word: String {
        switch self {
        case .number(let number): String(number)
        case .file(let name): name
        }
    }
}
