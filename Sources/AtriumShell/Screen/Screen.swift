// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
public import Terminal
import Worlds

/// The full screen: the current app’s frame, a status line, and the line that is typed, which Readline edits.
///
/// It has the terminal from `enterScreen` to `leaveScreen`. Everything on it is drawn on one canvas, of which only the
/// cells that changed are sent; what is typed is drawn there too, so that a change of the data never disturbs it.
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
    /// Has somebody type what is no command.
    let asking: ScreenAsking
    private let mouse: ScreenMouse
    let line: ScreenLine
    let reader: ScreenReader
    let composer: ScreenComposer
    /// How apps give way to each other on it.
    let transitions: ScreenTransitions
    /// What is on it besides the panels.
    let state: ScreenState

    /// A screen that shows the apps of a coordinator.
    ///
    /// - Parameters:
    ///   - keys: Who reads the keys, and edits the line.
    ///   - renderer: What turns canvases into bytes.
    ///   - depth: How many colours the terminal has.
    ///   - input: What the line is that is typed.
    ///   - commands: What keys stand for.
    ///   - firstWords: The words that a line may start with now.
    ///   - remarks: What apps say of the line that is typed.
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

    /// Makes the parts around it show what they show on this screen.
    ///
    /// - Parameters:
    ///   - onNews: Hears of what happens elsewhere, and of the app in which something newly waits where it is that.
    ///   - explainsChange: Whether somebody here knows already why an app’s data have changed.
    func connect(
        onNews: @escaping @MainActor (LocalizedText, _ waitingApp: AppID?) -> Void,
        explainingChanges explainsChange: @escaping @MainActor (AppID) -> Bool
    ) {
        coordinator.transitions = transitions
        keys.onKey = { [weak self] in self?.keyboard.press($0) ?? .done }
        keys.onPress = { [printer] in printer.noteKeys() }
        keys.onMouse = { [weak self] in self?.mouse.take($0) }
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

// MARK: - What is printed

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

    /// Shows what was printed on standard error.
    public func showError(_ line: VisibleText) { printer.show([line], kind: .failed) }

    /// Whether the screen has the terminal.
    var isShown: Bool { output.isShown }

    /// Whether the way to the terminal is too slow for pictures that move.
    var isSlow: Bool { output.isSlow }

    /// Forgets what was printed before: a command starts.
    ///
    /// The panels stay as they are drawn until it is over: what it says comes over them, and `refresh` draws them anew.
    func begin(_ command: String) {
        state.begin(command)
        keyboard.bind()
    }

    /// Takes away what was said and printed, and draws everything anew.
    func clear() {
        printer.forget()
        draw(.everything)
    }
}

// MARK: - What keys ask for

extension Screen {
    /// What a key asks for that has to be performed; nil where that is nothing now.
    func action(named name: String) -> Action? {
        name == ScreenMouse.leaving ? mouse.takeAction() : keyboard.actions.action(named: name)
    }

    /// Draws the drawer out or pushes it in; nil: the other of the two.
    ///
    /// - Returns: Whether it is drawn out now; nil where there is no drawer.
    func setDrawer(open: Bool?) -> Bool? {
        guard let isOpen = state.setDrawer(open: open) else { return nil }
        redraw()
        return isOpen
    }
}

// MARK: - What the panels show

extension Screen {
    /// The panels that somebody sees, and what a command means by them; nil where there are none.
    var panels: SeenPanels? { output.isShown && state.isPossible ? state.panels : nil }

    /// Loads what the current app shows now; it is drawn with the line that is asked for next, as one frame.
    func refresh() async throws {
        coordinator.currentApp?.turnToLatest()
        if coordinator.login == .loggedOut { composer.hasNoAccount = try await coordinator.authenticator.isEmpty() }
        try await loader.refresh()
        state.settleFocus()
        arrange()
        await mover.fill()
        // What came meanwhile: from here to the prompt nobody else has a turn.
        if !coordinator.isCovered, await loader.loadChanged() { arrange() }
    }

    /// Has the panels take the room that there is for what they show now, which tells what is to be loaded for it.
    private func arrange() {
        composer.forgetFrame()
        if isDrawn { composer.arrange() }
    }

    /// Waits until nothing is being loaded beside the commands.
    func settle() async { await loader.settle() }

    /// Shows what leads on where nobody is logged in.
    func showStartPage(hasNoAccount: Bool) {
        composer.hasNoAccount = hasNoAccount
        redraw()
    }

    /// Takes everything off the screen that is somebody’s: panels show nothing by themselves then, and what was printed
    /// waits for the password.
    func cover() {
        state.cover()
        forgetPictures()
        keyboard.bind()
        redraw()
    }

    /// Shows everything again.
    ///
    /// - Parameter keepsPrinted: Whether the one who is there now is the one for whom it was printed.
    func uncover(keepsPrinted: Bool) {
        state.uncover(keepsPrinted: keepsPrinted)
        redraw()
    }

    /// Takes the user’s theme and keys.
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

    /// Shows everything in another size, and loads what there is room for now.
    public func resize() {
        redraw()
        if isDrawn { Task { await mover.fill() } }
    }

    private func draw(_ drawing: ScreenKeyboard.Drawing) {
        if drawing == .everything { output.invalidate() }
        if drawing == .overlays { update() } else { redraw() }
    }

    /// Whether what is there is drawn when it changes: not during a transition, at whose end all is.
    private var isDrawn: Bool { output.isShown && !transitions.isPlaying }

    /// Takes what has changed: arranges it, binds the keys that it gives a meaning, draws it, tells the app what is seen.
    ///
    /// Nothing is sent where nothing looks otherwise.
    func update() {
        guard isDrawn else { return }
        keyboard.bind()
        composer.arrange()
        output.present(composer.screen())
        tellSeen()
        loadPictures()
    }

    /// Has the pictures of what is read drawn.
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

    /// Lets the detail know that it is seen, where nothing lies over it.
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
    /// Takes the terminal, the line that is typed, and what is printed; what was on it before is for nobody any more.
    func attach() {
        // What was said until now was said in lines; a terminal that is gone stays so.
        try? output.gate.flush()
        state.cover()
        state.uncover(keepsPrinted: false)
        take()
        settingsDidChange()
        enterScreen()
    }

    /// Leaves the terminal and everything that is typed and printed on it to who shows that otherwise.
    func detach() {
        leaveScreen()
        output.gate.screen = nil
        keys.setMouse(false)
        keyboard.release()
        keys.display = nil
    }

    /// Has what is typed and printed shown on it.
    func take() {
        output.gate.screen = self
        keys.display = line
    }
}
