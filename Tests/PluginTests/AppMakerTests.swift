// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText
import Foundation
import Testing

@testable import new_app
@testable import string_catalog

/// What `swift package new-app` makes of its template, in a package of no other sources.
@Suite struct AppMakerTests {
    private static let template = PackageFolder(
        path: URL(filePath: #filePath).appending(path: "../../../Plugins/NewApp").standardizedFileURL.path)

    /// A package that is removed with the value.
    private final class Fixture {
        let root = FileManager.default.temporaryDirectory.appending(path: "NewApp-\(UUID().uuidString)").path
        var maker: AppMaker { maker(.layers) }

        func maker(_ size: AppSize, item: ItemName = .item) -> AppMaker {
            AppMaker(
                package: PackageFolder(path: root), template: AppMakerTests.template, modules: ["Yams", "CatsLogic"],
                size: size, item: item)
        }

        init() throws {
            try write("let apps = [\"Notes\"]\nlet small = [] as [String]\n", to: "Package.swift")
            try write("public struct AppFactory { struct Inner {} }\n", to: "Sources/Kit/Kit.swift")
            try write(
                "enum Panel { static let id: AppID = \"letters\" }\n", to: "Sources/Apps/Notes/Panels/Panel.swift")
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        func write(_ text: String, to path: String) throws {
            let file = URL(filePath: root).appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }

        func text(_ path: String) throws -> String { try String(contentsOfFile: root + "/" + path, encoding: .utf8) }

        /// Everything that is there.
        func paths() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: root).sorted() }
    }

    @Test(arguments: [("AppFactory", false), ("AuthenticatingFactory", true)])
    func `a script logs somebody in where an app makes accounts`(factory: String, hasAccounts: Bool) throws {
        let fixture = try Fixture()
        try fixture.write("struct NotesFactory: \(factory) {}\n", to: "Sources/Apps/Notes/Panels/NotesFactory.swift")
        let script = try #require(try fixture.maker.make("Tasks").first { $0.path.hasSuffix(".session") })
        #expect(script.text.contains("% user ") == hasAccounts)
        #expect(script.text.contains("% apps tasks"))
    }

    @Test(arguments: [("Language.ofKit", true), ("[.english, .french]", false)])
    func `a script speaks other languages where the program has them`(languages: String, isSpoken: Bool) throws {
        let fixture = try Fixture()
        try fixture.write("let program = (languages: \(languages))\n", to: "Sources/Kit/Main.swift")
        for (name, size) in [("Tasks", AppSize.small), ("Calls", .layers)] {
            let script = try #require(
                try fixture.maker(size).make(name).first { $0.path.hasSuffix(".session") })
            #expect(script.text.contains("$ lang fr") == isSpoken)
            #expect(script.text.hasSuffix("\n") && !script.text.hasSuffix("\n\n"))
        }
    }

    /// A name as short as can be, one that sorts its modules otherwise, and the longest, each with what it keeps.
    private static let names = [
        ("T", "Item"), ("Tasks", "Habit"),
        ("A" + String(repeating: "m", count: AppName.longest - 1), "Item"), ("Calls", "PhoneCall"),
    ]

    @Test(arguments: names, [AppSize.small, .layers])
    func `the files are whole, complete and formatted`(names: (String, String), size: AppSize) throws {
        let fixture = try Fixture()
        let (name, item) = names
        let files = try fixture.maker(size, item: item == "Item" ? .item : try ItemName(item)).make(name)
        let small = size == .small ? "[\"\(name)\"]" : "[]"
        #expect(
            try fixture.text("Package.swift")
                == "let apps = [\"Notes\", \"\(name)\"]\nlet small = \(small) as [String]\n")
        for file in files {
            #expect(try fixture.text(file.path) == file.text)
            // Every place is filled, and nothing says Item but an app of items.
            #expect(!file.path.contains("__") && !file.text.contains("__"), "\(file.path)")
            if item != "Item" {
                #expect(!file.path.contains("Item") && !file.text.contains(/\bItems?\b|Item[A-Z]|[a-z]Items?\b/))
            }
        }
        for part in [
            "Sources/Apps/\(name)/Panels/\(name)Factory.swift", "Tests/Sessions/\(name)/\(name.lowercased()).session",
        ]
            + (size == .small ? [] : ["Logic", "Store", "App"].map({ "Sources/Apps/\(name)/\($0)/" }))
        {
            #expect(files.contains { $0.path.hasPrefix(part) }, "\(part)")
        }
        let style = Self.template.path + "/../../.swift-format"
        let process = Process.named(
            ["swift", "format", "lint", "--strict", "--configuration", style, "--recursive"]
                + ["Sources/Apps/\(name)", "Tests"].map { fixture.root + "/" + $0 })
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(arguments: [AppSize.small, .layers])
    func `every text is there in three languages, and used`(size: AppSize) throws {
        let maker = AppMaker(package: Self.template, template: Self.template, modules: [], size: size)
        let files = try maker.files(for: AppName("Tasks"))
        let catalogs = files.filter { $0.path.hasSuffix(".xcstrings") }
        let file = try #require(catalogs.first)
        #expect(catalogs.count == 1)
        let (catalog, faults) = CatalogReader.read(SourceFile(path: file.path, bytes: Array(file.text.utf8)))
        let used = files.filter { $0.path.contains("/Panels/") && $0.path.hasSuffix(".swift") }.map { file in
            Catalog.members(usedIn: ScannedSource(SourceFile(path: file.path, bytes: Array(file.text.utf8))))
        }
        #expect(faults == [])
        #expect(catalog.unused(by: used.reduce(into: []) { $0.formUnion($1) }) == [])
        #expect(catalog.entries.count > 20)
        // No text was left in English.
        for entry in catalog.entries where entry.key != "title" {
            #expect(Set(entry.translations.values.map { "\($0)" }).count == 3, "\(entry.key)")
        }
    }

    @Test(arguments: [
        ("Notes", NewAppFault.taken("Notes", by: .app)), ("Letters", .taken("letters", by: .app)),
        ("Cats", .taken("CatsLogic", by: .module)), ("App", .taken("AppFactory", by: .type)),
        ("Item", .taken("Item", by: .type)), ("class", .keyword("class")), ("notes", .notAName("notes")),
    ])
    func `a name that is taken or cannot be is refused, and nothing is written`(name: String, fault: NewAppFault) throws
    {
        let fixture = try Fixture()
        let before = try fixture.paths()
        #expect(throws: fault) { try fixture.maker.make(name) }
        #expect(try fixture.paths() == before)
        #expect(try fixture.text("Package.swift").contains("[\"Notes\"]"))
        #expect(fault.description.contains("Choose another name.") || fault.description.contains("such as Tasks"))
    }

    @Test func `what an app keeps has a name that no type has`() throws {
        let fixture = try Fixture()
        try fixture.write("struct Habit {}\n", to: "Sources/Kit/Habit.swift")
        for size in [AppSize.small, .layers] {
            #expect(throws: NewAppFault.taken("Habit", by: .type)) {
                try fixture.maker(size, item: ItemName("Habit")).make("Tasks")
            }
        }
    }

    @Test func `a small app needs a list of small ones`() throws {
        let fixture = try Fixture()
        try fixture.write("let apps = [\"Notes\"]\n", to: "Package.swift")
        #expect(throws: NewAppFault.noSmallList(path: "Package.swift")) { try fixture.maker(.small).make("Tasks") }
        #expect(try !fixture.maker(.layers).make("Tasks").isEmpty)
    }

    @Test func `a type inside of another takes no name`() throws {
        let fixture = try Fixture()
        #expect(try !fixture.maker.make("Inner").isEmpty)
    }

    @Test(arguments: ["Sources/Apps/Tasks", "Tests/Apps/Tasks", "Tests/Sessions/Tasks"])
    func `a folder that is there is left alone`(folder: String) throws {
        let fixture = try Fixture()
        try fixture.write("mine\n", to: folder + "/mine")
        let before = try fixture.paths()
        #expect(throws: NewAppFault.exists(path: folder)) { try fixture.maker.make("Tasks") }
        #expect(try fixture.paths() == before)
    }

    @Test func `what was begun is taken away when writing fails`() throws {
        let fixture = try Fixture()
        // The sources are written by then.
        try fixture.write("a file\n", to: "Tests")
        let before = try fixture.paths()
        #expect(throws: NewAppFault.self) { try fixture.maker.make("Tasks") }
        #expect(try fixture.paths() == before)
        #expect(try fixture.text("Package.swift").contains("[\"Notes\"]"))
    }

    @Test func `a manifest without a list is refused`() throws {
        let fixture = try Fixture()
        try fixture.write("let other = [\"Notes\"]\n", to: "Package.swift")
        #expect(throws: NewAppFault.noList(path: "Package.swift")) { try fixture.maker.make("Tasks") }
    }

    @Test func `a list that is full goes on line by line`() throws {
        let fixture = try Fixture()
        let names = (0..<9).map { "\"Application\(["A", "B", "C", "D", "E", "F", "G", "H", "I"][$0])\"" }
        try fixture.write("let apps = [\(names.joined(separator: ", "))]\n", to: "Package.swift")
        _ = try fixture.maker.make("Tasks")
        let list = (names + ["\"Tasks\""]).map { "    \($0),\n" }.joined()
        #expect(try fixture.text("Package.swift") == "let apps = [\n\(list)]\n")
    }
}
