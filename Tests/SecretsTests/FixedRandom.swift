// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets

/// Gives the same bytes every time, which must be as many as are asked for.
struct FixedRandom: RandomBytes {
    private let fixed: [UInt8]

    init(_ fixed: [UInt8]) {
        self.fixed = fixed
    }

    func bytes(_ count: Int) -> [UInt8] {
        precondition(count == fixed.count, "the test fixed \(fixed.count) bytes, \(count) were asked for")
        return fixed
    }
}
