// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The command that adds an app to the package.
///
/// It prints what it has made, or why it has made nothing, with status 1 then. The plugin calls it as `new-app PACKAGE TEMPLATE PROGRAM --modules MODULE… --words WORD…`, with what somebody has typed last.
@main
struct NewAppTool {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        let typed = words.split(separator: "--words", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count > 3, typed.count == 2 else { return refuse("new-app is run by swift package new-app.") }
        if typed[1].contains(where: { ["-h", "--help", "help"].contains($0) }) { return print(help) }
        var maker = AppMaker(
            package: PackageFolder(path: words[0]), template: PackageFolder(path: words[1]),
            modules: Set(typed[0].dropFirst(4)), size: .small)
        do throws(NewAppFault) {
            var names: [String] = []
            var rest = typed[1]
            while let word = rest.popFirst() {
                switch word {
                case "--layers": maker.size = .layers
                case "--item":
                    guard let item = rest.popFirst() else { throw .option(word) }
                    maker.item = try ItemName(item)
                case _ where word.hasPrefix("-"): throw .option(word)
                default: names.append(word)
                }
            }
            guard let name = names.first, names.count == 1 else { throw .notOneName(names) }
            let files = try maker.make(name)
            format(files, in: words[0], asBeside: words[1])
            print(report(on: files, for: try AppName(name), in: words[2]))
        } catch {
            refuse(error.description)
        }
    }

    /// Formats the sources as the package formats its own: long names make long lines.
    ///
    /// A package without a style of its own gets that of the templates. Without the formatter they stay as they are.
    private static func format(_ files: [TemplateFile], in package: String, asBeside templates: String) {
        let style = "/.swift-format"
        let hasStyle = FileManager.default.fileExists(atPath: package + style)
        let configuration = hasStyle ? [] : ["--configuration", templates + "/../.." + style]
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.currentDirectoryURL = URL(filePath: package)
        process.arguments =
            ["swift", "format", "--in-place"] + configuration + files.map(\.path).filter { $0.hasSuffix(".swift") }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return }
        process.waitUntilExit()
    }

    /// What was made, and what to do with it.
    private static func report(on files: [TemplateFile], for name: AppName, in program: String) -> String {
        let run = program.isEmpty ? "swift run" : "swift run \(program)"
        return """
            Added \(name.module): \(files.count) files in Sources/Apps/\(name.module), Tests/Apps/\(name.module) and \
            Tests/Sessions/\(name.module), and its name in Package.swift.

              \(run), and there: switch \(name.id)
              swift test --filter \(name.module)Tests
              \(run) test Tests/Sessions/\(name.module)
            """
    }

    private static let help = """
        USAGE: swift package --allow-writing-to-package-directory new-app NAME [--item ITEM] [--layers]

        Adds an app to the package, one that works: things with a title that can be added, listed, found, marked and
        removed, with keys for what is selected, and with undo. Change it into yours. NAME is made of the letters A to Z
        and begins with a capital; in lower case it is what users type to go there.

          --item ITEM   what the app keeps, such as Habit: the name of its type, and the word of its English texts
          --layers      a module for each layer, for an app that grows; otherwise all of it is one module

          Sources/Apps/NAME/Panels   what users see and type, with its texts in English, Chinese and French
          Tests/Apps/NAME            tests of the app, in every store
          Tests/Sessions/NAME        a session script, which names the app and changes no other

        And with --layers:

          Sources/Apps/NAME/Logic    values, the port of a store, and the rules
          Sources/Apps/NAME/Store    the stores, in memory and in SQLite
          Sources/Apps/NAME/App      puts these together

        Package.swift gets the name last, when all of that is there. To take an app away, take its name off the lists in
        Package.swift and remove the three folders.
        """

    private static func refuse(_ reason: String) {
        print(reason)
        exit(1)
    }
}
