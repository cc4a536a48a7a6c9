// SPDX-License-Identifier: GPL-3.0-or-later

/// A file of a new app.
struct TemplateFile: Equatable {
    /// Where it stands in the package.
    let path: String
    /// What it says.
    let text: String

    /// The file with the names in the places of the template.
    func filled(with name: AppName, _ item: ItemName) -> TemplateFile {
        let text = item.filling(name.filling(text))
        return TemplateFile(
            path: item.filling(name.filling(path)), text: path.hasSuffix(".swift") ? Self.sorted(text) : text)
    }

    /// The same without the lines by which a session script logs a user in, which a program without accounts refuses.
    var withoutUsers: TemplateFile {
        guard path.hasSuffix(".session") else { return self }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("% user ") }
        return TemplateFile(path: path, text: lines.joined(separator: "\n"))
    }

    /// The same without the end of a session script that speaks other languages, which a program of one refuses.
    var withoutLanguages: TemplateFile {
        guard path.hasSuffix(".session"), let end = text.firstRange(of: "$ lang ") else { return self }
        return TemplateFile(path: path, text: String(text[..<end.lowerBound]))
    }

    /// Swift source whose imports are in order, whatever is imported now.
    private static func sorted(_ source: String) -> String {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let blocks = lines.split(omittingEmptySubsequences: false) { module($0) == nil }
        var result: [Substring] = []
        var rest = lines[...]
        for block in blocks {
            result += block.sorted { (module($0) ?? "").utf8.lexicographicallyPrecedes((module($1) ?? "").utf8) }
            rest = rest.dropFirst(block.count)
            if let line = rest.popFirst() { result.append(line) }
        }
        return result.joined(separator: "\n")
    }

    /// The module that a line imports; `nil` for another line, and for `@testable import`.
    private static func module(_ line: Substring) -> Substring? {
        let words = line.split(separator: " ")
        guard words.count < 4, words.dropLast().last == "import", words.first?.first != "@" else { return nil }
        return words.last
    }
}
