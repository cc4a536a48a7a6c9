// SPDX-License-Identifier: GPL-3.0-or-later

/// A key as people write it, and what terminals send for it.
///
/// Names are those of Emacs with words for the keys that have one: `M-1`, `C-g`, `PageUp`, `M-Left`, `M-Enter`, `F1`,
/// `S-Tab`.
/// Source of what is sent: xterm’s “Control Sequences”, section “PC-Style Function Keys”; the Linux console for F1.
public struct KeySequence: Hashable, Sendable {
    /// The name.
    public let name: String
    /// What terminals send: some have more than one way.
    let sequences: [[UInt8]]

    /// The key of this name; nil where no key has it.
    public init?(_ name: String) {
        guard let sequences = Self.sequences(of: name) else { return nil }
        self.name = name
        self.sequences = sequences
    }

    private init(name: String, sequences: [[UInt8]]) {
        self.name = name
        self.sequences = sequences
    }

    /// The key that ends a line.
    ///
    /// No name is read as it: it is bound only while it means something else on a screen.
    public static let enter = KeySequence(name: "Enter", sequences: [[0x0D], [0x0A]])

    /// Escape alone, which is told from the start of another key by the time that passes.
    ///
    /// No name is read as it. The editor gives it an end that no key has, by which Readline knows it; a key
    /// that is held comes twice before that.
    public static let escape = KeySequence(name: "Esc", sequences: [[0x1B, escapeEnd], [0x1B, 0x1B, escapeEnd]])
    static let escapeEnd: UInt8 = 0x1F

    /// The letter that closes what lies over others, as pagers have it.
    ///
    /// No name is read as it: it is bound only while nothing is typed.
    public static let closing = KeySequence(name: "q", sequences: [[0x71]])

    /// TAB, which completes words unless it is bound to something else on a screen.
    public static let tab = KeySequence(name: "Tab", sequences: [[0x09]])

    /// What a report of the mouse begins with (SGR, private mode 1006).
    ///
    /// No name is read as it: the editor reads the rest of the report itself.
    static let mouse = KeySequence(name: "Mouse", sequences: [mouseStart])
    static let mouseStart = Array("\u{1B}[<".utf8)

    /// What the terminal answers to `EscapeSequence.askStatus`, which is no key.
    static let statusReport = KeySequence(name: "Status", sequences: [Array(EscapeSequence.statusReport.utf8)])

    /// A character that is for typing: no name is read as it elsewhere, and it is bound only while nothing is typed.
    ///
    /// Nil for what is no single character of ASCII, or `Space`.
    public init?(typed name: String) {
        let bytes = name == "Space" ? [0x20] : Array(name.utf8)
        guard bytes.count == 1, bytes[0] > 0x20 && bytes[0] < 0x7F || name == "Space" else { return nil }
        self.init(name: name, sequences: [bytes])
    }

    /// The character that the key types where it is not bound; nil for a key that types none.
    public var character: String? {
        guard sequences.count == 1, sequences[0].count == 1, (0x20..<0x7F).contains(sequences[0][0]) else { return nil }
        return String(decoding: sequences[0], as: UTF8.self)
    }

    private static func sequences(of name: String) -> [[UInt8]]? {
        let isMeta = name.hasPrefix("M-")
        let base = isMeta ? String(name.dropFirst(2)) : name
        if let letter = arrows[base] {
            // Alt with an arrow is parameter 3, or an escape before the plain key.
            let plain = ["\u{1B}[\(letter)", "\u{1B}O\(letter)"]
            // rxvt and tmux have numbers of their own for Home and End.
            let others = isMeta ? [] : edges[base].map { $0.map { "\u{1B}[\($0)~" } } ?? []
            let all = isMeta ? ["\u{1B}[1;3\(letter)"] + plain.map { "\u{1B}" + $0 } : plain + others
            return all.map { Array($0.utf8) }
        }
        if let number = numbered[base] {
            return [isMeta ? "\u{1B}[\(number);3~" : "\u{1B}[\(number)~"].map { Array($0.utf8) }
        }
        if let letters = functions[base] {
            return isMeta ? nil : letters.map { Array(("\u{1B}" + $0).utf8) }
        }
        // As terminals tell it that tell it from Enter: kitty’s protocol, and xterm’s modifyOtherKeys.
        if name == "C-Enter" { return ["\u{1B}[13;5u", "\u{1B}[27;5;13~"].map { Array($0.utf8) } }
        if name == "S-Tab" { return [Array("\u{1B}[Z".utf8)] }
        if base == "Enter" { return isMeta ? [[0x1B, 0x0D], [0x1B, 0x0A]] : nil }
        if base.hasPrefix("C-"), base.utf8.count == 3, let letter = base.utf8.last, letter >= 0x61, letter <= 0x7A {
            let key = letter - 0x60
            return [isMeta ? [0x1B, key] : [key]]
        }
        // A plain letter is for typing.
        guard isMeta, base.utf8.count == 1, let key = base.utf8.first, key > 0x20, key < 0x7F else { return nil }
        return [[0x1B, key]]
    }

    private static let arrows = ["Up": "A", "Down": "B", "Right": "C", "Left": "D", "Home": "H", "End": "F"]
    private static let edges = ["Home": [1, 7], "End": [4, 8]]
    private static let numbered = ["PageUp": 5, "PageDown": 6, "Insert": 2, "F5": 15, "F6": 17, "F7": 18, "F8": 19]
    private static let functions = [
        "F1": ["OP", "[11~", "[[A"], "F2": ["OQ", "[12~", "[[B"], "F3": ["OR", "[13~", "[[C"],
        "F4": ["OS", "[14~", "[[D"],
    ]
}

extension KeySequence {
    /// A sequence as Readline’s key bindings write it.
    static func notation(of bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { notation, byte in
            switch byte {
            case 0x1B: notation += "\\e"
            case 0x01...0x1A: notation += "\\C-" + String(Unicode.Scalar(byte + 0x60))
            case 0x22, 0x5C: notation += "\\" + String(Unicode.Scalar(byte))
            default: notation.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
    }
}
