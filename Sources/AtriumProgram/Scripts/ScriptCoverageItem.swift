// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumScripts

/// Something that a session script can exercise.
package enum ScriptCoverageItem: Hashable, Sendable {
    /// A command of an app, or of the shell itself, which is nil.
    case command(AppID?, String)
    /// A place that `open` goes to, as its pattern is written.
    case route(String)
    /// A setting that `set` sets.
    case preference(String)
    /// A `% NAME` line of scripts.
    case setting(ScriptSettingName)

    /// The thing as a script could write it, with the app that a command belongs to in front.
    package var text: String {
        switch self {
        case .command(let app, let name): "@ \(app?.rawValue ?? "-") $ \(name)"
        case .route(let pattern): "$ open \(pattern)"
        case .preference(let name): "$ set \(name)"
        case .setting(let name): "% \(name.rawValue)"
        }
    }
}
