// SPDX-License-Identifier: GPL-3.0-or-later

/// How long to wait before something is tried again.
package enum BackOff {
    private static let (first, longest) = (5, 900)

    /// Five seconds after the first failure, and twice as long after each further one, up to a quarter of an hour.
    package static func pause(after failures: Int) -> Duration {
        // Eight doublings are beyond the longest.
        .seconds(min(longest, first << max(0, min(failures - 1, 8))))
    }
}
