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

    /// The text whose links to attachments that have moved lead to them.
    ///
    /// - Parameters:
    ///   - attachments: What belongs to the note.
    ///   - old: The note’s folder, from which its links are read.
    ///   - folder: The folder from which they are read from now on.
    ///   - place: Where the file of an attachment lies, below the folder of all notes, and whether links may stay that say
    ///     no more than its name; nil for one whose links stay.
    package static func leading(
        _ text: String, to attachments: [Attachment], from old: String, in folder: String,
        at place: (Attachment) -> (path: String, isFound: Bool)?
    ) -> String {
        guard !attachments.isEmpty else { return text }
        let lookup = AttachmentLookup(attachments, from: old)
        return text.replacing(
            NamedFile.all(in: text).compactMap { file in
                guard let attachment = lookup.attachment(named: file), let (path, isFound) = place(attachment),
                    !file.leads(to: path, from: folder, searching: isFound)
                else { return nil }
                let part = FileLinkText.part(of: file.spelled[...], leadingTo: path)
                return (file.range, (file.isTitle ? path : encoded(FilePath.relative(path, from: folder))) + part)
            })
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

    /// A path of our own making as an address: blanks and parentheses would end it, and other signs mean something there.
    package static func encoded(_ path: String) -> String {
        var address = ""
        for scalar in path.unicodeScalars {
            if scalar.isASCII, scalar.value < 0x20 || "% ()<>#?\\|`\"".unicodeScalars.contains(scalar) {
                address += "%" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
            } else {
                address.unicodeScalars.append(scalar)
            }
        }
        return address
    }
}
