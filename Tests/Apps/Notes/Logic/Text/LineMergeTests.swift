// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

/// Two changes of one text, put together.
struct LineMergeTests {
    @Test(arguments: [
        ("a\nb\nc", "A\nb\nc", "a\nb\nC", "A\nb\nC"), ("a\nb\nc", "A\nb\nc", "a\nB\nc", "A\nB\nc"),
        ("a\nb", "a\nb\nx", "y\na\nb", "y\na\nb\nx"), ("a\nb\nc", "a\nc", "a\nb\nc\nd", "a\nc\nd"),
        ("a", "b", "b", "b"), ("a\nb", "a\nb", "x\nb", "x\nb"), ("", "x", "", "x"),
        ("a\nb", "x\nb", "y\nb", nil), ("a", "a\nx", "a\ny", nil), ("a\nb\nc", "a\nc", "a\nB\nc", nil),
    ])
    func `other lines are both changed, the same ones neither`(
        base: String, mine: String, theirs: String, merged: String?
    ) throws {
        #expect(try LineMerge.merged(base, mine, theirs) == merged)
        #expect(try LineMerge.merged(base, theirs, mine) == merged)
    }

    @Test(arguments: seeds(4))
    func `nothing of either change is lost`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        for _ in 0..<100 {
            let base = (0..<12).map { "line \($0)" }
            var (mine, theirs, both) = (base, base, base)
            // Each line is somebody’s or nobody’s.
            for index in base.indices {
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: (mine[index], both[index]) = ("mine \(index)", "mine \(index)")
                case 1: (theirs[index], both[index]) = ("theirs \(index)", "theirs \(index)")
                default: break
                }
            }
            func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }
            #expect(try LineMerge.merged(text(base), text(mine), text(theirs)) == text(both))
            #expect(try LineMerge.merged(text(base), text(base), text(theirs)) == text(theirs))
        }
    }

    @Test func `lines that both add at one place are both there, if that is wanted`() throws {
        #expect(try LineMerge.merged("a\nz", "a\nx\nz", "a\ny\nz", addsBoth: true) == "a\ny\nx\nz")
        #expect(try LineMerge.merged("a", "a\nx", "a\ny", addsBoth: true) == "a\ny\nx")
        #expect(try LineMerge.merged("a", "b\nx", "c\ny", addsBoth: true) == nil)
    }

    @Test(arguments: [
        ("a\nx", "a\nx", "a", true), ("a\ny", "a\nx", "a", false), ("a\nx\ny", "a\nx", "a", true),
        ("a\nx", "a\nx\nx", "a\nx", false), ("a\nb", "a", "a\nb", false),
    ])
    func `a text has what another has more than their base`(text: String, other: String, base: String, has: Bool) {
        #expect(LineMerge.has(text, gainOf: other, over: base) == has)
    }

    private let ana = UserID(rawValue: 1)

    @Test(arguments: NoteTestStore.allCases)
    func `an edit leaves what somebody else has changed of other lines`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        func service() throws -> NotesService {
            NotesService(dao: try store.dao(), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
        }
        let (here, there) = (try service(), try service())
        let note = try await here.add("One\ntwo\nthree")
        _ = try await there.modify(note.id, to: "One\ntwo\nthree\nfour")
        let saved = try await here.save(edited: "Eins\ntwo\nthree", of: note)
        #expect(saved.isMerged && saved.conflict == nil)
        #expect(try await there.note(note.id).content == "Eins\ntwo\nthree\nfour")
        // Of the same lines both are kept: one as the text, the other as a version.
        let again = try await there.note(note.id)
        _ = try await there.modify(note.id, to: "Un\ntwo\nthree\nfour")
        let clash = try await here.save(edited: "Uno\ntwo\nthree\nfour", of: again)
        #expect(!clash.isMerged && clash.conflict == 4)
        #expect(try await here.versions(of: note.id).prefix(2).map(\.content).map { $0.prefix(3) } == ["Uno", "Un\n"])
    }
}
