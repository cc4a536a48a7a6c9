// SPDX-License-Identifier: GPL-3.0-or-later

/// What becomes of a DOCTYPE.
package enum XMLDoctype: Hashable, Sendable {
    /// Any is refused.
    case refused
    /// One that only names a definition elsewhere is passed over, and nothing is fetched; one that defines anything
    /// itself is refused. The entities of the definition stay names, see `XMLTextHandler.entity(_:)`.
    case external
}
