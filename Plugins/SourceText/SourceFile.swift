// SPDX-License-Identifier: GPL-3.0-or-later

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that a build tool reads: its path as it was given, and its bytes.
///
/// Plain C calls read and write, since starting Foundation takes longer than the tools' own work.
package struct SourceFile: Sendable {
    /// The path as it was given, which is also how messages name the file.
    package let path: String
    /// The bytes, expected to be UTF-8.
    package let bytes: [UInt8]

    /// Holds bytes that come from elsewhere, as tests do.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Reads a whole file; throws ``SourceFileFault/unreadable(path:errno:)``.
    package init(reading path: String) throws(SourceFileFault) {
        guard let file = fopen(path, "rb") else { throw .unreadable(path: path, errno: errno) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        if ferror(file) != 0 { throw .unreadable(path: path, errno: errno) }
        self.init(path: path, bytes: bytes)
    }

    /// Writes text to a file, unless the file holds just that text already.
    ///
    /// Leaving an equal file alone keeps the compiler from compiling it again. Throws
    /// ``SourceFileFault/unwritable(path:errno:)``.
    package static func write(_ text: String, to path: String) throws(SourceFileFault) {
        if let old = try? SourceFile(reading: path), old.bytes.elementsEqual(text.utf8) { return }
        guard let file = fopen(path, "wb") else { throw .unwritable(path: path, errno: errno) }
        let bytes = Array(text.utf8)
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
        guard fclose(file) == 0, isWritten else { throw .unwritable(path: path, errno: errno) }
    }

    /// Where a byte stands, counted from one; columns count bytes, as compilers do.
    package func place(of offset: Int) -> (line: Int, column: Int) {
        var line = 1
        var lineStart = 0
        for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        return (line, offset - lineStart + 1)
    }
}
