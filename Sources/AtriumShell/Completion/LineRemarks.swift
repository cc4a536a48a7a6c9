// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal

/// Asks the app for a remark on a command’s text while the user types it.
@MainActor
final class LineRemarks {
    private let coordinator: Coordinator
    private let reader: CommandReader
    private let settings: UserSettings
    private let input: InputState
    private var line = ""
    private var asking: Task<Void, Never>?

    /// - Parameter input: The use of the typed line, which need not be a command.
    init(coordinator: Coordinator, reader: CommandReader, settings: UserSettings, input: InputState) {
        self.coordinator = coordinator
        self.reader = reader
        self.settings = settings
        self.input = input
    }

    /// Shows the remark on a line, once the app has it: none on one that has changed meanwhile.
    func follow(_ line: String, say: @escaping @MainActor (LocalizedText?) -> Void) {
        guard line != self.line else { return }
        self.line = line
        asking?.cancel()
        guard input.isAtPrompt, !coordinator.isCovered, let app = coordinator.currentApp, let begun = text(of: line)
        else { return say(nil) }
        asking = Task {
            let remark = await app.model.remark(on: begun)
            if !Task.isCancelled { say(remark) }
        }
    }

    /// The text of the last command of a line; `nil` if it has none so far.
    private func text(of line: String) -> BegunText? {
        let start = reader.startOfLastCommand(in: line)
        let last = String(decoding: line.utf8.dropFirst(start), as: UTF8.self)
        let place = CompletionPlace(
            CompletionRequest(line: last), vocabulary: reader.vocabulary, preferences: settings.preferences)
        guard case .value(let parameter, let words) = place.wanted, parameter.form == .text, !place.word.isEmpty,
            let command = reader.beginning(of: last)?.command
        else { return nil }
        let before = String(decoding: last.utf8.prefix(place.start), as: UTF8.self)
        let options = before.split(whereSeparator: \.isWhitespace).map(String.init).filter { $0.hasPrefix("--") }
        return BegunText(
            command: command, words: words, options: Set(options.map { String($0.prefix { $0 != "=" }) }),
            text: place.word)
    }
}
