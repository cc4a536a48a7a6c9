// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSession
import Foundation

/// The settings of a graph of Logseq: those of its `logseq/config.edn`, and the names of its files.
package struct LogseqFolder: Hashable, Sendable {
    /// The file of the settings, below the folder.
    package static let configuration = "logseq/config.edn"

    /// The folder of pages.
    package let pages: String
    /// The folder of journals.
    package let journals: String
    /// Whether `___` in the name of a file stands for `/`; in older graphs that is `%2F`, or a point.
    package let hasTripleLowbar: Bool
    /// The format of a journal’s title: `MMM do, yyyy`.
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

    /// The day of a journal; `nil` for any other file.
    package func day(ofJournal path: String) -> Day? {
        let file = FilePath(path)
        return file.folder == journals ? Day(file.stem.replacing("_", with: "-")) : nil
    }
}

/// The names of pages of Logseq in those of its files.
///
/// Source: logseq/logseq, deps/graph-parser: `:file/name-format :triple-lowbar`, and `journals/yyyy_MM_dd.md` whose title
/// is `MMM do, yyyy`.
package enum LogseqName {
    /// The names of the page of a file beside the file’s own name.
    package static func names(ofFile path: String) -> [String] {
        let file = FilePath(path)
        var names: [String] = []
        let written = page(ofFile: file.last)
        if written != file.last { names.append(written) }
        if FilePath(file.folder).last == "journals", let day = Day(file.last.replacing("_", with: "-")[...]) {
            names += [day.text, title(of: day)]
        }
        return names
    }

    /// The page of a file’s name without its ending: `a/b` for `a___b`, or `a%2Fb`.
    package static func page(ofFile stem: String) -> String {
        LinkAddress.decoded(stem.replacing("___", with: "/"))
    }

    /// The title shown for the page of a file; empty if that is the file’s own name.
    package static func title(ofFile stem: String) -> String {
        let page = page(ofFile: stem)
        return page == stem ? "" : page
    }

    /// The name of the file of a page, without its ending.
    ///
    /// Source: logseq/logseq, `frontend.util.fs`, `tri-lb-file-name-sanity` and its predecessors.
    package static func file(ofPage title: String, in folder: LogseqFolder) -> String {
        var name = ""
        let stem = title.prefix { $0 != "." }.lowercased()
        let isDevice = devices.contains(String(stem)) || title.hasSuffix(".")
        let characters = Array(isDevice ? title + "/" : title)
        for (index, character) in characters.enumerated() {
            let isBesideSlash = [index - 1, index + 1].contains {
                characters.indices.contains($0) && characters[$0] == "/"
            }
            switch character {
            case "/": name += folder.hasTripleLowbar ? "___" : "%2F"
            case "_" where folder.hasTripleLowbar && (isBesideSlash || title.contains("___")): name += "%5F"
            case "%": name += isEncoded(characters[(index + 1)...]) ? "%25" : "%"
            case _ where "<>:\"|?*\\#".contains(character) || character.isNewline || isControl(character):
                name += EscapedBytes.encoded(character.utf8) { _ in false }
            default: name.append(character)
            }
        }
        // A name that starts with a dot is hidden.
        return name.hasPrefix(".") ? "%2E" + name.dropFirst() : name
    }

    /// The names of devices on Windows.
    private static let devices = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    private static func isEncoded(_ rest: ArraySlice<Character>) -> Bool {
        rest.count >= 2 && rest.prefix(2).allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    private static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The file of a day’s journal, without its ending, beside that of another day; `nil` for a path of no journal.
    package static func journal(of day: Day, beside path: String) -> String? {
        let file = FilePath(path)
        guard FilePath(file.folder).last == "journals", file.last.contains("_"),
            Day(file.last.replacing("_", with: "-")[...]) != nil
        else { return nil }
        return file.folder + "/" + day.text.replacing("-", with: "_")
    }

    /// A day as a title: `Nov 26th, 2022`.
    private static func title(of day: Day) -> String {
        "\(Language.english.shortMonths[day.month - 1]) \(Language.english.ordinal(day.day)), \(day.year)"
    }
}
