// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session

/// What is said of a message while it is typed on the line.
extension SMSLogModel {
    func remark(on begun: BegunText) async -> LocalizedText? {
        // A template has its own text, and `-` stands for what comes from elsewhere.
        guard begun.command == MessageCommands.send.spec.name,
            begun.options.isDisjoint(with: ["--template", "--resume"]), begun.text != "-", let word = begun.words.first,
            let text = try? await text(of: begun, behind: word), !text.isEmpty
        else { return nil }
        let length = MessageLength(text)
        return Strings.lengthTyped(parts: length.parts, room: length.room, coding: length.coding.rawValue)
    }

    /// The text that would be sent: where the first word is nobody, that is said, too.
    private func text(of begun: BegunText, behind word: String) async throws -> String {
        guard try await MessageCommands.answered(by: word, in: self) == nil else { return word + " " + begun.text }
        return try await service.recipient(word, before: begun.text, in: opened?.address).text
    }
}
