// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// How many files a process may have open at a time.
public enum OpenFiles {
    /// The fewest with which a program runs.
    ///
    /// A store takes a dozen, and a program for which it waits some more. Below that libdispatch may not get the
    /// descriptor for its own events, and ends the process without a word.
    public static let fewest = 64

    /// Too few files may be open.
    public struct TooFew: Error, Hashable, Sendable {
        /// How many may.
        public let allowed: Int
    }

    /// Raises the limit to what programs need, as far as the system allows it.
    ///
    /// - Throws: `TooFew` if that is less than `fewest`.
    public static func prepare() throws(TooFew) {
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0, limit.rlim_cur < fewest else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(fewest))
        guard setrlimit(files, &limit) == 0, limit.rlim_cur >= fewest else {
            throw TooFew(allowed: Int(clamping: limit.rlim_cur))
        }
    }
}
