// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumFrontMatter
import AtriumSession
import Foundation
import NotesLogic

/// A Logseq folder, whose pages and journals are notes.
enum Logseq: NoteFormat {
    static let id = "logseq"
    static let standing = FormatStanding.text

    static func claims(_ file: ImportFile) -> Bool { file.folder.flatMap(graph)?.isPage(file.name) == true }

    static func role(of path: String, in folder: ImportFolder) -> FileRole? {
        guard let graph = graph(folder), path.hasPrefix(graph.root), !graph.isPage(path) else { return nil }
        return path.hasPrefix(graph.root + "logseq/") ? .settings : .copy
    }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        guard let folder = file.folder, let text = context.text(of: file) else { return }
        let page = folder.memory.value { looked(in: folder) }.graph?.page(text, of: file.name)
        guard let page else { return }
        var (draft, _, problems) = NoteFile.draft(
            page.text, path: page.title,
            written: page.day.map { $0.start(in: context.timeZone) } ?? context.written(file.path),
            in: context.timeZone,
            files: NoteFolderFiles(
                root: folder.path, folder: file.place, stem: page.title, vault: folder.vault, taken: folder.taken))
        // The page lies elsewhere than its file did.
        draft.content = References(draft.content).leading(
            to: draft.attachments.enumerated().map { Attachment(number: $0 + 1, $1) }, from: file.place,
            in: draft.names.folder
        ) { $0.place.map { .path($0, isFound: true) } }
        draft.marks.notebook = page.day == nil ? "" : "journals"
        // The day is that of the journal, whatever its properties state.
        if let day = page.day { draft.createdAt = day.start(in: context.timeZone) }
        try await take(ForeignNote(draft: draft, problems: problems, isFile: true))
    }

    /// The graph before its pages are looked at.
    private static func graph(_ folder: ImportFolder) -> LogseqGraph? {
        folder.memory.value { folder.isPlain ? nil : LogseqGraph(folder.all, in: folder.path) }
    }

    /// The graph once all its pages are looked at.
    private struct PageLookup {
        var graph: LogseqGraph?
    }

    private static func looked(in folder: ImportFolder) -> PageLookup {
        var graph = graph(folder)
        for path in folder.paths(of: Self.self) {
            guard let bytes = try? SmallFile.bytes(at: folder.path + "/" + path, followingLinks: false) else {
                continue
            }
            graph?.look(at: String(decoding: bytes, as: UTF8.self), of: path)
        }
        return PageLookup(graph: graph)
    }
}

/// A graph of Logseq’s: pages and journals in files, which name each other, and each other’s blocks.
struct LogseqGraph {
    /// The folder of the graph, below that of the import; empty, or with a slash at its end.
    let root: String
    private let facts: LogseqFolder
    private var blocks: [String: (page: String, text: String)] = [:]

    /// The graph of a folder; `nil` if it is none.
    ///
    /// - Parameter all: The files below the folder, as they lie there.
    init?(_ all: [String], in folder: String) {
        let mark = LogseqFolder.configuration
        // A folder may be called as the file is.
        let files = all.filter {
            ($0 == mark || $0.hasSuffix("/" + mark)) && FileStatus(folder + "/" + $0)?.kind == .regular
        }
        guard let config = files.min(by: { $0.count < $1.count }) else {
            return nil
        }
        root = String(config.dropLast(mark.count))
        let bytes = (try? SmallFile.bytes(at: folder + "/" + config, followingLinks: false, limit: 1 << 20)) ?? []
        facts = LogseqFolder(String(decoding: bytes, as: UTF8.self))
        // The file alone may be one that a note links to.
        guard all.contains(where: isPage) else { return nil }
    }

    /// Whether a file is a page or a journal; what else is in a graph is settings, or belongs to these.
    func isPage(_ path: String) -> Bool {
        path.hasSuffix(".md") && [facts.pages, facts.journals].contains { path.hasPrefix("\(root)\($0)/") }
    }

    /// Looks at the text of a page the first time; all must be looked at before the first note is made.
    mutating func look(at text: String, of path: String) {
        let page = title(of: path, text).title
        var (last, waiting) = ("", "")
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0.isWhitespace }
            if line.hasPrefix("- id:: ") {
                // The text of the block follows its properties.
                (last, waiting) = ("", line.dropFirst(7).trimmingCharacters(in: .whitespaces))
                blocks[waiting] = (page, "")
                continue
            }
            if line.hasPrefix("- ") { (last, waiting) = (String(line.dropFirst(2)), "") }
            if !waiting.isEmpty, PageProperties.property(of: line) == nil,
                !["```", "#+", "~~~"].contains(where: line.hasPrefix)
            {
                (blocks[waiting], waiting) = ((page, String(line)), "")
            }
            if line.hasPrefix("id:: ") { blocks[line.dropFirst(5).trimmingCharacters(in: .whitespaces)] = (page, last) }
        }
    }

    /// A page as Markdown with front matter, what it is called, and the day of a journal.
    func page(_ text: String, of path: String) -> (text: String, title: String, day: Day?) {
        let (title, day) = title(of: path, text)
        let page = LogseqPage(text, blocks: blocks)
        return (page.text(), title, day)
    }

    private func title(of path: String, _ text: String) -> (title: String, day: Day?) {
        let stem = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        if path.hasPrefix(root + facts.journals + "/"), let day = Day(stem.replacing("_", with: "-")) {
            return (LogseqDay.text(day, as: facts.journalFormat), day)
        }
        if let given = LogseqPage.property("title", in: text) { return (given, nil) }
        let name = facts.hasTripleLowbar ? stem.replacing("___", with: "/") : stem.replacing(".", with: "/")
        return (name.removingPercentEncoding ?? name, nil)
    }
}

/// A page of Logseq’s as Markdown: an outline, in which properties, tasks and blocks of other pages have signs of their
/// own.
struct LogseqPage {
    private var properties: [(name: String, value: String)] = []
    private var lines: [Substring] = []
    private let blocks: [String: (page: String, text: String)]

    /// - Parameter blocks: The places of blocks that the text may name, and their texts.
    init(_ text: String, blocks: [String: (page: String, text: String)]) {
        self.blocks = blocks
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        // Those of the page lead it, as lines of their own or as its first block.
        while let line = lines.first {
            if line.allSatisfy(\.isWhitespace), !lines.dropFirst().isEmpty {
                lines.removeFirst()
            } else if let property = PageProperties.property(of: line.hasPrefix("- ") ? line.dropFirst(2) : line) {
                properties.append((property.name, String(property.value)))
                lines.removeFirst()
            } else {
                break
            }
        }
    }

    /// A property of a page, read from its text.
    static func property(_ name: String, in text: String) -> String? {
        LogseqPage(text, blocks: [:]).properties.first { $0.name == name }?.value
    }

    /// The page with its properties as front matter.
    func text() -> String {
        var fields: [(name: String, value: FrontMatterValue)] = []
        for (name, value) in properties where name != "title" && !Self.settings.contains(name) {
            switch name {
            case "tags": fields.append(("tags", .list(Self.names(in: value))))
            case "alias", "aliases": fields.append(("aliases", .list(Self.names(in: value))))
            default:
                if !fields.contains(where: { $0.name == name }) {
                    fields.append((name, FrontMatterValue(untyped: value)))
                }
            }
        }
        let outline = lines.joined(separator: "\n")
        let code = CodePlaces(in: outline)
        // The beginning of a block whose first line is a property that means nothing here.
        var bullet: Substring?
        let body = outline.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
            let trimmed = line.drop { $0 == " " || $0 == "\t" }
            if trimmed.hasPrefix("- "), Self.isSetting(trimmed.dropFirst(2)), !code.contains(trimmed) {
                bullet = line[..<trimmed.startIndex]
                return nil
            }
            if let indent = bullet, !trimmed.isEmpty, !Self.isSetting(trimmed) {
                bullet = nil
                if !trimmed.hasPrefix("- ") { return indent.replacing("\t", with: "  ") + "- " + trimmed }
            }
            let inner = line.drop { $0.isWhitespace || $0 == "-" }
            // Code keeps its place below its fence.
            let isFence = inner.hasPrefix("```") || inner.hasPrefix("~~~")
            let isKept = isFence || line.allSatisfy(\.isWhitespace) || !inner.isEmpty && code.contains(inner)
            return isKept ? String(line) : self.line(line, beside: code)
        }
        let content = body.joined(separator: "\n").withoutOuterLineEnds
        return FrontMatter.block(fields) + content + "\n"
    }

    /// The properties that only Logseq uses.
    private static let settings: Set<String> = ["id", "collapsed", "heading", "background-color", "public"]

    private static func isSetting(_ line: Substring) -> Bool {
        PageProperties.property(of: line).map { settings.contains($0.name) } ?? false
    }

    private static func names(in value: String) -> [String] {
        value.split { ",，".contains($0) }.map {
            $0.trimmingCharacters(in: .whitespaces).trimmingPrefix("#")
                .trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        }
        .filter { !$0.isEmpty }
    }

    /// A line of the outline; `nil` for a property that means nothing here.
    private func line(_ line: Substring, beside code: CodePlaces) -> String? {
        let indent = line.prefix { $0 == "\t" || $0 == " " }
        var rest = line.dropFirst(indent.count)
        if Self.isSetting(rest) { return nil }
        var result = indent.replacing("\t", with: "  ")
        if rest.hasPrefix("- ") {
            rest = rest.dropFirst(2)
            result += "- "
            let word = rest.prefix { $0 != " " }
            let isTask = rest.count > word.count
            if isTask, TaskMarkers.closed.contains(String(word)) {
                result += "[x] " + (word == "DONE" ? "" : word + " ")
                rest = rest.dropFirst(word.count + 1)
            } else if isTask, TaskMarkers.open.contains(String(word)) {
                // Logseq’s two words for open mean nothing more; a word with more meaning than open or done stays.
                result += "[ ] " + (["TODO", "LATER"].contains(word) ? "" : word + " ")
                rest = rest.dropFirst(word.count + 1)
            }
        }
        return result + spans(rest, beside: code.parts(of: rest))
    }

    /// The signs within a line, but for those in its code.
    private func spans(_ line: Substring, beside code: [Substring]) -> String {
        guard !code.isEmpty else { return spans(String(line)) }
        // Each piece of code is one character meanwhile that no text contains. If one does, or there are not enough
        // of them, nothing is changed.
        let places = (Self.firstPlace...0x10_FFFF).prefix(code.count).compactMap(Unicode.Scalar.init)
        guard places.count == code.count, !line.unicodeScalars.contains(where: { $0.value >= Self.firstPlace }) else {
            return String(line)
        }
        var (text, end) = ("", line.startIndex)
        for (place, part) in zip(places, code) {
            text += line[end..<part.startIndex]
            text.unicodeScalars.append(place)
            end = part.endIndex
        }
        var result = ""
        for scalar in spans(text + line[end...]).unicodeScalars {
            if scalar.value >= Self.firstPlace {
                result += code[Int(scalar.value - Self.firstPlace)]
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The first character of the last plane, which is for private use.
    private static let firstPlace: UInt32 = 0x100000

    /// The signs within a line.
    private func spans(_ line: String) -> String {
        guard line.contains(where: { "(#^{[".contains($0) }) else { return line }
        var line = line
        if line.contains("](") {
            line = line.replacing(/\[([^\[\]]*)\]\(\[\[([^\[\]]+)\]\]\)/) { "[[\($0.output.2)|\($0.output.1)]]" }
            line = line.replacing(/\[([^\[\]]*)\]\(\(\(([0-9A-Fa-f-]{36})\)\)\)/) { match in
                blocks[String(match.output.2)].map { "[[\($0.page)|\(match.output.1)]]" } ?? String(match.output.0)
            }
            line = line.replacing(/(!\[[^\]]*\]\([^)]*\))\{:[^}]*\}/) { String($0.output.1) }
        }
        if line.contains("((") {
            line = line.replacing(/(?:\{\{embed\s+)?\(\(([0-9A-Fa-f-]{36})\)\)(?:\s*\}\})?/) { match in
                guard let block = blocks[String(match.output.1)] else { return String(match.output.0) }
                let label = block.text.filter { !"[]|".contains($0) }.prefix(80)
                return label.isEmpty ? "[[\(block.page)]]" : "[[\(block.page)|\(label)]]"
            }
        }
        if line.contains("{{embed") {
            line = line.replacing(/\{\{embed\s+(\[\[[^\[\]]+\]\])\s*\}\}/) { String($0.output.1) }
        }
        if line.contains("#[[") {
            line = line.replacing(/#\[\[([^\[\]]+)\]\]/) {
                TagText.isPlain(String($0.output.1)) ? "#\($0.output.1)" : "#\($0.output.1)#"
            }
        }
        if line.contains("^^") { line = line.replacing(/\^\^([^^]+)\^\^/) { "==\($0.output.1)==" } }
        return line
    }
}

/// Logseq’s names of a day’s journal.
enum LogseqDay {
    /// The day in a format such as `MMM do, yyyy`; Logseq has English names in all languages.
    static func text(_ day: Day, as format: String) -> String {
        let (month, name) = (Language.english.months[day.month - 1], Language.english.weekdays[day.weekday])
        let signs: [(String, String)] = [
            ("yyyy", "\(day.year)"), ("MMMM", month), ("MMM", String(month.prefix(3))), ("MM", day.month.digits(2)),
            ("dd", day.day.digits(2)), ("do", Language.english.ordinal(day.day)), ("EEEE", name),
            ("EEE", String(name.prefix(3))),
            ("EE", String(name.prefix(3))), ("E", String(name.prefix(3))), ("yy", (day.year % 100).digits(2)),
            ("M", "\(day.month)"), ("d", "\(day.day)"),
        ]
        var result = ""
        var rest = format[...]
        while !rest.isEmpty {
            if let (sign, value) = signs.first(where: { rest.hasPrefix($0.0) }) {
                result += value
                rest = rest.dropFirst(sign.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
