// SPDX-License-Identifier: GPL-3.0-or-later

/// How many files of which kind hold texts that are no notes here, such as those of Org or of Obsidian’s canvas.
package struct FileKinds: Hashable, Sendable {
    /// The endings of files that people and other programs keep notes in.
    private static let endings: Set<String> = [
        "adoc", "asciidoc", "base", "canvas", "doc", "docx", "enex", "htm", "html", "ipynb", "jex", "mediawiki", "odt",
        "opml", "org", "rst", "rtf", "tex", "textile", "txt", "typ", "wiki",
    ]

    private var counts: [String: Int] = [:]

    /// No files.
    package init() {}

    /// - Parameter paths: Files that are no notes; hidden ones are settings of other programs.
    package init(of paths: some Sequence<String>) {
        for path in paths {
            guard let point = path.lastIndex(of: "."),
                !path.split(separator: "/").contains(where: { $0.hasPrefix(".") })
            else { continue }
            let ending = path[path.index(after: point)...].lowercased()
            if Self.endings.contains(ending) { counts[ending, default: 0] += 1 }
        }
    }

    /// Whether there are none.
    package var isEmpty: Bool { counts.isEmpty }
    /// How many there are in all.
    package var count: Int { counts.values.reduce(0, +) }

    /// Those of another folder too.
    package mutating func add(_ other: FileKinds) { counts.merge(other.counts, uniquingKeysWith: +) }

    /// `20 .org, 3 .canvas`: the most first.
    package var text: String {
        counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { "\($0.value) .\($0.key)" }
            .joined(separator: ", ")
    }
}
