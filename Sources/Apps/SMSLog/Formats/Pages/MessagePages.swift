// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumHypertext
import AtriumSecrets
import AtriumSession
import AtriumStores
import SMSLogLogic

/// A folder of pages: one a conversation, one that lists them, and the files of parts, each once.
///
/// It has a mark in it until all are there.
struct MessagePages: ExportedPages {
    private let path: String
    private let texts: PageTexts
    private let zone: Zone
    private let bytes: PartBytes
    private let folder: ExportFolder
    private let index: DraftWriter
    /// The names of the written files, those within folders with the folder’s name in front.
    private var written: Set<String> = [PageName.index]
    private var page:
        (file: DraftWriter, content: MessagePage, conversation: Conversation, count: Int, last: Timestamp)?

    /// Begins the folder.
    ///
    /// - Parameter replaces: Whether the folder may have something in it; pages of the same name are replaced then, and
    ///   those of an earlier export removed that are no longer in this one.
    /// - Throws: `ExportFault`, `FileFault`.
    init(
        _ path: String, replaces: Bool, texts: PageTexts, zone: Zone, bytes: @escaping PartBytes
    ) throws {
        self.path = path
        self.texts = texts
        self.zone = zone
        self.bytes = bytes
        folder = try ExportFolder(path, replaces: replaces)
        try Folder.make(PageName.files, below: path)
        index = try DraftWriter(for: "\(path)/\(PageName.index)", replacing: replaces)
        try index.write(MessagePage.head(texts.title, texts: texts) + Array("<ul>\n".utf8))
    }

    /// Whether an earlier export to the folder did not come to its end.
    var followsUnfinished: Bool { folder.followsUnfinished }

    /// Adds a message to the page of its conversation, of which all messages come one behind the other.
    mutating func write(_ row: WholeMessage, of conversation: Conversation, sender: String?) async throws {
        if page?.conversation.address != conversation.address { try begin(conversation) }
        for part in row.message.attachments { try await write(part) }
        guard var page else { return }
        try page.file.write(page.content.bubble(row.message, sender: sender))
        page.count += 1
        page.last = row.message.date
        self.page = page
    }

    /// Ends the folder.
    mutating func finish() throws {
        try endPage()
        try index.write("</ul>\n" + MessagePage.foot)
        try index.finish(waits: false)
        // Files of an earlier export that are not in this one would look as if they were.
        if folder.replaces { try StalePages(path: path).remove(besides: written) }
        try folder.finish()
    }

    private mutating func begin(_ conversation: Conversation) throws {
        try endPage()
        let name = PageName.of(conversation.address)
        written.insert(name)
        let file = try DraftWriter(for: "\(path)/\(name)", replacing: folder.replaces)
        try file.write(
            MessagePage.head(
                conversation.contact?.name ?? conversation.address.text, link: PageName.index, texts: texts))
        page = (file, MessagePage(texts: texts, zone: zone), conversation, 0, Timestamp(milliseconds: 0))
    }

    private mutating func endPage() throws {
        guard let page else { return }
        self.page = nil
        try page.file.write(MessagePage.foot)
        try page.file.finish(waits: false)
        var html = HTMLText()
        let (address, contact) = (page.conversation.address, page.conversation.contact)
        let title = texts.visible(contact?.name ?? address.text)
        html += "<li><a dir=\"auto\" href=\"\(PageName.of(address))\">\(title)</a> <span class=\"facts\">"
        html += "\(texts.count(page.count)) · \(CivilTime(page.last, in: zone).date)</span></li>\n"
        try index.write(html.bytes)
    }

    private mutating func write(_ part: MessagePart) async throws {
        guard let digest = part.digest else { return }
        let name = PageName.of(part, digest)
        written.insert(name)
        let file = "\(path)/\(name)"
        // The same bytes have the same name.
        guard FileStatus(file) == nil, let bytes = try await bytes(digest) else { return }
        let draft = try DraftWriter(for: file)
        try draft.write(bytes)
        try draft.finish(waits: false)
    }
}

/// The leftovers of earlier exports in a folder of pages.
struct StalePages {
    /// The number of bytes by which a page is recognized.
    private static let head = 1024

    let path: String

    /// Removes the pages and files of earlier exports, but for those of these names.
    ///
    /// A page is recognized by its name and beginning, and a file by its name, which has its SHA-256: other files
    /// stay.
    ///
    /// - Throws: `FileFault`.
    func remove(besides written: Set<String>) throws(FileFault) {
        for name in try Folder.names(in: path) where !written.contains(name) && isPage(name) {
            try FilePlace.remove("\(path)/\(name)")
        }
        let files = "\(path)/\(PageName.files)"
        for name in try Folder.names(in: files) where !written.contains("\(PageName.files)/\(name)") && isFile(name) {
            try FilePlace.remove("\(files)/\(name)")
        }
    }

    private func isPage(_ name: String) -> Bool {
        guard PageName.isPage(name), let file = try? FileReader("\(path)/\(name)", followingLinks: false),
            let head = try? file.bytes(Self.head, at: 0)
        else { return false }
        return MessagePage.begins(String(decoding: head, as: UTF8.self))
    }

    private func isFile(_ name: String) -> Bool {
        let digest = name.prefix { $0 != "." }
        guard digest.utf8.count == 64,
            let file = try? FileReader("\(path)/\(PageName.files)/\(name)", followingLinks: false)
        else { return false }
        return (try? Digest(of: file))?.description == String(digest)
    }
}
