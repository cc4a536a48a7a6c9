// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram
import Foundation
import FoundationXML

/// An entry of a feed, with the number by which the user opens it.
struct Entry: Sendable {
    let id: Int
    var (title, link, date, text) = ("", "", "", "")
    init(_ id: Int) { self.id = id }
}

/// Reads RSS 2.0 and Atom: both have entries of elements with texts.
final class FeedReader: NSObject, XMLParserDelegate {
    private(set) var title = ""
    private(set) var entries: [Entry] = []
    private var entry: Entry?
    private var text = ""

    init(_ bytes: [UInt8], path: String) throws {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        guard parser.parse(), parser.parserError == nil, entry == nil else {
            throw FeedsFault(code: "feeds.invalid", sentence: "“\(path)” is no feed of RSS or Atom.")
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        text = ""
        if ["item", "entry"].contains(name) { entry = Entry(entries.count + 1) }
        if name == "link", let link = attributes["href"] { entry?.link = link }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
        text = ""
        switch name {
        case "title": if entry == nil { title = value } else { entry?.title = value }
        case "link" where !value.isEmpty: entry?.link = value
        case "pubDate", "updated": entry?.date = value
        case "description", "summary", "content": entry?.text = value
        case "item", "entry": (entries, entry) = (entries + [entry].compactMap(\.self), nil)
        default: break
        }
    }
}

struct FeedsFault: UserFacing {
    let code: String
    let sentence: LocalizedText
}

final class FeedsModel: AppModel {
    var title = ""
    var entries: [Entry] = []
    var opened: Entry?
    var read: Set<Int> = []
    var showsAll = false
    var badge: Int { entries.count - read.count }
    var listed: [Entry] { entries.filter { showsAll || !read.contains($0.id) || $0.id == opened?.id } }
    var path: [String]? { opened.map { [String($0.id)] } }
}

struct FeedsFactory: AppFactory {
    let id: AppID = "feeds"
    let title: LocalizedText = "Feeds"
    let summary: LocalizedText = "Reads feeds from files."

    func makeModel(for session: UserSession, in world: World) -> FeedsModel { FeedsModel() }
    func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) {}

    func tabs(_ model: FeedsModel, in context: ViewContext) -> TabsView {
        let tabs = [TabsView.Tab(key: "unread", title: "Unread"), .init(key: "all", title: "All")]
        return TabsView(tabs, selected: model.showsAll ? "all" : "unread")
    }

    func selectTab(_ key: String, in model: FeedsModel) async throws { model.showsAll = key == "all" }

    func main(_ model: FeedsModel) -> MainSource {
        let title = model.title.isEmpty ? title : LocalizedText(verbatim: model.title)
        var list = ListSource(id: "\(model.showsAll)", title: title, items: model.listed) {
            String($0.id)
        } row: { entry, _ in
            let marks: Marks = model.read.contains(entry.id) ? .faint : .strong
            let place = Place(id, [String(entry.id)])
            var row = Row(id: String(entry.id), title: StyledText(entry.title, marks), action: .go(place))
            (row.lead, row.trailing) = (String(entry.id), entry.date)
            return row
        }
        list.openID = model.opened.map { String($0.id) }
        list.whenEmpty = model.entries.isEmpty ? "load FILE reads a feed." : "Everything is read."
        return .list(list)
    }

    func document(_ model: FeedsModel) -> DocumentSource? {
        let entry = model.opened ?? Entry(0)
        var source = DocumentSource(id: "\(entry.id)", title: "\(entry.title)", isOpen: entry.id > 0) { _ in
            let link = StyledText(entry.link, .underlined, link: SpanLink(address: entry.link))
            return [[.text(entry.text), .blank, Block(.paragraph(link))]]
        }
        source.close = { model.opened = nil }
        return source
    }

    var routes: [Route<FeedsModel>] {
        [
            Route(parameters: .number("entry", values: .item("entry")), summary: "An entry") { model, _, id in
                guard let entry = model.entries.first(where: { $0.id == id }) else {
                    throw FeedsFault(code: "feeds.unknown", sentence: "No entry has the number \(id).")
                }
                (model.opened, model.read) = (entry, model.read.union([id]))
                return .onPanels { Reply(.lines([entry.title, entry.date, "", entry.text, entry.link])) }
            }
        ]
    }

    var commands: [Command<FeedsModel>] {
        let file = Parameter.file("file", summary: "A file of RSS or Atom")
        let load = Command<FeedsModel>("load", category: .exchange, summary: "Reads a feed.", parameters: file) {
            model, context, file in
            let path = context.path(of: file)
            let feed = try FeedReader(FileContents.bytes(at: path, limit: 1 << 24), path: path)
            (model.title, model.entries, model.opened, model.read) = (feed.title, feed.entries, nil, [])
            return .message("Entries in “\(feed.title)”: \(feed.entries.count)")
        }
        let list = Command<FeedsModel>("list", category: .reading, summary: "Lists the tab.") { model, _ in
            model.opened = nil
            let columns: [Records.Cells<Entry>] = [
                .init("id", "Number", isRightAligned: true) { .number($0.id) },
                .init("title", "Title") { .text($0.title) },
            ]
            return .onPanels { .records(Records(model.listed, columns, whenEmpty: "Everything is read.")) }
        }
        return [load, list]
    }
}

@main struct Main {
    static func main() async {
        await ShellProgram("Feeds", version: "1.0", summary: "Reads feeds.") { _ in [FeedsFactory()] }.main()
    }
}
