// SPDX-License-Identifier: GPL-3.0-or-later

/// The command that changes data, for stores which keep why something has changed.
public enum RunningCommand {
    /// The name of the command of the present task; nil where none is performed.
    @TaskLocal public static var name: String?
}
