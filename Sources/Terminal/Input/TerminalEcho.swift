// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Whether the terminal shows keys that come while nothing is asked: on a screen they would be written over it.
struct TerminalEcho {
    /// How the terminal was set before; nil where there is none.
    private let loud: termios?
    /// Whether it is silent; nil where nobody has said so yet.
    var isQuiet: Bool?

    /// Notes how the terminal is set.
    init() {
        var settings = termios()
        loud = tcgetattr(0, &settings) == 0 ? settings : nil
    }

    /// Sets the terminal as it was said; where nothing was, nothing happens.
    func apply() {
        guard let isQuiet, var settings = loud else { return }
        if isQuiet { settings.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON) }
        tcsetattr(0, TCSANOW, &settings)
    }
}
