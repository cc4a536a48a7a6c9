// SPDX-License-Identifier: GPL-3.0-or-later

/// Where an `XMLReader` gets its bytes.
///
/// The reader calls it from its own caller's isolation, one call after the other, until it answers 0 or throws.
package protocol ByteSource: AnyObject {
    /// Reads the next bytes into the buffer, which is never empty; 0 bytes mean the end.
    ///
    /// - Returns: How many bytes were written to the start of the buffer; fewer than fit is no sign of the end.
    /// - Throws: `XMLFault.unreadable`.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(XMLFault) -> Int

    /// Waits until a read would not wait.
    ///
    /// - Throws: `CancellationError`.
    func ready() async throws
}

extension ByteSource {
    /// At once.
    package func ready() async throws {}
}
