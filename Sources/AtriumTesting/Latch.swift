// SPDX-License-Identifier: GPL-3.0-or-later

/// A latch that suspends tasks until it is opened or they are cancelled.
@MainActor
public final class Latch {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// The number of tasks that have reached it so far.
    private var arrivals = 0
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Creates a closed latch.
    public init() {}

    /// Opens the latch permanently.
    public func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Waits until it is open; returns immediately if the task is cancelled.
    public func pass() async {
        arrivals += 1
        for watcher in watchers where watcher.count <= arrivals { watcher.continuation.resume() }
        watchers.removeAll { $0.count <= arrivals }
        guard !isOpen else { return }
        await withTaskCancellationHandler {
            // The task may have been cancelled before: then it would never be resumed.
            guard !Task.isCancelled else { return }
            await withCheckedContinuation { waiting.append($0) }
        } onCancel: {
            Task { @MainActor in letGo() }
        }
    }

    /// Waits until `count` tasks have reached it.
    public func visited(by count: Int) async {
        guard arrivals < count else { return }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }

    private func letGo() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// Records events in order.
@MainActor
public final class Recorder {
    /// The events so far.
    public private(set) var events: [String] = []

    /// Creates a recorder without events.
    public init() {}

    /// Adds an event.
    public func note(_ event: String) { events.append(event) }

    /// Returns the events since the last call.
    public func take() -> [String] {
        defer { events = [] }
        return events
    }
}
