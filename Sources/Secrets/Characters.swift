// SPDX-License-Identifier: GPL-3.0-or-later

extension [UInt8] {
    /// Lends the bytes as the C characters that libsodium's password functions take, never at a null address.
    func withCharacters<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return withUnsafePointer(to: CChar(0), body)
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count, body)
        }
    }
}
