// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// The actions of keys: `Action` values.
@MainActor
struct KeyActions {
    let coordinator: Coordinator
    let state: ScreenState

    /// The action of a key; `nil` if it has none now.
    func action(for key: ShellKey) -> Action? {
        if key == .help { return state.commands.help }
        if key == .keys { return state.commands.keys }
        guard let app = coordinator.currentApp else { return nil }
        if let keys = key.selections { return action(for: keys, in: app) }
        if let steps = key.tabDistance {
            return app.tabs(in: coordinator.viewContext).tab(at: steps).map { .tab($0.key) }
        }
        if let steps = key.appDistance { return coordinator.app(at: steps).map(state.commands.switching) }
        switch key {
        case .sidebar: return state.commands.sidebar
        // A hidden thing is not opened.
        case .open:
            if state.focusing.isInSidebar { return app.panels.sidebar.opening }
            guard state.layout.list != nil else { return nil }
            return app.panels.main.opening
        default:
            guard let index = key.appIndex, coordinator.catalog.indices.contains(index) else { return nil }
            return state.commands.switching(coordinator.catalog[index].id)
        }
    }

    /// Whether a key that is a letter stands for a command of the current app, for the kind of things in its list; true
    /// for all other keys.
    func hasCommand(for key: ShellKey) -> Bool {
        guard let keys = key.selections, let app = coordinator.currentApp else { return true }
        guard let spec = coordinator.selectionCommand(for: keys) else { return false }
        let needed = spec.parameters.first { !$0.isOption && !$0.isOptional }
        guard let needed, needed.meansSelection, let item = needed.item else { return true }
        return app.panels.offers(item)
    }

    /// The command of an app behind a key: performed if it needs nothing but the selection, otherwise begun.
    private func action(for keys: [SelectionKey], in app: RunningApp) -> Action? {
        guard let spec = coordinator.selectionCommand(for: keys) else { return nil }
        let positional = spec.parameters.filter { !$0.isOption }
        let needed = positional.filter { !$0.isOptional }
        // An optional argument is given all the same if it is selected.
        let selected = (needed.first ?? positional.first)?.item.map { state.panels.selection(of: $0) } ?? []
        if needed.first?.meansSelection == true {
            guard !selected.isEmpty else { return nil }
            return needed.count > 1
                ? .begin(spec.name + " ", in: app.id) : .perform(CommandCall(.app(app.id), spec))
        }
        guard !needed.isEmpty || !selected.isEmpty else { return .perform(CommandCall(.app(app.id), spec)) }
        let words = selected.count == 1 ? [spec.name, CommandWord.quoted(selected[0])] : [spec.name]
        return .begin(words.joined(separator: " ") + " ", in: app.id)
    }
}

extension Coordinator {
    /// The commands that keys have in the current app.
    var selectionCommands: [SelectionKey: CommandSpec] { (try? factory(current))?.selectionCommands ?? [:] }

    /// The first command that one of these keys has in the current app.
    fileprivate func selectionCommand(for keys: [SelectionKey]) -> CommandSpec? {
        let commands = selectionCommands
        return keys.lazy.compactMap { commands[$0] }.first
    }

    /// The app `distance` positions away in the catalog, wrapping around; `nil` if there is no
    /// other.
    fileprivate func app(at distance: Int) -> AppID? {
        guard catalog.count > 1, let index = catalog.firstIndex(where: { $0.id == current }) else { return nil }
        return catalog[(index + distance % catalog.count + catalog.count) % catalog.count].id
    }
}
