// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import AtriumSystems
import SMSLogLogic
import SMSLogStore
import Synchronization

extension WatchedMessages {
    /// A store in memory of which some changes fail.
    ///
    /// Fails from one change to another, which count from 1.
    static func failing(_ fault: StoreFault, from first: Int, until last: Int) throws -> WatchedMessages {
        let calls = Mutex(0)
        return WatchedMessages(stores: try SystemMessages.all(on: .memory(MemorySystem()))) {
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            if (first...last).contains(call) { throw fault }
        }
    }
}
