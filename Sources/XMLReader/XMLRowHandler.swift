// SPDX-License-Identifier: GPL-3.0-or-later

/// Receives a document of rows: elements directly within the root, each of which stands for itself.
///
/// What is broken costs its row only: the reader goes on at the next start of a row.
package protocol XMLRowHandler: XMLHandler {
    /// The document is broken within a row, or between two. What was begun is not ended any more, but for the root.
    func interrupted(by fault: XMLFault)
    /// There is text on this line, where rows have none: it may be what is left of one.
    func stray(line: Int)
}
