// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit

/// The apps of a running program, from their start to their end.
@MainActor
public final class StartedApps {
    private let catalog: [any AppFactory]
    private var started: [any AppFactory] = []
    private var isOver = false

    /// The apps of a catalog, none of which is started yet.
    public init(_ catalog: [any AppFactory]) { self.catalog = catalog }

    /// Starts the apps in their order; if one cannot start, ends the others.
    ///
    /// - Throws: The error of the app.
    public func start() async throws {
        for factory in catalog where !isOver {
            do { try await factory.start() } catch {
                await end()
                throw error
            }
            started.append(factory)
        }
    }

    /// Ends the started apps, the last one first; does nothing the second time.
    public func end() async {
        isOver = true
        while let factory = started.popLast() { await factory.end() }
    }
}
