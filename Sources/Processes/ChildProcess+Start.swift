// SPDX-License-Identifier: GPL-3.0-or-later

package import CLinux
import Foundation

extension ChildProcess {
    /// Starts a program, in which all signals have their default action and none is blocked.
    ///
    /// - Parameters:
    ///   - words: Its path and its arguments, at least the first.
    ///   - variables: Its whole environment; nil: this process’s.
    ///   - flags: What else is to be so, as posix_spawnattr_setflags(3) has it.
    ///   - actions: What becomes of descriptors.
    package static func start(
        _ words: [String], variables: [String: String]?, flags: Int32 = 0, _ actions: inout posix_spawn_file_actions_t
    ) throws(Fault) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals that this process ignores or blocks would stay so in the child.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | flags))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var own: [UnsafeMutablePointer<CChar>?] = (variables ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { own.forEach { free($0) } }
        var child = pid_t()
        let reason =
            variables == nil
            ? posix_spawn(&child, words[0], &actions, &attributes, &arguments, environ)
            : posix_spawn(&child, words[0], &actions, &attributes, &arguments, &own)
        guard reason == 0 else { throw Fault(program: words[0], reason: reason) }
        return child
    }
}
