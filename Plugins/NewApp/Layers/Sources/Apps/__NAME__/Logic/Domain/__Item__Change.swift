// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumStores

/// A change of a user’s __things__, for observers and in the journal.
package struct __Item__Change: Codable, Hashable, Sendable {
    /// The __thing__ before; `nil` for one that was not there.
    package let before: __Item__?
    /// The __thing__ after; `nil` for one that is gone for good.
    package let after: __Item__?

    /// A change of a __thing__.
    package init(from before: __Item__?, to after: __Item__?) {
        self.before = before
        self.after = after
    }

    /// The number of the __thing__.
    package var id: Int { after?.id ?? before?.id ?? 0 }
    /// Its title.
    package var title: String { after?.title ?? before?.title ?? "" }
    /// Whether __a_thing__ is gone.
    package var isRemoval: Bool { after == nil }
    /// The change that takes this one back.
    package var reversed: __Item__Change { __Item__Change(from: after, to: before) }
}

extension JournalEntry {
    /// The changes of a command.
    package var changed__Items__: [__Item__Change] { steps() }
}
