// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
public import AtriumSession
public import AtriumSystems
public import Foundation

/// Everything that varies from one run to another and that an app must not take from the machine by itself.
///
/// Nothing of it changes; a class, since it is handed to each command and would be copied there.
public final class World: Sendable {
    /// The program that runs.
    public let program: ProgramIdentity
    /// The place of the data.
    public let system: InformationSystem
    /// The present time.
    public let clock: any WallClock
    /// The user’s time zone.
    public let timeZone: Zone
    /// The folder to which typed file names are relative.
    public let workingFolder: String
    /// The folder of the program’s own files, which contains nothing else; `nil` if there is none.
    public let home: String?
    /// The seed of random choices, so that they are the same in each run; `nil` for the system’s generator.
    public let seed: UInt64?
    /// The cost of hashing a password, or of deriving a key from one.
    public let passwordCost: PasswordCost
    /// The place of the login, such as `pts/3@garden`, by which a user recognises a session; empty to keep it private.
    public let loginPlace: String
    /// Whether an app may do now and then what no command has asked for, such as asking a gateway for messages.
    public let worksUnasked: Bool
    /// The permissions that files lack which other programs share, as the user’s umask(2) has it; files of the program’s
    /// own are private.
    public let fileMask: UInt32
    /// The operating system’s variables, such as `EDITOR`.
    public let variables: [String: String]

    /// A world of these things.
    public init(
        program: ProgramIdentity = .unnamed, system: InformationSystem, clock: any WallClock = SystemClock(),
        timeZone: Zone = .current,
        workingFolder: String = FileManager.default.currentDirectoryPath, home: String? = nil, seed: UInt64? = nil,
        passwordCost: PasswordCost = .full, loginPlace: String = "", worksUnasked: Bool = true,
        fileMask: UInt32 = 0o077, variables: [String: String] = [:]
    ) {
        self.program = program
        self.system = system
        self.clock = clock
        self.timeZone = timeZone
        self.workingFolder = workingFolder
        self.home = home
        self.seed = seed
        self.passwordCost = passwordCost
        self.loginPlace = loginPlace
        self.worksUnasked = worksUnasked
        self.fileMask = fileMask
        self.variables = variables
    }

    /// The present day of the user.
    public var today: Day { Day(clock.now, in: timeZone) }

    /// A file name that a user typed, as an absolute path; `~` is the home folder.
    public func path(of name: String) -> String {
        if name == "~" || name.hasPrefix("~/") {
            return Home.folderOfUser(variables) + name.dropFirst()
        }
        return name.hasPrefix("/") ? name : workingFolder + "/" + name
    }
}

extension World {
    /// The whole path of another program, never searched in the working folder; `nil` if it is not installed, or
    /// if the variable `ATRIUM_WITHOUT` names it.
    public func path(ofProgram name: String) -> String? {
        let unwanted = variables[program.variable("WITHOUT")].map { $0.split(separator: " ") } ?? []
        guard !unwanted.contains(where: { $0 == name }) else { return nil }
        // By bytes: each start looks for a keyring.
        let folders = (variables["PATH"] ?? "").utf8.split(separator: UInt8(ascii: ":"))
        return folders.lazy.map { "\(Substring($0))/\(name)" }.first {
            $0.hasPrefix("/") && FilePlace.isExecutable($0)
        }
    }
}

/// The cost of guessing a password.
public enum PasswordCost: Sendable, Hashable {
    /// As high as a login can bear.
    case full
    /// The least there is: for scripts and tests alone, whose data is worth nothing.
    case least
}

extension Zone {
    /// The time zone of the machine: the one that `TZ` names or describes (tzset(3)), or else the file of the tz database
    /// that `/etc/localtime` is a link to (localtime(5)).
    ///
    /// Zones that the C library does not know are left to Foundation.
    ///
    /// - Parameter link: The link in place of `/etc/localtime`.
    package static func system(_ variables: [String: String], link: String = localtime) -> Zone {
        let name = variables["TZ"] ?? (try? FilePlace.target(ofLink: link)).flatMap(Self.name(of:))
        guard let name else { return .current }
        let isOfProcess = link == localtime && variables["TZ"] == getenv("TZ").map { String(cString: $0) }
        guard isOfProcess, libraryKnows(name) else { return Zone(identifier: name) ?? .current }
        return Zone(ofMachine: Self.name(of: name) ?? name)
    }

    /// The link that says which zone the machine is in.
    package static let localtime = "/etc/localtime"

    /// Whether the C library knows a zone: a small container may have no rules but those that `TZ` itself describes,
    /// and the library takes unknown places for Greenwich.
    private static func libraryKnows(_ name: String) -> Bool {
        guard !name.isEmpty else { return false }
        if FilePlace.isReadable(name.hasPrefix("/") ? name : "/usr/share/zoneinfo/\(name)") { return true }
        return name.hasPrefix(":") || name.contains(",") || !name.contains("/") && name.contains { $0.isNumber }
    }

    /// The zone of a file of the tz database, such as `Europe/Paris`; `nil` for another file.
    private static func name(of path: String) -> String? {
        let folders = path.split(separator: "/")
        guard let place = folders.lastIndex(of: "zoneinfo"), place + 1 < folders.count else { return nil }
        return String(path[folders[place + 1].startIndex...])
    }
}

extension World {
    /// The locale of characters: the first variable that is set to something counts, and without one it is `C`
    /// (POSIX.1-2017, Base Definitions, 8.2).
    package var characterLocale: String {
        ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { self.variables[$0] }.first { !$0.isEmpty } ?? "C"
    }

    /// Whether the terminal’s characters are UTF-8.
    package var writesUTF8: Bool { characterLocale.uppercased().replacing("-", with: "").contains("UTF8") }

    /// The folder in which the system keeps everything; `nil` in memory.
    public var systemFolder: String? {
        switch system {
        case .memory: nil
        case .sqlite(let system): system.folder
        case .postgreSQL(let system): system.folder
        }
    }

    /// The word that names the system on a command line; it may contain a password.
    public var systemName: String {
        switch system {
        case .memory: "memory"
        case .sqlite: "sqlite"
        case .postgreSQL(let system): system.address
        }
    }

    /// The server that keeps everything, by its address without a password; `nil` if none does.
    public var server: String? {
        if case .postgreSQL(let system) = system { system.place } else { nil }
    }

    /// Whether a server keeps everything, whose role has the data of one user alone.
    public var isForOneUser: Bool {
        if case .postgreSQL(let system) = system { system.isForOneUser } else { false }
    }
}
