// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumExchange
import AtriumSession
package import AtriumStores

package struct ImportReport: Equatable, Sendable {
    /// The end of an import before the end of its file.
    package enum Ending: Equatable, Sendable {
        /// The file could not be read on.
        case fault(ImportFault)
        /// The store refused to go on.
        case store(StoreFault)
        /// The user cancelled it.
        case cancelled
    }

    /// The maximum number of listed refused rows; the others are counted only.
    package static let listedRows = 1000

    /// The results of the rows that could be read.
    package var saved = SavedRows()
    /// The number of rows that could not be stored.
    package var refusedCount = 0
    /// The first of those that could not be stored.
    package var refused: [RefusedRow] = []
    /// The number of remarks on stored messages.
    package var remarkCount = 0
    /// The first of these.
    package var remarks: [RowRemark] = []
    /// The reasons of all rows that could not be stored, and of all remarks.
    package private(set) var reasons = ReasonCounts()
    /// Whether something of a stored message was left out.
    private(set) var leavesOut = false
    /// The number of rows that are calls.
    package var calls = 0
    /// The number of names with their numbers.
    package var contacts = 0
    /// The number of messages and calls that the file declares; `nil` if it does not.
    package var declaredCount: Int?
    /// The number of characters that were no legal XML, or no text at all, and were replaced by U+FFFD.
    package var replacedCharacters = 0
    /// The number of bytes read.
    package var bytes = 0
    /// The line that was read last.
    package var line = 0
    /// The reason for an early end; `nil` if the file was read to its end.
    package var ending: Ending?
    /// The number of a file that waits to be stored together with others; `saved` is empty until then.
    var waiting: Int?

    /// The number of messages and calls found in the file.
    package var found: Int { saved.count + refusedCount }

    /// Whether something of the file is missing in the store.
    package var isPartial: Bool { ending != nil || refusedCount > 0 || lacksRows || leavesOut }

    /// Whether the file has fewer messages than it says: some were lost before it was read.
    var lacksRows: Bool { declaredCount.map { found < $0 } ?? false }

    /// Whether the file has another number of messages than it says.
    package var isMiscounted: Bool { ending == nil && declaredCount.map { $0 != found } ?? false }

    package mutating func refuse(_ row: RefusedRow) {
        refusedCount += 1
        reasons.add(row.reason)
        if refused.count < Self.listedRows { refused.append(row) }
    }

    package mutating func remark(_ remark: RowRemark) {
        remarkCount += 1
        reasons.add(remark.reason)
        leavesOut = leavesOut || remark.leavesOut
        if remarks.count < Self.listedRows { remarks.append(remark) }
    }
}

/// The sum of the reports on several files.
package struct ImportTotal: Sendable {
    /// The results of the rows that could be read.
    package private(set) var saved = SavedRows()
    /// The number of rows that could not be stored.
    package private(set) var refused = 0
    /// The number of remarks on stored rows.
    package private(set) var remarks = 0
    /// The reasons for rows that were left out or changed, and for files that could not be read to their end.
    package private(set) var reasons = ReasonCounts()
    /// The number of rows that are calls.
    package private(set) var calls = 0
    /// The number of names with their numbers.
    package private(set) var contacts = 0
    /// The number of rows that the files declare; `nil` if one does not.
    package private(set) var declared: Int? = 0
    /// The number of replaced characters.
    package private(set) var replaced = 0
    /// The number of bytes read.
    package private(set) var bytes = 0
    /// Whether something of the files is missing in the store.
    package private(set) var isPartial = false

    package init(_ files: [ImportedFile]) {
        for file in files {
            let report: ImportReport
            switch file.result {
            case .success(let found): report = found
            case .failure(let fault):
                reasons.add(fault)
                isPartial = true
                continue
            }
            reasons.add(report.reasons)
            reasons.add("removed", count: report.saved.removed)
            if case .fault(let fault) = report.ending { reasons.add(fault) }
            saved.add(report.saved)
            refused += report.refusedCount
            remarks += report.remarkCount
            calls += report.calls
            contacts += report.contacts
            declared = declared.flatMap { sum in report.declaredCount.map { sum + $0 } }
            replaced += report.replacedCharacters
            bytes += report.bytes
            isPartial = isPartial || report.isPartial
        }
    }
}

/// The result of storing one batch of an import, and when.
struct StoredBatch: Sendable {
    /// The results of its rows.
    let rows: SavedRows
    /// The messages that the rows up to its end stand for.
    let matched: MatchedMessages
    /// The start and end of storing, in the time of `WallClock.elapsed`.
    let start: Duration
    let end: Duration
}

/// The results of the rows of a file that could be read.
package struct SavedRows: Equatable, Sendable {
    /// The number of stored batches.
    package var batches = 0
    /// The number of new messages.
    package var added = 0
    /// The number of messages that were there already.
    package var duplicates = 0
    /// The number of these that got something new.
    package var refreshed = 0
    /// The number of messages that the user has removed, and that stay removed.
    package var removed = 0
    /// The number of contacts that are new, or have got another name.
    package var named = 0
    /// The number of pictures and other files of the new messages.
    package var attachments = 0
    /// The number of these without their bytes.
    package var missingData = 0

    init() {}

    /// The results of one batch.
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
            missingData += found.count { $0.digest == nil } + draft.parts.count { !$0.isAttachment && $0.isEmptyFile }
        }
    }

    /// The number of messages.
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

/// A message in a file that cannot be stored, and why.
package struct RefusedRow: Hashable, Sendable {
    /// Why.
    package enum Reason: Hashable, Sendable {
        /// There is no name.
        case missingName
        /// There is no address.
        case missingAddress
        /// There is no date.
        case missingDate
        /// There is no type.
        case missingType
        /// The file is broken here.
        case broken
        /// It is a card without an end.
        case brokenCard
        /// It is a card without a beginning.
        case headlessCard
        /// It is no row of the table: quotation marks are not closed, or there are too many fields.
        case brokenRow
        /// It is no object of JSON.
        case brokenJSON
        /// The object has no value of this name, or none that can be read.
        case missingValue(String)
        /// There is text in place of a message.
        case strayText
        /// It is an element of this name, which is neither a message nor a call.
        case unknownElement(String)
        /// The type is none that is known.
        case unknownType(String)
        /// The database is damaged there.
        case damagedMessage
    }

    /// The line on which the message begins, from 1; in a database its number there.
    package let line: Int
    /// Why it cannot be stored.
    package let reason: Reason

    package init(line: Int, reason: Reason) {
        self.line = line
        self.reason = reason
    }
}

extension RefusedRow: Error {}

/// Something about a message in a file that was stored all the same.
package struct RowRemark: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// There is no text.
        case missingBody
        /// There is no date; the message stands at the beginning of all dates.
        case missingDate
        /// The date is missing, or none that can be; that of its sending is taken.
        case sendingDate
        /// The date is missing or impossible; the one in words is used.
        case writtenDate
        /// The date is missing, or none that can be; that of the row before is taken.
        case dateBefore
        /// Another date, such as that of its arrival, is none, or lies before 1970 or after 2100; it is left out.
        case badDate(String)
        /// There is no address at the other end.
        case missingAddress
        /// A name has no number, under which it would stand.
        case missingNumber(name: String)
        /// The object has no value of this name, or none that can be read.
        case missingValue(String)
        /// A value of this name is not understood.
        case badValue(String, String)
        /// The file with the whole of a long text is not there.
        case missingLongText
        /// The type is none that Android has; the message counts as received.
        case unknownType(Int)
        /// The text of a part of this type cannot be read; it is kept as an attachment’s name and size.
        case unreadablePart(String)
        /// Some bytes of a part of this type are lost; the others are kept.
        case damagedPart(String)
        /// This many pieces of a long message are missing.
        case missingPieces(Int)
        /// There is text within, which no message has; it is left out.
        case strayText
        /// An element of this name is left out.
        case unknownElement(String)
        /// The address at the other end of a message of a database is unknown.
        case unaddressedMessage
        /// A message of a database has no date, or none that can be; that of the message before is taken.
        case undatedMessage
        /// The same, and there is none before; the message stands at the beginning of all dates.
        case undatedFirstMessage
        /// A message of a database has neither text nor files.
        case emptyMessage
        /// The content of columns with these names is left out.
        case unknownColumns([String])
        /// The file of this name, which a chat’s message has, is not there.
        case absentFile(String)
        /// The file of this name, which is a message’s, is not there.
        case missingFile(String)
        /// The number has this other name above; the last one is kept.
        case secondName(String, number: String, other: String)
    }

    /// The line on which it is, from 1; in a database the message’s number there.
    package let line: Int
    package let reason: Reason

    package init(line: Int, reason: Reason) {
        self.line = line
        self.reason = reason
    }
}

extension RowRemark {
    /// Whether something that the file has, or names, was left out.
    fileprivate var leavesOut: Bool {
        switch reason {
        case .missingBody, .missingDate, .sendingDate, .writtenDate, .dateBefore, .missingAddress, .missingValue,
            .unknownType, .unreadablePart, .unaddressedMessage, .undatedMessage, .undatedFirstMessage, .emptyMessage:
            false
        case .badDate, .badValue, .missingNumber, .missingLongText, .damagedPart, .missingPieces, .strayText,
            .unknownElement, .unknownColumns, .absentFile, .missingFile, .secondName:
            true
        }
    }
}
