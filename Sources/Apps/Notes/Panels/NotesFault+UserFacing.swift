// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
public import NotesDomain
import NotesLogic
package import Session

extension NotesFault: UserFacing {
    package var code: String {
        switch self {
        case .unknownNote: "notes.unknown"
        case .emptyText: "notes.empty"
        case .notInTrash: "notes.not-in-trash"
        case .inTrash: "notes.in-trash"
        case .emptyQuery: "notes.empty-query"
        case .badTerm: "notes.bad-term"
        case .unknownKey: "notes.unknown-key"
        case .noMatch: "notes.no-match"
        case .notAlternative: "notes.not-alternative"
        case .unknownSavedQuery: "notes.unknown-query"
        case .unknownVersion: "notes.unknown-version"
        case .unknownTemplate: "notes.unknown-template"
        case .badName: "notes.bad-name"
        case .longTag: "notes.long-tag"
        case .noSuchTag: "notes.no-such-tag"
        case .severalTasks: "notes.several-tasks"
        case .unknownTask: "notes.unknown-task"
        case .recurringTask: "notes.recurring-task"
        case .tasksInText: "notes.tasks-in-text"
        case .pathAsName: "notes.path-as-name"
        case .unknownTag: "notes.unknown-tag"
        case .unknownNotebook: "notes.unknown-notebook"
        case .nothingUnfinished: "notes.nothing-unfinished"
        case .unknownDraft: "notes.unknown-draft"
        case .openEdit: "notes.open-edit"
        case .unknownTitle: "notes.unknown-title"
        case .ambiguousTitle: "notes.ambiguous-title"
        case .badStore: "notes.bad-store"
        case .storePlace: "notes.store-place"
        case .storeShared: "notes.store-shared"
        case .storeFolder: "notes.store-folder"
        case .emptyFolder: "notes.empty-folder"
        case .filesGone: "notes.files-gone"
        case .noUndo: "notes.no-undo"
        case .cannotUndo: "notes.cannot-undo"
        case .changedSince: "notes.changed-since"
        case .noLinksOf: "command.missing"
        case .unknownLink: "notes.unknown-link"
        case .locked: "notes.locked"
        case .wrongPassword: "notes.wrong-password"
        case .passwordsDiffer: "notes.passwords-differ"
        case .noPassword: "notes.no-password"
        case .nothingProtected: "notes.nothing-protected"
        case .brokenOff: "notes.broken-off"
        case .damaged: "notes.damaged"
        case .damagedKey: "notes.damaged-key"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .unknownNote(let id): Strings.faultUnknown(id: id)
        case .emptyText: Strings.faultEmpty
        case .notInTrash(let id): Strings.faultNotInTrash(id: id)
        case .inTrash(let id): Strings.faultInTrash(id: id)
        case .emptyQuery(let query): Strings.faultEmptyQuery(query: query)
        case .badTerm(let term): Self.badTerm(term)
        case .unknownKey(let key, let term): Self.unknownKey(key, term)
        case .noMatch(let query): Strings.faultNoMatch(query: query)
        case .notAlternative(let term): Strings.faultNotAlternative(term: term)
        case .unknownSavedQuery(let name): Strings.faultUnknownQuery(name: name)
        case .unknownVersion(let version, let id): Strings.faultUnknownVersion(id: id, version: version)
        case .unknownTemplate(let name): Strings.faultUnknownTemplate(name: name)
        case .badName(let name): Strings.faultBadName(name: name)
        case .longTag:
            Strings.faultLongTag(characters: TagText.limits.characters, levels: TagText.limits.levels)
        case .noSuchTag(let tag, let id): Strings.faultNoSuchTag(id: id, tag: tag)
        case .severalTasks(let id, let tasks): Self.severalTasks(id, tasks)
        case .unknownTask(let number, let id): Strings.faultUnknownTask(id: id, number: number)
        case .recurringTask(let id, let task): Strings.faultRecurringTask(id: id, task: task)
        case .tasksInText(let id): Strings.faultTasksInText(id: id)
        case .pathAsName(let name, let id): Strings.faultPathAsName(id: id, name: name)
        case .unknownTag(let name): Strings.faultUnknownTag(name: name)
        case .unknownNotebook(let name): Strings.faultUnknownNotebook(name: name)
        case .nothingUnfinished: Strings.faultNothingUnfinished
        case .unknownDraft(let place): Strings.faultUnknownDraft(place: place)
        case .openEdit(let id): Strings.faultOpenEdit(id: id)
        case .unknownTitle(let title): Strings.faultUnknownTitle(title: title)
        case .ambiguousTitle(let name, let notes, let isMore):
            Strings.faultAmbiguousTitle(
                name: name,
                notes: (notes.map { "\($0.id) \($0.title)" } + (isMore ? ["…"] : [])).joined(separator: ", "))
        case .badStore(let text): Strings.faultBadStore(text: text)
        case .storePlace(let path, let place):
            switch place {
            case .root: Strings.faultStoreRoot
            case .system: Strings.faultStoreSystem(path: path)
            case .home: Strings.faultStoreHome(path: path)
            case .ours: Strings.faultStoreOurs(path: path)
            }
        case .storeShared(let path, let typed): Strings.faultStoreShared(path: path, typed: typed)
        case .emptyFolder(let path): Strings.faultStoreNothing(path: path, typed: StoreChoice.folder(path).text)
        case .filesGone(let path, let lost, let all):
            Strings.faultStoreGone(path: path, lost: lost, all: all, typed: StoreChoice.folder(path).text)
        case .storeFolder(let path, let store): Strings.faultStoreFolder(path: path, store: store)
        case .noUndo: Strings.faultNoUndo
        case .cannotUndo(let command): Strings.faultCannotUndo(command: command)
        case .changedSince(let id, let command): Strings.faultChangedSince(id: id, command: command)
        case .noLinksOf: Strings.faultNoLinksOf
        case .unknownLink(let number, let id): Strings.faultUnknownLink(id: id, number: number)
        case .locked(let id): Strings.faultLocked(id: id)
        case .wrongPassword: Strings.faultWrongPassword
        case .passwordsDiffer: Strings.faultPasswordsDiffer
        case .noPassword: Strings.faultNoPassword
        case .nothingProtected: Strings.faultNothingProtected
        case .brokenOff(let id, let fault):
            fault.sentence.followed(by: Strings.faultBrokenOff(id: id))
        case .damaged(let id): Strings.faultDamaged(id: id)
        case .damagedKey: Strings.faultDamagedKey
        }
    }

    private static func severalTasks(_ id: Int, _ tasks: [String]) -> LocalizedText {
        let shown = tasks.prefix(9).enumerated().map { "\($0.offset + 1) \($0.element)" }
        return Strings.faultSeveralTasks(
            id: id, count: tasks.count, tasks: (shown + (tasks.count > 9 ? ["…"] : [])).joined(separator: "; "))
    }

    package var status: ExitStatus {
        switch self {
        case .emptyQuery, .badTerm, .unknownKey, .notAlternative, .badStore, .noLinksOf: .usage
        default: .failure
        }
    }

    /// What is wrong with a term, and what its key takes.
    private static func badTerm(_ term: String) -> LocalizedText {
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
        return Strings.faultTermValue(term: term, forms: key.examples.joined(separator: ", "))
    }

    private static func unknownKey(_ key: String, _ term: String) -> LocalizedText {
        let keys = QueryKey.allCases.map(\.rawValue)
        guard let nearest = NearestWord.to(key, among: keys) else {
            return Strings.faultUnknownKey(key: key, term: term, keys: keys.map { $0 + ":" }.joined(separator: ", "))
        }
        return Strings.faultUnknownKeyNear(key: key, term: term, nearest: nearest)
    }
}
