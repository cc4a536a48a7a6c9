// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Why there can be no such alias.
enum AliasFault: UserFacing, Hashable {
    /// Nobody could take an alias of this name away again.
    case reserved(String)
    /// No app has the command that it would stand for; `nearest` is one that looks like it.
    case unknownCommand(String, nearest: String?)

    var code: String {
        switch self {
        case .reserved: "alias.reserved"
        case .unknownCommand: "alias.unknown-command"
        }
    }

    var sentence: LocalizedText {
        switch self {
        case .reserved(let name): Strings.faultAliasReserved(name: name)
        case .unknownCommand(let word, nil): Strings.faultAliasUnknown(word: word)
        case .unknownCommand(let word, let nearest?): Strings.faultAliasUnknownNear(word: word, nearest: nearest)
        }
    }

    var status: ExitStatus { .usage }
}
