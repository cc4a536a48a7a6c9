// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
package import AtriumTerminal

/// The state of the full screen besides the panels: the typed line, the output, and the layers.
///
/// It draws nothing and asks no app for anything: the screen draws it after each event.
@MainActor
package final class ScreenState {
    let coordinator: Coordinator
    let settings: any ScreenSettings
    let input: InputState
    let commands: KeyCommands
    /// The line that is typed.
    var typed = TypedLine()
    /// The output, and its place.
    var printing = ScreenPrinting()
    /// The output before everything was covered, for the user who gives the password.
    private var covered: ScreenPrinting?
    /// The panels, and the layers over them.
    private(set) var layers = LayerStack([PanelsLayer(), PrintedLayer(), DrawerLayer(), InputLayer()])
    /// The focus of keys, and the parts that are drawn out because of it.
    var focusing = ScreenFocus()
    /// The layout while everything is drawn, when nothing changes it.
    private var drawnLayout: ScreenLayout?
    /// The line as it was drawn last, for a frame asks for it a dozen times.
    private var drawnLine = DrawnLine()

    init(coordinator: Coordinator, settings: any ScreenSettings, input: InputState, commands: KeyCommands) {
        self.coordinator = coordinator
        self.settings = settings
        self.input = input
        self.commands = commands
    }
}

// MARK: - Layers

extension ScreenState {
    /// The layers on the screen, from the bottom up.
    var openLayers: [any Layer] { layers.all.filter { $0.isOpen(on: self) } }

    /// Lays a layer over all others.
    func push(_ layer: any Layer) { layers.push(layer) }

    /// Removes a layer.
    func remove(_ layer: any Layer) { layers.remove(layer) }

    /// The layer of a type; `nil` if there is none.
    func layer<L: Layer>(_ type: L.Type = L.self) -> L? { layers.first(type) }

    /// Whether the typed line belongs to a layer, and is no command.
    var isLineOwned: Bool { layers.all.contains { $0.ownsLine } }

    /// Whether something lies over the panels.
    var hidesPanels: Bool { layers.all.contains { $0.hidesPanels && $0.isOpen(on: self) } }

    /// The first value that an open layer has, from the top down.
    private func first<Value>(_ value: (any Layer) -> Value?) -> Value? {
        for layer in layers.all.reversed() where layer.isOpen(on: self) {
            if let value = value(layer) { return value }
        }
        return nil
    }

    /// The upper layer that takes keys, and these.
    private var keyTaker: (layer: any Layer, keys: KeyMap)? {
        first { layer in layer.keys(on: self).map { (layer, $0) } }
    }

    /// The keys that have another meaning than usual now.
    var keys: KeyMap { keyTaker?.keys ?? KeyMap() }

    /// Whether keys move in the panels, and nothing over them takes the keys.
    var movesInPanels: Bool { hasKeys && keyTaker?.layer is PanelsLayer }

    /// The keys to know now, beside the messages.
    var hint: String { first { $0.hint(on: self) } ?? "" }

    /// The keys that close a layer, for its lower edge.
    var closing: String {
        let text =
            input.isAsking
            ? Strings.overlayAsking : keys.hasLetters ? Strings.overlayClosingLetter : Strings.overlayClosing
        return text.string(in: coordinator.language)
    }
}

// MARK: - Changing it

extension ScreenState {
    /// Updates the line.
    func take(_ line: EditedLine) -> LineChange {
        let isMoved = line.text != typed.line.text || line.cursor != typed.line.cursor
        let isTyped = typed.take(line)
        if input.isAtPrompt, typed.isOver {
            if line.text.isEmpty, !isLineOwned { returnToPanels() }
            typed.endReturn()
        } else if isTyped, !isLineOwned {
            // A user who types has come back to the line: Enter is for it again.
            focusing.beginTyping()
        }
        return LineChange(text: line.text, isTyped: isTyped, isMoved: isMoved)
    }

    /// Removes earlier output: a command starts.
    ///
    /// A drawer that hides its output gives way.
    func begin(_ command: String) {
        if covered != nil { covered = ScreenPrinting() }
        printing.begin(command)
        typed.perform(opened: openPlace)
        focusing.begin()
    }

    /// Removes the user’s data: earlier output waits for the password.
    func cover() {
        if covered == nil {
            covered = printing
            printing = ScreenPrinting()
        }
        focusing.goToLine()
        typed.clear()
    }

    /// Restores everything, with earlier output if it is for the present user.
    func uncover(keepsPrinted: Bool) {
        if let covered, keepsPrinted { printing = covered }
        covered = nil
    }

    /// Puts the selection into the sidebar, which is drawn out as long as it is there.
    func enterSidebar() {
        guard hasSidebar else { return }
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
        guard focusing.isTyping else { return }
        let (place, isListAlone) = (openPlace, layout.detail == nil)
        focusing.endTyping(isOpened: place != nil && place != typed.opened && !isListAlone)
        // A document that gave way to the list while the user typed stays away.
        if isListAlone, focus == .panel(.reader) { focusing.go(to: .list) }
        settleFocus()
    }

    /// Gives the focus to the opened thing, or to a panel that is still there.
    func settleFocus() {
        focusing.settle(isOpened: focusing.followsOpening && panels.isDetailOpen && layout.detail != nil)
        if focusing.isInSidebar, !hasSidebar { focusing.leaveSidebar() }
        // Nothing is read with the focus on it.
        if focus == .panel(.reader), coordinator.currentApp?.panels.detail?.isEmpty ?? true {
            _ = focusing.endZoom()
            focusing.go(to: .list)
        }
        if focus != .line, !focusing.isInSidebar { focusing.go(to: panels.current) }
    }

    /// Draws the drawer out or pushes it in; `nil`: the other of the two.
    ///
    /// - Returns: Whether it is drawn out now; `nil` if there is no drawer.
    func setDrawer(open: Bool?) -> Bool? {
        guard hasDrawer, hasSidebar else { return nil }
        if focusing.setDrawer(open: open) { enterSidebar() }
        return focusing.isDrawerOpen
    }

    /// Ends the zoom of the document; false if it has no more room than usual.
    func endZoom() -> Bool { kind != .compact && focusing.endZoom() }

    /// Fits the layers to their room, and returns the layout that has it; `nil` if there is none for panels.
    func arrange() -> ScreenLayout? {
        guard isPossible else { return nil }
        let layout = layout
        for layer in openLayers { layer.arrange(in: layout, of: self) }
        return layout
    }
}

// MARK: - Derived values

extension ScreenState {
    /// The line as it is drawn at the bottom: without its text, if a layer draws that.
    var lineView: LineView {
        let isDrawn = isPossible && layers.all.contains { $0.drawsLine && $0.isOpen(on: self) }
        return drawnLine.view(of: isDrawn ? EditedLine(prompt: typed.line.prompt) : typed.shown, on: coordinator.size)
    }

    /// Whether a command may be typed, and nothing of it is.
    var isFree: Bool { input.isAtPrompt && typed.line.text.isEmpty }

    /// Whether the line is one that a key has begun, and is unchanged: Escape gives it up.
    var hasBegun: Bool { focus == .line && typed.isBegun }

    /// The app’s remark on the typed text; `nil` if there is none.
    var remark: LocalizedText? { focus == .line && input.isAtPrompt && !typed.line.text.isEmpty ? typed.remark : nil }

    /// The open thing of the current app; `nil` if there is none.
    private var openPlace: Place? { coordinator.currentApp.flatMap { $0.panels.isDetailOpen == true ? $0.place : nil } }

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
    var layout: ScreenLayout { drawnLayout ?? layout() }

    /// Draws everything in one layout, for which a frame asks a dozen times; `nil`: the present one.
    func draw<Result>(in layout: ScreenLayout? = nil, _ body: () -> Result) -> Result {
        drawnLayout = layout ?? self.layout
        defer { drawnLayout = nil }
        return body()
    }

    /// The parts that a command changes as it begins.
    struct Parts {
        fileprivate let typed: TypedLine
        fileprivate let printing: ScreenPrinting
        fileprivate let focusing: ScreenFocus
    }

    var parts: Parts {
        get { Parts(typed: typed, printing: printing, focusing: focusing) }
        set { (typed, printing, focusing) = (newValue.typed, newValue.printing, newValue.focusing) }
    }

    /// The layout with `promptRows` for the input, or as many as that takes, and a drawer as it is, or
    /// drawn out or not.
    package func layout(promptRows: Int? = nil, showsDrawer: Bool? = nil) -> ScreenLayout {
        ScreenLayout(
            of: coordinator.currentApp, size: coordinator.size,
            showsSidebar: settings.showsSidebar || focusing.isInSidebar,
            showsDrawer: showsDrawer ?? ((focusing.isInSidebar || focusing.isDrawerOpen) && hasSidebar),
            promptRows: promptRows ?? lineView.canvas.size.rows,
            statusRows: printing.statusRows(columns: coordinator.size.columns),
            isReading: focus == .panel(.reader), isZoomed: focusing.isZoomed)
    }

    /// Whether there is room for panels.
    var isPossible: Bool { ScreenLayout.isPossible(coordinator.size) }

    /// The arrangement of the panels, which the width alone decides.
    private var kind: ScreenLayout.Kind { ScreenLayout.Kind(columns: coordinator.size.columns) }

    /// Whether the sidebar is a drawer over the other panels.
    var hasDrawer: Bool { kind != .wide }

    /// Whether the current app has a sidebar.
    var hasSidebar: Bool { coordinator.currentApp?.panels.hasSidebar(in: coordinator.viewContext) ?? false }

    /// Whether a drawer is drawn out over the panels.
    var hasOpenDrawer: Bool { focusing.isDrawerOpen && hasDrawer && hasSidebar }

    /// Whether the open thing is in place of the list.
    var coversList: Bool { isPossible && panels.isListCovered && !hasOpenDrawer }
}

/// A message on the status line.
package struct Status: Hashable {
    /// The kind of message; the sign alone shows it, without any colour.
    package enum Kind: Character {
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

    /// A message of a kind.
    package init(kind: Kind, text: VisibleText) {
        self.kind = kind
        self.text = text
    }

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
