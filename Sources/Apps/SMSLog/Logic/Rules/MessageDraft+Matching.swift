// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// The search for a draft’s message: the questions, in their order, which a store answers one by one.
extension MessageDraft {
    /// The message that the draft stands for.
    ///
    /// - Parameters:
    ///   - mayHaveUndated: Whether there may be a message, also a removed one, of which no file says when it was.
    ///   - find: The message that answers a question, among removed ones or among the others, and that no row stands for.
    package func match(
        _ extent: MatchExtent, mayHaveUndated: () throws -> Bool,
        find: (_ question: MessageQuestion, _ isRemoved: Bool) throws -> Int?
    ) rethrows -> MessageMatch? {
        func found(_ question: MessageQuestion, _ kind: MessageMatch.Kind) throws -> MessageMatch? {
            try find(question, kind == .removed).map { MessageMatch(number: $0, kind: kind) }
        }
        switch extent {
        case .same: return try found(.same(identity), .same)
        case .removed:
            return try details.networkID.flatMap { try found(.named($0), .removed) } ?? found(.same(identity), .removed)
        case .rows(let isAlone):
            return try match(mayHaveUndated) { question, kind in
                isAlone && kind != .removed ? nil : try found(question, kind)
            }
        }
    }

    private func match(
        _ mayHaveUndated: () throws -> Bool,
        _ found: (MessageQuestion, MessageMatch.Kind) throws -> MessageMatch?
    ) rethrows -> MessageMatch? {
        let name = isKnownByNetworkID ? details.networkID : nil
        // The network’s name distinguishes more than the content: several pictures that are left out have the same one.
        if let name, let match = try found(.named(name), .named(mayBeUndated: mayHaveUndated())) { return match }
        let identity = identity
        if let match = try found(.same(identity), .same) { return match }
        if details.isUndated, let match = try found(.same(identity.undated(wasUndated: true)), .same) { return match }
        if let match = try found(.same(identity), .removed) { return match }
        // Most stores have a date for each message, and are not asked for one without.
        let undated = try mayHaveUndated() ? undatedReadings : []
        let poorer = poorerReadings
        for reading in poorer + undated {
            if let match = try found(.same(reading), .poorer(reading)) ?? found(.same(reading), .removed) {
                return match
            }
        }
        if !details.isUndated, let match = try matchInSeconds(identity, poorer, found) { return match }
        return try name.flatMap { try found(.named($0), .removed) }
    }

    /// The message of the same second, if the draft’s file or the one that it came from has whole seconds alone; the time
    /// that says more stays, or is put.
    private func matchInSeconds(
        _ identity: MessageIdentity, _ poorer: [MessageIdentity],
        _ found: (MessageQuestion, MessageMatch.Kind) throws -> MessageMatch?
    ) rethrows -> MessageMatch? {
        if date == date.wholeSecond { return try found(.sameSecond(identity), .same) }
        for reading in [identity] + poorer where reading.date == date {
            let question = MessageQuestion.same(reading.inSeconds)
            let kind = MessageMatch.Kind.second(reading == identity ? nil : reading)
            if let match = try found(question, kind) ?? found(question, .removed) { return match }
        }
        return nil
    }
}
