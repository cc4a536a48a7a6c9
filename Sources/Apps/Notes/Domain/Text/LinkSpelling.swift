// SPDX-License-Identifier: GPL-3.0-or-later

/// How a link to a note is spelled once the note has another name: only what says where the note is changes.
///
/// `[[sub/Beta#Head|shown]]` becomes `[[sub/Gamma#Head|shown]]`, `[x](Beta.md#h)` becomes `[x](Gamma.md#h)`.
package struct LinkSpelling {
    /// The link as it is spelled.
    private let spelled: Substring
    /// Whether it stands in `[[` and `]]`.
    private let isTitle: Bool
    /// Whether an address stands between angle brackets, where blanks are no end.
    private let isBracketed: Bool

    /// - Parameter text: The text in which the link stands.
    package init(_ place: LinkText.Place, in text: String) {
        let start = text.utf8.index(text.startIndex, offsetBy: place.range.lowerBound)
        let end = text.utf8.index(start, offsetBy: place.range.count)
        spelled = text[start..<end]
        isBracketed = start > text.startIndex && text[text.index(before: start)] == "<"
        isTitle = if case .title = place.target { true } else { false }
    }

    /// The link as it is.
    package var text: String { String(spelled) }

    /// The link with another name, and what stands before and behind it as it was.
    package func naming(_ name: String) -> String {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        return blanks.before + folder + encoded(name) + ending + blanks.behind + place
    }

    /// The link that says one of these names, and maybe a place behind it, with another name; nil for any other link.
    package func naming(anyOf old: [String], as new: String) -> String? {
        guard isTitle else { return nil }
        let (before, behind) = Self.blanks(of: spelled)
        let whole = spelled.dropFirst(before.count).dropLast(behind.count)
        // Of two places to cut the later one: `C# x#Head`.
        let ends = [whole.endIndex] + whole.indices.filter { whole[$0] == "#" }.reversed()
        for end in ends {
            let (name, place) = (whole[..<end], whole[end...])
            let gap = Self.blanks(of: name).behind
            guard old.contains(where: { NameKey.of($0) == NameKey.of(String(name)) }) else { continue }
            return before + new + gap + place + behind
        }
        return nil
    }

    /// The link with another path.
    package func leading(to path: String) -> String {
        blanks.before + encoded(path) + ending + blanks.behind + place
    }

    /// The link with a title in place of all but the place in the note; nil where no link can say it.
    package func titled(_ title: String, from old: String) -> String? {
        // A title may have the sign of a place itself.
        let isWhole = NameKey.of(Note.title(of: String(spelled))) == NameKey.of(old)
        guard LinkText.canPoint(at: title), isWhole && isTitle || !title.contains("#") else { return nil }
        guard isWhole else { return blanks.before + encoded(title) + ending + blanks.behind + place }
        let (before, behind) = Self.blanks(of: spelled)
        return before + encoded(title) + behind
    }

    /// The link without its place, and without blanks around it.
    private var path: Substring {
        let path = spelled.prefix { $0 != "#" }
        return path.dropFirst(blanks.before.count).dropLast(blanks.behind.count)
    }
    private var place: Substring { spelled[spelled.prefix { $0 != "#" }.endIndex...] }
    /// The blanks around what says where the note is, which stay.
    private var blanks: (before: Substring, behind: Substring) {
        isTitle ? Self.blanks(of: spelled.prefix { $0 != "#" }) : ("", "")
    }

    private static func blanks(of text: Substring) -> (before: Substring, behind: Substring) {
        let before = text.prefix { $0 == " " || $0 == "\t" }
        return (before, text.suffix(text.dropFirst(before.count).reversed().prefix { $0 == " " || $0 == "\t" }.count))
    }
    /// The ending of the file as it is spelled.
    private var ending: String { FilePath.split(String(path)).ending }

    private func encoded(_ path: String) -> String {
        isTitle || isBracketed ? path : AttachmentLinks.encoded(path)
    }
}
