// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
import AtriumScreen
public import AtriumSession
public import AtriumShell
public import AtriumTerminal
public import AtriumWorlds

/// A shell with apps on a full screen, whose keys a test presses and whose rows it reads.
///
/// ```swift
/// let shell = try await ShellOnScreen([CounterFactory()])
/// await shell.keys.enter("up")
/// #expect(shell.rows.contains { $0.contains("1") })
/// await shell.keys.press("F1")
/// #expect(await shell.end() == .success)
/// ```
@MainActor
public final class ShellOnScreen {
    /// The keyboard and the mouse.
    public let keys = PressedKeys()
    /// The frames that were drawn.
    public let frames = CanvasRecorder()
    /// The bytes sent to the terminal.
    public let output = MemorySink()
    /// The lines of standard error.
    public let error = MemorySink()
    /// The coordinator of the apps.
    public let coordinator: Coordinator
    /// The shell itself.
    public let shell: Shell
    /// The number of frames before anything was loaded.
    public let earlyFrames: Int
    private let started: StartedApps
    private var running: Task<AtriumKit.ExitStatus, Never>?

    /// The rows that are seen, from the top.
    public var rows: [String] { frames.lines }

    /// A shell with these apps, started and waiting for a line.
    ///
    /// - Parameters:
    ///   - catalog: The factories of the apps.
    ///   - world: The world of the apps.
    ///   - language: The language at the start.
    ///   - columns: The width of the terminal, in cells.
    ///   - rows: The height of the terminal.
    ///   - configuration: The configuration file.
    ///   - sink: The sink of the bytes for the terminal; `nil` for `output`.
    ///   - logIn: Logs a user in; by default the one whose login is kept, or the guest of a program without accounts.
    public init(
        _ catalog: [any AppFactory], in world: World = .test(), language: Language = .english, columns: Int = 80,
        rows: Int = 24, configuration: ShellConfiguration = .none, sink: (any ByteSink)? = nil,
        logIn: @MainActor (any Authenticator) async throws -> UserSession? = { try await $0.resume() }
    ) async throws {
        try catalog.check()
        started = StartedApps(catalog)
        try await started.start()
        coordinator = try Coordinator(
            catalog: catalog, world: world, language: language, size: Size(columns: columns, rows: rows))
        let gate = OutputGate(output: sink ?? output, error: error, isTerminal: true)
        shell = Shell(
            coordinator: coordinator, lines: keys, gate: gate,
            options: ShellOptions(
                rendering: .screen, colors: .trueColor, isInteractive: true, configuration: configuration),
            screen: (keys, RecordedRenderer(recorder: frames)))
        if let session = try await logIn(coordinator.authenticator) { try await shell.welcome(session) }
        shell.enterScreen()
        earlyFrames = frames.canvases.count
        running = Task { [shell, keys] in
            let status = await shell.run()
            keys.finish()
            return status
        }
        await keys.ready()
    }

    /// Resizes the terminal.
    public func resize(columns: Int, rows: Int) {
        coordinator.setSize(Size(columns: columns, rows: rows))
        shell.screen?.resize()
    }

    /// Ends the input, and waits for the end of the shell and of its apps.
    public func end() async -> AtriumKit.ExitStatus? {
        keys.close()
        let status = await running?.value
        await started.end()
        return status
    }
}
