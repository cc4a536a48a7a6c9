// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumFrontMatter
import Foundation
import NotesLogic

/// An imported folder, and the kinds of its files, whatever program wrote it.
final class ImportFolder {
    /// A file or folder that notes come from.
    struct Item {
        /// Its path below the folder.
        let path: String
        /// Its format; `nil` for an archive.
        let format: (any NoteFormat.Type)?

        /// Whether it is a text in Markdown.
        var isMarkdown: Bool {
            format?.standing == .text && ["md", "markdown"].contains((path as NSString).pathExtension.lowercased())
        }
    }

    let path: String
    /// The files and folders below it, as they lie there.
    let all: [String]
    /// Whether only texts are notes, whatever other files there are.
    let isPlain: Bool
    let vault: VaultFiles
    /// The files that came in with notes so far.
    private(set) var taken = TakenFiles(notes: [])
    /// The sources of notes, in a fixed order.
    private(set) var items: [Item] = []
    /// The data of formats while the folder is read.
    let memory = ImportMemory()
    private let formats: [any NoteFormat.Type]
    private let bundles: [String]

    /// - Parameters:
    ///   - all: The files and folders below the folder, by their present paths.
    ///   - plain: Whether only texts are notes, whatever other files there are.
    ///   - isUnpacked: Whether all of it came out of one archive.
    init(
        _ all: [String], in path: String, _ formats: [any NoteFormat.Type], plain: Bool, isUnpacked: Bool,
        of context: ImportContext
    ) {
        self.path = path
        self.all = all
        self.formats = formats
        isPlain = plain
        vault = VaultFiles(all)
        bundles = formats.compactMap { $0.bundleEnding }
        // A folder may be called as a file is.
        let folders = Set(all.map { FilePath($0).folder })
        let texts = Self.texts(among: all).filter { !folders.contains($0) }
        let seen = all.filter { !Self.isHidden($0) }.sorted()
        if !plain { addFiles(seen, beside: texts, isUnpacked: isUnpacked, of: context) }
        let known = Set(items.map(\.path))
        for path in texts where (plain || bundle(of: path) == nil) && !known.contains(path) {
            let file = ImportFile(self.path + "/" + path, named: path, in: self, of: context)
            guard role(of: path) == nil else { continue }
            guard let format = formats.first(where: { $0.standing == .text && $0.claims(file) }) else { continue }
            items.append(Item(path: path, format: format))
        }
        if !plain { items.sort { $0.path < $1.path } }
        for path in seen where !folders.contains(path) {
            let file = ImportFile(self.path + "/" + path, named: path, in: self, of: context)
            if let format = formats.first(where: { $0.standing == .last && $0.claims(file) }) {
                items.append(Item(path: path, format: format))
            }
        }
        leaveOutLinkedTexts()
        sortExport()
        taken = TakenFiles(notes: Set(items.map { ExactPath($0.path) }))
    }

    /// Whether some of its files are of a format.
    func has(_ format: any NoteFormat.Type) -> Bool { items.contains { $0.format == format } }

    /// The paths of a format’s files.
    func paths(of format: any NoteFormat.Type) -> [String] { items.filter { $0.format == format }.map(\.path) }

    private func addFiles(_ seen: [String], beside texts: [String], isUnpacked: Bool, of context: ImportContext) {
        var known: Set<String> = []
        for path in seen {
            guard let bundle = bundle(of: path), known.insert(bundle).inserted else { continue }
            let format = formats.first { $0.bundleEnding.map(bundle.lowercased().hasSuffix) == true }
            items.append(Item(path: bundle, format: format))
        }
        let loose = seen.filter { bundle(of: $0) == nil }
        let isMarkdown = texts.contains {
            bundle(of: $0) == nil && ["md", "markdown"].contains(FilePath($0).last.ending)
        }
        // Beside notes in Markdown, other files belong to them.
        let others = formats.filter { $0.standing == .anywhere || $0.standing == .withoutMarkdown && !isMarkdown }
        var archives: [String] = []
        for path in loose {
            let file = ImportFile(self.path + "/" + path, named: path, in: self, of: context)
            if let format = others.first(where: { $0.claims(file) }) {
                items.append(Item(path: path, format: format))
            } else if formats.contains(where: { $0.archiveEndings.contains(file.ending) }) {
                items.append(Item(path: path, format: nil))
            } else if ["zip", "tgz", "gz", "tar"].contains(file.ending) {
                archives.append(path)
            }
        }
        if isUnpacked, texts.isEmpty, !items.contains(where: { $0.format is any JSONNoteFormat.Type }) {
            items += archives.map { Item(path: $0, format: nil) }
        }
    }

    /// The text files that notes in Markdown link to stay files, to which the links lead.
    private func leaveOutLinkedTexts() {
        guard items.contains(where: { $0.path.lowercased().hasSuffix(".txt") }) else { return }
        var linked: Set<ExactPath> = []
        for item in items where item.isMarkdown {
            guard let bytes = try? SmallFile.bytes(at: path + "/" + item.path, followingLinks: false) else { continue }
            let files = NoteFolderFiles(root: path, folder: FilePath(item.path).folder, stem: "", vault: vault)
            linked.formUnion(files?.texts(linkedIn: String(decoding: bytes, as: UTF8.self)) ?? [])
        }
        if !linked.isEmpty { items.removeAll { linked.contains(ExactPath($0.path)) } }
    }

    /// Sorts the notes of an export of this program into their original order.
    private func sortExport() {
        func number(_ path: String) -> Int? {
            let start = String(decoding: FileReader.start(of: self.path + "/" + path, 1 << 14), as: UTF8.self)
            guard start.contains(NoteOrigin.numberField) else { return nil }
            return (try? FrontMatter(reading: start))?.fields[NoteOrigin.numberField]?.text.flatMap { Int($0) }
                .flatMap { $0 > 0 ? $0 : nil }
        }
        // A file without a number is of no export.
        guard let first = items.first(where: \.isMarkdown), number(first.path) != nil else { return }
        let numbered = items.enumerated().map { (number($1.path) ?? .max, $0, $1) }
        items = numbered.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Whether nothing but texts are notes, so that each other file belongs to one or to none.
    var areTexts: Bool { items.allSatisfy { $0.format?.standing == .text || $0.format?.standing == .last } }

    /// The files that are notes in an unsupported form.
    var unreadable: [String] { all.filter { role(of: $0) == .unreadable }.sorted() }

    /// The files that are notes by their place, and have no readable content: in folders with a note in each JSON.
    var damaged: [String] {
        var folders: Set<String> = []
        var known: Set<String> = []
        for item in items {
            guard let format = item.format, format is any JSONNoteFormat.Type else { continue }
            known.insert(item.path)
            if !format.holdsMany { folders.insert(FilePath(item.path).folder) }
        }
        guard !folders.isEmpty else { return [] }
        return all.filter { file in
            guard file.lowercased().hasSuffix(".json"), !known.contains(file), folders.contains(FilePath(file).folder)
            else { return false }
            let bytes = (try? SmallFile.bytes(at: path + "/" + file, followingLinks: false)) ?? []
            return NoteJSON.value(of: bytes).value == nil
        }.sorted()
    }

    /// The files that no notes come from, by path; hidden ones are settings of other programs.
    var others: [String] {
        let taken = Set(items.map { ExactPath($0.path) })
        let folders = Set(all.map { ExactPath(FilePath($0).folder) })
        return all.filter { path in
            guard !taken.contains(ExactPath(path)), !folders.contains(ExactPath(path)), bundle(of: path) == nil,
                !Self.isHidden(path), FilePath(path).last != UnfinishedFolder.name
            else { return false }
            let role = role(of: path)
            return role != .unreadable && role != .settings
                // A folder may be empty.
                && FileStatus(self.path + "/" + path)?.kind != .folder
        }.map(ExactPath.init).sorted().map(\.text)
    }

    private func role(of path: String) -> FileRole? { formats.lazy.compactMap { $0.role(of: path, in: self) }.first }

    private static func isHidden(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// The texts below a folder that may be notes, in a fixed order.
    private static func texts(among all: [String]) -> [String] {
        let texts = all.filter { ["md", "markdown", "txt"].contains($0.ending) && !isHidden($0) }
        let known = Set(texts)
        return texts.filter { !isAttachment($0, among: known) }.map(ExactPath.init).sorted().map(\.text)
    }

    /// Whether a file has the place of a note’s attachment in an export: `work/attachments/Trip/list.txt` beside
    /// `work/Trip.md`.
    private static func isAttachment(_ path: String, among notes: Set<String>) -> Bool {
        let levels = path.split(separator: "/")
        guard levels.count > 2, levels[levels.count - 3] == NoteFolderFiles.folderName else { return false }
        return notes.contains((levels.dropLast(3) + [levels[levels.count - 2] + ".md"]).joined(separator: "/"))
    }

    /// The bundle that a path is in, or is; `nil` for none.
    private func bundle(of path: String) -> String? {
        guard !bundles.isEmpty else { return nil }
        var levels: [Substring] = []
        for level in path.split(separator: "/") {
            levels.append(level)
            if bundles.contains(where: level.lowercased().hasSuffix) { return levels.joined(separator: "/") }
        }
        return nil
    }
}

extension String {
    /// The end of a file’s name, in lower case.
    fileprivate var ending: String { (self as NSString).pathExtension.lowercased() }
}

/// The data of formats while they read, each a value of a type of its own.
final class ImportMemory {
    private var values: [ObjectIdentifier: Any] = [:]

    /// The value of a type; it is made the first time.
    func value<Value>(_ make: () -> Value) -> Value {
        if let known = values[ObjectIdentifier(Value.self)], let value = known as? Value { return value }
        let value = make()
        values[ObjectIdentifier(Value.self)] = value
        return value
    }
}
