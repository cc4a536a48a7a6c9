// SPDX-License-Identifier: GPL-3.0-or-later

/// Where bytes end up.
public protocol ByteSink: AnyObject, Sendable {
    /// Writes all bytes, or throws; how many were written before a fault is not told.
    func write(_ bytes: UnsafeRawBufferPointer) throws(OutputFault)
}

extension ByteSink {
    /// Writes all bytes, or throws.
    public func write(_ bytes: [UInt8]) throws(OutputFault) {
        var fault: OutputFault?
        bytes.withUnsafeBytes { buffer in
            do throws(OutputFault) { try write(buffer) } catch { fault = error }
        }
        if let fault { throw fault }
    }
}
