// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import NotesDomain
import Session

/// An entry of Day One’s first version: a property list each, with its picture in a folder beside that of the entries.
enum DayOneClassic {
    /// The note; nil for what is no such entry.
    ///
    /// - Parameter files: Finds the picture, from the folder of the entries.
    static func note(_ bytes: [UInt8], files: NoteFolderFiles?, written: Timestamp) -> ForeignNote? {
        guard let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil),
            let entry = list as? [String: Any], let text = entry["Entry Text"] as? String
        else { return nil }
        let created = (entry["Creation Date"] as? Date).flatMap(Timestamp.init)
        var marks = NoteMarks(tags: (entry["Tags"] as? [Any] ?? []).compactMap { $0 as? String })
        marks.isPinned = entry["Starred"] as? Bool == true
        let place = entry["Location"] as? [String: Any] ?? [:]
        let names = ["Place Name", "Locality", "Country"].compactMap { place[$0] as? String }.filter { !$0.isEmpty }
        marks.others = ForeignNote.others([
            ("place", names.isEmpty ? nil : names.joined(separator: ", ")),
            ("latitude", (place["Latitude"] as? Double).map { "\($0)" }),
            ("longitude", (place["Longitude"] as? Double).map { "\($0)" }),
        ])
        var draft = NoteDraft(content: text.withoutOuterLineEnds, createdAt: created ?? written, marks: marks)
        var problems: [ExchangeProblem.Reason] = []
        if let files, let id = entry["UUID"] as? String, !id.contains("/") {
            let picture = ["jpg", "png", "jpeg"].map { "../photos/\(id).\($0)" }.first {
                FileStatus("\(files.root)/\(files.folder)/\($0)", followingLinks: true) != nil
            }
            problems = files.take(picture.map { [$0] } ?? [], types: [], into: &draft)
            if draft.content.isEmpty {
                draft.content = draft.attachments.map { Attachment.link(to: $0.name, isPicture: true) }.joined()
            }
        }
        return ForeignNote(draft: draft, problems: problems, isDated: created != nil)
    }
}
