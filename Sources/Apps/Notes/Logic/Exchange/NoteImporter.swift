// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import NotesDomain
import NotesStore
import Search
import Session
import Stores
import XMLReader

/// Takes notes from a file or a folder, in batches, and none of them twice.
struct NoteImporter {
    let store: NoteStore
    let owner: UserID
    let clock: any WallClock
    let timeZone: Zone
    /// How the user writes dates of numbers.
    let dateOrder: DayMonthOrder
    /// The notebook that all notes go to, above the ones they say themselves.
    let notebook: String
    /// Opens sealed notes; nil where they are only counted.
    let sealed: SealedNoteImport?
    /// Told how many entries were looked at, and of how many.
    let added: @MainActor @Sendable ([Int]) -> Void
    let progress: @MainActor @Sendable (Int, Int?) -> Void

    var report = ImportReport()
    private var batch: [NoteDraft] = []
    private var renumbering = Renumbering()
    private var evernoteLinks = EvernoteLinks()
    private var twins: [Int: Int] = [:]
    /// The files that came so far, by what they are in every copy of the folder.
    private var files: [String: Int] = [:]
    private var done = 0
    /// The files of the folder that is imported; nil for a single file.
    var vault: VaultFiles?
    /// The files that came in with notes so far.
    var taken = TakenFiles(notes: [])
    static let batchSize = 500
    /// Attachments are kept as soon as so many bytes of them are in memory.
    private static let batchBytes = 16 << 20
    private var bytes = 0
    /// A text of more bytes is none that somebody wrote: a sparse file would fill the memory.
    private static let largestText = 1 << 30

    init(
        store: NoteStore, owner: UserID, clock: any WallClock, timeZone: Zone, dateOrder: DayMonthOrder,
        notebook: String, sealed: SealedNoteImport?, added: @escaping @MainActor @Sendable ([Int]) -> Void = { _ in },
        progress: @escaping @MainActor @Sendable (Int, Int?) -> Void
    ) {
        self.store = store
        self.owner = owner
        self.clock = clock
        self.timeZone = timeZone
        self.dateOrder = dateOrder
        self.notebook = notebook
        self.sealed = sealed
        if sealed == nil { report.checked = 0 }
        self.added = added
        self.progress = progress
    }

    /// Takes the notes at a path.
    ///
    /// - Returns: What came of it, also where it was cancelled or the store failed on the way: what came before is kept.
    /// - Throws: `CancellationError` and what the store throws, where nothing came before.
    mutating func run(_ path: String, as format: ExchangeFormat?) async throws -> ImportReport {
        do {
            try await take(path, as: format)
            try await flush(total: nil)
        } catch {
            // What came in before is whole in any case, also where this task is cancelled and could write no more. What
            // fails here too, the next import of the same notes does.
            let (renumbering, evernoteLinks, store, owner) = (renumbering, evernoteLinks, store, owner)
            _ = try? await Task { [sealed] in
                try await evernoteLinks.lead(in: store, owner: owner)
                return try await renumbering.lead(in: store, sealed: sealed?.service, owner: owner)
            }.value
            let fault = error as? StoreFault
            guard report.kept > 0, fault != nil || error is CancellationError else { throw error }
            report.ending = fault.map { .failed($0) } ?? .cancelled
            report.unkept = batch.count
            return report
        }
        report.expected = nil
        try await evernoteLinks.lead(in: store, owner: owner)
        report.strayLinks = try await renumbering.lead(in: store, sealed: sealed?.service, owner: owner)
        report.hasSetPassword = await sealed?.hasSetPassword ?? false
        return report
    }

    /// - Parameter depth: In how many archives the file is.
    mutating func take(_ path: String, as format: ExchangeFormat?, depth: Int = 0) async throws {
        let name = (path as NSString).lastPathComponent
        guard let kind = FileStatus(path, followingLinks: true)?.kind else {
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .unreadable(ENOENT)))
            return
        }
        let isJoplin = format == .joplin || format == nil && Self.isJoplin(path)
        if kind == .folder {
            try await takeFolder(path, named: name, as: format)
        } else if Self.isSealed(path) {
            try await takeSealed(path, named: name)
        } else if let kind = ArchiveKind(ofFile: path), kind != .tar || !isJoplin {
            guard depth < Self.deepestArchive else {
                return report.problems.append(ExchangeProblem(file: name, reason: .malformed))
            }
            try await takeArchive(path, named: name, of: kind, as: format, depth: depth)
        } else if isJoplin {
            try await takeJoplin(path, named: name, isFolder: false)
        } else if format == .enex || format == nil && Self.isENEX(path) {
            try await takeENEX(path, named: name)
        } else if format.map({ [.json, .jrnlJSON, .simplenote].contains($0) }) ?? Self.isJSON(path) {
            let folder = (path as NSString).deletingLastPathComponent
            try await takeJSON(
                path, named: name, kind: JSONKind(Self.start(of: path, 1 << 16)),
                files: NoteFolderFiles(root: folder.isEmpty ? "." : folder, folder: "", stem: name))
        } else if format == nil, Self.isXML(path) {
            report.problems.append(ExchangeProblem(file: name, reason: .otherXML))
        } else if let text = text(of: path, named: name) {
            // In a folder others may link to a file without text; alone it is no note.
            guard !text.allSatisfy(\.isWhitespace) else {
                return report.problems.append(ExchangeProblem(file: name, reason: .empty))
            }
            try await take(text, from: path, named: name, as: format ?? guess(text, name))
        }
    }

    mutating func text(of path: String, named name: String, followingLinks: Bool = true) -> String? {
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.bytes(at: path, followingLinks: followingLinks, limit: Self.largestText)
        } catch {
            let reason = if case .unreadable(_, let reason) = error { reason } else { EFBIG }
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .unreadable(reason)))
            return nil
        }
        guard !JrnlText.isEncrypted(bytes, named: name) else {
            report.problems.append(ExchangeProblem(file: name, reason: .encryptedJournal))
            return nil
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .notUTF8))
            return nil
        }
        // A byte order mark is no part of a text.
        return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    }

    mutating func takeFile(_ path: String, named name: String, below root: String, of total: Int?) async throws {
        // The folder may come from somebody else: a link in it must not make a note of a file that is none of its own.
        let (base, real): (String, String)
        do throws(FileFault) { (base, real) = (try FilePlace.real(root), try FilePlace.real(path)) } catch {
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .unreadable(error.reason.number)))
            return
        }
        guard NoteFolderFiles.holds(base, real) else {
            let target = try? FilePlace.target(ofLink: path)
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .outside(target ?? name)))
            return
        }
        guard let text = text(of: real, named: name, followingLinks: false) else { return }
        if let day = JrnlText.day(of: name) {
            try await takeJournal(text, from: path, named: name, on: day)
        } else {
            takeNote(text, from: path, named: name, below: root)
        }
        if isFull { try await flush(total: total) }
    }

    /// Whether what was read should be kept before more is.
    var isFull: Bool { batch.count >= Self.batchSize || bytes >= Self.batchBytes }

    /// - Parameter root: The folder of the import, below which the file has this name.
    private mutating func takeNote(_ text: String, from path: String, named name: String, below root: String) {
        let folder = (name as NSString).deletingLastPathComponent
        let stem = ((name as NSString).lastPathComponent as NSString).deletingPathExtension
        var (draft, number, problems) = NoteFile.draft(
            text, path: folder.isEmpty ? stem : folder + "/" + stem, written: written(path), in: timeZone,
            files: NoteFolderFiles(root: root, folder: folder, stem: stem, vault: vault, taken: taken))
        if let links = vault.flatMap(DendronLinks.init) { draft.content = links.turned(draft.content) }
        draft.content = Self.shortening(draft.content, in: folder, to: taken)
        add(draft, problems, number: number, file: name, isOfFolder: true)
    }

    /// The text whose addresses of notes say `.md` for `.markdown`, as an export calls their files.
    private static func shortening(_ text: String, in folder: String, to notes: TakenFiles) -> String {
        guard text.contains(".markdown"), notes.haveLongEndings else { return text }
        let bytes = Array(text.utf8)
        return text.replacing(
            LinkText.places(in: text).compactMap { place in
                guard case .path = place.target, let path = place.target.parts?.path,
                    FilePath.resolved(path, from: folder).map(notes.isNote) == true,
                    case let spelled = String(decoding: bytes[place.range], as: UTF8.self),
                    case let address = spelled.prefix(while: { $0 != "#" }), address.hasSuffix(".markdown")
                else { return nil }
                return (place.range, String(address.dropLast("arkdown".count)) + "d" + spelled[address.endIndex...])
            })
    }

    /// When a file was last written: the same in every import of it.
    func written(_ path: String) -> Timestamp {
        let time = FileStatus(path)?.time
        return time.flatMap {
            Timestamp(Date(timeIntervalSince1970: Double($0.seconds) + Double($0.nanoseconds) / 1_000_000_000))
        } ?? clock.now
    }

    private mutating func take(_ text: String, from path: String, named name: String, as format: ExchangeFormat)
        async throws
    {
        switch format {
        case .jrnl:
            try await takeJournal(text, from: path, named: name)
        case .text, .markdown, .html, .site, .enex, .joplin, .json, .jrnlJSON, .simplenote:
            takeNote(text, from: path, named: name, below: (path as NSString).deletingLastPathComponent)
        }
    }

    mutating func add(_ note: ForeignNote, number: Int? = nil, file: String, entry: Int? = nil) {
        add(
            note.draft, note.problems, number: number, file: file, line: note.line, entry: entry,
            isDated: note.isDated)
    }

    mutating func add(
        _ draft: NoteDraft, _ problems: [ExchangeProblem.Reason], number: Int? = nil, file: String, line: Int? = nil,
        entry: Int? = nil, isOfFolder: Bool = false, isDated: Bool = true
    ) {
        report.problems += problems.map { ExchangeProblem(file: file, line: line, entry: entry, reason: $0) }
        guard !draft.names.isEmpty || !draft.content.allSatisfy(\.isWhitespace) else {
            report.problems.append(ExchangeProblem(file: file, line: line, entry: entry, reason: .empty))
            return
        }
        var draft = placed(draft)
        if Self.replaceNULs(in: &draft) {
            report.problems.append(ExchangeProblem(file: file, line: line, entry: entry, reason: .nul))
        }
        let name = Self.name(of: draft.content, at: draft.createdAt)
        // Texts that differ in the numbers of links alone are told from each other by how many came before, too.
        let links = number == nil ? [] : LinkText.numbers(in: draft.content)
        let twin = links.isEmpty ? name : Self.name(of: LinkText.unnumbered(draft.content), at: draft.createdAt)
        draft.origin = NoteOrigin(
            name: name.text, twins: twins[twin.hash, default: 0],
            file: isOfFolder
                ? place(
                    of: draft,
                    named: number.map { "id \($0)" }
                        ?? NoteOrigin.fileKey + file.precomposedStringWithCanonicalMapping)
                // The time of a file is another in each copy of it.
                : isDated ? nil : place(of: draft, named: "undated"),
            number: number, links: links)
        twins[twin.hash, default: 0] += 1
        bytes += draft.attachments.reduce(0) { $0 + $1.bytes.count }
        batch.append(draft)
    }

    /// Counts a note that was kept by itself.
    mutating func count(_ draft: NoteDraft, _ note: TakenNote) async {
        if note.kind == .new {
            report.added += 1
            report.sealed += 1
            await added([note.id])
        } else {
            report.known += 1
        }
        renumbering.add([draft], [note])
        done += 1
    }

    /// What a file of a folder is, whenever it was written.
    ///
    /// That is the number that its note had where it comes from, or else its name below the folder, with its text. Two
    /// equal files are two notes, in this folder and in each copy of it. The same goes for what says no date.
    private mutating func place(of draft: NoteDraft, named name: String) -> String {
        // Version control systems write other ends of lines on other systems.
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

    /// The text’s number, with the length beside it.
    private static func fingerprint(of text: String) -> (hash: UInt64, count: Int) {
        (TextHash(text).value, text.utf8.count)
    }

    /// Keeps what was read so far; after it, cancelling loses nothing.
    mutating func flush(total: Int?) async throws {
        if let checked = report.checked {
            report.checked = checked + batch.count
            (batch, bytes) = ([], 0)
            await progress(checked, total)
        } else if !batch.isEmpty {
            let notes = try await store.write { [batch] in try $0.take(batch).taken }
            let new = notes.filter { $0.kind == .new }.map(\.id)
            report.added += new.count
            report.known += notes.count - new.count
            await added(new)
            renumbering.add(batch, notes)
            evernoteLinks.add(batch, notes)
            done += batch.count
            batch = []
            bytes = 0
            await progress(done, total)
        }
        try Task.checkCancellation()
    }
}
