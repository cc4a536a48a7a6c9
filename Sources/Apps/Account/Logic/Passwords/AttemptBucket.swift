// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the failures to log in with a name are counted: one of 65,536 places.
///
/// Names that no account has are counted like the others, since a wait that only accounts have would tell which names
/// are accounts. They are not stored, since people type passwords where the name belongs: sixteen bits of a name tell
/// nothing of it, and keep the number of rows in bounds. Names that share a place share their wait.
enum AttemptBucket {
    /// The place of the name with this key: its FNV-1a hash, folded to 16 bits.
    static func of(nameKey: String) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in nameKey.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash ^= hash >> 32
        return Int((hash ^ hash >> 16) & 0xffff)
    }
}
