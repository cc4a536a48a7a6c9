// SPDX-License-Identifier: GPL-3.0-or-later

/// By which service a message travelled.
package enum MessageKind: Int, Hashable, Sendable, CaseIterable {
    /// A short message: text only.
    case sms = 0
    /// A multimedia message: text, pictures and the like, also to groups.
    case mms = 1
    /// A call, which has no text.
    case call = 2
}
