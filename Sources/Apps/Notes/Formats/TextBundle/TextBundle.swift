// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumFrontMatter
import AtriumSession
import Foundation
import NotesLogic

/// A text with its pictures in one folder (http://textbundle.org), such as Bear’s backups are made of.
struct TextBundle: NoteFormat {
    static let id = "textbundle"
    /// The endings of the names of such folders.
    static let ending = ".textbundle"
    static var bundleEnding: String? { ending }
    static let archiveEndings: Set<String> = ["textpack", "bear2bk"]

    static func claims(_ file: ImportFile) -> Bool { false }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        let bundle = TextBundle(file.path)
        guard let path = bundle.text else { return context.tell(.empty, file.name) }
        guard let text = context.text(at: path, named: file.name) else { return }
        guard !bundle.isEncrypted(text) else { return context.tell(.encrypted, file.name) }
        let titles = file.folder.map { folder in folder.memory.value { Titles(in: folder) } }
        var note = bundle.note(
            text, notebook: file.place, written: context.written(path), in: context.timeZone,
            titles: titles?.titles ?? ImportedTitles())
        note.number = titles?.numbers[file.name]
        try await take(note)
    }

    /// The titles of the bundles of a folder, by their ids.
    private struct Titles {
        var titles = ImportedTitles()
        /// The numbers of the bundles, if a link needs them.
        var numbers: [String: Int] = [:]

        init(in folder: ImportFolder) {
            defer { if titles.areClear { numbers = [:] } }
            for (index, path) in folder.paths(of: TextBundle.self).enumerated() {
                numbers[path] = index + 1
                let bundle = TextBundle(folder.path + "/" + path)
                guard let id = bundle.id, let text = bundle.text,
                    let bytes = try? SmallFile.bytes(at: text, followingLinks: false)
                else { continue }
                titles.add(Note.title(of: String(decoding: bytes, as: UTF8.self)), of: id, number: index + 1)
            }
        }
    }

    /// The metadata of Bear; `nil` for a bundle of another program.
    let bear: [String: Any]?
    private let path: String
    private let info: [String: Any]

    /// - Parameter path: The folder.
    init(_ path: String) {
        self.path = path
        let bytes = (try? SmallFile.bytes(at: path + "/info.json", followingLinks: false, limit: 1 << 20)) ?? []
        info = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:]
        bear = info["net.shinyfrog.bear"] as? [String: Any]
    }

    /// Its id in links of Bear.
    var id: String? { bear?["uniqueIdentifier"] as? String }

    /// The path of its text; `nil` if it has none.
    var text: String? {
        let names = (try? Folder.names(in: path)) ?? []
        return names.filter { $0.lowercased().hasPrefix("text.") }.min().map { path + "/" + $0 }
    }

    /// Its title: the folder’s name without the ending.
    var name: String { String((path as NSString).lastPathComponent.dropLast(Self.ending.count)) }

    /// Whether it has no text: Bear leaves out that of a note locked by a password.
    func isEncrypted(_ text: String) -> Bool {
        text.isEmpty && (bear?["encrypted"] != nil || bear?["encryptedData"] != nil || isSet("encrypted"))
    }

    /// The note of its text.
    ///
    /// - Parameter titles: The titles of the bundles beside it, by their ids.
    func note(_ text: String, notebook: String, written: Timestamp, in zone: Zone, titles: ImportedTitles)
        -> ForeignNote
    {
        let files = NoteFolderFiles(root: path, folder: "", stem: "text")
        var (draft, _, problems) = NoteFile.draft(
            Self.linked(text, titles), path: notebook.isEmpty ? name : notebook + "/" + name, written: written,
            in: zone,
            files: files)
        addRest(to: &draft, &problems)
        // The first line is the title of a bundle with a text.
        if !draft.content.allSatisfy(\.isWhitespace) { draft.names = .none }
        let created = problems.time(bear?["creationDate"], in: .gmt)
        let modified = problems.time(bear?["modificationDate"], in: .gmt)
        if let created { draft.createdAt = created }
        if let modified { draft.modifiedAt = modified }
        if isSet("trashed") {
            draft.trashedAt = problems.time(bear?["trashedDate"], in: .gmt) ?? modified ?? draft.createdAt
        }
        draft.marks.isPinned = draft.marks.isPinned || isSet("pinned")
        if isSet("archived") {
            draft.marks.others =
                FrontMatter.others(draft.marks.others, without: ["archived"])
                + ForeignNote.others([("archived", "true")])
        }
        // The front matter of its text may name a source of its own.
        if let source = info["sourceURL"] as? String,
            !FrontMatter.texts(in: draft.marks.others).contains(where: { $0.field.lowercased() == "source" })
        {
            draft.marks.others += ForeignNote.others([("source", source)])
        }
        return ForeignNote(
            draft: draft, problems: problems, isDated: created != nil || draft.createdAt != written)
    }

    /// Attaches the files of the bundle that its text does not name.
    private func addRest(to draft: inout NoteDraft, _ problems: inout [ExchangeProblem.Reason]) {
        let known = Set(draft.attachments.map(\.digest))
        for name in (try? Folder.names(in: path + "/assets"))?.sorted() ?? [] where !name.hasPrefix(".") {
            do {
                let bytes = try SmallFile.bytes(at: path + "/assets/" + name, followingLinks: false)
                var file = AttachmentDraft(named: name, type: nil, bytes: bytes)
                guard !known.contains(file.digest) else { continue }
                file.name = AttachmentName.free(file.name, among: draft.attachments.map(\.name))
                draft.attachments.append(file)
            } catch {
                let target = "assets/" + name
                let problem = NoteFolderFiles.problem(error, target)
                if !problems.contains(problem), !problems.contains(.missingFile(target)) { problems.append(problem) }
            }
        }
    }

    private func isSet(_ name: String) -> Bool { (bear?[name] as? NSNumber)?.boolValue == true }

    /// The text whose links of Bear by id lead to titles.
    private static func linked(_ text: String, _ titles: ImportedTitles) -> String {
        let scheme = "bear://x-callback-url/open-note?"
        guard text.contains(scheme) else { return text }
        return References(text).replacing({ $0.whole }) { reference in
            guard reference.isAddress, !reference.isShown, reference.spelled.hasPrefix(scheme),
                let id = reference.spelled.split(whereSeparator: "?&".contains).first(where: { $0.hasPrefix("id=") })
            else { return nil }
            return titles.link(to: String(id.dropFirst(3)), reference.label)
        }
    }
}
