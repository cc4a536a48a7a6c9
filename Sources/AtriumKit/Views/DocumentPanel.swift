// SPDX-License-Identifier: GPL-3.0-or-later

import Session
package import Terminal

/// A document of an app: what of it is seen, looked for and chosen, and what of it has been seen.
@MainActor
package final class DocumentPanel: Panel {
    package private(set) var title = ""
    let supply: @MainActor () -> DocumentSource?
    /// Which list it stands beside.
    private let beside: @MainActor () -> ListID?
    /// What is laid out of it, and where somebody reads.
    package let sight: DocumentSight
    /// What is looked for in it.
    package let search: DocumentSearching
    /// What is chosen to be copied.
    package let picking: DocumentPicking
    /// What is known of pictures.
    var pictures = PanelPictures()
    /// What was read and is gone; nil where nothing is.
    var lost: Reading?
    /// What is read and was changed elsewhere, until somebody is told.
    var rewritten: LocalizedText?
    /// How often documents were closed.
    var closings = 0
    /// The language in which it was arranged last.
    private var language = Language.english
    /// The blocks in sight that nobody has seen before.
    package private(set) var unseen: [String] = []
    /// Those of the unseen blocks that the app was told of already: one that cannot note it leaves them unseen.
    private var told: Set<String> = []

    /// The panel of whatever document the app has at the moment.
    ///
    /// - Parameter beside: Tells the list that it stands beside: whoever comes back to that reads on where they were.
    init(
        beside: @escaping @MainActor () -> ListID? = { nil }, _ source: @escaping @MainActor () -> DocumentSource?
    ) {
        supply = source
        self.beside = beside
        sight = DocumentSight()
        search = DocumentSearching(sight)
        picking = DocumentPicking(sight, search)
    }

    package var position: PanelPosition {
        get { sight.position }
        set { sight.position = newValue }
    }

    package var foot: String { search.foot }
    package var place: String { sight.place }

    /// Whether somebody opened the document.
    package var isOpen: Bool { source()?.isOpen ?? false }

    /// Whether there is nothing to be read.
    package var isEmpty: Bool { source()?.id.isEmpty ?? true }

    /// What a user knows the document by, which need not be arranged for it.
    package func title(in context: ViewContext) -> String { source()?.title.string(in: context.language) ?? "" }

    /// The open document as a value of a kind; nil where none is open, or it is no such value.
    func opened(of item: String) -> String? {
        source().flatMap { $0.isOpen && $0.items.contains(item) ? $0.id : nil }
    }

    /// Whether what is open stands for values of a kind.
    func offers(_ item: String) -> Bool { source()?.items.contains(item) ?? false }

    /// All of the document, as its app has it, or else as it is shown; safe to show.
    package func wholeText(in context: ViewContext) -> String? {
        guard let source = source() else { return nil }
        let text = source.wholeText() ?? source.view(in: context).parts.joined().plainText
        return Sanitizer.visible(text, keepingNewlines: true)
    }

    package func turnPage(_ edge: PanelEdge, far: Bool) async throws -> Bool {
        try await source()?.turnPage(edge) ?? false
    }

    /// Whether the app finds words in what is not loaded.
    package var canSeek: Bool { source()?.seek != nil }

    /// Has the part loaded in which the words stand that are looked for, as `DocumentSource.Seek` says.
    ///
    /// - Returns: The block in which they stand; nil where there is none.
    package func seek(_ edge: PanelEdge, isWhole: Bool) async throws -> String? {
        guard let finds = search.finds, let seek = source()?.seek else { return nil }
        return try await seek(DocumentSource.Seek(edge: edge, isWhole: isWhole, language: language, finds: finds))
    }

    /// Tells the app that what is unseen is in sight, with nothing over it.
    package func wasSeen() async {
        let blocks = unseen
        unseen = []
        told.formUnion(blocks)
        await source()?.onSeen(blocks)
    }

    package func arrange(for size: Size, in context: ViewContext) {
        guard let source = source() else { return }
        language = context.language
        pictures.arrange(source, rows: size.rows)
        // What is looked for in one document is not looked for in the next one.
        if let shown = sight.shown, shown != source.id {
            search.end()
            picking.end()
        }
        search.take(source, goesThere: sight.start(in: source) == nil)
        let change = sight.arrange(
            source, beside: beside(), for: size, sizes: pictures.sizes, needsAll: search.isOn, in: context)
        title = change.view.title
        search.arrange(after: change)
        picking.arrange()
        let anchors = sight.layout.anchors.filter(\.isUnseen)
        told.formIntersection(anchors.map(\.id))
        unseen = anchors.filter { $0.lines.overlaps(position.rows) && !told.contains($0.id) }.map(\.id)
    }

    package func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool) {
        sight.layout.draw(
            position.rows, search: search.found, picked: picking.lines, drawing: pictures.drawing, on: &canvas,
            accent: accent)
    }
}
