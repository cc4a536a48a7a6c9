// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// An archive of SMS Import/Export: messages, a line each, and the files of their parts.
struct AndroidArchive {
    /// The file of the messages.
    let messages: String
    private let files: UnpackedMessages

    /// Unpacks an archive.
    ///
    /// - Throws: `ImportFault`.
    init(_ path: String) throws(ImportFault) {
        var messages: String?
        files = try UnpackedMessages(path) { path, name, unpack in
            if path.hasPrefix("data/") {
                _ = try unpack(UnpackedMessages.place(ofData: name))
            } else if name.hasSuffix(".ndjson") || name.hasSuffix(".json"), try unpack(name) {
                messages = messages ?? name
            }
        }
        guard let messages else { throw .archiveWithoutMessages }
        self.messages = files.path(messages)
    }

    /// The bytes of a part’s file; nil where it is not there.
    func data(_ name: String) -> [UInt8]? { files.data(name) }
}
