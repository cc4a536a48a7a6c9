// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
import Session
package import Stores

/// What came of an import.
package struct ImportReport: Equatable, Sendable {
    /// Why an import ended before its source did.
    package enum Ending: Equatable, Sendable {
        /// It was cancelled.
        case cancelled
        /// The store could not keep more.
        case failed(StoreFault)
    }

    /// How many notes are new.
    package var added = 0
    /// How many were there already.
    package var known = 0
    /// How many of those that are new came sealed, and are protected here.
    package var sealed = 0
    /// How many notes were read that are not kept, since the import only looks; nil where it keeps them.
    package var checked: Int?
    /// How many of these are sealed.
    package var checkedSealed = 0
    /// Whether the password of sealed notes has become that of the notes that are protected here.
    package var hasSetPassword = false
    /// How many links by number were left as they are, since what they lead to did not come in too.
    package var strayLinks = 0
    /// Whether the folder is an export that came to no end: notes may be missing in it.
    package var isOfUnfinishedExport = false
    /// The files of folders that were not taken as notes, as far as other programs keep such in them.
    package var unread = FileKinds()
    /// The files of folders that were left out, since they are no notes and none links to them.
    package var unlinked: [String] = []
    /// What did not become a note, or not wholly.
    package var problems: [ExchangeProblem] = []
    /// Why it ended early; nil where it did not.
    package var ending: Ending?
    /// How many notes were read that could not be kept any more.
    package var unkept = 0
    /// How many notes there are, where that is known before they are read; nil once all are.
    package var expected: Int?

    /// Tells of files that were not taken.
    ///
    /// - Parameter areAll: Whether all of them were left out; otherwise those beside the notes may belong to these.
    mutating func leave(_ files: [String], areAll: Bool) {
        if areAll { unlinked += files }
        unread.add(FileKinds(of: areAll ? files : files.filter { !$0.lowercased().hasSuffix(".txt") }))
    }

    /// How many notes are here now.
    package var kept: Int { added + known }

    /// How many notes were found.
    package var found: Int { max(expected ?? 0, kept + unkept + problems.count { $0.losesNote }) }

    /// How many notes and files are not here, or not wholly, for what is wrong with them.
    package var leftOut: Int {
        struct Place: Hashable {
            let file: String
            let line: Int?
            let entry: Int?
        }
        return Set(problems.filter(\.leavesOut).map { Place(file: $0.file, line: $0.line, entry: $0.entry) }).count
    }

    /// Whether a file was cut off.
    package var isCut: Bool { problems.contains { $0.reason == .truncated } }

    /// Whether all that was there is here now.
    package var isWhole: Bool { ending == nil && leftOut == 0 }
}
