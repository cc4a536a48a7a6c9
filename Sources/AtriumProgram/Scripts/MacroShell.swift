// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumShell
import Session
import Terminal

/// A shell that a script is performed on, with the lines that its commands are answered with first.
@MainActor
final class MacroShell: ScriptMacroSubject {
    private let shell: Shell
    private let lines: AnswerLines

    /// A shell whose lines come from `lines`.
    init(_ shell: Shell, lines: AnswerLines) {
        self.shell = shell
        self.lines = lines
    }

    private var coordinator: Coordinator { shell.coordinator }

    var currentApp: String? { coordinator.login.session == nil ? nil : coordinator.current.rawValue }
    var userName: String? { coordinator.login.session?.name }

    func perform(_ command: String, answers: [String]) async throws -> (status: ExitStatus, isOver: Bool) {
        lines.load(answers)
        let outcome = await shell.performTyped(command)
        lines.load([])
        try shell.gate.flush()
        return outcome
    }

    func setLanguage(_ language: Language) { coordinator.setLanguage(language) }
    func setSize(_ size: ScriptSize) { coordinator.setSize(Size(columns: size.columns, rows: size.rows)) }
}
