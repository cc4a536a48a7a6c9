// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Files
import Foundation

/// The files that one note of a folder may have as attachments: those within the folder, whatever its links say.
struct NoteFolderFiles {
    /// What an export names the folders of attachments, one beside each folder’s notes.
    static let folderName = "attachments"

    /// The folder of the import, without symbolic links.
    let root: String
    /// The folder of the note, below the root; empty for the root itself.
    let folder: String
    /// The name of the note’s file without its end.
    let stem: String
    /// All files of the import, where it is of a folder.
    let vault: VaultFiles?

    /// - Parameter path: The folder of the import.
    init?(root path: String, folder: String, stem: String, vault: VaultFiles? = nil) {
        guard let root = try? FilePlace.real(path) else { return nil }
        self.root = root
        self.vault = vault
        self.folder = folder
        self.stem = stem
    }

    /// Takes the files of a list and those that the note’s text links to, and shortens the links to their names.
    func take(_ listed: [String], types: [String], into draft: inout NoteDraft) -> [ExchangeProblem.Reason] {
        var problems: [ExchangeProblem.Reason] = []
        /// The names that files have as attachments, by their paths.
        var names: [String: String] = [:]
        /// The same file may be listed and linked to: what is wrong with it is said once.
        func tell(_ problem: ExchangeProblem.Reason) {
            if !problems.contains(problem) { problems.append(problem) }
        }
        func add(_ target: String, type: String?, isExpected: Bool) -> String? {
            switch find(target) {
            case .outside: tell(.outside(target))
            case .missing: if isExpected { tell(.missingFile(target)) }
            case .found(let path):
                if let name = names[path] { return name }
                do {
                    var file = AttachmentDraft(
                        named: (path as NSString).lastPathComponent, type: type,
                        bytes: try SmallFile.bytes(at: path, followingLinks: false))
                    file.name = AttachmentName.free(file.name, among: names.values)
                    draft.attachments.append(file)
                    names[path] = file.name
                    return file.name
                } catch {
                    tell(Self.problem(error, target))
                }
            }
            return nil
        }
        for (index, target) in listed.enumerated() {
            _ = add(target, type: index < types.count ? types[index] : nil, isExpected: true)
        }
        let text = draft.content
        draft.content = FileLinkText.replacing(FileLinkText.places(in: text), in: text) { place in
            let targets = place.targets.filter { !isNote($0) }
            for (index, target) in targets.enumerated() {
                let isLast = index == targets.count - 1
                guard let name = add(target, type: nil, isExpected: isLast && place.isPicture) else { continue }
                let part = FileLinkText.part(of: text[place.range], leadingTo: target)
                let spelled = AttachmentLinks.bare(text[place.range].dropLast(part.count))
                return
                    (spelled == name || FileLinkText.decoded(spelled) == name
                    ? spelled : AttachmentLinks.encoded(name)) + part
            }
            return nil
        }
        for place in FileLinkText.places(in: text, ofScheme: "file:") where place.isPicture {
            tell(.outside(String(text[place.range])))
        }
        let shortened = draft.content
        draft.content = EmbedText.replacing(EmbedText.places(in: shortened), in: shortened) { place in
            // A link of Markdown has no way to say which part of a picture is meant, and nothing of a text is lost.
            // What is not shown may be a note with a point in its name.
            // A name alone is that of a file that the note has already, whatever else is called so.
            if place.hasPart, names.values.contains(place.target) { return nil }
            guard let name = add(place.target, type: nil, isExpected: place.isEmbed), !place.hasPart,
                place.isEmbed || name != place.target
            else { return nil }
            return Attachment.link(
                to: name, isPicture: place.isEmbed,
                label: place.isEmbed || !place.shown.isEmpty ? place.shown : place.target)
        }
        return problems
    }

    /// Whether a link leads to a note of the folder, or to what belongs to another one, rather than to a file of this.
    private func isNote(_ target: String) -> Bool {
        let levels = target.split(separator: "/", maxSplits: 2)
        if levels.count == 3, levels[0] == Self.folderName, levels[1] != stem,
            FileStatus("\(root)/\(folder)/\(levels[1]).md", followingLinks: true) != nil
        {
            return true
        }
        let ending = (target as NSString).pathExtension.lowercased()
        return ["md", "markdown", "txt"].contains(ending) && !target.hasPrefix("\(Self.folderName)/\(stem)/")
    }

    private enum Found {
        case found(String)
        case missing
        case outside
    }

    /// Where a link leads, from the note’s folder.
    private func find(_ target: String) -> Found {
        guard !target.contains("\0") else { return .outside }
        // Obsidian writes `/` for the vault’s own folder, and pages of a site for the folder of the site.
        var levels = target.hasPrefix("/") ? [] : folder.split(separator: "/")
        for level in target.split(separator: "/") where level != "." {
            if level != ".." {
                levels.append(level)
            } else if levels.popLast() == nil {
                return .outside
            }
        }
        let found =
            (try? FilePlace.real("\(root)/\(levels.joined(separator: "/"))"))
            ?? vault?.path(of: String(target.drop { $0 == "/" })).flatMap { try? FilePlace.real("\(root)/\($0)") }
        guard !levels.isEmpty, let path = found else {
            // What begins with `/` is a place on this machine only if there is one.
            return target.hasPrefix("/") && FileStatus(target) != nil ? .outside : .missing
        }
        // A symbolic link on the way may lead anywhere.
        guard Self.holds(root, path) else { return .outside }
        guard FileStatus(path, followingLinks: true)?.kind == .regular else { return .missing }
        return .found(path)
    }

    /// Whether a path lies below a folder; neither has symbolic links.
    static func holds(_ folder: String, _ path: String) -> Bool { path.hasPrefix(folder == "/" ? "/" : folder + "/") }

    private static func problem(_ fault: AttachmentFault, _ target: String) -> ExchangeProblem.Reason {
        switch fault {
        case .tooLarge(_, let limit): .tooLarge(target, limit: limit)
        case .unreadable(_, let reason): .unreadableFile(target, reason)
        case .unknown, .exists, .linked, .missing, .noPicture, .inside: .missingFile(target)
        }
    }
}
