// SPDX-License-Identifier: GPL-3.0-or-later

/// The address of a gateway: `http://` or `https://`, a host, perhaps a port and a path, and nothing else.
package struct GatewayAddress: Hashable, Sendable {
    /// As it is kept, without a slash at its end.
    package let text: String
    /// Host and port, as they were written.
    package let host: String
    /// The path, empty or with a slash in front of it.
    package let path: String

    /// The address of a text; nil for what is none.
    package init?(_ text: String) {
        guard let mark = text.firstRange(of: "://"), ["http", "https"].contains(text[..<mark.lowerBound].lowercased()),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"?#@\"\\<>".utf8.contains($0) })
        else { return nil }
        let rest = text[mark.upperBound...]
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        guard end > rest.startIndex, rest.first != ":" else { return nil }
        host = String(rest[..<end])
        var path = String(rest[end...])
        while path.hasSuffix("/") { path.removeLast() }
        self.path = path
        self.text = text[..<mark.lowerBound].lowercased() + "://" + host + path
    }

    /// Whether what is sent there can be read on its way: without TLS to another machine.
    package var isReadable: Bool {
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        let isHere =
            name == "localhost" || name == "::1"
            || name.hasPrefix("127.") && name.allSatisfy { "0"..."9" ~= $0 || $0 == "." }
        return text.hasPrefix("http:") && !isHere
    }

    /// A value of a query, of which everything is encoded but what is safe anywhere (RFC 3986, 2.3).
    static func encoded(_ text: some StringProtocol) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let isPlain = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-._~".utf8.contains(byte)
            if isPlain {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return encoded
    }
}
