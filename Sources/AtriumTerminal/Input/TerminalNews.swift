// SPDX-License-Identifier: GPL-3.0-or-later

/// A fact that the terminal reports about itself, on request or when it changes.
///
/// Sources: xterm’s “Control Sequences” (OSC 11, XTVERSION, DA1, DECRQM, private mode 1004); contour’s “VT extensions” for private mode
/// 2031, colour schemes; rockorager’s “In-band window resize notifications”, private mode 2048.
public enum TerminalNews: Hashable, Sendable {
    /// The colour behind text.
    case background(Color)
    /// The user has turned to another colour scheme; its colours have to be asked for.
    case schemeChanged
    /// The terminal has got the keyboard’s focus, or lost it.
    case focus(Bool)
    /// The terminal has this size.
    case size(Size)
    /// The name and version of the terminal, such as `WezTerm 20240203`.
    case name(String)
    /// The attributes of the terminal (DA1), such as 4 for sixel graphics; the first is its class.
    case attributes([Int])
    /// Whether the terminal knows a private mode (DECRPM).
    case mode(Int, isKnown: Bool)

    /// The fact of a whole sequence; `nil` for any other sequence.
    init?(_ sequence: [UInt8]) {
        guard sequence.count > 2, sequence[0] == EscapeKey.byte else { return nil }
        let text = String(decoding: sequence.dropFirst(), as: UTF8.self)
        switch text {
        case "[I": self = .focus(true)
        case "[O": self = .focus(false)
        case "[?997;1n", "[?997;2n": self = .schemeChanged
        case _ where text.hasPrefix("[48;") && text.hasSuffix("t"):
            let numbers = text.dropFirst(4).dropLast().split(separator: ";").compactMap { Int($0.prefix { $0 != ":" }) }
            guard numbers.count >= 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
            self = .size(Size(columns: numbers[1], rows: numbers[0]))
        case _ where text.hasPrefix("]11;"):
            guard let color = Color(reported: Self.content(of: text, behind: 4)) else { return nil }
            self = .background(color)
        case _ where text.hasPrefix("P>|"): self = .name(String(Self.content(of: text, behind: 3)))
        case _ where text.hasPrefix("[?") && text.hasSuffix("c"):
            guard let numbers = Self.numbers(text.dropFirst(2).dropLast()) else { return nil }
            self = .attributes(numbers)
        case _ where text.hasPrefix("[?") && text.hasSuffix("$y"):
            guard let numbers = Self.numbers(text.dropFirst(2).dropLast(2)), numbers.count == 2 else { return nil }
            // 0 is a mode that it does not know, and 4 one that cannot be turned on.
            self = .mode(numbers[0], isKnown: (1...3).contains(numbers[1]))
        default: return nil
        }
    }

    /// The parameters of a sequence; `nil` if one is not a number.
    private static func numbers(_ text: Substring) -> [Int]? {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        return parts.contains(nil) ? nil : parts.compactMap(\.self)
    }

    /// The text of a string of the terminal behind its start, without BEL or ST.
    private static func content(of text: String, behind start: Int) -> Substring {
        text.dropFirst(start).prefix { $0 != "\u{7}" && $0 != "\u{1B}" }
    }
}

extension Color {
    /// The colour as terminals report it: `rgb:ffff/ffff/ffff`, each part of one to four hexadecimal digits.
    fileprivate init?(reported text: Substring) {
        guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:"), let colon = text.firstIndex(of: ":") else {
            return nil
        }
        let parts = text[text.index(after: colon)...].split(separator: "/").map { digits -> UInt8? in
            guard (1...4).contains(digits.count), let number = Int(digits, radix: 16) else { return nil }
            return UInt8((number * 255 + (1 << (4 * digits.count - 1))) / (1 << (4 * digits.count) - 1))
        }
        guard parts.count >= 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
        self = .rgb(red, green, blue)
    }
}
