// SPDX-License-Identifier: GPL-3.0-or-later

package import Glibc

extension sigaction {
    /// Whether the signal is ignored: whoever started the program wants it to outlive it, as `nohup` does.
    package var isIgnored: Bool {
        unsafeBitCast(__sigaction_handler.sa_handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
    }
}
