// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

extension Collection<UInt8> {
    /// The bytes in lower-case hexadecimal digits, two for each, in a time that tells nothing of them.
    package var hexadecimal: String {
        Sodium.start()
        let bytes = Array(self)
        var text = [CChar](repeating: 0, count: bytes.count * 2 + 1)
        sodium_bin2hex(&text, text.count, bytes, bytes.count)
        return String(decoding: text.lazy.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
    }
}
