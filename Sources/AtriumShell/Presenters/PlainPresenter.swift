// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal
import Worlds

/// Shows everything as lines of text: for pipes, scripts, screen readers, and terminals that can do no more.
@MainActor
final class PlainPresenter: Presenter {
    private let coordinator: Coordinator
    let gate: OutputGate
    private let messages: MessageLog
    private let isInteractive: Bool
    private let printsFrames: Bool
    private let notifier: Notifier?
    private let isForListening: @MainActor () -> Bool
    let text: ReplyText
    /// Where somebody was told to be last.
    private var announced: VisibleText?

    /// - Parameters:
    ///   - isInteractive: Whether a person reads it.
    ///   - printsFrames: Whether a frame with the panels is printed after each command.
    ///   - isForListening: Whether a screen reader reads it now.
    init(
        coordinator: Coordinator, gate: OutputGate, messages: MessageLog, isInteractive: Bool,
        printsFrames: Bool = false, notifier: Notifier? = nil,
        isForListening: @escaping @MainActor () -> Bool = { false }
    ) {
        self.coordinator = coordinator
        self.gate = gate
        self.messages = messages
        self.isInteractive = isInteractive
        self.printsFrames = printsFrames
        self.notifier = notifier
        self.isForListening = isForListening
        text = ReplyText(coordinator: coordinator, hasHeadings: isForListening)
    }

    var isSpoken: Bool { isForListening() }

    func isOnPanels(_ reply: Reply) -> Bool {
        printsFrames && reply.isOnPanels && ScreenLayout.isPossible(coordinator.size)
    }

    func show(_ reply: Reply) {
        if isOnPanels(reply) { return reply.notices.forEach(show(notice:)) }
        write(reply)
        reply.noticesInWords.forEach(show(notice:))
    }

    private func write(_ reply: Reply) {
        guard isInteractive, gate.isTerminal else { return gate.write(text.built(reply)) }
        text.lines(reply).forEach(write)
    }

    private func write(_ line: VisibleText) { rows(of: line).forEach { gate.writeLine($0) } }
    private func writeError(_ line: VisibleText) { rows(of: line).forEach { gate.writeErrorLine($0) } }

    /// A line as it is written: for a person no word is broken where the terminal ends.
    private func rows(of line: VisibleText) -> [VisibleText] {
        isInteractive && gate.isTerminal ? line.hung(to: coordinator.size.columns) : [line]
    }

    func show(notice: LocalizedText) { writeError(text.sentence(notice)) }

    func show(_ error: any Error) {
        let described = Described(error)
        for line in described.output { gate.writeLine(VisibleText(line)) }
        writeError(text.sentence(described.sentence))
    }

    func announce(_ news: LocalizedText, _ kind: Status.Kind, waitingIn app: AppID?) {
        let line = text.sentence(news)
        messages.add(line.string, at: coordinator.world.clock.now, waitingIn: app)
        guard isInteractive, !coordinator.isCovered else { return }
        notifier?.tell(line)
        write(line)
    }

    func show(_ progress: WorkProgress, ofJob job: Int?) {
        gate.writeErrorLine(VisibleText(ProgressText(language: coordinator.language).sentence(progress)))
    }

    /// Says where somebody is, or what leads on, when that has changed.
    func present() async throws {
        guard isInteractive, !printsFrames else { return }
        let place: VisibleText?
        if let app = coordinator.currentApp {
            try await app.model.refresh()
            place = text.place(in: app)
        } else {
            guard let lead = try await lead() else { return }
            place = text.sentence(lead)
        }
        guard place != announced else { return }
        announced = place
        if let place { write(place) }
    }

    /// What can be typed where no app can be seen.
    private func lead() async throws -> LocalizedText? {
        switch coordinator.login {
        case .active: nil
        case .locked: Strings.startPlainLocked
        case .loggedOut: try await coordinator.authenticator.isEmpty() ? Strings.startPlainFirst : Strings.startPlain
        }
    }

    func cover() { announced = nil }

    func uncover(keepsPrinted: Bool) { announced = nil }
}
