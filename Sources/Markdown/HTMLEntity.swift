// SPDX-License-Identifier: GPL-3.0-or-later

/// The references of HTML: those of XML, numbers, and the names that people and programs write most.
package enum HTMLEntity {
    /// The text that a reference stands for, such as `amp` or `#x20AC`; nil if the name is not known.
    package static func text(of name: some StringProtocol) -> String? {
        guard name.first == "#" else { return names[String(name)] }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        guard let code = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10) else { return nil }
        // What is no character, or one that no text may have, still leaves a mark.
        guard let scalar = Unicode.Scalar(code), code >= 0x20 || code == 9 || code == 10 || code == 13 else {
            return "\u{FFFD}"
        }
        return String(scalar)
    }

    /// A text with what the references in it stand for; one that is not known stays as it is.
    package static func decoded(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let mark = rest.firstIndex(of: "&") {
            let name = rest[rest.index(after: mark)...].prefix(longest + 1).prefix { $0 != ";" }
            result += rest[..<mark]
            if name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let meant = self.text(of: name) {
                result += meant
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                result += "&"
                rest = rest[rest.index(after: mark)...]
            }
        }
        return result + rest
    }

    /// No reference has a longer name.
    private static let longest = 10

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
