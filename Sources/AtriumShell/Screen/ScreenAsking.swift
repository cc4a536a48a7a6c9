// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// Has somebody type on the screen what is no command.
@MainActor
struct ScreenAsking {
    let coordinator: Coordinator
    let state: ScreenState
    let keys: any KeyedLineSource
    let output: ScreenOutput
    let keyboard: ScreenKeyboard
    let reader: ScreenReader

    /// Has somebody choose an item, or something that is found for the words that they type; nil: nothing.
    ///
    /// What was half typed is there again afterwards, unless the choice puts a command on the line.
    func choose(
        from items: [PaletteItem], finding find: @escaping @MainActor (String) async -> Palette.Found
    ) async throws -> Action? {
        let palette = Palette(items: items, find: find) { [weak keyboard] in keyboard?.draw(.overlays) }
        state.open(palette)
        keyboard.bind()
        defer {
            state.closePalette()
            keyboard.draw(.overlays)
        }
        keys.draft = LineDraft()
        let prompt = Strings.promptPalette.string(in: coordinator.language) + " ❯ "
        let line = try await keys.nextLine(Prompt(text: prompt, style: .bold), history: nil)
        switch line {
        case .line, .key(ScreenMouse.leaving, _): return palette.chosen?.action
        case .key, .interrupted, .end: return nil
        }
    }

    /// Has somebody type what they look for in the document that has the focus, which shows it meanwhile; false where
    /// there is none.
    func search() async throws -> Bool {
        guard let document = reader.document else { return false }
        state.beginSearch(in: document)
        keyboard.bind()
        defer {
            state.endSearch()
            keyboard.draw(.panels)
        }
        keys.draft = LineDraft()
        let prompt = Strings.promptSearch.string(in: coordinator.language) + " ❯ "
        let line = try await keys.nextLine(Prompt(text: prompt, style: .bold), history: nil)
        if case .line(let text) = line, text.contains(where: { !$0.isWhitespace }) {
            // What was typed at once with Enter nobody has shown.
            document.search.look(for: text)
            keyboard.draw(.panels)
            reader.seekFirstHit(in: document)
            return true
        }
        document.search.end(goesBack: true)
        return true
    }

    /// Shows a panel for a text of several lines, which is the next line that is typed.
    ///
    /// - Parameter measuring: What is said of the text beside the title.
    /// - Returns: False where there is no screen to be seen.
    func openEditor(_ title: LocalizedText, measuring: (@MainActor (String) -> LocalizedText)? = nil) -> Bool {
        guard output.isShown else { return false }
        state.openEditor(title, measuring: measuring)
        keys.setOtherKeys(true)
        keyboard.draw(.panels)
        return true
    }

    /// Takes that panel away.
    func closeEditor() {
        state.editor = nil
        keys.setOtherKeys(false)
        keyboard.draw(.panels)
    }
}
