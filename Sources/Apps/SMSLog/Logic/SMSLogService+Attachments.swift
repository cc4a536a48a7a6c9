// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumFiles
import AtriumSession
import AtriumStores
import Glibc

/// A file that belongs to a message.
package struct MessageFile: Hashable, Sendable {
    /// Its number among the message’s files, from 1.
    package let number: Int
    package let part: MessagePart
}

/// The files that belong to messages.
extension SMSLogService {
    /// The files of a message, in their order.
    ///
    /// - Throws: `SMSLogFault.unknownMessage`.
    package func attachments(of id: Int) async throws -> [MessageFile] {
        try await message(id).attachments.enumerated().map { MessageFile(number: $0 + 1, part: $1) }
    }

    /// Writes the files of a message into a folder, or one of them, as new files that only the user may read.
    ///
    /// Leaves out a file whose bytes never came, and adds a number to a name that is taken.
    ///
    /// - Parameter number: The number of the file; `nil` for all.
    /// - Returns: The paths, and the number of files left out.
    /// - Throws: `SMSLogFault.unknownMessage`, `ExtractFault`.
    package func extract(
        _ id: Int, number: Int? = nil, to folder: String
    ) async throws -> (paths: [String], missing: Int) {
        let all = try await attachments(of: id)
        guard !all.isEmpty else { throw ExtractFault.none(id) }
        let wanted = all.filter { number == nil || $0.number == number }
        if wanted.isEmpty, let number { throw ExtractFault.unknown(number, message: id) }
        do throws(FileFault) { try Folder.make(folder) } catch {
            throw ExtractFault.unwritable(path: folder, reason: error.reason)
        }
        var paths: [String] = []
        for file in wanted {
            guard let digest = file.part.digest, let bytes = try await store.read({ try $0.bytes(of: digest) }) else {
                continue
            }
            let name = ExtractedFileName.of(file.part, number: file.number, message: id)
            paths.append(try Self.write(bytes, name, in: folder))
        }
        return (paths, wanted.count - paths.count)
    }

    private static func write(_ bytes: [UInt8], _ name: String, in folder: String) throws(ExtractFault) -> String {
        var number = 1
        while true {
            let path = (folder.hasSuffix("/") ? folder : folder + "/") + ExtractedFileName.twin(name, number)
            do throws(FileFault) {
                let draft = try DraftFile(for: path)
                try draft.write(bytes)
                try draft.finish()
                return path
            } catch {
                guard error.isTaken, number < 10_000 else {
                    throw .unwritable(path: path, reason: error.reason)
                }
                number += 1
            }
        }
    }
}

extension FileFault {
    /// Whether a file of the name exists.
    fileprivate var isTaken: Bool { reason == .system(EEXIST) }
}

/// Why the files of a message were not written.
package enum ExtractFault: Error, Hashable, Sendable {
    /// The message has none.
    case none(Int)
    /// The message has none of this number.
    case unknown(Int, message: Int)
    /// A file cannot be written.
    case unwritable(path: String, reason: FileFault.Reason)
}

/// The names under which the files of messages are written.
enum ExtractedFileName {
    /// A name close to the part’s own: its last path component, without invisible characters; without one, a
    /// name for its number and type.
    static func of(_ part: MessagePart, number: Int, message: Int) -> String {
        var plain = PlainFileName(of: part.name ?? "").text
        while plain.utf8.count > PlainFileName.longest { plain.removeFirst() }
        return plain.isEmpty ? "message-\(message)-\(number).\(part.ending)" : plain
    }

    /// The name with a number; the first one is without.
    static func twin(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let (stem, ending) = PlainFileName.parts(name)
        return "\(stem)-\(number)\(ending)"
    }
}

extension MessagePart {
    /// The file name extension of the part, without the point, by the media type.
    package var ending: String { MediaType.ending(of: mediaType) ?? "bin" }

    /// The media type of a file that came with a message, by its name.
    package static func type(ofFile name: String?) -> String {
        // A part of plain text is the message’s own text.
        guard let type = name.flatMap(MediaType.of), type != "text/plain" else { return MediaType.unknown }
        return type
    }
}
