// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumXMLReader
import Foundation
import NotesLogic

/// A format of JSON, which the names of its members tell.
protocol JSONNoteFormat: NoteFormat {
    /// Whether a document that begins so is of this format.
    static func claims(_ json: JSONStart) -> Bool
}

extension JSONNoteFormat {
    static var standing: FormatStanding { .withoutMarkdown }
    static var holdsMany: Bool { true }
    static func claims(_ file: ImportFile) -> Bool { file.ending == "json" && file.json.map(claims) == true }
}

extension ImportContext {
    /// Visits each entry that is an object, of a file that is read a second time.
    ///
    /// - Parameter names: The members with entries.
    func look(_ file: ImportFile, _ names: Set<String>, _ body: ([String: Any]) -> Void) async throws {
        try await reading(file) {
            let entries = try JSONEntries(path: file.path, names: names)
            while let entry = try await entries.next() {
                if let object = NoteJSON.value(of: entry.bytes).value as? [String: Any] { body(object) }
            }
        }
    }

    /// Imports the note of each entry, and reports problems of entries and of the whole file.
    ///
    /// Reads in constant memory but for the largest note, which may have attachments in it.
    ///
    /// - Parameters:
    ///   - names: The members with entries.
    ///   - isCounted: Whether a member `count` has the number of notes in the file.
    ///   - note: The note of an entry in the list of this name; `nil` for one that is none, and is skipped.
    ///     Throws why an entry is not taken.
    func takeEntries(
        of file: ImportFile, _ names: Set<String>, isCounted: Bool = false,
        take: NoteSink,
        _ note: (_ object: [String: Any], _ list: String) throws(ExchangeProblem.Failure) -> ForeignNote?
    ) async throws {
        try await reading(file) {
            let entries = try JSONEntries(path: file.path, names: names)
            var index = 0
            while let entry = try await entries.next() {
                index += 1
                let made: ForeignNote?
                let (value, hasHalves) = NoteJSON.value(of: entry.bytes)
                do throws(ExchangeProblem.Failure) {
                    guard let members = value as? [String: Any] else { throw .init(reason: .malformed) }
                    made = try note(members, entry.list)
                } catch {
                    tell(error.reason, file.name, entry: index)
                    continue
                }
                guard var note = made else { continue }
                note.entry = index
                if hasHalves { note.problems.append(.halves) }
                try await take(note)
            }
            guard entries.isSound else { return tell(entries.isCut ? .truncated : .malformed, file.name) }
            if entries.hasOther { tell(.malformed, file.name) }
            if isCounted, let declared = entries.declaredCount, declared > index {
                importer.report.lost += declared - index
                tell(.lost(declared: declared, found: index), file.name)
            }
        }
    }

    /// Reads a file, and reports if that fails.
    func reading(_ file: ImportFile, _ body: () async throws -> Void) async throws {
        do { try await body() } catch XMLFault.unreadable(let reason) { tell(.unreadable(reason), file.name) } catch let
            fault as FileFault
        { tell(.unreadable(fault.reason.number), file.name) }
    }
}

/// Members that must be what a format says: another value would be lost without a word.
extension [String: Any] {
    /// The text of a member; `nil` if it is missing or `null`.
    ///
    /// - Throws: That the object is malformed, if the member is anything else.
    func text(_ name: String) throws(ExchangeProblem.Failure) -> String? { try member(name) }

    /// The elements of a member that is an array; none if it is missing or `null`.
    ///
    /// - Throws: As `text(_:)`, also for an element of another type.
    func list<Element>(
        _ name: String, of type: Element.Type = Element.self
    ) throws(ExchangeProblem.Failure) -> [Element] {
        try member(name) ?? []
    }

    private func member<Member>(_ name: String) throws(ExchangeProblem.Failure) -> Member? {
        guard let value = self[name], !(value is NSNull) else { return nil }
        guard let member = value as? Member else { throw .init(reason: .malformed) }
        return member
    }
}
