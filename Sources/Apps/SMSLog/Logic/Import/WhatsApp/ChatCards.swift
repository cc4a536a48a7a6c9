// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// The cards that messages of chats have as files.
struct ChatCards {
    private var names: Set<String> = []

    /// - Parameter paths: The texts of the chats; one that cannot be read mentions nothing.
    init(in paths: [String]) {
        for path in paths {
            guard let file = try? FileReader(path) else { continue }
            let input = ByteLines(file)
            while let line = try? input.next() {
                guard ChatOutline.mayBegin(line), let header = ChatHeader(String(decoding: line, as: UTF8.self)) else {
                    continue
                }
                names.formUnion(ChatEntry(header.rest).files)
            }
        }
    }

    /// Whether a message has a file of this name.
    func contains(_ name: String) -> Bool { names.contains(name) }
}
