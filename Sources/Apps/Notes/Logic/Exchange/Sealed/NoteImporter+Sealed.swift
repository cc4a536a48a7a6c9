// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Session

/// Notes that come sealed.
extension NoteImporter {
    /// So many bytes a sealed note has at most, with all that belongs to it.
    private static let largestSealed = 2 << 30

    /// Whether a file is named as one with a sealed note in it.
    static func isSealed(_ path: String) -> Bool {
        (path as NSString).pathExtension.lowercased() == SealedNoteFile.ending
    }

    /// Takes a sealed note: nothing of it is kept in the clear on the way.
    mutating func takeSealed(_ path: String, named name: String) async throws {
        guard let bytes = bytes(of: path, named: name, limit: Self.largestSealed) else { return }
        guard let sealed else {
            do throws(SealedNoteFile.Fault) {
                _ = try SealedNoteFile(bytes)
                report.checked? += 1
                report.checkedSealed += 1
            } catch {
                tell(ExchangeProblem.Failure(error).reason, name)
            }
            return
        }
        switch try await sealed.open(bytes, named: name) {
        case .failure(let failure): tell(failure.reason, name)
        case .success(let plain):
            guard let object = try? JSONSerialization.jsonObject(with: Data(plain)) as? [String: Any],
                let note = NoteJSON.draft(object, written: written(path), in: timeZone)
            else { return tell(.damagedSeal, name) }
            let number = NoteJSON.number(object)
            for problem in note.problems { tell(problem, name) }
            try await keepSealed(note.draft, number: number, named: name, in: sealed)
        }
    }

    private mutating func keepSealed(
        _ draft: NoteDraft, number: Int?, named name: String, in sealed: SealedNoteImport
    ) async throws {
        var draft = placed(draft)
        if Self.replaceNULs(in: &draft) { tell(.nul, name) }
        // What it was imported from is said in a way that tells nobody the text.
        draft.origin = NoteOrigin(
            name: "sealed \(number ?? 0) \(draft.createdAt.milliseconds)", number: number,
            links: number == nil ? [] : LinkText.numbers(in: draft.content))
        switch try await sealed.keep(draft) {
        case .failure(let failure): tell(failure.reason, name)
        case .success(let taken): await count(draft, taken)
        }
    }

    private mutating func tell(_ reason: ExchangeProblem.Reason, _ file: String) {
        report.problems.append(ExchangeProblem(file: file, reason: reason))
    }
}
