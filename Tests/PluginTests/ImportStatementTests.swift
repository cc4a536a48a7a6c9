// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import layer_guard

@Suite struct ImportStatementTests {
    private func modules(in source: String) -> [String] {
        ImportStatement.all(in: Array(source.utf8)).map(\.module)
    }

    @Test(arguments: [
        "import Notes",
        "@testable import Notes",
        "@preconcurrency import Notes",
        "@_spi(Inner) @testable import Notes",
        "@_exported import Notes",
        "public import Notes",
        "package import Notes",
        "internal import Notes",
        "private import Notes",
        "fileprivate import Notes",
        "import struct Notes.NotesFactory",
        "import func Notes.make",
        "@testable import class Notes.Panel",
        "import Notes.Inner",
        "import `Notes`",
        "import\n    Notes",
        "import /* really */ Notes // yes",
        "let a = 1; import Notes",
        "let a = 1;import Notes;",
        "#if canImport(Other)\nimport Notes\n#endif",
        "#!/usr/bin/env swift\nimport Notes",
        "\u{FEFF}import Notes",
        "/* one /* two */ */ import Notes",
        "let a = \"\\(\"import Other\")\"\nimport Notes",
        "let a = \"unterminated\nimport Notes",
        "let a = #\"\\\"#\nimport Notes",
        "let a = #\"\"\"#\nimport Notes",
        "let a = /\"/\nimport Notes",
        "let a = #/\"/#\nimport Notes",
        "let a = b / c; import Notes // \" /",
        "import Notes\r\nlet a = 1\r\n",
    ])
    func finds(_ source: String) {
        #expect(modules(in: source) == ["Notes"])
    }

    @Test(arguments: [
        "// import Notes",
        "/* import Notes */",
        "/* /* */\nimport Notes\n*/",
        "let a = \"import Notes\"",
        "let a = \"\\\"; import Notes\"",
        "let a = \"\"\"\nimport Notes\n\"\"\"",
        "let a = \"\"\"\n\\\"\"\"\nimport Notes\n\"\"\"",
        "let a = #\"\"; import Notes\"#",
        "let a = #\"\"\"\n\"\"\"\nimport Notes\n\"\"\"#",
        "let a = \"\"\"\n\\(b)\nimport Notes\n\"\"\"",
        "let a = #\"\\#(b(\")\"))import Notes\"#",
        "let a = #/\nimport Notes\n/#",
        "let a = b.import",
        "let a = Kind\n    .import\nlet Notes = 1",
        "func read(import Notes: Int) {}",
        "read(import: Notes)",
        "enum Kind { case `import` }",
        "let important = Notes",
        "let imports = Notes, x_import = Notes",
    ])
    func ignores(_ source: String) {
        #expect(modules(in: source).isEmpty)
    }

    @Test func findsEachOfSeveral() {
        #expect(modules(in: "import A; import B\nimport struct C.D\n@testable import E") == ["A", "B", "C", "E"])
    }

    @Test func pointsAtTheModule() {
        let source = Array("import A\n@testable import B\n".utf8)
        #expect(ImportStatement.all(in: source).map(\.offset) == [7, 26])
    }

    @Test(arguments: ["import", "import struct", "\"", "\"\"\"", "#\"", "#", "/*", "`", "\"\\(", "\"\\", "#/\\", "/\\"])
    func survivesCutSource(_ source: String) {
        #expect(modules(in: source).isEmpty)
    }
}
