// SPDX-License-Identifier: GPL-3.0-or-later

/// A text as a telephone number: its digits, and whether they begin with a country code.
struct NumberSpelling {
    /// The digits’ values.
    let digits: [UInt8]
    /// Whether a plus is before them.
    let isInternational: Bool

    /// More digits than any number has with all that may be dialled before it.
    private static let mostDigits = 40

    /// Reads digits of any script, with what people and phones put between them; nil where there is anything else, such as
    /// letters, an extension, or a second plus.
    init?(_ text: some StringProtocol) {
        var text = text[...]
        var digits: [UInt8] = []
        var isInternational = false
        if let scheme = Self.scheme(of: text) {
            text = text[scheme...]
            if let end = text.firstIndex(where: { $0 == ";" || $0 == "?" }) {
                guard let context = Self.context(of: text[end...]) else { return nil }
                text = text[..<end]
                isInternational = !context.isEmpty
                digits = context
            }
        }
        for scalar in Self.withoutTone(text).unicodeScalars {
            if let digit = Self.digit(scalar) {
                digits.append(digit)
                guard digits.count <= Self.mostDigits else { return nil }
            } else if scalar == "+" || scalar == "\u{FF0B}" {
                guard digits.isEmpty, !isInternational else { return nil }
                isInternational = true
            } else {
                guard Self.isFiller(scalar) else { return nil }
            }
        }
        guard digits.count > 1 else { return nil }
        self.digits = digits
        self.isInternational = isInternational
    }

    /// A text without the sign that says to wait for a tone within the prefix for calls abroad, as in `8~10`.
    private static func withoutTone(_ text: some StringProtocol) -> String {
        let number = text.drop(while: \.isWhitespace)
        return number.hasPrefix("8~10") ? "8" + number.dropFirst(2) : String(text)
    }

    /// Where the number begins of an address that has a scheme for numbers.
    private static func scheme<Text: StringProtocol>(of text: Text) -> Text.Index? {
        guard let end = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<end].lowercased()
        return ["tel", "sms", "smsto", "callto"].contains(scheme) ? text.index(after: end) : nil
    }

    /// The digits that parameters put before a number, mostly none; nil where they put something behind it.
    private static func context(of parameters: some StringProtocol) -> [UInt8]? {
        guard parameters.first == ";" else { return [] }
        var digits: [UInt8] = []
        for parameter in parameters.prefix(while: { $0 != "?" }).split(separator: ";") {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            switch parts[0].lowercased() {
            case "phone-context":
                guard parts.count == 2, parts[1].first == "+" else { continue }
                digits = parts[1].unicodeScalars.compactMap(digit)
            case "ext", "postd": return nil
            default: continue
            }
        }
        return digits
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return scalar.value &- 0x30 < 10 ? UInt8(scalar.value - 0x30) : nil }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { UInt8($0) }
    }

    private static func isFiller(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "(", ")", "/", "[", "]", "\u{AD}", "\u{200B}"..."\u{200F}", "\u{2010}"..."\u{2015}",
            "\u{202A}"..."\u{202E}", "\u{2060}"..."\u{2069}", "\u{2212}", "\u{30FC}", "\u{FEFF}", "\u{FF08}",
            "\u{FF09}", "\u{FF0D}"..."\u{FF0F}", "\u{FF3B}", "\u{FF3D}":
            true
        default: scalar.properties.isWhitespace
        }
    }
}
