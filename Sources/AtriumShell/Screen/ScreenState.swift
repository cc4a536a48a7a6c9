// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// What is on the full screen besides the panels: the line that is typed, what was said, and what lies over the others.
///
/// It draws nothing and calls nobody: whoever changes it has it drawn.
@MainActor
final class ScreenState {
    let coordinator: Coordinator
    let settings: UserSettings
    let input: InputState
    let commands: KeyCommands
    /// The line that is typed.
    var typed = TypedLine()
    /// What was printed, and where it is shown.
    var printing = ScreenPrinting()
    /// What was printed before and may be seen again.
    private var earlier = EarlierPrinting()
    /// The candidates for the word that is typed, while they are shown.
    var candidates: CandidateList?
    /// The document in which somebody types what they look for.
    private(set) var searching: DocumentPanel?
    /// The document in which somebody chooses what is copied.
    var picking: DocumentPanel?
    /// What goes somewhere by typing, while that is open.
    var palette: Palette?
    /// The text of several lines that is written, while one is.
    var editor: TextEditorPanel?
    /// Where keys go, and what is drawn out because of that.
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
    /// Takes the line as it is now.
    func take(_ line: EditedLine) {
        // Candidates were for the line as it was.
        if line.text != typed.line.text || line.cursor != typed.line.cursor { candidates = nil }
        let isTyped = typed.take(line)
        if input.isAtPrompt, typed.isOver {
            if line.text.isEmpty, searching == nil, palette == nil, editor == nil { returnToPanels() }
            typed.endReturn()
        } else if isTyped, searching == nil {
            // Whoever types has come back to the line: Enter is for it again.
            focusing.beginTyping()
        }
        if isTyped { endPicking() }
        searching?.search.look(for: line.text)
        palette?.type(line.text)
    }

    /// Forgets what was printed before: a command starts.
    ///
    /// A drawer that hides what it shows gives way to it.
    func begin(_ command: String) {
        earlier.keep(printing)
        printing.begin(command)
        typed.perform(opened: openPlace)
        focusing.begin()
        candidates = nil
    }

    /// Takes off everything that is somebody’s: what was printed waits for the password.
    func cover() {
        earlier.cover(&printing)
        candidates = nil
        focusing.goToLine()
        endPicking()
        typed.clear()
    }

    /// Has what is typed looked for in a document, which keeps the focus.
    func beginSearch(in document: DocumentPanel) {
        searching = document
        candidates = nil
        typed.expectNext()
        document.search.begin()
    }

    /// Has the line typed for itself again.
    func endSearch() {
        searching = nil
        typed.expectNext()
    }

    /// Nothing is chosen to be copied any more.
    func endPicking() {
        picking?.picking.end()
        picking = nil
    }

    /// Has everything there again, and what was printed where the one for whom it was is there again.
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

    /// Takes the palette away.
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

    /// Gives all the room to what is read, or takes that back.
    func toggleZoom() { if focusing.toggleZoom() { enter(.reader) } }

    /// Gives the focus to a line that a key begins with a text.
    func begin(with text: String) {
        typed.begin(with: text)
        focusing.beginTyping()
    }

    /// Gives the focus back to the panels from a line that only a key has begun; false where there is none.
    func endBegun() -> Bool {
        guard hasBegun else { return false }
        typed.giveUp()
        enterPanels()
        return true
    }

    /// Gives the focus back to where it was before somebody typed, or to what they have opened.
    private func returnToPanels() {
        let isOpened = openPlace != nil && openPlace != typed.opened && layout.detail != nil
        if focusing.endTyping(isOpened: isOpened) { settleFocus() }
    }

    /// Gives the focus to what was opened, or to what is still there.
    func settleFocus() {
        focusing.settle(isOpened: panels.isDetailOpen && layout.detail != nil)
        // Nothing is read with the focus on it.
        if focus == .panel(.reader), coordinator.currentApp?.detail?.isEmpty ?? true {
            _ = focusing.endZoom()
            focusing.go(to: .list)
        }
        if focus != .line, !focusing.isInSidebar { focusing.go(to: panels.current) }
    }

    /// Draws the drawer out or pushes it in; nil: the other of the two.
    ///
    /// - Returns: Whether it is drawn out now; nil where there is no drawer.
    func setDrawer(open: Bool?) -> Bool? {
        guard hasDrawer else { return nil }
        if focusing.setDrawer(open: open) { enterSidebar() }
        return focusing.isDrawerOpen
    }

    /// Takes away what lies over the panels, as Escape does first; false where nothing does.
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

    /// Takes the room back from what is read; false where it has no more than usual.
    func endZoom() -> Bool { kind != .compact && focusing.endZoom() }

    /// Fits what lies over the panels to the room that there is.
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

// MARK: - What follows from it

extension ScreenState {
    /// What was on the screen before the present command, without the line that was typed for it.
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

    /// Which keys mean something else than usual now.
    var keyMode: KeyMode { .mode(of: self) }

    /// Whether a command may be typed, and nothing of it is.
    var isFree: Bool { input.isAtPrompt && typed.line.text.isEmpty }

    /// Whether somebody chooses what is copied.
    var isPicking: Bool { (picking?.picking.isOn ?? false) && isFree && focus != .line }

    /// Whether the line is one that a key has begun, and nobody has gone on with: Escape gives it up.
    var hasBegun: Bool { focus == .line && typed.isBegun }

    /// What the app says of the text that is typed; nil where nothing is.
    var remark: LocalizedText? { focus == .line && input.isAtPrompt && !typed.line.text.isEmpty ? typed.remark : nil }

    /// What is open in the current app; nil where nothing is.
    private var openPlace: Place? { coordinator.currentApp.flatMap { $0.isDetailOpen == true ? $0.place : nil } }

    /// Where keys go that move in panels.
    var focus: Focus { focusing.focus }

    /// Whether keys that are typed are a panel’s.
    var hasKeys: Bool { focusing.hasKeys }

    /// The panels that are seen now.
    var panels: SeenPanels { panels(in: layout) }

    /// The panels that are seen in a layout.
    func panels(in layout: ScreenLayout) -> SeenPanels {
        SeenPanels(app: coordinator.currentApp, layout: layout, focus: focus)
    }

    /// Those that are seen when a drawer gives way that hides them.
    var panelsBehindDrawer: SeenPanels { panels(in: layout(showsDrawer: false)) }

    /// Where everything stands now.
    var layout: ScreenLayout { layout() }

    /// Where everything stands with so many rows for what is typed, or as many as that takes, and a drawer as it is, or
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

    /// How the panels share the room, which the width alone decides.
    private var kind: ScreenLayout.Kind { ScreenLayout.Kind(columns: coordinator.size.columns) }

    /// Whether the sidebar is a drawer over the other panels.
    var hasDrawer: Bool { kind != .wide }

    /// Whether a drawer is drawn out over the panels.
    var hasOpenDrawer: Bool { focusing.isDrawerOpen && hasDrawer && coordinator.currentApp != nil }

    /// Whether what is open stands in the place of the list.
    var coversList: Bool { isPossible && panels.isListCovered && !hasOpenDrawer }
}

/// What the status line says.
struct Status: Hashable {
    /// What kind of news it is; the sign alone tells, without any colour.
    enum Kind: Character {
        /// A command went well.
        case done = "✓"
        /// Something failed.
        case failed = "✗"
        /// Something happened elsewhere.
        case news = "•"
        /// Something goes on.
        case progress = "…"
    }

    let kind: Kind
    let text: VisibleText

    /// A failure is the louder one.
    var style: Style { kind == .failed ? Style(foreground: .warning, attributes: .bold) : .plain }

    /// The sign and the words.
    var line: VisibleText { "\(String(kind.rawValue)) \(text)" }

    /// The sign and the words in lines that leave a margin on so many columns; those behind the first one stand below the
    /// words.
    func lines(columns: Int) -> [VisibleText] {
        guard line.columns + 2 > columns, columns > 8 else { return [line] }
        let parts = text.wrapped(to: columns - 4, keepingWords: true)
        return parts.enumerated().map { $0 == 0 ? "\(String(kind.rawValue)) \($1)" : "  \($1)" }
    }
}
