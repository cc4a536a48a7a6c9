// SPDX-License-Identifier: GPL-3.0-or-later

/// Which styles (CSS) are those of a text marker.
enum ENMLHighlight {
    /// Whether a style, in lower case and without blanks, is Evernote’s own of marked text.
    static func isNamed(in style: String) -> Bool {
        style.contains("-evernote-highlight:true") || style.contains("-en-highlight:")
    }

    /// Whether a style gives a ground in a colour: shades of grey are the look of a page, which clippings are full of.
    static func hasColour(_ style: String) -> Bool {
        for declaration in style.split(separator: ";") {
            for name in ["background-color:", "background:"] where declaration.hasPrefix(name) {
                if isColour(declaration.dropFirst(name.count)) { return true }
            }
        }
        return false
    }

    private static let dull: Set<Substring> = [
        "white", "black", "gray", "grey", "silver", "transparent", "inherit", "initial", "unset", "revert", "none",
        "whitesmoke", "snow", "ivory", "currentcolor",
    ]

    private static func isColour(_ text: Substring) -> Bool {
        let value = text.hasSuffix("!important") ? text.dropLast(10) : text
        if value.first == "#" {
            let digits = value.dropFirst()
            guard [3, 4, 6, 8].contains(digits.count), let number = Int(digits, radix: 16) else { return false }
            let width = digits.count < 6 ? 4 : 8
            let shift = digits.count % 4 == 0 ? width : 0
            let full = (1 << width) - 1
            let channels = (0..<3).map { Double(number >> (shift + $0 * width) & full) / Double(full) }
            return isBright(channels, shift == 0 ? 1 : Double(number & full) / Double(full))
        }
        if value.hasPrefix("rgb"), value.hasSuffix(")"), let open = value.firstIndex(of: "(") {
            let parts = value[value.index(after: open)...].dropLast().split { ",/".contains($0) }
                .compactMap { $0.hasSuffix("%") ? Double($0.dropLast()).map { $0 * 2.55 } : Double($0) }
            guard parts.count == 3 || parts.count == 4 else { return false }
            return isBright(parts.prefix(3).map { $0 / 255 }, parts.count == 4 ? parts[3] : 1)
        }
        // Any other word is the name of a colour.
        return !value.isEmpty && value.allSatisfy { $0.isASCII && $0.isLetter } && !dull.contains(value)
            && !value.hasSuffix("gray") && !value.hasSuffix("grey")
    }

    private static func isBright(_ channels: [Double], _ opacity: Double) -> Bool {
        guard let least = channels.min(), let most = channels.max() else { return false }
        return most - least > 0.1 && opacity > 0.15
    }
}
