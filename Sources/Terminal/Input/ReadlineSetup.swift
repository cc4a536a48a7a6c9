// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline
import Glibc

/// What Readline needs of the process before its first line.
enum ReadlineSetup {
    /// Makes the locale one of UTF-8, without which Readline edits bytes.
    ///
    /// Readline takes the locale from the environment again at every line, so it is the environment that has to change.
    static func chooseUTF8() {
        setlocale(LC_CTYPE, "")
        if String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" { return }
        let isOverridden = getenv("LC_ALL").map { $0.pointee != 0 } ?? false
        setenv(isOverridden ? "LC_ALL" : "LC_CTYPE", "C.UTF-8", 1)
        setlocale(LC_CTYPE, "")
    }

    /// Of what Readline prints, what switches the marking of pasted text: where a line has a display, that draws all else.
    static func modes(in bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(EscapeKey.byte) else { return [] }
        let modes = [EscapeSequence.enableBracketedPaste, EscapeSequence.disableBracketedPaste].map { Array($0.utf8) }
        let found = modes.compactMap { mode in
            bytes.indices.first { bytes[$0...].starts(with: mode) }.map { (start: $0, mode: mode) }
        }
        return found.sorted { $0.start < $1.start }.flatMap(\.mode)
    }
}
