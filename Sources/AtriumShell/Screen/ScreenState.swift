// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// The state of the full screen besides the panels: the typed line, the output, and the parts over the others.
///
/// It draws and calls nothing: the caller that changes it draws it.
@MainActor
final class ScreenState {
    let coordinator: Coordinator
    let settings: UserSettings
    let input: InputState
    let commands: KeyCommands
    /// The line that is typed.
    var typed = TypedLine()
    /// The output, and its place.
    var printing = ScreenPrinting()
    /// Earlier output that may be shown again.
    private var earlier = EarlierPrinting()
    /// The candidates for the word that is typed, while they are shown.
    var candidates: CandidateList?
    /// The document in which the user types a search.
    private(set) var searching: DocumentPanel?
    /// The document in which the user chooses a part to copy.
    var picking: DocumentPanel?
    /// The palette, while it is open.
    var palette: Palette?
    /// The text of several lines that is written, while one is.
    var editor: TextEditorPanel?
    /// The focus of keys, and the parts that are drawn out because of it.
    var focusing = ScreenFocus()
    /// The line as it was drawn last, for a frame asks for it a dozen times.
    private var drawnLine = DrawnLine()

    init(coordinator: Coordinator, settings: UserSettings, input: InputState, commands: KeyCommands) {
        self.coordinator = coordinator
        self.settings = settings
        self.input = input
        self.commands = commands
    }
}

// MARK: - Changing it

extension ScreenState {
    /// Updates the line.
    func take(_ line: EditedLine) {
        // Candidates were for the line as it was.
        if line.text != typed.line.text || line.cursor != typed.line.cursor { candidates = nil }
        let isTyped = typed.take(line)
        if input.isAtPrompt, typed.isOver {
            if line.text.isEmpty, searching == nil, palette == nil, editor == nil { returnToPanels() }
            typed.endReturn()
        } else if isTyped, searching == nil {
            // A user who types has come back to the line: Enter is for it again.
            focusing.beginTyping()
        }
        if isTyped { endPicking() }
        searching?.search.look(for: line.text)
        palette?.type(line.text)
    }

    /// Removes earlier output: a command starts.
    ///
    /// A drawer that hides its output gives way.
    func begin(_ command: String) {
        earlier.keep(printing)
        printing.begin(command)
        typed.perform(opened: openPlace)
        focusing.begin()
        candidates = nil
    }

    /// Removes the user’s data: earlier output waits for the password.
    func cover() {
        earlier.cover(&printing)
        candidates = nil
        focusing.goToLine()
        endPicking()
        typed.clear()
    }

    /// Searches for the typed text in a document, which keeps the focus.
    func beginSearch(in document: DocumentPanel) {
        searching = document
        candidates = nil
        typed.expectNext()
        document.search.begin()
    }

    /// Ends the search.
    func endSearch() {
        searching = nil
        typed.expectNext()
    }

    /// Nothing is chosen to be copied any more.
    func endPicking() {
        picking?.picking.end()
        picking = nil
    }

    /// Restores everything, with earlier output if it is for the present user.
    func uncover(keepsPrinted: Bool) { earlier.uncover(&printing, isKept: keepsPrinted) }

    /// Opens the palette, whose words are the next line that is typed.
    func open(_ palette: Palette) {
        self.palette = palette
        candidates = nil
        focusing.beginTyping()
    }

    /// Opens a panel for a text of several lines, which is the next line that is typed.
    func openEditor(_ title: LocalizedText, measuring: (@MainActor (String) -> LocalizedText)?) {
        editor = TextEditorPanel(title, measuring: measuring, in: coordinator.language)
        printing.text = nil
        focusing.leavePanels()
    }

    /// Removes the palette.
    func closePalette() {
        palette?.close()
        palette = nil
    }

    /// Puts the selection into the sidebar, which is drawn out as long as it is there.
    func enterSidebar() {
        // It would lie over the sidebar.
        printing.text = nil
        focusing.enterSidebar()
    }

    /// Gives the focus to the panel that keys move in anyway.
    func enterPanels() {
        printing.text = nil
        let panel = panels.current
        if panel == .sidebar { enterSidebar() } else { focusing.go(to: panel) }
        focusing.take()
    }

    /// Gives the focus to a panel; a drawer that hides it is pushed in.
    func enter(_ part: PanelPart) {
        if part == .sidebar { enterSidebar() } else { focusing.enter(part, hasDrawer: hasDrawer) }
    }

    /// Gives all the room to the document, or ends that.
    func toggleZoom() { if focusing.toggleZoom() { enter(.reader) } }

    /// Gives the focus to a line that a key begins with a text.
    func begin(with text: String) {
        typed.begin(with: text)
        focusing.beginTyping()
    }

    /// Gives the focus back to the panels from a line that only a key has begun; false if there is none.
    func endBegun() -> Bool {
        guard hasBegun else { return false }
        typed.giveUp()
        enterPanels()
        return true
    }

    /// Gives the focus back to its place before the typing, or to the thing that was opened.
    private func returnToPanels() {
        let isOpened = openPlace != nil && openPlace != typed.opened && layout.detail != nil
        if focusing.endTyping(isOpened: isOpened) { settleFocus() }
    }

    /// Gives the focus to the opened thing, or to a panel that is still there.
    func settleFocus() {
        focusing.settle(isOpened: panels.isDetailOpen && layout.detail != nil)
        // Nothing is read with the focus on it.
        if focus == .panel(.reader), coordinator.currentApp?.detail?.isEmpty ?? true {
            _ = focusing.endZoom()
            focusing.go(to: .list)
        }
        if focus != .line, !focusing.isInSidebar { focusing.go(to: panels.current) }
    }

    /// Draws the drawer out or pushes it in; `nil`: the other of the two.
    ///
    /// - Returns: Whether it is drawn out now; `nil` if there is no drawer.
    func setDrawer(open: Bool?) -> Bool? {
        guard hasDrawer else { return nil }
        if focusing.setDrawer(open: open) { enterSidebar() }
        return focusing.isDrawerOpen
    }

    /// Removes the part over the panels, as Escape does first; false if there is none.
    func closeTop() -> Bool {
        if focusing.isInSidebar {
            focusing.closeSidebar()
        } else if printing.text != nil {
            printing.text = nil
        } else {
            guard focusing.isDrawerOpen, hasDrawer else { return false }
            focusing.closeDrawer()
        }
        return true
    }

    /// Ends the zoom of the document; false if it has no more room than usual.
    func endZoom() -> Bool { kind != .compact && focusing.endZoom() }

    /// Fits the parts over the panels to their room.
    func arrange() {
        guard isPossible else { return }
        let layout = layout
        printing.text?.arrange(for: layout.body)
        candidates?.arrange(above: layout.statusRow, columns: layout.size.columns)
        if let palette, let box = PaletteView.box(above: layout.tabsRow, columns: layout.size.columns) {
            palette.arrange(for: box.inside)
        }
        if isWriting { editor?.arrange(typed.line, for: layout.body) }
    }
}

// MARK: - Derived values

extension ScreenState {
    /// The state of the screen before the present command, without the line that was typed for it.
    var before: ScreenState {
        let before = ScreenState(coordinator: coordinator, settings: settings, input: input, commands: commands)
        before.typed = TypedLine(prompt: typed.line.prompt)
        before.printing = earlier.before
        before.focusing = focusing
        return before
    }

    /// The line as it is drawn.
    var lineView: LineView {
        drawnLine.view(of: isWriting ? EditedLine(prompt: typed.line.prompt) : typed.shown, on: coordinator.size)
    }

    /// Whether a text of several lines is written in its panel, and may be seen.
    var isWriting: Bool { editor != nil && isPossible && !coordinator.isCovered }

    /// The keys that have another meaning than usual now.
    var keyMode: KeyMode { .mode(of: self) }

    /// Whether a command may be typed, and nothing of it is.
    var isFree: Bool { input.isAtPrompt && typed.line.text.isEmpty }

    /// Whether the user chooses a part to copy.
    var isPicking: Bool { (picking?.picking.isOn ?? false) && isFree && focus != .line }

    /// Whether the line is one that a key has begun, and is unchanged: Escape gives it up.
    var hasBegun: Bool { focus == .line && typed.isBegun }

    /// The app’s remark on the typed text; `nil` if there is none.
    var remark: LocalizedText? { focus == .line && input.isAtPrompt && !typed.line.text.isEmpty ? typed.remark : nil }

    /// The open thing of the current app; `nil` if there is none.
    private var openPlace: Place? { coordinator.currentApp.flatMap { $0.isDetailOpen == true ? $0.place : nil } }

    /// The receiver of keys that move in panels.
    var focus: Focus { focusing.focus }

    /// Whether keys that are typed are a panel’s.
    var hasKeys: Bool { focusing.hasKeys }

    /// The panels that are seen now.
    var panels: SeenPanels { panels(in: layout) }

    /// The panels that are seen in a layout.
    func panels(in layout: ScreenLayout) -> SeenPanels {
        SeenPanels(app: coordinator.currentApp, layout: layout, focus: focus)
    }

    /// The panels that are visible once a drawer over them gives way.
    var panelsBehindDrawer: SeenPanels { panels(in: layout(showsDrawer: false)) }

    /// The present layout.
    var layout: ScreenLayout { layout() }

    /// The layout with `promptRows` for the input, or as many as that takes, and a drawer as it is, or
    /// drawn out or not.
    func layout(promptRows: Int? = nil, showsDrawer: Bool? = nil) -> ScreenLayout {
        ScreenLayout(
            of: coordinator.currentApp, size: coordinator.size,
            showsSidebar: settings.showsSidebar || focusing.isInSidebar,
            showsDrawer: showsDrawer ?? (focusing.isInSidebar || focusing.isDrawerOpen),
            promptRows: promptRows ?? lineView.canvas.size.rows,
            statusRows: printing.statusRows(columns: coordinator.size.columns),
            isZoomed: focusing.isZoomed)
    }

    /// Whether there is room for panels.
    var isPossible: Bool { ScreenLayout.isPossible(coordinator.size) }

    /// The arrangement of the panels, which the width alone decides.
    private var kind: ScreenLayout.Kind { ScreenLayout.Kind(columns: coordinator.size.columns) }

    /// Whether the sidebar is a drawer over the other panels.
    var hasDrawer: Bool { kind != .wide }

    /// Whether a drawer is drawn out over the panels.
    var hasOpenDrawer: Bool { focusing.isDrawerOpen && hasDrawer && coordinator.currentApp != nil }

    /// Whether the open thing is in place of the list.
    var coversList: Bool { isPossible && panels.isListCovered && !hasOpenDrawer }
}

/// A message on the status line.
struct Status: Hashable {
    /// The kind of message; the sign alone shows it, without any colour.
    enum Kind: Character {
        /// A command went well.
        case done = "✓"
        /// Something failed.
        case failed = "✗"
        /// Something happened elsewhere.
        case news = "•"
        /// Work in progress.
        case progress = "…"
    }

    let kind: Kind
    let text: VisibleText

    /// A failure is the louder one.
    var style: Style { kind == .failed ? Style(foreground: .warning, attributes: .bold) : .plain }

    /// The sign and the words.
    var line: VisibleText { "\(String(kind.rawValue)) \(text)" }

    /// The sign and the words in lines that leave a margin on `columns`; those behind the first one stand below the
    /// words.
    func lines(columns: Int) -> [VisibleText] {
        guard line.columns + 2 > columns, columns > 8 else { return [line] }
        let parts = text.wrapped(to: columns - 4, keepingWords: true)
        return parts.enumerated().map { $0 == 0 ? "\(String(kind.rawValue)) \($1)" : "  \($1)" }
    }
}
