// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumProcesses
package import AtriumSession
import AtriumTerminal
package import AtriumWorlds
import Foundation
import SMSLogLogic
import Synchronization

/// Runs the program `atrium-gateway`, which lies beside this one, for the due work of gateways.
///
/// So this program need not contain their protocols, and one that runs all the time takes its place.
package struct GatewayProcess: GatewayWorker {
    /// The folder of the store.
    private let home: String
    /// The store, if it is not the one that the folder names.
    private let store: String?
    private let program: String
    private let world: World
    /// The time for which a command waits for work that it has begun, which goes on without it.
    private static let patience = Duration.seconds(5)
    /// The exit status for a gateway that cannot be used.
    private static let troubleStatus: Int32 = 3

    /// The program for the store of a world; `nil` for one in memory, which no other process sees, and for a world with
    /// a time of its own, which no other process knows.
    package init?(in world: World) {
        guard let home = world.home, world.clock is SystemClock else { return nil }
        (self.home, self.world) = (home, world)
        let named = try? Home(
            of: world.program, named: home, variables: world.variables, workingFolder: world.workingFolder
        ).namedStore()
        store = world.systemName == named ?? "sqlite" ? nil : world.systemName
        let own = (try? FilePlace.ofThisProgram()) ?? ""
        program = (own as NSString).deletingLastPathComponent + "/atrium-gateway"
    }

    package func work(for owner: UserID) async throws {
        // The machines that send for all have other roles.
        guard !world.isForOneUser, let outcome = try await run(["--once"]), outcome.status != 0 else { return }
        throw GatewayProcessFault.failed(outcome.text)
    }

    package func test(_ gateway: String, of owner: UserID) async throws {
        try await ask("--test", gateway, of: owner)
    }

    package func leave(_ gateway: String, of owner: UserID) async throws {
        try await ask("--leave", gateway, of: owner)
    }

    private func ask(_ question: String, _ gateway: String, of owner: UserID) async throws {
        guard let outcome = try await run([question, gateway, "--owner", String(owner.rawValue)]) else { return }
        if outcome.status == Self.troubleStatus { throw SMSLogFault.gatewayTrouble(gateway, reason: outcome.text) }
        guard outcome.status == 0 else { throw GatewayProcessFault.failed(outcome.text) }
    }

    /// Returns the program’s output; `nil` if it goes on.
    private func run(_ words: [String]) async throws -> (status: Int32, text: String)? {
        guard FilePlace.isExecutable(program) else { throw GatewayProcessFault.missing(program) }
        var variables = ProcessVariables.all
        variables.merge(["ATRIUM_GATEWAY": program, "ATRIUM_HOME": home]) { $1 }
        let words = words + (store.map { ["--store", $0] } ?? [])
        for (index, word) in words.enumerated() { variables["ATRIUM_WORD_\(index)"] = word }
        let script = (["exec", "\"$ATRIUM_GATEWAY\""] + words.indices.map { "\"$ATRIUM_WORD_\($0)\"" })
            .joined(separator: " ")
        let said = SaidText()
        let run = Task { [variables] in
            try await ChildProcess.run(
                script, in: home, variables: variables, input: [], takesErrors: true, isAside: true
            ) { said.add($0) }
        }
        let status: Int32? = try await withCheckedThrowingContinuation { continuation in
            let answer = Answer(to: continuation)
            Task { answer.give(await run.result.map(Optional.some)) }
            Task {
                try? await Task.sleep(for: Self.patience)
                answer.give(.success(nil))
            }
        }
        return status.map { ($0, said.text) }
    }
}

/// The first answer of several.
private final class Answer: Sendable {
    private let continuation: Mutex<CheckedContinuation<Int32?, any Error>?>

    init(to continuation: CheckedContinuation<Int32?, any Error>) { self.continuation = Mutex(continuation) }

    func give(_ result: Result<Int32?, any Error>) {
        let waiting = continuation.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(with: result)
    }
}

/// The output of a program, up to a few lines.
private final class SaidText: Sendable {
    private static let most = 4096
    private let bytes = Mutex<[UInt8]>([])

    func add(_ piece: [UInt8]) -> Bool {
        bytes.withLock { $0 += piece.prefix(Self.most - min(Self.most, $0.count)) }
        return true
    }

    var text: String {
        String(decoding: bytes.withLock { $0 }, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// The reason why the work of gateways cannot be done.
enum GatewayProcessFault: Error, Hashable {
    /// The program is missing at this path.
    case missing(String)
    /// It failed, and said so.
    case failed(String)
}

extension GatewayProcessFault: UserFacing {
    static var area: String { "gateway" }

    var sentence: LocalizedText { Strings.sentence(of: self) }
}
