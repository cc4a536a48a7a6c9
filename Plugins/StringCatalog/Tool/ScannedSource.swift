// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// A Swift source with its tokens, in which several things are looked for.
struct ScannedSource {
    let tokens: [SourceToken]
    private let bytes: [UInt8]

    init(_ file: SourceFile) {
        bytes = file.bytes
        tokens = Array(SourceScanner(bytes))
    }

    /// The text of a token.
    func text(_ token: SourceToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

    /// The name at a place among the tokens; empty if none is there.
    func word(_ index: Int) -> String {
        tokens.indices.contains(index) && tokens[index].isName ? text(tokens[index]) : ""
    }

    /// Whether a symbol is at a place among the tokens.
    func isSymbol(_ index: Int, _ symbol: Unicode.Scalar) -> Bool {
        tokens.indices.contains(index) && tokens[index].isSymbol(symbol)
    }
}
