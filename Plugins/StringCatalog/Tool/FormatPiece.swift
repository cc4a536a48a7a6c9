// SPDX-License-Identifier: GPL-3.0-or-later

/// A piece of a catalog's text as it is written, before its arguments are numbered.
enum FormatPiece: Equatable {
    /// Literal text, percent signs unescaped.
    case text(String)
    /// `%@`, `%lld`, or with its position, counted from one, `%2$@`.
    case argument(position: Int?, kind: ArgumentKind)
    /// `%#@name@`
    case substitution(String)
    /// `%arg`, the number by which the forms of a substitution are chosen.
    case substitutionNumber
}
