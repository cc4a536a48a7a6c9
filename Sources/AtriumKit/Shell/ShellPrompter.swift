import Foundation
import Session
import Terminal

/// Asks through the line source: a person, a script, or the next lines of standard input.
@MainActor
final class ShellPrompter: Prompter {
    private let lines: any LineSource
    private let gate: OutputGate
    private let world: World
    private let password: Secret?
    private let editsInLines: Bool
    private let language: @MainActor () -> Language
    private var lastProgress: Duration

    init(
        lines: any LineSource, gate: OutputGate, world: World, password: Secret?, editsInLines: Bool = false,
        language: @escaping @MainActor () -> Language
    ) {
        self.lines = lines
        self.gate = gate
        self.world = world
        self.password = password
        self.editsInLines = editsInLines
        self.language = language
        lastProgress = world.clock.elapsed
    }

    func ask(_ question: LocalizedText) async throws -> String {
        try gate.flush()
        return try answer(await lines.nextLine(prompt(question), history: nil))
    }

    func askSecret(_ question: LocalizedText) async throws -> Secret {
        if let password { return password }
        try gate.flush()
        return Secret(try answer(await lines.nextSecret(prompt(question))))
    }

    func edit(_ text: String) async throws -> String {
        guard editsInLines else { return try await gate.lendTerminal { try await Editor(world: world).edit(text) } }
        try gate.flush()
        var lines: [String] = []
        while true {
            let line = try await ask(LocalizedText(verbatim: ">"))
            if line == "." { return lines.joined(separator: "\n") }
            lines.append(line)
        }
    }

    /// Starts counting the time after which work tells how far it has come.
    func startWork() { lastProgress = world.clock.elapsed }

    func progress(_ done: Int, of total: Int?) {
        tell(total.map { Strings.progressOf(done: done, total: $0) } ?? Strings.progress(done: done))
    }

    func progress(bytes: Int, of total: Int?) {
        let done = Self.megabytes(bytes)
        tell(
            total.map { Strings.progressBytesOf(done: done, total: Self.megabytes($0)) }
                ?? Strings.progressBytes(done: done))
    }

    /// Whole megabytes, of a million bytes; a part of one counts as one, so that nothing is 0 of 0.
    private static func megabytes(_ bytes: Int) -> Int { bytes / 1_000_000 + (bytes % 1_000_000 > 0 ? 1 : 0) }

    private func tell(_ sentence: LocalizedText) {
        // A line every few seconds: enough to see that it moves, little enough to read afterwards.
        guard world.clock.elapsed - lastProgress > .seconds(3) else { return }
        lastProgress = world.clock.elapsed
        gate.writeErrorLine(sentence.string(in: language()))
    }

    private func prompt(_ question: LocalizedText) -> Prompt {
        Prompt(text: question.string(in: language()) + " ")
    }

    private func answer(_ input: LineInput) throws -> String {
        switch input {
        case .line(let line): line
        case .end: throw CommandFault.noAnswer
        // Keys of the shell do nothing while it asks.
        case .interrupted, .key: throw CommandFault.cancelled
        }
    }
}
