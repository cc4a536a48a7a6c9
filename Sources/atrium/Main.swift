// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram

/// Where the program starts.
@main
struct Main {
    static func main() async { await ShellProgram.atrium.main() }
}
