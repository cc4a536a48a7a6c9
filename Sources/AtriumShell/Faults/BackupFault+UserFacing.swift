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
        case .inMemory: Strings.faultBackupInMemory
        case .onServer(let address): Strings.faultBackupOnServer(address: address)
        case .noStore(let home): Strings.faultBackupNoStore(path: home)
        case .noBackup(let path): Strings.faultBackupNoBackup(path: path)
        case .foreign(let path, let program): Strings.faultBackupForeign(path: path, program: program)
        case .newer(let path, let version): Strings.faultBackupNewer(path: path, version: version)
        case .truncated(let path): Strings.faultBackupTruncated(path: path)
        case .changed(let path, ""): Strings.faultBackupChanged(path: path)
        case .changed(let path, let name): Strings.faultBackupChangedFile(path: path, name: name)
        case .sealed(let path): Strings.faultBackupSealed(path: path)
        case .notOpened(let path): Strings.faultBackupNotOpened(path: path)
        case .ofUser(let path, let user): Strings.faultBackupOfUser(path: path, user: user)
        case .ofAll(let path): Strings.faultBackupOfAll(path: path)
        case .inShell(let path, let program): Strings.faultBackupInShell(path: path, program: program)
        case .inUse(let home, let process): Strings.faultBackupInUse(path: home, process: process)
        case .notExchanged(let home, let reason):
            SystemReason.sentence(reason) { Strings.faultBackupNotExchanged(path: home, reason: $0) }
        }
    }

    /// Wrong usage if nothing is kept at all.
    package var status: ExitStatus { self == .inMemory ? .usage : .failure }
}
