// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// The command that checks the imports of one target.
///
/// It is called as `layer-guard OUTPUT MODULE --declared MODULE… --hidden MODULE… --sources FILE…`. It prints every
/// import that the module may not make and exits with status 1, or writes OUTPUT, a Swift file without declarations
/// whose only purpose is that the target cannot be compiled before it was checked.
@main
struct LayerGuardTool {
    static func main() {
        let arguments = GuardArguments(CommandLine.arguments.dropFirst())
        do throws(SourceFileFault) {
            var violations: [Diagnostic] = []
            for path in arguments.sources {
                violations += arguments.module.violations(in: try SourceFile(reading: path))
            }
            Diagnostic.stop(on: violations)
            try SourceFile.write(
                "// The imports of \(arguments.module.name) keep to its layer.\n", to: arguments.output)
        } catch {
            Diagnostic.stop(on: [Diagnostic(error)])
        }
    }
}
