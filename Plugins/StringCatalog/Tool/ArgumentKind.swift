// SPDX-License-Identifier: GPL-3.0-or-later

/// What a text's argument is; raw values are the Swift types.
enum ArgumentKind: String {
    case integer = "Int"
    case string = "String"

    /// The kind that a printf conversion stands for, or `nil` if catalogs may not use it.
    init?(conversion: some StringProtocol) {
        switch conversion {
        case "d", "ld", "lld": self = .integer
        case "@": self = .string
        default: return nil
        }
    }
}
