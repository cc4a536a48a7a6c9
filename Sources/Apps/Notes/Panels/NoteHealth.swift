// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumStores
import AtriumWorlds
import NotesLogic

/// The examination of notes, in words.
@MainActor
enum NoteHealth {
    /// Examines the notes of all users: those in the system of a world, and the folders that settings name.
    static func findings(
        among stores: any NoteStores, in world: World, settings: [UserID: [String: String]], mends: Bool
    ) async throws -> [HealthFinding] {
        let rows = try await stores.examine(in: world, mends: mends).map { finding in
            HealthFinding(finding, of: NotesFactory.id, sentence(of: finding))
        }
        let folders = Set(settings.values.flatMap { NotesFactory(stores: stores).placesElsewhere($0) }).sorted()
        return rows
            + folders.compactMap { path in
                do {
                    try stores.check(folder: path)
                    return nil
                } catch {
                    let reason = ErrorDescription(error).sentence
                    let sentence = LocalizedText { Strings.healthFolder(path: path, reason: reason.string(in: $0)) }
                    return HealthFinding("notes.folder", sentence, .advice(Strings.healthFolderAdvice))
                }
            }
    }

    private static func sentence(of finding: StoreFinding) -> LocalizedText {
        let count = finding.count
        return switch finding.damage {
        case "tables": Strings.healthTables(count: count)
        case "owner": Strings.healthOwner(count: count)
        case "type": Strings.healthType(count: count)
        case "title": Strings.healthTitle(count: count)
        case "count": Strings.healthCount(count: count)
        case "label": Strings.healthLabel(count: count)
        case "alias": Strings.healthAlias(count: count)
        case "index": Strings.healthIndex(count: count)
        case "version": Strings.healthVersion(count: count)
        case "attachment": Strings.healthAttachment(count: count)
        case "file.missing": Strings.healthFileMissing(count: count)
        case "file.changed": Strings.healthFileChanged(count: count)
        case "file.size": Strings.healthFileSize(count: count)
        case "file.unused": Strings.healthFileUnused(count: count)
        case "draft": Strings.healthDraft(count: count)
        case "key": Strings.healthKey(count: count)
        case "sealed": Strings.healthSealed(count: count)
        case "query": Strings.healthQuery(count: count)
        default: Strings.healthJournal(count: count)
        }
    }
}
