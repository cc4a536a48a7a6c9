// SPDX-License-Identifier: GPL-3.0-or-later

/// Which comes first in a date of numbers that begins with no year: `09/06/2013`.
package enum DayMonthOrder: Hashable, Sendable {
    /// The day, as in most countries.
    case dayFirst
    /// The month, as in the United States.
    case monthFirst
}
