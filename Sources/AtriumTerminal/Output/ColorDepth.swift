// SPDX-License-Identifier: GPL-3.0-or-later

/// The number of colours that the output can show.
public enum ColorDepth: Sendable, Comparable, CaseIterable {
    /// None. Text for pipes and files has no escape sequences at all then.
    case none
    /// The 8 normal and 8 bright colours.
    case ansi16
    /// The palette of xterm.
    case ansi256
    /// Red, green and blue of 8 bits each.
    case trueColor

    /// The depth that the environment promises.
    ///
    /// `NO_COLOR` (set and not empty, see no-color.org) and `TERM=dumb` forbid colours, `COLORTERM` and `TERM` give
    /// their number. `FORCE_COLOR` (see force-color.org) demands colours on the screen: 1 for 16, 2 for 256, 3 for
    /// all, anything else for what the terminal has; 0 forbids them. An explicit `choice` wins over all of them.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - isTerminal: Whether the output is a terminal.
    ///   - choice: The user’s choice.
    public static func detect(
        environment: [String: String], isTerminal: Bool, choice: ColorChoice
    ) -> ColorDepth {
        let term = environment["TERM"] ?? ""
        let forced = environment["FORCE_COLOR"] ?? ""
        switch choice {
        case .never:
            return .none
        case .auto where forced == "0": return .none
        case .auto where forced == "1": return .ansi16
        case .auto where forced == "2": return .ansi256
        case .auto where forced == "3": return .trueColor
        case .auto where !forced.isEmpty: break
        case .auto:
            let forbidden = !(environment["NO_COLOR"] ?? "").isEmpty
            if !isTerminal || forbidden || term.isEmpty || term == "dumb" { return .none }
        case .always:
            break
        }
        switch environment["COLORTERM"] {
        case "truecolor", "24bit": return .trueColor
        default: break
        }
        if term.hasSuffix("-direct") { return .trueColor }
        if term.split(separator: "-").contains("256color") { return .ansi256 }
        // Terminals without colours, as terminfo names them.
        let hasNone = ["vt100", "vt102", "vt220"].contains(term) || term.hasSuffix("-m") || term.hasSuffix("-mono")
        return hasNone && choice == .auto && forced.isEmpty ? .none : .ansi16
    }
}

/// The user’s choice of colours: the values of `--color`.
public enum ColorChoice: String, Sendable, CaseIterable {
    /// Colours if the output is a terminal that has them, and `NO_COLOR` does not forbid them.
    case auto
    /// Colours also into a pipe or file, and in spite of `NO_COLOR`.
    case always
    /// No colours.
    case never
}

extension Color {
    /// The number of the nearest colour of the 256 of xterm.
    var nearest256: UInt8 {
        switch self {
        case .palette(let index):
            return index
        case .rgb(let red, let green, let blue):
            let cube = Self.cubeIndex(red) * 36 + Self.cubeIndex(green) * 6 + Self.cubeIndex(blue)
            let mean = (Int(red) + Int(green) + Int(blue)) / 3
            let grey = min(23, max(0, (mean - 3) / 10))
            let candidates = [UInt8(16 + cube), UInt8(232 + grey)]
            return Self.nearest(of: candidates, to: components)
        }
    }

    /// The number of the nearest colour of the first 16.
    var nearest16: UInt8 {
        if case .palette(let index) = self, index < 16 { return index }
        return Self.nearest(of: Array(0..<16), to: components)
    }

    /// Red, green and blue, 0–255; of the palette as xterm has it.
    var components: (red: Int, green: Int, blue: Int) {
        switch self {
        case .rgb(let red, let green, let blue):
            return (Int(red), Int(green), Int(blue))
        case .palette(let index) where index < 16:
            return Self.firstSixteen[Int(index)]
        case .palette(let index) where index < 232:
            let number = Int(index) - 16
            return (Self.levels[number / 36], Self.levels[number / 6 % 6], Self.levels[number % 6])
        case .palette(let index):
            let level = 8 + 10 * (Int(index) - 232)
            return (level, level, level)
        }
    }

    private static let levels = [0, 95, 135, 175, 215, 255]
    private static let firstSixteen: [(red: Int, green: Int, blue: Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]

    private static func cubeIndex(_ level: UInt8) -> Int {
        level < 48 ? 0 : level < 115 ? 1 : (Int(level) - 35) / 40
    }

    private static func nearest(of candidates: [UInt8], to wanted: (red: Int, green: Int, blue: Int)) -> UInt8 {
        var best: UInt8 = 0
        var least = Int.max
        for candidate in candidates {
            let color = Color.palette(candidate).components
            let red = color.red - wanted.red
            let green = color.green - wanted.green
            let blue = color.blue - wanted.blue
            let distance = red * red + green * green + blue * blue
            if distance < least {
                least = distance
                best = candidate
            }
        }
        return best
    }
}
