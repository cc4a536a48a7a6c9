// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch
import Foundation
import Synchronization

/// A reader of a pipe, whose one thread is never more than a few pieces ahead of the caller that takes them.
///
///     let reader = PipeReader(end) { !group.isKilled }
///     for await piece in reader.pieces {
///         reader.take()
///         …
///     }
///     reader.stop()
final class PipeReader: Sendable {
    /// The pieces read; ends with the pipe, and if no more are wanted.
    let pieces: AsyncStream<[UInt8]>

    /// The number of pieces that are read before the first is taken.
    static let ahead = 4
    static let size = 65_536

    /// Begins at 0, since one that ends below its first value is taken for a fault.
    private let room = DispatchSemaphore(value: 0)
    private let isOver = Atomic(false)

    /// Starts to read.
    ///
    /// - Parameters:
    ///   - descriptor: The end of the pipe, which is closed at the end.
    ///   - isWanted: Asked several times a second while nothing comes: a process started by the program may hold the
    ///     other end open forever.
    init(_ descriptor: Int32, while isWanted: @escaping @Sendable () -> Bool) {
        let (pieces, piece) = AsyncStream.makeStream(of: [UInt8].self)
        self.pieces = pieces
        for _ in 0..<Self.ahead { room.signal() }
        let thread = Thread { [self] in
            while true {
                room.wait()
                guard let read = read(from: descriptor, while: isWanted) else { break }
                piece.yield(read)
            }
            close(descriptor)
            piece.finish()
        }
        thread.stackSize = 256 << 10
        thread.start()
    }

    /// Makes room for another piece: one was taken.
    func take() { room.signal() }

    /// Ends reading; called when nothing more is taken.
    func stop() {
        isOver.store(true, ordering: .relaxed)
        room.signal()
    }

    /// Waits for bytes and returns those available; `nil` at the end.
    private func read(from descriptor: Int32, while isWanted: () -> Bool) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: Self.size)
        while !isOver.load(ordering: .relaxed) {
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&wait, 1, 200) == 0 {
                if !isWanted() { return nil }
                continue
            }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            buffer.removeSubrange(count...)
            return buffer
        }
        return nil
    }
}
