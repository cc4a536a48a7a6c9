// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import NotesDomain
import Session

/// A graph of Logseq’s: pages and journals in files, which name each other, and each other’s blocks.
struct LogseqGraph {
    /// The folder of the graph, below that of the import; empty, or with a slash at its end.
    let root: String
    private let facts: LogseqFolder
    private var blocks: [String: (page: String, text: String)] = [:]

    /// The graph of a folder; nil where it is none.
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
    }

    /// Whether a file is a page or a journal; what else is in a graph is settings, or belongs to these.
    func isPage(_ path: String) -> Bool {
        path.hasSuffix(".md") && [facts.pages, facts.journals].contains { path.hasPrefix("\(root)\($0)/") }
    }

    /// Looks at the text of a page the first time; all must be looked at before the first note is made.
    mutating func look(at text: String, of path: String) {
        let page = title(of: path, text).title
        var last = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0.isWhitespace }
            if line.hasPrefix("- ") { last = String(line.dropFirst(2)) }
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
