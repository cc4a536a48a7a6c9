// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// What became of one batch of an import, and when.
struct StoredBatch: Sendable {
    /// What the rows up to its end stand for.
    let matched: MatchedMessages
    /// How many messages are new.
    let added: Int
    /// How many were there already.
    let duplicates: Int
    /// How many pictures and other files the new messages have.
    let attachments: Int
    /// When storing began and ended, as `WallClock.elapsed` tells it.
    let start: Duration
    let end: Duration
}
