// SPDX-License-Identifier: GPL-3.0-or-later

import Session
package import Stores

/// What an import did.
package struct ImportReport: Equatable, Sendable {
    /// How an import ended before the end of its file.
    package enum Ending: Equatable, Sendable {
        /// The file could not be read on.
        case fault(ImportFault)
        /// The store would take no more.
        case store(StoreFault)
        /// Somebody cancelled it.
        case cancelled
    }

    /// How many of the refused rows are listed at most; the others are counted only.
    package static let listedRows = 1000

    /// What became of the rows that could be read.
    package internal(set) var saved = SavedRows()
    /// How many could not be stored.
    package internal(set) var refusedCount = 0
    /// The first of those that could not be stored.
    package internal(set) var refused: [RefusedRow] = []
    /// How many things there are to say of messages that were stored.
    package internal(set) var remarkCount = 0
    /// The first of these.
    package internal(set) var remarks: [RowRemark] = []
    /// How many of the rows are calls.
    package internal(set) var calls = 0
    /// How many messages and calls the file says that it has; nil when it does not say.
    package internal(set) var declaredCount: Int?
    /// How many characters were no legal XML, or no text at all, and were replaced by U+FFFD.
    package internal(set) var replacedCharacters = 0
    /// How many bytes were read.
    package internal(set) var bytes = 0
    /// The line that was read last.
    package internal(set) var line = 0
    /// What came in between; nil when the file was read to its end.
    package internal(set) var ending: Ending?

    /// How many messages and calls the file turned out to have.
    package var found: Int { saved.count + refusedCount }

    /// Whether something of the file is missing in the store.
    package var isPartial: Bool { ending != nil || refusedCount > 0 }

    /// Whether the file has another number of messages than it says.
    package var isMiscounted: Bool { ending == nil && declaredCount.map { $0 != found } ?? false }

    mutating func refuse(_ row: RefusedRow) {
        refusedCount += 1
        if refused.count < Self.listedRows { refused.append(row) }
    }

    mutating func remark(_ remark: RowRemark) {
        remarkCount += 1
        if remarks.count < Self.listedRows { remarks.append(remark) }
    }
}
