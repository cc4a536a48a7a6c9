// SPDX-License-Identifier: GPL-3.0-or-later

/// Which list something is: a value of any type, which equals others of its own type alone.
///
/// `AnyHashable` says the same, but looks through all conformances of the program whenever it first meets a type.
struct ListID: Equatable {
    private let type: ObjectIdentifier
    private let value: Any
    private let isEqual: (Any) -> Bool

    init<Value: Equatable>(_ value: Value) {
        type = ObjectIdentifier(Value.self)
        self.value = value
        isEqual = { $0 as? Value == value }
    }

    static func == (one: Self, other: Self) -> Bool {
        one.type == other.type && one.isEqual(other.value)
    }
}
