// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import Session

/// The names of pages of Logseq, which the names of its files stand for.
///
/// Source: logseq/logseq, deps/graph-parser: `:file/name-format :triple-lowbar`, and `journals/yyyy_MM_dd.md` whose title
/// is `MMM do, yyyy`.
package enum LogseqName {
    /// What the page of a file is called beside the file’s own name.
    static func names(ofFile path: String) -> [String] {
        let file = FilePath(path)
        var names: [String] = []
        let written = FileLinkText.decoded(file.last.replacing("___", with: "/"))
        if written != file.last { names.append(written) }
        if FilePath(file.folder).last == "journals", let day = Day(file.last.replacing("_", with: "-")[...]) {
            names += [day.text, title(of: day)]
        }
        return names
    }

    /// The file of a day’s journal, without its ending, beside that of another day; nil for a path of no journal.
    package static func journal(of day: Day, beside path: String) -> String? {
        let file = FilePath(path)
        guard FilePath(file.folder).last == "journals", file.last.contains("_"),
            Day(file.last.replacing("_", with: "-")[...]) != nil
        else { return nil }
        return file.folder + "/" + day.text.replacing("-", with: "_")
    }

    /// A day as a title: `Nov 26th, 2022`.
    private static func title(of day: Day) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let end =
            switch (day.day % 10, day.day) {
            case (_, 11...13): "th"
            case (1, _): "st"
            case (2, _): "nd"
            case (3, _): "rd"
            default: "th"
            }
        return "\(months[day.month - 1]) \(day.day)\(end), \(day.year)"
    }
}
