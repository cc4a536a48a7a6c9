// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// What stands behind the header of a message of WhatsApp: who wrote, and what.
struct ChatEntry {
    /// Who wrote; nil where WhatsApp says it itself.
    private(set) var speaker: String?
    /// The text, in parentheses where WhatsApp says it itself.
    private(set) var text = ""
    /// The names of files; an empty one where the export has none.
    private(set) var files: [String] = []
    /// What kind of file each is, if the export says that of one that it has not.
    var kinds: [String?] { files.map { $0.isEmpty ? omitted : nil } }
    private var omitted: String?
    /// Whether WhatsApp says it itself.
    private(set) var isNotice = false
    /// Whether somebody has changed it.
    private(set) var isEdited = false

    /// A speaker’s name is not longer, in characters.
    private static let longestName = 100
    /// - Parameter text: All lines of the message.
    init(_ text: some StringProtocol) {
        guard let (name, body) = Self.split(text) else {
            isNotice = true
            self.text = Self.inParentheses(text)
            return
        }
        speaker = name
        read(body)
    }

    /// The name before the colon; nil where nobody is named.
    ///
    /// What has quotation marks is about a group’s name.
    private static func split(_ text: some StringProtocol) -> (String, String)? {
        let line = ChatMarks.firstLine(of: text)
        guard let colon = separator(in: line) ?? (line.hasSuffix(":") ? line.range(of: ":", options: .backwards) : nil)
        else { return nil }
        let name = ChatMarks.name(line[..<colon.lowerBound])
        guard !name.isEmpty, name.count <= longestName, !name.contains(where: { "\"“”«»„「".contains($0) }) else {
            return nil
        }
        return (name, String(text[colon.upperBound...]))
    }

    private static func separator<Text: StringProtocol>(in line: Text) -> Range<Text.Index>? {
        let bytes = line.utf8
        var rest = bytes[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            let next = bytes.index(after: colon)
            if next < bytes.endIndex, bytes[next] == 0x20 { return colon..<bytes.index(after: next) }
            rest = bytes[next...]
        }
        return nil
    }

    private static func inParentheses(_ text: some StringProtocol) -> String {
        "(" + ChatMarks.plain(text).trimmingCharacters(in: .whitespacesAndNewlines) + ")"
    }

    private mutating func read(_ body: String) {
        var body = body
        isEdited = Self.takeEdited(&body)
        takeFile(&body)
        if body.unicodeScalars.first == ChatMarks.own || ChatPhrases.isWithdrawn(body) {
            isNotice = files.isEmpty
            body = isNotice ? Self.inParentheses(body) : ChatMarks.plain(body)
        }
        text = isEdited ? (body.isEmpty ? "(edited)" : body + " (edited)") : body
    }

    /// Whether somebody has changed the message: iOS says so behind its mark, in any language; Android in words.
    private static func takeEdited(_ body: inout String) -> Bool {
        guard body.hasSuffix(">"), let start = body.unicodeScalars.lastIndex(of: "<") else { return false }
        let before = body.unicodeScalars[..<start]
        let isMarked = before.last == ChatMarks.own && !body[start...].contains(":")
        // A whole message of it stands for a file that is not there.
        guard ChatPhrases.isEdited(body[start...].dropFirst().dropLast()) || isMarked && before.count > 1 else {
            return false
        }
        body = String(before).trimmingTrailing { ChatMarks.isMark($0) || $0 == " " }
        return true
    }

    private mutating func takeFile(_ body: inout String) {
        if takeAttached(&body) { return }
        let line = ChatMarks.firstLine(of: body)
        if Self.isOmission(line) {
            // What was said of the file stands on the lines below.
            files = [""]
            omitted = ChatPhrases.kind(ofOmitted: line)
            body = String(body[line.endIndex...].drop(while: \.isNewline))
            return
        }
        if line.hasSuffix(")"), let start = line.range(of: " (", options: .backwards) {
            let name = ChatMarks.plain(line[..<start.lowerBound])
            let word = line[start.upperBound...].dropLast()
            let isMarked = line.unicodeScalars.first == ChatMarks.own
            guard Self.isFile(name), word == "file attached" || isMarked || name.contains("-WA") else { return }
            files = [name]
            body = String(body[line.endIndex...].drop(while: \.isNewline))
        } else if let mark = body.unicodeScalars.lastIndex(of: ChatMarks.own), ChatPhrases.isOmitted(line) {
            files = [""]
            omitted = ChatPhrases.kind(ofOmitted: String(body.unicodeScalars[mark...]))
            body = ChatMarks.plain(String(body.unicodeScalars[..<mark])).trimmingCharacters(in: .whitespaces)
        }
    }

    /// Takes a file that iOS names behind the text.
    private mutating func takeAttached(_ body: inout String) -> Bool {
        guard body.hasSuffix(">"), let start = body.unicodeScalars.lastIndex(of: "<") else { return false }
        let within = body[start...].dropFirst().dropLast()
        let before = body.unicodeScalars[..<start]
        guard let colon = within.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return false }
        let name = ChatMarks.plain(within[within.index(after: colon)...]).trimmingCharacters(in: .whitespaces)
        guard before.last == ChatMarks.own || within[..<colon] == "attached", Self.isFile(name) else { return false }
        files = [name]
        body = String(before).trimmingTrailing { ChatMarks.isMark($0) || $0.properties.isWhitespace }
        return true
    }

    /// Whether a line stands for a file that the export has left out: words in angle brackets, in any language.
    private static func isOmission(_ line: some StringProtocol) -> Bool {
        guard line.utf8.contains(UInt8(ascii: "<")) else { return false }
        let line = ChatMarks.plain(line)
        guard line.hasPrefix("<"), line.hasSuffix(">"), line.contains(" ") else { return false }
        return line.dropFirst().dropLast().allSatisfy { $0.isLetter || " '’".contains($0) }
    }

    private static func isFile(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex, !name.contains("/"), name.utf8.count < 200
        else {
            return false
        }
        return (1...6).contains(name[dot...].utf8.count - 1)
    }
}

extension String {
    fileprivate func trimmingTrailing(_ isLeft: (Unicode.Scalar) -> Bool) -> String {
        var scalars = unicodeScalars[...]
        while let last = scalars.last, isLeft(last) { scalars.removeLast() }
        return String(scalars)
    }
}
