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
