// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram
import Foundation

/// A file or a folder in the listed one.
struct Entry: Sendable {
    let name: String
    let isFolder: Bool
    let size: Int
    let changed: Timestamp

    /// The entries of a folder: folders first, each kind by its names.
    static func all(in folder: String) throws -> [Entry] {
        let keys: Set<URLResourceKey> = [.isDirectoryKey, .fileSizeKey, .contentModificationDateKey]
        do {
            let urls = try FileManager.default.contentsOfDirectory(
                at: URL(filePath: folder), includingPropertiesForKeys: Array(keys), options: .skipsHiddenFiles)
            let entries = try urls.map { url in
                let values = try url.resourceValues(forKeys: keys)
                let seconds = values.contentModificationDate?.timeIntervalSince1970 ?? 0
                return Entry(
                    name: url.lastPathComponent, isFolder: values.isDirectory ?? false, size: values.fileSize ?? 0,
                    changed: Timestamp(seconds: Int64(seconds)))
            }
            return entries.sorted { ($0.isFolder ? 0 : 1, $0.name) < ($1.isFolder ? 0 : 1, $1.name) }
        } catch {
            throw UnreadableFolder(path: folder)
        }
    }
}

struct UnreadableFolder: UserFacing {
    let path: String
    let code = "folders.unreadable"
    var sentence: LocalizedText { "“\(path)” cannot be read as a folder." }
}

final class FoldersModel: AppModel {
    private(set) var folder: URL
    private(set) var entries: [Entry] = []
    /// The open file, with its lines.
    var opened: (name: String, lines: [String])?

    init(in folder: String) { self.folder = URL(filePath: folder).standardizedFileURL }

    func refresh() async throws { entries = try Entry.all(in: folder.path) }

    /// A typed file or folder, relative to the listed one.
    func url(of file: FileReference, in world: World) -> URL {
        let isWhole = ["/", "~"].contains(file.word.prefix(1))
        return URL(filePath: isWhole ? world.path(of: file.word) : "\(folder.path)/\(file.word)").standardizedFileURL
    }

    func enter(_ url: URL) throws {
        entries = try Entry.all(in: url.path)
        (folder, opened) = (url, nil)
    }

    /// The folders above the listed one, the nearest last.
    var parents: [URL] {
        sequence(first: folder) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }.reversed()
    }
}

struct FoldersFactory: AppFactory {
    let id: AppID = "folders"
    let title: LocalizedText = "Folders"
    let summary: LocalizedText = "Shows folders and texts."

    func makeModel(for session: UserSession, in world: World) -> FoldersModel { FoldersModel(in: world.workingFolder) }
    func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) {}

    func sidebar(_ model: FoldersModel, in context: ViewContext) -> SidebarView {
        SidebarView(
            title: "Folders",
            entries: model.parents.map { url in
                .init(
                    url.path == "/" ? "/" : url.lastPathComponent, id: url.path, isCurrent: url == model.folder,
                    action: .app(id, Self.enter, Self.place.argument(FileReference(url.path))))
            })
    }

    func main(_ model: FoldersModel) -> MainSource {
        var list = ListSource(id: model.folder, title: "\(model.folder.path)", items: model.entries) {
            $0.name
        } row: { entry, context in
            let file = Self.place.argument(FileReference(entry.name))
            let action = Action.app(id, entry.isFolder ? Self.enter : Self.show, file)
            var row = Row(id: entry.name, title: StyledText(entry.name, entry.isFolder ? .strong : []), action: action)
            row.detail = StyledText(entry.isFolder ? "" : "\(entry.size) B", .faint)
            row.trailing = context.short(entry.changed)
            return row
        }
        list.columns = .titleAndDetail
        list.openID = model.opened?.name
        list.whenEmpty = "This folder is empty."
        return .list(list)
    }

    func document(_ model: FoldersModel) -> DocumentSource? {
        let (name, lines) = model.opened ?? ("", [])
        var source = DocumentSource(id: name, title: "\(name)", isOpen: model.opened != nil) { _ in
            [lines.map { Block(.code($0)) }]
        }
        source.close = { model.opened = nil }
        return source
    }

    private static let place = Parameter.file("file", summary: "A file or a folder")

    private static let enter = Command<FoldersModel>(
        "cd", category: .moving, summary: "Goes to a folder.", parameters: place, examples: ["cd .."]
    ) { model, context, file in
        try model.enter(model.url(of: file, in: context.world))
        return .onPanels { .message(LocalizedText(verbatim: model.folder.path)) }
    }

    private static let show = Command<FoldersModel>(
        "show", category: .reading, summary: "Shows a text.", parameters: place, examples: ["show notes.txt"]
    ) { model, context, file in
        let url = model.url(of: file, in: context.world)
        let text = try await FileContents.text(readingAsideAt: url.path, limit: 1 << 20)
        let whole = text.hasSuffix("\n") ? text.dropLast() : text[...]
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        model.opened = (url.lastPathComponent, lines)
        return .onPanels { Reply(.lines(lines)) }
    }

    var commands: [Command<FoldersModel>] {
        let list = Command<FoldersModel>("list", category: .reading, summary: "Lists the folder.") { model, _ in
            model.opened = nil
            return .onPanels {
                let columns: [Records.Cells<Entry>] = [
                    .init("name", "Name") { .text($0.isFolder ? $0.name + "/" : $0.name) },
                    .init("size", "Size", isRightAligned: true) { $0.isFolder ? .none : .number($0.size) },
                ]
                return .records(Records(try Entry.all(in: model.folder.path), columns, whenEmpty: "Empty."))
            }
        }
        return [list, Self.enter, Self.show]
    }
}

@main struct Main {
    static func main() async {
        await ShellProgram("Folders", version: "1.0", summary: "Shows folders.") { _ in [FoldersFactory()] }.main()
    }
}
