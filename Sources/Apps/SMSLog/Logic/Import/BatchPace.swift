// SPDX-License-Identifier: GPL-3.0-or-later

/// How much an import stores at once, so that others who want to write need not wait for long.
struct BatchPace {
    /// How long a batch should hold the lock.
    static let target = Duration.milliseconds(250)
    /// How long the lock is free before it would have been held for longer: a little longer than it takes others that wait
    /// for it to look again (`BusyTimeout`).
    static let pause = Duration.milliseconds(6)
    /// How many bytes of text go into one batch at most, give or take a chunk of the file.
    static let bytes = 8 << 20
    /// The bounds of `messages`; with too few of them the time goes into commits.
    ///
    /// A chunk more than the most stays below 16,384, from which on an array takes twice the memory.
    static let range = 1024...16_000

    /// How many messages go into the next batch, give or take a chunk of the file.
    private(set) var messages = 1024
    /// How long a message took in each of the last batches.
    private var costs: [Duration] = []
    /// How long the lock was held since others last had the time to take it.
    private var held = Duration.zero

    /// Whether others are to have that time before the next batch.
    var isPauseDue: Bool { held + (costs.last ?? .zero) * messages > Self.target }

    /// Others had the time to take the lock.
    mutating func paused() { held = .zero }

    /// Learns from a batch: the next one grows or shrinks towards the target, by twice at most.
    ///
    /// Of the last few batches the fastest counts: the others may have spent their time waiting for the lock, which
    /// smaller ones would not shorten.
    mutating func stored(_ count: Int, in time: Duration) {
        held += time
        guard count > 0 else { return }
        costs = costs.suffix(3) + [time / count]
        let cost = costs.min() ?? .zero
        let wished = cost > .zero ? Self.target / cost : .infinity
        let next = min(max(wished, Double(count) / 2), Double(count) * 2)
        messages = Int(min(max(next, Double(Self.range.lowerBound)), Double(Self.range.upperBound)))
    }
}
