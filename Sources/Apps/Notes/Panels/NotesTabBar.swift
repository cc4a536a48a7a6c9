import AtriumKit

/// The tabs of Notes.
@MainActor
final class NotesTabBar: TabBar {
    private let model: NotesModel

    init(model: NotesModel) { self.model = model }

    let tabs = [Tab(key: "all", title: Strings.tabAll), Tab(key: "trash", title: Strings.tabTrash)]

    var selected: String { model.scope == .trash ? "trash" : "all" }

    func select(_ key: String) async throws {
        try await model.show(key == "trash" ? .trash : .active)
    }
}
