// SPDX-License-Identifier: GPL-3.0-or-later

/// What a script types, in which `[NAME]` is what the placeholder `[NAME:KIND]` was bound to in a line before.
///
/// Brackets around other words are text, as is the name of a link, `[[NAME]]`.
struct BoundText {
    private let pieces: [Piece]

    private enum Piece {
        case text(String)
        case name(String)
    }

    init(_ text: String) {
        var pieces: [Piece] = []
        var (plain, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "[") {
            let name = rest[rest.index(after: start)...].prefix {
                $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_")
            }
            guard name.first?.isUppercase == true, name.endIndex < rest.endIndex, rest[name.endIndex] == "]" else {
                plain += rest[...start]
                rest = rest[rest.index(after: start)...]
                // The second bracket of a link stands alone in what is left.
                if rest.first == "[" {
                    plain += "["
                    rest = rest.dropFirst()
                }
                continue
            }
            pieces += [.text(plain + rest[..<start]), .name(String(name))]
            plain = ""
            rest = rest[name.endIndex...].dropFirst()
        }
        self.pieces = pieces + [.text(plain + rest)]
    }

    /// The names in it that may stand for something.
    var names: [String] {
        pieces.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// The text with values in place of the names that have one.
    func filled(with values: [String: String]) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .name(let name): values[name] ?? "[\(name)]"
            }
        }.joined()
    }
}
