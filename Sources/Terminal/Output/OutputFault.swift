// SPDX-License-Identifier: GPL-3.0-or-later

/// Why output did not arrive.
public enum OutputFault: Error, Hashable, Sendable {
    /// Nobody reads any more (EPIPE): `| head -1`.
    case closed
    /// The device has no room (ENOSPC).
    case full
    /// Any other error of the system, by its number.
    case failed(errno: Int32)
}
