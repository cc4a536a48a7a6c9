// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram

@main struct Main {
    static func main() async {
        let apps = AppCatalog()
        await ShellProgram("Several", version: "1.0", summary: "Several apps.") { try apps.factories(in: $0) }.main()
    }
}
