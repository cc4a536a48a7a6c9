// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
package import Session
import Terminal

/// The options that say how a command writes.
package struct OutputOptions: ParsableArguments {
    @Flag(help: Strings.optionJSON.help)
    package var json = false

    @Flag(help: Strings.optionPlain.help)
    var plain = false

    @Option(help: Strings.optionColor.help)
    var color = ColorChoice.auto

    @Option(help: Strings.optionLang.help)
    package var lang: Language?

    package init() {}

    /// The values that were given; those that say whose data are meant are left as they are.
    package var values: ProgramOptions { ProgramOptions(json: json, plain: plain, color: color, lang: lang) }
}

extension ColorChoice: ExpressibleByArgument {}
