// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// The panels and the line: what keys and the mouse do if nothing lies over them.
@MainActor
final class PanelsLayer: Layer {
    /// The press before, which may be the first of two.
    var lastPress: Press?

    func keys(on state: ScreenState) -> KeyMap? {
        if state.hasKeys {
            return KeyMap(
                own: [.up, .down, .home, .end, .left, .right, .tab, .enter, .escape], selects: state.isFree,
                closes: state.isFree)
        }
        // A document in place of the list may be there for long: Escape stays Readline’s on a typed line.
        let isClosable = state.isFree && state.coversList
        let isPointedAt = state.isFree && state.focus != .line
        var own: [Key] = isClosable || state.hasBegun || isPointedAt ? [.escape] : []
        // At the end of the history there is nothing further down. It stays bound while a line is typed, for binding
        // keys anew takes longer than all else that a typed letter does.
        if state.isPossible, state.coordinator.currentApp != nil { own.append(.down) }
        // Enter opens the thing in the list that was selected with the mouse.
        if isPointedAt, state.panels.current == .list { own.append(.enter) }
        return KeyMap(own: own, closes: isClosable)
    }

    func hint(on state: ScreenState) -> String? { KeyHints(state: state).hint }

    func take(_ event: ScreenEvent, on screen: Screen) -> EventResult {
        switch event {
        case .key(let key): PanelKeys(screen: screen).press(key)
        case .mouse(let event): press(event, PanelKeys(screen: screen))
        case .line, .command, .cover, .layer: .ignored
        }
    }
}

/// The actions of keys in the panels and from the line.
@MainActor
struct PanelKeys {
    let screen: Screen

    private var state: ScreenState { screen.state }
    private var mover: PanelMover { screen.mover }
    private var coordinator: Coordinator { screen.state.coordinator }
    private var actions: KeyActions { KeyActions(coordinator: coordinator, state: state) }

    func press(_ key: Key) -> EventResult {
        if key.closes { return cancel() }
        switch key {
        case .shell(let key): return press(key)
        case .letter: return link(key)
        case .down where !state.hasKeys: return state.isFree ? moveFocus() : .type
        default: break
        }
        // Input that was typed at once with it has led back to the line.
        guard state.focus != .line else { return .type }
        guard seesPanels() else { return .handled }
        if state.panels.current == .reader, [.up, .down, .enter].contains(key), endLoss() { return .changed }
        switch key {
        case .up: mover.step(-1)
        case .down: mover.step(1)
        case .home: mover.go(to: .start)
        case .end: mover.go(to: .end)
        case .left: return moveFocus(by: -1, goesRound: false)
        case .right: return moveFocus(by: 1, goesRound: false)
        case .tab: return moveFocus(by: 1, goesRound: true)
        case .enter:
            guard state.panels.current == .list || state.focusing.isInSidebar, state.input.isAtPrompt else { break }
            return open()
        default: break
        }
        return .handled
    }

    private func press(_ key: ShellKey) -> EventResult {
        if key.isOfPanels, !seesPanels() { return .handled }
        if let motion = Key.shell(key).motion {
            switch motion {
            case .pages(let pages): mover.scroll(pages: pages)
            case .rows(let rows): mover.select(rows)
            case .start, .end: break
            }
            return .handled
        }
        switch key {
        case .panel: return movePanel()
        case .focus: return moveFocus()
        case .mark: return mark()
        case .nextHit, .previousHit: return moveHit(by: key == .nextHit ? 1 : -1)
        case .copy:
            guard let layer = screen.document.flatMap(CopyLayer.init(in:)) else { return .type }
            screen.open(layer)
        case .find where screen.document != nil:
            guard state.input.isAtPrompt, let document = screen.document else { return .handled }
            return .leave(
                .work { screen in
                    try await screen.search(in: document)
                    return nil
                })
        case .zoom:
            guard state.panels.hasDetail else { return .handled }
            state.toggleZoom()
        case .redraw:
            screen.keys.readSize()
            screen.output.invalidate()
        case .palette:
            guard state.input.isAtPrompt, state.isPossible, coordinator.currentApp != nil else { return .handled }
            return .leave(.work { try await $0.choose() })
        case .open: return state.input.isAtPrompt ? open() : .handled
        default: return perform(key)
        }
        return .changed
    }

    /// Leaves the line for the command of a key.
    private func perform(_ key: ShellKey) -> EventResult {
        // A letter that is not a key in this app begins a line, as any other letter does.
        guard actions.hasCommand(for: key) else { return .type }
        guard state.input.isAtPrompt else { return .handled }
        guard let action = actions.action(for: key) else { return endLoss() ? .changed : .handled }
        let followers = screen.letters.followers(of: .shell(key))
        return followers.isEmpty ? .leave(.perform(action)) : .leaveUnless(followers, .perform(action))
    }

    /// Opens the selection.
    private func open() -> EventResult {
        guard let action = actions.action(for: .open) else { return endLoss() ? .changed : .handled }
        state.focusing.followOpening()
        return .leave(.perform(action))
    }

    /// Opens the link of the shown document that a digit stands for.
    private func link(_ key: Key) -> EventResult {
        guard let number = Key.digits.firstIndex(of: key), state.panels.current == .reader else { return .type }
        if endLoss() { return .changed }
        return coordinator.currentApp.map { .leave(.perform(.go($0.place(of: number + 1)))) } ?? .handled
    }

    /// Moves to another match; without a search the key is a letter.
    private func moveHit(by steps: Int) -> EventResult {
        guard let document = screen.document, document.search.isOn else { return .type }
        mover.moveHit(by: steps, in: document)
        return .changed
    }

    /// Reports that the object of the keys is gone, and shows the present content instead; false if nothing is gone.
    private func endLoss() -> Bool {
        guard let detail = coordinator.currentApp?.panels.detail, let text = detail.lossText else { return false }
        detail.close()
        state.settleFocus()
        screen.redraw()
        screen.printer.say(text, as: .news)
        return true
    }
}

// MARK: - The focus

extension PanelKeys {
    /// Gives the focus to the panels, or goes on to the next of them, and behind the last back to the line.
    private func moveFocus() -> EventResult {
        guard state.input.isAtPrompt, coordinator.currentApp != nil, state.isPossible else { return .handled }
        if !state.hasKeys {
            state.enterPanels()
        } else if state.panels.current == lastOfRound {
            state.focusing.leavePanels()
        } else {
            return moveFocus(by: 1, goesRound: true)
        }
        return .changed
    }

    /// The panel from which the focus goes back to the line: the one before that to which it goes from there.
    private var lastOfRound: PanelPart {
        let parts = state.panelsBehindDrawer.all(hasSidebar: state.hasSidebar)
        let start = parts.firstIndex(of: state.panels.first) ?? 0
        return parts[(start + parts.count - 1) % parts.count]
    }

    private func moveFocus(by steps: Int, goesRound: Bool) -> EventResult {
        let all = state.panelsBehindDrawer.all(hasSidebar: state.hasSidebar)
        // From left to right, as they are shown.
        let parts = goesRound ? all : all.filter { $0 == .sidebar } + all.filter { $0 != .sidebar }
        guard let index = parts.firstIndex(of: state.panels.current) else { return .handled }
        let next = goesRound ? (index + steps + parts.count) % parts.count : index + steps
        guard parts.indices.contains(next) else { return .handled }
        if state.focusing.isInSidebar { state.focusing.closeSidebar() }
        state.enter(parts[next])
        return .changed
    }

    /// Marks the selection of the list, and goes on to the next row.
    private func mark() -> EventResult {
        guard state.panels.current == .list, let list = coordinator.currentApp?.panels.mainList else { return .handled }
        list.toggleMark()
        mover.select(1)
        return .changed
    }

    /// Whether keys that move in panels act on visible ones; a drawer that lies over them takes the keys.
    private func seesPanels() -> Bool {
        guard state.isPossible else { return false }
        if state.hasOpenDrawer, !state.focusing.isInSidebar, state.input.isAtPrompt {
            state.enterSidebar()
            screen.redraw()
        }
        return true
    }

    /// Moves the selection between sidebar and list.
    private func movePanel() -> EventResult {
        guard state.input.isAtPrompt, coordinator.currentApp != nil, state.isPossible else { return .handled }
        state.focusing.isInSidebar ? state.focusing.closeSidebar() : state.enterSidebar()
        return .changed
    }

    /// Goes back a step; if there is none, Readline cancels its action.
    func cancel() -> EventResult {
        if state.endBegun() {
            screen.keys.delete(0..<state.typed.line.text.utf8.count)
            return .changed
        }
        let app = coordinator.currentApp
        if state.focus != .line, mover.document?.search.end() == true { return .changed }
        if state.endZoom() { return .changed }
        if state.focus != .line, state.layout.list != nil, app?.panels.mainList?.unmarkAll() == true { return .changed }
        if let detail = app?.panels.detail, detail.isOpen {
            detail.close()
            if state.focus != .line { state.enter(.list) }
        } else if state.focus == .panel(.reader) {
            state.enter(.list)
        } else if state.focus != .line {
            state.focusing.leavePanels()
        } else {
            return .abort
        }
        return .changed
    }
}

/// The letters that are keys while nothing is typed, and the words that begin with them.
@MainActor
struct LetterKeys {
    let state: ScreenState
    let keys: any KeyedLineSource
    /// The words that a line may start with now.
    let firstWords: @MainActor () -> [String]

    /// The character of a key that is one now; `nil` if no word begins with it.
    func letter(of key: Key) -> String? { key.character(state.settings.preferences) }

    /// The letters behind that of a key in the words that begin with it.
    func followers(of key: Key) -> Set<UInt8> {
        guard let letter = letter(of: key) else { return [] }
        return Set(firstWords().compactMap { $0.hasPrefix(letter) ? $0.utf8.dropFirst(letter.utf8.count).first : nil })
    }

    /// Whether a key is a letter that came together with the next one of a word: no user presses two keys so fast.
    func beginsWord(_ key: Key) -> Bool {
        let followers = followers(of: key)
        return !followers.isEmpty && keys.isFollowed(by: followers)
    }

    /// Gives a letter back to a word that makes no sense without it: a user who reads help and types `quit` means that.
    func givingBack(to line: EditedLine) -> EditedLine {
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
