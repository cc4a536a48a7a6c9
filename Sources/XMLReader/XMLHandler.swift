// SPDX-License-Identifier: GPL-3.0-or-later

/// Receives the elements of a document as they are read.
///
/// The reader calls in the order of the document, in the isolation of its own caller. What a call throws stops the
/// reading at once, is thrown on by the reader as it is, and no further call follows: so a handler can cancel.
package protocol XMLHandler: AnyObject {
    /// An element begins; the value lives as long as the call.
    func start(_ element: borrowing XMLElement) throws
    /// The element of this name, the last one begun and not ended, ends.
    func end(_ name: String) throws
}

/// Receives a document of rows: elements directly within the root, each of which stands for itself.
///
/// What is broken costs its row only: the reader goes on at the next start of a row.
package protocol XMLRowHandler: XMLHandler {
    /// The document is broken within a row, or between two. What was begun is not ended any more, but for the root.
    func interrupted(by fault: XMLFault)
    /// There is text on this line, where rows have none: it may be what is left of one.
    func stray(line: Int)
}
