// SPDX-License-Identifier: GPL-3.0-or-later

// The rules of spelling links after a note or a file got another name, number or place. Only the part that names
// the target changes; folders, endings, headings and blanks stay where they still apply.
//
// `[[sub/Beta#Head|shown]]` becomes `[[sub/Gamma#Head|shown]]`, `[x](Beta.md#h)` becomes `[x](Gamma.md#h)`.

extension Reference {
    /// The link with another name; the rest stays.
    func naming(_ name: String) -> String {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        return blanks.before + folder + encoded(name) + ending + slashes + blanks.behind + place
    }

    /// The link that has one of these names, perhaps with a place after it, with another name; `nil` for any other.
    func naming(anyOf old: [String], as new: String) -> String? {
        guard isTitle else { return nil }
        let (before, behind) = Self.blanks(of: spelled[...])
        let whole = spelled.dropFirst(before.count).dropLast(behind.count)
        // Of two possible places the later one: `C# x#Head`.
        let ends = [whole.endIndex] + whole.indices.filter { whole[$0] == "#" }.reversed()
        for end in ends {
            let (name, place) = (whole[..<end], whole[end...])
            let gap = Self.blanks(of: name).behind
            guard old.contains(where: { NameKey.of($0) == NameKey.of(String(name)) }) else { continue }
            return before + new + gap + place + behind
        }
        return nil
    }

    /// The link with another path.
    func leading(to path: String) -> String {
        blanks.before + encoded(path) + ending + slashes + blanks.behind + place
    }

    /// The link with the path of a file, which an address says from a folder.
    func leading(toFile path: String, from folder: String) -> String {
        let part = LinkAddress.part(of: spelled, leadingTo: path)
        return (isTitle ? path : encoded(FilePath.relative(path, from: folder))) + part
    }

    /// The link with a title instead of all but the place in the note; `nil` if no link can say it.
    func titled(_ title: String, from old: String) -> String? {
        // A title may have the sign of a place itself.
        let isWhole = NameKey.of(Note.title(of: spelled)) == NameKey.of(old)
        guard isWhole else {
            return names(title, in: blanks.before + encoded(title) + ending + blanks.behind + place)
        }
        let (before, behind) = Self.blanks(of: spelled[...])
        return names(title, in: before + encoded(title) + behind)
    }

    /// A spelling of the link if it names a title; `nil` if signs of the title mean something else there, as in `[[#tag]]`
    /// and `[[a/b#Head]]`.
    private func names(_ title: String, in spelling: String) -> String? {
        let text = isTitle ? "[[\(spelling)]]" : isBracketed ? "[](<\(spelling)>)" : "[](\(spelling))"
        let links = References(text).notes
        guard links.count == 1, links[0].spelled == spelling, links[0].note?.names(title) == true else { return nil }
        return spelling
    }

    /// The link to an attachment by its name alone: all of it in `[[` and `]]`, else its address; `nil` if it stays.
    func naming(_ attachment: Attachment) -> String? {
        guard isTitle || attachment.name != spelled else { return nil }
        let part = LinkAddress.part(of: spelled, leadingTo: attachment.path ?? attachment.place ?? attachment.name)
        guard isTitle else { return LinkAddress.encoded(attachment.name) + part }
        // A link of Markdown cannot say which part of a picture is meant.
        guard !isShown || part.isEmpty else { return nil }
        return Attachment.link(
            to: attachment.name + part, isPicture: isShown, label: label.isEmpty && !isShown ? spelled : label)
    }

    /// The link without its place, and without blanks around it.
    private var path: Substring {
        let path = spelled.prefix { $0 != "#" }
        return path.dropFirst(blanks.before.count).dropLast(blanks.behind.count + slashes.count)
    }
    /// The slash at the end of a page’s address.
    private var slashes: Substring {
        let path = spelled.prefix { $0 != "#" }.dropLast(blanks.behind.count)
        return path.suffix(path.reversed().prefix { $0 == "/" }.count)
    }
    private var place: Substring { spelled[spelled.prefix { $0 != "#" }.endIndex...] }
    /// The blanks around the path, which stay.
    private var blanks: (before: Substring, behind: Substring) {
        isTitle ? Self.blanks(of: spelled.prefix { $0 != "#" }) : ("", "")
    }

    private static func blanks(of text: Substring) -> (before: Substring, behind: Substring) {
        let before = text.prefix { $0 == " " || $0 == "\t" }
        return (before, text.suffix(text.dropFirst(before.count).reversed().prefix { $0 == " " || $0 == "\t" }.count))
    }
    /// The ending of the file as it is spelled.
    private var ending: String { FilePath.split(String(path)).ending }

    private func encoded(_ path: String) -> String { isTitle || isBracketed ? path : LinkAddress.encoded(path) }
}

/// The place of an attachment’s file, to which links lead.
package enum AttachmentPlace {
    /// In a folder, whose path is put before the address as spelled, so that it can be removed again.
    case folder(String)
    /// At a path below the folder of all notes; if `isFound`, links may say no more of it than the name.
    case path(String, isFound: Bool)
}

/// All references of a text.
extension References {
    /// The text whose links to a title say another one.
    package func retitled(from old: String, to new: String) -> String {
        replacing { $0.note?.isTitle(old) == true ? $0.titled(new, from: old) : nil }
    }

    /// The text whose links by number have these numbers, in order; a link whose number stays is spelled as it was.
    package func renumbering(to numbers: [Int]) -> String {
        text.replacing(
            zip(numbered, numbers).filter { $0.number != $1 }.map { ($0.reference.range, String($1)) })
    }

    /// The text without the spellings that differ from store to store: links by number have the number 0, and links to
    /// files say their names alone.
    package func neutral(numbers: Bool = true, folders: Bool = true) -> String {
        replacing {
            if case .number = $0.note { return numbers ? "0" : nil }
            return folders && $0.isFileAddress ? LinkAddress.name(of: $0.spelled) : nil
        }
    }

    /// The text whose links to these files are their names alone.
    func shortening(_ files: [String]) -> String {
        replacing {
            $0.isFileAddress && $0.meanings.contains(where: files.contains) ? LinkAddress.name(of: $0.spelled) : nil
        }
    }

    /// The text whose links to attachments lead to their files.
    ///
    /// - Parameters:
    ///   - attachments: The attachments of the note.
    ///   - old: The note’s folder, from which its links are read.
    ///   - folder: The folder from which they are read from now on.
    ///   - place: The place of an attachment’s file; `nil` for one whose links stay.
    package func leading(
        to attachments: [Attachment], from old: String, in folder: String, at place: (Attachment) -> AttachmentPlace?
    ) -> String {
        guard !attachments.isEmpty else { return text }
        let lookup = AttachmentLookup(attachments, from: old)
        return replacing { reference in
            if reference.isFileAddress, let own = lookup.own(named: reference), case .folder(let path)? = place(own) {
                return LinkAddress.encoded(path) + "/" + reference.spelled
            }
            guard reference.namesFile, let attachment = lookup.attachment(named: reference),
                case .path(let path, let isFound)? = place(attachment),
                !reference.leads(to: path, from: folder, searching: isFound)
            else { return nil }
            return reference.leading(toFile: path, from: folder)
        }
    }
}

/// The state before and after a renaming or a move.
extension NoteReader {
    /// The spelling of a link that follows a note to another name; `nil` if it stays.
    ///
    /// - Parameter source: The note in which the link stands, which was in `folder` before.
    func spelling(
        of reference: Reference, in folder: String, _ source: Note, from old: Note, to new: Note
    ) throws -> String? {
        guard let target = reference.note, let parts = target.parts, !parts.isEmpty else { return nil }
        guard !old.names.isEmpty else { return reference.titled(new.title, from: old.title) }
        if files?.graph != nil {
            // A page whose text says its title is called that.
            let pages = [LogseqName.page(ofFile: old.names.name), PageProperties(old.content).title].compactMap(\.self)
            let page = LogseqName.page(ofFile: new.names.name)
            if let spelled = reference.naming(anyOf: pages, as: page) { return spelled }
        }
        // A name may contain an ending or a place of other links.
        if let spelled = reference.naming(anyOf: [old.names.name], as: new.names.name),
            try note(at: LinkTarget(titled: spelled[...]), from: source)?.id == new.id
        {
            return new.names.name == old.names.name ? reference.spelled : spelled
        }
        guard NameKey.of(parts.name) == NameKey.of(old.names.name) else { return nil }
        // Capitals stay as they are spelled if the name does.
        let name = new.names.name == old.names.name ? reference.spelled : reference.naming(new.names.name)
        let isPath = if case .path = target { true } else { false }
        let named = isPath ? LinkTarget(address: name) : LinkTarget(titled: name[...])
        let wasRelative = target.isRelative(to: old.names.path, from: folder)
        if let named, try note(at: named, from: source)?.id == new.id,
            !wasRelative || named.isRelative(to: new.names.path, from: source.names.folder)
        {
            return name
        }
        // Another note of that name is nearer: the whole path is unambiguous.
        return reference.leading(to: new, from: source)
    }

    /// The spelling of a link in a note that has moved; `nil` if it still leads to its target.
    func spelling(
        of reference: Reference, to target: Note, from old: Note, _ note: Note, by finder: inout LinkFinder
    ) throws -> String? {
        guard let link = reference.note else { return nil }
        let path = target.names.path
        let isLost =
            link.isRelative(to: path, from: old.names.folder) && !link.isRelative(to: path, from: note.names.folder)
        guard try isLost || finder.note(at: link, from: note)?.id != target.id else { return nil }
        return reference.leading(to: target, from: note)
    }
}

extension Reference {
    /// The link with the whole path of a note, which an address says from the folder of its own note.
    fileprivate func leading(to note: Note, from source: Note) -> String {
        leading(toPath: note.names.path, from: source)
    }

    /// The link with the whole path of a note.
    func leading(toPath path: String, from source: Note) -> String {
        guard case .path = self.note else { return leading(to: path) }
        return leading(to: FilePath.relative(path, from: source.names.folder))
    }
}
