// SPDX-License-Identifier: GPL-3.0-or-later

/// A scheme of sixteen colours, as base16 and Tinted Theming distribute them.
///
/// Source: https://github.com/chriskempson/base16/blob/main/styling.md
package struct Base16Scheme: Hashable, Sendable {
    private let colors: [String: String]

    /// The scheme of the colours `base00` to `base0F`; `nil` if the background or the text is missing, or no colour.
    package init?(_ colors: [String: String]) {
        var known: [String: String] = [:]
        for (name, color) in colors where name.lowercased().hasPrefix("base") {
            let digits = color.drop { $0 == "#" }
            guard digits.count == 6, digits.allSatisfy(\.isHexDigit) else { continue }
            known[name.lowercased()] = "#" + digits.lowercased()
        }
        guard known["base00"] != nil, known["base05"] != nil else { return nil }
        self.colors = known
    }

    /// The definition of the theme: background, text, and comments as less important text.
    ///
    /// The scheme has no colour for the app, so that each app keeps its own.
    package var definition: String {
        let parts = [("background", "base00"), ("text", "base05"), ("faint", "base04")]
        return parts.compactMap { name, base in colors[base].map { "\(name)=\($0)" } }.joined(separator: " ")
    }
}
