// SPDX-License-Identifier: GPL-3.0-or-later

/// How the terminal is told of news.
enum NotificationChoice: String, CaseIterable {
    case off, on
    /// As rxvt and foot know it.
    case rxvt = "777"
}
