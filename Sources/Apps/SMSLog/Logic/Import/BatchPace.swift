/// How much an import stores at once, so that others who want to write need not wait for long.
struct BatchPace {
    /// How long a batch should hold the lock.
    static let target = Duration.milliseconds(100)
    /// How long the lock is free after each batch.
    static let pause = Duration.milliseconds(10)
    /// How many bytes of text go into one batch at most, give or take a chunk of the file.
    static let bytes = 4 << 20
    /// The bounds of `messages`.
    ///
    /// The time of a batch may have been spent waiting for the lock, which fewer messages
    /// would not shorten; with too few of them the time goes into commits.
    static let range = 512...8192

    /// How many messages go into the next batch, give or take a chunk of the file.
    private(set) var messages = 1024

    /// Learns from a batch: the next one grows or shrinks towards the target, by twice at most.
    mutating func stored(_ count: Int, in time: Duration) {
        let ratio = time > .zero ? min(max(Self.target / time, 0.5), 2) : 2
        messages = min(max(Int(Double(count) * ratio), Self.range.lowerBound), Self.range.upperBound)
    }
}
