// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct DescriptorSinkTests {
    @Test func waitsForADescriptorThatWouldBlock() async throws {
        let pipe = try Pipe()
        _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
        let reading = pipe.reading
        let count = 1_000_000
        // A thread of its own: the sink blocks, which a task must not.
        let (totals, total) = AsyncStream.makeStream(of: Int.self)
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 10_000)
            var sum = 0
            while sum < count {
                let got = read(reading, &buffer, buffer.count)
                guard got > 0 else { break }
                sum += got
            }
            total.yield(sum)
            total.finish()
        }
        try DescriptorSink(pipe.writing).write([UInt8](repeating: 0x78, count: count))
        for await sum in totals { #expect(sum == count) }
    }
}
