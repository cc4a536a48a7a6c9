// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// What became of one batch of an import, and when.
struct StoredBatch: Sendable {
    /// What became of its rows.
    let rows: SavedRows
    /// What the rows up to its end stand for.
    let matched: MatchedMessages
    /// When storing began and ended, as `WallClock.elapsed` tells it.
    let start: Duration
    let end: Duration
}
