// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import Foundation
import NotesLogic

/// A journal of Day One’s, in the JSON of its export, with the files of its entries in folders beside it.
enum DayOne: JSONNoteFormat {
    static let id = "day-one"

    static func claims(_ json: JSONStart) -> Bool {
        json.has("entries") && (json.has("metadata") || json.has("uuid") && json.has("creationDate"))
    }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        let written = context.written(file.path)
        var all: Files = [:]
        try await context.look(file, ["entries"]) { all.merge(Self.files(of: $0)) { first, _ in first } }
        let files = file.files()
        try await context.takeEntries(of: file, ["entries"], take: take) {
            object, _ throws(ExchangeProblem.Failure) in
            isEntry(object)
                ? try note(object, among: all, files: files, notebook: file.stem, written: written)
                : try NoteJSON.draft(object, written: written, in: context.timeZone)
        }
    }

    /// The paths of the files of all entries, by their names in texts.
    typealias Files = [String: String]

    /// The lists of each kind in an entry, and the folders of their files.
    private static let kinds = [
        ("photos", "photos"), ("videos", "videos"), ("audios", "audios"), ("pdfAttachments", "pdfs"),
    ]

    /// Whether an object is such an entry, and not one of jrnl’s.
    static func isEntry(_ object: [String: Any]) -> Bool {
        object["uuid"] is String && object["creationDate"] is String && object["content"] == nil
            && object["title"] == nil
    }

    /// The files that an entry has; a text may show those of another one.
    static func files(of object: [String: Any]) -> Files {
        var files: Files = [:]
        for (name, folder) in kinds {
            for file in object[name] as? [[String: Any]] ?? [] {
                guard let id = file["identifier"] as? String, let sum = file["md5"] as? String else { continue }
                let ending =
                    (file["type"] as? String ?? file["format"] as? String ?? (name == "pdfAttachments" ? "pdf" : ""))
                    .trimmingPrefix(".")
                files[id] = "\(folder)/\(sum)" + (ending.isEmpty || ending.contains("/") ? "" : "." + ending)
            }
        }
        return files
    }

    /// The note of an entry.
    ///
    /// - Parameters:
    ///   - all: The files of all entries of the journal.
    ///   - files: Finds them.
    /// - Throws: Why there is none.
    static func note(
        _ object: [String: Any], among all: Files, files: NoteFolderFiles?, notebook: String, written: Timestamp
    ) throws(ExchangeProblem.Failure) -> ForeignNote {
        var problems: [ExchangeProblem.Reason] = []
        let created = problems.time(object["creationDate"], in: .gmt)
        var marks = NoteMarks(notebook: NotebookName.normal(notebook))
        marks.tags = (object["tags"] as? [Any] ?? []).compactMap { $0 as? String }
        if let tags = object["tags"], !(tags is NSNull), !(tags is [String]) { problems.append(.leftPart("tags")) }
        marks.isPinned = flags.contains { object[$0] as? Bool == true }
        let rest = unread(in: object)
        let kept = NoteJSON.properties(of: rest.filter { !NoteFields.names.contains($0.key.lowercased()) })
        marks.others = ForeignNote.others(others(object) + kept)
        // A property of such a name would mean something else.
        let left = rest.keys.filter { NoteFields.names.contains($0.lowercased()) }.sorted()
        problems += (left + NoteJSON.unread(in: object, flags: flags, lists: lists)).map { .leftPart($0) }
        let own = self.files(of: object)
        let (plain, rich) = (try object.text("text"), try object.text("richText"))
        let text = plain ?? richText(rich ?? "")
        let (content, shown, missing) = linked(Self.plain(text), all.merging(own) { $1 }) { path in
            files.map { present(path, $0) } ?? path
        }
        problems += missing.map { .missingFile($0) }
        var draft = NoteDraft(
            content: content.withoutOuterLineEnds, createdAt: created ?? written,
            modifiedAt: problems.time(object["modifiedDate"], in: .gmt),
            marks: marks)
        let beside = own.filter { !shown.contains($0.key) }.values.sorted()
        if let files {
            problems += files.take(beside.map { present($0, files) }, types: [], into: &draft)
            let links = draft.attachments.filter { file in !content.contains(file.name) }.map {
                Attachment.link(to: $0.name, isPicture: MediaType.isPicture($0.type))
            }
            if draft.content.isEmpty { draft.content = links.joined(separator: "\n") }
        } else {
            problems += (beside + shown.compactMap { own[$0] }).map { .missingFile($0) }
        }
        guard !draft.content.isEmpty else { throw .init(reason: .empty) }
        return ForeignNote(draft: draft, problems: problems, isDated: created != nil)
    }

    /// The text without the backslashes that Day One puts before signs that mean nothing there, and without its blanks of
    /// no width.
    private static func plain(_ text: String) -> String {
        guard text.contains("\\") || text.contains("\u{200B}") else { return text }
        return text.replacing("\u{200B}", with: "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line in
                var result = ""
                var isEscaped = false
                for character in line {
                    // At the start of a line they keep a list or a heading from beginning there.
                    if isEscaped, ".()!-+,:;'\"".contains(character), result.contains(where: \.isWhitespace) {
                        result.removeLast()
                    }
                    isEscaped = character == "\\" && !isEscaped
                    result.append(character)
                }
                return result
            }
            .joined(separator: "\n")
    }

    /// The text of an entry that has it only as rich text: styled pieces.
    private static func richText(_ text: String) -> String {
        guard let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            let contents = object["contents"] as? [[String: Any]]
        else { return text }
        return contents.compactMap { $0["text"] as? String }.joined()
    }

    /// The text in which `dayone-moment://` and what it names is the place of a file; says which it names, and which of
    /// these addresses lead nowhere.
    ///
    /// - Parameter present: The path of a file that is there instead of another one.
    private static func linked(
        _ text: String, _ files: Files, present: (String) -> String
    ) -> (text: String, shown: Set<String>, missing: [String]) {
        var shown: Set<String> = []
        var missing: [String] = []
        let scheme = "dayone-moment:"
        guard text.contains(scheme) else { return (text, shown, missing) }
        var result = ""
        var rest = text[...]
        while let range = rest.range(of: scheme) {
            let address = rest[range.upperBound...].prefix { !$0.isWhitespace && !")>".contains($0) }
            let id = address.split(separator: "/").last.map(String.init) ?? ""
            result += rest[..<range.lowerBound]
            if let path = files[id] {
                shown.insert(id)
                result += present(path)
            } else {
                result += scheme + address
                missing.append(scheme + address)
            }
            rest = rest[address.endIndex...]
        }
        return (result + rest, shown, missing)
    }

    /// The path of a file; an entry may state another ending than its file has, or none.
    private static func present(_ path: String, _ files: NoteFolderFiles) -> String {
        let place = "\(files.root)/\(files.folder)/"
        guard FileStatus(place + path, followingLinks: true) == nil else { return path }
        let folder = (path as NSString).deletingLastPathComponent
        let names = (try? Folder.names(in: place + folder)) ?? []
        let stem = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        return names.first { ($0 as NSString).deletingPathExtension == stem }.map { "\(folder)/\($0)" } ?? path
    }

    /// The place, the weather, the music, the activity and the captions of an entry, which mean nothing here.
    private static func others(_ object: [String: Any]) -> [(name: String, value: String?)] {
        let place = place(object["location"], ["placeName", "localityName", "country", "latitude", "longitude"])
        let weather = object["weather"] as? [String: Any] ?? [:]
        let degrees = (weather["temperatureCelsius"] as? Double).map { "\($0) °C" }
        let words = [weather["conditionsDescription"] as? String, degrees].compactMap { $0 }
        func text(_ name: String, _ members: [String]) -> String {
            let object = object[name] as? [String: Any] ?? [:]
            return members.compactMap { object[$0] as? String }.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        func all(_ member: String) -> String {
            kinds.flatMap { object[$0.0] as? [[String: Any]] ?? [] }.compactMap { $0[member] as? String }
                .filter { !$0.isEmpty }.joined(separator: "; ")
        }
        return place + [
            ("weather", words.joined(separator: ", ")), ("music", text("music", ["track", "album", "artist"])),
            ("activity", text("userActivity", ["activityName"])),
            ("captions", all("caption")), ("filenames", all("filename")),
        ]
    }

    private static let flags = ["starred", "isPinned", "pinned"]

    /// The members of an entry that are read, or say only which machine wrote it, and how long that took.
    private static let known: Set<String> = [
        "uuid", "creationDate", "modifiedDate", "text", "richText", "tags", "photos", "videos", "audios",
        "pdfAttachments", "creationDevice", "creationDeviceModel", "creationDeviceType", "creationOSName",
        "creationOSVersion", "duration", "editingTime", "v",
    ]

    /// The same of the objects in it.
    private static let inner: [String: Set<String>] = [
        "location": ["placeName", "localityName", "country", "latitude", "longitude"],
        "weather": ["conditionsDescription", "temperatureCelsius"], "music": ["track", "album", "artist"],
        "userActivity": ["activityName"],
    ]

    /// The same of its files: most members are in the files themselves.
    private static let lists = Dictionary(
        uniqueKeysWithValues: kinds.map { name, _ in
            let files: Set<String> = [
                "identifier", "md5", "type", "format", "caption", "filename", "width", "height", "orderInEntry",
                "creationDevice", "creationDeviceIdentifier", "fileSize", "duration", "date", "isSketch", "favorite",
                "appleCloudIdentifier", "exposureBiasValue", "fnumber", "focalLength", "cameraMake", "cameraModel",
                "lensMake", "lensModel", "iso", "sampleRate", "audioChannels", "timeZoneName", "location",
            ]
            return (name, files)
        })

    /// The members that are not read, those of an object in it as one.
    private static func unread(in object: [String: Any]) -> [String: Any] {
        var rest: [String: Any] = [:]
        for (name, value) in object where !known.contains(name) && !flags.contains(name) {
            guard let members = inner[name] else {
                rest[name] = value as? Bool == false ? nil : value
                continue
            }
            guard let value = value as? [String: Any] else {
                rest[name + "Details"] = value
                continue
            }
            let left = value.filter { !members.contains($0.key) && NoteJSON.hasValue($0.value) }
            rest[name + "Details"] = left.isEmpty ? nil : left
        }
        return rest
    }

    /// The place of an entry, by the names of its three words and of its degrees.
    fileprivate static func place(_ location: Any?, _ names: [String]) -> [(name: String, value: String?)] {
        let place = location as? [String: Any] ?? [:]
        let words = names.prefix(3).compactMap { place[$0] as? String }.filter { !$0.isEmpty }
        let degrees = names.suffix(2).map { (place[$0] as? Double).map { "\($0)" } }
        return [("place", words.joined(separator: ", ")), ("latitude", degrees[0]), ("longitude", degrees[1])]
    }
}

/// An entry of Day One’s first version: a property list each, with its picture in a folder beside that of the entries.
enum DayOneClassic: NoteFormat {
    static let id = "day-one-classic"

    static func claims(_ file: ImportFile) -> Bool { file.ending == "doentry" && file.folder != nil }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        guard let bytes = context.bytes(of: file) else { return }
        guard let note = note(bytes, files: file.files(), written: context.written(file.path)) else {
            return context.tell(.malformedNote, file.name)
        }
        try await take(note)
    }

    /// The note; `nil` if it is no such entry.
    ///
    /// - Parameter files: Finds the picture, from the folder of the entries.
    static func note(_ bytes: [UInt8], files: NoteFolderFiles?, written: Timestamp) -> ForeignNote? {
        guard let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil),
            let entry = list as? [String: Any], let text = entry["Entry Text"] as? String
        else { return nil }
        let created = (entry["Creation Date"] as? Date).flatMap(Timestamp.init)
        var marks = NoteMarks(tags: (entry["Tags"] as? [Any] ?? []).compactMap { $0 as? String })
        marks.isPinned = entry["Starred"] as? Bool == true
        marks.others = ForeignNote.others(
            DayOne.place(entry["Location"], ["Place Name", "Locality", "Country", "Latitude", "Longitude"]))
        var draft = NoteDraft(content: text.withoutOuterLineEnds, createdAt: created ?? written, marks: marks)
        var problems: [ExchangeProblem.Reason] = []
        if let files, let id = entry["UUID"] as? String, !id.contains("/") {
            let picture = ["jpg", "png", "jpeg"].map { "../photos/\(id).\($0)" }.first {
                FileStatus("\(files.root)/\(files.folder)/\($0)", followingLinks: true) != nil
            }
            problems = files.take(picture.map { [$0] } ?? [], types: [], into: &draft)
            if draft.content.isEmpty {
                draft.content = draft.attachments.map { Attachment.link(to: $0.name, isPicture: true) }.joined()
            }
        }
        return ForeignNote(draft: draft, problems: problems, isDated: created != nil)
    }
}
