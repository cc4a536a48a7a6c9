// SPDX-License-Identifier: GPL-3.0-or-later

/// A key as people write it, and the bytes that terminals send for it.
///
/// Names are those of Emacs with words for the keys that have one: `M-1`, `C-g`, `PageUp`, `M-Left`, `M-Enter`, `F1`,
/// `S-Tab`.
/// Source of what is sent: xterm’s “Control Sequences”, section “PC-Style Function Keys”; the Linux console for F1.
public struct KeySequence: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The sequences that terminals send: some keys have more than one.
    let sequences: [[UInt8]]

    /// The modifiers in names, and on a keyboard.
    private static let modifiers = [("M-", "Alt-"), ("C-", "Ctrl-"), ("S-", "Shift-")]

    /// A name of a key as keyboards have it: `Alt-p` for `M-p`.
    public static func shown(_ name: String) -> String {
        let name = name.hasPrefix("M-C-") ? "C-M-" + name.dropFirst(4) : name
        guard let (short, long) = modifiers.first(where: { name.hasPrefix($0.0) && name != $0.0 }) else { return name }
        return long + shown(String(name.dropFirst(short.utf8.count)))
    }

    /// The key of this name, also as keyboards have it; `nil` if no key has it.
    public init?(_ name: String) {
        // The program’s own names are short. To look for long ones in all of them takes a twentieth of a start.
        if let sequences = Self.sequences(of: name) {
            self.init(name: name, sequences: sequences)
        } else {
            let name = (Self.modifiers + [("S-", "Maj-")]).reduce(name) { $0.replacing($1.1, with: $1.0) }
                .replacing("C-M-", with: "M-C-")
            guard let sequences = Self.sequences(of: name) else { return nil }
            self.init(name: name, sequences: sequences)
        }
    }

    private init(name: String, sequences: [[UInt8]]) {
        self.name = name
        self.sequences = sequences
    }

    /// The key that ends a line.
    ///
    /// No name is read as it: it is bound only while it means something else on a screen.
    public static let enter = KeySequence(name: "Enter", sequences: [[0x0D], [0x0A]])

    /// Escape alone; the time that passes distinguishes it from the start of another key.
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

    /// The start of a report of the mouse (SGR, private mode 1006).
    ///
    /// No name is read as it: the editor reads the rest of the report itself.
    static let mouse = KeySequence(name: "Mouse", sequences: [mouseStart])
    static let mouseStart = Array("\u{1B}[<".utf8)

    /// The start of a pasted text.
    static let pasteStart = Array("\u{1B}[200~".utf8)

    /// The terminal's answer to `EscapeSequence.askStatus`, which is not a key.
    static let statusReport = KeySequence(name: "Status", sequences: [Array(EscapeSequence.statusReport.utf8)])

    /// A key for which the terminal would send a signal, were its byte not one of a line.
    static func ofSignal(_ byte: UInt8) -> KeySequence { KeySequence(name: "Signal", sequences: [[byte]]) }

    /// A character that is for typing: no name is read as it elsewhere, and it is bound only while nothing is typed.
    ///
    /// `nil` unless the name is a single character of ASCII, or `Space`.
    public init?(typed name: String) {
        let bytes = name == "Space" ? [0x20] : Array(name.utf8)
        guard bytes.count == 1, bytes[0] > 0x20 && bytes[0] < 0x7F || name == "Space" else { return nil }
        self.init(name: name, sequences: [bytes])
    }

    /// The character that the key types if it is not bound; `nil` for a key that types none.
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

/// Keys as terminals send them that were asked to tell them apart, and what they send for the same keys otherwise.
///
/// Sources: kitty’s “Comprehensive keyboard handling in terminals”, `CSI code ; modifiers u` with flag 1; xterm’s
/// “Control Sequences”, `CSI 27 ; modifiers ; code ~` of modifyOtherKeys.
enum ExtendedKey {
    /// The state of a sequence after the bytes so far.
    enum Step {
        /// Another byte belongs to it.
        case more
        /// It is whole, or it is none.
        case over
    }

    /// No sequence of a key, and no string that a terminal answers, is as long.
    private static let (longest, longestString) = (64, 8_192)

    /// The second bytes of sequences of several bytes, behind Escape: CSI, SS3, OSC, DCS and APC (ECMA-48, 5.3 to 5.6).
    static let introducers = Array("[O]P_".utf8)

    /// Whether another byte belongs to what begins with Escape.
    ///
    /// Where a string may begin, Alt may have been held with a character as well: what follows tells, since terminals send
    /// only strings that begin with certain characters.
    static func step(after bytes: [UInt8]) -> Step {
        guard let last = bytes.last else { return .over }
        guard bytes.count > 2 else { return bytes.count == 1 || introducers.contains(last) ? .more : .over }
        let third = bytes[2]
        switch bytes[1] {
        case UInt8(ascii: "["):
            // A place of the mouse as the first xterm told it, and a function key of the Linux console.
            if third == UInt8(ascii: "M") { return bytes.count < 6 ? .more : .over }
            if third == UInt8(ascii: "["), bytes.count == 3 { return .more }
            return bytes.count < longest && (0x20...0x3F).contains(last) ? .more : .over
        case UInt8(ascii: "O"): return bytes.count < longest && (0x30...0x39).contains(last) ? .more : .over
        // A title is reported with a letter (XTWINOPS).
        case UInt8(ascii: "]"):
            return stringStep(bytes, begins: "0123456789lL".utf8.contains(third), endsWithBell: true)
        case UInt8(ascii: "P"): return stringStep(bytes, begins: "0123456789>!$+=|".utf8.contains(third))
        default: return stringStep(bytes, begins: third == UInt8(ascii: "G"))
        }
    }

    private static func stringStep(_ bytes: [UInt8], begins: Bool, endsWithBell: Bool = false) -> Step {
        guard begins, bytes.count < longestString, let last = bytes.last else { return .over }
        if endsWithBell, last == 0x07 { return .over }
        return bytes.count > 3 && bytes[bytes.count - 2] == EscapeKey.byte ? .over : .more
    }

    /// Whether Escape may begin the end of the bytes so far, as of a string that has begun.
    static func mayEndByEscape(_ bytes: [UInt8]) -> Bool {
        bytes.count > 2 && bytes[1] != UInt8(ascii: "[") && bytes[1] != UInt8(ascii: "O")
    }

    /// Whether bytes are a sequence of several bytes, as far as it has come, and no character with Alt.
    static func isSequence(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 2, introducers.contains(bytes[1]) else { return false }
        return bytes.count > 3 || bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O")
            || step(after: bytes) == .more
    }

    /// Whether bytes are a terminal's whole answer to a request for the place of the cursor, its state, its kind, a
    /// mode, its size or a colour.
    static func isAnswer(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 3, step(after: bytes) == .over, let last = bytes.last else { return false }
        switch bytes[1] {
        case UInt8(ascii: "["): return "Rncyt".utf8.contains(last) && bytes.dropFirst(2).contains { $0 < 0x3A }
        case UInt8(ascii: "O"): return false
        default: return last == 0x07 || bytes.suffix(2).elementsEqual([EscapeKey.byte, 0x5C])
        }
    }

    /// The plain sequence that a terminal otherwise sends for a key; `nil` if it sends the same.
    ///
    /// Ctrl with Enter stays as it is, since nothing else distinguishes it from Enter.
    static func plain(_ sequence: [UInt8]) -> [UInt8]? {
        guard sequence.count > 2, sequence[1] == UInt8(ascii: "["), let final = sequence.last,
            // A private sequence is an answer.
            !(0x3C...0x3F).contains(sequence[2])
        else { return nil }
        let fields = sequence[2..<(sequence.count - 1)].split(separator: 0x3B, omittingEmptySubsequences: false)
        let numbers = fields.map { $0.split(separator: 0x3A, omittingEmptySubsequences: false).map(number) }
        func field(_ index: Int) -> Int? { index < numbers.count ? numbers[index].first ?? nil : nil }
        switch final {
        case UInt8(ascii: "u"):
            // The release of a key is not a key.
            if numbers.count > 1, numbers[1].count > 1, numbers[1][1] == 3 { return [] }
            return field(0).map { bytes(of: $0, Modifiers(field(1))) }
        case UInt8(ascii: "~") where field(0) == 27 && numbers.count == 3:
            return field(2).map { bytes(of: $0, Modifiers(field(1))) }
        case UInt8(ascii: "~"), UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "H"), UInt8(ascii: "P"),
            UInt8(ascii: "Q"), UInt8(ascii: "S"):
            return function(final, field(0) ?? 1, Modifiers(field(1)))
        default: return nil
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? { Int(String(decoding: digits, as: UTF8.self)) }

    /// The keys that are held with another one; locks are none.
    private struct Modifiers: OptionSet {
        let rawValue: Int
        static let shift = Modifiers(rawValue: 1)
        static let alt = Modifiers(rawValue: 2)
        static let control = Modifiers(rawValue: 4)
        private static let locks = 64 | 128

        init(rawValue: Int) { self.rawValue = rawValue }

        /// Reads modifiers as sequences have them: one more than the sum.
        init(_ parameter: Int?) { rawValue = max(0, (parameter ?? 1) - 1) & ~Self.locks }
    }

    /// The sequence of an arrow or another key without a character, without the locks that are on.
    private static func function(_ final: UInt8, _ number: Int, _ modifiers: Modifiers) -> [UInt8] {
        let end = String(Unicode.Scalar(final))
        let isNumbered = final == UInt8(ascii: "~")
        if !modifiers.isEmpty { return Array("\u{1B}[\(number);\(modifiers.rawValue + 1)\(end)".utf8) }
        if isNumbered { return Array("\u{1B}[\(number)~".utf8) }
        return Array((["P", "Q", "S"].contains(end) ? "\u{1B}O" : "\u{1B}[").utf8) + [final]
    }

    private static func bytes(of code: Int, _ modifiers: Modifiers) -> [UInt8] {
        let alt: [UInt8] = modifiers.contains(.alt) ? [0x1B] : []
        let isControl = modifiers.contains(.control)
        switch code {
        case 13 where isControl: return Array("\u{1B}[13;5u".utf8)
        case 9 where modifiers.contains(.shift): return Array("\u{1B}[Z".utf8)
        case 127 where isControl: return alt + [0x08]
        case 9, 13, 27, 127: return alt + [UInt8(code)]
        case 0x20..<0x7F: return alt + [character(UInt8(code), modifiers)]
        case 57_344...63_743: return keypad(code).map { alt.isEmpty || $0.count > 1 ? $0 : alt + $0 } ?? []
        default: return Unicode.Scalar(UInt32(clamping: code)).map { alt + Array(String($0).utf8) } ?? []
        }
    }

    /// The byte that a key of ASCII sends.
    private static func character(_ code: UInt8, _ modifiers: Modifiers) -> UInt8 {
        let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(code)
        guard modifiers.contains(.control) else { return isLower && modifiers.contains(.shift) ? code - 0x20 : code }
        switch code {
        case UInt8(ascii: " "), UInt8(ascii: "2"): return 0
        case UInt8(ascii: "3")...UInt8(ascii: "7"): return code - UInt8(ascii: "3") + 0x1B
        case UInt8(ascii: "/"): return 0x1F
        case UInt8(ascii: "8"), UInt8(ascii: "?"): return 0x7F
        case 0x40...0x7E: return code & 0x1F
        default: return code
        }
    }

    /// The bytes that a key of the keypad sends, which has a number of its own; `nil` for a key that sends nothing.
    private static func keypad(_ code: Int) -> [UInt8]? {
        switch code {
        case 57_399...57_408: [UInt8(ascii: "0") + UInt8(code - 57_399)]
        case 57_409...57_413: [Array("./*-+".utf8)[code - 57_409]]
        case 57_414: [0x0D]
        case 57_415: Array("=".utf8)
        case 57_416: Array(",".utf8)
        case 57_417...57_426:
            Array("\u{1B}[".utf8) + Array(["D", "C", "A", "B", "5~", "6~", "H", "F", "2~", "3~"][code - 57_417].utf8)
        default: nil
        }
    }
}
