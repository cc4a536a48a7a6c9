// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
import NotesStore
package import Session
import Stores

/// Nothing is lost: versions, and texts that are still being written.
extension NotesService {
    /// The versions of a note’s text, the newest and present one first; those of a protected note have its title alone
    /// while it is locked.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    package func versions(of id: Int) async throws -> [NoteVersion] {
        let versions = try await dao.versions(of: id, owner: owner)
        guard !versions.isEmpty else { throw NotesFault.unknownNote(id) }
        return isUnlocked ? try versions.map { try opened($0, of: id) } : versions
    }

    /// One version of a note’s text.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.unknownVersion`, `NotesFault.locked`.
    package func version(_ number: Int, of id: Int) async throws -> NoteVersion {
        guard let version = try await versions(of: id).first(where: { $0.number == number }) else {
            throw NotesFault.unknownVersion(number, note: id)
        }
        guard version.sealed == nil else { throw NotesFault.locked(id) }
        return version
    }

    /// Makes a version’s text the present one again; what was present stays as a version.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.unknownVersion`.
    package func restore(_ id: Int, version number: Int) async throws -> SavedNote {
        let version = try await version(number, of: id)
        return try await modify(id, to: version.content)
    }

    /// Keeps what is being written, so that it outlives the process; returns its number.
    package func keepUnfinished(_ content: String, as id: Int?) async throws -> Int {
        try await WritePermit.recording {
            try await dao.keepUnfinished(content, as: id, at: clock.now, owner: owner)
        }
    }

    /// Forgets a text that became a note, or that nobody wants.
    package func dropUnfinished(_ id: Int) async throws { try await dao.dropUnfinished(id, owner: owner) }

    /// The texts that were not finished, the one saved last first.
    ///
    /// They are known by their places in this list, from 1.
    package func unfinished() async throws -> [UnfinishedNote] { try await dao.unfinished(owner: owner) }

    /// The unfinished text of a place in the list, or the last one.
    ///
    /// - Throws: `NotesFault.nothingUnfinished`, `NotesFault.unknownDraft`.
    package func unfinished(_ place: String?) async throws -> UnfinishedNote {
        let texts = try await unfinished()
        guard let place else {
            guard let last = texts.first else { throw NotesFault.nothingUnfinished }
            return last
        }
        guard let text = Int(place).flatMap({ texts[number: $0] }) else { throw NotesFault.unknownDraft(place) }
        return text
    }

    /// A template’s text with date and title filled in: a note of the notebook “Templates” by its title, its first
    /// line left out, or one that everybody has.
    ///
    /// - Throws: `NotesFault.unknownTemplate`.
    package func filledTemplate(
        _ name: String, title: String, at time: Timestamp? = nil, in language: Language
    ) async throws -> FilledTemplate {
        let own = try await find(
            NoteQuery(filter: .notebook(NoteTemplate.notebook), sort: .title, limit: 1_000)
        ).first { NameKey.of($0.title) == NameKey.of(name) }
        var found = NoteTemplate.builtIn[name.lowercased()]
        if let own {
            // As it is written a gap may stand where a value does: `when: {{date}}`.
            let written = try await dao.read(owner) { try $0.files?.head(of: own.id) }
            var head = NoteHead(others: own.marks.others)
            head.setTags(own.marks.tags)
            found = NoteTemplate(text: own.body, head: written ?? head.block)
        }
        guard let template = found else { throw NotesFault.unknownTemplate(name) }
        return template.filled(
            for: NoteTemplate.Occasion(title: title, now: time ?? clock.now, zone: timeZone, language: language))
    }
}
