// SPDX-License-Identifier: GPL-3.0-or-later

/// A scheme of sixteen colours, as base16 and Tinted Theming distribute them.
///
/// Source: https://github.com/chriskempson/base16/blob/main/styling.md
package struct Base16Scheme: Hashable, Sendable {
    private let colors: [String: String]

    /// The scheme of the colours `base00` to `base0F`; `nil` if the background or the text is missing, or no colour.
    package init?(_ colors: [String: String]) {
        var known: [String: String] = [:]
        for (name, color) in colors where Self.isColor(name) {
            guard let color = Self.color(color) else { continue }
            known[name.lowercased()] = color
        }
        guard known["base00"] != nil, known["base05"] != nil else { return nil }
        self.colors = known
    }

    /// Whether a value of this name is one of the colours.
    package static func isColor(_ name: String) -> Bool { name.lowercased().hasPrefix("base") }

    /// A colour as definitions of themes have it; `nil` if the text is none.
    package static func color(_ text: String) -> String? {
        let digits = text.drop { $0 == "#" }
        return digits.count == 6 && digits.allSatisfy(\.isHexDigit) ? "#" + digits.lowercased() : nil
    }

    /// The definition of the theme: background, text, and comments as less important text.
    ///
    /// The scheme has no colour for the app, so that each app keeps its own.
    package var theme: [String: String] {
        ["background": "base00", "text": "base05", "faint": "base04"].compactMapValues { colors[$0] }
    }
}
