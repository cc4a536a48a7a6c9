// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import new_app

@Suite struct AppNameTests {
    @Test(arguments: [
        ("Tasks", "tasks", "Tasks"), ("TaskList", "tasklist", "Task List"), ("RSSReader", "rssreader", "RSS Reader"),
        ("A", "a", "A"), ("GoTo", "goto", "Go To"),
    ])
    func `a name makes an id and a title`(word: String, id: String, title: String) throws {
        let name = try AppName(word)
        #expect(name.id == id)
        #expect(name.title == title)
        #expect(name.filling("__NAME__/__ID___x \"__TITLE__\"") == "\(word)/\(id)_x \"\(title)\"")
    }

    @Test(arguments: ["tasks", "Task2", "Task List", "Task_List", "Täsks", "", "../Tasks", "-x", "任务"])
    func `a name is letters with a capital first`(word: String) {
        #expect(throws: NewAppFault.notAName(word)) { try AppName(word) }
    }

    @Test(arguments: ["class", "Any", "Self", "Type", "import"])
    func `a word of Swift names no app`(word: String) {
        #expect(throws: NewAppFault.keyword(word)) { try AppName(word) }
    }

    @Test func `a name is not too long for the lines of the template`() throws {
        _ = try AppName("A" + String(repeating: "b", count: 23))
        let long = "A" + String(repeating: "b", count: 24)
        #expect(throws: NewAppFault.tooLong(long, most: 24)) { try AppName(long) }
    }
}
