// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText
import Testing

@testable import layer_guard

/// The layers of Atrium, as the plugin would hand them to its tool.
@Suite struct GuardedModuleTests {
    private static let modules: Set<String> = [
        "atrium", "AtriumKit", "AtriumTerminal", "AtriumSession", "AtriumSystems", "AtriumSecrets", "AtriumSearch",
        "NotesApp", "NotesPanels",
        "NotesLogic", "NotesStore", "NotesFolder", "SMSLogPanels", "SMSLogLogic", "SMSLogStore", "GRDB",
        "CAtriumReadline",
    ]

    private static let declared: [String: [String]] = [
        "NotesApp": ["AtriumSession", "AtriumSystems", "NotesPanels", "NotesLogic", "NotesStore", "NotesFolder"],
        "NotesPanels": ["AtriumKit", "AtriumTerminal", "AtriumSession", "NotesLogic"],
        "NotesLogic": ["AtriumSession", "AtriumSecrets", "AtriumSearch"],
        "NotesStore": ["AtriumSession", "AtriumSystems", "AtriumSearch", "NotesLogic", "GRDB"],
        "NotesFolder": ["AtriumSession", "AtriumSystems", "NotesLogic", "NotesStore", "GRDB"],
        "AtriumKit": ["AtriumTerminal", "AtriumSession"],
        "AtriumSession": ["AtriumSystems"],
        "AtriumTerminal": ["CAtriumReadline"],
        "AtriumSecrets": [],
    ]

    private func violations(of module: String, importing source: String) -> [Diagnostic] {
        let declared = Self.declared[module, default: []]
        let hidden = Self.modules.subtracting(declared).subtracting([module])
        let guarded = GuardedModule(name: module, declared: declared, hidden: hidden)
        return guarded.violations(in: SourceFile(path: "File.swift", bytes: Array(source.utf8)))
    }

    @Test(arguments: [
        ("NotesPanels", "import SMSLogPanels"),
        ("NotesPanels", "import SMSLogLogic"),
        ("NotesPanels", "import NotesStore"),
        ("NotesPanels", "import NotesFolder"),
        ("NotesPanels", "import NotesApp"),
        ("NotesPanels", "import AtriumSystems"),
        ("NotesPanels", "import GRDB"),
        ("NotesPanels", "import CAtriumReadline"),
        ("NotesPanels", "import atrium"),
        ("NotesLogic", "import AtriumKit"),
        ("NotesLogic", "import AtriumTerminal"),
        ("NotesLogic", "import NotesPanels"),
        ("NotesLogic", "import NotesStore"),
        ("NotesLogic", "import NotesFolder"),
        ("NotesLogic", "import AtriumSystems"),
        ("NotesLogic", "import GRDB"),
        ("NotesStore", "import AtriumKit"),
        ("NotesStore", "import NotesPanels"),
        ("NotesStore", "import NotesFolder"),
        ("NotesFolder", "import NotesPanels"),
        ("NotesApp", "import SMSLogStore"),
        ("AtriumKit", "import NotesPanels"),
        ("AtriumSession", "import AtriumTerminal"),
        ("AtriumSecrets", "import AtriumSession"),
        ("NotesPanels", "@testable import NotesStore"),
        ("NotesPanels", "import struct NotesStore.NoteRows"),
        ("NotesPanels", "import AtriumSession; import NotesStore"),
        ("NotesPanels", "public import NotesStore"),
    ])
    func forbids(_ module: String, _ source: String) {
        #expect(violations(of: module, importing: source).count == 1)
    }

    @Test(arguments: [
        ("NotesPanels", "import AtriumKit"),
        ("NotesPanels", "import AtriumSession; import AtriumTerminal\nimport NotesLogic"),
        ("NotesPanels", "@testable import struct AtriumSession.UserSession"),
        ("NotesPanels", "import Foundation"),
        ("NotesPanels", "import Glibc"),
        ("NotesStore", "import GRDB"),
        ("NotesStore", "import NotesLogic"),
        ("NotesFolder", "import NotesStore"),
        ("NotesApp", "import NotesStore\nimport NotesFolder"),
        ("AtriumTerminal", "import CAtriumReadline"),
        ("NotesPanels", "// import NotesStore\nlet text = \"import NotesStore\""),
    ])
    func allows(_ module: String, _ source: String) {
        #expect(violations(of: module, importing: source).isEmpty)
    }

    @Test func saysWhatIsWrongAndWhere() {
        let found = violations(of: "NotesPanels", importing: "import AtriumSession\n@testable import NotesStore\n")
        #expect(
            found.map(\.description) == [
                "File.swift:2:18: error: NotesPanels imports NotesStore, which it does not declare in Package.swift; "
                    + "it may import AtriumKit, AtriumTerminal, AtriumSession, NotesLogic"
            ])
    }

    @Test func saysWhereNothingIsAllowed() {
        let found = violations(of: "AtriumSecrets", importing: "import AtriumSession")
        #expect(
            found.first?.message.hasSuffix("it may import no other module of this package or its dependencies") == true)
    }

    @Test func argumentsAreReadByTheirParts() {
        let line = "out.swift Notes --declared Session --hidden A B --sources a.swift b.swift"
        let arguments = GuardArguments(line.split(separator: " ").map(String.init))
        #expect(arguments.output == "out.swift")
        #expect(arguments.module == GuardedModule(name: "Notes", declared: ["Session"], hidden: ["A", "B"]))
        #expect(arguments.sources == ["a.swift", "b.swift"])
    }
}
