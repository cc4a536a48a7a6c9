// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import Foundation
import NotesLogic

/// The files that a note of a folder may have as attachments: only those within the folder.
struct NoteFolderFiles {
    /// The name of the folders of attachments in an export, one beside each folder’s notes.
    static let folderName = "attachments"

    /// The folder of the import, without symbolic links.
    let root: String
    /// The folder of the note, below the root; empty for the root itself.
    let folder: String
    /// The name of the note’s file without its ending.
    let stem: String
    /// All files of the import, if it is that of a folder.
    let vault: VaultFiles?
    /// Collects the imported files; `nil` for a source in which files have no places of their own, such as a bundle.
    let taken: TakenFiles?

    /// - Parameter path: The folder of the import.
    init?(root path: String, folder: String, stem: String, vault: VaultFiles? = nil, taken: TakenFiles? = nil) {
        guard let root = try? FilePlace.real(path) else { return nil }
        self.root = root
        self.vault = vault
        self.taken = taken
        self.folder = folder
        self.stem = stem
    }

    /// Imports the files of a list and those to which the note’s text and its properties link.
    ///
    /// A link to a file in the note’s own folder of attachments becomes its name alone. All other links stay, and the file
    /// keeps its place for them.
    func take(_ listed: [String], types: [String], into draft: inout NoteDraft) -> [ExchangeProblem.Reason] {
        var problems: [ExchangeProblem.Reason] = []
        /// The names of the attachments, by the places of their files.
        var names: [ExactPath: String] = [:]
        var listedNames: Set<String> = []
        /// The files beside other notes that belong to this one too.
        var shared: Set<ExactPath> = []
        /// Reports a problem once: the same file may be listed and linked.
        func tell(_ problem: ExchangeProblem.Reason) {
            if !problems.contains(problem) { problems.append(problem) }
        }
        func add(
            _ target: String, type: String? = nil, isExpected: Bool, isListed: Bool = false
        ) -> (name: String, hasPlace: Bool)? {
            switch find(target) {
            case .outside: tell(.outside(target))
            case .missing: if isExpected { tell(.missingFile(target)) }
            case .found(let place, let path):
                if isListed, Self.isBeside(place) { shared.insert(ExactPath(place)) }
                let hasPlace =
                    taken != nil && !place.hasPrefix(ownFolder + "/") && !shared.contains(ExactPath(place))
                if let name = names[ExactPath(place)] { return (name, hasPlace) }
                do {
                    var file = AttachmentDraft(
                        named: FilePath(place).last, type: type,
                        bytes: try SmallFile.bytes(at: path, followingLinks: false))
                    file.name = AttachmentName.free(file.name, among: names.values)
                    file.place = hasPlace ? place : nil
                    draft.attachments.append(file)
                    names[ExactPath(place)] = file.name
                    taken?.add(place)
                    return (file.name, hasPlace)
                } catch {
                    tell(Self.problem(error, target))
                    // It is named already.
                    taken?.add(place)
                }
            }
            return nil
        }
        for (index, target) in listed.enumerated() {
            let type = index < types.count ? types[index] : nil
            if let file = add(target, type: type, isExpected: true, isListed: true) { listedNames.insert(file.name) }
        }
        let references = References(draft.content)
        draft.content = references.replacing { reference in
            guard reference.isFileAddress else { return nil }
            let targets = reference.meanings.filter { !isNote($0) }
            for (index, target) in targets.enumerated() {
                let isLast = index == targets.count - 1
                guard let file = add(target, isExpected: isLast && reference.isShown) else { continue }
                guard !file.hasPlace else { return nil }
                let part = LinkAddress.part(of: reference.spelled, leadingTo: target)
                let name = LinkAddress.name(of: reference.spelled.dropLast(part.count))
                let isNamed = name == file.name || LinkAddress.decoded(name) == file.name
                return (isNamed ? name : LinkAddress.encoded(file.name)) + part
            }
            return nil
        }
        let pages = HTMLAddresses(in: draft.content).all.compactMap { range, address -> (Range<Int>, String)? in
            guard LinkAddress.isFile(address) else { return nil }
            let targets = LinkAddress.meanings(of: address).filter { !isNote($0) }
            for target in targets {
                guard let file = add(target, isExpected: false) else { continue }
                return file.hasPlace ? nil : (range, LinkAddress.encoded(file.name))
            }
            return nil
        }
        draft.content = draft.content.replacing(pages)
        for reference in references.all where reference.isAddress && reference.isShown {
            if reference.spelled.hasPrefix("file:") { tell(.outside(reference.spelled)) }
        }
        for reference in references.all where reference.isTitle {
            let path = LinkPath(reference.spelled)
            // A name alone means a file that the note has already.
            guard path.otherEnding != nil, !listedNames.contains(path.path) else { continue }
            // An embed may be a note whose name has a point.
            let isNote = vault.map { $0.path(of: path.path + ".md") != nil } ?? false
            _ = add(path.path, isExpected: reference.isShown && !isNote)
        }
        for reference in References(draft.marks.others).files {
            _ = reference.meanings.first { !isNote($0) && add($0, isExpected: false) != nil }
        }
        return problems
    }

    /// The text files to which a text links, by their places.
    func texts(linkedIn text: String) -> [ExactPath] {
        guard text.utf8.count > 4, text.lowercased().contains(".txt") else { return [] }
        return References(text).files.compactMap { reference in
            reference.meanings.lazy.compactMap { meaning -> ExactPath? in
                guard case .found(let place, _) = find(meaning), place.lowercased().hasSuffix(".txt") else {
                    return nil
                }
                return ExactPath(place)
            }.first
        }
    }

    /// Whether a file is in a folder for the files of a note in an export.
    private static func isBeside(_ place: String) -> Bool {
        let levels = place.split(separator: "/")
        return levels.count > 2 && levels[levels.count - 3] == folderName
    }

    /// The folder of the files that belong to this note alone.
    private var ownFolder: String { (folder.isEmpty ? "" : folder + "/") + "\(Self.folderName)/\(stem)" }

    /// Whether a link leads to a note of the folder rather than to a file.
    private func isNote(_ target: String) -> Bool {
        ["md", "markdown"].contains((target as NSString).pathExtension.lowercased())
            && !target.hasPrefix("\(Self.folderName)/\(stem)/")
    }

    private enum Found {
        /// The place below the folder of the import, and the path without symbolic links.
        case found(place: String, path: String)
        case missing
        case outside
    }

    /// Resolves a link from the note’s folder.
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
        // The first page of a site.
        guard !levels.isEmpty else { return .missing }
        var place = levels.joined(separator: "/")
        var found = try? FilePlace.real("\(root)/\(place)")
        if found == nil, let other = vault?.path(of: String(target.drop { $0 == "/" })) {
            place = other
            found = try? FilePlace.real("\(root)/\(place)")
        }
        guard !place.isEmpty, let path = found else {
            // A path that begins with `/` is a place on this machine only if a file lies there.
            return target.hasPrefix("/") && FileStatus(target) != nil ? .outside : .missing
        }
        // A symbolic link on the way may lead anywhere.
        guard FolderOverlap.holds(root, path) else { return .outside }
        guard FileStatus(path, followingLinks: true)?.kind == .regular, taken?.isNote(place) != true else {
            return .missing
        }
        return .found(place: place, path: path)
    }

    /// Why a file cannot be attached.
    static func problem(_ fault: AttachmentFault, _ target: String) -> ExchangeProblem.Reason {
        switch fault {
        case .tooLarge(_, let limit): .tooLarge(target, limit: limit)
        case .unreadable(_, let reason): .unreadableFile(target, reason)
        case .unknown, .exists, .linked, .missing, .noPicture, .inside: .missingFile(target)
        }
    }
}

/// The files of a folder that were imported with notes, by their places below the folder.
final class TakenFiles {
    /// The files that are notes themselves.
    private let notes: Set<ExactPath>
    private var places: Set<ExactPath> = []

    /// Whether some of the notes have the longer of the two endings.
    let haveLongEndings: Bool

    init(notes: Set<ExactPath>) {
        self.notes = notes
        haveLongEndings = notes.contains { $0.text.hasSuffix(".markdown") }
    }

    func add(_ place: String) { places.insert(ExactPath(place)) }

    func contains(_ place: String) -> Bool { places.contains(ExactPath(place)) }

    func isNote(_ place: String) -> Bool { notes.contains(ExactPath(place)) }
}
