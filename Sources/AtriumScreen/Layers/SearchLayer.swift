// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// The search whose words the user types: the document, which keeps the focus, shows it.
@MainActor
final class SearchLayer: Layer {
    private let document: DocumentPanel

    init(in document: DocumentPanel) { self.document = document }

    var ownsLine: Bool { true }

    func keys(on state: ScreenState) -> KeyMap? { KeyMap(own: [.up, .down, .escape]) }

    func hint(on state: ScreenState) -> String? {
        Strings.screenHintSearch.string(in: state.coordinator.language)
    }

    func take(_ event: ScreenEvent, on screen: Screen) -> EventResult {
        switch event {
        case .line(let change):
            document.search.look(for: change.text)
            return .changed
        case .key(let key):
            if key.closes { return .leave(.giveUp) }
            switch key.motion {
            case .rows(let rows): screen.mover.moveHit(by: rows, in: document)
            case .pages(let pages): screen.mover.scroll(pages: pages)
            default: return .handled
            }
            return .changed
        case .mouse, .command, .cover, .layer: return .ignored
        }
    }
}

extension Screen {
    /// The document that keys move in; `nil` if it is a list, or the line has the focus.
    var document: DocumentPanel? { state.focus == .line ? nil : mover.document }

    /// Reads a search in a document, which shows it meanwhile.
    func search(in document: DocumentPanel) async throws {
        let layer = SearchLayer(in: document)
        state.typed.expectNext()
        document.search.begin()
        open(layer)
        defer {
            state.typed.expectNext()
            remove(layer)
        }
        keys.draft = LineDraft()
        let prompt = Strings.promptSearch.string(in: state.coordinator.language) + " ❯ "
        let line = try await keys.nextLine(Prompt(text: prompt, style: .bold), history: nil)
        guard case .line(let text) = line, text.contains(where: { !$0.isWhitespace }) else {
            document.search.end(goesBack: true)
            return
        }
        // Input that came at once with Enter was never shown.
        document.search.look(for: text)
        redraw()
        // It goes on beyond the loaded part, if that has no match.
        if document.search.mayBeElsewhere { mover.moveHit(by: document.search.reading, in: document) }
    }
}
