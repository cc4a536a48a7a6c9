// SPDX-License-Identifier: GPL-3.0-or-later

import Secrets
import Synchronization

/// Has the key of protected notes between the password and the end or the lock of the login.
///
/// Safe from any thread. What asks for the key while it is being derived sees the vault closed.
final class NoteVault: Sendable {
    private let state = Mutex<(key: SealingKey?, turn: Int)>((nil, 0))

    /// Seals and opens with the key; nil while the vault is closed.
    var sealer: Sealer? { state.withLock { $0.key }.map { Sealer(key: $0) } }

    /// Counts how often the vault was closed: a key derived meanwhile is too late.
    var turn: Int { state.withLock { $0.turn } }

    /// Takes the key, unless the vault was closed since this turn.
    func open(with key: SealingKey, since turn: Int) {
        state.withLock { state in
            if state.turn == turn { state.key = key }
        }
    }

    /// Forgets the key; its memory is wiped.
    func close() { state.withLock { $0 = (nil, $0.turn + 1) } }
}
