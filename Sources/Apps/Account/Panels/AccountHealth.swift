// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumStores

/// The examination of accounts, in words.
@MainActor
enum AccountHealth {
    /// A finding, as people read it.
    static func finding(of finding: StoreFinding) -> HealthFinding {
        let count = finding.count
        let sentence =
            switch finding.damage {
            case "tables": Strings.healthTables(count: count)
            case "name": Strings.healthName(count: count)
            case "owner": Strings.healthOwner
            case "password": Strings.healthPassword(count: count)
            case "language": Strings.healthLanguage(count: count)
            case "session": Strings.healthSession(count: count)
            case "setting": Strings.healthSetting(count: count)
            case "audit": Strings.healthAudit
            case "removed": Strings.healthRemoved(count: count)
            default: Strings.healthJournal(count: count)
            }
        return HealthFinding(finding, of: AccountFactory.id, sentence)
    }
}
