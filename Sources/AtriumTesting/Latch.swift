// SPDX-License-Identifier: GPL-3.0-or-later

/// Holds up whoever waits until it is opened, or their task is cancelled.
@MainActor
public final class Latch {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// How many have come to it so far.
    private var arrivals = 0
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// A latch that is closed.
    public init() {}

    /// Lets everybody pass, from now on.
    public func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Waits until it is open; returns at once when the task is cancelled.
    public func pass() async {
        arrivals += 1
        for watcher in watchers where watcher.count <= arrivals { watcher.continuation.resume() }
        watchers.removeAll { $0.count <= arrivals }
        guard !isOpen else { return }
        await withTaskCancellationHandler {
            // The task may have been cancelled before: then nobody would resume it.
            guard !Task.isCancelled else { return }
            await withCheckedContinuation { waiting.append($0) }
        } onCancel: {
            Task { @MainActor in letGo() }
        }
    }

    /// Waits until so many have come to it.
    public func visited(by count: Int) async {
        guard arrivals < count else { return }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }

    private func letGo() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

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
