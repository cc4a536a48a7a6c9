// SPDX-License-Identifier: GPL-3.0-or-later

import FrontMatter
import Markdown

/// The links of a note: those in the properties above its text, `up: "[[Beta]]"`, then those in its text.
///
/// Source: Obsidian Help, “Properties”, “Internal links in properties”.
package struct NoteLinks {
    /// The links to notes, in order.
    package let places: [LinkText.Place]
    private let note: Note
    private let document: MarkdownDocument
    private let properties: [String]

    package init(_ note: Note) { self.init(note, in: LinkText.document(of: note.content)) }

    /// Those of a note whose text has been read already.
    init(_ note: Note, in document: MarkdownDocument) {
        self.note = note
        self.document = document
        properties = Self.properties(of: note)
        var places: [LinkText.Place] = []
        for (number, text) in properties.enumerated() where Self.mayLink(text) {
            for var place in LinkText.places(in: text) {
                // A number means a note in texts alone.
                if case .number = place.target { continue }
                place.property = number
                places.append(place)
            }
        }
        self.places = places + LinkText.places(in: document)
    }

    /// The files that the properties name, then those that the text does, each with where it stands.
    package var files: [(position: Position, file: NamedFile)] {
        var files: [(position: Position, file: NamedFile)] = []
        for (number, text) in properties.enumerated() where Self.mayLink(text) {
            files += NamedFile.all(in: text).map { (Position(property: number, start: $0.range.lowerBound), $0) }
        }
        return files + NamedFile.all(in: document).map { (Position(property: nil, start: $0.range.lowerBound), $0) }
    }

    /// Where something stands in a note: properties first.
    package struct Position: Hashable, Comparable, Sendable {
        let property: Int?
        let start: Int

        package static func < (left: Position, right: Position) -> Bool {
            (left.property ?? .max, left.start) < (right.property ?? .max, right.start)
        }
    }

    /// The text in which a link stands.
    package func text(around place: LinkText.Place) -> String {
        place.property.map { properties[$0] } ?? note.content
    }

    /// The note with addresses that are spelled otherwise.
    package func note(spelling links: [(place: LinkText.Place, text: String)]) -> Note {
        var note = note
        let links = links.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
        note.content = note.content.replacing(
            links.filter { $0.place.property == nil }.map { ($0.place.range, $0.text) })
        var changes: [Int: String] = [:]
        for (number, links) in Dictionary(grouping: links, by: \.place.property) {
            guard let number else { continue }
            changes[number] = properties[number].replacing(links.map { ($0.place.range, $0.text) })
        }
        guard !changes.isEmpty else { return note }
        note.marks.others = FrontMatter.others(note.marks.others, changing: changes) ?? note.marks.others
        return note
    }

    /// The texts of the properties; nothing for what the text itself says in lines of Logseq’s.
    private static func properties(of note: Note) -> [String] {
        guard mayLink(note.marks.others) else { return [] }
        let written = Set(PageProperties(note.content).all.map(\.name))
        return FrontMatter.texts(in: note.marks.others).map {
            written.contains($0.field.lowercased()) ? "" : $0.text
        }
    }

    private static func mayLink(_ text: String) -> Bool { text.contains("[[") || text.contains("](") }
}

extension LinkText.Place {
    /// Where it stands in the note.
    package var position: NoteLinks.Position { NoteLinks.Position(property: property, start: range.lowerBound) }
}
