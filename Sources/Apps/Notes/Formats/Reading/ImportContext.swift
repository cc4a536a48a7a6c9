// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import NotesDomain
import Session
import XMLReader
import ZipReader

/// What files look like, and which of a folder are notes.
extension NoteImporter {
    /// Whether a file is an archive of Joplin’s.
    static func isJoplin(_ path: String) -> Bool { (path as NSString).pathExtension.lowercased() == "jex" }

    /// The first bytes of a file; none of one that cannot be read, and of a pipe, which can be read once only.
    static func start(of path: String, _ size: Int = 4096) -> [UInt8] {
        guard FileStatus(path, followingLinks: true)?.kind == .regular, let file = try? FileSource(path: path)
        else { return [] }
        var start = [UInt8](repeating: 0, count: size)
        start.removeLast(start.count - (start.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }))
        return start
    }

    /// Whether a file is named as JSON, or as programs call theirs, and begins as a document does.
    static func isJSON(_ path: String) -> Bool {
        let name = (path as NSString).lastPathComponent
        guard (name as NSString).pathExtension.lowercased() == "json" || StandardNotes.isBackup(name) else {
            return false
        }
        let first = start(of: path).drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }.first
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// Whether a file is Evernote’s by its name, or by how it begins.
    static func isENEX(_ path: String) -> Bool {
        if (path as NSString).pathExtension.lowercased() == "enex" { return true }
        return isXML(path) && String(decoding: start(of: path), as: UTF8.self).contains("<en-export")
    }

    /// Whether a file begins as a document of XML does, and is not named as a text.
    static func isXML(_ path: String) -> Bool {
        guard !["md", "markdown", "txt"].contains((path as NSString).pathExtension.lowercased()) else { return false }
        let first = start(of: path).drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first.starts(with: "<?xml".utf8)
    }

    /// The format that a text looks like.
    func guess(_ text: String, _ name: String) -> ExchangeFormat {
        let isMarkdown = ["md", "markdown"].contains((name as NSString).pathExtension.lowercased())
        let journal = JrnlText(text, written: clock.now, order: dateOrder, in: timeZone)
        // A note may begin with a date, and few programs put it into brackets.
        if journal.isJournal, !(isMarkdown && journal.isOld) { return .jrnl }
        return isMarkdown ? .markdown : .text
    }

    /// Those of the files below a folder that are notes, in a fixed order; hidden ones are settings of other programs.
    static func notes(among all: [String]) -> [String] {
        let notes = all.filter { path in
            ["md", "markdown", "txt"].contains((path as NSString).pathExtension.lowercased())
                && !path.split(separator: "/").contains { $0.hasPrefix(".") }
        }
        let known = Set(notes)
        return notes.filter { !isAttachment($0, among: known) }.map(ExactPath.init).sorted().map(\.text)
    }

    /// Whether a file is where an export puts what belongs to a note: `work/attachments/Trip/list.txt` beside
    /// `work/Trip.md`.
    static func isAttachment(_ path: String, among notes: Set<String>) -> Bool {
        let levels = path.split(separator: "/")
        guard levels.count > 2, levels[levels.count - 3] == NoteFolderFiles.folderName else { return false }
        return notes.contains((levels.dropLast(3) + [levels[levels.count - 2] + ".md"]).joined(separator: "/"))
    }
}

/// Folders and archives, of which each file is taken as what it is.
extension NoteImporter {
    /// A program may split an export, or put bundles into one; nobody nests archives deeper.
    static let deepestArchive = 3

    /// Takes what is in an archive, as a folder of the same files, or the one file that is packed.
    mutating func takeArchive(
        _ path: String, named name: String, of kind: ArchiveKind, as format: ExchangeFormat?, depth: Int = 0
    ) async throws {
        let unpacked: UnpackedArchive
        do {
            let progress = progress
            unpacked = try await UnpackedArchive(path, named: name, of: kind) { await progress($0, $1) }
        } catch let fault as ZipFault {
            report.problems.append(ExchangeProblem(file: name, reason: fault == .truncated ? .truncated : .malformed))
            return
        } catch let fault as FileFault {
            report.problems.append(ExchangeProblem(file: name, reason: .unreadable(fault.reason.number)))
            return
        }
        report.problems += unpacked.problems
        if let file = unpacked.file {
            try await take(file, as: format, depth: depth + 1)
            return withExtendedLifetime(unpacked) {}
        }
        NotionNames.drop(in: unpacked.folder)
        try await takeFolder(unpacked.folder, named: name, as: format, depth: depth + 1)
        withExtendedLifetime(unpacked) {}
    }

    /// Takes the notes of a folder.
    ///
    /// - Parameter depth: In how many archives the folder is.
    mutating func takeFolder(_ path: String, named name: String, as format: ExchangeFormat?, depth: Int = 0)
        async throws
    {
        guard format != .joplin, format != nil || !JoplinSource.isExport(path) else {
            return try await takeJoplin(path, named: name, isFolder: true)
        }
        guard format == nil || format == .markdown || format == .text else {
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .unreadable(EISDIR)))
            return
        }
        guard !path.lowercased().hasSuffix(TextBundle.ending) else {
            return takeBundle(path, named: name, titles: [:])
        }
        var unlisted: [ExchangeProblem] = []
        let found = try? Folder.paths(below: path) {
            unlisted.append(
                ExchangeProblem(file: $0.path.isEmpty ? name : $0.path + "/", reason: .unreadable($0.reason.number)))
        }
        report.problems += unlisted
        let all = found ?? []
        var contents = FolderContents(all, in: path, plain: format != nil, isUnpacked: depth > 0)
        let outer = (vault, taken)
        vault = VaultFiles(all)
        contents.leaveOut(linkedTexts(of: contents, in: path))
        contents.sort(in: path)
        taken = TakenFiles(notes: Set(contents.items.map { ExactPath($0.path) }))
        defer { (vault, taken) = outer }
        report.isOfUnfinishedExport =
            report.isOfUnfinishedExport || FileStatus(path + "/" + NoteExporter.unfinished) != nil
        // Notion writes pages of HTML unless it is told otherwise.
        report.problems += all.filter(NotionNames.isPage).sorted().map {
            ExchangeProblem(file: $0, reason: .malformedNote)
        }
        report.problems += damagedNotes(of: contents, among: all, in: path)
        if contents.items.isEmpty, unlisted.isEmpty {
            report.problems.append(ExchangeProblem(file: name, reason: .noNotes))
        }
        let counts = contents.items.allSatisfy { if case .json(_, let kind) = $0 { kind == .keep } else { true } }
        let total = counts && depth < 2 ? contents.items.count : nil
        report.expected = total
        defer { report.leave(contents.others(among: all).filter { !taken.contains($0) }, areAll: contents.areTexts) }
        try await take(contents, in: path, of: total, depth: depth)
    }

    /// The text files that notes in Markdown link to: these stay files, to which the links lead.
    private func linkedTexts(of contents: FolderContents, in path: String) -> Set<ExactPath> {
        let texts = contents.items.filter { $0.path.lowercased().hasSuffix(".txt") }
        guard !texts.isEmpty else { return [] }
        var linked: Set<ExactPath> = []
        for item in contents.items where item.isMarkdown {
            guard let bytes = try? SmallFile.bytes(at: path + "/" + item.path, followingLinks: false) else { continue }
            let files = NoteFolderFiles(root: path, folder: FilePath(item.path).folder, stem: "", vault: vault)
            linked.formUnion(files?.texts(linkedIn: String(decoding: bytes, as: UTF8.self)) ?? [])
        }
        return linked
    }

    /// Files that are notes by their place, and say nothing that could be read: in Keep’s folders each JSON is a note.
    private func damagedNotes(
        of contents: FolderContents, among all: [String], in path: String
    ) -> [ExchangeProblem] {
        var folders: Set<String> = []
        var known: Set<String> = []
        for case .json(let file, let kind) in contents.items {
            known.insert(file)
            if kind == .keep { folders.insert(FilePath(file).folder) }
        }
        return all.filter { file in
            guard file.lowercased().hasSuffix(".json"), !known.contains(file), folders.contains(FilePath(file).folder)
            else { return false }
            let bytes = (try? SmallFile.bytes(at: path + "/" + file, followingLinks: false)) ?? []
            return (try? JSONSerialization.jsonObject(with: Data(bytes))) == nil
        }.sorted().map { ExchangeProblem(file: $0, reason: .malformedNote) }
    }

    private mutating func take(_ contents: FolderContents, in path: String, of total: Int?, depth: Int) async throws {
        var graph = contents.graph
        var titles: [String: String] = [:]
        for item in contents.items {
            switch item {
            case .page(let file):
                if let bytes = try? SmallFile.bytes(at: path + "/" + file, followingLinks: false) {
                    graph?.look(at: String(decoding: bytes, as: UTF8.self), of: file)
                }
            case .bundle(let file):
                let bundle = TextBundle(path + "/" + file)
                guard let id = bundle.id, let text = bundle.text,
                    let bytes = try? SmallFile.bytes(at: text, followingLinks: false)
                else { continue }
                titles[id] = Note.title(of: String(decoding: bytes, as: UTF8.self))
            default: continue
            }
        }
        for item in contents.items {
            let place = path + "/" + item.path
            let folder = (item.path as NSString).deletingLastPathComponent
            let stem = ((item.path as NSString).lastPathComponent as NSString).deletingPathExtension
            let files = NoteFolderFiles(root: path, folder: folder, stem: stem)
            switch item {
            case .note(let file): try await takeFile(place, named: file, below: path, of: total)
            case .page(let file): if let graph { takePage(place, named: file, below: path, of: graph) }
            case .bundle(let file): takeBundle(place, named: file, titles: titles)
            case .classicEntry(let file): takeClassicEntry(place, named: file, files: files)
            case .evernote(let file): try await takeENEX(place, named: file)
            case .joplin(let file): try await takeJoplin(place, named: file, isFolder: false)
            case .json(let file, let kind): try await takeJSON(place, named: file, kind: kind, files: files)
            case .sealed(let file): try await takeSealed(place, named: file)
            case .archive(let file):
                guard depth < Self.deepestArchive, let kind = ArchiveKind(ofFile: place) else {
                    report.problems.append(ExchangeProblem(file: file, reason: .malformed))
                    continue
                }
                try await takeArchive(place, named: file, of: kind, as: nil, depth: depth)
            }
            if isFull { try await flush(total: total) }
        }
    }

    private mutating func takeBundle(_ path: String, named name: String, titles: [String: String]) {
        let bundle = TextBundle(path)
        guard let file = bundle.text else {
            report.problems.append(ExchangeProblem(file: name, reason: .empty))
            return
        }
        guard let text = text(of: file, named: name, followingLinks: false) else { return }
        guard !bundle.isEncrypted(text) else {
            report.problems.append(ExchangeProblem(file: name, reason: .encrypted))
            return
        }
        let folder = (name as NSString).deletingLastPathComponent
        add(
            bundle.note(text, notebook: folder, written: written(file), in: timeZone, titles: titles), file: name)
    }

    private mutating func takeClassicEntry(_ path: String, named name: String, files: NoteFolderFiles?) {
        guard let bytes = bytes(of: path, named: name) else { return }
        guard let note = DayOneClassic.note(bytes, files: files, written: written(path)) else {
            report.problems.append(ExchangeProblem(file: name, reason: .malformedNote))
            return
        }
        add(note, file: name)
    }

    private mutating func takePage(_ path: String, named name: String, below root: String, of graph: LogseqGraph) {
        guard let text = text(of: path, named: name, followingLinks: false) else { return }
        let page = graph.page(text, of: name)
        let folder = (name as NSString).deletingLastPathComponent
        var (draft, _, problems) = NoteFile.draft(
            page.text, path: page.title,
            written: page.day.map { $0.start(in: timeZone) } ?? written(path), in: timeZone,
            files: NoteFolderFiles(root: root, folder: folder, stem: page.title, vault: vault, taken: taken))
        // The page lies elsewhere than its file did.
        draft.content = AttachmentLinks.leading(
            draft.content, to: draft.attachments.enumerated().map { Attachment(number: $0 + 1, $1) }, from: folder,
            in: draft.names.folder
        ) { $0.place.map { ($0, true) } }
        draft.marks.notebook = page.day == nil ? "" : "journals"
        // The day is that of the journal, whatever its properties say.
        if let day = page.day { draft.createdAt = day.start(in: timeZone) }
        add(draft, problems, file: name, isOfFolder: true)
    }

    /// The bytes of a file that is one note; nil, and told of, where they cannot be read.
    mutating func bytes(
        of path: String, named name: String, limit: Int = AttachmentDraft.largest
    ) -> [UInt8]? {
        do {
            return try SmallFile.bytes(at: path, followingLinks: false, limit: limit)
        } catch {
            let reason = if case .unreadable(_, let reason) = error { reason } else { EFBIG }
            report.problems.append(ExchangeProblem(file: name, line: nil, reason: .unreadable(reason)))
            return nil
        }
    }
}
