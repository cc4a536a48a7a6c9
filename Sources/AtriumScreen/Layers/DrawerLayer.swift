// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// The sidebar while it has the focus, and while it lies over the other panels as a drawer.
///
/// The frame of the panels draws it.
@MainActor
final class DrawerLayer: Layer {
    func isOpen(on state: ScreenState) -> Bool {
        state.focusing.isInSidebar || state.hasOpenDrawer && state.printing.text == nil
    }

    func keys(on state: ScreenState) -> KeyMap? {
        guard state.focusing.isInSidebar else { return KeyMap(own: [.escape], closes: state.isFree) }
        return KeyMap(
            own: [.up, .down, .home, .end, .left, .right, .tab, .enter, .escape], closes: state.isFree)
    }

    func hint(on state: ScreenState) -> String? {
        guard state.focusing.isInSidebar else { return nil }
        return Strings.screenHintSidebar.string(in: state.coordinator.language)
    }

    func take(_ event: ScreenEvent, on screen: Screen) -> EventResult {
        switch event {
        case .key(let key) where key.closes: close(screen.state)
        case .mouse(let event) where event.kind == .back: close(screen.state)
        default: .ignored
        }
    }

    private func close(_ state: ScreenState) -> EventResult {
        if state.focusing.isInSidebar { state.focusing.closeSidebar() } else { state.focusing.closeDrawer() }
        return .changed
    }
}

/// The line while it is no command: something is asked or performed, and the mouse only turns its wheel.
@MainActor
final class InputLayer: Layer {
    func hint(on state: ScreenState) -> String? {
        let language = state.coordinator.language
        if state.input.isAsking { return Strings.overlayAsking.string(in: language) }
        guard state.coordinator.currentApp != nil, state.input.isAtPrompt else { return "" }
        return state.remark?.string(in: language)
    }

    func take(_ event: ScreenEvent, on screen: Screen) -> EventResult {
        guard !screen.state.input.isAtPrompt, case .mouse(let event) = event else { return .ignored }
        return event.isTurn ? .ignored : .handled
    }
}
