// SPDX-License-Identifier: GPL-3.0-or-later

/// The references of HTML: those of XML, numbers, and the names that people and programs write most.
public enum HTMLEntity {
    /// The text of a reference, such as `amp` or `#x20AC`; `nil` if the name is not known.
    package static func text(of name: some StringProtocol) -> String? {
        guard name.first == "#" else { return names[String(name)] }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        guard let code = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10) else { return nil }
        // A number that is no character, or one that no text may have, still leaves a mark.
        guard let scalar = Unicode.Scalar(code), code >= 0x20 || code == 9 || code == 10 || code == 13 else {
            return "\u{FFFD}"
        }
        return String(scalar)
    }

    /// A text with the characters for which its references stand; unknown ones stay as they are.
    public static func decoded(_ text: String) -> String { decoded(Array(text.utf8)[...]).text }

    /// The same of UTF-8, and whether each reference may be one of XML.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> (text: String, isSound: Bool) {
        guard bytes.contains(UInt8(ascii: "&")) else { return (String(decoding: bytes, as: UTF8.self), true) }
        var result = ""
        var isSound = true
        var rest = bytes
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += String(decoding: rest[..<mark], as: UTF8.self)
            rest = rest[(mark + 1)...]
            // No known name is longer, and a lone mark may be followed by much text.
            guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")), end > rest.startIndex else {
                result += "&"
                isSound = false
                continue
            }
            let name = String(decoding: rest[..<end], as: UTF8.self)
            guard let text = text(of: name) else {
                // The name stays where it is, as text.
                result += "&"
                if !name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) { isSound = false }
                continue
            }
            result += text
            rest = rest[(end + 1)...]
        }
        return (result + String(decoding: rest, as: UTF8.self), isSound)
    }

    private static let names = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®",
        "trade": "™", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "deg": "°", "euro": "€", "pound": "£", "sect": "§",
        "times": "×", "rarr": "→", "larr": "←", "agrave": "à", "acirc": "â", "auml": "ä", "ccedil": "ç", "eacute": "é",
        "egrave": "è", "ecirc": "ê", "euml": "ë", "icirc": "î", "iuml": "ï", "ocirc": "ô", "ouml": "ö", "ugrave": "ù",
        "uuml": "ü", "szlig": "ß", "ntilde": "ñ", "Agrave": "À", "Auml": "Ä", "Ccedil": "Ç", "Eacute": "É",
        "Egrave": "È", "Ouml": "Ö", "Uuml": "Ü", "aacute": "á", "aring": "å", "aelig": "æ", "iacute": "í",
        "oacute": "ó", "oslash": "ø", "uacute": "ú", "oelig": "œ", "cent": "¢", "yen": "¥", "para": "¶", "dagger": "†",
        "permil": "‰", "prime": "′", "plusmn": "±", "divide": "÷", "minus": "−", "frac12": "½", "frac14": "¼",
        "frac34": "¾", "sup1": "¹", "sup2": "²", "sup3": "³", "micro": "µ", "infin": "∞", "ne": "≠", "le": "≤",
        "ge": "≥", "asymp": "≈", "uarr": "↑", "darr": "↓", "harr": "↔", "rArr": "⇒", "hArr": "⇔", "check": "✓",
        "hearts": "♥", "star": "☆", "iexcl": "¡", "iquest": "¿", "ensp": "\u{2002}", "emsp": "\u{2003}",
        "thinsp": "\u{2009}", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "lambda": "λ", "mu": "μ",
        "pi": "π", "sigma": "σ", "omega": "ω", "Delta": "Δ", "Omega": "Ω", "lbrace": "{", "rbrace": "}", "lbrack": "[",
        "rbrack": "]", "ast": "*", "vert": "|", "verbar": "|", "num": "#", "lowbar": "_", "grave": "`", "bsol": "\\",
    ]
}
