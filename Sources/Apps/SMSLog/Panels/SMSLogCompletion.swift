// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSearch
import AtriumSession
import AtriumTerminal
import SMSLogLogic

/// Candidates for the arguments of the commands of the message log.
///
/// Candidates are a convenience: if they cannot be read there are none.
@MainActor
struct SMSLogCompletion {
    /// The number of conversations before the others, and the useful length of a list of messages.
    private static let most = 50

    let model: SMSLogModel
    let language: Language

    /// Candidates for one of the app’s things.
    func candidates(_ item: String, for word: String) async -> [Completion] {
        switch item {
        case "number", "suggested": await people(word, named: true)
        case "address": await people(word, named: false)
        case "message": await messages(word)
        case "gateway": await gateways(word)
        case "template": await templates(word)
        case "term": await terms(word)
        case "store": stores(word)
        default: []
        }
    }

    /// The stores that a command may name.
    private func stores(_ word: String) -> [Completion] {
        MessageStoreChoice.offered().map { Completion(text: $0.value, description: $0.summary.string(in: language)) }
            .filter { $0.begins(like: word) }
    }

    private func templates(_ word: String) async -> [Completion] {
        ((try? await model.service.templates.all()) ?? []).map { Completion(text: $0.name, description: $0.text) }
            .filter { $0.begins(like: word) }
    }

    /// The user’s gateways, then the kinds that there are.
    private func gateways(_ word: String) async -> [Completion] {
        let gateways = (try? await model.service.gateways.all()) ?? []
        let kinds = GatewayKind.named.filter { kind in !gateways.contains { $0.name == kind.rawValue } }
        return
            (gateways.map { Completion(text: $0.name, description: $0.place) }
            + kinds.map { Completion(text: $0.rawValue, description: $0.title.string(in: language)) })
            .filter { $0.begins(like: word) }
    }

    /// The people of the last messages, then all whose number begins so, then contacts with such a name:
    /// their number, or the name if a command takes that too.
    private func people(_ word: String, named: Bool) async -> [Completion] {
        let conversations = (try? await model.service.conversations(limit: Self.most)) ?? []
        var candidates = conversations.map { Completion(text: $0.address.text, description: $0.contact?.name) }
            .filter { $0.begins(like: word) }
        var known = Set(candidates.map(\.text))
        // All of them: their common prefix is completed.
        let others = (try? await model.service.people.addresses(startingWith: word, limit: .max)) ?? []
        for other in others where known.insert(other.address.text).inserted {
            candidates.append(Completion(text: other.address.text, description: other.contact?.name))
        }
        guard !word.isEmpty else { return candidates }
        let contacts = (try? await model.service.people.contacts(named: word, limit: .max)) ?? []
        let bearers = contacts.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
        for contact in contacts where known.insert(contact.address.text).inserted {
            // A name that two have says less than their numbers.
            let isSaying = named && bearers[contact.name] == 1
            candidates.append(
                isSaying
                    ? Completion(text: contact.name, description: contact.address.text)
                    : Completion(text: contact.address.text, description: contact.name))
        }
        return candidates
    }

    /// The terms of a query, as the log reads them: a key, or a key with one of its values.
    private func terms(_ typed: String) async -> [Completion] {
        let isNegated = typed.hasPrefix("-")
        let term = isNegated ? String(typed.dropFirst()) : typed
        let sign = isNegated ? "-" : ""
        guard let colon = term.firstIndex(of: ":") else {
            // A key is offered behind the sign once it is begun.
            guard !term.isEmpty || !isNegated else { return [] }
            return MessageQueryKey.allCases.map {
                Completion(text: "\(sign)\($0.rawValue):", description: $0.summary.string(in: language), appends: nil)
            }.filter { $0.begins(like: typed) }
        }
        guard let key = MessageQueryKey(rawValue: term[..<colon].lowercased()) else { return [] }
        let value = String(term[term.index(after: colon)...].replacing("\"", with: ""))
        var candidates = key.words.map { Completion(text: $0) }.filter { $0.begins(like: value) }
        switch key {
        case .from, .to, .with, .in: candidates += await people(value, named: true)
        case .date, .has, .is, .limit: break
        }
        return candidates.map { Completion(text: sign + key.term($0.text), description: $0.description) }
    }

    /// Conversations by number or name, then messages by their words, `limit` at most.
    func findings(_ words: String, limit: Int) async -> [Finding] {
        let parties = await people(words, named: false).prefix(limit).map { candidate in
            Finding(
                title: candidate.description ?? candidate.text,
                detail: candidate.description == nil ? nil : candidate.text,
                place: Place(SMSLogFactory.id, ["thread", candidate.text]))
        }
        guard parties.count < limit, words.utf8.count > 1, !Task.isCancelled else { return parties }
        let messages = (try? await model.service.search(words, limit: limit - parties.count)) ?? []
        return parties
            + messages.map {
                Finding(
                    title: $0.preview(in: language), detail: $0.displayName,
                    place: Place(SMSLogFactory.id, ["message", String($0.id)]))
            }
    }

    /// The messages of the open conversation, or else the newest ones; for a word, those that have it.
    private func messages(_ word: String) async -> [Completion] {
        var near = model.regarded?.messages.reversed() ?? []
        if model.regarded == nil {
            near = ((try? await model.service.conversations(limit: Self.most)) ?? []).map(\.last)
        }
        let candidates = near.map { Completion(text: String($0.id), description: $0.preview(in: language)) }
        let fitting = candidates.filter { $0.fits(word) }
        guard fitting.isEmpty, !word.isEmpty else { return fitting }
        let found =
            if let id = Int(word) { [try? await model.service.message(id)].compactMap { $0 } } else {
                (try? await model.service.find(word, limit: Self.most)) ?? []
            }
        return found.map { Completion(text: String($0.id), description: $0.preview(in: language)) }
    }
}

extension MessageQueryKey {
    /// The summary of the candidate.
    var summary: LocalizedText {
        switch self {
        case .from: Strings.queryFrom
        case .to: Strings.queryTo
        case .with: Strings.queryWith
        case .in: Strings.queryIn
        case .date: Strings.queryDate
        case .has: Strings.queryHas
        case .is: Strings.queryIs
        case .limit: Strings.queryLimit
        }
    }

    /// All that a query may be made of.
    static let allTerms: [ParameterSpec.Term] =
        [
            .init("train", Strings.queryWords), .init("\"see you\"", Strings.queryPhrase),
            .init("-TERM, NOT TERM", Strings.queryNot), .init("TERM OR TERM", Strings.queryAlternative),
            .init("(TERM OR TERM) TERM", Strings.queryGroup),
        ] + allCases.flatMap(\.terms)

    private static let ofConversations = MessageFilter.State.ofConversations.map(\.rawValue)

    /// The terms of its value.
    private var terms: [ParameterSpec.Term] {
        switch self {
        case .from, .to, .with, .in: [.init("\(rawValue):NAME", summary)]
        case .date: [.init("date:2026-01..2026-03", summary)]
        case .limit: [.init("limit:N", summary)]
        case .has: [.init("has:" + words.joined(separator: "|"), summary)]
        case .is:
            // In two: one would be wider than a page of the manual.
            [
                .init("is:" + words.filter { !Self.ofConversations.contains($0) }.joined(separator: "|"), summary),
                .init("is:" + Self.ofConversations.joined(separator: "|"), Strings.queryIsOf),
            ]
        }
    }
}
