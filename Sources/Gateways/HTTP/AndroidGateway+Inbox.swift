// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session
import Synchronization

// Asking the telephone for what it has received.
extension AndroidGateway {
    /// So many messages are asked for at once.
    private static let page = 500
    /// A message may be said to be so much older than the moment at which the telephone got it.
    private static let delay = Duration.seconds(-86_400)

    /// The messages of its inbox, at first all of them and then the newest: whether it called about one or not, it has the
    /// same name.
    ///
    /// Versions that do not hand it out have nothing.
    package func arrivals() async throws(GatewayFault) -> [String] {
        guard let asked = schedule.inbox(at: address.text) else { return [] }
        if asked.last == nil { try await refresh(until: asked.now) }
        var messages: [ReceivedMessage] = []
        var query = "/inbox?type=SMS&limit=\(Self.page)"
        if let since = asked.last.flatMap({ ISOTime.text($0 + Self.delay) }) {
            query += "&from=" + GatewayAddress.encoded(since)
        }
        while true {
            let answer = try await answer(at: query + "&offset=\(messages.count)")
            guard (200..<300).contains(answer.status), let listed = answer.decoded([ListedMessage].self) else { break }
            messages += listed.map(\.message)
            if listed.count < Self.page { break }
        }
        schedule.noteInbox(at: address.text, asked.now)
        // The newest come first.
        return inbox.keep(messages.reversed())
    }

    package func message(arrived key: String) -> ReceivedMessage? { inbox.message(key) }

    /// Has it look for what came while the app did not run.
    private func refresh(until now: Timestamp) async throws(GatewayFault) {
        guard let since = ISOTime.text(now + Self.delay), let until = ISOTime.text(now),
            let json = try? JSONEncoder().encode(["since": since, "until": until])
        else { return }
        _ = try await answer(at: "/inbox/refresh", json: Array(json))
    }
}

/// What a telephone has said to be in its inbox.
final class AndroidInbox: Sendable {
    private let messages = Mutex<[String: ReceivedMessage]>([:])

    /// Keeps messages, and returns their names, each once.
    func keep(_ all: [ReceivedMessage]) -> [String] {
        messages.withLock { messages in
            messages = [:]
            return all.filter { messages.updateValue($0, forKey: $0.key) == nil }.map(\.key)
        }
    }

    func message(_ key: String) -> ReceivedMessage? { messages.withLock { $0[key] } }
}

/// A message of the inbox; the preview of a short message is all of it.
private struct ListedMessage: Decodable {
    let sender: String
    let simNumber: Int?
    let contentPreview: String
    let createdAt: String
    let id: String

    var message: ReceivedMessage {
        ReceivedMessage(
            from: sender, contentPreview, receivedAt: createdAt, named: id, sim: simNumber,
            otherwise: Timestamp(milliseconds: 0))
    }
}
