// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain
import Session

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
        } else if body.utf8.contains(0xE2), let mark = body.unicodeScalars.lastIndex(of: ChatMarks.own),
            ChatPhrases.isOmitted(line)
        {
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

/// What stands before a message in a chat that WhatsApp has exported: `[12/31/20, 11:59:58 PM] ` on iOS,
/// `31/12/2020, 23:59 - ` on Android, as the phone’s language writes numbers and halves of the day.
///
/// No document describes it. Source: the samples of github.com/starkdmi/whats_json.
struct ChatHeader {
    /// How headers are told from what follows; a chat has one way.
    enum Style {
        /// In brackets, as on iOS.
        case brackets
        /// By a dash, as on Android.
        case dash
        /// By a colon behind the seconds, as on iOS before.
        case colon
        /// By a dash behind a date with the name of a month, as on Android before.
        case month
    }

    /// The date and the time.
    let moment: WrittenDate
    /// How it is told from what follows.
    let style: Style
    /// The date and the time, as they are written.
    let written: String
    /// What follows.
    let rest: Substring

    /// A header is not longer, in scalars.
    static let longest = 48

    /// The header of a line; nil for a line that goes on with what was said before.
    init?(_ line: String) {
        if case let plain?? = line.utf8.withContiguousStorageIfAvailable({ Self.plain($0) }) {
            let bytes = line.utf8
            let start = bytes.index(bytes.startIndex, offsetBy: plain.start)
            let end = bytes.index(bytes.startIndex, offsetBy: plain.date.end)
            moment = WrittenDate(plain.date)
            style = plain.isBracketed ? .brackets : .dash
            written = String(line[start..<end])
            let behind = bytes.index(end, offsetBy: plain.isBracketed ? 1 : 2)
            rest = Substring(line.unicodeScalars[behind...].drop { Self.isBlank($0) })
            return
        }
        var scalars = line.unicodeScalars[...].drop { ChatMarks.isMark($0) }
        guard let first = scalars.first else { return nil }
        let isBracketed = first == "["
        if isBracketed {
            scalars.removeFirst()
        } else if Self.digit(first) == nil, !WrittenDate.beginsWithMonth(scalars) {
            return nil
        }
        let head = scalars.prefix(Self.longest)
        let end: Substring.UnicodeScalarView.Index
        if isBracketed {
            guard let bracket = head.firstIndex(of: "]"), let moment = WrittenDate(Array(head[..<bracket])) else {
                return nil
            }
            (end, self.moment, style) = (bracket, moment, .brackets)
        } else if let colon = Self.colon(in: head), let moment = WrittenDate(Array(head[..<colon])), moment.hasSeconds {
            (end, self.moment, style) = (colon, moment, .colon)
        } else if let dash = Self.dash(in: head, scalars), let moment = WrittenDate(Array(head[..<dash])) {
            (end, self.moment, style) = (dash, moment, .dash)
        } else if let dash = Self.dash(in: head, scalars),
            let moment = WrittenDate(Array(head[..<dash]), naming: true), moment.isPlain
        {
            (end, self.moment, style) = (dash, moment, .month)
        } else {
            return nil
        }
        written = String(head[..<end]).trimmingCharacters(in: .whitespaces)
        rest = Substring(scalars[scalars.index(after: end)...].drop { Self.isBlank($0) })
    }

    /// The date that a line begins with in brackets or before a dash, behind a mark of direction or none, and where; nil for
    /// a header that is written in another way.
    private static func plain(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (start: Int, date: PlainDate, isBracketed: Bool)? {
        var start = bytes.starts(with: [0xE2, 0x80, 0x8E]) ? 3 : 0
        let isBracketed = start < bytes.count && bytes[start] == UInt8(ascii: "[")
        if isBracketed { start += 1 }
        guard let date = PlainDate(bytes, from: start) else { return nil }
        let behind = isBracketed ? "]".utf8 : " - ".utf8
        return bytes[date.end...].starts(with: behind) ? (start, date, isBracketed) : nil
    }

    /// The date and the time with one digit in place of each number and one letter in place of each word: all headers of a
    /// chat have few such forms.
    var form: String {
        var form = String.UnicodeScalarView()
        for scalar in written.unicodeScalars where !ChatMarks.isMark(scalar) {
            let sign: Unicode.Scalar =
                Self.digit(scalar) != nil
                ? "0" : Self.isLetter(scalar) ? "a" : Self.isBlank(scalar) ? " " : scalar
            if form.last != sign || !"0a ".unicodeScalars.contains(sign) { form.append(sign) }
        }
        return String(form)
    }

    /// The first dash with blanks around it.
    private static func dash(
        in head: Substring.UnicodeScalarView, _ scalars: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView.Index? {
        head.indices.first { index in
            guard head[index] == "-" || head[index] == "–", index > head.startIndex else { return false }
            let next = scalars.index(after: index)
            return next < scalars.endIndex && isBlank(scalars[next]) && isBlank(head[head.index(before: index)])
        }
    }

    /// The first colon with a blank behind it, where no dash comes before.
    private static func colon(in head: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView.Index? {
        let end = dash(in: head, head) ?? head.endIndex
        return head.indices.prefix { $0 < end }.first { index in
            let next = head.index(after: index)
            return head[index] == ":" && next < head.endIndex && isBlank(head[next])
        }
    }

    /// The value of a digit, of whatever script.
    static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII { return ("0"..."9").contains(scalar) ? Int(scalar.value) - 0x30 : nil }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int($0) }
    }

    /// Whether it is a blank, also the narrow one that does not break, before a half of the day.
    static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || scalar.value &- 0x09 < 5 : scalar.properties.isWhitespace
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.value | 0x20 &- 0x61 < 26 : scalar.properties.isAlphabetic
    }
}

/// What WhatsApp on Android writes in place of a message or behind it, in the languages in which that is known; iOS puts a
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
    /// Words for a group and for its name, in notices of how it is called.
    private static let groups = [
        "group", "gruppe", "groupe", "grupo", "gruppo", "groep", "subject", "betreff", "sujet", "asunto", "assunto",
        "oggetto",
        "onderwerp", "群组", "群聊", "群名", "グループ", "그룹",
    ]
    /// Notices of what a group is in have its name in quotation marks, too.
    private static let communities = ["communit", "communaut", "comunidad", "comunidade", "comunità", "社区", "社群"]

    /// What iOS puts behind the kind of a file that an export leaves out.
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

    /// The kind of a file that is left out, as a type or a range of types; nil if the words do not tell.
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

    /// The first four bytes, large letters as small ones.
    private static func beginning(of text: some StringProtocol) -> UInt32 {
        text.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
    }

    /// How a group is called by a notice of its creation, or of a new name; nil for any other notice.
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

/// Marks of direction, which WhatsApp puts before what it says itself and around numbers.
enum ChatMarks {
    /// Before what iOS says itself.
    static let own: Unicode.Scalar = "\u{200E}"

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}": true
        default: false
        }
    }

    /// A text without them.
    static func plain(_ text: some StringProtocol) -> String {
        // All of them begin with one of these bytes.
        guard text.utf8.contains(where: { $0 == 0xE2 || $0 == 0xEF }) else { return String(text) }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0) }))
    }

    /// The first line of a text, most of which have one.
    static func firstLine<Text: StringProtocol>(of text: Text) -> Text.SubSequence {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x80 } ? text[...] : text.prefix { !$0.isNewline }
    }

    /// A name as it is meant: without marks, the tilde before names that are not of the phone’s book, and blanks around.
    static func name(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < UInt8(ascii: "~") }) {
            let scalars = text.unicodeScalars
            guard let first = scalars.firstIndex(where: { $0 != " " }),
                let last = scalars.lastIndex(where: { $0 != " " })
            else { return "" }
            return String(text[first...last])
        }
        var name = plain(text).replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")[...]
        name = name.drop { $0 == "~" || $0.isWhitespace }
        // What joins the members of a group is in no name.
        return name.trimmingCharacters(in: .whitespaces).replacing("~", with: "∼").storable
    }
}
