// SPDX-License-Identifier: GPL-3.0-or-later

/// What several files of an import come to.
package struct ImportTotal: Sendable {
    /// What became of the rows that could be read.
    package private(set) var saved = SavedRows()
    /// How many rows could not be stored.
    package private(set) var refused = 0
    /// How many things there are to say of rows that were stored.
    package private(set) var remarks = 0
    /// How many of the rows are calls.
    package private(set) var calls = 0
    /// How many rows the files say that they have; nil where one does not say.
    package private(set) var declared: Int? = 0
    /// How many characters were replaced.
    package private(set) var replaced = 0
    /// How many bytes were read.
    package private(set) var bytes = 0
    /// Whether all files were read to their ends.
    package private(set) var isComplete = true
    /// Whether something of the files is missing in the store.
    package private(set) var isPartial = false

    package init(_ files: [ImportedFile]) {
        for file in files {
            guard case .success(let report) = file.result else {
                isComplete = false
                isPartial = true
                continue
            }
            saved.add(report.saved)
            refused += report.refusedCount
            remarks += report.remarkCount
            calls += report.calls
            declared = declared.flatMap { sum in report.declaredCount.map { sum + $0 } }
            replaced += report.replacedCharacters
            bytes += report.bytes
            isComplete = isComplete && report.ending == nil
            isPartial = isPartial || report.isPartial
        }
    }
}
