// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// What keys, rows, findings and the palette do.
extension Shell {
    /// Does what an action says: it belongs into no history, and no alias changes what it means.
    ///
    /// What belongs to an app happens there: the app is shown first.
    ///
    /// - Returns: How it went, and whether the shell ends with it.
    @discardableResult
    func perform(_ action: Action) async -> (status: ExitStatus, isOver: Bool) {
        switch action {
        case .go(let place):
            return await perform(
                CommandCall(owner: .shell, command: "open", arguments: Arguments(["route": place.description])))
        case .perform(let call):
            if let failure = await show(call.owner.app) { return (failure, false) }
            return await perform(call)
        case .begin(let text, let app):
            if let failure = await show(app) { return (failure, false) }
            if let lineName { drafts[lineName] = LineDraft(text) }
            return (.success, false)
        }
    }

    /// Shows an app, where one is meant; nil where that went well.
    private func show(_ app: AppID?) async -> ExitStatus? {
        guard let app, app != coordinator.current else { return nil }
        let status = await perform(Action.switching(to: app)).status
        return status == .success ? nil : status
    }

    private func perform(_ call: CommandCall) async -> (status: ExitStatus, isOver: Bool) {
        do {
            let invocation = try invocation(of: call)
            await start(invocation.line)
            return await perform(invocation.line) { invocation }
        } catch {
            return (report(error), false)
        }
    }

    /// Looks up the command of a call.
    private func invocation(of call: CommandCall) throws -> Invocation {
        let spec =
            switch call.owner {
            case .shell: commands[call.command]?.spec
            case .app(let app): try coordinator.factory(app).commandSpecs.first { $0.name == call.command }
            }
        guard let spec else { throw CommandFault.unknownCommand(call.command, nearest: nil) }
        return Invocation(
            owner: call.owner, spec: spec, arguments: call.arguments, redirection: nil, isBackground: false)
    }
}

extension Action {
    /// Shows an app as it was left.
    static func switching(to app: AppID) -> Action { .shell("switch", ["app": app.rawValue]) }
}
