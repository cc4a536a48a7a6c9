// SPDX-License-Identifier: GPL-3.0-or-later

import Stores

extension SMSLogService {
    /// Holds back the messages that wait in a restored store: they may have been sent since the backup.
    ///
    /// Each is in doubt, as after an interrupted handover: the user says whether it was sent, or sends it again.
    package static func holdBack(among stores: any MessagePlaces) async throws {
        for owner in try await stores.owners() {
            try await stores.store(of: owner).write { messages in
                let gateway = try messages.gateways().first?.name
                for queued in try messages.queue() {
                    let doubtful = StatusChange(
                        to: .pending, from: [.pending], handover: .doubtful, after: [.waiting, .scheduled, .begun],
                        failure: queued.entry.gateway ?? gateway)
                    _ = try messages.change(queued.id, doubtful)
                }
            }
        }
    }
}
