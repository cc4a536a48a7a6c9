// SPDX-License-Identifier: GPL-3.0-or-later

/// A regular file within a tar archive.
struct TarEntry: Hashable {
    /// Its path; nothing is ever written there.
    let name: String
    /// Where its bytes start in the archive.
    let offset: Int
    /// How many bytes it has.
    let size: Int
}
