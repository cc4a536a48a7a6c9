// SPDX-License-Identifier: GPL-3.0-or-later

package import Stores

/// The changes of a transaction to report; a store knows the messages whose seen mark changes once it has changed.
extension ChangeLog<MessageChange> {
    package mutating func add(_ edit: MessageEdit) {
        switch edit {
        case .text(let id, _, _), .date(_, let id): add(.message(id, .changed(.text)))
        case .state(let old, let new):
            add(.message(old.id, .changed(.status)))
            if old.isRead != new.isRead { add(.message(old.id, .changed(.seen))) }
        case .moved: addUnknown()
        case .seen, .queued, .remembered, .forgotten: break
        }
    }

    /// - Parameter leader: The address that stands for the conversation of one.
    package mutating func add(seen ids: [Int], _ selection: MessageSelection, leader: (Address) throws -> Address)
        rethrows
    {
        switch selection {
        case .numbers: for id in ids.sorted() { add(.message(id, .changed(.seen))) }
        case .conversation(let address): if !ids.isEmpty { add(.seen(try leader(address))) }
        }
    }

    package mutating func add(_ notice: KeptNotice) {
        switch notice {
        case .nobody: break
        case .gateways: add(MessageChange.gateways)
        case .everybody: addUnknown()
        }
    }
}
