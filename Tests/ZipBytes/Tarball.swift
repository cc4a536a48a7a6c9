// SPDX-License-Identifier: GPL-3.0-or-later

/// A tar archive that a test makes, as POSIX writes it.
public struct Tarball {
    /// The archive as far as it is made.
    public private(set) var bytes: [UInt8] = []

    /// An archive without entries.
    public init() {}

    /// Adds an entry; `type` is the flag of its kind.
    public mutating func add(_ name: String, _ content: [UInt8], type: Character = "0") {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.prefix(155).enumerated() { header[offset + index] = byte }
        }
        func octal(_ number: Int, _ digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: digits - text.count) + text
        }
        put(String(name.prefix(100)), at: 0)
        put(octal(0o600, 7), at: 100)
        put(octal(content.count, 11), at: 124)
        put(octal(0, 11), at: 136)
        put("        ", at: 148)
        put(String(type), at: 156)
        put("ustar\0" + "00", at: 257)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\0", at: 148)
        bytes += header + content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
    }

    /// Adds an entry with a text.
    public mutating func add(_ name: String, _ content: String, type: Character = "0") {
        add(name, Array(content.utf8), type: type)
    }

    /// Adds a pax header for the next entry.
    public mutating func addPax(_ records: [String: String]) {
        var text = ""
        for (name, value) in records.sorted(by: { $0.key < $1.key }) {
            let rest = " \(name)=\(value)\n"
            var length = rest.utf8.count + 1
            while String(length).utf8.count + rest.utf8.count != length { length += 1 }
            text += "\(length)\(rest)"
        }
        add("PaxHeader", text, type: "x")
    }

    /// Ends the archive.
    public mutating func end() { bytes += [UInt8](repeating: 0, count: 1024) }
}
