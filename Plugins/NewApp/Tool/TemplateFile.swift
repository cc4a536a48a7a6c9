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

    /// Swift source whose imports are in order, whatever is imported now.
    private static func sorted(_ source: String) -> String {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let blocks = lines.split(omittingEmptySubsequences: false) { !$0.hasPrefix("import ") }
        var result: [Substring] = []
        var rest = lines[...]
        for block in blocks {
            result += block.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            rest = rest.dropFirst(block.count)
            if let line = rest.popFirst() { result.append(line) }
        }
        return result.joined(separator: "\n")
    }
}
