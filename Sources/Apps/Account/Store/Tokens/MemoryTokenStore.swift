// SPDX-License-Identifier: GPL-3.0-or-later

import Systems

/// Keeps a login in memory, for those who use the same system.
struct MemoryTokenStore: TokenStore {
    private let table: MemoryTable<String?>

    init(on system: MemorySystem) {
        table = system.table("account_login", empty: nil)
    }

    func keep(_ token: String) throws { try table.write { $0 = token } }
    func kept() -> String? { table.read { $0 } }
    func forget() throws { try table.write { $0 = nil } }
}
