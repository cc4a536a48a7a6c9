// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// Performs the actions of keys that do not edit a line.
@MainActor
final class ScreenKeyboard {
    private let coordinator: Coordinator
    private let state: ScreenState
    private let keys: any KeyedLineSource
    private let settings: UserSettings
    private let reader: ScreenReader
    private let input: InputState
    private let mover: PanelMover
    private let firstWords: @MainActor () -> [String]
    /// The actions of keys.
    let actions: KeyActions
    /// Draws the changes by a key.
    var draw: @MainActor (Drawing) -> Void = { _ in }
    /// The mode of the last bound keys.
    private var boundMode: KeyMode?
    /// The keys of the modes that there were, which come again with each line.
    private var known: [KeyMode: [(key: KeySequence, action: String)]] = [:]
    /// The key settings that `known` was made from.
    private var chosen: [String: String] = [:]

    /// The parts to draw.
    enum Drawing {
        /// All but the panels.
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
        actions = KeyActions(coordinator: coordinator, state: state)
    }

    /// Binds the keys with an action now, if they have changed.
    func bind() {
        let mode = state.keyMode
        if mode != boundMode { bind(mode) }
    }

    /// Applies the user’s keys: they are bound when the present content is drawn.
    func settingsDidChange() {
        let chosen = settings.preferences.keySettings
        if chosen != self.chosen { (known, boundMode, self.chosen) = ([:], nil, chosen) }
    }

    /// Leaves all keys to the line.
    func release() {
        boundMode = nil
        keys.bind([])
    }

    private func bind(_ mode: KeyMode) {
        boundMode = mode
        let bindings = known[mode] ?? mode.bindings(settings.preferences)
        known[mode] = bindings
        keys.bind(bindings)
    }

    /// The keyboard of the parts over the panels.
    var overlays: OverlayKeyboard { OverlayKeyboard(state: state, mover: mover, draw: draw) }

    /// Performs the action of a key; `leave` if a command has to be performed for it.
    func press(_ name: String) -> KeyOutcome {
        if beginsWord(name) { return .type }
        let outcome = outcome(of: name)
        // Later input shows what was meant.
        if case .done = outcome { state.typed.takenLetter = letter(of: name) }
        return outcome
    }

    private func outcome(of name: String) -> KeyOutcome {
        if name == KeyMode.closingLetter { return state.keyMode.hasLetter ? cancel() : .type }
        if name == KeyMode.leading {
            guard state.isFree else { return .type }
            moveFocus()
            return .done
        }
        if let key = TextKey(rawValue: name) { return TextKeyboard(state: state, keys: keys).press(key) }
        if let key = CopyKey(rawValue: name) { return reader.press(key) }
        if let key = PanelKey(rawValue: name) { return press(key) }
        if KeyMode.link(name) != nil {
            guard state.keyMode == KeyMode(over: .panel, hasLetter: true), state.panels.current == .reader else {
                return .type
            }
            return reader.endLoss() ? .done : .leave
        }
        guard let key = ShellKey(rawValue: name) else { return .done }
        // The meaning of a character depends on the input that was typed at once with it.
        if key.isOfSelection, state.keyMode != KeyMode(over: .panel, hasLetter: true) { return .type }
        if let outcome = overlays.press(key) { return outcome }
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
            guard state.panels.hasDetail else { return .done }
            state.toggleZoom()
            draw(.panels)
        case .redraw:
            keys.readSize()
            draw(.everything)
        case .palette:
            return input.isAtPrompt && state.isPossible && coordinator.currentApp != nil ? .leave : .done
        default:
            // A letter that is no key in this app begins a line, as any other letter does.
            guard actions.hasCommand(for: key) else { return .type }
            guard input.isAtPrompt else { return .done }
            if actions.action(for: key) != nil { return leave(by: key) }
            _ = reader.endLoss()
            return .done
        }
        return .done
    }
}

// MARK: - In the panels

extension ScreenKeyboard {
    /// The actions of keys in the panel with the focus.
    private func press(_ key: PanelKey) -> KeyOutcome {
        if overlays.press(key) { return .done }
        if key == .open, state.candidates != nil, let outcome = overlays.press(ShellKey.open) { return outcome }
        // Input that was typed at once with it has led back to the line.
        guard state.focus != .line else { return .type }
        guard seesPanels() else { return .done }
        if state.panels.current == .reader, [.up, .down, .open].contains(key), reader.endLoss() { return .done }
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
            guard state.panels.current == .list || state.focusing.isInSidebar else { return .done }
            return input.isAtPrompt && actions.action(for: .open) != nil ? .leave : .done
        }
        return .done
    }

    /// Gives the focus to the panels, or goes on to the next of them, and behind the last back to the line.
    private func moveFocus() {
        guard input.isAtPrompt, coordinator.currentApp != nil, state.isPossible else { return }
        if !state.hasKeys {
            state.enterPanels()
        } else if state.panels.current == lastOfRound {
            state.focusing.leavePanels()
        } else {
            return moveFocus(by: 1, goesRound: true)
        }
        draw(.panels)
    }

    /// The panel from which the focus goes back to the line: the one before that to which it goes from there.
    private var lastOfRound: PanelPart {
        let parts = state.panelsBehindDrawer.all
        let start = parts.firstIndex(of: state.panels.first) ?? 0
        return parts[(start + parts.count - 1) % parts.count]
    }

    private func moveFocus(by steps: Int, goesRound: Bool) {
        let all = state.panelsBehindDrawer.all
        // From left to right, as they are shown.
        let parts = goesRound ? all : [.sidebar] + all.dropLast()
        guard let index = parts.firstIndex(of: state.panels.current) else { return }
        let next = goesRound ? (index + steps + parts.count) % parts.count : index + steps
        guard parts.indices.contains(next) else { return }
        if state.focusing.isInSidebar { state.focusing.closeSidebar() }
        state.enter(parts[next])
        draw(.panels)
    }

    /// Marks the selection of the list, and goes on to the next row.
    private func mark() {
        guard state.panels.current == .list, let list = coordinator.currentApp?.mainList else { return }
        list.toggleMark()
        mover.select(1)
    }

    /// Whether keys that move in panels act on visible ones; a drawer that lies over them takes the keys.
    private func seesPanels() -> Bool {
        guard state.isPossible else { return false }
        if state.hasOpenDrawer, !state.focusing.isInSidebar, input.isAtPrompt {
            state.enterSidebar()
            draw(.panels)
        }
        return true
    }

    /// Moves the selection between sidebar and list.
    private func movePanel() {
        guard input.isAtPrompt, coordinator.currentApp != nil, state.isPossible else { return }
        state.focusing.isInSidebar ? state.focusing.closeSidebar() : state.enterSidebar()
        draw(.panels)
    }

    /// Removes the part over the panels; if there is none, Readline cancels its action.
    func cancel() -> KeyOutcome {
        if state.closeTop() { return drawn() }
        if state.endBegun() {
            keys.delete(0..<state.typed.line.text.utf8.count)
            return drawn()
        }
        let app = coordinator.currentApp
        if state.focus != .line, mover.document?.search.end() == true { return drawn() }
        if state.endZoom() { return drawn() }
        if state.focus != .line, state.layout.list != nil, app?.mainList?.unmarkAll() == true { return drawn() }
        if let detail = app?.detail, detail.isOpen {
            detail.close()
            if state.focus != .line { state.enter(.list) }
        } else if state.focus == .panel(.reader), state.layout.list != nil {
            state.enter(.list)
        } else if state.focus != .line {
            state.focusing.leavePanels()
        } else {
            return .abort
        }
        return drawn()
    }

    private func drawn() -> KeyOutcome {
        draw(.panels)
        return .done
    }
}

// MARK: - Letters

extension ScreenKeyboard {
    /// The letter that an action is bound to now; `nil` if no word begins with it.
    private func letter(of name: String) -> String? {
        if name == KeyMode.closingLetter { return KeySequence.closing.name }
        guard let key = ShellKey(rawValue: name), key.isOfSelection else { return nil }
        return key.sequence(settings.preferences.key(for: key))?.character
    }

    /// Leaves the line by a key, unless that is a letter in a word.
    private func leave(by key: ShellKey) -> KeyOutcome {
        let followers = followers(of: key.rawValue)
        return followers.isEmpty ? .leave : .leaveUnless(followers)
    }

    /// The letters behind that of an action in the words that begin with it.
    private func followers(of name: String) -> Set<UInt8> {
        guard let letter = letter(of: name) else { return [] }
        return Set(firstWords().compactMap { $0.hasPrefix(letter) ? $0.utf8.dropFirst(letter.utf8.count).first : nil })
    }

    /// Whether a key is a letter that came together with the next one of a word: no user presses two keys so fast.
    private func beginsWord(_ name: String) -> Bool {
        guard state.keyMode.hasLetter else { return false }
        let followers = followers(of: name)
        return !followers.isEmpty && keys.isFollowed(by: followers)
    }

    /// Gives a letter back to a word that makes no sense without it: a user who reads help and types `quit` means that.
    func givingBackLetter(to line: EditedLine) -> EditedLine {
        guard let letter = state.typed.takenLetter, !line.text.isEmpty else { return line }
        let words = firstWords()
        // It may be a word of its own still.
        guard !words.contains(where: { $0.hasPrefix(line.text) }) else { return line }
        state.typed.takenLetter = nil
        guard words.contains(where: { $0.hasPrefix(letter + line.text) }) else { return line }
        keys.putFirst(letter)
        var whole = line
        whole.text = letter + line.text
        whole.cursor += letter.utf8.count
        whole.hint = ""
        return whole
    }
}
