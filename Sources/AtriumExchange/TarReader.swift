// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSession

/// Lists the regular files of a tar archive and reads one at a time; it holds no more of the archive than that.
///
/// It knows POSIX ustar and pax headers (POSIX.1-2017, pax) and GNU’s long names, which present programs write.
/// A header with a wrong checksum ends the reading: any data could follow. Links and devices are skipped.
public final class TarReader {
    /// The longest name that is read.
    private static let longestHeader = 64 << 10
    /// The size of a block in bytes.
    public static let block = 512

    private let file: FileReader
    private var size: Int { file.status.size }
    private var position = 0
    private var longName: String?
    private var pax: [String: String] = [:]

    /// Whether these bytes are the first block of an archive, with an entry of this name; `nil` for any.
    package static func begins(_ bytes: [UInt8], with name: String? = nil) -> Bool {
        bytes.count == block && isSound(bytes) && (name == nil || self.name(bytes) == name)
    }

    /// - Throws: `TarFault.unreadable`.
    public init(path: String) throws(TarFault) {
        do throws(FileFault) { file = try FileReader(path) } catch { throw .unreadable(error.reason.number) }
    }

    /// The next regular file; `nil` at the end, which is a block of zeros: an archive without it is truncated.
    ///
    /// - Parameter withLinks: Whether links are returned as well.
    /// - Throws: `TarFault`.
    public func next(withLinks: Bool = false) throws(TarFault) -> TarEntry? {
        while position < size {
            let start = position
            let header = try read(Self.block, at: start)
            if header.allSatisfy({ $0 == 0 }) { return nil }
            guard Self.isSound(header), let count = pax["size"].flatMap({ Int($0) }) ?? Self.number(header[124..<136]),
                count >= 0, count <= Int.max / 2
            else { throw .malformed(start) }
            let offset = start + Self.block
            // Even skipped data must be complete.
            guard offset + count <= size else { throw .truncated }
            position = offset + count + Self.padding(of: count)
            switch header[156] {
            case UInt8(ascii: "x"):
                pax = try Self.records(extra(count, at: offset), start)
            case UInt8(ascii: "L"):
                longName = Self.text(try extra(count, at: offset)[...])
            case UInt8(ascii: "0"), 0,
                UInt8(ascii: "1") where withLinks, UInt8(ascii: "2") where withLinks:
                let name = pax["path"] ?? longName ?? Self.name(header)
                (pax, longName) = ([:], nil)
                let changed = Self.number(header[136..<148]).map { Timestamp(seconds: Int64($0)) }
                let isLink = header[156] == UInt8(ascii: "1") || header[156] == UInt8(ascii: "2")
                return TarEntry(name: name, offset: offset, size: count, changed: changed, isLink: isLink)
            default: if header[156] != UInt8(ascii: "g") { (pax, longName) = ([:], nil) }
            }
        }
        throw .truncated
    }

    /// The bytes of an entry.
    ///
    /// - Throws: `TarFault`.
    public func bytes(of entry: TarEntry) throws(TarFault) -> [UInt8] { try read(entry.size, at: entry.offset) }

    private func extra(_ count: Int, at offset: Int) throws(TarFault) -> [UInt8] {
        guard count <= Self.longestHeader else { throw .malformed(offset) }
        return try read(count, at: offset)
    }

    private func read(_ count: Int, at offset: Int) throws(TarFault) -> [UInt8] {
        guard offset + count <= size else { throw .truncated }
        let bytes: [UInt8]
        do throws(FileFault) { bytes = try file.bytes(count, at: offset) } catch {
            throw .unreadable(error.reason.number)
        }
        guard bytes.count == count else { throw .truncated }
        return bytes
    }

    /// The number of bytes that fill the last block of an entry.
    static func padding(of count: Int) -> Int { (block - count % block) % block }

    /// Whether the checksum is right: the sum of all bytes, with blanks for its own.
    static func isSound(_ header: [UInt8]) -> Bool {
        var sum = 0
        for (index, byte) in header.enumerated() { sum += (148..<156).contains(index) ? 0x20 : Int(byte) }
        return number(header[148..<156]) == sum
    }

    /// Octal digits, or GNU’s binary form, which has the top bit set.
    static func number(_ field: ArraySlice<UInt8>) -> Int? {
        if field.first.map({ $0 & 0x80 != 0 }) == true {
            var value = Int(field.first ?? 0) & 0x7F
            for byte in field.dropFirst() {
                guard value < Int.max >> 9 else { return nil }
                value = value << 8 | Int(byte)
            }
            return value
        }
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
        return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }

    static func name(_ header: [UInt8]) -> String {
        let name = text(header[0..<100])
        let isPOSIX = header[257..<263].elementsEqual(Array("ustar\0".utf8))
        let prefix = isPOSIX ? text(header[345..<500]) : ""
        return prefix.isEmpty ? name : prefix + "/" + name
    }

    /// The records of a pax header: `30 path=a/long/name`, each with its own length before it.
    static func records(_ bytes: [UInt8], _ start: Int) throws(TarFault) -> [String: String] {
        var records: [String: String] = [:]
        var position = 0
        while position < bytes.count {
            let digits = bytes[position...].prefix { (0x30...0x39).contains($0) }
            guard let length = Int(String(decoding: digits, as: UTF8.self)), length > digits.count + 2,
                length <= bytes.count - position, bytes[position + digits.count] == 0x20,
                bytes[position + length - 1] == 0x0A
            else { throw .malformed(start) }
            let record = bytes[(position + digits.count + 1)..<(position + length - 1)]
            guard let sign = record.firstIndex(of: 0x3D) else { throw .malformed(start) }
            records[String(decoding: record[..<sign], as: UTF8.self)] = String(
                decoding: record[(sign + 1)...], as: UTF8.self)
            position += length
        }
        return records
    }
}

/// A regular file within a tar archive, or a link.
public struct TarEntry: Hashable, Sendable {
    /// Its path; nothing is ever written there.
    public let name: String
    /// The start of its bytes in the archive.
    package let offset: Int
    /// The number of its bytes.
    public let size: Int
    /// The time of its last change.
    package let changed: Timestamp?
    /// Whether it is a link to another file.
    public let isLink: Bool
}

/// Why a tar archive could not be read to its end.
public enum TarFault: Error, Hashable {
    /// The file cannot be read; the operating system’s error number.
    case unreadable(Int32)
    /// The bytes at this place, counted from the start, are no header of an entry.
    case malformed(Int)
    /// The archive breaks off within an entry.
    case truncated
}
