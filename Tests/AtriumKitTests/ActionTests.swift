// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Dice
import Foundation
import Testing

@testable import AtriumKit

struct ActionTests {
    @Test func `a place is written and read back, whatever its steps are made of`() {
        #expect(Place("sms", ["thread", "+15551234567"]).description == "sms/thread/+15551234567")
        #expect(Place("sms/thread/a%2Fb%25") == Place("sms", ["thread", "a/b%"]))
        // What is no escape is what it says.
        #expect(Place("notes/100%") == Place("notes", ["100%"]))
        #expect(Place("") == nil && Place("/") == nil)
        let signs = Array("ab/% \u{1B}é好~😀\"")
        var dice = Dice(seed: 7)
        for _ in 0..<500 {
            let path = (0..<dice.roll(4)).map { _ in
                String((0...dice.roll(5)).map { _ in signs[dice.roll(signs.count)] })
            }
            let place = Place("notes", path)
            #expect(Place(place.description) == place)
        }
    }

    @Test func `a value of another command’s parameter is refused in every build`() throws {
        let trash = Parameter.flag("trash")
        let list = Command<ListModel>(
            "list", category: .reading, summary: LocalizedText(verbatim: ""), parameters: trash
        ) { _, _, _ in .nothing }
        func invocation(_ arguments: CommandArgument...) throws(CommandFault) -> Invocation {
            try Invocation(of: CommandCall(.app("notes"), list.spec, arguments), AnyCommand(list))
        }
        #expect(try invocation(trash.argument(true)).line == "list --trash")
        #expect(throws: CommandFault.unexpected("query")) { try invocation(Parameter.query("query").argument("x")) }
        #expect(throws: CommandFault.unexpected("all")) { try invocation(Parameter.flag("all").argument(true)) }
    }

    private final class ListModel {}

    @Test func `an action is the same after a way through JSON`() throws {
        let (query, trash) = (Parameter.query("query"), Parameter.flag("trash"))
        let list = Command<AnyObject>(
            "list", category: .reading, summary: LocalizedText(verbatim: ""), parameters: trash, query
        ) { _, _, _, _ in .nothing }
        let actions: [Action] = [
            .go(Place("sms", ["thread", "a/b"])), .perform(CommandCall(.shell, list.spec)),
            .begin("type ", in: "notes"), .begin("open ", in: nil),
            .app("notes", list, query.argument("in:\"work\""), trash.argument(true)), .tab("trash"),
        ]
        let data = try JSONEncoder().encode(actions)
        #expect(try JSONDecoder().decode([Action].self, from: data) == actions)
    }
}
