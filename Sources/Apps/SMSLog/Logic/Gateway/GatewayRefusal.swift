// SPDX-License-Identifier: GPL-3.0-or-later

/// A gateway’s no, with the reason in its own words.
package struct GatewayRefusal: Error, Hashable, Sendable {
    /// Why, for people; from outside, so it may hold anything.
    package let reason: String

    /// A refusal for this reason.
    package init(reason: String) { self.reason = reason }
}
