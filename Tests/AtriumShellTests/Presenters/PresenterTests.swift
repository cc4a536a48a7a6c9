// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// What presenters without a screen print, without a shell around them.
@MainActor
struct PresenterTests {
    private let output = MemorySink()
    private let error = MemorySink()
    private let messages = MessageLog()
    private let coordinator: Coordinator
    private let gate: OutputGate
    private let news = LocalizedText(verbatim: "It is\u{1B} done.")

    init() async throws {
        let authenticator = ProbeAuthenticator(clock: .nineOClock)
        coordinator = try Coordinator(
            catalog: [ProbeFactory("notes", recorder: Recorder(), authenticator: authenticator)], world: .test(),
            language: .english, size: Size(columns: 80, rows: 24))
        await coordinator.lease.replace(authenticator.make("ana"))
        try await coordinator.appear()
        gate = OutputGate(output: output, error: error, isTerminal: false)
    }

    private func printed() -> [String] {
        try? gate.flush()
        return (output.take() + error.take()).split(separator: "\n").map(String.init)
    }

    private func plain(isInteractive: Bool = false, printsFrames: Bool = false) -> PlainPresenter {
        PlainPresenter(
            coordinator: coordinator, gate: gate, messages: messages, isInteractive: isInteractive,
            printsFrames: printsFrames)
    }

    @Test func `only a person is told of news, and a log has it in any case`() {
        plain().announce(news, .news)
        #expect(printed().isEmpty)
        plain(isInteractive: true).announce(news, .news)
        #expect(printed() == ["It is␛ done."])
        JSONPresenter(coordinator: coordinator, gate: gate, messages: messages, input: InputState())
            .announce(news, .news)
        #expect(printed().isEmpty)
        #expect(messages.entries.map(\.text) == Array(repeating: "It is␛ done.", count: 3))
    }

    @Test func `a notice on its own is a document for programs`() {
        JSONPresenter(coordinator: coordinator, gate: gate, messages: messages, input: InputState())
            .show(notice: news)
        #expect(printed().first?.hasPrefix("{\"notices\":[\"It is") == true)
    }

    @Test func `where frames are printed, what they show is not, and what is beside it is`() {
        let reply = Reply.onPanels(notices: [news]) { .nothing }
        let presenter = plain(printsFrames: true)
        #expect(presenter.isOnPanels(reply))
        presenter.show(reply)
        #expect(printed() == ["It is␛ done."])
        coordinator.setSize(Size(columns: 80, rows: 3))
        #expect(!presenter.isOnPanels(reply))
        #expect(!plain().isOnPanels(reply))
    }

    @Test func `where somebody is is said when it has changed`() async throws {
        let presenter = plain(isInteractive: true)
        try await presenter.present()
        #expect(printed().count == 1)
        try await presenter.present()
        #expect(printed().isEmpty)
        presenter.uncover(keepsPrinted: true)
        try await presenter.present()
        #expect(printed().count == 1)
    }

    @Test func `programs get errors and progress as documents`() {
        let presenter = JSONPresenter(coordinator: coordinator, gate: gate, messages: messages, input: InputState())
        presenter.show(CommandFault.cancelled)
        #expect(printed().first?.hasPrefix("{\"error\":{\"code\":\"\(CommandFault.cancelled.code)\"") == true)
        var meter = ProgressMeter(clock: ManualClock.nineOClock)
        presenter.show(meter.advance(to: 2, of: 4, unit: .items), ofJob: nil)
        #expect(printed().first?.hasPrefix("{\"progress\":{\"done\":2,\"total\":4,\"unit\":\"items\"") == true)
    }
}
