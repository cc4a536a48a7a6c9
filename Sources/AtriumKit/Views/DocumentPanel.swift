// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
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

/// What was read and is not there any more, since it was removed elsewhere: nothing takes its place until whoever reads
/// goes on.
extension DocumentPanel {
    /// Something that is read.
    struct Reading {
        let id: String
        let title: LocalizedText
        let isOpen: Bool
        /// All of it, where the app says that.
        fileprivate let text: String?
        /// How often documents were closed before.
        fileprivate let closings: Int
    }

    /// Whether it is said that what was read is gone: commands that name nothing mean nothing then.
    package var isLost: Bool { lost != nil }

    /// What is said of what was read and is gone; nil where nothing is.
    package var lossText: LocalizedText? {
        lost.map { lost in
            LocalizedText("document.lost") {
                Strings.documentLost(title: lost.title.string(in: $0)).string(in: $0)
            }
        }
    }

    /// What is read now; nil where nothing is, or where that is gone.
    var reading: Reading? {
        guard lost == nil, let source = supply(), source.id == sight.shown, !source.id.isEmpty else { return nil }
        return Reading(
            id: source.id, title: source.title, isOpen: source.isOpen, text: source.wholeText(), closings: closings)
    }

    /// Compares what was read with what the app has after data have changed elsewhere.
    ///
    /// - Parameter isUnlisted: Whether what is selected in the list is there no more.
    func noteLoss(of reading: Reading, isUnlisted: Bool) {
        // Somebody has closed it meanwhile.
        guard reading.closings == closings else { return }
        let now = supply()
        let isGone = reading.isOpen ? now?.id != reading.id || now?.isOpen != true : isUnlisted
        if isGone { lost = reading }
        // Somebody may read what was written by nobody here.
        if !isGone, let now, now.id == reading.id, let text = reading.text, now.wholeText() != text {
            rewritten = now.title
        }
    }

    /// What is read and was changed elsewhere since this was asked last; nil where nothing was.
    package func takeRewritten() -> LocalizedText? {
        defer { rewritten = nil }
        return rewritten
    }

    /// Shows what the app has: whoever reads does something.
    func endLoss() { lost = nil }

    /// Closes what is open, or takes away that what was read is gone.
    package func close() {
        closings += 1
        lost = nil
        supply()?.close()
    }

    /// What the app has, or in its place that what was read is gone.
    func source() -> DocumentSource? {
        guard let lost, let lossText else { return supply() }
        return DocumentSource(id: "\u{0}\(lost.id)", title: lost.title, isOpen: lost.isOpen) {
            [[.text(lossText.string(in: $0.language), .accented)]]
        }
    }
}

/// Pictures in what is read: somebody else reads and draws them, as they come into sight.
extension DocumentPanel {
    /// The first picture in sight, or near it, that is not drawn as it is now; nil where there is none.
    package var wantedPicture: PictureRequest? {
        let rows = position.rows
        let near = max(0, rows.lowerBound - position.visible)..<rows.upperBound + position.visible
        // What is seen comes first.
        let all = sight.layout.pictures(in: rows) + sight.layout.pictures(in: near)
        return all.lazy.compactMap { [pictures] in pictures.request($0.placed) }.first
    }

    /// Reads the file of a picture; nil where there is none that can be read.
    package func readPicture(_ request: PictureRequest) async -> [UInt8]? {
        await source()?.picture(request.picture.id)
    }

    /// Whether a picture of these bytes is drawn in a size already.
    package func isDrawn(_ request: PictureRequest, digest: Int, size: Size) -> Bool {
        pictures.isDrawn(request.picture, digest: digest, size: size)
    }

    /// Takes a picture, or that it cannot be drawn.
    package func take(_ drawn: DrawnPicture?, for request: PictureRequest) { pictures.take(drawn, for: request) }

    /// Knows of no picture any more: it is not for everybody to see, or is to be drawn otherwise.
    package func forgetPictures() { pictures.forget() }
}

/// Choosing what of a document is copied.
@MainActor
package final class DocumentPicking {
    private let sight: DocumentSight
    private let search: DocumentSearching
    private var picked: Picked?

    private struct Picked {
        let unit: PassageUnit
        let passage: DocumentLayout.Passage
    }

    init(_ sight: DocumentSight, _ search: DocumentSearching) {
        self.sight = sight
        self.search = search
    }

    /// Whether somebody chooses what is copied.
    package var isOn: Bool { picked != nil }

    /// What is chosen, safe to show; nil for nothing.
    package var text: String? { picked.map { Sanitizer.visible($0.passage.text, keepingNewlines: true) } }

    /// The lines that are chosen.
    var lines: Range<Int> { picked?.passage.lines ?? 0..<0 }

    /// Begins with what is looked at, or else with the first that is seen; false where nothing is to be copied.
    package func begin(_ unit: PassageUnit = .block) -> Bool {
        let position = sight.position
        let start =
            picked?.passage.lines.lowerBound ?? search.found?.line.flatMap { position.rows.contains($0) ? $0 : nil }
        guard let passage = sight.layout.passage(from: start ?? position.top, by: 1, unit) else { return isOn }
        pick(passage, unit)
        return true
    }

    /// Chooses what stands before or behind what is chosen.
    package func move(by steps: Int) {
        guard let picked else { return }
        let start = steps < 0 ? lines.lowerBound - 1 : lines.upperBound
        guard let next = sight.layout.passage(from: start, by: steps < 0 ? -1 : 1, picked.unit) else { return }
        pick(next, picked.unit)
    }

    /// Chooses what stands at a line of the panel; false where nothing does.
    package func pick(atLine line: Int) -> Bool {
        guard let unit = picked?.unit, let passage = sight.layout.passage(at: sight.position.top + line, unit) else {
            return false
        }
        picked = Picked(unit: unit, passage: passage)
        return true
    }

    /// Chooses nothing any more; false where nothing was chosen.
    @discardableResult
    package func end() -> Bool {
        defer { picked = nil }
        return isOn
    }

    /// Keeps what is chosen where the document is laid out anew.
    func arrange() {
        if let picked, sight.layout.passage(at: lines.lowerBound, picked.unit) != picked.passage { end() }
    }

    private func pick(_ passage: DocumentLayout.Passage, _ unit: PassageUnit) {
        picked = Picked(unit: unit, passage: passage)
        sight.show(passage.lines)
    }
}

/// Where somebody read beside lists that are not shown now, of which there are so many at most.
///
/// Another document beside the same list is read from its beginning; whoever comes back to a list finds what they read
/// beside it as they left it.
struct DocumentPlaces {
    private struct Left {
        let list: ListID
        let document: String
        let place: DocumentLayout.Place
    }

    private var left = LastPlaces<Left>()
    private var list: ListID?
    /// What was read beside the list that somebody has come back to, until something is shown beside it.
    private var awaited: Left?

    /// The place at which a document beside a list is shown; nil for wherever it would be otherwise.
    ///
    /// - Parameters:
    ///   - document: What is shown from now on; empty for nothing yet.
    ///   - before: What was shown until now, and the place in it.
    mutating func place(
        in document: String, beside list: ListID?, after before: (document: String, place: DocumentLayout.Place)?
    ) -> DocumentLayout.Place? {
        if list != self.list {
            if let old = self.list, let before, !before.document.isEmpty {
                _ = left.take { $0.list == old }
                left.keep(Left(list: old, document: before.document, place: before.place))
            }
            awaited = left.first { $0.list == list }
            self.list = list
        }
        guard !document.isEmpty, let awaited else { return nil }
        self.awaited = nil
        return awaited.document == document && before?.document != document ? awaited.place : nil
    }
}
