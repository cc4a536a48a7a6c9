// SPDX-License-Identifier: GPL-3.0-or-later

/// Splits a catalog's text at its placeholders.
///
/// Only what texts need is known: strings and whole numbers, without flags, widths or precisions. Numbers that want
/// formatting are formatted by the caller, who knows the language, and passed as strings.
struct FormatReader {
    private var rest: Substring.UnicodeScalarView
    private let isSubstitutionForm: Bool
    private var pieces: [FormatPiece] = []

    /// The pieces of a text; `%arg` means something only in the forms of a substitution.
    ///
    /// Throws ``CatalogFault/Reason/placeholder(_:)`` for a placeholder that is not known.
    static func read(_ text: String, isSubstitutionForm: Bool) throws(CatalogFault.Reason) -> [FormatPiece] {
        var reader = FormatReader(rest: text[...].unicodeScalars, isSubstitutionForm: isSubstitutionForm)
        while let percent = reader.rest.firstIndex(of: "%") {
            reader.append(reader.rest[..<percent])
            reader.rest = reader.rest[percent...]
            try reader.readPlaceholder()
        }
        reader.append(reader.rest)
        return reader.pieces
    }

    private init(rest: Substring.UnicodeScalarView, isSubstitutionForm: Bool) {
        self.rest = rest
        self.isSubstitutionForm = isSubstitutionForm
    }
}

extension FormatReader {
    private mutating func append(_ text: Substring.UnicodeScalarView) {
        if text.isEmpty { return }
        if case .text(let before) = pieces.last {
            pieces[pieces.count - 1] = .text(before + String(text))
        } else {
            pieces.append(.text(String(text)))
        }
    }

    private mutating func take(_ prefix: String) -> Bool {
        guard rest.starts(with: prefix.unicodeScalars) else { return false }
        rest = rest.dropFirst(prefix.unicodeScalars.count)
        return true
    }

    private mutating func readPlaceholder() throws(CatalogFault.Reason) {
        let start = rest
        if take("%%") {
            append("%"[...].unicodeScalars)
        } else if take("%#@"), let end = rest.firstIndex(of: "@"), end > rest.startIndex {
            pieces.append(.substitution(String(rest[..<end])))
            rest = rest[rest.index(after: end)...]
        } else if isSubstitutionForm, take("%arg") {
            pieces.append(.substitutionNumber)
        } else if take("%"), let (position, kind) = readArgument() {
            pieces.append(.argument(position: position, kind: kind))
        } else {
            throw .placeholder(String(start.prefix(6)))
        }
    }

    /// The argument after its percent sign, or `nil` if it is none.
    private mutating func readArgument() -> (position: Int?, kind: ArgumentKind)? {
        var position: Int?
        let digits = rest.prefix { ("0"..."9").contains($0) }
        if !digits.isEmpty {
            guard let number = Int(String(digits)), number > 0 else { return nil }
            position = number
            rest = rest[digits.endIndex...]
            guard take("$") else { return nil }
        }
        for conversion in ["@", "lld", "ld", "d"] where take(conversion) {
            return ArgumentKind(conversion: conversion).map { (position, $0) }
        }
        return nil
    }
}
