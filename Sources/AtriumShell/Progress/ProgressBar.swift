// SPDX-License-Identifier: GPL-3.0-or-later

/// A bar that fills from the left, in eighths of a column where the terminal can show them.
struct ProgressBar {
    /// How much of it is full, from 0 to 1.
    let fraction: Double
    /// How many columns there are between its ends.
    var columns = 10
    /// Whether the terminal shows block elements (U+2588 to U+258F).
    var hasBlocks = true

    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// The bar with its ends.
    var text: String {
        let fraction = min(max(fraction, 0), 1)
        guard hasBlocks else {
            let full = Int(fraction * Double(columns))
            return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: columns - full) + "]"
        }
        let steps = Int(fraction * Double(columns * 8))
        let part = Self.eighths[steps % 8]
        let full = String(repeating: "█", count: steps / 8) + part
        return "▕" + full + String(repeating: " ", count: columns - steps / 8 - (part.isEmpty ? 0 : 1)) + "▏"
    }
}
