// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// A look at notes just before a change, in the transaction that makes it.
///
/// What other programs have saved in a folder of notes until then is part of what is seen.
package final class LookBefore: Sendable {
    /// The look of the present task.
    @TaskLocal package static var current: LookBefore?

    private let look: @Sendable (any NoteReader) throws -> Void
    private let isOver = Mutex(false)

    package init(_ look: @escaping @Sendable (any NoteReader) throws -> Void) { self.look = look }

    /// Looks, unless the first transaction of the task is over; a transaction that begins again looks again.
    func perform(_ reader: any NoteReader) throws { if !isOver.withLock({ $0 }) { try look(reader) } }

    /// Ends the looking: the change is made.
    func end() { isOver.withLock { $0 = true } }
}
