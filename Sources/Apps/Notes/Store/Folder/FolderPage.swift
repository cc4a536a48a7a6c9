import Foundation
import FrontMatter
import Session

/// How a note is written in its file: what stands around its text, byte by byte.
///
/// A file is a block of front matter or none, blank lines, the text, and the end of its last line. The title is the
/// field `title`, or else the first line of the text.
struct FolderPage: Hashable, Sendable {
    /// The block of front matter, with what marks the file as UTF-8 before it; empty for none.
    var head: String
    /// What stands between the block and the text.
    var lead: String
    /// What follows the text.
    var tail: String
    /// Whether the title is a field of its own and not part of the text.
    var isTitled: Bool

    private static let mark = "\u{FEFF}"
    private static let empty = "---\n---\n"

    /// The page of a note that is written for the first time.
    ///
    /// It says the note’s number, so that links by number lead to it in a copy of the folder, which comes without the
    /// index.
    init(for note: Note) {
        var fields = [(NoteOrigin.numberField, FrontMatterValue.text(String(note.id)))]
        if let created = ISOTime.text(note.createdAt) { fields.append(("created", .text(created))) }
        self.init(head: FrontMatter.block(fields, others: note.marks.others), lead: "", tail: "\n", isTitled: false)
    }

    init(head: String, lead: String, tail: String, isTitled: Bool) {
        self.head = head
        self.lead = lead
        self.tail = tail
        self.isTitled = isTitled
    }
}

// MARK: - Reading

extension FolderPage {
    /// Takes a file apart: how it is written, the note, and the number that this had where it was exported.
    ///
    /// A block that is no YAML stays in the text, where nothing of it is lost.
    ///
    /// - Parameters:
    ///   - name: The file’s name below the folder: gives the notebook, and the text of an empty file.
    ///   - written: When the file was last written, for one that does not say when the note was made.
    static func reading(_ text: String, name: String, written: Timestamp, in zone: TimeZone)
        -> (page: FolderPage, draft: NoteDraft, number: Int?)
    {
        let start = text.hasPrefix(mark) ? mark : ""
        let whole = start.isEmpty ? text : String(text.unicodeScalars.dropFirst())
        let block = (try? FrontMatterBlock(of: whole, knowing: Fields.names)) ?? nil
        let fields = Fields(block?.fields ?? [:], in: zone)
        let body = Array((block?.rest ?? whole).utf8)
        let from = body.firstIndex { !isLineEnd($0) } ?? body.endIndex
        let to = body.lastIndex { !isLineEnd($0) }.map { $0 + 1 } ?? from
        func part(_ range: Range<Int>) -> String { String(decoding: body[range], as: UTF8.self) }
        var content = part(from..<to)
        var isTitled = false
        if let title = fields.title {
            isTitled = NameKey.of(Note.title(of: content)) != NameKey.of(title)
            if isTitled { content = content.isEmpty ? title : title + "\n" + content }
        } else if content.allSatisfy(\.isWhitespace) {
            content = (((name as NSString).lastPathComponent) as NSString).deletingPathExtension
        }
        var marks = fields.marks
        marks.others = block?.others ?? ""
        if fields.notebook == nil { marks.notebook = (name as NSString).deletingLastPathComponent }
        let page = FolderPage(
            head: start + (block?.text ?? ""), lead: part(0..<from), tail: part(to..<body.count), isTitled: isTitled)
        let draft = NoteDraft(
            content: content, createdAt: fields.created ?? fields.updated ?? written, modifiedAt: fields.updated,
            trashedAt: fields.trashed, marks: marks)
        return (page, draft, fields.number)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

// MARK: - Writing

extension FolderPage {
    /// The file’s text for a note, and the page as it is then.
    ///
    /// - Parameter folder: The notebook that the file’s own folder says.
    func writing(_ note: Note, folder: String, in zone: TimeZone) -> (page: FolderPage, text: String) {
        var page = self
        var content = note.content
        if isTitled {
            content = note.body
            // A title that a field cannot hold as it is stands in the text again.
            page.isTitled = !note.firstLine.allSatisfy(\.isWhitespace)
            if !page.isTitled { content = note.content }
        }
        page.head = head(for: note, title: page.isTitled ? note.firstLine : nil, folder: folder, in: zone)
        if page.head.isEmpty, (page.lead + content).utf8.starts(with: "---".utf8) { page.head = Self.empty }
        return (page, page.head + page.lead + content + page.tail)
    }

    private func head(for note: Note, title: String?, folder: String, in zone: TimeZone) -> String {
        let start = head.hasPrefix(Self.mark) ? Self.mark : ""
        let block = (try? FrontMatterBlock(of: start.isEmpty ? head : String(head.unicodeScalars.dropFirst()))) ?? nil
        let fields = Fields(block?.fields ?? [:], in: zone)
        let changes = fields.changes(
            to: note, title: isTitled ? .some(title) : fields.repeated(of: note), folder: folder)
        guard !changes.isEmpty else { return head }
        let base = block ?? ((try? FrontMatterBlock(of: Self.empty)) ?? nil)
        // A block that cannot be changed stays, and the index alone knows what has changed.
        return base?.setting(changes).map { start + $0.text } ?? head
    }
}
