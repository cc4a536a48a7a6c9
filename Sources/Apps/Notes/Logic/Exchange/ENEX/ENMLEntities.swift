// SPDX-License-Identifier: GPL-3.0-or-later

/// The references of Evernote’s markup: those of XML, numbers, and the names of XHTML that programs write most.
enum ENMLEntities {
    /// The text that a reference stands for, such as `amp` or `#x20AC`; nil if the name is not known.
    static func text(of name: some StringProtocol) -> String? {
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

    private static let names = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®",
        "trade": "™", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "deg": "°", "euro": "€", "pound": "£", "sect": "§",
        "times": "×", "rarr": "→", "larr": "←", "agrave": "à", "acirc": "â", "auml": "ä", "ccedil": "ç", "eacute": "é",
        "egrave": "è", "ecirc": "ê", "euml": "ë", "icirc": "î", "iuml": "ï", "ocirc": "ô", "ouml": "ö", "ugrave": "ù",
        "uuml": "ü", "szlig": "ß", "ntilde": "ñ",
    ]
}
