// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// Does what keys are bound to that a line is not edited with, and says what the others ask for.
@MainActor
final class ScreenKeyboard {
    let coordinator: Coordinator
    let state: ScreenState
    let keys: any KeyedLineSource
    private let settings: UserSettings
    private let reader: ScreenReader
    let input: InputState
    let mover: PanelMover
    let firstWords: @MainActor () -> [String]
    /// Draws what a key has changed.
    var draw: @MainActor (Drawing) -> Void = { _ in }
    /// Which keys were bound last.
    private var boundMode: KeyMode?

    /// How much has to be drawn.
    enum Drawing {
        /// What is not the panels’.
        case overlays
        /// The panels too.
        case panels
        /// Everything, whatever is on the terminal.
        case everything
    }

    /// - Parameter firstWords: The words that a line may start with now.
    init(
        coordinator: Coordinator, state: ScreenState, keys: any KeyedLineSource, settings: UserSettings,
        input: InputState, mover: PanelMover, reader: ScreenReader, firstWords: @escaping @MainActor () -> [String]
    ) {
        self.coordinator = coordinator
        self.state = state
        self.keys = keys
        self.settings = settings
        self.input = input
        self.mover = mover
        self.reader = reader
        self.firstWords = firstWords
    }

    /// Binds the keys that mean something now, where that has changed.
    func bind() { if state.keyMode != boundMode { bindAgain() } }

    /// Binds the keys that mean something now.
    func bindAgain() {
        let mode = state.keyMode
        boundMode = mode
        keys.bind(mode.bindings(settings.preferences))
    }

    /// Does what a key is bound to; `leave` where something has to be performed for it.
    func press(_ name: String) -> KeyOutcome {
        if name == KeyMode.closingLetter { return pressClosingLetter() }
        if let key = TextKey(rawValue: name) { return TextKeyboard(state: state, keys: keys).press(key) }
        if let key = CopyKey(rawValue: name) { return reader.press(key) }
        if let key = PanelKey(rawValue: name) { return press(key) }
        if KeyMode.link(name) != nil {
            guard state.keyMode == KeyMode(over: .panel, hasLetter: true), state.panel == .reader else { return .type }
            return .leave
        }
        guard let key = ShellKey(rawValue: name) else { return .done }
        // What was typed at once with it decides what a character means.
        if key.isOfSelection, state.keyMode != KeyMode(over: .panel, hasLetter: true) { return .type }
        if let palette = state.palette { return press(key, in: palette) }
        if state.searching != nil { return pressInSearch(key) }
        if state.candidates != nil, let outcome = pressInCandidates(key) { return outcome }
        if state.printing.text != nil, let outcome = pressInText(key) { return outcome }
        if key.isOfPanels, !seesPanels() { return .done }
        switch key {
        case .cancel: return cancel()
        case .pageUp: mover.scroll(pages: -1)
        case .pageDown: mover.scroll(pages: 1)
        case .selectUp: mover.select(-1)
        case .selectDown: mover.select(1)
        case .panel: movePanel()
        case .focus: moveFocus()
        case .mark: mark()
        case .nextHit, .previousHit: return reader.moveHit(by: key == .nextHit ? 1 : -1) ? .done : .type
        case .copy: return reader.beginPicking() ? .done : .type
        case .find where reader.document != nil: return input.isAtPrompt ? .leave : .done
        case .zoom:
            guard state.hasDetail else { return .done }
            state.toggleZoom()
            draw(.panels)
        case .redraw: draw(.everything)
        case .palette:
            return input.isAtPrompt && state.isPossible && coordinator.currentApp != nil ? .leave : .done
        default: return input.isAtPrompt && action(for: key) != nil ? .leave : .done
        }
        return .done
    }

    /// What a key asks for by which a line was left.
    func action(named name: String) -> Action? {
        if PanelKey(rawValue: name) == .open { return action(for: .open) }
        if let link = KeyMode.link(name) { return .shell(ShellCommands.open, ShellCommands.route.argument("\(link)")) }
        guard let action = ShellKey(rawValue: name).flatMap(action(for:)) else { return nil }
        // Somebody goes on with it.
        if case .begin = action { state.leavePanels() }
        return action
    }

    /// What a key asks for that has to be performed; nil where that is nothing now.
    func action(for key: ShellKey) -> Action? {
        if key == .help { return .shell(ShellCommands.help) }
        if key == .keys { return .shell(ShellCommands.help, ShellCommands.topic.argument("keys")) }
        guard let app = coordinator.currentApp else { return nil }
        if let key = key.selection { return action(for: key, in: app) }
        if let steps = key.tabDistance {
            return app.tabs(in: coordinator.viewContext).tab(at: steps).map { .tab($0.key) }
        }
        if let steps = key.appDistance { return coordinator.app(at: steps).map { .switching(to: $0) } }
        switch key {
        case .sidebar: return .shell(ShellCommands.sidebar)
        // What is not seen is not opened.
        case .open:
            if state.isInSidebar { return app.sidebar.opening }
            guard state.layout.list != nil else { return nil }
            state.followOpening()
            return app.main.opening
        default:
            guard let index = key.appIndex, coordinator.catalog.indices.contains(index) else { return nil }
            return .switching(to: coordinator.catalog[index].id)
        }
    }
}

// MARK: - In the panels

extension ScreenKeyboard {
    /// What keys do in the panel that has the focus.
    private func press(_ key: PanelKey) -> KeyOutcome {
        guard state.focus != .line, seesPanels() else { return .done }
        switch key {
        case .up: mover.step(-1)
        case .down: mover.step(1)
        case .first: mover.go(to: .start)
        case .last: mover.go(to: .end)
        case .left: moveFocus(by: -1, goesRound: false)
        case .right: moveFocus(by: 1, goesRound: false)
        case .next: moveFocus(by: 1, goesRound: true)
        case .back: return cancel()
        case .open:
            guard state.panel == .list else { return .done }
            return input.isAtPrompt && action(for: .open) != nil ? .leave : .done
        }
        return .done
    }

    /// Gives the focus to the panels, or goes on to the next of them, and behind the last back to the line.
    private func moveFocus() {
        guard input.isAtPrompt, coordinator.currentApp != nil, state.isPossible else { return }
        let parts = state.parts
        if state.focus == .line {
            state.enterPanels()
        } else if state.panel == parts.last {
            state.leavePanels()
        } else {
            return moveFocus(by: 1, goesRound: true)
        }
        draw(.panels)
    }

    private func moveFocus(by steps: Int, goesRound: Bool) {
        // From left to right, as they stand.
        let parts = goesRound ? state.parts : [.sidebar] + state.parts.dropLast()
        guard let index = parts.firstIndex(of: state.panel) else { return }
        let next = goesRound ? (index + steps + parts.count) % parts.count : index + steps
        guard parts.indices.contains(next) else { return }
        if state.isInSidebar { state.closeSidebar() }
        state.enter(parts[next])
        draw(.panels)
    }

    /// Marks what is selected in the list, and goes on to the next one.
    private func mark() {
        guard state.panel == .list, let list = coordinator.currentApp?.mainList else { return }
        list.toggleMark()
        mover.select(1)
    }

    /// The command of an app behind a key: performed where it needs nothing but what is selected, otherwise begun.
    private func action(for key: SelectionKey, in app: RunningApp) -> Action? {
        guard let spec = try? coordinator.factory(app.id).selectionCommands[key] else { return nil }
        let needed = spec.parameters.filter { !$0.isOptional && !$0.isOption }
        let selected = needed.first?.item.map { app.selection(of: $0) } ?? []
        if needed.first?.meansSelection == true {
            guard !selected.isEmpty else { return nil }
            return needed.count > 1
                ? .begin(spec.name + " ", in: app.id) : .perform(CommandCall(.app(app.id), spec))
        }
        guard !needed.isEmpty else { return .perform(CommandCall(.app(app.id), spec)) }
        let words = selected.count == 1 ? [spec.name, CommandWord.quoted(selected[0])] : [spec.name]
        return .begin(words.joined(separator: " ") + " ", in: app.id)
    }
}

extension Coordinator {
    /// The app so many further on in the catalog, or back with a negative number, round the ends; nil where there is no
    /// other.
    fileprivate func app(at distance: Int) -> AppID? {
        guard catalog.count > 1, let index = catalog.firstIndex(where: { $0.id == current }) else { return nil }
        return catalog[(index + distance % catalog.count + catalog.count) % catalog.count].id
    }
}
