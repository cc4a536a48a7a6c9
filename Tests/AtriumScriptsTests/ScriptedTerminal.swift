// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts

/// A terminal in memory that writes down what reaches it, and shows what it was given.
@MainActor
final class ScriptedTerminal: ScriptTerminal {
    struct Broken: Error {}

    /// The screens that are seen one after another; the last one stays.
    var screens: [[String]]
    private(set) var heard: [String] = []
    private(set) var hasEnded = false

    private let ended: () -> Void

    init(_ screens: [[String]], ended: @escaping () -> Void = {}) {
        self.screens = screens
        self.ended = ended
    }

    func enter(_ line: String, isCommand: Bool) async throws {
        heard.append((isCommand ? "command " : "answer ") + line)
    }

    func type(_ text: String) async throws {
        if text == "break" { throw Broken() }
        heard.append("type \(text)")
    }

    func press(_ keys: [ScriptKey]) async throws { heard += keys.map(\.name) }

    func resize(to size: ScriptSize) async throws { heard.append("size \(size.columns) \(size.rows)") }

    func screen(within seconds: Int, until isRight: ([String]) -> Bool) async throws -> [String] {
        heard.append("within \(seconds)")
        while screens.count > 1, !isRight(screens[0]) { screens.removeFirst() }
        return screens.first ?? []
    }

    func end() async {
        hasEnded = true
        ended()
    }
}
