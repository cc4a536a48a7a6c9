// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSearch
package import AtriumSession
import AtriumStores
import Foundation

/// The source of an import: the notes of a file or folder, in any format.
package protocol NoteSource: Sendable {
    /// The links to correct in texts after all notes arrived, beside those by number.
    var repairs: [any LinkRepair] { get }

    /// Reads the notes at a path one after another, and gives each to the importer.
    ///
    /// - Throws: `CancellationError`, and the errors of the importer; problems of the source go to the report.
    func read(_ path: String, into importer: NoteImporter) async throws
}

/// Imports notes from a source, in batches, and each only once.
package final class NoteImporter {
    package let service: NotesService
    /// The order of day and month in dates of numbers.
    package let dateOrder: DayMonthOrder
    /// Asks for the passwords of sealed notes, and once for that of the notes here.
    package let questions: SealedNoteQuestions
    /// The notebook for all notes, above their own.
    private let notebook: String
    private let added: @MainActor @Sendable ([Int]) -> Void
    private let reached: @MainActor @Sendable (Int, Int?) -> Void

    /// The report so far.
    package var report = ImportReport()
    private var batch: [NoteDraft] = []
    private var renumbering = Renumbering()
    private var repairs: [any LinkRepair] = []
    private var places = ImportedPlaces()
    private var twins: [Int: Int] = [:]
    /// The files so far, by their keys in every copy of the folder.
    private var files: [String: Int] = [:]
    private var done = 0
    /// The protected notebooks, once a note is in one at all.
    private var locked: [String]?
    static let batchSize = 500
    /// The most bytes of attachments in memory before they are kept.
    private static let batchBytes = 16 << 20
    private var bytes = 0

    /// - Parameters:
    ///   - isCheck: Whether nothing is kept.
    ///   - added: Receives the numbers of the new notes.
    ///   - progress: Receives the number of entries read, and of all if known.
    init(
        for service: NotesService, dateOrder: DayMonthOrder, notebook: String, questions: SealedNoteQuestions,
        isCheck: Bool, added: @escaping @MainActor @Sendable ([Int]) -> Void,
        progress: @escaping @MainActor @Sendable (Int, Int?) -> Void
    ) {
        self.service = service
        self.dateOrder = dateOrder
        self.notebook = notebook
        self.questions = questions.askedOnce
        if isCheck { report.checked = 0 }
        self.added = added
        reached = progress
    }

    /// The time zone of the user.
    package var timeZone: Zone { service.timeZone }

    /// Imports the notes at a path.
    ///
    /// - Returns: The report, also if the task was cancelled or the store failed on the way: earlier notes are kept.
    /// - Throws: `CancellationError` and the errors of the store, if no note arrived before.
    func run(_ path: String, by source: any NoteSource) async throws -> ImportReport {
        repairs = source.repairs
        do {
            try await source.read(path, into: self)
            try await flush()
        } catch {
            // Notes kept so far are complete in any case, even if this task is cancelled and can write no more. The next
            // import of the same notes does what fails here.
            let (renumbering, repairs, places, service) = (renumbering, repairs, places, service)
            _ = try? await Task {
                try await places.lead(in: service)
                for repair in repairs { try await service.repair(repair) }
                return try await renumbering.lead(in: service)
            }.value
            let fault = error as? StoreFault
            guard report.kept > 0, fault != nil || error is CancellationError else { throw error }
            report.ending = fault.map { .failed($0) } ?? .cancelled
            report.unkept = batch.count
            return report
        }
        report.expected = nil
        report.renamed = try await places.allRenamed(in: service)
        try await places.lead(in: service)
        for repair in repairs { try await service.repair(repair) }
        report.strayLinks = try await renumbering.lead(in: service)
        return report
    }

    /// Reports an entry that did not become a note, or not completely.
    package func tell(
        _ reason: ExchangeProblem.Reason, _ file: String, line: Int? = nil, entry: Int? = nil, title: String? = nil
    ) {
        report.problems.append(ExchangeProblem(file: file, line: line, entry: entry, title: title, reason: reason))
    }

    /// Reports something about a note of a file.
    private func tell(_ reason: ExchangeProblem.Reason, _ file: String, _ note: ForeignNote) {
        tell(reason, file, line: note.line, entry: note.entry, title: note.title)
    }

    /// Reports the number of entries read before any note is taken.
    package func progress(_ done: Int, of total: Int?) async { await reached(done, total) }

    /// The time when a file was last written, the same in every import of it.
    package func written(_ path: String) -> Timestamp {
        let time = FileStatus(path)?.time
        return time.flatMap {
            Timestamp(Date(timeIntervalSince1970: Double($0.seconds) + Double($0.nanoseconds) / 1_000_000_000))
        } ?? service.clock.now
    }

    /// Adds a note of a file to its batch, which is kept once it is full.
    ///
    /// - Throws: `CancellationError` and the errors of the store.
    package func take(_ note: ForeignNote, from file: String) async throws {
        let (note, file) = (placed(note), note.file ?? file)
        if report.checked == nil, let lock = try await lock(of: note.draft.marks.notebook) {
            guard try await unlock() else {
                return tell(.lockedNotebook(lock), file, note)
            }
            return try await seal(note, from: file)
        }
        add(note, file: file)
        if batch.count >= Self.batchSize || bytes >= Self.batchBytes { try await flush() }
    }

    /// The protected notebook that a notebook is in: its notes are sealed from the beginning.
    private func lock(of notebook: String) async throws -> String? {
        guard !notebook.isEmpty else { return nil }
        if locked == nil { locked = try await service.lockedNotebooks() }
        return NotebookName.lock(of: notebook, among: locked ?? [])
    }

    /// Unlocks the notes here.
    private func unlock() async throws -> Bool {
        try await service.protection.lockIfReplaced()
        guard !service.protection.isUnlocked else { return true }
        _ = try await questions.own()
        return service.protection.isUnlocked
    }

    private func add(_ note: ForeignNote, file: String) {
        for problem in note.problems { tell(problem, file, note) }
        guard !note.draft.names.isEmpty || !note.draft.content.allSatisfy(\.isWhitespace) else {
            return tell(.empty, file, note)
        }
        var draft = note.draft
        if Self.replaceNULs(in: &draft) { tell(.nul, file, note) }
        let number = note.number
        let name = Self.name(of: draft.content, at: draft.createdAt)
        // Texts that differ in the numbers of links alone count as twins too.
        let references = number.map { _ in References(draft.content) }
        let links = references?.numbers ?? []
        let neutral = links.isEmpty ? nil : references?.neutral(folders: false)
        let twin = neutral.map { Self.name(of: $0, at: draft.createdAt) } ?? name
        draft.origin = NoteOrigin(
            name: name.text, twins: twins[twin.hash, default: 0],
            file: note.isFile
                ? place(
                    of: draft,
                    named: number.map { "id \($0)" }
                        ?? NoteOrigin.fileKey + file.precomposedStringWithCanonicalMapping)
                // The time of a file differs in each copy of it.
                : note.isDated ? nil : place(of: draft, named: "undated"),
            number: number, links: links, precision: note.precision)
        twins[twin.hash, default: 0] += 1
        bytes += draft.attachments.reduce(0) { $0 + $1.bytes.count }
        batch.append(draft)
    }

    /// Keeps a note sealed from the beginning, unless it is here already; its number is that of its source.
    ///
    /// - Throws: `NotesFault.locked`, and the errors of the store.
    package func takeSealed(_ note: ForeignNote, from file: String) async throws {
        try await seal(placed(note), from: file)
    }

    /// The same for a note in the notebook of the import.
    private func seal(_ note: ForeignNote, from file: String) async throws {
        for problem in note.problems { tell(problem, file, note) }
        var draft = note.draft
        if Self.replaceNULs(in: &draft) { tell(.nul, file, note) }
        // The name of the original does not reveal the text.
        draft.origin = NoteOrigin(
            name: "sealed \(note.number ?? 0) \(draft.createdAt.milliseconds)", number: note.number,
            links: note.number == nil ? [] : References(draft.content).numbers)
        let taken = try await service.protection.take(draft)
        if taken.kind == .new {
            report.added += 1
            report.sealed += 1
            await added([taken.id])
        } else {
            report.known += 1
        }
        renumbering.add([draft], [taken])
        done += 1
    }

    /// The key of a file of a folder, whenever it was written.
    ///
    /// It consists of the number of the note in its source, or else of the file’s name below the folder, and of the text.
    /// Two equal files are two notes, in this folder and in each copy of it. Entries without a date have such keys too.
    private func place(of draft: NoteDraft, named name: String) -> String {
        // Version control systems write different ends of lines on different systems.
        let text = draft.content.utf8.contains(0x0D) ? draft.content.replacing("\r\n", with: "\n") : draft.content
        let (hash, count) = Self.fingerprint(of: text)
        let place = "\(name) \(count)-\(String(hash, radix: 16))"
        defer { files[place, default: 0] += 1 }
        return files[place].map { "\(place)#\($0)" } ?? place
    }

    /// The same name for the same date and text in every run and format.
    private static func name(of content: String, at created: Timestamp) -> (text: String, hash: Int) {
        let (hash, count) = fingerprint(of: content)
        let time = created.milliseconds
        let text = "\(time)-\(count)-\(String(hash, radix: 16))"
        return (text, Int(truncatingIfNeeded: hash ^ UInt64(bitPattern: time) &* 0x9E37_79B9_7F4A_7C15))
    }

    /// The text’s hash and length.
    private static func fingerprint(of text: String) -> (hash: UInt64, count: Int) {
        (TextHash(text).value, text.utf8.count)
    }

    /// Keeps the notes read so far; after it, cancelling loses nothing.
    private func flush() async throws {
        if let checked = report.checked {
            report.checked = checked + batch.count
            (batch, bytes) = ([], 0)
            await reached(checked, report.expected)
        } else if !batch.isEmpty {
            let notes = try await service.store.write { [batch] in try $0.take(batch).taken }
            let new = notes.filter { $0.kind == .new }.map(\.id)
            report.added += new.count
            report.known += notes.count - new.count
            await added(new)
            renumbering.add(batch, notes)
            for index in repairs.indices { repairs[index].add(batch, notes) }
            places.add(batch, notes)
            done += batch.count
            batch = []
            bytes = 0
            await reached(done, report.expected)
        }
        try Task.checkCancellation()
    }

    /// A note in the notebook of the import.
    private func placed(_ note: ForeignNote) -> ForeignNote {
        guard !notebook.isEmpty else { return note }
        var (note, draft) = (note, note.draft)
        draft.marks.notebook = NotebookName.normal(notebook + "/" + draft.marks.notebook)
        let folder = NotebookName.normal(notebook) + "/"
        if !draft.names.isEmpty { draft.names.path = folder + draft.names.path }
        for index in draft.attachments.indices {
            draft.attachments[index].place = draft.attachments[index].place.map { folder + $0 }
        }
        note.draft = draft
        return note
    }

    /// Replaces each U+0000, at which a store would end the text, by U+FFFD; returns whether there were any.
    private static func replaceNULs(in draft: inout NoteDraft) -> Bool {
        var hasAny = false
        func mend(_ text: inout String) {
            guard text.utf8.contains(0) else { return }
            hasAny = true
            text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
        }
        mend(&draft.content)
        mend(&draft.marks.notebook)
        mend(&draft.marks.others)
        for index in draft.marks.tags.indices { mend(&draft.marks.tags[index]) }
        return hasAny
    }
}

/// The first part of a date of numbers without a year at its beginning: `09/06/2013`.
package enum DayMonthOrder: Hashable, Sendable {
    /// The day, as in most countries.
    case dayFirst
    /// The month, as in the United States.
    case monthFirst
}
