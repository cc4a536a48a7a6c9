// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal
import Worlds

/// Writes a JSON document for each result, for programs.
@MainActor
final class JSONPresenter: Presenter {
    private let coordinator: Coordinator
    let gate: OutputGate
    private let messages: MessageLog
    private let input: InputState
    let text: ReplyText

    /// - Parameter input: Tells whether the next line is waited for, so that what comes meanwhile is sent at once.
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
        let aside = writing.aside(reply)
        if !aside.isEmpty { gate.writeErrorLine(JSONValue.object(number + aside).visible) }
    }

    func show(notice: LocalizedText) { gate.writeErrorLine(text.sentence(notice)) }

    func show(_ error: any Error) {
        gate.writeErrorLine(JSONValue.object([("error", document(of: Described(error)))]).visible)
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
            gate.writeErrorLine(JSONValue.object([number, ("error", document(of: Described(error)))]).visible)
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

    private func document(of error: Described) -> JSONValue {
        .object(
            [("code", .string(error.code)), ("message", .string(error.sentence.string(in: coordinator.language)))]
                + (error.output.isEmpty ? [] : [("output", .array(error.output.map(JSONValue.string)))]))
    }
}
