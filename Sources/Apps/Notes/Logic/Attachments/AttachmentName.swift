// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// The names of attachments: such that every one can be a file’s name, in one folder with the others.
enum AttachmentName {
    /// A name as close to the given one as it may be: its last path component, without control characters.
    static func normal(_ name: String) -> String {
        // Angle brackets end an address in Markdown.
        let plain = PlainFileName(of: name, without: ["<", ">"]).text
        return cut(plain.isEmpty ? "attachment" : plain)
    }

    /// The name, or with a number the first that is not taken; file systems may not tell cases apart.
    static func free(_ name: String, among taken: some Sequence<String>) -> String {
        let taken = Set(taken.map { $0.lowercased() })
        guard taken.contains(name.lowercased()) else { return name }
        let (stem, ending) = PlainFileName.parts(name)
        var number = 2
        while taken.contains("\(stem)-\(number)\(ending)".lowercased()) { number += 1 }
        return "\(stem)-\(number)\(ending)"
    }

    private static func cut(_ name: String) -> String {
        guard name.utf8.count > PlainFileName.longest else { return name }
        let (stem, ending) = PlainFileName.parts(name)
        let most = PlainFileName.longest - ending.utf8.count
        guard most > 0 else { return "attachment" }
        var short = stem
        while short.utf8.count > most { short.removeLast() }
        return short + ending
    }
}
