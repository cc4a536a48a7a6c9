// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

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
        text.utf8.count < 100 && withdrawn.contains(plain(text))
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
