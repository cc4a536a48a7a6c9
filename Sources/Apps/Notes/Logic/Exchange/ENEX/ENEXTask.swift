// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// A task that Evernote keeps beside the text of a note, while it is read.
struct ENEXTask {
    /// The place in the text where it goes, in lower case; empty for none.
    private(set) var group = ""
    /// By what the tasks of a place are ordered.
    private(set) var weight = ""
    private var title = ""
    private var status = ""
    private var due = ""
    private var zone = ""

    /// A text in a field of the task.
    mutating func add(_ piece: String, to field: String) {
        switch field {
        case "title": title += piece
        case "taskStatus": status += piece
        case "dueDate": due += piece
        case "timeZone": zone += piece
        case "sortWeight": weight += piece
        case "taskGroupNoteLevelID": group += piece.lowercased()
        default: break
        }
    }

    /// What stands behind the dash of its line; nil for a task that says nothing.
    var text: String? {
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return nil }
        let zone = Zone(identifier: zone) ?? .gmt
        let day = ENEXTime.timestamp(due).map { " (" + Day($0, in: zone).text + ")" } ?? ""
        return "[\(status == "completed" ? "x" : " ")] \(words)\(day)"
    }
}
