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
        case .noPassword: CommandFault.noPassword.sentence
        case .nothingUnfinished: CommandFault.noDraft.sentence
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
    private static func cut(_ title: String) -> String { TextLayout.cut(title, to: TextLayout.widestTitle) }

    private static func severalTasks(_ id: Int, _ tasks: [String]) -> LocalizedText {
        let shown =
            tasks.prefix(9).enumerated().map { "\($0.offset + 1) \(cut($0.element))" } + (tasks.count > 9 ? ["…"] : [])
        let count = tasks.count
        return LocalizedText { Strings.faultSeveralTasks(id: id, count: count, tasks: $0.list(phrases: shown)) }
    }

    package var status: ExitStatus {
        switch self {
        case .badTerm, .badStore, .noLinksOf: .usage
        default: .failure
        }
    }
}

extension AttachmentFault: UserFacing {
    package static var area: String { "notes" }

    package var sentence: LocalizedText {
        switch self {
        case .unreadable(let path, let reason):
            SystemReason.unreadable(path, reason)
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
