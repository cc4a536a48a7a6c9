// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
package import AtriumTerminal

/// A document of an app: its visible, searched and chosen parts, and those that the user has seen.
@MainActor
package final class DocumentPanel: Panel {
    package private(set) var title = ""
    let supply: @MainActor () -> DocumentSource?
    /// Returns the list beside it.
    private let beside: @MainActor () -> ListID?
    /// The laid-out part of it, and the reading place.
    package let sight: DocumentSight
    package let search: DocumentSearching
    /// The choice of text to copy.
    package let picking: DocumentPicking
    /// The known pictures.
    var pictures = PanelPictures()
    /// The displayed item if it is gone; `nil` otherwise.
    var lost: Reading?
    /// The notice that the displayed item was changed elsewhere, until it is reported.
    var rewritten: LocalizedText?
    /// The number of closings of documents.
    var closings = 0
    /// The language in which it was arranged last.
    private var language = Language.english
    /// The visible blocks that are new to the user.
    package private(set) var unseen: [String] = []
    /// The new blocks that were already reported to the app: if it cannot note one, it stays new.
    private var reported: Set<String> = []

    /// The panel of the app’s present document.
    ///
    /// - Parameter beside: Returns the list beside it: a user who comes back to that goes on reading at the same place.
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

    /// Whether the user opened the document.
    package var isOpen: Bool { source()?.isOpen ?? false }

    /// Whether there is nothing to be read.
    package var isEmpty: Bool { source()?.id.isEmpty ?? true }

    /// The title of the document, which need not be arranged for it.
    package func title(in context: ViewContext) -> String { source()?.title.string(in: context.language) ?? "" }

    /// The open document as a value of a kind; `nil` if none is open, or it is no such value.
    func opened(of item: String) -> String? {
        source().flatMap { $0.isOpen && $0.items.contains(item) ? $0.id : nil }
    }

    /// Whether the open document stands for values of a kind.
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

    /// Whether the app finds words in the unloaded part.
    package var canSeek: Bool { source()?.seek != nil }

    /// Loads the part with the searched words, as described in `DocumentSource.Seek`.
    ///
    /// - Returns: The block with the words; `nil` if there is none.
    package func seek(_ edge: PanelEdge, isWhole: Bool) async throws -> String? {
        guard let finds = search.finds, let seek = source()?.seek else { return nil }
        return try await seek(DocumentSource.Seek(edge: edge, isWhole: isWhole, language: language, finds: finds))
    }

    /// Reports to the app that the new blocks are in sight, with nothing over them.
    package func wasSeen() async {
        let blocks = unseen
        unseen = []
        reported.formUnion(blocks)
        await source()?.onSeen(blocks)
    }

    package func arrange(for size: Size, in context: ViewContext) {
        guard let source = source() else { return }
        language = context.language
        pictures.arrange(source, rows: size.rows)
        // A search in one document does not continue in the next one.
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
        reported.formIntersection(anchors.map(\.id))
        unseen = anchors.filter { $0.lines.overlaps(position.rows) && !reported.contains($0.id) }.map(\.id)
    }

    package func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool) {
        sight.layout.draw(
            position.rows, search: search.found, picked: picking.lines, drawing: pictures.drawing, on: &canvas,
            accent: accent)
    }
}

/// A displayed item that no longer exists, since it was removed elsewhere: nothing takes its place until the user
/// goes on.
extension DocumentPanel {
    /// A displayed item.
    struct Reading {
        let id: String
        let title: LocalizedText
        let isOpen: Bool
        /// Its whole text, if the app provides it.
        fileprivate let text: String?
        /// The number of closings of documents before.
        fileprivate let closings: Int
    }

    /// Whether the panel shows that the displayed item is gone: commands without an explicit item mean nothing then.
    package var isLost: Bool { lost != nil }

    /// The message about an item that is gone; `nil` for none.
    package var lossText: LocalizedText? {
        lost.map { lost in
            LocalizedText("document.lost") {
                Strings.documentLost(title: lost.title.string(in: $0)).string(in: $0)
            }
        }
    }

    /// The displayed item; `nil` if there is none, or if it is gone.
    var reading: Reading? {
        guard lost == nil, let source = supply(), source.id == sight.shown, !source.id.isEmpty else { return nil }
        return Reading(
            id: source.id, title: source.title, isOpen: source.isOpen, text: source.wholeText(), closings: closings)
    }

    /// Compares the displayed item with the app’s data after changes elsewhere.
    ///
    /// - Parameter isUnlisted: Whether the selected item is no longer in the list.
    func noteLoss(of reading: Reading, isUnlisted: Bool) {
        // The user has closed it meanwhile.
        guard reading.closings == closings else { return }
        let now = supply()
        let isGone = reading.isOpen ? now?.id != reading.id || now?.isOpen != true : isUnlisted
        if isGone { lost = reading }
        // The displayed text may have been changed elsewhere.
        if !isGone, let now, now.id == reading.id, let text = reading.text, now.wholeText() != text {
            rewritten = now.title
        }
    }

    /// Takes the notice that the displayed item was changed elsewhere; `nil` for none.
    package func takeRewritten() -> LocalizedText? {
        defer { rewritten = nil }
        return rewritten
    }

    /// Shows the app’s data again: the user does something.
    func endLoss() { lost = nil }

    /// Closes the open document, or the message that it is gone.
    package func close() {
        closings += 1
        lost = nil
        supply()?.close()
    }

    /// The app’s document, or in its place the message that the displayed item is gone.
    func source() -> DocumentSource? {
        guard let lost, let lossText else { return supply() }
        return DocumentSource(id: "\u{0}\(lost.id)", title: lost.title, isOpen: lost.isOpen) {
            [[.text(lossText.string(in: $0.language), .accented)]]
        }
    }
}

/// Pictures in the displayed document, which other parts read and draw as they come into sight.
extension DocumentPanel {
    /// The first picture in sight, or near it, that is not drawn in its present form; `nil` if there is none.
    package var wantedPicture: PictureRequest? {
        let rows = position.rows
        let near = max(0, rows.lowerBound - position.visible)..<rows.upperBound + position.visible
        // Visible pictures come first.
        let all = sight.layout.pictures(in: rows) + sight.layout.pictures(in: near)
        return all.lazy.compactMap { [pictures] in pictures.request($0.placed) }.first
    }

    /// Reads the file of a picture; `nil` if there is none that can be read.
    package func readPicture(_ request: PictureRequest) async -> [UInt8]? {
        await source()?.picture(request.picture.id)
    }

    /// Whether a picture of these bytes is drawn in a size already.
    package func isDrawn(_ request: PictureRequest, digest: Int, size: Size) -> Bool {
        pictures.isDrawn(request.picture, digest: digest, size: size)
    }

    /// Takes the result of drawing a picture, which may have failed.
    package func take(_ drawn: DrawnPicture?, for request: PictureRequest) { pictures.take(drawn, for: request) }

    /// Forgets all pictures: the document is covered, or they are to be drawn otherwise.
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

    /// Whether the user chooses text to copy.
    package var isOn: Bool { picked != nil }

    /// The chosen text, safe to show; `nil` for none.
    package var text: String? { picked.map { Sanitizer.visible($0.passage.text, keepingNewlines: true) } }

    /// The chosen lines.
    var lines: Range<Int> { picked?.passage.lines ?? 0..<0 }

    /// Begins with the current search hit, or else with the first visible passage; `false` if there is nothing to copy.
    package func begin(_ unit: PassageUnit = .block) -> Bool {
        let position = sight.position
        let start =
            picked?.passage.lines.lowerBound ?? search.found?.line.flatMap { position.rows.contains($0) ? $0 : nil }
        guard let passage = sight.layout.passage(from: start ?? position.top, by: 1, unit) else { return isOn }
        pick(passage, unit)
        return true
    }

    /// Chooses the passage before or after the chosen one.
    package func move(by steps: Int) {
        guard let picked else { return }
        let start = steps < 0 ? lines.lowerBound - 1 : lines.upperBound
        guard let next = sight.layout.passage(from: start, by: steps < 0 ? -1 : 1, picked.unit) else { return }
        pick(next, picked.unit)
    }

    /// Chooses the passage at a line of the panel; `false` if there is none.
    package func pick(atLine line: Int) -> Bool {
        guard let unit = picked?.unit, let passage = sight.layout.passage(at: sight.position.top + line, unit) else {
            return false
        }
        picked = Picked(unit: unit, passage: passage)
        return true
    }

    /// Ends the choice; `false` if nothing was chosen.
    @discardableResult
    package func end() -> Bool {
        defer { picked = nil }
        return isOn
    }

    /// Keeps the choice after a new layout of the document.
    func arrange() {
        if let picked, sight.layout.passage(at: lines.lowerBound, picked.unit) != picked.passage { end() }
    }

    private func pick(_ passage: DocumentLayout.Passage, _ unit: PassageUnit) {
        picked = Picked(unit: unit, passage: passage)
        sight.show(passage.lines)
    }
}

/// The reading places beside lists that are not displayed now, up to a limit.
///
/// Another document beside the same list is read from its beginning; a user who comes back to a list finds the document
/// beside it at the same place.
struct DocumentPlaces {
    private struct Left {
        let list: ListID
        let document: String
        let place: DocumentLayout.Place
    }

    private var left = LastPlaces<Left>()
    private var list: ListID?
    /// The document that was read beside the present list earlier, until one is displayed beside it.
    private var awaited: Left?

    /// The place at which a document beside a list is displayed; `nil` for the default.
    ///
    /// - Parameters:
    ///   - document: The document that is displayed from now on; empty for none yet.
    ///   - before: The document until now, and the place in it.
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
