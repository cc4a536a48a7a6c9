// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSession
import AtriumZipReader
import Foundation
import NotesLogic

/// One import: finds the format of a file, and reads it.
final class ImportContext {
    let importer: NoteImporter
    private let formats: [any NoteFormat.Type]
    /// The format that a command names; `nil` for whichever claims a file.
    private let format: (any NoteFormat.Type)?
    /// The data of formats during the whole import.
    let memory = ImportMemory()

    init(
        _ formats: [any NoteFormat.Type], as format: (any NoteFormat.Type)?, into importer: NoteImporter
    ) {
        self.formats = formats
        self.format = format
        self.importer = importer
    }

    /// The user’s time zone.
    var timeZone: Zone { importer.timeZone }

    /// Reports something that did not become a note, or not wholly.
    func tell(_ reason: ExchangeProblem.Reason, _ file: String, line: Int? = nil, entry: Int? = nil) {
        importer.tell(reason, file, line: line, entry: entry)
    }

    /// The time of a file’s last write: the same in every import of it.
    func written(_ path: String) -> Timestamp { importer.written(path) }

    /// The depth of archives in archives: a program may split an export, or put bundles into one.
    private static let deepestArchive = 3

    /// Reads the notes at a path.
    ///
    /// - Parameter depth: In how many archives the file is.
    func read(_ path: String, depth: Int = 0) async throws {
        let name = (path as NSString).lastPathComponent
        guard let kind = FileStatus(path, followingLinks: true)?.kind else {
            return tell(.unreadable(ENOENT), name)
        }
        if kind == .folder { return try await readFolder(path, named: name, depth: depth) }
        let file = ImportFile(path, named: name, of: self)
        // Their names tell these files, whichever format a command names.
        if let last = formats.first(where: { $0.standing == .last && $0.claims(file) }) {
            return try await read(file, as: last)
        }
        if let kind = ArchiveKind(ofFile: path), kind != .tar || !isWhole(file) {
            guard depth < Self.deepestArchive else { return tell(.malformed, name) }
            return try await readArchive(path, named: name, of: kind, depth: depth)
        }
        guard let format = chosen(for: file) ?? formats.first(where: { $0.claims(file) }) else {
            return tell(file.isXML ? .otherXML : .malformed, name)
        }
        try await read(file, as: format)
    }

    private func isWhole(_ file: ImportFile) -> Bool {
        format.map { $0.folders == .whole } ?? formats.contains { $0.folders == .whole && $0.claims(file) }
    }

    /// The format that a command names; of JSON, the one that it looks like.
    private func chosen(for file: ImportFile) -> (any NoteFormat.Type)? {
        guard format is any JSONNoteFormat.Type, let json = file.json else { return format }
        return formats.first { ($0 as? any JSONNoteFormat.Type)?.claims(json) == true } ?? format
    }

    private func read(_ file: ImportFile, as format: any NoteFormat.Type) async throws {
        try await format.read(file, in: self) { [importer] note in try await importer.take(note, from: file.name) }
    }
}

/// Texts and bytes of files.
extension ImportContext {
    /// The largest text in bytes: a sparse file would fill the memory.
    private static let largestText = 1 << 30

    /// The text of a file; `nil` and a problem in the report if it cannot be read.
    ///
    /// In a folder others may link to a file without text; alone it is not a note.
    func text(of file: ImportFile) -> String? {
        switch file.content {
        case .success(let text):
            guard file.folder == nil, text.allSatisfy(\.isWhitespace) else { return text }
            tell(.empty, file.name)
        case .failure(let failure): tell(failure.reason, file.name)
        }
        return nil
    }

    /// The text of a file, or why there is none.
    func content(of file: ImportFile) -> Result<String, ExchangeProblem.Failure> {
        guard let folder = file.folder else { return content(at: file.path, named: file.name) }
        // The folder may be of foreign origin: a link in it must not make a note of a file outside.
        let (base, real): (String, String)
        do throws(FileFault) { (base, real) = (try FilePlace.real(folder.path), try FilePlace.real(file.path)) } catch {
            return .failure(.init(reason: .unreadable(error.reason.number)))
        }
        guard FolderOverlap.holds(base, real) else {
            return .failure(.init(reason: .outsideFile((try? FilePlace.target(ofLink: file.path)) ?? file.name)))
        }
        return content(at: real, named: file.name, followingLinks: false)
    }

    private func content(
        at path: String, named name: String, followingLinks: Bool = true
    ) -> Result<String, ExchangeProblem.Failure> {
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.bytes(at: path, followingLinks: followingLinks, limit: Self.largestText)
        } catch {
            return .failure(.init(unread: error))
        }
        if let obstacle = formats.lazy.compactMap({ $0.obstacle(in: bytes, named: name) }).first {
            return .failure(.init(reason: obstacle))
        }
        // The mark of an encoding is no part of a text, and half a character is none.
        let isHalf = !bytes.count.isMultiple(of: 2) && WideText(bytes) != nil
        guard !isHalf, let text = String(validating: LineEnds.mended(WideText.utf8(bytes)), as: UTF8.self) else {
            return .failure(.init(reason: .notUTF8))
        }
        return .success(text)
    }

    /// The text at a path within a file that is a folder; `nil` and a problem in the report if it cannot be read.
    func text(at path: String, named name: String) -> String? {
        switch content(at: path, named: name, followingLinks: false) {
        case .success(let text): return text
        case .failure(let failure): tell(failure.reason, name)
        }
        return nil
    }

    /// The bytes of a file that is one note; `nil` and a problem in the report if they cannot be read.
    func bytes(of file: ImportFile, limit: Int = AttachmentDraft.largest) -> [UInt8]? {
        do {
            return try SmallFile.bytes(at: file.path, followingLinks: false, limit: limit)
        } catch {
            tell(ExchangeProblem.Failure(unread: error).reason, file.name)
            return nil
        }
    }
}

extension ExchangeProblem {
    /// Why a file was not taken.
    struct Failure: Error {
        let reason: Reason

        init(reason: Reason) { self.reason = reason }

        init(unread fault: AttachmentFault) {
            let number = if case .unreadable(_, let number) = fault { number } else { EFBIG }
            reason = .unreadable(number)
        }
    }
}

/// Folders and archives, each file of which is read in its own format.
extension ImportContext {
    /// Reads the content of an archive, as a folder of the same files, or the one packed file.
    private func readArchive(_ path: String, named name: String, of kind: ArchiveKind, depth: Int)
        async throws
    {
        let unpacked: UnpackedArchive
        do {
            unpacked = try UnpackedArchive()
            try await unpack(path, named: name, of: kind, to: unpacked)
        } catch let fault as ZipFault {
            return tell(fault == .truncated ? .truncated : .malformed, name)
        } catch let fault as FileFault {
            return tell(.unreadable(fault.reason.number), name)
        }
        if let file = unpacked.file {
            try await read(file, depth: depth + 1)
        } else {
            let folder = folderOfNotes(in: unpacked.root)
            for format in formats { format.prepare(folder) }
            try await readFolder(folder, named: name, depth: depth + 1)
        }
        withExtendedLifetime(unpacked) {}
    }

    /// Unpacks an archive; a problem with one of its files costs only this file.
    private func unpack(_ path: String, named name: String, of kind: ArchiveKind, to unpacked: UnpackedArchive)
        async throws
    {
        do {
            try await unpacked.unpack(path, of: kind) { file, extract in
                try Task.checkCancellation()
                if file.number % 100 == 0 { await importer.progress(file.number, of: file.count) }
                // The files that macOS puts beside those of an archive.
                let path = file.path
                guard !path.hasPrefix("__MACOSX/"), FilePath(path).last != ".DS_Store" else { return }
                let levels = path.split(separator: "/", omittingEmptySubsequences: false)
                guard !file.isLink, !levels.contains(where: { ["", ".", ".."].contains($0) }), !path.contains("\0")
                else {
                    return tell(.outsideArchive, name + "/" + path)
                }
                do { try extract(path) } catch ZipFault.encrypted {
                    tell(.encrypted, name + "/" + path)
                } catch let fault as FileFault {
                    tell(.unreadable(fault.reason.number), name + "/" + path)
                } catch let fault as ZipFault where fault != .tooLarge {
                    tell(.malformed, name + "/" + path)
                }
            }
        } catch ZipFault.tooLarge where kind == .zip {
            tell(.largeArchive, name)
        } catch ZipFault.damaged {
            tell(.malformed, name)
        } catch let fault as TarFault {
            tell(fault == .truncated ? .truncated : .malformed, name)
        }
    }

    /// The folder of the notes: programs put all that they export into one at the top of the archive, or into none.
    private func folderOfNotes(in root: String) -> String {
        var folder = root
        while let names = try? Folder.names(in: folder), names.count == 1, let name = names.first,
            !formats.contains(where: { $0.bundleEnding.map(name.lowercased().hasSuffix) == true }),
            FileStatus(folder + "/" + name)?.kind == .folder
        {
            folder += "/" + name
        }
        return folder
    }

    /// Reads the notes of a folder.
    ///
    /// - Parameter depth: In how many archives the folder is.
    private func readFolder(_ path: String, named name: String, depth: Int = 0) async throws {
        let whole = ImportFile(path, named: name, of: self)
        if let format = format ?? formats.first(where: { $0.claims(folder: path) }), format.folders == .whole {
            return try await read(whole, as: format)
        }
        guard format == nil || format?.folders == .texts else { return tell(.unreadable(EISDIR), name) }
        let last = (path as NSString).lastPathComponent.lowercased()
        if let bundle = formats.first(where: { $0.bundleEnding.map(last.hasSuffix) == true }) {
            return try await read(whole, as: bundle)
        }
        var unlisted: [ExchangeProblem] = []
        let found = try? Folder.paths(below: path) {
            unlisted.append(
                ExchangeProblem(file: $0.path.isEmpty ? name : $0.path + "/", reason: .unreadable($0.reason.number)))
        }
        importer.report.problems += unlisted
        // Shown with U+FFFD in their names, they cannot be opened by them.
        let unnamed = (found ?? []).filter { file in
            file.contains("\u{FFFD}") && !file.split(separator: "/").contains { $0.hasPrefix(".") }
                && FileStatus(path + "/" + file) == nil
        }
        importer.report.problems += unnamed.sorted().filter { file in !unlisted.contains { $0.file == file + "/" } }
            .map { ExchangeProblem(file: $0, reason: .unreadable(ENOENT)) }
        let folder = ImportFolder(
            (found ?? []).filter { !unnamed.contains($0) }, in: path, formats, plain: format != nil,
            isUnpacked: depth > 0, of: self)
        if FileStatus(path + "/" + UnfinishedFolder.name) != nil { importer.report.isOfUnfinishedExport = true }
        importer.report.problems += (folder.unreadable + folder.damaged).map {
            ExchangeProblem(file: $0, reason: .malformedNote)
        }
        if folder.items.isEmpty, unlisted.isEmpty { tell(.noNotes, name) }
        let isCounted = folder.items.allSatisfy { $0.format?.holdsMany != true }
        importer.report.expected = isCounted && depth < 2 ? folder.items.count : nil
        defer {
            importer.report.leave(
                folder.others.filter { !folder.taken.contains($0) }, areAll: folder.areTexts)
        }
        for item in folder.items {
            let place = path + "/" + item.path
            if let format = item.format {
                try await read(ImportFile(place, named: item.path, in: folder, of: self), as: format)
            } else if depth < Self.deepestArchive, let kind = ArchiveKind(ofFile: place) {
                try await readArchive(place, named: item.path, of: kind, depth: depth)
            } else {
                tell(.malformed, item.path)
            }
        }
    }
}
