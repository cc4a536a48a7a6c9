// SPDX-License-Identifier: GPL-3.0-or-later

/// Passes changes on to observers, of one source after the other, and those that a model makes itself.
///
/// Somebody who observes a model does not know that its things come from another store by now, or that what is selected
/// has to be loaded to be seen.
@MainActor
public final class ChangeRelay {
    private var observers: [AsyncStream<Void>.Continuation] = []
    private var passing: Task<Void, Never>?

    /// A relay without a source.
    public init() {}

    /// A stream of the changes of whatever source there is.
    ///
    /// - Parameter source: Where they come from, unless there is a source already.
    public func changes(of source: @autoclosure () -> AsyncStream<Void>) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        observers.append(continuation)
        if passing == nil { pass(source()) }
        return stream
    }

    /// Another source; that it came is a change too.
    public func turn(to source: @autoclosure () -> AsyncStream<Void>) {
        guard passing != nil else { return }
        pass(source())
        post()
    }

    deinit { passing?.cancel() }

    private func pass(_ source: AsyncStream<Void>) {
        passing?.cancel()
        passing = Task { [weak self] in
            for await _ in source { self?.post() }
        }
    }

    /// Tells that something is another by now.
    public func post() {
        observers.removeAll { if case .terminated = $0.yield() { true } else { false } }
    }
}
