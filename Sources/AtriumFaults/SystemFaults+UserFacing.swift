// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFiles
public import AtriumProcesses
public import AtriumSession
public import AtriumTerminal
import Foundation

extension FileFault: UserFacing {
    /// The file, and its fault.
    public var sentence: LocalizedText {
        SystemReason.sentence(reason, of: path) { Strings.faultFile(path: path, reason: $0) }
    }
}

extension OpenFiles.TooFew: UserFacing {
    /// The numbers of allowed and of required open files.
    public var sentence: LocalizedText { Strings.faultFewFiles(allowed: allowed, needed: OpenFiles.fewest) }
}

extension InputFault: UserFacing {
    /// The first word of its codes.
    public static var area: String { "input" }

    /// The line of input, and its fault.
    public var sentence: LocalizedText {
        switch self {
        case .failed(let reason): SystemReason.sentence(reason) { Strings.faultInput(reason: $0) }
        default: Strings.sentence(of: self)
        }
    }

    /// A line that cannot be read is wrong usage.
    public var status: ExitStatus {
        if case .failed = self { .failure } else { .usage }
    }
}

extension OutputFault: UserFacing {
    /// A stable word for programs.
    public var code: String {
        switch self {
        case .closed: "output.closed"
        case .full: "output.full"
        case .failed: "output.failed"
        }
    }

    /// Why the output did not arrive.
    public var sentence: LocalizedText {
        SystemReason.sentence(reason) { Strings.faultOutput(reason: $0) }
    }

    /// As for a program that SIGPIPE ended, if the reader went away.
    public var status: ExitStatus { self == .closed ? .brokenPipe : .failure }

    /// The operating system’s error number.
    var reason: Int32 {
        switch self {
        case .closed: EPIPE
        case .full: ENOSPC
        case .failed(let reason): reason
        }
    }
}

extension ChildProcess.Fault: UserFacing {
    /// A stable word for programs.
    public var code: String { "program" }

    /// The program that could not be started, and the reason.
    public var sentence: LocalizedText {
        SystemReason.sentence(reason) { Strings.faultFile(path: program, reason: $0) }
    }
}

/// Why the operating system refused something, in the user’s language.
///
/// `strerror` speaks the language of the locale, or English, and never the one that the user chose here.
public enum SystemReason {
    /// The reason why a file was refused.
    public static func text(_ reason: FileFault.Reason) -> LocalizedText {
        switch reason {
        case .system(let number): text(number)
        case .kind(.regular): Strings.reasonExists
        case .kind(.folder): Strings.reasonFolder
        case .kind(.link): Strings.reasonLink
        case .kind(.pipe), .kind(.socket), .kind(.device): Strings.reasonNoFile
        case .foreign: Strings.reasonForeign
        case .shared: Strings.reasonShared
        case .ours: Strings.reasonOurs
        case .tooLarge(let limit): Strings.reasonTooLarge(bytes: limit)
        case .unconfirmed(_, let number): text(number)
        }
    }

    /// The reason behind an error number of errno.h.
    public static func text(_ number: Int32) -> LocalizedText {
        switch number {
        case ENOENT: Strings.reasonMissing
        case EACCES, EPERM: Strings.reasonForbidden
        case EISDIR: Strings.reasonFolder
        case ENOTDIR: Strings.reasonNoFolder
        case ESPIPE: Strings.reasonNoFile
        case EBADF, ENXIO, ENODEV: Strings.reasonNoDevice
        case ENOSPC, EDQUOT: Strings.reasonFull
        case EROFS: Strings.reasonReadOnly
        case EFBIG: Strings.reasonFileLimit
        case EEXIST: Strings.reasonExists
        case EPIPE: Strings.reasonClosed
        case EIO: Strings.reasonDevice
        case EILSEQ: Strings.reasonNotText
        case EMFILE, ENFILE: Strings.reasonTooManyFiles
        case ENAMETOOLONG: Strings.reasonLongName
        case ELOOP: Strings.reasonLinks
        case EBUSY, ETXTBSY: Strings.reasonBusy
        case EINTR: Strings.reasonInterrupted
        case EAGAIN, ETIMEDOUT, ENOLCK, EDEADLK: Strings.reasonLater
        case ENOMEM, ENOBUFS: Strings.reasonMemory
        case EINVAL, ENOTSUP, ENOSYS, ENOTTY: Strings.reasonUnsupported
        case EXDEV: Strings.reasonOtherDisk
        case ENOTEMPTY: Strings.reasonNotEmpty
        case EMLINK: Strings.reasonManyLinks
        case ESTALE: Strings.reasonStale
        case ECONNREFUSED, ECONNRESET, EHOSTUNREACH, ENETUNREACH, ENOTCONN: Strings.reasonUnreachable
        case EADDRINUSE: Strings.reasonTaken
        case ENOEXEC: Strings.reasonNoProgram
        case EOVERFLOW, ERANGE: Strings.reasonTooGreat
        // Other errors are unknown in practice; the system’s own words say more than the number.
        default: Strings.reasonOther(text: String(cString: strerror(number)))
        }
    }

    /// A sentence that contains the reason, and says that something was not written or read; for complete data in its
    /// place it says that instead.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - path: The file; a typed name in another encoding has U+FFFD in it, and is then no file’s.
    ///   - make: Makes the sentence with the reason in it.
    public static func sentence(
        _ reason: FileFault.Reason, of path: String = "", _ make: @escaping @Sendable (String) -> LocalizedText
    ) -> LocalizedText {
        if case .unconfirmed(let path, let number) = reason {
            return sentence(.system(number)) { Strings.faultFileUnconfirmed(path: path, reason: $0) }
        }
        let isOfName = reason == .system(ENOENT) && path.contains("\u{FFFD}")
        return LocalizedText { make((isOfName ? Strings.reasonNameNotText : text(reason)).string(in: $0)) }
    }

    /// The sentence that a file cannot be read.
    ///
    /// - Parameters:
    ///   - path: The file, or a place in one.
    ///   - reason: The reason.
    public static func unreadable(_ path: String, _ reason: FileFault.Reason) -> LocalizedText {
        sentence(reason, of: path) { Strings.faultUnreadable(path: path, reason: $0) }
    }

    /// The same for an error number (`errno`).
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - number: The error number.
    public static func unreadable(_ path: String, _ number: Int32) -> LocalizedText {
        unreadable(path, .system(number))
    }

    /// The sentence that a file cannot be written.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reason: The reason.
    public static func unwritable(_ path: String, _ reason: FileFault.Reason) -> LocalizedText {
        sentence(reason) { Strings.faultUnwritable(path: path, reason: $0) }
    }

    /// A sentence that contains the reason behind an error number.
    ///
    /// - Parameters:
    ///   - number: The number, as `errno` has it.
    ///   - path: The file; a typed name in another encoding has U+FFFD in it, and is then no file’s.
    ///   - make: Makes the sentence with the reason in it.
    public static func sentence(
        _ number: Int32, of path: String = "", _ make: @escaping @Sendable (String) -> LocalizedText
    ) -> LocalizedText {
        sentence(.system(number), of: path, make)
    }
}

extension AuthenticationFault: UserFacing {
    /// The reason of the refusal, and the remedy.
    public var sentence: LocalizedText {
        switch self {
        case .backOff(let wait): Self.sentence(for: wait)
        default: Strings.sentence(of: self)
        }
    }

    /// Rounded up, so that the login works after the stated wait: in minutes if seconds would have to be divided.
    private static func sentence(for wait: Duration) -> LocalizedText {
        let seconds = max(1, Int((wait + .milliseconds(999)).components.seconds))
        return seconds < 120
            ? Strings.faultBackOff(seconds: seconds) : Strings.faultBackOffMinutes(minutes: (seconds + 59) / 60)
    }

    /// 77 for a refused login, 1 if an account could not be made.
    public var status: ExitStatus {
        switch self {
        case .notLoggedIn, .locked, .refused, .backOff, .codeNeeded, .wrongCode, .passwordNeeded, .invitationOver,
            .disabled, .badToken, .notForApp, .tokenChangesNothing:
            .login
        default: .failure
        }
    }
}
