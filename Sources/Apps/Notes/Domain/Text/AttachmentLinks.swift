// SPDX-License-Identifier: GPL-3.0-or-later

/// Links to attachments when these move between a note and a folder.
///
/// A path is put before an address as it is spelled, and taken off again, so that a text comes back as it was.
package enum AttachmentLinks {
    /// The text whose links to attachments of these names lead to a folder.
    package static func leading(_ names: [String], to folder: String, in text: String) -> String {
        guard !names.isEmpty else { return text }
        let places = FileLinkText.places(in: text)
        return FileLinkText.replacing(places, in: text) { place in
            guard place.targets.contains(where: names.contains) else { return nil }
            return encoded(folder) + "/" + text[place.range]
        }
    }

    /// The text whose links to these files are their names alone.
    package static func shortening(_ files: [String], in text: String) -> String {
        guard !files.isEmpty else { return text }
        let places = FileLinkText.places(in: text)
        return FileLinkText.replacing(places, in: text) { place in
            place.targets.contains(where: files.contains) ? bare(text[place.range]) : nil
        }
    }

    /// The text with all links to files as names alone.
    package static func shortening(all text: String) -> String {
        FileLinkText.replacing(FileLinkText.places(in: text), in: text) { bare(text[$0.range]) }
    }

    /// An address without its folders.
    package static func bare(_ address: Substring) -> String {
        String(address.lastIndex(of: "/").map { address[address.index(after: $0)...] } ?? address)
    }

    /// A path of our own making as an address: blanks and parentheses would end it.
    package static func encoded(_ path: String) -> String {
        path.replacing("%", with: "%25").replacing(" ", with: "%20").replacing("(", with: "%28")
            .replacing(")", with: "%29")
    }
}
