// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumWorlds
import Foundation

/// Writes a JSON document for each result, for programs.
@MainActor
final class JSONPresenter: Presenter {
    private let coordinator: Coordinator
    let gate: OutputGate
    private let messages: MessageLog
    private let input: InputState
    let text: ReplyText

    /// - Parameter input: The state of the input: while the next line is awaited, output is sent at once.
    init(coordinator: Coordinator, gate: OutputGate, messages: MessageLog, input: InputState) {
        self.coordinator = coordinator
        self.gate = gate
        self.messages = messages
        self.input = input
        text = ReplyText(coordinator: coordinator)
    }

    private var writing: JSONReply { JSONReply(language: coordinator.language) }

    func isOnPanels(_ reply: Reply) -> Bool { false }

    func show(_ reply: Reply) {
        if let document = writing.document(reply) { gate.writeLine(document.visible) }
        writeAside(of: reply)
    }

    private func writeAside(of reply: Reply, with number: [(key: String, value: JSONValue)] = []) {
        writeAside(writing.aside(reply), with: number)
    }

    private func writeAside(
        _ aside: [(key: String, value: JSONValue)], with number: [(key: String, value: JSONValue)] = []
    ) {
        if !aside.isEmpty { gate.writeErrorLine(JSONValue.object(number + aside).visible) }
    }

    func show(notice: LocalizedText) { writeAside(writing.notices([notice])) }

    func show(noticesOf reply: Reply) { writeAside(writing.cut(reply) + writing.notices(reply.notices)) }

    func show(_ error: any Error) {
        gate.writeErrorLine(JSONValue.object([("error", document(of: ErrorDescription(error)))]).visible)
    }

    /// Writes the document that the command would have printed, with the number of the job around it: it may come
    /// between the documents of other commands.
    func show(_ result: Result<Reply, any Error>, of job: Job) {
        let number: (key: String, value: JSONValue) = ("job", .number(job.number))
        switch result {
        case .success(let reply):
            gate.writeLine(JSONValue.object([number, ("reply", writing.document(reply) ?? .null)]).visible)
            writeAside(of: reply, with: [number])
        case .failure(let error):
            gate.writeErrorLine(JSONValue.object([number, ("error", document(of: ErrorDescription(error)))]).visible)
        }
        // Nothing else sends it while the next line is waited for.
        guard input.isAtPrompt else { return }
        do { try gate.flush() } catch { show(error) }
    }

    func announce(_ news: LocalizedText, _ kind: Status.Kind, waitingIn app: AppID?) {
        messages.add(text.sentence(news).string, at: coordinator.world.clock.now, waitingIn: app)
    }

    func show(_ progress: WorkProgress, ofJob job: Int?) {
        let facts: [(key: String, value: JSONValue)] = [
            ("done", .number(progress.done)), ("total", progress.total.map { .number($0) } ?? .null),
            ("unit", .string(progress.unit == .bytes ? "bytes" : "items")),
            ("rate", progress.rate.map { .number(Int(min($0, 1e15))) } ?? .null),
            ("remaining", progress.remaining.map { .number(Int($0.components.seconds)) } ?? .null),
        ]
        gate.writeErrorLine(JSONValue.object([("progress", .object(facts))]).visible)
    }

    var showsEndedJobs: Bool { true }

    func present() async throws {}

    private func document(of error: ErrorDescription) -> JSONValue {
        .object(
            [("code", .string(error.code)), ("message", .string(error.sentence.string(in: coordinator.language)))]
                + (error.output.isEmpty ? [] : [("output", .array(error.output.map(JSONValue.string)))]))
    }
}

/// Writes a reply as one JSON document.
struct JSONReply {
    let language: Language

    /// The document; `nil` if it would be empty.
    func document(_ reply: Reply) -> JSONValue? {
        switch reply.body {
        case .nothing: nil
        case .message(let text, let facts):
            .object(
                [("message", .string(text.string(in: language)))] + facts.map { ($0.key, json($0.value)) }
                    + notices(reply.notices))
        case .records(let records):
            .array(
                records.rows.map { row in
                    .object(zip(records.columns, row).map { ($0.key, json($1)) })
                })
        case .detail(let detail):
            .object(
                detail.fields.map { ($0.key, json($0.value)) }
                    + [detail.text, detail.notes].compactMap { $0 }.map { ($0.key, json($0.value)) })
        case .lines(let lines): .object([("lines", .array(lines.map(JSONValue.string)))])
        }
    }

    /// The notices without a place in the document.
    func aside(_ reply: Reply) -> [(key: String, value: JSONValue)] {
        if case .message = reply.body { return [] }
        return cut(reply) + notices(reply.notices)
    }

    /// The omitted rows.
    func cut(_ reply: Reply) -> [(key: String, value: JSONValue)] {
        guard case .records(let records) = reply.body, let cut = records.cut else { return [] }
        return [
            ("more", .bool(true)), ("shown", .number(records.count)),
            ("total", cut.total.map { .number($0) } ?? .null),
        ]
    }

    /// Notices, if there are any.
    func notices(_ notices: [LocalizedText]) -> [(key: String, value: JSONValue)] {
        notices.isEmpty ? [] : [("notices", .array(notices.map { .string($0.string(in: language)) }))]
    }

    private func json(_ value: Value) -> JSONValue {
        switch value {
        case .none: return .null
        case .number(let number), .amount(let number, _): return .number(number)
        case .text(let text): return .string(text)
        case .timestamp(let timestamp):
            let time = CivilTime(timestamp, in: .gmt)
            let milliseconds = timestamp.milliseconds - (time.timestamp(in: .gmt)?.milliseconds ?? 0)
            let fraction = milliseconds == 0 ? "" : "." + milliseconds.digits(3)
            return .string("\(time.full.replacing(" ", with: "T"))\(fraction)Z")
        case .flag(let flag), .mark(let flag): return .bool(flag)
        case .word(let key, _): return .string(key)
        case .list(let values): return .array(values.map(json))
        }
    }
}
