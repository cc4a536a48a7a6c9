// SPDX-License-Identifier: GPL-3.0-or-later

/// Who is there to answer a question that nobody expected, such as the one for a password after a login has expired.
public enum Answerer: Sendable {
    /// Nobody: the next line is the next command.
    case nobody
    /// A person at a terminal.
    case person
    /// A script, which has the answer ready.
    case script
}
