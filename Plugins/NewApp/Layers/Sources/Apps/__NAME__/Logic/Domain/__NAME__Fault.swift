// SPDX-License-Identifier: GPL-3.0-or-later

/// The faults of the app, as facts; `__NAME__Fault+UserFacing.swift` has the sentences.
package enum __NAME__Fault: Error, Hashable, Sendable {
    /// No __thing__ has this number.
    case unknown__Item__(Int)
    /// A title has no words.
    case emptyTitle
}
