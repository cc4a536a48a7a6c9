// SPDX-License-Identifier: GPL-3.0-or-later

/// The version of Atrium.
enum Version {
    static let text = "0.2.0"
}
