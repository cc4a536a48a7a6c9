// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Session
package import Stores

/// A store of notes: transactions on the notes of one owner.
///
/// What an operation means is written once, for all stores, in terms of `NoteTransaction`: see the folder `Rules`. A
/// store keeps owners apart and gives notes their numbers.
///
/// May be called from anywhere; reads take microseconds to milliseconds whatever the number of notes, writes may wait
/// for another process. All throw `StoreFault`.
package protocol NoteDAO: Sendable {
    /// Reads one consistent state, however much of it is asked for; a body may be called again.
    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any NoteReader) throws -> Result
    ) async throws -> Result

    /// Changes notes, wholly or not at all; a body may be called again where somebody else was faster.
    ///
    /// When `body` throws, everything is as it was before.
    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any NoteTransaction) throws -> Result
    ) async throws -> Result

    /// Takes what the user is to hear once of what the store has found done by halves; nothing if it is not open yet.
    func takeNews() -> [SkippedFile]

    /// Somebody who hears of each change from now on, by this process or another, of whichever owner.
    func changes() -> ChangeObserver<NoteChange>
}

extension NoteDAO {
    package func takeNews() -> [SkippedFile] { [] }
}
