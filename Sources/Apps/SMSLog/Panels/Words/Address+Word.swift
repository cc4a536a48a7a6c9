// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

extension [Address] {
    /// All of them, as a sentence has them.
    var listed: String { map(\.text).joined(separator: ", ") }
}
