// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The colours and attributes of a cell.
public struct Style: Hashable, Sendable {
    /// The attributes and both colours in one number: styles are compared a thousand times a frame.
    private var bits: UInt64 = 0

    /// The colour of the text; `nil` is the terminal's own.
    public var foreground: Color? {
        get { color(at: 8) }
        set { set(newValue, at: 8) }
    }
    /// The colour behind the text; `nil` is the terminal's own.
    public var background: Color? {
        get { color(at: 36) }
        set { set(newValue, at: 36) }
    }
    /// Bold, underlined and so on.
    public var attributes: Attributes {
        get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
        set { bits = bits & ~0xFF | UInt64(newValue.rawValue) }
    }

    /// Makes a style; what is left out is the terminal's own.
    public init(foreground: Color? = nil, background: Color? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// No colour and no attribute.
    public static let plain = Style()
    /// Bold text in the terminal's colour.
    public static let bold = Style(attributes: .bold)
    /// Faint text in the terminal's colour.
    public static let dim = Style(attributes: .dim)
    /// Foreground and background exchanged: what is selected.
    public static let reverse = Style(attributes: .reverse)

    /// A colour takes 28 bits: four for its kind, and a byte for each of its numbers.
    private static let mask: UInt64 = 0xFFF_FFFF

    private func color(at place: UInt64) -> Color? {
        let color = bits >> place & Self.mask
        func byte(_ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: color >> place) }
        return switch color >> 24 {
        case 1: .palette(byte(0))
        case 2: .rgb(byte(16), byte(8), byte(0))
        default: nil
        }
    }

    private mutating func set(_ color: Color?, at place: UInt64) {
        let new: UInt64 =
            switch color {
            case nil: 0
            case .palette(let number): 1 << 24 | UInt64(number)
            case .rgb(let red, let green, let blue): 2 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
            }
        bits = bits & ~(Self.mask << place) | new << place
    }
}

/// The ways of drawing text that are not colours (ECMA-48, Select Graphic Rendition).
public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits, one an attribute.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Heavier strokes.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter strokes.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted.
    public static let italic = Attributes(rawValue: 4)
    /// A line below.
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 16)
    /// The cell is a part of a link, which the canvas knows; no rendition of its own.
    static let link = Attributes(rawValue: 32)
    /// The colours are those of a picture, which no theme changes; no rendition of its own.
    public static let exact = Attributes(rawValue: 64)
}

/// A colour as a program asks for it; the terminal gets the nearest one it has.
public enum Color: Hashable, Sendable {
    /// One of the 256 colours of xterm: 0–7 normal, 8–15 bright, 16–231 a cube of 6×6×6, 232–255 greys.
    case palette(UInt8)
    /// Red, green and blue, 0–255 each.
    case rgb(UInt8, UInt8, UInt8)
}

extension Color {
    /// The colour of errors, in every theme.
    public static let warning = Color.palette(1)

    /// The brightness of the colour, from 0 for black to 1 for white.
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

    /// The contrast of one colour on the other, from 1 to 21 (WCAG 2.2, “contrast ratio”).
    public func contrast(with other: Color) -> Double {
        let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    /// The colour mixed with a share of another, from 0 to 1.
    public func mixed(with other: Color, share: Double) -> Color {
        let (mine, its) = (components, other.components)
        func mix(_ first: Int, _ second: Int) -> UInt8 {
            UInt8(clamping: Int((Double(first) * (1 - share) + Double(second) * share).rounded()))
        }
        return .rgb(mix(mine.red, its.red), mix(mine.green, its.green), mix(mine.blue, its.blue))
    }

    /// The nearest colour that a terminal of this depth has; the colour itself if the depth is `none`.
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
            let shown = mixed.nearest(in: depth)
            guard shown.contrast(with: background) >= least else { continue }
            // The nearest of few colours may be a grey: one of its own hue tells more.
            return shown.isGrey && !isGrey ? ofHue(on: background, in: depth, contrast: least) ?? mixed : mixed
        }
        return end
    }

    /// The nearest colour of the same hue that a terminal of this depth has and that has enough contrast, or of 16 colours
    /// one of any hue but that of errors; `nil` if there is none.
    private func ofHue(on background: Color, in depth: ColorDepth, contrast least: Double) -> Color? {
        let numbers: Range<UInt8> = depth == .ansi16 ? 1..<16 : 16..<232
        let colors = numbers.map(Color.palette).filter { !$0.isGrey && $0.contrast(with: background) >= least }
        let alike = colors.filter { $0.hueDistance(to: self) <= 30 }
        return (alike.isEmpty && depth == .ansi16 ? colors.filter { $0 != .warning } : alike).min {
            ($0.distance(to: self), $0.hueDistance(to: self)) < ($1.distance(to: self), $1.hueDistance(to: self))
        }
    }

    /// Whether it has no visible hue.
    private var isGrey: Bool {
        let (red, green, blue) = components
        return max(red, green, blue) - min(red, green, blue) < 20
    }

    private func distance(to other: Color) -> Int {
        let (mine, its) = (components, other.components)
        let (red, green, blue) = (mine.red - its.red, mine.green - its.green, mine.blue - its.blue)
        return red * red + green * green + blue * blue
    }

    /// The distance between the hues, 0 to 180 degrees.
    private func hueDistance(to other: Color) -> Double {
        let difference = abs(hue - other.hue).truncatingRemainder(dividingBy: 360)
        return min(difference, 360 - difference)
    }

    /// The hue in degrees, from red over green and blue.
    private var hue: Double {
        let (red, green, blue) = components
        let most = max(red, green, blue)
        let spread = Double(most - min(red, green, blue))
        guard spread > 0 else { return 0 }
        let sixth =
            most == red
            ? Double(green - blue) / spread
            : most == green ? Double(blue - red) / spread + 2 : Double(red - green) / spread + 4
        return (sixth * 60 + 360).truncatingRemainder(dividingBy: 360)
    }
}
