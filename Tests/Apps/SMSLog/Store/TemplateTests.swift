// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
@testable import SMSLogLogic
import Testing

@testable import SMSLogStore

/// Texts stored to be sent again, on every store.
@Suite struct TemplateTests {
    @Test(arguments: MessageTestStore.allCases)
    func `each user has their own, by name`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        try await dao.write(ana) { messages in
            for (name, text) in [("meet", "at {{time}}"), ("bye", "Bye"), ("meet", "in {{place}}")] {
                try messages.setTemplate(MessageTemplate(name: name, text: text), named: name)
            }
        }
        try await dao.write(ben) { try $0.setTemplate(MessageTemplate(name: "meet", text: "never"), named: "meet") }
        func texts(_ owner: UserID) async throws -> [String] {
            try await dao.read(owner) { try $0.templates().map { "\($0.name): \($0.text)" } }
        }
        #expect(try await texts(ana) == ["bye: Bye", "meet: in {{place}}"])
        try await dao.write(ana) { try $0.setTemplate(nil, named: "bye") }
        #expect(try await texts(ana) == ["meet: in {{place}}"])
        try await dao.write(ana) { try $0.deleteRest() }
        #expect(try await texts(ana).isEmpty)
        #expect(try await texts(ben) == ["meet: never"])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: [
        ("", [:]), ("name=Ali", ["name": "Ali"]), ("  name=Ali Baba  time=6 pm", ["name": "Ali Baba", "time": "6 pm"]),
        ("Name=\"Ali = Baba\" time='at 6'", ["name": "Ali = Baba", "time": "at 6"]), ("a=\"b\"c", ["a": "\"b\"c"]),
        ("link=https://x.org/?a=b see c.org/?d=e", ["link": "https://x.org/?a=b see c.org/?d=e"]), ("a=", ["a": ""]),
        ("数=三 时间=六点", ["数": "三", "时间": "六点"]),
    ])
    func `values are read as they are typed`(_ line: String, _ values: [String: String]) throws {
        #expect(try GapValues(line).values == values)
    }

    @Test func `what stands in front of all values is none`() {
        #expect(throws: SMSLogFault.badGapValue("hello")) { try GapValues("hello name=Ali") }
    }

    @Test(arguments: [
        ("Dear {name}", ["name"]), ("{ Name } {name} {a-b} {名}", ["name", "a-b", "名"]), ("{{name}} {{ b }}", []),
        ("{name}} and {{b}", ["name", "b"]), ("{two words} {} { } {a,b} a} {b", []), ("{{a}}{b}{{c}}", ["b"]),
    ])
    func `a word between single braces is no gap`(_ text: String, _ words: [String]) {
        #expect(TextGaps.lookalikes(in: text) == words)
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `what is put into gaps is no gap`(_ seed: UInt64) {
        var random = Dice(seed: seed)
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                ["{{", "}}", "a", " ", "{{a}}", "{{ B }}", "é"].randomElement(using: &random) ?? ""
            }.joined()
            let filled = TextGaps.filling(text) { "{{\($0)}}" }
            #expect(filled.lowercased().filter { $0 != " " } == text.lowercased().filter { $0 != " " })
            let names = TextGaps.names(in: text)
            #expect(Set(names).count == names.count)
        }
    }
}
