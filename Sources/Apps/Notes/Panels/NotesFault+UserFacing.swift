// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
package import AtriumKit
package import AtriumSession
public import NotesLogic

extension NotesFault: UserFacing {
    package static var area: String { "notes" }

    package var code: String { if case .brokenOff = self { "notes.broken-off" } else { codeOfSentence } }

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
            LocalizedText.listing(notes.map { "\($0.id) \($0.title)" } + (isMore ? ["…"] : [])) {
                Strings.faultAmbiguousTitle(name: name, notes: $0)
            }
        case .badStore(let text): Strings.faultBadStore(text: text)
        case .storePlace(let path, let place):
            switch place {
            case .root: Strings.faultStoreRoot
            case .system: Strings.faultStoreSystem(path: path)
            case .home: Strings.faultStoreHome(path: path)
            case .ours: Strings.faultStoreOurs(path: path)
            }
        case .storeShared(let path, let typed): Strings.faultStoreShared(path: path, typed: typed)
        case .emptyFolder(let path): Strings.faultEmptyFolder(path: path, typed: StoreChoice.folder(path).text)
        case .filesGone(let path, let lost, let all):
            Strings.faultFilesGone(path: path, lost: lost, all: all, typed: StoreChoice.folder(path).text)
        case .storeFolder(let path, let store): Strings.faultStoreFolder(path: path, store: store)
        case .noUndo: Strings.faultNoUndo
        case .changedSince(let id, let command, _): Strings.faultChangedSince(id: id, command: command)
        case .nameTaken(let name, let id): Strings.faultNameTaken(id: id, name: name)
        case .unknownEnding(let path, let endings):
            LocalizedText.listing(endings) { Strings.faultUnknownEnding(path: path, endings: $0) }
        case .noLinksOf: Strings.faultNoLinksOf
        case .unknownLink(let number, let id): Strings.faultUnknownLink(id: id, number: number)
        case .locked(let id): Strings.faultLocked(id: id)
        case .lockedNotebook(let name): Strings.faultLockedNotebook(name: name)
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
        let shown =
            tasks.prefix(9).enumerated().map { "\($0.offset + 1) \($0.element)" } + (tasks.count > 9 ? ["…"] : [])
        let count = tasks.count
        return LocalizedText { Strings.faultSeveralTasks(id: id, count: count, tasks: $0.list(phrases: shown)) }
    }

    package var status: ExitStatus {
        switch self {
        case .emptyQuery, .badTerm, .unknownKey, .notAlternative, .badStore, .noLinksOf, .unknownEnding: .usage
        default: .failure
        }
    }

    /// The problem of a term, and the values that its key takes.
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
        case .unknown(let name, let id): Strings.faultUnknownAttachment(id: id, name: name)
        case .unreadable(let path, let reason):
            SystemReason.sentence(reason, of: path) { Strings.problemUnreadable(place: path, reason: $0) }
        case .tooLarge(let path, let limit): Strings.faultAttachmentTooLarge(path: path, megabytes: limit >> 20)
        case .linked(let path, let id): Strings.faultLinkedFile(id: id, path: path)
        case .missing(let name, let id): Strings.faultMissingFile(id: id, name: name)
        case .noPicture(let name?, let id): Strings.faultNoPicture(id: id, name: name)
        case .noPicture(nil, let id): Strings.faultNoPictures(id: id)
        case .inside(let name, let id): Strings.faultAttachmentInside(id: id, name: name)
        case .exists(let path): Strings.faultExists(path: path)
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
        case .gone(let id): Strings.faultGone(id: id)
        case .goneProtected(let id, let new): Strings.faultGoneProtected(id: id, new: new)
        case .notSaved(let error):
            LocalizedText("notes.not-saved") { language in
                let reason = (error as? any UserFacing)?.sentence.string(in: language) ?? ""
                return Strings.faultEditKept(reason: reason).string(in: language)
            }
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
        case .noFolder: Strings.faultGitNoFolder
        case .missing: Strings.faultGitMissing
        case .off: Strings.faultGitOff
        case .badChoice(let typed): Strings.faultGitBadChoice(typed: typed)
        case .notMade(let said): Strings.faultGitNotMade(said: said)
        case .ignored(let path): Strings.faultGitIgnored(path: path)
        case .notCommitted(let said): Strings.faultGitNotCommitted(said: said)
        case .tooLong(let command): Strings.faultGitTooLong(command: command)
        case .underWay: Strings.faultGitUnderWay
        case .noBranch: Strings.faultGitNoBranch
        case .noRemote: Strings.faultGitNoRemote
        case .noUpstream(let branch, let remote): Strings.faultGitNoUpstream(branch: branch, remote: remote)
        case .notFetched(let said): Strings.faultGitNotFetched(said: said)
        case .conflict(let files): LocalizedText.listing(Self.names(files)) { Strings.faultGitConflict(files: $0) }
        case .notMerged(let said): Strings.faultGitNotMerged(said: said)
        case .notPushed(let said): Strings.faultGitNotPushed(said: said)
        }
    }

    package var status: ExitStatus { if case .badChoice = self { .usage } else { .failure } }

    /// The most files that are named.
    private static let most = 5

    private static func names(_ files: [String]) -> [String] {
        Array(files.prefix(most)) + (files.count > most ? ["…"] : [])
    }
}
