// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import CAtriumMinizip
import Glibc

/// The files of a zip archive, one after the other.
///
///     let archive = try ZipArchive(path: path)
///     while let entry = try archive.next() {
///         try archive.read { bytes in … }
///     }
///
/// An archive’s statements about itself may be untrue: a path may lead out of any folder, and a file may have more
/// bytes than its size. Source of the format: APPNOTE.TXT 6.3.10.
public final class ZipArchive {
    /// The number of files, as the archive states it.
    public let count: Int

    private let file: unzFile
    private var hasBegun = false
    private var current: ZipEntry?
    private var method = 0
    private var sum: UInt = 0
    /// The name and the other fields of a file as they are written, which are no longer.
    private var name = [CChar](repeating: 0, count: Int(UInt16.max) + 1)
    private var extra = [UInt8](repeating: 0, count: Int(UInt16.max))

    /// - Throws: `ZipFault.truncated` for a file without an archive’s end, and for one that cannot be opened.
    public init(path: String) throws(ZipFault) {
        var files = zlib_filefunc64_def()
        fill_fopen64_filefunc(&files)
        // Of a file whose size stands elsewhere, minizip 1.1 reads whole buffers, also where the archive ends before:
        // what follows the bytes of the file does not matter.
        files.zread_file = { _, stream, buffer, size in
            guard let stream, let buffer else { return 0 }
            let read = fread(buffer, 1, Int(size), stream.assumingMemoryBound(to: FILE.self))
            memset(buffer + read, 0, Int(size) - read)
            return ferror(stream.assumingMemoryBound(to: FILE.self)) == 0 ? size : 0
        }
        guard let file = unzOpen2_64(path, &files) else { throw .truncated }
        self.file = file
        var info = unz_global_info64()
        guard unzGetGlobalInfo64(file, &info) == UNZ_OK else {
            unzClose(file)
            throw .damaged
        }
        count = Int(clamping: info.number_entry)
    }

    deinit { unzClose(file) }

    /// The next file or folder; nil behind the last.
    ///
    /// - Throws: `ZipFault.damaged`, after which there is no next one.
    public func next() throws(ZipFault) -> ZipEntry? {
        let status = hasBegun ? unzGoToNextFile(file) : unzGoToFirstFile(file)
        hasBegun = true
        current = nil
        guard status != UNZ_END_OF_LIST_OF_FILE, count > 0 else { return nil }
        guard status == UNZ_OK else { throw .damaged }
        var info = unz_file_info64()
        guard
            unzGetCurrentFileInfo64(
                file, &info, &name, UInt(name.count - 1), &extra, UInt(extra.count), nil, 0) == UNZ_OK
        else { throw .damaged }
        let size = Self.size(info, extra.prefix(Int(min(info.size_file_extra, UInt(extra.count)))))
        let bytes = name.prefix(Int(min(info.size_filename, UInt(UInt16.max)))).map { UInt8(bitPattern: $0) }
        let date = info.tmu_date
        method = Int(info.compression_method)
        sum = info.crc
        // The upper half of the attributes is a mode of Unix if the upper half of the version says so.
        let mode = info.version >> 8 == 3 ? info.external_fa >> 16 & 0o170000 : 0
        let entry = ZipEntry(
            path: Self.text(bytes), size: size,
            changed: [date.tm_year, date.tm_mon + 1, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec].map {
                Int($0)
            }, isEncrypted: info.flag & 1 != 0, isLink: mode == 0o120000)
        current = entry
        return entry
    }

    /// Lends the bytes of the file that `next` gave last, piece by piece.
    ///
    /// - Throws: `ZipFault`, after some pieces perhaps, and the errors of `body`.
    public func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let entry = current else { return }
        guard !entry.isEncrypted else { throw ZipFault.encrypted }
        guard method == 0 || method == Int(Z_DEFLATED) else { throw ZipFault.unknownMethod(method) }
        guard unzOpenCurrentFile(file) == UNZ_OK else { throw ZipFault.damaged }
        defer { unzCloseCurrentFile(file) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1)
        defer { buffer.deallocate() }
        var rest = entry.size
        var found = crc32(0, nil, 0)
        while rest > 0 {
            let read = unzReadCurrentFile(file, buffer.baseAddress, UInt32(min(rest, UInt64(buffer.count))))
            guard read > 0 else { throw ZipFault.damaged }
            rest -= UInt64(read)
            found = crc32(found, buffer.baseAddress, UInt32(read))
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<Int(read)]))
        }
        guard found == sum else { throw ZipFault.damaged }
    }

    /// The place of the file that `next` gave last; `nil` before the first and behind the last.
    public var place: ZipPlace? {
        var position = unz64_file_pos()
        guard let current, unzGetFilePos64(file, &position) == UNZ_OK else { return nil }
        return ZipPlace(position: position, entry: current, method: method, sum: sum)
    }

    /// Goes back to a file of this archive: `read` and `extract` mean that one, and `next` the one behind it.
    ///
    /// - Throws: `ZipFault.damaged`.
    public func go(to place: ZipPlace) throws(ZipFault) {
        current = nil
        var position = place.position
        guard unzGoToFilePos64(file, &position) == UNZ_OK else { throw .damaged }
        (current, method, sum) = (place.entry, place.method, place.sum)
    }

    /// Writes the file that `next` gave last to a new file, which is on the disk at some later time.
    ///
    /// - Throws: `ZipFault`, `FileFault`; nothing of the file is there then.
    public func extract(to path: String) throws {
        let draft = try DraftFile(for: path)
        try read { bytes in try draft.write(Array(bytes)) }
        try draft.finish(waits: false)
    }

    /// The number of bytes of a file; if 32 bits were too few, a field of its own says it (4.5.3), which minizip 1.1
    /// does not read.
    private static func size(_ info: unz_file_info64, _ extra: ArraySlice<UInt8>) -> UInt64 {
        guard info.uncompressed_size == UInt64(UInt32.max) else { return UInt64(info.uncompressed_size) }
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        var rest = extra
        while rest.count >= 4 {
            let (kind, length) = (number(rest.prefix(2)), Int(number(rest.dropFirst(2).prefix(2))))
            let field = rest.dropFirst(4).prefix(length)
            if kind == 1, field.count >= 8 { return number(field.prefix(8)) }
            rest = rest.dropFirst(4 + length)
        }
        return UInt64(info.uncompressed_size)
    }

    /// A name in UTF-8, which most programs write whatever they say, or in the first encoding of zip (IBM 437).
    private static func text(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : upper[Int($0) - 0x80] }))
    }

    private static let upper = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτ"
            + "ΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}

/// A file or a folder in a zip archive.
public struct ZipEntry: Hashable, Sendable {
    /// The path with slashes, as the archive states it: it may lead anywhere.
    public let path: String
    /// The number of bytes, as the archive states it.
    public let size: UInt64
    /// The time of the last change, in the time zone of the machine that made the archive: year, month, day, hour,
    /// minute, second.
    public let changed: [Int]
    /// Whether its bytes are encrypted.
    package let isEncrypted: Bool
    /// Whether it is a link of the file system rather than a file.
    public let isLink: Bool

    /// Whether it is a folder.
    public var isFolder: Bool { path.hasSuffix("/") }
}

/// The place of a file in a zip archive.
public struct ZipPlace: Sendable {
    fileprivate let position: unz64_file_pos
    /// The file.
    public let entry: ZipEntry
    fileprivate let method: Int
    fileprivate let sum: UInt
}

/// The reason why a zip archive, or a file in it, cannot be read.
public enum ZipFault: Error, Hashable, Sendable {
    /// There is no list of files at its end, as in an archive that was cut off.
    case truncated
    /// The list of files, or the bytes of one, are not what they should be.
    case damaged
    /// There is far more in it than in an honest one of its size.
    case tooLarge
    /// The file is encrypted.
    case encrypted
    /// The file is compressed in a way that is not known here; its number (APPNOTE.TXT 6.3.10, 4.4.5).
    case unknownMethod(Int)
}

/// The limit at which unpacking stops, since an archive may be made to fill a disk.
///
/// Text is seldom a tenth of its size, and what is made to fill a disk is a thousandth
/// (https://www.bamsoftware.com/hacks/zipbomb).
public struct UnpackingLimit: Sendable {
    /// The most that the unpacked files may be larger than the archive, as a factor.
    private static let largestRatio = 200
    private static let always = 64 << 20

    private var left: UInt64

    /// The limit for an archive.
    public init(ofArchive path: String) {
        left = UInt64(Self.always + Self.largestRatio * (FileStatus(path, followingLinks: true)?.size ?? 0))
    }

    /// Counts a file in; false, and nothing is counted, if it is too large for what is left.
    public mutating func take(_ entry: ZipEntry) -> Bool { take(entry.size) }

    /// Counts bytes in; false if they are more than what is left.
    mutating func take(bytes: Int) -> Bool { take(UInt64(bytes)) }

    private mutating func take(_ size: UInt64) -> Bool {
        guard size <= left else { return false }
        left -= size
        return true
    }
}

/// A file that gzip has packed (RFC 1952).
public enum GzipFile {
    /// Whether a file begins as such a file does.
    public static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }

    /// Writes what is packed in a file to a new one.
    ///
    /// - Throws: `ZipFault.damaged` for one that is cut or damaged, `ZipFault.tooLarge`; `FileFault`.
    public static func unpack(_ path: String, to target: String) throws {
        guard let file = gzopen(path, "rb") else { throw ZipFault.truncated }
        defer { gzclose(file) }
        let draft = try DraftFile(for: target)
        var limit = UnpackingLimit(ofArchive: path)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = gzread(file, &buffer, UInt32(buffer.count))
            guard count >= 0 else { throw ZipFault.damaged }
            guard limit.take(bytes: Int(count)) else { throw ZipFault.tooLarge }
            if count == 0 { break }
            try draft.write(Array(buffer.prefix(Int(count))))
        }
        // A file that ends too early is read to its end without a word.
        var status: Int32 = 0
        _ = gzerror(file, &status)
        guard status == Z_OK || status == Z_STREAM_END else { throw ZipFault.damaged }
        try draft.finish(waits: false)
    }
}
