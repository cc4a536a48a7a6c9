// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// What became of the rows of a file that could be read.
package struct SavedRows: Equatable, Sendable {
    /// How many batches were stored.
    package var batches = 0
    /// How many messages are new.
    package var added = 0
    /// How many were there already.
    package var duplicates = 0
    /// How many of these got something new.
    package var refreshed = 0
    /// How many the user has removed, and stay so.
    package var removed = 0
    /// How many contacts are new, or have got another name.
    package var named = 0
    /// How many pictures and other files the new messages have.
    package var attachments = 0
    /// How many of these came without their bytes.
    package var missingData = 0

    init() {}

    /// What became of one batch.
    init(_ drafts: [MessageDraft], _ merged: MergedMessages) {
        batches = 1
        added = merged.numbers.count { $0 != nil }
        removed = merged.removed
        named = merged.named
        refreshed = merged.refreshed
        duplicates = merged.numbers.count - added - removed
        for (draft, number) in zip(drafts, merged.numbers) where number != nil && !draft.parts.isEmpty {
            let found = draft.attachments
            attachments += found.count
            missingData += found.count { $0.digest == nil }
        }
    }

    /// How many there are.
    package var count: Int { added + duplicates + removed }

    /// Counts others in.
    package mutating func add(_ rows: SavedRows) {
        batches += rows.batches
        added += rows.added
        duplicates += rows.duplicates
        refreshed += rows.refreshed
        removed += rows.removed
        named += rows.named
        attachments += rows.attachments
        missingData += rows.missingData
    }
}
