// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
public import Terminal
import Worlds

/// The full screen: the current app’s frame, a status line, and the typed line, which Readline edits.
///
/// It has the terminal from `enterScreen` to `leaveScreen`. Everything on it is drawn on one canvas, of which only
/// changed cells are sent; the typed line is drawn there too, so that a change of the data never disturbs it.
@MainActor
public final class Screen {
    private let coordinator: Coordinator
    let keys: any KeyedLineSource
    private let settings: UserSettings
    let output: ScreenOutput
    private let loader: PanelLoader
    private let pictures: PictureLoader
    let mover: PanelMover
    /// Says things on it.
    let printer: ScreenPrinter
    let keyboard: ScreenKeyboard
    /// The input that is no command.
    let asking: ScreenAsking
    private let mouse: ScreenMouse
    let line: ScreenLine
    let reader: ScreenReader
    let composer: ScreenComposer
    /// The transitions between apps.
    let transitions: ScreenTransitions
    /// The parts of the screen besides the panels.
    let state: ScreenState

    /// A screen that shows the apps of a coordinator.
    ///
    /// - Parameters:
    ///   - keys: The reader of keys, and editor of the line.
    ///   - renderer: The renderer from canvases to bytes.
    ///   - depth: The number of colours of the terminal.
    ///   - input: The use of the typed line.
    ///   - commands: The commands of keys.
    ///   - firstWords: The words that a line may start with now.
    ///   - remarks: The remarks of apps on the typed line.
    init(
        coordinator: Coordinator, gate: OutputGate, keys: any KeyedLineSource, renderer: any Renderer,
        depth: ColorDepth, settings: UserSettings, input: InputState, commands: KeyCommands,
        firstWords: @escaping @MainActor () -> [String], remarks: LineRemarks
    ) {
        self.coordinator = coordinator
        self.keys = keys
        self.settings = settings
        output = ScreenOutput(
            gate: gate, keys: keys, renderer: renderer, depth: depth, settings: settings,
            clock: coordinator.world.clock)
        loader = PanelLoader(coordinator: coordinator, input: input)
        pictures = PictureLoader(
            drawer: PictureDrawer(world: coordinator.world, depth: depth), settings: settings)
        state = ScreenState(coordinator: coordinator, settings: settings, input: input, commands: commands)
        printer = ScreenPrinter(coordinator: coordinator, state: state)
        mover = PanelMover(coordinator: coordinator, state: state)
        reader = ScreenReader(
            coordinator: coordinator, state: state, mover: mover,
            clipboard: Clipboard(gate: gate, world: coordinator.world))
        keyboard = ScreenKeyboard(
            coordinator: coordinator, state: state, keys: keys, settings: settings, input: input, mover: mover,
            reader: reader, firstWords: firstWords)
        asking = ScreenAsking(
            coordinator: coordinator, state: state, keys: keys, output: output, keyboard: keyboard, reader: reader)
        line = ScreenLine(state: state, keyboard: keyboard, remarks: remarks)
        composer = ScreenComposer(coordinator: coordinator, state: state, input: input)
        mouse = ScreenMouse(
            coordinator: coordinator, state: state, input: input, mover: mover, keyboard: keyboard, composer: composer)
        transitions = ScreenTransitions(
            coordinator: coordinator, state: state, settings: settings, composer: composer, output: output, keys: keys)
    }

    /// Connects the parts around it to this screen.
    ///
    /// - Parameters:
    ///   - onNews: Called with events elsewhere, and with the app in which something newly waits if it is that.
    ///   - explainsChange: Whether the cause of a change of an app’s data is known already.
    func connect(
        onNews: @escaping @MainActor (LocalizedText, _ waitingApp: AppID?) -> Void,
        explainingChanges explainsChange: @escaping @MainActor (AppID) -> Bool
    ) {
        coordinator.transitions = transitions
        keys.onKey = { [weak self] in self?.keyboard.press($0) ?? .done }
        keys.onPress = { [printer] in printer.noteKeys() }
        keys.onMouse = { [weak self] in self?.mouse.take($0) }
        keys.onNews = { [weak self] in self?.take($0) }
        keyboard.draw = { [weak self] in self?.draw($0) }
        reader.draw = { [weak self] in self?.redraw() }
        reader.tell = { [printer] in printer.say($1, as: $0) }
        printer.draw = { [weak self] in self?.update() }
        mover.onChange = { [weak self] in self?.redraw() }
        loader.onChange = { [weak self] in
            self?.redraw()
            Task { await self?.mover.fill() }
        }
        pictures.onChange = { [weak self] in self?.redraw() }
        transitions.onEnd = { [weak self] in self?.redraw() }
        loader.onNews = onNews
        loader.explainsChange = explainsChange
        guard !settings.isPlain else { return }
        take()
        settingsDidChange()
    }
}

// MARK: - Printing

extension Screen: TextScreen {
    /// Takes the terminal.
    public func enterScreen() {
        guard output.enter() else { return }
        // Before anything is loaded there is nothing true to show of an app.
        if coordinator.currentApp == nil || loader.hasLoadedAnything { update() }
    }

    /// Gives the terminal away, as it was before.
    public func leaveScreen() { output.leave() }

    /// Shows lines that were printed.
    public func show(_ lines: [VisibleText]) { printer.show(lines, kind: .done) }

    /// Shows the output on standard error.
    public func showError(_ line: VisibleText) { printer.show([line], kind: .failed) }

    /// Whether the screen has the terminal.
    var isShown: Bool { output.isShown }

    /// Whether the way to the terminal is too slow for pictures that move.
    var isSlow: Bool { output.isSlow }

    /// Removes earlier output: a command starts.
    ///
    /// The panels stay as they are drawn until it is over: its output comes over them, and `refresh` draws them anew.
    func begin(_ command: String) {
        state.begin(command)
        keyboard.bind()
    }

    /// Removes all messages and output, and draws everything anew.
    func clear() {
        printer.forget()
        draw(.everything)
    }
}

// MARK: - The actions of keys

extension Screen {
    /// The action of a key; `nil` if it has none now.
    func action(named name: String) -> Action? {
        name == ScreenMouse.leaving ? mouse.takeAction() : keyboard.actions.action(named: name)
    }

    /// Draws the drawer out or pushes it in; `nil`: the other of the two.
    ///
    /// - Returns: Whether it is drawn out now; `nil` if there is no drawer.
    func setDrawer(open: Bool?) -> Bool? {
        guard let isOpen = state.setDrawer(open: open) else { return nil }
        redraw()
        return isOpen
    }
}

// MARK: - Panels

extension Screen {
    /// The visible panels, and their selection for commands; `nil` if there are none.
    var panels: SeenPanels? { output.isShown && state.isPossible ? state.panels : nil }

    /// Loads the present content of the current app; it is drawn with the next requested line, as one frame.
    func refresh() async throws {
        coordinator.currentApp?.turnToLatest()
        if coordinator.login == .loggedOut { composer.hasNoAccount = try await coordinator.authenticator.isEmpty() }
        try await loader.refresh()
        state.settleFocus()
        arrange()
        await mover.fill()
        // Later changes: from here to the prompt no other task has a turn.
        if !coordinator.isCovered, await loader.loadChanged() { arrange() }
    }

    /// Fits the panels to the room for their present content, which determines the parts to load.
    private func arrange() {
        composer.forgetFrame()
        if isDrawn { composer.arrange() }
    }

    /// Waits until nothing is being loaded beside the commands.
    func settle() async { await loader.settle() }

    /// Shows the next commands if no user is logged in.
    func showStartPage(hasNoAccount: Bool) {
        composer.hasNoAccount = hasNoAccount
        redraw()
    }

    /// Removes the user’s data from the screen: panels show nothing by themselves then, and earlier output
    /// waits for the password.
    func cover() {
        state.cover()
        forgetPictures()
        keyboard.bind()
        redraw()
    }

    /// Shows everything again.
    ///
    /// - Parameter keepsPrinted: Whether earlier output is for the present user.
    func uncover(keepsPrinted: Bool) {
        state.uncover(keepsPrinted: keepsPrinted)
        redraw()
    }

    /// Takes a fact that the terminal has reported; another background is another theme.
    private func take(_ news: TerminalNews) {
        let theme = settings.theme
        settings.terminal.take(news)
        guard settings.theme != theme else { return }
        output.themeDidChange()
        redraw()
    }

    /// Applies the user’s theme and keys.
    func settingsDidChange() {
        if !settings.showsPictures { forgetPictures() }
        output.themeDidChange()
        keyboard.settingsDidChange()
        keys.setMouse(settings.usesMouse)
        redraw()
    }
}

// MARK: - Drawing

extension Screen {
    /// Shows everything that the panels show anew: it has changed, or the size of the terminal has.
    public func redraw() {
        composer.forgetFrame()
        update()
    }

    /// Shows everything in another size, and loads the content that fits now.
    public func resize() {
        redraw()
        if isDrawn { Task { await mover.fill() } }
    }

    private func draw(_ drawing: ScreenKeyboard.Drawing) {
        if drawing == .everything { output.invalidate() }
        if drawing == .overlays { update() } else { redraw() }
    }

    /// Whether changes are drawn: not during a transition, at whose end everything is.
    private var isDrawn: Bool { output.isShown && !transitions.isPlaying }

    /// Applies changes: arranges them, binds their keys, draws them, and reports the visible content to the app.
    ///
    /// Nothing is sent if nothing looks different.
    func update() {
        guard isDrawn else { return }
        keyboard.bind()
        composer.arrange()
        output.present(composer.screen())
        tellSeen()
        loadPictures()
    }

    /// Draws the pictures of the shown document.
    private func loadPictures() {
        guard !coordinator.isCovered, let app = coordinator.currentApp, app.isLoaded else { return }
        let layout = state.layout
        if layout.list != nil, let page = app.main as? DocumentPanel { pictures.load(page) }
        if layout.detail != nil, let detail = app.detail { pictures.load(detail) }
    }

    private func forgetPictures() {
        for app in coordinator.openApps { app.forgetPictures() }
        pictures.forget()
    }

    /// Reports to the detail that it is seen, if nothing lies over it.
    private func tellSeen() {
        guard !mover.isOnTheWay, state.printing.text == nil, state.candidates == nil, state.palette == nil,
            let app = coordinator.currentApp, app.isLoaded, let detail = app.detail, !detail.unseen.isEmpty
        else { return }
        let layout = state.layout
        guard layout.detail != nil, layout.sidebar == nil || layout.kind == .wide else { return }
        loader.tellSeen(detail)
    }

    /// The screen as it was before the present command, without the line that was typed for it.
    func picture() -> Canvas { composer.screenBefore() }
}

/// Having the terminal, or leaving it to lines of text.
extension Screen {
    /// Takes over the terminal, the typed line and the output; the earlier content of the screen is void.
    func attach() {
        // Earlier output was written in lines; a terminal that is gone stays so.
        try? output.gate.flush()
        state.cover()
        state.uncover(keepsPrinted: false)
        take()
        settingsDidChange()
        enterScreen()
    }

    /// Leaves the terminal, the typed line and the output to another presenter.
    func detach() {
        leaveScreen()
        output.gate.screen = nil
        keys.setMouse(false)
        keyboard.release()
        keys.display = nil
    }

    /// Takes over the typed line and the output.
    func take() {
        output.gate.screen = self
        keys.display = line
    }
}
