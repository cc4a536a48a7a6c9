// SPDX-License-Identifier: GPL-3.0-or-later

/// A file that is written, but not in its place yet.
struct FileDraft: Hashable, Sendable {
    /// Where it is meanwhile.
    let name: String
    /// What it will be known by.
    let stamp: FileStamp
}
