// SPDX-License-Identifier: GPL-3.0-or-later

/// Names bytes by what they are: their SHA-256 (FIPS 180-4), so that the same bytes are kept once.
public struct Digest: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// The digest of these bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// The 64 digits that programs print.
    public var description: String {
        String(decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 0xF)]] }, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
