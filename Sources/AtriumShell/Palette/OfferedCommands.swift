// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession

/// The commands of the shell and of its apps, as the screen offers them.
@MainActor
final class OfferedCommands: ScreenCommands {
    let keys = ShellCommands.ofKeys
    private let reader: CommandReader
    private let palette: PaletteItems
    private let remarks: LineRemarks

    /// The commands that a reader understands.
    ///
    /// - Parameter input: The use of the typed line, which need not be a command.
    init(coordinator: Coordinator, reader: CommandReader, settings: UserSettings, input: InputState) {
        self.reader = reader
        palette = PaletteItems(coordinator: coordinator, reader: reader, switching: Action.switching(to:))
        remarks = LineRemarks(coordinator: coordinator, reader: reader, settings: settings, input: input)
    }

    var firstWords: [String] { reader.firstWords }
    var items: [PaletteItem] { palette.all }
    func found(_ words: String) async -> Palette.Found { await palette.found(words) }
    func remark(on line: String, say: @escaping @MainActor (LocalizedText?) -> Void) { remarks.follow(line, say: say) }
}
