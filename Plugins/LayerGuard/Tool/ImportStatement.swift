// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// One import in a source file, reduced to the module that it names.
///
/// Attributes, access levels, the kind of a scoped import and submodules do not matter to the layers.
struct ImportStatement: Equatable {
    /// The module: `AtriumTerminal` in `@testable import struct AtriumTerminal.Cell`.
    let module: String
    /// The place of the module's name, as an offset into the source.
    let offset: Int
}

extension ImportStatement {
    /// The imports of a file, in order, also those on inactive branches of `#if`.
    static func all(in bytes: [UInt8]) -> [ImportStatement] {
        let tokens = Array(SourceScanner(bytes))
        return tokens.indices.compactMap { statement(at: $0, of: tokens, in: bytes) }
    }

    private static let kinds: Set<String> = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
    ]

    /// The import that starts at a token, if any.
    ///
    /// `import` may also be a member (`.import`) or an argument label (`import name: String`, `import: 1`).
    private static func statement(at index: Int, of tokens: [SourceToken], in bytes: [UInt8]) -> ImportStatement? {
        func text(_ token: SourceToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }
        guard tokens[index].kind == .word, text(tokens[index]) == "import" else { return nil }
        if index > 0, tokens[index - 1].isSymbol(".") { return nil }
        var rest = tokens[(index + 1)...]
        if let kind = rest.first, kind.kind == .word, kinds.contains(text(kind)) { rest = rest.dropFirst() }
        guard let module = rest.first, module.isName else { return nil }
        if let next = rest.dropFirst().first, next.isSymbol(":") { return nil }
        return ImportStatement(module: text(module), offset: module.range.lowerBound)
    }
}
