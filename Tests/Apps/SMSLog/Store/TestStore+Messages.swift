// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import SMSLogStore
import Systems

extension TestStore {
    /// A new, empty store, and the system that must live as long as it.
    func make() throws -> (dao: any MessageDAO, system: TemporarySystem) {
        let system = try open()
        return (try MessageStore.open(on: system.system), system)
    }
}
