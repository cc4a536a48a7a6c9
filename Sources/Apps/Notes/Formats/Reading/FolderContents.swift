// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import FrontMatter
import NotesDomain

/// What the files of a folder are, whatever wrote them.
struct FolderContents {
    /// One that notes come from; a path below the folder.
    enum Item: Hashable {
        /// A note in Markdown or plain text.
        case note(String)
        /// A page of a graph of Logseq’s.
        case page(String)
        /// A folder with a text and its pictures.
        case bundle(String)
        /// An entry of Day One’s first version.
        case classicEntry(String)
        /// An export of Evernote’s.
        case evernote(String)
        /// An archive of Joplin’s.
        case joplin(String)
        /// A file of JSON that has notes in it.
        case json(String, JSONKind)
        /// A sealed note.
        case sealed(String)
        /// An archive.
        case archive(String)

        /// The path.
        var path: String {
            switch self {
            case .note(let path), .page(let path), .bundle(let path), .classicEntry(let path), .evernote(let path),
                .joplin(let path), .json(let path, _), .sealed(let path), .archive(let path):
                path
            }
        }

        /// Whether it is a text in Markdown.
        var isMarkdown: Bool {
            switch self {
            case .note(let path), .page(let path): !path.lowercased().hasSuffix(".txt")
            default: false
            }
        }
    }

    /// Has the notes of an export of this program in the order that they had here.
    mutating func sort(in folder: String) {
        func number(_ path: String) -> Int? {
            let start = String(decoding: NoteImporter.start(of: folder + "/" + path, 1 << 14), as: UTF8.self)
            guard start.contains(NoteOrigin.numberField) else { return nil }
            return (try? FrontMatter(reading: start))?.fields[NoteOrigin.numberField]?.text.flatMap { Int($0) }
                .flatMap { $0 > 0 ? $0 : nil }
        }
        // One that says no number is of no export.
        guard let first = items.first(where: \.isMarkdown), number(first.path) != nil else { return }
        let numbered = items.enumerated().map { (number($1.path) ?? .max, $0, $1) }
        items = numbered.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Whether nothing but texts are notes, so that each other file belongs to one or to none.
    var areTexts: Bool {
        items.allSatisfy {
            switch $0 {
            case .note, .page, .sealed: true
            default: false
            }
        }
    }

    /// Takes texts from the items that are no notes after all.
    mutating func leaveOut(_ texts: Set<ExactPath>) {
        guard !texts.isEmpty else { return }
        items.removeAll { texts.contains(ExactPath($0.path)) }
    }

    /// What notes come from, in a fixed order.
    private(set) var items: [Item] = []
    /// The graph of Logseq’s that the folder is or has in it.
    let graph: LogseqGraph?

    /// - Parameters:
    ///   - all: The files and folders below the folder, as they lie there.
    ///   - plain: Whether texts alone are notes, whatever else there is.
    ///   - isUnpacked: Whether all of it came out of one archive.
    init(_ all: [String], in folder: String, plain: Bool, isUnpacked: Bool) {
        // A folder may be called as a file is.
        let folders = Set(all.map { FilePath($0).folder })
        let texts = NoteImporter.notes(among: all).filter { !folders.contains($0) }
        graph = plain ? nil : LogseqGraph(all, in: folder)
        let seen = all.filter { path in !path.split(separator: "/").contains { $0.hasPrefix(".") } }.sorted()
        // Last, once a mistyped password is all that can be lost.
        defer { items += seen.filter { NoteImporter.isSealed($0) && !folders.contains($0) }.map(Item.sealed) }
        guard !plain else {
            items = texts.map(Item.note)
            return
        }
        let bundles = Set(seen.compactMap(Self.bundle))
        let loose = seen.filter { Self.bundle(of: $0) == nil }
        func ending(_ path: String) -> String { (path as NSString).pathExtension.lowercased() }
        let hasMarkdown = texts.contains { Self.bundle(of: $0) == nil && ["md", "markdown"].contains(ending($0)) }
        // Beside notes in Markdown, other files belong to them.
        var kinds: [String: JSONKind] = [:]
        for path in loose where !hasMarkdown {
            guard ending(path) == "json" || StandardNotes.isBackup((path as NSString).lastPathComponent) else {
                continue
            }
            kinds[path] = JSONKind(NoteImporter.start(of: folder + "/" + path, 1 << 16))
        }
        // These programs write texts for people, too, of what is in their JSON.
        let hasCopies = kinds.values.contains { [.simplenote, .standardNotes].contains($0) }
        for path in bundles { items.append(.bundle(path)) }
        for path in loose {
            switch ending(path) {
            case "doentry": items.append(.classicEntry(path))
            case "textpack", "bear2bk": items.append(.archive(path))
            case "enex" where !hasMarkdown: items.append(.evernote(path))
            case "jex" where !hasMarkdown: items.append(.joplin(path))
            case "zip", "tgz", "gz", "tar":
                if isUnpacked, texts.isEmpty, kinds.isEmpty { items.append(.archive(path)) }
            default: if let kind = kinds[path] { items.append(.json(path, kind)) }
            }
        }
        for path in texts where Self.bundle(of: path) == nil && kinds[path] == nil {
            if let graph, path.hasPrefix(graph.root) {
                if graph.isPage(path) { items.append(.page(path)) }
            } else if ending(path) != "txt" || !hasCopies && !Self.isLabels(path, kinds.values.contains(.keep)) {
                items.append(.note(path))
            }
        }
        items.sort { $0.path < $1.path }
    }

    /// The files that no notes come from, by path; hidden ones are settings of other programs.
    func others(among all: [String]) -> [String] {
        let taken = Set(items.map { ExactPath($0.path) })
        let folders = Set(all.map { ExactPath(FilePath($0).folder) })
        return all.filter { path in
            !taken.contains(ExactPath(path)) && !folders.contains(ExactPath(path)) && Self.bundle(of: path) == nil
                && !NotionNames.isPage(path) && !path.split(separator: "/").contains { $0.hasPrefix(".") }
                && FilePath(path).last != NoteExporter.unfinished
                && graph.map { !path.hasPrefix($0.root + "logseq/") } ?? true
        }.map(ExactPath.init).sorted().map(\.text)
    }

    /// The list of labels that Takeout puts beside the notes of Keep, each of which says its own.
    private static func isLabels(_ path: String, _ hasKeep: Bool) -> Bool {
        hasKeep && (path as NSString).lastPathComponent == "Labels.txt"
    }

    /// The bundle that a path is in, or is; nil for none.
    private static func bundle(of path: String) -> String? {
        var levels: [Substring] = []
        for level in path.split(separator: "/") {
            levels.append(level)
            if level.lowercased().hasSuffix(TextBundle.ending) { return levels.joined(separator: "/") }
        }
        return nil
    }
}
