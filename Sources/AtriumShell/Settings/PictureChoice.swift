// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Whether pictures are drawn, and how one that is shown alone.
enum PictureChoice: String, CommandChoice {
    case auto, symbols, sixel, kitty, iterm, off

    var meaning: LocalizedText? {
        switch self {
        case .auto: Strings.choicePicturesAuto
        case .symbols: Strings.choicePicturesSymbols
        case .sixel: Strings.choicePicturesSixel
        case .kitty: Strings.choicePicturesKitty
        case .iterm: Strings.choicePicturesIterm
        case .off: Strings.choicePicturesOff
        }
    }

    /// The format that chafa writes for a terminal which variables tell of.
    ///
    /// Where they do not say which it is, and in tmux and screen, which hand none of the others on, it is characters.
    func format(_ variables: [String: String]) -> String {
        switch self {
        case .symbols, .off: return "symbols"
        case .sixel: return "sixels"
        case .kitty, .iterm: return rawValue
        case .auto: break
        }
        let (term, program) = (variables["TERM"] ?? "", variables["TERM_PROGRAM"] ?? "")
        let isWithin = !(variables["TMUX"] ?? "").isEmpty
        if isWithin || ["tmux", "screen"].contains(where: term.hasPrefix) { return "symbols" }
        let isKitty = !(variables["KITTY_WINDOW_ID"] ?? "").isEmpty
        if isKitty || ["xterm-kitty", "xterm-ghostty"].contains(term) || program == "ghostty" { return "kitty" }
        if ["iTerm.app", "WezTerm"].contains(program) { return "iterm" }
        return ["foot", "mlterm", "contour", "yaft"].contains(where: term.hasPrefix) ? "sixels" : "symbols"
    }
}
