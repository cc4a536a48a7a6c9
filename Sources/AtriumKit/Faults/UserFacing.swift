// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// An error that a user can do something about, or must know of.
///
/// The types that are thrown hold facts; presentation code makes them conform, so that sentences live in one layer.
public protocol UserFacing: Error {
    /// A stable word for programs, such as `notes.unknown-note`.
    var code: String { get }
    /// What happened, to what, and what to do.
    var sentence: LocalizedText { get }
    /// The exit status of a program that ends with it.
    var status: ExitStatus { get }
}

extension UserFacing {
    /// A command failed.
    public var status: ExitStatus { .failure }
}

/// The exit status of a command or of the program.
public enum ExitStatus: Int32, Sendable {
    /// All went well.
    case success = 0
    /// A command failed.
    case failure = 1
    /// Wrong usage or an unknown command.
    case usage = 2
    /// Nobody is logged in, or the login has expired (`EX_NOPERM` of sysexits.h).
    case login = 77
    /// The terminal was closed (128 and SIGHUP).
    case hangUp = 129
    /// Somebody pressed Ctrl-C (128 and SIGINT).
    case interrupted = 130
    /// The reader of the output went away (128 and SIGPIPE).
    case brokenPipe = 141
    /// The process was told to end (128 and SIGTERM).
    case terminated = 143
}
