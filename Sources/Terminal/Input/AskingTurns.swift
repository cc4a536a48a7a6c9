// SPDX-License-Identifier: GPL-3.0-or-later

/// Lets one ask after the other.
@MainActor
final class AskingTurns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits until nobody else asks.
    func take() async {
        while isTaken {
            await withCheckedContinuation { waiting.append($0) }
        }
        isTaken = true
    }

    /// Lets the next one ask.
    func give() {
        isTaken = false
        if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
}
