// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
import Foundation
import Synchronization

/// A telephone with the app “SMS Gateway for Android”, or the server through which several of them are reached.
///
/// It takes a message under our key, and recognises it: handing it over twice sends it once.
///
/// Source: the app’s OpenAPI description (capcom6/android-sms-gateway).
public struct AndroidGateway: MessageGateway, Sendable {
    let address: GatewayAddress
    private let account: HTTPAccount
    private let sim: Int?
    private let http: any HTTPExchange
    let schedule: PollSchedule
    let inbox = AndroidInbox()

    /// A telephone at this address.
    ///
    /// - Parameters:
    ///   - sim: The number of the card that sends, from 1 on; `nil`: the one that the telephone prefers.
    ///   - schedule: The times of requests for the state of a message.
    public init(
        at address: GatewayAddress, account: HTTPAccount, sim: Int?, http: any HTTPExchange, schedule: PollSchedule
    ) {
        self.address = address
        self.account = account
        self.sim = sim
        self.http = http
        self.schedule = schedule
    }

    func answer(
        at path: String, json: [UInt8]? = nil, isRemoval: Bool = false
    ) async throws(GatewayFault) -> HTTPAnswer {
        do throws(HTTPFault) {
            return try await http.answer(
                to: HTTPRequest(address.text + path, json: json, isRemoval: isRemoval, account: account))
        } catch {
            throw GatewayFault(error)
        }
    }

    private func path(of key: String) -> String { "/messages/" + GatewayAddress.encoded(key) }

    /// Gives a message to the phone.
    public func submit(_ message: OutgoingMessage) async throws(GatewayFault) -> SubmissionReceipt {
        let outgoing = SentMessage(
            id: message.key, textMessage: .init(text: message.text), phoneNumbers: [message.number],
            withDeliveryReport: true, simNumber: sim)
        guard let json = try? JSONEncoder().encode(outgoing) else {
            throw .refused(reason: .fact(.notUnderstood, message.number))
        }
        // An incomplete number, such as a short code, is refused otherwise.
        let path = message.number.hasPrefix("+") ? "/messages" : "/messages?skipPhoneValidation=true"
        let answer = try await answer(at: path, json: Array(json))
        let receipt = SubmissionReceipt(reference: message.key)
        switch answer.status {
        // It has the message already.
        case 409: return receipt
        case 200..<300:
            guard answer.decoded(MessageState.self)?.id == message.key else {
                throw .lost(reason: .fact(.notUnderstood, answer.excerpt))
            }
            return receipt
        case 403: throw .unreachable(reason: .fact(.unauthorized, answer.excerpt))
        case 429, 500...: throw .busy(reason: .fact(.serverFault, answer.excerpt))
        default:
            if let fault = GatewayFault(ofServer: answer, at: address.text) { throw fault }
            throw .refused(reason: .said(answer.decoded(ErrorText.self)?.message ?? answer.excerpt))
        }
    }

    /// Finds out whether the phone has a message.
    public func recover(_ message: OutgoingMessage) async throws(GatewayFault) -> Recovery {
        try await state(of: message.key) == nil
            ? .notTaken : .taken(SubmissionReceipt(reference: message.key))
    }

    /// The state of a message; `nil` for one that the telephone does not know.
    private func state(of key: String) async throws(GatewayFault) -> MessageState? {
        let answer = try await answer(at: path(of: key))
        switch answer.status {
        case 200..<300:
            guard let state = answer.decoded(MessageState.self), state.id == key else { break }
            return state
        case 404: return nil
        case 403: throw .unreachable(reason: .fact(.unauthorized, answer.excerpt))
        case 429, 500...: throw .unreachable(reason: .fact(.serverFault, answer.excerpt))
        default: break
        }
        throw GatewayFault(ofServer: answer, at: address.text)
            ?? .unreachable(reason: .fact(.notUnderstood, answer.excerpt))
    }

    /// The phone’s reports on messages.
    public func reports(on messages: [TakenMessage]) async throws(GatewayFault) -> [DeliveryReport] {
        schedule.keep(messages)
        var reports: [DeliveryReport] = []
        for message in schedule.due(among: messages) {
            let state = try await state(of: message.reference)
            if let outcome = state?.outcome {
                reports.append(DeliveryReport(reference: message.reference, outcome: outcome))
            }
            schedule.note(message, state: state?.state)
        }
        return reports
    }

    /// Asks how it does, and for a message that it cannot know.
    public func test() async throws(GatewayFault) {
        let health = try await answer(at: "/health")
        if let fault = GatewayFault(ofServer: health, at: address.text + "/health") { throw fault }
        guard let state = health.decoded(Health.self)?.status else {
            throw .unreachable(reason: .fact(.notUnderstood, health.excerpt))
        }
        if state == "fail" { throw .unreachable(reason: .fact(.serverFault, health.excerpt)) }
        _ = try await self.state(of: "atrium-test")
    }
}

/// A message as it is handed over.
private struct SentMessage: Encodable {
    struct Text: Encodable { let text: String }
    let id: String
    let textMessage: Text
    let phoneNumbers: [String]
    let withDeliveryReport: Bool
    let simNumber: Int?
}

/// The telephone’s answer about a message.
private struct MessageState: Decodable {
    struct Recipient: Decodable { let error: String? }
    let id: String
    let state: String
    let recipients: [Recipient]?

    /// The outcome; `nil` as long as it is unknown.
    var outcome: DeliveryReport.Outcome? {
        switch state {
        case "Sent": .sent
        case "Delivered": .delivered
        case "Failed", "Cancelled":
            .failed(reason: recipients?.compactMap(\.error).first { !$0.isEmpty } ?? state)
        default: nil
        }
    }
}

private struct Health: Decodable {
    let status: String
}

/// The reason of a refusal.
struct ErrorText: Decodable {
    let message: String
}

extension HTTPAnswer {
    /// The object of JSON in the body; `nil` for anything else.
    func decoded<Object: Decodable>(_ type: Object.Type) -> Object? {
        try? JSONDecoder().decode(type, from: Data(body))
    }
}

// Asking the telephone for what it has received.
extension AndroidGateway {
    /// The number of messages in one request.
    private static let page = 500
    /// A message may be said to be so much older than the moment at which the telephone got it.
    private static let delay = Duration.seconds(-86_400)

    /// The messages of its inbox, at first all of them and then the newest: whether it called about one or not, it has the
    /// same name.
    ///
    /// Versions that do not hand it out give nothing.
    public func arrivals() async throws(GatewayFault) -> [String] {
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

    /// The received message of a key.
    public func message(arrived key: String) -> ReceivedMessage? { inbox.message(key) }

    /// Makes it look for messages that came while the app did not run.
    private func refresh(until now: Timestamp) async throws(GatewayFault) {
        guard let since = ISOTime.text(now + Self.delay), let until = ISOTime.text(now),
            let json = try? JSONEncoder().encode(["since": since, "until": until])
        else { return }
        _ = try await answer(at: "/inbox/refresh", json: Array(json))
    }
}

/// The messages that a telephone has listed in its inbox.
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

/// The times of requests to a gateway that reports on messages only when it is asked: soon after a change, and then
/// ever less often.
///
/// It lasts as long as the process; a new one begins by asking for all.
public final class PollSchedule: Sendable {
    private struct Poll {
        var state: String?
        var pause: Duration
        var next: Timestamp
    }

    private static let (first, longest) = (Duration.seconds(5), Duration.seconds(900))
    /// The most messages in one round of requests; the others are next.
    private static let most = 50

    private let clock: any WallClock
    /// The pause between two requests for the messages that a telephone has received.
    private static let inboxPause = Duration.seconds(60)

    /// The times of the last requests for inboxes, by addresses.
    private let inboxes = Mutex<[String: Timestamp]>([:])
    private let polls = Mutex<[String: Poll]>([:])

    /// A schedule by this clock.
    public init(clock: any WallClock) { self.clock = clock }

    /// Those that are to be asked for now, those that have waited longest first.
    func due(among messages: [TakenMessage]) -> [TakenMessage] {
        let now = clock.now
        return polls.withLock { polls in
            func next(_ message: TakenMessage) -> Timestamp {
                polls[message.reference]?.next ?? Timestamp(milliseconds: .min)
            }
            return Array(messages.filter { next($0) <= now }.sorted { next($0) < next($1) }.prefix(Self.most))
        }
    }

    /// Notes the reported state of a message; `nil`: it is not known.
    func note(_ message: TakenMessage, state: String?) {
        let now = clock.now
        polls.withLock { polls in
            var poll = polls[message.reference] ?? Poll(state: nil, pause: Self.first / 2, next: now)
            poll.pause = poll.state == state ? min(Self.longest, poll.pause * 2) : Self.first
            (poll.state, poll.next) = (state, now + poll.pause)
            polls[message.reference] = poll
        }
    }

    /// The time of the last request for an inbox, if any, and the present; `nil`: it is not asked for now.
    func inbox(at address: String) -> (last: Timestamp?, now: Timestamp)? {
        let now = clock.now
        let last = inboxes.withLock { $0[address] }
        guard let last else { return (nil, now) }
        return last + Self.inboxPause <= now ? (last, now) : nil
    }

    /// Notes that an inbox was asked for.
    func noteInbox(at address: String, _ time: Timestamp) { inboxes.withLock { $0[address] = time } }

    /// Keeps these messages and forgets all others.
    func keep(_ messages: [TakenMessage]) {
        let references = Set(messages.map(\.reference))
        polls.withLock { polls in polls = polls.filter { references.contains($0.key) } }
    }
}
