// SPDX-License-Identifier: GPL-3.0-or-later

/// The properties of a page of Logseq’s: lines `name:: value` that lead its text.
package struct PageProperties {
    /// What the page is called beside its file’s name: its `title::`, then each `alias::`.
    package let names: [String]

    package init(_ text: String) {
        var title: [String] = []
        var aliases: [String] = []
        var rest = text[...]
        while !rest.isEmpty {
            let line = rest.prefix { !$0.isNewline }
            let bare = line.hasPrefix("- ") ? line.dropFirst(2) : line
            guard let sign = bare.firstRange(of: ":: "), !bare[..<sign.lowerBound].contains(" ") else { break }
            let value = bare[sign.upperBound...]
            switch bare[..<sign.lowerBound].lowercased() {
            case "title": title = [Self.name(value)]
            case "alias":
                aliases = value.split { ",，".contains($0) }.map(Self.name).filter { !$0.isEmpty }
            default: break
            }
            rest = rest[line.endIndex...].dropFirst()
        }
        names = (title + aliases).filter { !$0.isEmpty }
    }

    /// A name without what makes a link or a tag of it.
    private static func name(_ text: Substring) -> String {
        var name = text.drop { " #".contains($0) }
        while name.last == " " { name.removeLast() }
        if name.hasPrefix("[["), name.hasSuffix("]]") { name = name.dropFirst(2).dropLast(2) }
        return String(name)
    }
}
