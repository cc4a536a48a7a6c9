// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// Tells how far work has come: with a bar on the stage, with a line every few seconds otherwise.
@MainActor
final class ProgressTeller {
    private let gate: OutputGate
    private let world: World
    private let isJSON: Bool
    private let language: @MainActor () -> Language
    /// The full screen, where there is one.
    weak var stage: StageScreen?
    private var lastTold: Duration

    /// How often a bar is drawn: more often nobody could read it, and it would cost the work time.
    private static let frame = Duration.milliseconds(100)
    /// How often a line is written: enough to see that it moves, little enough to read afterwards.
    private static let pause = Duration.seconds(3)

    init(gate: OutputGate, world: World, isJSON: Bool, language: @escaping @MainActor () -> Language) {
        self.gate = gate
        self.world = world
        self.isJSON = isJSON
        self.language = language
        lastTold = world.clock.elapsed
    }

    /// Starts counting the time after which work tells how far it has come.
    func start() { lastTold = world.clock.elapsed }

    /// Tells it, unless it was told a moment ago.
    ///
    /// - Parameter job: The number of the job that the work is, when it goes on in the background.
    func tell(_ progress: WorkProgress, ofJob job: Int? = nil) {
        let pause = stage == nil ? Self.pause : Self.frame
        let elapsed = world.clock.elapsed
        guard elapsed - lastTold > pause else { return }
        lastTold = elapsed
        let text = ProgressText(language: language())
        guard let stage else { return gate.writeErrorLine(isJSON ? Self.json(progress) : text.sentence(progress)) }
        let label = job.map { Strings.jobLabel(number: $0).string(in: language()) + " " } ?? ""
        let columns = stage.columnsForStatus - DisplayWidth.of(label)
        stage.show(
            progress: Status(
                kind: .progress, text: label + text.line(progress, hasBlocks: hasBlocks, columns: columns)))
    }

    /// Takes the bar away: the work is over.
    func end() { stage?.show(progress: nil) }

    /// A terminal of another encoding has the ASCII bar (POSIX.1-2017, Base Definitions, 8.2: the first variable that is
    /// set to something counts).
    private var hasBlocks: Bool {
        let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { [world] in world.variables[$0] }
            .first { !$0.isEmpty }
        return named.map { $0.uppercased().replacing("-", with: "").contains("UTF8") } ?? false
    }

    private static func json(_ progress: WorkProgress) -> String {
        let facts: [(key: String, value: JSONValue)] = [
            ("done", .number(progress.done)), ("total", progress.total.map { .number($0) } ?? .null),
            ("unit", .string(progress.unit == .bytes ? "bytes" : "items")),
            ("rate", progress.rate.map { .number(Int(min($0, 1e15))) } ?? .null),
            ("remaining", progress.remaining.map { .number(Int($0.components.seconds)) } ?? .null),
        ]
        return JSONValue.object([("progress", .object(facts))]).text
    }
}
