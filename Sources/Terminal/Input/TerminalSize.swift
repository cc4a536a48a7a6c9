// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The size of a terminal.
public enum TerminalSize {
    /// The size that the terminal reports (TIOCGWINSZ); `nil` if the descriptor is no terminal or reports nothing.
    public static func current(descriptor: Int32) -> Size? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
