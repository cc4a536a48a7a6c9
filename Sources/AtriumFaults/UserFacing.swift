// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// An error that a user can correct, or must know.
///
/// The thrown types hold facts; presentation code makes them conform, so that sentences live in one layer.
public protocol UserFacing: Error {
    /// The first word of its codes, such as `notes`.
    static var area: String { get }
    /// A stable word for programs, such as `notes.unknown-note`; ``codeOfSentence`` by default.
    var code: String { get }
    /// The event, its object, and the remedy.
    var sentence: LocalizedText { get }
    /// The exit status of a program that ends with it.
    var status: ExitStatus { get }
}

extension UserFacing {
    /// Empty: codes have no area.
    public static var area: String { "" }
    /// The code that the sentence stands for.
    public var code: String { codeOfSentence }
    /// A command failed.
    public var status: ExitStatus { .failure }

    /// The code that the catalog gives the sentence, or else the one in its key: `notes.not-in-trash` for
    /// `fault.not.in.trash` or `fault.notInTrash` of the area `notes`.
    public var codeOfSentence: String {
        if let code = sentence.code { return code }
        var words = ""
        var before: Character = "."
        for letter in sentence.key.prefix(while: { $0 != "+" }) {
            if letter.isUppercase, before.isLowercase { words.append("-") }
            words += letter == "." ? "-" : letter.lowercased()
            before = letter
        }
        for start in ["fault", Self.area] where words.hasPrefix(start + "-") { words.removeFirst(start.count + 1) }
        return Self.area.isEmpty ? words : "\(Self.area).\(words)"
    }
}

/// The exit status of a command or of the program: one of these, or an app’s own.
public struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// The number that the program ends with: 0 for success, 255 at most.
    public let rawValue: Int32

    /// The status of a number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// All went well.
    public static let success = ExitStatus(rawValue: 0)
    /// A command failed.
    public static let failure = ExitStatus(rawValue: 1)
    /// Wrong usage or an unknown command.
    public static let usage = ExitStatus(rawValue: 2)
    /// No user is logged in, or the login has expired (`EX_NOPERM` of sysexits.h).
    public static let login = ExitStatus(rawValue: 77)
    /// The terminal was closed (128 and SIGHUP).
    public static let hangUp = ExitStatus(rawValue: 129)
    /// The user pressed Ctrl-C (128 and SIGINT).
    public static let interrupted = ExitStatus(rawValue: 130)
    /// The reader of the output went away (128 and SIGPIPE).
    public static let brokenPipe = ExitStatus(rawValue: 141)
    /// The process was told to end (128 and SIGTERM).
    public static let terminated = ExitStatus(rawValue: 143)
}
