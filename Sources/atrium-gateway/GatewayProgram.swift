// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumFiles
import AtriumKit
import AtriumProcesses
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTerminal
import AtriumWorlds
import Foundation
import Glibc
import SMSLogLogic
import SMSLogStore
import Synchronization

/// Sends and receives the messages of a store for all its users, without a login.
///
/// A lock that ends with its process, or on a server a lease, allows one such process at a time: the next one continues its
/// work.
@main
struct GatewayProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "atrium-gateway", abstract: Strings.abstract.string(in: .ofThisProgram))

    @Option(help: help(Strings.optionHome)) var home: String?
    @Option(help: help(Strings.optionStore)) var store: String?
    @Flag(help: help(Strings.optionOnce)) var once = false
    @Option(help: help(Strings.optionEvery)) var every = 10
    @Option(help: help(Strings.optionTest)) var test: String?
    @Option(help: help(Strings.optionLeave)) var leave: String?
    @Option(help: help(Strings.optionOwner)) var owner: Int64?

    private static func help(_ text: LocalizedText) -> ArgumentHelp { ArgumentHelp(text.string(in: .ofThisProgram)) }

    /// The exit status for a gateway that cannot be used.
    private static let troubleStatus: Int32 = 3

    static func main() async {
        umask(0o077)
        // Its memory contains the secrets of gateways.
        if getenv("ATRIUM_CORE") == nil { CoreDumps.forbid() }
        LargeMemory.giveBack()
        Signals.ignoreFailedWrites()
        do {
            try OpenFiles.prepare()
            let program = try parse()
            try await program.run()
        } catch {
            // ArgumentParser reports the errors of the command line.
            guard !(error is ExitCode), exitCode(for: error) == .failure || error is any UserFacing else {
                exit(withError: error)
            }
            say(ErrorDescription(error).sentence.string(in: .ofThisProgram))
            Glibc.exit(1)
        }
    }

    @MainActor private static func say(_ text: String) {
        let gate = OutputGate(
            output: DescriptorSink(STDOUT_FILENO), error: DescriptorSink(STDERR_FILENO), isTerminal: false)
        gate.writeErrorLine(VisibleText(text))
        try? gate.flush()
    }

    func run() async throws {
        let home = Home(
            of: ProgramIdentity("Atrium", version: "", summary: LocalizedText(verbatim: "")), named: self.home,
            variables: ProcessVariables.all,
            workingFolder: FileManager.default.currentDirectoryPath)
        let system = try system(of: home)
        let remarks = Remarks { Self.say($0.string(in: .ofThisProgram)) }
        let work = GatewayWork(on: system, home: home.path, pause: .seconds(max(1, every))) { remarks.add($0) }
        defer { system.close() }
        if let owner, let name = test ?? leave {
            let owner = UserID(rawValue: owner)
            do {
                if test != nil { try await work.test(name, of: owner) } else { try await work.leave(name, of: owner) }
            } catch SMSLogFault.gatewayTrouble(_, let reason) {
                await Self.say(reason)
                throw ExitCode(Self.troubleStatus)
            }
        } else if once {
            try await work.once()
            await remarks.end()
        } else {
            try await untilASignal { try await work.always() }
        }
    }

    /// The system that is named, otherwise the one that the home names.
    ///
    /// - Throws: `StoreFault`.
    private func system(of home: Home) throws -> InformationSystem {
        let name = try store ?? home.namedStore() ?? Self.file
        if name == Self.file { return .sqlite(try SQLiteSystem(path: home.store)) }
        guard PostgreSQLSystem.isAddress(name) else {
            throw store == nil
                ? StoreFault.unnamed(path: home.storeSetting)
                : ValidationError(Strings.storeUnknown(name: name).string(in: .ofThisProgram))
        }
        return .postgreSQL(PostgreSQLSystem(name, folder: home.path))
    }

    /// The name of the home’s own file.
    private static let file = "sqlite"

    /// Works until a signal ends the process; work in progress is completed and stored first.
    private func untilASignal(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await work() }
        await MainActor.run {
            for signal in [SIGTERM, SIGINT, SIGHUP] where !Signals.isIgnored(signal) {
                Signals.observe(signal) { task.cancel() }
            }
        }
        do { try await task.value } catch is CancellationError {}
    }
}

/// The lines for the log, which are written one after the other.
private final class Remarks: Sendable {
    private let write: @MainActor @Sendable (LocalizedText) -> Void
    private let last = Mutex<Task<Void, Never>?>(nil)

    init(_ write: @escaping @MainActor @Sendable (LocalizedText) -> Void) { self.write = write }

    func add(_ remark: LocalizedText) {
        last.withLock { last in
            last = Task { [write, last] in
                await last?.value
                await write(remark)
            }
        }
    }

    /// Waits until all are written.
    func end() async { await last.withLock { $0 }?.value }
}

extension Language {
    /// The language of the environment.
    fileprivate static var ofThisProgram: Language { Language.of(ProcessVariables.all) }
}
