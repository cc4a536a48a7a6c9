// SPDX-License-Identifier: GPL-3.0-or-later

/// Names bytes by what they are: their SHA-256 (FIPS 180-4), so that the same bytes are kept once.
public struct Digest: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// The digest of these bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// The digest of its 64 digits; `nil` for any other text.
    public init?(_ text: String) {
        let digits = text.utf8.compactMap { Self.digits.firstIndex(of: $0) }
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// Decodes the 64 digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = Digest(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no digest")
        }
        self = digest
    }

    /// Encodes the 64 digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The 64 digits that programs print.
    public var description: String {
        String(decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 0xF)]] }, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
