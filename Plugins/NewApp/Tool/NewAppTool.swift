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
        let maker = AppMaker(
            package: PackageFolder(path: words[0]), template: PackageFolder(path: words[1]),
            modules: Set(typed[0].dropFirst(4)))
        do throws(NewAppFault) {
            guard let name = typed[1].first, typed[1].count == 1 else { throw .notOneName(Array(typed[1])) }
            print(report(on: try maker.make(name), for: try AppName(name), in: words[2]))
        } catch {
            refuse(error.description)
        }
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
        USAGE: swift package --allow-writing-to-package-directory new-app NAME

        Adds an app to the package, one that works: things with a title that can be added, listed, opened and
        removed. Change it into yours. NAME is made of the letters A to Z and begins with a capital; in lower case it
        is what users type to go there.

          Sources/Apps/NAME/Panels   what users see and type, with its texts in English, Chinese and French
          Sources/Apps/NAME/Logic    values, the port of a store, and the rules
          Sources/Apps/NAME/Store    the stores, in memory and in SQLite
          Sources/Apps/NAME/App      puts these together
          Tests/Apps/NAME            what every store must do, and tests of values
          Tests/Sessions/NAME        a session script, which names the app and changes no other

        Package.swift gets the name last, when all of that is there. To take an app away, take its name off the list in
        Package.swift and remove the three folders.
        """

    private static func refuse(_ reason: String) {
        print(reason)
        exit(1)
    }
}
