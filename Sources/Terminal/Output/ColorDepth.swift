// SPDX-License-Identifier: GPL-3.0-or-later

/// How many colours the output can show.
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
    /// `NO_COLOR` (set and not empty, see no-color.org) and `TERM=dumb` forbid colours, `COLORTERM` and `TERM` tell
    /// their number; an explicit `choice` wins over all of them.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - isTerminal: Whether the output is a terminal.
    ///   - choice: What the user asked for.
    public static func detect(
        environment: [String: String], isTerminal: Bool, choice: ColorChoice
    ) -> ColorDepth {
        let term = environment["TERM"] ?? ""
        switch choice {
        case .never:
            return .none
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
        return hasNone && choice == .auto ? .none : .ansi16
    }
}
