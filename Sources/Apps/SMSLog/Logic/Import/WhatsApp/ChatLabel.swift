// SPDX-License-Identifier: GPL-3.0-or-later

/// The name that WhatsApp gives the file or folder of a chat: “WhatsApp Chat with Anna.txt”, “WhatsApp Chat - Anna.zip”,
/// or the like in another language.
struct ChatLabel {
    /// What iOS calls every chat’s text.
    static let plainName = "_chat.txt"

    private static let joints = [" with ", " - ", " avec ", " mit ", " con ", " com ", " met ", " med "]

    private let name: String

    /// The label of a file, or of its folder; nil where neither is called so.
    init?(path: String) {
        let names = path.split(separator: "/").suffix(2).reversed()
        guard let found = names.first(where: { Self.isNamed($0) }) else { return nil }
        var name = ChatMarks.plain(found)
        for end in [".txt", ".zip"] where name.lowercased().hasSuffix(end) { name.removeLast(end.count) }
        // A second copy in one folder.
        if name.hasSuffix(")"), let start = name.lastIndex(of: "("),
            name[start...].dropFirst().dropLast().allSatisfy(\.isNumber)
        {
            name = String(name[..<start])
        }
        self.name = ChatMarks.name(name)
    }

    /// Whether a file of a folder or archive is the text of a chat, by its name.
    static func isText(_ path: some StringProtocol) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return name == plainName || name.lowercased().hasSuffix(".txt") && isNamed(name)
    }

    private static func isNamed(_ name: some StringProtocol) -> Bool { name.contains("WhatsApp") }

    /// With whom it is, or what the group is called; nil where that does not show.
    var title: String? {
        for joint in Self.joints {
            if let start = name.firstRange(of: joint), name[..<start.lowerBound].contains("WhatsApp") {
                let title = ChatMarks.name(name[start.upperBound...])
                return title.isEmpty ? nil : title
            }
        }
        return nil
    }

    /// Whether it names somebody, in whatever language.
    func names(_ speaker: String) -> Bool {
        if let title { return title == speaker }
        return name.hasSuffix(" " + speaker)
    }
}
