// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// How a folder is kept that is a graph of Logseq’s: what its `logseq/config.edn` says, and how its files are named.
package struct LogseqFolder: Hashable, Sendable {
    /// The file that says so, below the folder.
    package static let configuration = "logseq/config.edn"

    /// Where pages are.
    package let pages: String
    /// Where journals are.
    package let journals: String
    /// Whether `___` in the name of a file stands for `/`; in older graphs that is `%2F`, or a point.
    package let hasTripleLowbar: Bool
    /// What a journal is called: `MMM do, yyyy`.
    package let journalFormat: String

    /// - Parameter configuration: The text of `config.edn`.
    package init(_ configuration: String) {
        let lines = configuration.split(whereSeparator: \.isNewline)
            .map { $0.drop { $0.isWhitespace || $0 == "{" } }.filter { !$0.hasPrefix(";") }
        func text(_ key: String) -> String? {
            lines.first { $0.hasPrefix(key + " ") }?.split(separator: "\"", omittingEmptySubsequences: false)
                .dropFirst().first.map(String.init).flatMap { $0.isEmpty ? nil : $0 }
        }
        pages = text(":pages-directory") ?? "pages"
        journals = text(":journals-directory") ?? "journals"
        hasTripleLowbar = lines.contains { $0.hasPrefix(":file/name-format") && $0.contains(":triple-lowbar") }
        journalFormat = text(":journal/page-title-format") ?? "MMM do, yyyy"
    }

    /// The file of a day’s journal, without its ending.
    package func file(ofJournal day: Day) -> String { journals + "/" + day.text.replacing("-", with: "_") }

    /// The day of a journal; nil for any other file.
    package func day(ofJournal path: String) -> Day? {
        let file = FilePath(path)
        return file.folder == journals ? Day(file.stem.replacing("_", with: "-")) : nil
    }
}
