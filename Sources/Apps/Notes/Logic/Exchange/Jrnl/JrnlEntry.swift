// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Session

/// A note as an entry of jrnl’s text, which `jrnl --import` reads.
enum JrnlEntry {
    /// The entry: its date, its title, a star where the note is pinned, and the rest of the text below.
    ///
    /// jrnl takes each line that begins with a bracket for another entry: in the body, such lines have a blank before
    /// them. Tags that the text does not say stand on its last line.
    static func text(_ note: Note, in zone: Zone) -> String {
        var lines = note.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            $0.first == "[" ? " " + $0 : String($0)
        }
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        let written = Set(TagText.tags(in: note.content).map(NameKey.of))
        let tags = note.marks.tags.map(word).filter {
            !$0.isEmpty && !written.contains(NameKey.of($0)) && !isSaid($0, note)
        }
        if !tags.isEmpty { lines.append(tags.map { "@" + $0 }.joined(separator: " ")) }
        let title = (note.names.isEmpty ? note.firstLine : note.title).trimmingCharacters(in: .whitespaces)
        let head = "[\(CivilTime(note.createdAt, in: zone).dateAndTime)] \(title)" + (note.marks.isPinned ? " *" : "")
        return ([head] + lines).joined(separator: "\n") + "\n"
    }

    private static func isSaid(_ tag: String, _ note: Note) -> Bool {
        note.content.split(whereSeparator: \.isWhitespace).contains { $0.lowercased() == "@" + tag.lowercased() }
    }

    /// A tag in the characters that jrnl’s may have.
    private static func word(_ tag: String) -> String {
        String(tag.map { $0.isLetter || $0.isNumber || "-+*#/_".contains($0) ? $0 : "-" })
    }
}
