// SPDX-License-Identifier: GPL-3.0-or-later

/// A piece of a line of the manual that has a look of its own.
public enum ManualPiece: Hashable, Sendable {
    /// A word to type as it stands.
    case word(String)
    /// An option, without its dashes; one of a single letter has one.
    case option(String)
    /// What stands for a value.
    case value(String)
    /// What may be missing.
    case optional([ManualPiece])
    /// A variable of the environment.
    case variable(String)
    /// The name of a file.
    case path(String)

    /// The macros that mdoc has for it.
    var macros: String {
        switch self {
        case .word(let text): "Ic \(ManualText.argument(text))"
        case .option(let name): "Fl \(name.count == 1 ? "" : "\\-")\(ManualText.argument(name))"
        case .value(let text): "Ar \(ManualText.argument(text))"
        case .optional(let pieces): "Oo \(pieces.map(\.macros).joined(separator: " ")) Oc"
        case .variable(let name): "Ev \(ManualText.argument(name))"
        case .path(let name): "Pa \(ManualText.argument(name))"
        }
    }
}
