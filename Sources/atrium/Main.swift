// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram

/// The entry point of the program.
@main
struct Main {
    static func main() async { await ShellProgram.atrium.main() }
}
