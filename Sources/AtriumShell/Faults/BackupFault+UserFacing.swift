// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumBackups
package import AtriumKit
package import AtriumSession

extension BackupFault: UserFacing {
    /// The first word of its codes.
    package static var area: String { "backup" }

    /// The event, its file, and the remedy.
    package var sentence: LocalizedText {
        switch self {
        case .changed(let path, ""): Strings.faultBackupChanged(path: path)
        case .notExchanged(let home, let reason):
            SystemReason.sentence(reason) { Strings.faultBackupNotExchanged(path: home, reason: $0) }
        default: Strings.sentence(of: self)
        }
    }

    /// Wrong usage if nothing is kept at all.
    package var status: ExitStatus { self == .inMemory ? .usage : .failure }
}
