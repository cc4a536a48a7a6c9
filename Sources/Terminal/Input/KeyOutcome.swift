// SPDX-License-Identifier: GPL-3.0-or-later

/// What becomes of a key that was bound by its name.
public enum KeyOutcome: Hashable, Sendable {
    /// It is done; editing goes on.
    case done
    /// Whoever asked for the line has to act: the line ends as `LineInput.key`.
    case leave
    /// As `leave`, unless one of these characters follows soon: then it is the first letter of a word.
    case leaveUnless(Set<UInt8>)
    /// It means what it does on a line: a letter goes into it.
    case type
    /// Nothing was to do: Readline cancels what it is doing.
    case abort
}
