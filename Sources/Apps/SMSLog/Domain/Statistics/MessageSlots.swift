// SPDX-License-Identifier: GPL-3.0-or-later

/// Counts messages by slots.
package struct MessageSlots {
    private var slots: [Key: MessageSlot] = [:]

    private struct Key: Hashable {
        let number: Int64
        let direction: MessageDirection
    }

    package init() {}

    /// Counts a message in.
    package mutating func add(_ message: Message) {
        let number = MessageSlot.number(of: message.date)
        let key = Key(number: number, direction: message.direction)
        var slot =
            slots[key] ?? MessageSlot(number: number, direction: message.direction, count: 0, characters: 0)
        slot.count += 1
        slot.characters += message.content.unicodeScalars.count
        slots[key] = slot
    }

    /// All slots with messages, by time, those of messages that came in first.
    package var all: [MessageSlot] {
        slots.values.sorted { ($0.number, $0.direction.rawValue) < ($1.number, $1.direction.rawValue) }
    }
}

extension Message {
    /// Whether it was written and read, as far as anybody knows: no call, no draft, and nothing that waits or has failed.
    package var isCounted: Bool { call == nil && !SendStatus.unsent.contains(status) }
}
