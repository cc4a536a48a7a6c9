// SPDX-License-Identifier: GPL-3.0-or-later

/// What a transaction has done that is seen to once its rows are written.
final class NoteChangeLog {
    /// The notes that changed, or that something changed of which belongs to them, in the order in which they did.
    private(set) var changed: [Int] = []
    /// Whether nothing of what was removed may be left in a file.
    var erases = false
    private var known: Set<Int> = []

    func add(_ id: Int) {
        if known.insert(id).inserted { changed.append(id) }
    }
}
