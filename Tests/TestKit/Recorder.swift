// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes down what happened, in order.
@MainActor
package final class Recorder {
    /// What happened so far.
    package private(set) var events: [String] = []

    package init() {}

    /// Adds an event.
    package func note(_ event: String) { events.append(event) }

    /// What happened since the last call.
    package func take() -> [String] {
        defer { events = [] }
        return events
    }
}
