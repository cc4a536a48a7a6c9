// SPDX-License-Identifier: GPL-3.0-or-later

/// What somebody asks of us by HTTP: whoever can reach the port may have sent it.
package struct IncomingCall: Hashable, Sendable {
    /// The parts of the path, decoded.
    package let path: [String]
    /// The values of the query by their names, decoded; of several of one name the last.
    package let query: [String: String]
    /// The fields of the head that callbacks use, by their names in lower case.
    package let fields: [String: String]
    /// What followed the head.
    package let body: [UInt8]

    /// The fields that are worth keeping.
    package static let fieldsOfUse = ["x-signature", "x-timestamp"]

    /// A call.
    ///
    /// - Parameter target: What stands behind the method, as it was sent: `/a/b?c=d`.
    package init(target: String, fields: [String: String] = [:], body: [UInt8] = []) {
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = (halves.first ?? "").split(separator: "/").map { Self.decoded($0, plus: "+") }
        let pairs = halves.count > 1 ? halves[1].split(separator: "&") : []
        query = Dictionary(
            pairs.map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (Self.decoded(parts[0], plus: " "), parts.count > 1 ? Self.decoded(parts[1], plus: " ") : "")
            }, uniquingKeysWith: { $1 })
        self.fields = fields
        self.body = body
    }

    /// A text without its encoding (RFC 3986, 2.1); a sign of per cent before anything but two digits stands for itself.
    private static func decoded(_ text: Substring, plus: Unicode.Scalar) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
                guard digits.count == 2, rest.prefix(2).allSatisfy({ $0 < 0x80 }) else {
                    bytes.append(byte)
                    continue
                }
                bytes.append(UInt8(digits[0] * 16 + digits[1]))
                rest = rest.dropFirst(2)
            case UInt8(ascii: "+"): bytes += String(plus).utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
