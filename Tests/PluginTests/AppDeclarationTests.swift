// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import new_app

@Suite struct AppDeclarationTests {
    private func names(_ manifest: String) -> [String]? {
        AppDeclaration(in: Array(manifest.utf8))?.names
    }

    @Test func `the names are read in order`() throws {
        let manifest = "// let apps = [\"No\"]\nlet apps = [\"Notes\", /* and */ \"Account\",\n]\nlet other = [\"x\"]\n"
        let list = try #require(AppDeclaration(in: Array(manifest.utf8)))
        #expect(list.names == ["Notes", "Account"])
        #expect(list.range == 32..<64)
    }

    @Test func `what is no list of names is none`() {
        #expect(names("let apps = [\"Notes\", extra]") == nil)
        #expect(names("let apps = [\"Notes\"") == nil)
        #expect(names("let app = [\"Notes\"]") == nil)
        #expect(names("let apps = []") == [])
        #expect(names("let apps: [String] = [\"Notes\"]") == ["Notes"])
        #expect(names("let apps: [Int] = []") == nil)
    }
}
