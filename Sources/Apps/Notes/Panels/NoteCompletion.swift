// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSearch
import AtriumSession
import AtriumTerminal
import NotesLogic

/// Candidates for the arguments of the commands of Notes.
///
/// Candidates are a convenience: if they cannot be read there are none.
@MainActor
struct NoteCompletion {
    let model: NotesModel
    let language: Language

    /// Candidates for one of the app’s things.
    func candidates(_ item: String, for word: String) async -> [Completion] {
        switch item {
        case "note": await notes(word)
        case "reference": await word.contains("@") ? versions(word) : notes(word)
        case "trashed": await trashed(word)
        case "restorable": await word.contains("@") ? versions(word) : trashed(word)
        case "link": await (links() + files()).filter { $0.fits(word) }
        case "month-day": days().filter { $0.fits(word) }
        case "notebook": await labels(.notebook).filter { $0.begins(like: word) }
        case "tag": await labels(.tag).filter { $0.begins(like: word) }
        case "query": await savedQueries().filter { $0.begins(like: word) }
        case "term": await terms(word)
        case "attachment": files().filter { $0.begins(like: word) }
        default: []
        }
    }

    private func notes(_ word: String) async -> [Completion] {
        ((try? await model.service.titles(word)) ?? []).map {
            Completion(text: String($0.id), description: $0.title)
        }
    }

    private func trashed(_ word: String) async -> [Completion] {
        ((try? await model.service.newest(200, isTrashed: true)) ?? []).map {
            Completion(text: String($0.id), description: $0.title)
        }.filter { $0.fits(word) }
    }

    /// The versions of the note before the `@`, the newest first, by when they were saved.
    private func versions(_ word: String) async -> [Completion] {
        guard let id = Int(word.prefix { $0 != "@" }) else { return [] }
        let zone = model.service.timeZone
        return ((try? await model.service.versions(of: id)) ?? []).map {
            Completion(
                text: "\(id)@\($0.number)", description: CivilTime($0.savedAt, in: zone).dateAndTime)
        }.filter { $0.begins(like: word) }
    }

    /// The links of the displayed note, by their targets.
    private func links() async -> [Completion] {
        var candidates: [Completion] = []
        for (index, link) in (model.regarded?.links.links ?? []).enumerated() {
            var place = link.text
            if case .note(let target) = link, let note = try? await model.service.note(at: target, from: model.regarded)
            {
                place = note.title
            }
            candidates.append(Completion(text: String(index + 1), description: place))
        }
        return candidates
    }

    /// The days of the displayed month with due tasks.
    private func days() -> [Completion] {
        (model.month?.busyDays ?? []).enumerated().map {
            Completion(text: String($0.offset + 1), description: $0.element.text)
        }
    }

    /// The attachments of the open note.
    private func files() -> [Completion] { model.attachments.map { Completion(text: $0) } }

    private func labels(_ kind: NoteLabel.Kind) async -> [Completion] {
        ((try? await model.service.labels(kind)) ?? []).map {
            Completion(text: $0.name, description: Strings.completionNotes(count: $0.count).string(in: language))
        }
    }

    private func savedQueries() async -> [Completion] {
        ((try? await model.service.savedQueries()) ?? []).map { Completion(text: $0.name, description: $0.query) }
    }

    /// The terms of a query, as `QueryReader` reads them: a key, or a key with one of its values.
    private func terms(_ typed: String) async -> [Completion] {
        let isNegated = typed.hasPrefix("-")
        let term = isNegated ? String(typed.dropFirst()) : typed
        let sign = isNegated ? "-" : ""
        if term.hasPrefix("@") {
            return await savedQueries().filter { $0.begins(like: String(term.dropFirst())) }.map {
                Completion(text: "\(sign)@\($0.text)", description: $0.description)
            }
        }
        guard let colon = term.firstIndex(of: ":") else {
            // Words are looked for as they are; a key is offered once it is begun.
            guard !term.isEmpty || !isNegated else { return [] }
            return QueryKey.allCases.map {
                Completion(text: "\(sign)\($0.rawValue):", description: $0.summary.string(in: language), appends: nil)
            }.filter { $0.begins(like: typed) }
        }
        guard let key = QueryKey(rawValue: term[..<colon].lowercased()) else { return [] }
        let value = String(term[term.index(after: colon)...].replacing("\"", with: ""))
        return await values(of: key).filter { $0.begins(like: value) }.map { candidate in
            Completion(text: sign + key.term(candidate.text), description: candidate.description)
        }
    }

    private func values(of key: QueryKey) async -> [Completion] {
        switch key {
        case .tag: await labels(.tag)
        case .in: await labels(.notebook)
        case .is, .has, .prop, .date, .modified, .due, .sort, .limit: key.words.map { Completion(text: $0) }
        }
    }
}
