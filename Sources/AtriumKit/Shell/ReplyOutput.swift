import Foundation
import Session
import Terminal

/// Sends lines of a reply where the command line says: to the screen, a file, or a program.
@MainActor
struct ReplyOutput {
    let gate: OutputGate
    let world: World

    /// Sends the lines, each with its newline.
    ///
    /// - Throws: `CommandFault.file`, `CommandFault.program`.
    func send(_ lines: [String], to redirection: Redirection?) async throws {
        switch redirection {
        case nil: for line in lines { gate.writeLine(line) }
        case .file(let name, let appending): try write(lines, to: world.path(of: name), appending: appending)
        case .program(let program): try await pipe(lines, to: program)
        }
    }

    private func write(_ lines: [String], to path: String, appending: Bool) throws {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (appending ? O_APPEND : O_TRUNC)
        // Mode 0600: what is sent to a file is somebody’s notes and messages.
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw CommandFault.file(path: path, reason: errno) }
        defer { close(descriptor) }
        do throws(OutputFault) {
            var bytes: [UInt8] = []
            for line in lines { bytes += Array(line.utf8) + [0x0A] }
            try DescriptorSink(descriptor).write(bytes)
        } catch {
            throw CommandFault.file(path: path, reason: error.reason)
        }
    }

    private func pipe(_ lines: [String], to program: String) async throws {
        try gate.flush()
        let input = Array(lines.map { $0 + "\n" }.joined().utf8)
        let (status, output) = try await ChildProcess.run(
            program, in: world.workingFolder, input: input, isCapturing: !gate.isTerminal)
        gate.write(String(decoding: output, as: UTF8.self))
        guard status == 0 else { throw CommandFault.program(program, status: status) }
    }
}
