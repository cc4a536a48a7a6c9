// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumWorlds
import NotesLogic

/// The replies about notes.
enum NoteReplies {
    /// A list; with a query, each row has the line with its words.
    ///
    /// - Parameters:
    ///   - now: The time that decides which tasks are overdue.
    ///   - limit: The most notes in the list, a limit that `cut` does not mention.
    static func list(
        _ notes: [Note], of query: NoteQuery? = nil, at now: DueTime,
        whenEmpty: LocalizedText = Strings.listEmpty, cut: Records.Cut? = nil, limit: Int? = nil
    ) -> Reply {
        .records(
            Records(
                notes,
                [
                    .init("id", Strings.columnId, isRightAligned: true) { .number($0.id) },
                    .init("title", Strings.columnTitle, isCut: true) { .text($0.shownTitle) },
                    .init("created", Strings.columnCreated) { .timestamp($0.createdAt) },
                    .init("state", Strings.columnState) { .list(NoteFacts.states(of: $0, at: now)) },
                    .init("due", Strings.columnDue) { NoteFacts.due($0) },
                    .init("repeat", Strings.columnRepeat) { NoteFacts.repetition($0) },
                    .init("notebook", Strings.columnNotebook) { .text($0.marks.notebook) },
                    .init("match", Strings.columnMatch) { match($0, query) },
                    .init("tags", Strings.columnTags, isHidden: true) { .list($0.tags.map(Value.text)) },
                    .init("modified", Strings.columnModified, isHidden: true) { .timestamp($0.modifiedAt) },
                    .init("text", Strings.columnText, isHidden: true) { .text($0.content) },
                ], whenEmpty: whenEmpty, cut: cut
            ).limited(to: limit, keeping: .newest))
    }

    /// One note with its text, or the text of one of its versions.
    ///
    /// - Parameters:
    ///   - place: The heading or block at which the text begins; empty for all of it.
    ///   - isSection: Whether the text ends with that section.
    static func detail(
        _ note: Note, at place: String = "", isSection: Bool = false, backlinks: [Note] = [],
        attachments: [String] = [],
        links: NumberedLinks? = nil,
        tags: [String]? = nil, version: NoteVersion? = nil, now: DueTime
    ) -> Reply {
        var fields = NoteFacts(of: note, tags: tags, attachments: attachments, version: version, now: now).fields
        if !backlinks.isEmpty {
            fields.append(
                .init("backlinks", Strings.columnBacklinks, .list(backlinks.map { .number($0.id) })))
        }
        let (text, notice) = part(of: note, from: place, isSection: isSection)
        let shown = notice == nil ? nil : note.links(at: place, isSection: isSection)
        return Reply(
            .detail(
                Detail(
                    fields: fields, text: Fact("text", .text(version?.content ?? text)),
                    notes: links.flatMap { numbered($0, shown) })), notices: [notice].compactMap(\.self))
    }

    /// The text of a note from a place on, and the notices about that.
    private static func part(
        of note: Note, from place: String, isSection: Bool
    ) -> (text: String, notice: LocalizedText?) {
        guard !place.isEmpty, let section = NotePlace.section(place, in: note.content) else {
            return (note.content, nil)
        }
        let text = String(isSection ? section : note.content[section.startIndex...]).withoutOuterLineEnds
        guard text != note.content else { return (text, nil) }
        return (
            text,
            isSection ? Strings.detailSection(place: place, id: note.id) : Strings.detailFrom(place: place, id: note.id)
        )
    }

    /// The links of a note: in text output with the numbers that the text itself does not have.
    ///
    /// - Parameter shown: The numbers of the listed ones; `nil` for all.
    private static func numbered(_ links: NumberedLinks, _ shown: Set<Int>?) -> Fact? {
        let told = links.links.enumerated().map { (number: $0.offset + 1, link: $0.element) }.filter {
            shown?.contains($0.number) ?? true
        }
        guard !told.isEmpty else { return nil }
        return Fact(
            "links",
            .list(
                told.map { .word(key: $0.link.text, LocalizedText(verbatim: "[\($0.number)] \($0.link.text)")) }))
    }

    /// The notices about a template’s unknown gaps.
    static func unknownGaps(_ gaps: [String]) -> [LocalizedText] {
        gaps.isEmpty ? [] : [LocalizedText.listing(gaps) { Strings.templateUnknown(gaps: $0) }]
    }

    /// The notice that the date of a note is in the future: a task has a due date instead.
    static func toCome(_ time: Timestamp?, in world: World) -> [LocalizedText] {
        guard let time, time > world.clock.now else { return [] }
        return [Strings.dateToCome(time: CivilTime(time, in: world.timeZone).dateAndTime)]
    }

    /// A sentence about one note.
    static func done(_ text: LocalizedText, _ id: Int, notices: [LocalizedText] = []) -> Reply {
        .message(text, Fact("id", .number(id)), notices: notices)
    }

    /// A sentence about several notes.
    static func done(_ text: LocalizedText, _ ids: [Int], notices: [LocalizedText] = []) -> Reply {
        .message(text, Fact("ids", .list(ids.map(Value.number))), notices: notices)
    }

    /// The most names that are listed one by one.
    private static let mostListed = 20

    /// The notices of renamed notes.
    static func renamed(_ notes: [RenamedNote]) -> [LocalizedText] {
        notes.prefix(mostListed).map { Strings.movedRenamed(id: $0.id, name: $0.name, taken: $0.taken) }
            + (notes.count > mostListed ? [Strings.movedRenamedMore(count: notes.count - mostListed)] : [])
    }

    /// The result of saving a text.
    ///
    /// - Parameter text: The sentence about it, unless there is more to report.
    static func saved(_ saved: SavedNote, _ text: LocalizedText, notices others: [LocalizedText] = []) -> Reply {
        guard !saved.isUnchanged else { return done(Strings.unchanged(id: saved.note.id), saved.note.id) }
        var notices = others
        if let version = saved.conflict { notices.append(Strings.conflict(id: saved.note.id, version: version)) }
        if saved.isMerged { notices.append(Strings.merged(id: saved.note.id)) }
        if let file = saved.renaming { notices.append(Strings.renamedFile(old: file.old, new: file.new)) }
        notices += relinked(saved)
        notices += namesake(of: saved)
        if let lost = saved.lost {
            notices.append(
                lost.isUnlinkable
                    ? Strings.lostLinks(count: lost.links) : Strings.linksLeft(count: lost.notes, title: lost.title))
        }
        let text =
            saved.cameBack
            ? Strings.savedBack(id: saved.note.id)
            : saved.note.trashedAt != nil ? Strings.modifiedTrashed(id: saved.note.id) : text
        return .message(
            text, Fact("id", .number(saved.note.id)), Fact("version", .number(saved.note.version)), notices: notices)
    }

    /// The notice about another note with the new title of one, and about the target of links to it.
    static func namesake(of saved: SavedNote) -> [LocalizedText] {
        saved.namesake.map { other in
            [
                other.linked.map { Strings.namesakeLinked(other: other.id, linked: $0) }
                    ?? Strings.namesake(other: other.id)
            ]
        } ?? []
    }

    /// The most files that are named one by one.
    private static let namedFiles = 10

    /// The notices about the notes that a new title has changed: by the names of their files if they have files.
    private static func relinked(_ saved: SavedNote) -> [LocalizedText] {
        guard !saved.relinked.isEmpty else { return [] }
        guard !saved.relinkedFiles.isEmpty else { return [Strings.relinked(count: saved.relinked.count)] }
        let names = Array(saved.relinkedFiles.prefix(namedFiles))
        let rest = saved.relinkedFiles.count - namedFiles
        return [
            LocalizedText("relinked.files") { language in
                let listed = language.list(names)
                let all =
                    rest > 0 ? Strings.relinkedFilesMore(files: listed, count: rest).string(in: language) : listed
                return Strings.relinkedFiles(count: saved.relinkedFiles.count, files: all).string(in: language)
            }
        ]
    }

    /// The tags of a note after one was given or taken.
    static func tags(of note: Note) -> Reply {
        let text =
            note.tags.isEmpty
            ? Strings.untagged(id: note.id)
            : LocalizedText.listing(note.tags) { Strings.tagged(id: note.id, tags: $0) }
        return .message(text, Fact("id", .number(note.id)), Fact("tags", .list(note.tags.map(Value.text))))
    }

    /// Notebooks or tags, each with its number of notes.
    static func labels(_ labels: [NoteLabel], _ kind: NoteLabel.Kind, limit: Int?) -> Reply {
        let (key, title, whenEmpty) =
            switch kind {
            case .notebook: ("notebook", Strings.columnNotebook, Strings.listEmptyNotebooks)
            case .tag: ("tag", Strings.columnTag, Strings.listEmptyTags)
            }
        var columns: [Records.Cells<NoteLabel>] = [
            .init(key, title) { .text($0.name) },
            .init("notes", Strings.columnCount, isRightAligned: true) { .count($0.count) },
        ]
        if kind == .notebook {
            columns.append(
                .init("state", Strings.columnState, isHidden: !labels.contains(where: \.isLocked)) {
                    $0.isLocked ? .word(key: "protected", Strings.stateProtected) : .none
                })
        }
        return .records(Records(labels, columns, whenEmpty: whenEmpty).limited(to: limit))
    }

    /// The versions of a note, the oldest first; the last `limit` ones.
    static func versions(_ versions: [NoteVersion], limit: Int?) -> Reply {
        .records(
            Records(
                versions.reversed(),
                [
                    .init("version", Strings.columnVersion, isRightAligned: true) { .number($0.number) },
                    .init("saved", Strings.columnSaved) { .timestamp($0.savedAt) },
                    .init("title", Strings.columnTitle, isCut: true) {
                        .text(String($0.content.prefix { !$0.isNewline }))
                    },
                    .init("text", Strings.columnText, isHidden: true) { .text($0.content) },
                ], whenEmpty: Strings.listEmpty
            ).limited(to: limit, keeping: .last))
    }

    /// The differences between two texts: `[-removed-]`, `{+added+}`.
    static func difference(_ pieces: [WordDiff.Piece]) -> Reply {
        let text = pieces.map { piece in
            switch piece {
            case .same(let text): text
            case .removed(let text): "[-\(text)-]"
            case .added(let text): "{+\(text)+}"
            }
        }.joined()
        guard pieces.contains(where: { if case .same = $0 { false } else { true } }) else {
            return .message(Strings.diffSame)
        }
        return Reply(.detail(Detail(fields: [], text: Fact("diff", .text(text)))))
    }

    /// A line with its matches marked: `«milk»`.
    private static func match(_ note: Note, _ query: NoteQuery?) -> Value {
        guard let query, let excerpt = NotesService.excerpt(of: note, for: query) else { return .none }
        return .text(excerpt.pieces.map { $0.isMatch ? "«\($0.text)»" : $0.text }.joined())
    }
}

extension SkippedFile {
    /// The hidden file, and the reason.
    var sentence: LocalizedText {
        switch reason {
        case .notUTF8: Strings.skippedNotUtf8(file: path)
        case .unnamed: Strings.skippedUnnamed(file: path)
        case .notText: Strings.skippedNotText(file: path)
        case .tooLarge: Strings.skippedTooLarge(file: path)
        case .unreadable: Strings.skippedUnreadable(file: path)
        case .failing: Strings.skippedFailing(file: path)
        case .brokenOff: Strings.skippedBrokenOff(file: path)
        case .overtaken: Strings.skippedOvertaken(file: path)
        case .kept: Strings.conflict(id: version?.note ?? 0, version: version?.number ?? 0)
        case .finished: Strings.skippedFinished(file: path, count: count)
        case .takenBack: Strings.skippedTakenBack(file: path, count: count)
        }
    }
}
