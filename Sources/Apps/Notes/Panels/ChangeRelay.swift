// SPDX-License-Identifier: GPL-3.0-or-later

/// Passes changes on to observers, of one source after the other.
///
/// Somebody who observes the model does not know that its notes come from another store by now.
@MainActor
final class ChangeRelay {
    private var observers: [AsyncStream<Void>.Continuation] = []
    private var passing: Task<Void, Never>?

    /// A stream of the changes of whatever source there is.
    ///
    /// - Parameter source: Where they come from, unless there is a source already.
    func changes(of source: @autoclosure () -> AsyncStream<Void>) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        observers.append(continuation)
        if passing == nil { pass(source()) }
        return stream
    }

    /// Another source; that it came is a change too.
    func turn(to source: @autoclosure () -> AsyncStream<Void>) {
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

    private func post() {
        observers.removeAll { if case .terminated = $0.yield() { true } else { false } }
    }
}
