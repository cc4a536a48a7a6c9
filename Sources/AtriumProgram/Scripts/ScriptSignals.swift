// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation
import Terminal

/// Ends the process when it is told to, without leaving the folders of the scripts that are running.
@MainActor
package enum ScriptSignals {
    /// Ends with 128 and the signal’s number, as a shell says of a program that a signal has ended.
    ///
    /// - Parameters:
    ///   - signals: those that end the process.
    ///   - restore: what is done first.
    package static func observe(
        _ signals: [Int32] = [SIGINT, SIGTERM, SIGHUP], restoring restore: @escaping @MainActor () -> Void = {}
    ) {
        for signal in signals where !Signals.isIgnored(signal) {
            Signals.observe(signal) {
                restore()
                ScriptFolders.removeAll()
                Foundation.exit(128 + signal)
            }
        }
    }
}
