// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// A list of apps as a manifest declares it: `let apps = ["Notes", "Account"]`, or with the type `[String]`.
struct AppDeclaration: Equatable {
    /// The apps, in order.
    let names: [String]
    /// The list with its brackets, as offsets into the manifest.
    let range: Range<Int>

    /// The first list of a name in a manifest; `nil` if there is none, or it is not written as plain names.
    init?(_ list: String = "apps", in bytes: [UInt8]) {
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let tokens = Array(SourceScanner(bytes))
        // The type may be written or not.
        let heads = [["let", list, "=", "["], ["let", list, ":", "[", "String", "]", "=", "["]]
        let start = tokens.indices.lazy.compactMap { index in
            heads.first { head in tokens[index...].prefix(head.count).map { text($0.range) } == head }
                .map { index + $0.count - 1 }
        }.first
        guard let start, let end = tokens[start...].firstIndex(where: { $0.isSymbol("]") }) else { return nil }
        var names: [String] = []
        for token in tokens[(start + 1)..<end] where !token.isSymbol(",") {
            let quoted = text(token.range)
            guard token.kind == .literal, quoted.count > 2, quoted.first == "\"", quoted.last == "\"" else {
                return nil
            }
            names.append(String(quoted.dropFirst().dropLast()))
        }
        self.names = names
        range = tokens[start].range.lowerBound..<tokens[end].range.upperBound
    }
}
