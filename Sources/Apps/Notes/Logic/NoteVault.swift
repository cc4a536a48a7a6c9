// SPDX-License-Identifier: GPL-3.0-or-later

import Secrets
import Synchronization

/// Has the key of protected notes between the password and the end or the lock of the login.
///
/// Safe from any thread. What asks for the key while it is being derived sees the vault closed.
final class NoteVault: Sendable {
    private let state = Mutex<(key: SealingKey?, password: PasswordKey?, turn: Int)>((nil, nil, 0))

    /// Seals and opens with the key; nil while the vault is closed.
    var sealer: Sealer? { state.withLock { $0.key }.map { Sealer(key: $0) } }

    /// Counts how often the vault was closed: a key derived meanwhile is too late.
    var turn: Int { state.withLock { $0.turn } }

    /// The key that the password gives, under which notes are sealed that leave the store; nil while the vault is closed.
    var password: PasswordKey? { state.withLock { $0.password } }

    /// Takes the key, and the one from the password that it is kept under, unless the vault was closed since this turn.
    func open(with key: SealingKey, under password: PasswordKey, since turn: Int) {
        state.withLock { state in
            if state.turn == turn { (state.key, state.password) = (key, password) }
        }
    }

    /// Takes the key from another password; nothing happens while the vault is closed.
    func rekey(_ password: PasswordKey) {
        state.withLock { if $0.key != nil { $0.password = password } }
    }

    /// Forgets the keys; their memory is wiped.
    func close() { state.withLock { $0 = (nil, nil, $0.turn + 1) } }
}
