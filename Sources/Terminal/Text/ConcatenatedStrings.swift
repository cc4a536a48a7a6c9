// SPDX-License-Identifier: GPL-3.0-or-later

extension [String] {
    /// Its strings one after the other, as `joined(separator:)` gives them: for what the first frame is made of.
    ///
    /// `joined` is generic, and its first call has the runtime look through all conformances of the program, which takes a
    /// fortieth of a start.
    package func concatenated(by separator: String = "") -> String {
        var text = ""
        for (index, string) in enumerated() {
            if index > 0 { text += separator }
            text += string
        }
        return text
    }
}
