// SPDX-License-Identifier: GPL-3.0-or-later

import Session

extension Reply {
    /// So many sentences are read as well as their number is.
    private static let fewest = 3

    /// What a command came to that was performed for several things, one after another: the sentence of each, of more than
    /// a few their number, and whatever is to be known beside any of them.
    init(of command: String, forEach replies: [Reply]) {
        let sentences = replies.compactMap { if case .message(let sentence, _) = $0.body { sentence } else { nil } }
        let text =
            sentences.count == replies.count && replies.count <= Self.fewest
            ? LocalizedText("performed.each") { language in
                sentences.map { $0.string(in: language) }.joined(separator: language == .simplifiedChinese ? "" : " ")
            } : Strings.performedForSeveral(command: command, count: replies.count)
        self.init(
            .message(text, facts: [Fact("count", .number(replies.count))]), notices: replies.flatMap(\.notices),
            status: replies.map(\.status).first { $0 != .success } ?? .success)
    }
}
