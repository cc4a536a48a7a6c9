// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// Which sessions of a user are meant: one, or all but this one.
enum LoginReference: CommandValue {
    case one(Int)
    case others

    init(_ word: CommandWord, of name: String) throws(CommandFault) {
        self = word.text == Self.others.word ? .others : .one(try Int(word, of: name))
    }

    var word: String {
        switch self {
        case .one(let number): number.word
        case .others: "others"
        }
    }
}
