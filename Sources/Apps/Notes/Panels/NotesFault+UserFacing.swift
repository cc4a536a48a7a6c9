// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
package import AtriumKit
package import AtriumSession
import AtriumTerminal
public import NotesLogic

extension NotesFault: UserFacing {
    package static var area: String { "notes" }

    package var code: String { if case .brokenOff = self { "notes.broken-off" } else { codeOfSentence } }

    package var sentence: LocalizedText {
        switch self {
        case .badTerm(let term): Self.badTerm(term)
        case .unknownKey(let key, let term): Self.unknownKey(key, term)
        case .longTag:
            Strings.faultLongTag(characters: TagText.limits.characters, levels: TagText.limits.levels)
        case .severalTasks(let id, let tasks): Self.severalTasks(id, tasks)
        case .ambiguousTitle(let name, let notes, let isMore):
            LocalizedText.listing(notes.map { "\($0.id) \(Self.cut($0.title))" } + (isMore ? ["…"] : [])) {
                Strings.faultAmbiguousTitle(name: name, notes: $0)
            }
        case .storePlace(let path, let place):
            switch place {
            case .root: Strings.faultStoreRoot
            case .system: Strings.faultStoreSystem(path: path)
            case .home: Strings.faultStoreHome(path: path)
            case .ours: Strings.faultStoreOurs(path: path)
            }
        case .emptyFolder(let path): Strings.faultEmptyFolder(path: path, typed: StoreChoice.folder(path).text)
        case .filesGone(let path, let lost, let all):
            Strings.faultFilesGone(path: path, lost: lost, all: all, typed: StoreChoice.folder(path).text)
        case .brokenOff(let id, let fault):
            fault.sentence.followed(by: Strings.faultBrokenOff(id: id))
        default: Strings.sentence(of: self)
        }
    }

    /// A title among others, no longer than in a list.
    private static func cut(_ title: String) -> String { TextLayout.cut(title, to: PlainTable.widestCut) }

    private static func severalTasks(_ id: Int, _ tasks: [String]) -> LocalizedText {
        let shown =
            tasks.prefix(9).enumerated().map { "\($0.offset + 1) \(cut($0.element))" } + (tasks.count > 9 ? ["…"] : [])
        let count = tasks.count
        return LocalizedText { Strings.faultSeveralTasks(id: id, count: count, tasks: $0.list(phrases: shown)) }
    }

    package var status: ExitStatus {
        switch self {
        case .emptyQuery, .badTerm, .unknownKey, .notAlternative, .badStore, .noLinksOf: .usage
        default: .failure
        }
    }

    /// The problem of a term, and the values that its key takes.
    private static func badTerm(_ term: String) -> LocalizedText {
        if QueryReader.joins(term) { return Strings.faultHangingTerm(term: term) }
        let bare = term.hasPrefix("-") ? String(term.dropFirst()) : term
        let halves = bare.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard halves.count == 2, let key = QueryKey(rawValue: halves[0].lowercased()) else {
            return Strings.faultBadTerm(term: term)
        }
        guard !halves[1].isEmpty else { return Strings.faultEmptyTerm(term: term, example: key.examples[0]) }
        let isRight =
            key.words.contains(halves[1].lowercased()) || key == .limit && Int(halves[1]).map { $0 > 0 } ?? false
        if term != bare, isRight { return Strings.faultTermOfWhole(term: term, bare: bare) }
        if key == .limit { return Strings.faultTermNumber(term: term, example: key.examples[0]) }
        return LocalizedText.listing(key.examples) { Strings.faultTermValue(term: term, forms: $0) }
    }

    private static func unknownKey(_ key: String, _ term: String) -> LocalizedText {
        let term = QueryReader.phrase(of: term)
        let keys = QueryKey.allCases.map(\.rawValue)
        guard let nearest = NearestWord.to(key, among: keys) else {
            return LocalizedText.listing(keys.map { $0 + ":" }) {
                Strings.faultUnknownKey(key: key, term: term, keys: $0)
            }
        }
        return Strings.faultUnknownKeyNear(key: key, term: term, nearest: nearest)
    }
}

extension AttachmentFault: UserFacing {
    package static var area: String { "notes" }

    package var sentence: LocalizedText {
        switch self {
        case .unreadable(let path, let reason):
            SystemReason.sentence(reason, of: path) { Strings.problemUnreadable(place: path, reason: $0) }
        case .tooLarge(let path, let limit): Strings.faultAttachmentTooLarge(path: path, megabytes: limit >> 20)
        default: Strings.sentence(of: self)
        }
    }
}

extension EditFault: UserFacing {
    package static var area: String { "notes" }

    package var code: String {
        switch self {
        case .notSaved(let error): (error as? any UserFacing)?.code ?? "notes.not-saved"
        default: codeOfSentence
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .notSaved(let error):
            LocalizedText("notes.not-saved") { language in
                let reason = (error as? any UserFacing)?.sentence.string(in: language) ?? ""
                return Strings.faultEditKept(reason: reason).string(in: language)
            }
        default: Strings.sentence(of: self)
        }
    }

    package var status: ExitStatus {
        if case .notSaved(let error) = self { (error as? any UserFacing)?.status ?? .failure } else { .failure }
    }
}

extension FolderRefusal: UserFacing {
    package var code: String { "notes.front-matter" }

    package var sentence: LocalizedText {
        switch refusal.reason {
        case .referredTo: Strings.refusalReferredTo(file: file, field: refusal.field)
        case .twice: Strings.refusalTwice(file: file, field: refusal.field)
        case .form: Strings.refusalForm(file: file, field: refusal.field)
        case .notYAML: Strings.refusalNotYaml(file: file)
        }
    }
}

extension GitFault: UserFacing {
    package static var area: String { "notes" }

    package var sentence: LocalizedText {
        switch self {
        case .conflict(let files, let pull):
            LocalizedText.listing(Self.names(files)) { Strings.faultGitConflict(files: $0, command: pull) }
        default: Strings.sentence(of: self)
        }
    }

    package var status: ExitStatus { if case .badChoice = self { .usage } else { .failure } }

    /// The most files that are named.
    private static let most = 5

    private static func names(_ files: [String]) -> [String] {
        Array(files.prefix(most)) + (files.count > most ? ["…"] : [])
    }
}
