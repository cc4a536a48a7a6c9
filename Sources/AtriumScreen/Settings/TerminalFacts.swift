// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumTerminal

/// The facts that the terminal has reported about itself.
package struct TerminalFacts {
    /// The colour behind text; `nil` if it is not known.
    package var background: Color?
    /// Whether the terminal has the keyboard’s focus; `nil` if it does not say so.
    package var hasFocus: Bool?
    /// Its name and version; empty if it does not say so.
    package var name = ""
    /// Whether it draws pictures in sixels; `nil` if it has not said what it can.
    package var drawsSixels: Bool?
    /// The private modes that it has told of, and whether it knows them.
    package var modes: [Int: Bool] = [:]

    /// No fact yet.
    package init() {}

    /// Takes another fact.
    mutating func take(_ news: TerminalNews) {
        switch news {
        case .background(let color): background = color
        case .focus(let isThere): hasFocus = isThere
        case .name(let name): self.name = name
        // Source: DEC STD 070 and xterm: attribute 4 is sixel graphics.
        case .attributes(let attributes): drawsSixels = attributes.contains(4)
        case .mode(let number, let isKnown): modes[number] = isKnown
        case .schemeChanged, .size: break
        }
    }

    /// Whether it shows progress by OSC 9;4; others take that for a notification.
    package func showsProgress(_ variables: [String: String]) -> Bool {
        if !(variables["WT_SESSION"] ?? "").isEmpty || variables["ConEmuANSI"]?.lowercased() == "on" { return true }
        // From the version on that shows it, or of kitty that drops it.
        let words = name.split { $0 == " " || $0 == "(" || $0 == ")" }
        let version =
            words.dropFirst().first.map { $0.prefix { $0 != "-" }.split(separator: ".").compactMap { Int($0) } } ?? []
        func isFrom(_ first: [Int]) -> Bool { !version.isEmpty && !version.lexicographicallyPrecedes(first) }
        return switch words.first?.lowercased() {
        case "ghostty": isFrom([1, 2])
        case "wezterm": isFrom([20_250_101])
        case "vte": isFrom([8000])
        case "kitty": isFrom([0, 38])
        case "iterm2": isFrom([3, 6, 6])
        case "konsole": isFrom([26, 4])
        default: false
        }
    }
}
