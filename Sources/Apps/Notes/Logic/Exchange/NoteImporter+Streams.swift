// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Session
import XMLReader

/// The formats whose files may be of any size: read entry by entry, in the memory of the largest.
extension NoteImporter {
    mutating func takeJoplin(_ path: String, named name: String, isFolder: Bool) async throws {
        let source: JoplinSource
        do {
            source = isFolder ? JoplinSource(folder: path) : try JoplinSource(archive: path)
        } catch TarFault.unreadable(let reason) {
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .unreadable(reason)))
            return
        } catch {
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .malformed))
            return
        }
        var reader = JoplinReader(source, written: written(path), in: timeZone)
        for (index, item) in source.items.enumerated() {
            reader.look(at: item)
            guard index % Self.batchSize == 0 else { continue }
            await progress(0, source.items.count)
            try Task.checkCancellation()
        }
        report.expected = reader.notes.count
        for item in reader.notes {
            switch reader.entry(item) {
            case .success(let note): add(note, file: name + "/" + item)
            case .failure(let unread):
                report.problems.append(ExchangeProblem(file: name + "/" + item, reason: unread.reason))
            }
            if isFull { try await flush(total: reader.notes.count) }
        }
        if source.fault != nil || source.items.isEmpty {
            let isCut = source.fault == .truncated
            report.problems.append(ExchangeProblem(file: name, reason: isCut ? .truncated : .malformed))
        }
    }
}
