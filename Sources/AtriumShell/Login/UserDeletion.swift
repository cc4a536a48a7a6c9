// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Deletes what is left of users whose accounts are gone.
@MainActor
struct UserDeletion {
    let coordinator: Coordinator
    let typed: LineStore
    let prompter: ShellPrompter

    /// What every app keeps of the user who is logged in.
    func kept() async throws -> [LocalizedText] {
        guard let session = coordinator.login.session else { return [] }
        var kept: [LocalizedText] = []
        for factory in coordinator.catalog {
            kept += try await factory.kept(of: session.user, in: coordinator.world)
        }
        return kept
    }

    /// Has every app delete what it keeps of deleted users, and forgets what they typed.
    ///
    /// What an earlier process did not come to the end of is done here.
    func finish() async throws {
        for deleted in try await coordinator.authenticator.unfinishedDeletions() {
            for factory in coordinator.catalog {
                try await factory.deleteData(of: deleted.user, in: coordinator.world) { [prompter] in
                    prompter.progress($0, of: nil)
                }
                typed.forget(deleted.user, deleted.name, in: factory.id)
            }
            prompter.forgetEdits(of: LineStore.owner(deleted.user, deleted.name))
            try await coordinator.authenticator.finishDeletion(of: deleted.user)
        }
    }
}
