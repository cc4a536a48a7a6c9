// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes down what happened, in order.
@MainActor
public final class Recorder {
    /// What happened so far.
    public private(set) var events: [String] = []

    /// A recorder that has seen nothing.
    public init() {}

    /// Adds an event.
    public func note(_ event: String) { events.append(event) }

    /// What happened since the last call.
    public func take() -> [String] {
        defer { events = [] }
        return events
    }
}
