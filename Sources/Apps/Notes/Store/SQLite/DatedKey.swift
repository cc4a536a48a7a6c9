// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session
import Systems

/// A note’s row number in the full-text index: its owner, the day on which it was made, its own number.
///
/// The index gives its rows by number and by nothing else, and people want them by date. So the newest rows are those
/// of the newest notes, day by day, and no more of them need be read than are wanted, however many match; those of one
/// day are put in order once they are read. 20 bits are the owner’s, 16 the day’s, 27 the note’s.
struct DatedKey: Hashable, Sendable, RawRepresentable {
    private static let numberBits: Int64 = 27
    /// The largest number of a note that has a key of its own.
    static let largestNumber = 1 << 27 - 1
    private static let dayBits: Int64 = 16
    private static let millisecondsOfDay: Int64 = 86_400_000
    /// From 1900-01-01, in days since 1970: days before and after those that have a number are one day each.
    private static let firstDay: Int64 = -25_567

    /// The number as the index has it.
    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }

    /// The key of a note.
    init(_ note: Note, owner: UserID) { self.init(owner: owner, day: Self.day(of: note.createdAt), number: note.id) }

    private init(owner: UserID, day: Int64, number: Int) {
        rawValue = (owner.rawValue << Self.dayBits | day) << Self.numberBits | Int64(number)
    }

    /// What is the same for all of a day’s keys, and greater for a later day’s.
    var day: Int64 { rawValue >> Self.numberBits }

    /// The keys of an owner’s notes: all, or those that may have been made within these times.
    static func range(owner: UserID, within times: Range<Timestamp>? = nil) -> ClosedRange<Int64> {
        let days = times.map { day(of: $0.lowerBound)...max(day(of: $0.lowerBound), day(of: $0.upperBound)) }
        let first = DatedKey(owner: owner, day: days?.lowerBound ?? 0, number: 0)
        let last = DatedKey(
            owner: owner, day: days?.upperBound ?? 1 << dayBits - 1, number: Int(1 << numberBits - 1))
        return first.rawValue...last.rawValue
    }

    /// The `RowKey` that belongs to a row of the index, in SQL.
    static func rowKey(owner: UserID) -> String {
        "(\(RowKey(owner: owner.rawValue, number: 0).rawValue) | (note_text.rowid & \(1 << numberBits - 1)))"
    }

    /// Rounded to zero: the days around 1970-01-01 are one, which does no harm.
    private static func day(of time: Timestamp) -> Int64 {
        min(max(time.milliseconds / millisecondsOfDay - firstDay, 0), 1 << dayBits - 1)
    }
}
