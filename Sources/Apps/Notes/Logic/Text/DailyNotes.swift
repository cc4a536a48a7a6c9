// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation

/// The place and the template of notes of days in a vault of Obsidian, as its plugin “Daily notes” is set.
///
/// Source: https://help.obsidian.md/plugins/daily-notes
struct DailyNotes: Decodable {
    /// The file with the settings, below the vault.
    static let file = ".obsidian/daily-notes.json"

    private let folder: String?
    private let format: String?
    private let template: String?

    /// The settings in the bytes of a file; `nil` for other bytes.
    init?(_ bytes: [UInt8]) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = read
    }

    /// The path of the note of a day, without its ending; `nil` if no file can have it.
    ///
    /// The names of days and months are English, as in Obsidian itself in most languages.
    func path(of day: Day) -> String? {
        let pattern = format.flatMap { $0.isEmpty ? nil : $0 } ?? "YYYY-MM-DD"
        let name = DatePattern(pattern, in: .english).text(of: day.start(in: .gmt), in: .gmt)
        let levels = [folder ?? "", name].joined(separator: "/").split(separator: "/")
        return levels.allSatisfy(FileName.canHold) && !name.hasSuffix("/") ? levels.joined(separator: "/") : nil
    }

    /// The path of the template, without its ending; `nil` if there is none.
    var templatePath: String? {
        template.map { FilePath($0.split(separator: "/").joined(separator: "/")).withoutEnding }.flatMap {
            $0.isEmpty ? nil : $0
        }
    }
}
