// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A colour as a program asks for it; the terminal gets the nearest one it has.
public enum Color: Hashable, Sendable {
    /// One of the 256 colours of xterm: 0–7 normal, 8–15 bright, 16–231 a cube of 6×6×6, 232–255 greys.
    case palette(UInt8)
    /// Red, green and blue, 0–255 each.
    case rgb(UInt8, UInt8, UInt8)
}

extension Color {
    /// How bright the colour is, from 0 for black to 1 for white.
    ///
    /// Source: Web Content Accessibility Guidelines 2.2, “relative luminance”; palette colours as xterm has them.
    public var luminance: Double {
        func linear(_ value: Int) -> Double {
            let share = Double(value) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        let (red, green, blue) = components
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// How well one colour is read on the other, from 1 to 21 (WCAG 2.2, “contrast ratio”).
    public func contrast(with other: Color) -> Double {
        let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    /// The colour mixed with so much of another, from 0 to 1.
    public func mixed(with other: Color, share: Double) -> Color {
        let (mine, its) = (components, other.components)
        func mix(_ first: Int, _ second: Int) -> UInt8 {
            UInt8(clamping: Int((Double(first) * (1 - share) + Double(second) * share).rounded()))
        }
        return .rgb(mix(mine.red, its.red), mix(mine.green, its.green), mix(mine.blue, its.blue))
    }

    /// The nearest colour that a terminal with so many has; with none the colour itself.
    public func nearest(in depth: ColorDepth) -> Color {
        switch depth {
        case .none, .trueColor: self
        case .ansi256: .palette(nearest256)
        case .ansi16: .palette(nearest16)
        }
    }

    /// The colour itself if it is read well enough on a background, otherwise the nearest to it that is, on the way to
    /// white or black.
    ///
    /// - Parameters:
    ///   - background: What is behind it.
    ///   - depth: The colours of the terminal: what it makes of the result is readable too.
    ///   - least: The contrast to reach; 4.5 is WCAG’s for text.
    public func readable(on background: Color, in depth: ColorDepth = .trueColor, contrast least: Double = 4.5) -> Color
    {
        let black = Color.rgb(0, 0, 0)
        let white = Color.rgb(255, 255, 255)
        let end = background.contrast(with: black) > background.contrast(with: white) ? black : white
        for step in 0...20 {
            let mixed = step == 0 ? self : mixed(with: end, share: Double(step) / 20)
            if mixed.nearest(in: depth).contrast(with: background) >= least { return mixed }
        }
        return end
    }
}
