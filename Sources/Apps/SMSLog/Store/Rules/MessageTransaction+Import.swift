// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain

/// New messages, none of which is there twice, and the names that they bring.
extension MessageTransaction {
    /// Stores messages, each one’s contact first, and returns the number of each.
    ///
    /// A name that a draft brings makes a local contact where there is none of its address.
    package func add(_ drafts: [MessageDraft]) throws -> [Int] {
        try drafts.map { draft in
            try name(draft)
            return try insert(draft)
        }
    }

    /// Stores those rows of a file of which the message is not there yet, as `add` does.
    ///
    /// The same message has the same address, date, direction, kind, sender, text and attachments. Each row takes one
    /// message, so that what a file has twice is stored twice, once. A message in one of the draft’s `poorerReadings`
    /// is the same too if there is none of the full one; it gets what it lacks, and moves to the draft’s address.
    ///
    /// - Parameter matched: What earlier rows of the same file stand for.
    package func merge(_ drafts: [MessageDraft], matched: MatchedMessages) throws -> MergedMessages {
        var matched = matched
        var numbers: [Int?] = []
        numbers.reserveCapacity(drafts.count)
        for draft in drafts {
            try name(draft)
            if let known = try known(draft, outside: matched) {
                matched.insert(known)
                numbers.append(nil)
            } else {
                let number = try insert(draft)
                matched.insert(number)
                numbers.append(number)
            }
        }
        return MergedMessages(numbers: numbers, matched: matched)
    }

    /// The message that a row of a file stands for, which gets what it lacks.
    private func known(_ draft: MessageDraft, outside matched: MatchedMessages) throws -> Int? {
        if let known = try match(draft, outside: matched) { return known }
        for reading in draft.poorerReadings {
            guard let known = try match(reading, outside: matched) else { continue }
            try update(known, from: reading, to: draft)
            return known
        }
        return nil
    }

    private func name(_ draft: MessageDraft) throws {
        guard let name = draft.importedName, try contact(draft.address) == nil else { return }
        try put(Contact(address: draft.address, name: name, kind: .local))
    }
}
