// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session

/// jrnl’s text.
extension NoteImporter {
    /// - Parameter day: The day of all entries, in a journal that has a file for each.
    mutating func takeJournal(_ text: String, from path: String, named name: String, on day: Day? = nil) async throws {
        let journal = JrnlText(text, written: written(path), order: dateOrder, in: timeZone, on: day)
        if journal.isOld { report.problems.append(ExchangeProblem(file: name, reason: .oldJournal)) }
        for entry in journal.entries {
            add(entry, file: name)
            if isFull { try await flush(total: nil) }
        }
    }
}
