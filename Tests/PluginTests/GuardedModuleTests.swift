// SPDX-License-Identifier: GPL-3.0-or-later

import SourceText
import Testing

@testable import layer_guard

/// The layers of Atrium, as the plugin would hand them to its tool.
@Suite struct GuardedModuleTests {
    private static let modules: Set<String> = [
        "atrium", "AtriumKit", "Terminal", "Session", "Systems", "Secrets", "Search", "Notes", "NotesLogic",
        "NotesStore", "NotesDomain", "SMSLog", "SMSLogLogic", "SMSLogStore", "SMSLogDomain", "GRDB", "CReadline",
    ]

    private static let declared: [String: [String]] = [
        "Notes": ["AtriumKit", "Terminal", "Session", "NotesLogic", "NotesDomain"],
        "NotesLogic": ["Session", "Secrets", "NotesStore", "NotesDomain"],
        "NotesStore": ["Session", "Systems", "Search", "NotesDomain", "GRDB"],
        "NotesDomain": ["Session", "Search"],
        "AtriumKit": ["Terminal", "Session"],
        "Session": ["Systems"],
        "Terminal": ["CReadline"],
        "Secrets": [],
    ]

    private func violations(of module: String, importing source: String) -> [Diagnostic] {
        let declared = Self.declared[module, default: []]
        let hidden = Self.modules.subtracting(declared).subtracting([module])
        let guarded = GuardedModule(name: module, declared: declared, hidden: hidden)
        return guarded.violations(in: SourceFile(path: "File.swift", bytes: Array(source.utf8)))
    }

    @Test(arguments: [
        ("Notes", "import SMSLog"),
        ("Notes", "import SMSLogLogic"),
        ("Notes", "import NotesStore"),
        ("Notes", "import SMSLogDomain"),
        ("Notes", "import Systems"),
        ("Notes", "import GRDB"),
        ("Notes", "import CReadline"),
        ("Notes", "import atrium"),
        ("NotesLogic", "import AtriumKit"),
        ("NotesLogic", "import Terminal"),
        ("NotesLogic", "import Notes"),
        ("NotesLogic", "import GRDB"),
        ("NotesStore", "import AtriumKit"),
        ("NotesStore", "import NotesLogic"),
        ("NotesDomain", "import NotesStore"),
        ("NotesDomain", "import Systems"),
        ("NotesDomain", "import GRDB"),
        ("AtriumKit", "import Notes"),
        ("Session", "import Terminal"),
        ("Secrets", "import Session"),
        ("Notes", "@testable import NotesStore"),
        ("Notes", "import struct NotesStore.Note"),
        ("Notes", "import Session; import NotesStore"),
        ("Notes", "public import NotesStore"),
    ])
    func forbids(_ module: String, _ source: String) {
        #expect(violations(of: module, importing: source).count == 1)
    }

    @Test(arguments: [
        ("Notes", "import AtriumKit"),
        ("Notes", "import Session; import Terminal\nimport NotesLogic"),
        ("Notes", "@testable import struct Session.UserSession"),
        ("Notes", "import Foundation"),
        ("Notes", "import Glibc"),
        ("NotesStore", "import GRDB"),
        ("NotesLogic", "import NotesStore"),
        ("Notes", "import NotesDomain"),
        ("NotesStore", "import NotesDomain"),
        ("Terminal", "import CReadline"),
        ("Notes", "// import NotesStore\nlet text = \"import NotesStore\""),
    ])
    func allows(_ module: String, _ source: String) {
        #expect(violations(of: module, importing: source).isEmpty)
    }

    @Test func saysWhatIsWrongAndWhere() {
        let found = violations(of: "Notes", importing: "import Session\n@testable import NotesStore\n")
        #expect(
            found.map(\.description) == [
                "File.swift:2:18: error: Notes imports NotesStore, which it does not declare in Package.swift; "
                    + "it may import AtriumKit, Terminal, Session, NotesLogic, NotesDomain"
            ])
    }

    @Test func saysWhereNothingIsAllowed() {
        let found = violations(of: "Secrets", importing: "import Session")
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
