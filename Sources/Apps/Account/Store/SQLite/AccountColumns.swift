// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import GRDB
import Session

/// The columns of an account, in the order in which `AccountRow` reads them.
enum AccountColumns {
    static let list = """
        accounts.id, accounts.name, accounts.display_name, accounts.email, accounts.phone, accounts.language, \
        accounts.created_at, accounts.password_hash
        """
    static let count = 8
}

extension AccountRow {
    init(_ row: Row) {
        let language: String? = row[5]
        self.init(
            profile: Profile(
                user: UserID(rawValue: row[0]), name: row[1], displayName: row[2], email: row[3], phone: row[4],
                language: language.flatMap(Language.init(rawValue:)),
                createdAt: Timestamp(milliseconds: row[6])),
            passwordHash: row[7])
    }
}
