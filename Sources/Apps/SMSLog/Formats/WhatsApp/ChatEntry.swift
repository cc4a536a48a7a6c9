// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
import SMSLogLogic

/// The content behind the header of a message of WhatsApp: its sender, and its text.
struct ChatEntry {
    /// The sender; `nil` for WhatsApp’s own notices.
    private(set) var speaker: String?
    /// The text, in parentheses for WhatsApp’s own notices.
    private(set) var text = ""
    /// The names of files; an empty one if the export has none.
    private(set) var files: [String] = []
    /// The kind of each file, if the export gives that of a missing one.
    var kinds: [String?] { files.map { $0.isEmpty ? omitted : nil } }
    private var omitted: String?
    /// Whether WhatsApp says it itself.
    private(set) var isNotice = false
    /// Whether the sender has changed it.
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

    /// The name before the colon; `nil` if there is none.
    ///
    /// Text with quotation marks is about a group’s name.
    private static func split(_ text: some StringProtocol) -> (String, String)? {
        let line = ChatMarks.firstLine(of: text)
        guard let colon = separator(in: line) ?? (line.hasSuffix(":") ? line.range(of: ":", options: .backwards) : nil)
        else { return nil }
        let name = ChatMarks.name(line[..<colon.lowerBound])
        guard !name.isEmpty, isName(name) else { return nil }
        return (name, String(text[colon.upperBound...]))
    }

    private static func isName(_ text: String) -> Bool {
        // Most names are in ASCII, and their bytes are their characters.
        if text.utf8.count <= longestName, text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\"") }) {
            return true
        }
        return text.count <= longestName && !text.contains { "\"“”«»„「".contains($0) }
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

    /// Whether the sender has changed the message: iOS notes it behind its mark, in any language; Android in words.
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
            // The caption of the file stands on the lines below.
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
        } else if body.utf8.contains(0xE2), let mark = body.unicodeScalars.lastIndex(of: ChatMarks.own),
            ChatPhrases.isOmitted(line)
        {
            files = [""]
            omitted = ChatPhrases.kind(ofOmitted: String(body.unicodeScalars[mark...]))
            body = ChatMarks.plain(String(body.unicodeScalars[..<mark])).trimmingCharacters(in: .whitespaces)
        }
    }

    /// Reads a file that iOS names behind the text.
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

/// The texts of WhatsApp on Android in place of a message or behind it, in the known languages; iOS puts a
/// mark before it in each language.
enum ChatPhrases {
    private static let edited: Set = [
        "this message was edited", "diese nachricht wurde bearbeitet", "ce message a été modifié",
        "se editó este mensaje",
        "mensagem editada", "questo messaggio è stato modificato", "messaggio modificato", "dit bericht is bewerkt",
    ]
    private static let withdrawn: Set = [
        "this message was deleted", "you deleted this message", "diese nachricht wurde gelöscht",
        "du hast diese nachricht gelöscht", "ce message a été supprimé", "vous avez supprimé ce message",
        "se eliminó este mensaje", "eliminaste este mensaje", "mensagem apagada", "esta mensagem foi apagada",
        "você apagou esta mensagem", "apagou esta mensagem", "questo messaggio è stato eliminato",
        "hai eliminato questo messaggio", "dit bericht is verwijderd", "je hebt dit bericht verwijderd",
    ]
    /// Words for a group and for its name, in notices about the name.
    private static let groups = [
        "group", "gruppe", "groupe", "grupo", "gruppo", "groep", "subject", "betreff", "sujet", "asunto", "assunto",
        "oggetto",
        "onderwerp", "群组", "群聊", "群名", "グループ", "그룹",
    ]
    /// Notices of a group’s community have the group’s name in quotation marks, too.
    private static let communities = ["communit", "communaut", "comunidad", "comunidade", "comunità", "社区", "社群"]

    /// The text of iOS behind the kind of a file that an export leaves out.
    private static let omitted = [
        " omitted", " weggelassen", " absent", " absente", " omitido", " omitida", " ocultado", " ocultada", " omesso",
        " omessa", " weggelaten", "已忽略", "已略去", "已省略", "被省略",
    ]
    /// The words for kinds of files.
    private static let kinds: [(type: String, words: [String])] = [
        ("image/webp", ["sticker", "autocollant", "adesivo", "figurinha", "贴图"]), ("image/gif", ["gif"]),
        ("image/*", ["image", "bild", "imagen", "imagem", "immagine", "afbeelding", "photo", "foto", "图像", "图片"]),
        ("video/*", ["video", "vidéo", "vídeo", "视频"]), ("audio/*", ["audio", "áudio", "sprach", "音频", "语音"]),
        ("text/vcard", ["contact", "kontakt", "contacto", "contato", "contatto", "联系人"]),
    ]

    /// Whether a line ends as iOS says that a file is left out.
    static func isOmitted(_ line: some StringProtocol) -> Bool {
        let line = plain(line)
        return omitted.contains(where: line.hasSuffix)
    }

    /// The kind of a file that is left out, as a type or a range of types; `nil` if the words do not show it.
    static func kind(ofOmitted text: some StringProtocol) -> String? {
        let text = plain(text)
        return kinds.first { $0.words.contains(where: text.contains) }?.type
    }

    /// Whether a text between angle brackets says that the message was changed.
    static func isEdited(_ text: some StringProtocol) -> Bool { edited.contains(plain(text)) }

    /// Whether a whole message says that its sender took it back.
    static func isWithdrawn(_ text: some StringProtocol) -> Bool {
        text.utf8.count < 100 && mayBeWithdrawn(text) && withdrawn.contains(plain(text))
    }

    /// Whether a text begins as one of the phrases does: most do not, and need no other comparison.
    private static func mayBeWithdrawn(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first else { return false }
        // Blanks and marks before the phrase do not count.
        return first <= 0x20 || first >= 0x80 || withdrawnBeginnings.contains(beginning(of: text))
    }

    private static let withdrawnBeginnings = Set(withdrawn.map { beginning(of: $0) })

    /// The first four bytes, in small letters.
    private static func beginning(of text: some StringProtocol) -> UInt32 {
        text.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
    }

    /// The name of a group in a notice of its creation, or of a new name; `nil` for any other notice.
    static func title(in notice: String) -> String? {
        let words = notice.lowercased()
        guard groups.contains(where: words.contains), !communities.contains(where: words.contains) else { return nil }
        for (open, close) in [("“", "”"), ("«", "»"), ("„", "“"), ("「", "」"), ("\"", "\"")] {
            guard let end = notice.range(of: close, options: .backwards),
                let start = notice.range(of: open, options: .backwards, range: notice.startIndex..<end.lowerBound)
            else { continue }
            let title = ChatMarks.name(notice[start.upperBound..<end.lowerBound])
            return title.isEmpty ? nil : title
        }
        return nil
    }

    private static func plain(_ text: some StringProtocol) -> String {
        let plain = ChatMarks.plain(text).trimmingCharacters(in: .whitespaces).lowercased()
        return plain.hasSuffix(".") ? String(plain.dropLast()) : plain
    }
}
