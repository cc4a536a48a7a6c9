// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// Deleting what is left of users whose accounts are gone.
extension Shell {
    /// Has every app delete what it keeps of deleted users, and forgets the lines that they typed.
    ///
    /// What an earlier process did not come to the end of is done here.
    public func finishDeletions() async throws {
        for deleted in try await coordinator.authenticator.unfinishedDeletions() {
            for factory in coordinator.catalog {
                try await factory.deleteData(of: deleted.user, in: coordinator.world) { [prompter] in
                    prompter.progress($0, of: nil)
                }
                let name = Self.lineName(of: deleted.user, deleted.name, in: factory.id)
                histories[name] = nil
                onHistoryForgotten?(name)
                onHistoryForgotten?(Self.formerLineName(of: deleted.name, in: factory.id))
                drafts.forget(name)
            }
            prompter.forgetEdits(of: Self.owner(deleted.user, deleted.name))
            try await coordinator.authenticator.finishDeletion(of: deleted.user)
        }
    }
}
