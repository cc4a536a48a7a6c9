// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// The full screen: the current app’s frame, a status line, and the line that is typed, which Readline edits.
///
/// It has the terminal from `enterScreen` to `leaveScreen`. Everything on it is drawn on one canvas, of which only the
/// cells that changed are sent; what is typed is drawn there too, so that a change of the data never disturbs it.
@MainActor
public final class StageScreen: LineDisplay, TextScreen {
    let coordinator: Coordinator
    let gate: OutputGate
    let keys: any KeyedLineSource
    let settings: UserSettings
    let input: InputState
    /// The words that a line may start with now.
    let firstWords: @MainActor () -> [String]
    let loader: PanelLoader
    private let depth: ColorDepth
    private var renderer: any Renderer
    private var painter: ThemePainter
    var printing = StagePrinting() {
        didSet { if (oldValue.text == nil) != (printing.text == nil) { bindKeys() } }
    }
    /// What was printed before the present command.
    var printedBefore = StagePrinting()
    /// What was printed before everything was covered, for whoever gives the password.
    var coveredPrinting: StagePrinting?
    var line = EditedLine(prompt: Prompt(text: ""))
    /// The candidates for the word that is typed, while they are shown.
    var candidates: CandidateList?
    /// What goes somewhere by typing, while that is open.
    var palette: Palette?
    /// Which keys were bound last.
    var boundMode: KeyMode?
    /// Whether the letter that closes was pressed for that, and nothing else since.
    var isLetterTaken = false
    private(set) var isShown = false
    /// Whether the keys that select move in the sidebar, and not in the list.
    var isInSidebar = false
    /// Whether a command was performed since the line was shown: the next one is no change of it.
    private var isNextLine = false
    /// Whether the drawer of a stage that is not wide is drawn out.
    var isDrawerOpen = false
    /// Whether it was when the present command was typed.
    private(set) var wasDrawerOpen = false
    /// The frame as it was drawn last, and for which layout; nil when what it shows has changed.
    private var drawn: (layout: StageLayout, page: StartPage?, closing: String?, frame: Canvas)?
    /// Whether there is no account yet; nil before anybody has looked.
    private var hasNoAccount: Bool?
    private var forgetting: Task<Void, Never>?
    /// Tells the detail that it was seen.
    private var seeing: Task<Void, Never>?
    /// How long news is shown.
    private static let newsTime = Duration.seconds(6)

    /// A screen that shows the apps of a coordinator.
    ///
    /// - Parameters:
    ///   - keys: Who reads the keys, and edits the line.
    ///   - renderer: What turns canvases into bytes.
    ///   - depth: How many colours the terminal has.
    ///   - input: What the line is that is typed.
    ///   - firstWords: The words that a line may start with now.
    init(
        coordinator: Coordinator, gate: OutputGate, keys: any KeyedLineSource, renderer: any Renderer,
        depth: ColorDepth, settings: UserSettings, input: InputState, firstWords: @escaping @MainActor () -> [String]
    ) {
        self.coordinator = coordinator
        self.gate = gate
        self.keys = keys
        self.renderer = renderer
        self.depth = depth
        self.settings = settings
        self.input = input
        self.firstWords = firstWords
        loader = PanelLoader(coordinator: coordinator, input: input)
        painter = ThemePainter(theme: settings.theme, depth: depth)
    }
}

// MARK: - Taking and leaving the terminal

extension StageScreen {
    /// Makes the parts around it show what they show on this screen.
    ///
    /// - Parameters:
    ///   - onNews: Hears of what newly waits in an app.
    ///   - explainsChange: Whether somebody here knows already why an app’s data have changed.
    func connect(
        onNews: @escaping @MainActor (LocalizedText) -> Void,
        explainingChanges explainsChange: @escaping @MainActor (AppID) -> Bool
    ) {
        gate.screen = self
        coordinator.stage = self
        keys.display = self
        keys.onKey = { [weak self] in self?.press($0) ?? .done }
        loader.onChange = { [weak self] in self?.redraw() }
        loader.onNews = onNews
        loader.explainsChange = explainsChange
        settingsDidChange()
    }

    /// Takes the terminal.
    public func enterScreen() {
        guard !isShown else { return }
        isShown = true
        gate.writeFrame(EscapeSequence.enterScreen)
        keys.setQuiet(true)
        renderer.invalidate()
        // Before anything is loaded there is nothing true to show of an app.
        if coordinator.currentApp == nil || loader.hasLoadedAnything { draw() }
    }

    /// Gives the terminal away, as it was before.
    public func leaveScreen() {
        guard isShown else { return }
        isShown = false
        keys.setQuiet(false)
        gate.writeFrame(EscapeSequence.resetStyle + EscapeSequence.showCursor + EscapeSequence.leaveScreen)
    }
}

// MARK: - What is shown

extension StageScreen {
    /// Shows the line that is typed.
    public func show(_ line: EditedLine) {
        // Candidates were for the line as it was.
        if line.text != self.line.text || line.cursor != self.line.cursor { dropCandidates() }
        let line = giveBackLetter(to: line)
        let isTyped = line.text != self.line.text && !isNextLine
        isNextLine = false
        self.line = line
        // Whoever types has come back to the line: Enter is for it again.
        if isTyped, isInSidebar { leaveSidebar() }
        palette?.type(line.text)
        draw()
    }

    /// Shows lines that were printed.
    public func show(_ lines: [String]) { add(lines, kind: .done) }

    /// Shows what is to be known beside a result; where panels show that, nothing lies over them.
    func show(notice: String, besidePanels: Bool) {
        guard besidePanels else { return add([notice], kind: .news) }
        printing.say(beside: notice)
        draw()
    }

    /// Shows what was printed on standard error.
    public func showError(_ line: String) { add([line], kind: .failed) }

    private func add(_ lines: [String], kind: Status.Kind) {
        printing.add(lines, kind: kind, columns: coordinator.size.columns)
        draw()
    }

    /// Shows what a command has to say that no panel shows: a sentence beside the prompt, all else in a panel.
    func show(_ lines: [String], of reply: Reply) {
        if case .message = reply.body { return add(lines, kind: .done) }
        printing.add(lines, kind: .done, columns: 0)
        draw()
    }

    /// Loads what the current app shows now, and draws it.
    func refresh() async throws {
        if coordinator.login == .loggedOut { hasNoAccount = try await coordinator.authenticator.isEmpty() }
        try await loader.refresh()
        redraw()
        await fill()
    }

    /// Waits until nothing is being loaded beside the commands.
    func settle() async { await loader.settle() }

    /// Shows what leads on where nobody is logged in.
    func showStartPage(hasNoAccount: Bool) {
        self.hasNoAccount = hasNoAccount
        redraw()
    }

    /// Forgets what was printed before: a command starts.
    ///
    /// A drawer that hides everything else gives way to it.
    func begin(_ command: String) {
        printedBefore = printing
        printing.begin(command)
        if coveredPrinting != nil { coveredPrinting = StagePrinting() }
        // Nothing more is typed on this line.
        line.hint = ""
        wasDrawerOpen = isDrawerOpen || isInSidebar
        if kind == .compact || isInSidebar { isDrawerOpen = false }
        isInSidebar = false
        isNextLine = true
        isLetterTaken = false
        candidates = nil
        bindKeys()
        drawn = nil
    }

    /// Whether there is room for a palette, and something to go to.
    var hasPalette: Bool {
        StageLayout.isPossible(coordinator.size) && coordinator.currentApp != nil
    }

    /// Whether the sidebar is a drawer over the other panels.
    var hasDrawer: Bool { kind != .wide }

    /// Takes away what was said and printed, and draws everything anew.
    func clear() {
        printing.begin("")
        repaint()
    }

    /// Draws everything anew, whatever somebody else has written on the screen.
    func repaint() {
        renderer.invalidate()
        redraw()
    }

    /// Tells of something that happened elsewhere, without covering what a command said; nil takes it away.
    func tell(_ news: Status?) {
        printing.news = news
        draw()
        forgetting?.cancel()
        guard let news, news.kind == .news else { return }
        // News is shown briefly; `messages` keeps it.
        forgetting = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.newsTime)) != nil, self?.printing.news == news else { return }
            self?.tell(nil)
        }
    }

    /// Shows how far work has come, where nothing else is said; nil takes it away.
    func show(progress: Status?) {
        guard progress != printing.progress else { return }
        printing.progress = progress
        draw()
    }

    /// How much room the status line has for words.
    var columnsForStatus: Int { coordinator.size.columns - 4 }

    /// Draws everything that the panels show anew: it has changed, or the size of the terminal has.
    public func redraw() {
        drawn = nil
        draw()
    }

    /// Takes the user’s theme and keys.
    func settingsDidChange() {
        painter = ThemePainter(theme: settings.theme, depth: depth)
        bindKeys()
        redraw()
    }

    /// Draws what is missing on the screen; nothing is sent where nothing has changed.
    func draw() {
        guard isShown else { return }
        if keyMode != boundMode { bindKeys() }
        present(compose())
        tellSeen()
    }

    /// Lets the detail know that it is seen, where nothing lies over it.
    private func tellSeen() {
        guard printing.text == nil, candidates == nil, palette == nil,
            let app = coordinator.currentApp, loader.hasLoaded(app),
            let detail = app.detail, detail.showsUnseen
        else { return }
        let layout = layout
        guard layout.detail != nil, layout.sidebar == nil || layout.kind == .wide else { return }
        // One at a time: a store that others write to may make it wait.
        guard seeing == nil else { return }
        seeing = Task { [weak self] in
            await detail.wasSeen()
            self?.seeing = nil
        }
    }

    /// Sends a canvas, coloured.
    func present(_ canvas: Canvas) {
        var canvas = canvas
        painter.paint(&canvas)
        gate.writeFrame(renderer.frame(canvas))
    }
}

// MARK: - Putting it together

extension StageScreen {
    /// Where everything stands now.
    var layout: StageLayout { layout(promptRows: lineView.canvas.size.rows) }

    /// Where everything stands with so many rows for what is typed.
    func layout(promptRows: Int) -> StageLayout {
        StageLayout(
            of: coordinator.currentApp, size: coordinator.size, showsSidebar: settings.showsSidebar || isInSidebar,
            showsDrawer: isInSidebar || isDrawerOpen, promptRows: promptRows)
    }

    /// How the panels share the room, which the width alone decides.
    private var kind: StageLayout.Kind { StageLayout.Kind(columns: coordinator.size.columns) }

    private var lineView: LineView {
        let size = coordinator.size
        return LineView(line, columns: size.columns - 1, limit: StageLayout.promptLimit(size))
    }

    /// The frame of the current app for a layout.
    func frame(_ layout: StageLayout) -> Canvas {
        let page = StartPage(of: coordinator, hasNoAccount: hasNoAccount, isAsking: input.isAsking)
        let closing = layout.sidebar != nil && hasDrawer ? closing : nil
        if let drawn, drawn.layout == layout, drawn.page == page, drawn.closing == closing { return drawn.frame }
        let frame = FrameComposer(
            coordinator: coordinator, layout: layout, isInSidebar: isInSidebar, page: page, closing: closing
        ).frame(of: coordinator.currentApp.flatMap { loader.hasLoaded($0) ? $0 : nil })
        drawn = (layout, page, closing, frame)
        return frame
    }

    /// Lays what is said and typed over a frame.
    private func compose() -> Canvas { compose(lineView) }

    /// Lays what is said, and a line, over a frame.
    func compose(_ view: LineView) -> Canvas {
        let layout = layout(promptRows: view.canvas.size.rows)
        guard StageLayout.isPossible(layout.size) else { return composeLines(view) }
        return overlay(frame(layout), layout: layout, line: view)
    }

    /// A frame with everything that lies over it.
    func overlay(_ frame: Canvas, layout: StageLayout) -> Canvas { overlay(frame, layout: layout, line: lineView) }

    private func overlay(_ frame: Canvas, layout: StageLayout, line view: LineView) -> Canvas {
        var canvas = frame
        let language = coordinator.language
        // Looked at before any of these is changed.
        let closing = closing
        printing.text?.draw(in: layout.body, closing: closing, on: &canvas)
        printing.drawStatus(on: &canvas, row: layout.statusRow, hint: hint)
        candidates?.draw(above: layout.statusRow, closing: closing, on: &canvas)
        if let palette {
            PaletteView(
                palette: palette, title: Strings.paletteTitle.string(in: language),
                nothing: Strings.paletteNothing.string(in: language), closing: closing
            ).draw(above: layout.tabsRow, on: &canvas)
        }
        place(view, row: layout.prompt.origin.row, on: &canvas)
        return canvas
    }

    /// Where there is no room for panels: what was printed last, and the line below it.
    private func composeLines(_ view: LineView) -> Canvas {
        let size = coordinator.size
        var canvas = Canvas(size: size)
        let top = size.rows - view.canvas.size.rows
        let status = printing.statuses.first.map { [$0.line] }
        let lines = (printing.text?.lines ?? status ?? []).flatMap { TextLayout.wrap($0, to: max(1, size.columns)) }
        let shown = lines.suffix(max(0, top))
        for (row, text) in shown.enumerated() {
            canvas.write(text, at: Point(column: 0, row: top - shown.count + row))
        }
        place(view, row: max(0, top), on: &canvas)
        return canvas
    }

    private func place(_ view: LineView, row: Int, on canvas: inout Canvas) {
        let column = 1
        canvas.within(
            Rect(column: column, row: row, columns: view.canvas.size.columns, rows: view.canvas.size.rows)
        ) { $0 = view.canvas }
        canvas.cursor = Point(column: column + view.cursor.column, row: row + view.cursor.row)
    }
}
