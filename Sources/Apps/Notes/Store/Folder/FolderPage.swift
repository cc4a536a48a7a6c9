// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation
import FrontMatter
import Session

/// How a note is written in its file: what stands around its text, byte by byte.
///
/// A file is a block of front matter or none, blank lines, the text, and the end of its last line. Its name is the note’s;
/// the front matter may give it others.
struct FolderPage: Hashable, Sendable {
    /// The block of front matter, with what marks the file as UTF-8 before it; empty for none.
    var head: String
    /// What stands between the block and the text.
    var lead: String
    /// What follows the text.
    var tail: String

    private static let mark = "\u{FEFF}"
    /// The page of a note that is written for the first time.
    ///
    /// It says the note’s number, so that links by number lead to it in a copy of the folder, which comes without the
    /// index.
    ///
    /// - Parameter isOutline: Whether its text says itself what there is to say.
    init(for note: Note, isOutline: Bool = false) {
        guard !isOutline else {
            self.init(head: "", lead: "", tail: "\n")
            return
        }
        var head = NoteHead(others: note.marks.others)
        head.set(NoteOrigin.numberField, .plain(String(note.id)))
        head.add(NoteFields.madeNames, ISOTime.text(note.createdAt).map { .plain($0) })
        let end = note.content.lineEnd
        self.init(head: head.block.replacing("\n", with: end), lead: "", tail: end)
    }

    init(head: String, lead: String, tail: String) {
        self.head = head
        self.lead = lead
        self.tail = tail
    }
}

// MARK: - Reading

extension FolderPage {
    /// Takes a file apart: how it is written, the note, and the number that this had where it was exported.
    ///
    /// A block that is no YAML stays in the text, where nothing of it is lost.
    ///
    /// - Parameters:
    ///   - name: The file’s name below the folder: gives the note’s name and the notebook.
    ///   - written: When the file was last written, for one that does not say when the note was made.
    ///   - graph: How the folder is kept, if it is a graph of Logseq’s: a page without front matter says in its text
    ///     what there is to say.
    static func reading(
        _ text: String, name: String, written: Timestamp, graph: LogseqFolder? = nil, in zone: Zone
    ) -> (page: FolderPage, draft: NoteDraft, number: Int?) {
        let start = text.hasPrefix(mark) ? mark : ""
        let whole = start.isEmpty ? text : String(text.unicodeScalars.dropFirst())
        let block = block(of: whole)
        let fields = NoteFields(block?.fields ?? [:], in: zone)
        let body = Array((block?.rest ?? whole).utf8)
        let from = body.firstIndex { !isLineEnd($0) } ?? body.endIndex
        let to = body.lastIndex { !isLineEnd($0) }.map { $0 + 1 } ?? from
        func part(_ range: Range<Int>) -> String { String(decoding: body[range], as: UTF8.self) }
        let content = part(from..<to)
        var marks = fields.marks
        marks.others = block?.others ?? ""
        if fields.notebook == nil { marks.notebook = FilePath(name).folder }
        let page = FolderPage(
            head: start + (block?.text ?? ""), lead: part(0..<from), tail: part(to..<body.count))
        var created = fields.created
        if let graph {
            if page.hasNoBlock {
                let outline = OutlinePage(content, in: zone)
                marks = outline.marks(inFolder: FilePath(name).folder, doneAt: written)
                created = outline.created
            } else if marks.todo == nil {
                marks.todo = TaskMarkers(content).todo(doneAt: written)
            }
            created = created ?? graph.day(ofJournal: name)?.start(in: zone)
        }
        var names = fields.names(ofFile: FilePath(name).withoutEnding)
        if graph != nil, names.title.isEmpty { names.title = LogseqName.title(ofFile: names.name) }
        let draft = NoteDraft(
            content: content, createdAt: created ?? written, modifiedAt: fields.updated,
            trashedAt: fields.trashed, marks: marks, names: names)
        return (page, draft, fields.number)
    }

    /// The number that a file says its note had where it was exported.
    static func number(in bytes: [UInt8], _ zone: Zone) -> Int? {
        // Most files say none.
        let block = bytes.prefix(1 << 14)
        guard block.starts(with: "---".utf8) || block.starts(with: "+++".utf8) || block.starts(with: mark.utf8),
            String(decoding: block, as: UTF8.self).lowercased().contains(NoteOrigin.numberField),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return reading(text, name: "", written: Timestamp(milliseconds: 0), in: zone).number
    }

    private static func block(of text: String) -> FrontMatterBlock? {
        (try? FrontMatterBlock(of: text, knowing: NoteFields.understood)) ?? nil
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

// MARK: - Writing

extension FolderPage {
    /// The file’s text for a note, and the page as it is then.
    ///
    /// - Parameters:
    ///   - path: The file’s name, whose folder is the notebook unless a field says another.
    ///   - isEdited: Whether the text is a new one; the field that says when it was changed is for such alone.
    ///   - isRedated: Whether another time is said of when it was made.
    ///   - isOutline: Whether the text says itself what there is to say.
    /// - Throws: `FrontMatterRefusal` where the front matter cannot say what the note is.
    func writing(
        _ note: Note, path: String, isEdited: Bool = false, isRedated: Bool = false, isOutline: Bool = false,
        in zone: Zone
    ) throws(FrontMatterRefusal)
        -> (page: FolderPage, text: String)
    {
        var page = self
        if !isOutline {
            page.head = try head(for: note, path: path, isEdited: isEdited, isRedated: isRedated, in: zone)
        }
        let text = page.lead + note.content
        // What would be read as a block of its own stands behind an empty one.
        if page.hasNoBlock, (try? FrontMatterBlock(of: text + page.tail)) ?? nil != nil {
            page.head += FrontMatterBlock.empty(end: text.lineEnd)
        }
        return (page, page.head + text + page.tail)
    }

    private func head(for note: Note, path: String, isEdited: Bool, isRedated: Bool, in zone: Zone)
        throws(FrontMatterRefusal) -> String
    {
        let start = head.hasPrefix(Self.mark) ? Self.mark : ""
        let written = Self.block(of: start.isEmpty ? head : String(head.unicodeScalars.dropFirst()))
        let block = try written?.saying(others: note.marks.others, knowing: NoteFields.understood)
        let fields = NoteFields(block?.fields ?? [:], in: zone)
        let changes = fields.changes(to: note, path: path) + (isRedated ? fields.change(made: note.createdAt) : [])
        let time = isEdited ? fields.change(to: note.modifiedAt) : []
        guard !changes.isEmpty || !time.isEmpty else { return block.map { start + $0.text } ?? head }
        guard block != nil || !isBroken(note.content) else {
            throw FrontMatterRefusal(field: changes.first?.name ?? "", reason: .notYAML)
        }
        let empty = FrontMatterBlock.empty(end: (lead + note.content + tail).lineEnd)
        guard let base = block ?? ((try? FrontMatterBlock(of: empty)) ?? nil) else { return head }
        if !time.isEmpty, let block = try? base.setting(changes + time) { return start + block.text }
        guard !changes.isEmpty else { return start + base.text }
        let new = try base.setting(changes).text
        // One that has nothing to say any more is none again, where the text below does not begin as one does.
        let isEmpty = ["---\n---\n", "---\ntags: []\n---\n"].contains(new.replacing("\r\n", with: "\n"))
        let needsNone = isEmpty && (try? FrontMatterBlock(of: lead + note.content + tail)) == .some(nil)
        return needsNone ? start : start + new
    }

    /// Whether nothing stands above the text but what marks a file as UTF-8.
    var hasNoBlock: Bool { head.isEmpty || head == Self.mark }

    /// The properties in the front matter.
    var others: String { Self.block(of: head.replacing(Self.mark, with: ""))?.others ?? "" }

    /// What the front matter says.
    func fields(in zone: Zone) -> NoteFields {
        let block = (try? FrontMatterBlock(of: head.replacing(Self.mark, with: ""))) ?? nil
        return NoteFields(block?.fields ?? [:], in: zone)
    }

    /// Whether a text begins with a block that cannot be read: another one above it would take its place.
    private func isBroken(_ content: String) -> Bool {
        guard hasNoBlock else { return false }
        do { _ = try FrontMatterBlock(of: lead + content + tail) } catch { return true }
        return false
    }
}
