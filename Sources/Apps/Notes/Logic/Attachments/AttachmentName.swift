// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The names of attachments: such that every one can be a file’s name, in one folder with the others.
enum AttachmentName {
    /// File systems take 255 bytes; the number of a twin must fit too.
    private static let longest = 200

    /// A name as close to the given one as it may be: its last path component, without control characters.
    static func normal(_ name: String) -> String {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var scalars = String.UnicodeScalarView()
        for scalar in last.unicodeScalars {
            let isUnseen = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            // Angle brackets end an address in Markdown.
            scalars.append(isUnseen || scalar == "<" || scalar == ">" ? "-" : scalar)
        }
        // A leading point would hide the file, and two mean another folder.
        var plain = String(scalars).trimmingCharacters(in: .whitespaces)
        while plain.first == "." { plain.removeFirst() }
        return cut(plain.isEmpty ? "attachment" : plain)
    }

    /// The name, or with a number the first that is not taken; file systems may not tell cases apart.
    static func free(_ name: String, among taken: some Sequence<String>) -> String {
        let taken = Set(taken.map { $0.lowercased() })
        guard taken.contains(name.lowercased()) else { return name }
        let (stem, ending) = parts(name)
        var number = 2
        while taken.contains("\(stem)-\(number)\(ending)".lowercased()) { number += 1 }
        return "\(stem)-\(number)\(ending)"
    }

    private static func cut(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        let (stem, ending) = parts(name)
        let room = longest - ending.utf8.count
        guard room > 0 else { return "attachment" }
        var short = stem
        while short.utf8.count > room { short.removeLast() }
        return short + ending
    }

    /// The name up to its last point, and from there on.
    private static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return (name, "") }
        return (String(name[..<point]), String(name[point...]))
    }
}
