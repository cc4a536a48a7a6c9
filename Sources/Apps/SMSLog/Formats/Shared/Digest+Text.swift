// SPDX-License-Identifier: GPL-3.0-or-later

import Stores

extension Digest {
    /// Of the 64 digits that programs print; nil for what they are not.
    init?(text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == 64, text.count == 64 else { return nil }
        self.init(bytes: stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
