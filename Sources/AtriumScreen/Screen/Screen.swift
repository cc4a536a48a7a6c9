// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSession
public import AtriumTerminal
import AtriumWorlds

/// The full screen: the current app’s frame, a status line, and the typed line, which Readline edits.
///
/// It has the terminal from `enterScreen` to `leaveScreen`. Everything on it is drawn on one canvas, of which only
/// changed cells are sent; the typed line is drawn there too, so that a change of the data never disturbs it.
@MainActor
public final class Screen {
    private let coordinator: Coordinator
    let keys: any KeyedLineSource
    private let settings: any ScreenSettings
    package let output: ScreenOutput
    let clipboard: Clipboard
    private let loader: PanelLoader
    private let pictures: PictureLoader
    let mover: PanelMover
    /// Says things on it.
    package let printer: ScreenPrinter
    private let bindings: KeyBindings
    let letters: LetterKeys
    /// The part of the shell that it asks.
    let commands: any ScreenCommands
    /// The typed line and its candidates.
    private(set) lazy var line = ScreenLine(on: self)
    let composer: ScreenComposer
    /// The transitions between apps.
    let transitions: ScreenTransitions
    /// The parts of the screen besides the panels.
    package let state: ScreenState
    /// The work for which the last line ended by a key or the mouse.
    private var leaving: LineEnd?
    /// Whether an event is being handled, after which everything is drawn.
    private var isTaking = false

    /// The name by which a line ends for a press of the mouse.
    private static let pressed = "mouse"

    /// A screen that shows the apps of a coordinator.
    ///
    /// - Parameters:
    ///   - keys: The reader of keys, and editor of the line.
    ///   - renderer: The renderer from canvases to bytes.
    ///   - depth: The number of colours of the terminal.
    ///   - input: The use of the typed line.
    ///   - commands: The part of the shell that it asks.
    package init(
        coordinator: Coordinator, gate: OutputGate, keys: any KeyedLineSource, renderer: any Renderer,
        depth: ColorDepth, settings: any ScreenSettings, input: InputState, commands: any ScreenCommands
    ) {
        self.coordinator = coordinator
        self.keys = keys
        self.settings = settings
        self.commands = commands
        clipboard = Clipboard(gate: gate, world: coordinator.world)
        output = ScreenOutput(
            gate: gate, keys: keys, renderer: renderer, depth: depth, settings: settings,
            clock: coordinator.world.clock)
        loader = PanelLoader(coordinator: coordinator, input: input)
        pictures = PictureLoader(
            drawer: PictureDrawer(world: coordinator.world, depth: depth), settings: settings)
        state = ScreenState(coordinator: coordinator, settings: settings, input: input, commands: commands.keys)
        printer = ScreenPrinter(coordinator: coordinator, state: state)
        mover = PanelMover(coordinator: coordinator, state: state)
        bindings = KeyBindings(state: state, keys: keys)
        letters = LetterKeys(state: state, keys: keys, firstWords: { commands.firstWords })
        composer = ScreenComposer(coordinator: coordinator, state: state, input: input)
        transitions = ScreenTransitions(
            coordinator: coordinator, state: state, settings: settings, composer: composer, output: output, keys: keys)
    }

    /// Connects the parts around it to this screen.
    ///
    /// - Parameters:
    ///   - onNews: Called with events elsewhere, and with the app in which something newly waits if it is that.
    ///   - explainsChange: Whether the cause of a change of an app’s data is known already.
    package func connect(
        onNews: @escaping @MainActor (LocalizedText, _ waitingApp: AppID?) -> Void,
        explainingChanges explainsChange: @escaping @MainActor (AppID) -> Bool
    ) {
        coordinator.transitions = transitions
        keys.onKey = { [weak self] in self?.press($0) ?? .done }
        keys.onPress = { [printer] in printer.noteKeys() }
        keys.onMouse = { [weak self] event in
            if case .leave = self?.take(.mouse(event)) { Self.pressed } else { nil }
        }
        keys.onNews = { [weak self] in self?.take($0) }
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
    package var isShown: Bool { output.isShown }

    /// Whether the way to the terminal is too slow for pictures that move.
    package var isSlow: Bool { output.isSlow }

    /// Removes earlier output: a command starts.
    ///
    /// The panels stay as they are drawn until it is over: its output comes over them, and `refresh` draws them anew.
    package func begin(_ command: String) {
        tell(.command)
        if output.isShown { composer.keepScreen() }
        state.begin(command)
        bindings.bind()
    }

    /// Removes all messages and output, and draws everything anew.
    package func clear() {
        printer.forget()
        output.invalidate()
        redraw()
    }
}

// MARK: - Events and layers

extension Screen {
    /// Handles an event, and draws everything then.
    ///
    /// A key or the mouse goes to the first layer from the top that does not ignore it, any other event to all of them.
    @discardableResult
    func take(_ event: ScreenEvent) -> EventResult {
        let isInner = isTaking
        isTaking = true
        let result = handle(event)
        isTaking = isInner
        if case .changed = result { composer.forgetFrame() }
        if !isInner { update() }
        return result
    }

    private func handle(_ event: ScreenEvent) -> EventResult {
        switch event {
        case .key(let key):
            // The meaning of a key depends on the input that was typed at once with it.
            let keys = state.keys
            if !keys.takes(key) || keys.hasLetters && letters.beginsWord(key) { return .type }
        case .mouse: if !state.isPossible { return .handled }
        case .line, .command, .cover, .layer: return tell(event)
        }
        for layer in state.openLayers.reversed() {
            switch layer.take(event, on: self) {
            case .ignored: continue
            case .closed:
                state.remove(layer)
                return .changed
            case .leave(let leaving):
                self.leaving = leaving
                return .leave(leaving)
            case .leaveUnless(let followers, let leaving):
                self.leaving = leaving
                return .leaveUnless(followers, leaving)
            case let result: return result
            }
        }
        return .ignored
    }

    /// Passes an event to each layer.
    @discardableResult
    private func tell(_ event: ScreenEvent) -> EventResult {
        var all = EventResult.handled
        for layer in state.layers.all.reversed() {
            switch layer.take(event, on: self) {
            case .closed:
                state.remove(layer)
                all = .changed
            case .changed: all = .changed
            default: break
            }
        }
        return all
    }

    /// Handles a key by the name under which it is bound.
    private func press(_ name: String) -> KeyOutcome {
        guard let key = Key(name: name) else { return .done }
        switch take(.key(key)) {
        case .type: return .type
        case .abort: return .abort
        case .leave: return .leave
        case .leaveUnless(let followers, _): return .leaveUnless(followers)
        case .ignored, .handled, .changed, .closed:
            // Later input shows what was meant.
            state.typed.takenLetter = letters.letter(of: key)
            return .done
        }
    }

    /// The work for which the line ended by a key or the mouse; taken once.
    package func takeLeaving() -> LineEnd? {
        defer { leaving = nil }
        // The user goes on with it.
        if case .perform(.begin(let text, _)) = leaving { state.begin(with: text) }
        return leaving
    }

    /// Lays a layer over all others, which is drawn with its line.
    func open(_ layer: any Layer) {
        tell(.layer)
        state.push(layer)
        bindings.bind()
    }

    /// Removes a layer.
    func remove(_ layer: any Layer) {
        state.remove(layer)
        redraw()
    }

    /// Draws the drawer out or pushes it in; `nil`: the other of the two.
    ///
    /// - Returns: Whether it is drawn out now; `nil` if there is no drawer.
    package func setDrawer(open: Bool?) -> Bool? {
        guard let isOpen = state.setDrawer(open: open) else { return nil }
        redraw()
        return isOpen
    }
}

// MARK: - Panels

extension Screen {
    /// The visible panels, and their selection for commands; `nil` if there are none.
    package var panels: SeenPanels? { output.isShown && state.isPossible ? state.panels : nil }

    /// Loads the present content of the current app; it is drawn with the next requested line, as one frame.
    package func refresh() async throws {
        coordinator.currentApp?.panels.turnToLatest()
        if coordinator.login == .loggedOut { composer.hasNoAccount = try await coordinator.authenticator.isEmpty() }
        try await loader.refresh()
        state.settleFocus()
        fit()
        await mover.fill()
        // Later changes: from here to the prompt no other task has a turn.
        if !coordinator.isCovered, await loader.loadChanged() { fit() }
    }

    /// Fits the panels to the room for their present content, which determines the parts to load.
    private func fit() {
        composer.forgetFrame()
        if isDrawn { composer.update() }
    }

    /// Waits until nothing is being loaded beside the commands.
    package func settle() async { await loader.settle() }

    /// Shows the next commands if no user is logged in.
    package func showStartPage(hasNoAccount: Bool) {
        composer.hasNoAccount = hasNoAccount
        redraw()
    }

    /// Removes the user’s data from the screen: panels show nothing by themselves then, and earlier output
    /// waits for the password.
    package func cover() {
        tell(.cover)
        state.cover()
        composer.forgetScreen()
        forgetPictures()
        bindings.bind()
        redraw()
    }

    /// Shows everything again.
    ///
    /// - Parameter keepsPrinted: Whether earlier output is for the present user.
    package func uncover(keepsPrinted: Bool) {
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
    package func settingsDidChange() {
        if !settings.showsPictures { forgetPictures() }
        output.themeDidChange()
        bindings.settingsDidChange()
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

    /// Whether changes are drawn: not during a transition, at whose end everything is.
    private var isDrawn: Bool { output.isShown && !transitions.isPlaying }

    /// Applies changes: arranges them, binds their keys, draws them, and reports the visible content to the app.
    ///
    /// Nothing is sent if nothing looks different.
    func update() {
        guard isDrawn else { return }
        let layout = composer.update()
        // After the event everything is drawn once.
        guard !isTaking else { return }
        state.draw(in: layout) {
            bindings.bind()
            output.present(composer.screen())
            tellSeen()
            loadPictures()
        }
    }

    /// Draws the pictures of the shown document.
    private func loadPictures() {
        guard !coordinator.isCovered, let app = coordinator.currentApp, app.panels.isLoaded else { return }
        let layout = state.layout
        if layout.list != nil, let page = app.panels.main as? DocumentPanel { pictures.load(page) }
        if layout.detail != nil, let detail = app.panels.detail { pictures.load(detail) }
    }

    private func forgetPictures() {
        for app in coordinator.openApps { app.panels.forgetPictures() }
        pictures.forget()
    }

    /// Reports to the detail that it is seen, if nothing lies over it.
    private func tellSeen() {
        guard !mover.isOnTheWay, !state.hidesPanels,
            let app = coordinator.currentApp, app.panels.isLoaded, let detail = app.panels.detail,
            !detail.unseen.isEmpty
        else { return }
        let layout = state.layout
        guard layout.detail != nil, layout.sidebar == nil || layout.kind == .wide else { return }
        loader.tellSeen(detail)
    }

    /// The screen as it was before the present command, without the line that was typed for it.
    package func picture() -> Canvas { composer.keptScreen() }
}

/// Having the terminal, or leaving it to lines of text.
extension Screen {
    /// Takes over the terminal, the typed line and the output; the earlier content of the screen is void.
    package func attach() {
        // Earlier output was written in lines; a terminal that is gone stays so.
        try? output.gate.flush()
        state.cover()
        state.uncover(keepsPrinted: false)
        take()
        settingsDidChange()
        enterScreen()
    }

    /// Leaves the terminal, the typed line and the output to another presenter.
    package func detach() {
        leaveScreen()
        output.gate.screen = nil
        keys.setMouse(false)
        bindings.release()
        keys.display = nil
    }

    /// Takes over the typed line and the output.
    func take() {
        output.gate.screen = self
        keys.display = line
    }
}

/// The keys that are bound now, which are bound anew only if others mean something.
@MainActor
final class KeyBindings {
    private let state: ScreenState
    private let keys: any KeyedLineSource
    /// The keys that were bound last.
    private var bound: KeyMap?
    /// The bindings of the maps that there were, which come again with each line.
    private var known: [KeyMap: [(key: KeySequence, action: String)]] = [:]
    /// The user’s keys that `known` was made from.
    private var chosen: [String: String] = [:]

    init(state: ScreenState, keys: any KeyedLineSource) {
        self.state = state
        self.keys = keys
    }

    /// Binds the keys that mean something now, if they have changed.
    func bind() {
        let map = state.keys
        guard map != bound else { return }
        bound = map
        let bindings = known[map] ?? map.bindings(state.settings.preferences)
        known[map] = bindings
        keys.bind(bindings)
    }

    /// Applies the user’s keys: they are bound when the present content is drawn.
    func settingsDidChange() {
        let chosen = state.settings.preferences.keySettings
        if chosen != self.chosen { (known, bound, self.chosen) = ([:], nil, chosen) }
    }

    /// Leaves all keys to the line.
    func release() {
        bound = nil
        keys.bind([])
    }
}
